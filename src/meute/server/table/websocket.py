"""WebSocket session of a table: decodes the client's messages and writes the table's."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from meute.server.messages.requests import FromClient
from meute.server.refusal import Refusal
from meute.server.store.models import StoredGuest
from meute.server.table.connection import FLOOD, PROTOCOL_EXTENSION, Connection, never_write

if TYPE_CHECKING:
    from meute.server.http.protocols import WebSocketProtocol
    from meute.server.registry import TableRegistry
    from meute.server.table.table import Table

decoder = msgspec.json.Decoder(FromClient)

NOT_FOUND = 4404
CLOSE_TIMEOUT = 2.0
"""Seconds to send the last messages and the close frame."""
DISCONNECTED = (WebSocketDisconnect, RuntimeError)
"""Exceptions from writing to or reading from a closed connection."""


class WebSocketSession:
    """Reads and writes one socket until it is closed."""

    def __init__(self, socket: WebSocket, registry: "TableRegistry", table: "Table", guest: StoredGuest) -> None:
        self.socket = socket
        self.protocol: WebSocketProtocol | None = (
            socket.scope.get("extensions", {}).get(PROTOCOL_EXTENSION, {}).get("itself")
        )
        """None where the server runs without our protocol: everything goes through ASGI."""
        self.registry = registry
        self.table = table
        self.connection = Connection(
            guest,
            registry.settings.http.outbox_bytes,
            socket.state.caller,
            self.protocol.write_text if self.protocol else never_write,
            socket.state.access.scopes if socket.state.access else None,
        )
        self.floods = 0

    async def run(self) -> None:
        self.table.join(self.connection)
        writing = asyncio.create_task(self.write())
        try:
            with self.registry.presence.connected(self.connection.guest.guest), contextlib.suppress(*DISCONNECTED):
                await self.read()
        finally:
            if self.protocol:
                self.protocol.on_text = None
            self.table.leave(self.connection)
            if not self.connection.closed:
                writing.cancel()
            with contextlib.suppress(asyncio.CancelledError, TimeoutError, *DISCONNECTED):
                await asyncio.wait_for(writing, CLOSE_TIMEOUT)

    async def read(self) -> None:
        """Reads messages from ASGI; with our protocol, only those that came before its callback was set."""
        if self.protocol:
            self.protocol.on_text = self.receive
        while self.floods <= self.registry.settings.limits.excess_messages:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            self.receive(frame.get("text") or frame.get("bytes") or b"")

    def receive(self, text: bytes | str) -> None:
        """Decodes one message; refuses it if malformed or over the rate limit."""
        if not self.registry.limits.messages.take(self.connection.caller):
            self.floods += 1
            if self.floods > self.registry.settings.limits.excess_messages:
                self.connection.close(FLOOD)
                if self.protocol:
                    self.protocol.stop_reading()
            elif self.floods == 1 or self.floods % 10 == 0:
                self.connection.send(Refusal("flood").to_message())
            return
        try:
            message: FromClient = decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            self.connection.send(Refusal("malformed").to_message())
        else:
            self.table.receive(self.connection, message)

    async def write(self) -> None:
        """Sends queued messages in order; an int closes the connection with that code."""
        while True:
            message = await self.connection.outbox.get()
            if isinstance(message, int):
                if self.socket.application_state is WebSocketState.CONNECTED:
                    await self.socket.close(message)
                return
            self.connection.is_writing = True
            await self.socket.send_text(message.decode())
            self.connection.is_writing = False


async def refuse_socket(socket: WebSocket, refusal: Refusal, code: int) -> None:
    """Sends a refusal and closes the socket."""
    with contextlib.suppress(*DISCONNECTED):
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.send_text(msgspec.json.encode(refusal.to_message()).decode())
        await socket.close(code)
