"""One connection at a table: who looks, from which seat, and what waits to be sent."""

import asyncio
from collections.abc import Callable

import msgspec

from meute.core.numbers import NOBODY
from meute.server.limits import Caller
from meute.server.messages.sent import FromServer
from meute.server.store import GuestKept

encoder = msgspec.json.Encoder()

LINE = "meute.line"
"""The extension of ASGI by which a socket finds the line that it came by."""
GOING_AWAY = 1012
SLOW = 4408
BROKEN = 1011
REMOVED = 4403
FLOOD = 4429


def cannot(_: bytes) -> bool:
    """Nothing is written at once."""
    return False


class Watcher:
    """Messages go out in order; a connection that cannot keep up is closed and may come back."""

    def __init__(self, guest: GuestKept, room: int, who: Caller, write: Callable[[bytes], bool] = cannot) -> None:
        self.guest = guest
        self.who = who
        self.mutes: frozenset[str] = frozenset()
        """Those whom this guest does not want to read."""
        self.seat = NOBODY
        self.greeted = False
        self.sent = 0
        """Events sent so far."""
        self.outbox = Outbox()
        self.room = room
        """Bytes that may wait; one message always may."""
        self.write = write
        """Writes a message at once, unless something is in the way."""
        self.is_writing = False
        """Something from the outbox is on its way."""
        self.closed = False

    def send(self, message: FromServer | bytes) -> None:
        """Writes a message, or one already written; into the outbox, if it must wait."""
        if self.closed:
            return
        written = message if isinstance(message, bytes) else encoder.encode(message)
        if not self.outbox.size and not self.is_writing and self.write(written):
            return
        if self.outbox.size and self.outbox.size + len(written) > self.room:
            self.outbox.throw_away()
            self.close(SLOW)
        else:
            self.outbox.put_nowait(written)

    def close(self, code: int) -> None:
        """Closes the connection after what is in the outbox."""
        if not self.closed:
            self.closed = True
            self.outbox.put_nowait(code)


class Outbox(asyncio.Queue[bytes | int]):
    """What waits to be sent, and how much that is; the last thing in it may be the code to close with."""

    def __init__(self) -> None:
        self.size = 0
        super().__init__()

    def _put(self, item: bytes | int) -> None:
        super()._put(item)
        self.size += weight(item)

    def _get(self) -> bytes | int:
        item = super()._get()
        self.size -= weight(item)
        return item

    def throw_away(self) -> None:
        """Nobody will read it."""
        while not self.empty():
            self.get_nowait()


def weight(item: bytes | int) -> int:
    """Bytes; a code weighs nothing."""
    return len(item) if isinstance(item, bytes) else 0
