"""One client connection at a table: its guest, the seat it views, and its outbox."""

import asyncio
from collections.abc import Callable, Collection

import msgspec

from meute.core.numbers import NOBODY
from meute.server.messages.people import TokenScope
from meute.server.messages.responses import FromServer
from meute.server.rate_limits import Caller
from meute.server.store.models import StoredGuest

encoder = msgspec.json.Encoder()

PROTOCOL_EXTENSION = "meute.line"
"""ASGI extension by which a socket finds its WebSocket protocol, to write to it directly."""
GOING_AWAY = 1012
SLOW = 4408
BROKEN = 1011
REMOVED = 4403
FLOOD = 4429


def never_write(_: bytes) -> bool:
    """Default writer: queues everything in the outbox."""
    return False


class Connection:
    """Sends messages in order. A client that is too slow is disconnected and may reconnect."""

    def __init__(
        self,
        guest: StoredGuest,
        max_queued: int,
        caller: Caller,
        write: Callable[[bytes], bool] = never_write,
        scopes: Collection[TokenScope] | None = None,
    ) -> None:
        self.guest = guest
        self.scopes = scopes
        """What the token of a program allows; None for a browser."""
        self.caller = caller
        self.mutes: frozenset[str] = frozenset()
        """Guests whose chat lines this guest has muted."""
        self.seat = NOBODY
        self.greeted = False
        self.events_sent = 0
        """Number of events sent so far."""
        self.presence = -1
        """`Room.presence` at the last time that the seats were sent."""
        self.outbox = Outbox()
        self.max_queued = max_queued
        """Maximum bytes in the outbox; a single message may be larger."""
        self.write = write
        """Writes a message directly; returns False if it must go through the outbox."""
        self.is_writing = False
        """Whether a message from the outbox is being written."""
        self.closed = False

    def send(self, message: FromServer) -> None:
        """Writes a message directly, or queues it behind others."""
        self.send_encoded(encoder.encode(message))

    def send_encoded(self, encoded: bytes) -> None:
        """Like `send`, for a message that several connections get."""
        if self.closed:
            return
        if not self.outbox.size and not self.is_writing and self.write(encoded):
            return
        if self.outbox.size and self.outbox.size + len(encoded) > self.max_queued:
            self.outbox.clear()
            self.close(SLOW)
        else:
            self.outbox.put_nowait(encoded)

    def close(self, code: int) -> None:
        """Closes the connection after the outbox is sent."""
        if not self.closed:
            self.closed = True
            self.outbox.put_nowait(code)


class Outbox(asyncio.Queue[bytes | int]):
    """Queue of encoded messages that tracks its size in bytes; its last item may be a close code."""

    def __init__(self) -> None:
        self.size = 0
        super().__init__()

    def _put(self, item: bytes | int) -> None:
        super()._put(item)
        self.size += size_of(item)

    def _get(self) -> bytes | int:
        item = super()._get()
        self.size -= size_of(item)
        return item

    def clear(self) -> None:
        while not self.empty():
            self.get_nowait()


def size_of(item: bytes | int) -> int:
    """Size of a queued message in bytes; the close code of a connection counts as 0."""
    return len(item) if isinstance(item, bytes) else 0
