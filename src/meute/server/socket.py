"""The socket of a table: texts in, texts out, one connection each."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from meute.server.limits import Caller
from meute.server.messages.asked import FromClient
from meute.server.refusal import Refusal
from meute.server.store import GuestKept
from meute.server.watcher import FLOOD, Watcher

if TYPE_CHECKING:
    from meute.server.house import House
    from meute.server.table import Table

decoder = msgspec.json.Decoder(FromClient)

NOT_FOUND = 4404
LAST_WORDS = 2.0
"""Seconds that a connection gets to hear why it is closed."""
GONE = (WebSocketDisconnect, RuntimeError)
"""What writing to or reading from a closed connection raises."""


class Connection:
    """Reads what the page sends and writes what the table tells, until one of them has gone."""

    def __init__(self, socket: WebSocket, house: "House", table: "Table", guest: GuestKept, who: Caller) -> None:
        self.socket = socket
        self.house = house
        self.table = table
        self.watcher = Watcher(guest, house.settings.outbox, who)
        self.floods = 0

    async def run(self) -> None:
        """From hello to goodbye."""
        self.table.join(self.watcher)
        writing = asyncio.create_task(self.write())
        try:
            with contextlib.suppress(*GONE):
                await self.read()
        finally:
            self.table.leave(self.watcher)
            if not self.watcher.closed:
                writing.cancel()
            with contextlib.suppress(asyncio.CancelledError, TimeoutError, *GONE):
                await asyncio.wait_for(writing, LAST_WORDS)

    async def read(self) -> None:
        """Message by message; what is not one of ours is refused."""
        while True:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            if not self.house.limits.messages.take(self.watcher.who):
                self.floods += 1
                if self.floods > self.house.settings.floods:
                    self.watcher.close(FLOOD)
                    return
                if self.floods == 1 or self.floods % 10 == 0:
                    self.watcher.send(Refusal("flood").sent())
                continue
            try:
                message: FromClient = decoder.decode(frame.get("text") or frame.get("bytes") or b"")
            except (msgspec.MsgspecError, RecursionError, UnicodeError):
                self.watcher.send(Refusal("malformed").sent())
            else:
                self.table.hear(self.watcher, message)

    async def write(self) -> None:
        """Sends the outbox in order; a number closes the connection."""
        while True:
            message = await self.watcher.outbox.get()
            if isinstance(message, int):
                if self.socket.application_state is WebSocketState.CONNECTED:
                    await self.socket.close(message)
                return
            await self.socket.send_text(message.decode())


async def turn_away(socket: WebSocket, refusal: Refusal, code: int) -> None:
    """Tells a visitor why there is no table here."""
    with contextlib.suppress(*GONE):
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(msgspec.json.encode(refusal.sent()).decode())
        await socket.close(code)
