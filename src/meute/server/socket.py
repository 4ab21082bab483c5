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
from meute.server.watcher import FLOOD, LINE, Watcher, cannot

if TYPE_CHECKING:
    from meute.server.door import Line
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
        self.line: Line | None = socket.scope.get("extensions", {}).get(LINE, {}).get("itself")
        """None where all goes by ASGI."""
        self.house = house
        self.table = table
        self.watcher = Watcher(guest, house.settings.outbox, who, self.line.write_text if self.line else cannot)
        self.floods = 0

    async def run(self) -> None:
        """From hello to goodbye."""
        self.table.join(self.watcher)
        writing = asyncio.create_task(self.write())
        try:
            with contextlib.suppress(*GONE):
                await self.read()
        finally:
            if self.line:
                self.line.listen = None
            self.table.leave(self.watcher)
            if not self.watcher.closed:
                writing.cancel()
            with contextlib.suppress(asyncio.CancelledError, TimeoutError, *GONE):
                await asyncio.wait_for(writing, LAST_WORDS)

    async def read(self) -> None:
        """Message by message; where there is a line, only what came before anybody listened to it."""
        if self.line:
            self.line.listen = self.hear
        while self.floods <= self.house.settings.floods:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            self.hear(frame.get("text") or frame.get("bytes") or b"")

    def hear(self, text: bytes | str) -> None:
        """One message; what is not one of ours is refused."""
        if not self.house.limits.messages.take(self.watcher.who):
            self.floods += 1
            if self.floods > self.house.settings.floods:
                self.watcher.close(FLOOD)
                if self.line:
                    self.line.stop_listening()
            elif self.floods == 1 or self.floods % 10 == 0:
                self.watcher.send(Refusal("flood").sent())
            return
        try:
            message: FromClient = decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self.watcher.send(Refusal("malformed").sent())
        else:
            self.table.hear(self.watcher, message)

    async def write(self) -> None:
        """Sends in order what could not be written at once; a number closes the connection."""
        while True:
            message = await self.watcher.outbox.get()
            if isinstance(message, int):
                if self.socket.application_state is WebSocketState.CONNECTED:
                    await self.socket.close(message)
                return
            self.watcher.is_writing = True
            await self.socket.send_text(message.decode())
            self.watcher.is_writing = False


async def turn_away(socket: WebSocket, refusal: Refusal, code: int) -> None:
    """Tells a visitor why there is no table here."""
    with contextlib.suppress(*GONE):
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(msgspec.json.encode(refusal.sent()).decode())
        await socket.close(code)
