"""One connection at a table: who looks, from which seat, and what waits to be sent."""

import asyncio

import msgspec

from meute.core.numbers import NOBODY
from meute.server.store import GuestKept
from meute.server.wire import FromServer

encoder = msgspec.json.Encoder()

GOING_AWAY = 1012
SLOW = 4408
BROKEN = 1011


class Watcher:
    """Messages go out in order; a connection that cannot keep up is closed and may come back."""

    def __init__(self, guest: GuestKept, room: int) -> None:
        self.guest = guest
        self.seat = NOBODY
        self.greeted = False
        self.sent = 0
        """Events sent so far."""
        self.outbox: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.room = room
        self.closed = False

    def send(self, message: FromServer | bytes) -> None:
        """Puts a message, or one already written, into the outbox."""
        if self.closed:
            return
        if self.outbox.qsize() >= self.room:
            self.close(SLOW)
        else:
            self.outbox.put_nowait(message if isinstance(message, bytes) else encoder.encode(message))

    def close(self, code: int) -> None:
        """Closes the connection after what is in the outbox."""
        if not self.closed:
            self.closed = True
            self.outbox.put_nowait(code)
