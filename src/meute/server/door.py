"""Connections as uvicorn speaks them, and what it leaves out: nobody holds one open by sending or reading slowly."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from struct import pack
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from meute.server.deflate import LARGE, LargeDeflateFactory
from meute.server.settings import Bucket, Settings
from meute.server.watcher import LINE

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was not compiled
    from websockets.utils import apply_mask

OWES = (h11.IDLE, h11.SEND_BODY)
"""States of a visitor whose next request, or the rest of it, is still to come."""
TEXT = 0x81
"""The first byte of a text that comes in one frame."""
FINAL = MASKED = 0x80
"""Bits of a frame with which a message ends, and of one that comes from a visitor."""
MASK = 4
TWO_BYTES, EIGHT_BYTES = 126, 127
"""Bytes of a mask, and what stands for a length that follows."""
PONGS = 64 * 1024
"""Bytes of answers to pings that may wait to be read."""
GOODBYE = 2.0
"""Seconds for somebody who is not listened to any more to read why."""
TOGETHER = 16
"""Lines that are written to at a time: the first waits no longer than the last few messages take."""
PIECE = 4 * 1024
"""Bytes that are looked at before the next: of thousands of small frames at once, the first are enough to see what they
are."""


class Steady(asyncio.Protocol):
    """A connection that is given up when what waits to be read no longer shrinks."""

    settings: Settings
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)  # writing pauses as soon as anything waits

    def pause_writing(self) -> None:
        super().pause_writing()
        self.expect_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.expect_nothing()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.expect_nothing()

    def expect_reading(self) -> None:
        """Looks again after a while."""
        self.expect_nothing()
        size, seconds = self.settings.slowest
        most = self.transport.get_write_buffer_size() - size
        self.reading = self.loop.call_later(seconds, self.check_reading, most)

    def check_reading(self, most: int) -> None:
        """No more than this may wait by now."""
        if self.transport.get_write_buffer_size() > most:
            self.transport.abort()
        else:
            self.expect_reading()

    def expect_nothing(self) -> None:
        if self.reading is not None:
            self.reading.cancel()
            self.reading = None


class Door(Steady, H11Protocol):
    """HTTP: whoever owes the rest of a request waits in a room of few places, where the oldest makes way for the next.

    h11 rather than httptools, because it never holds more of a request's head than it is told to.
    """

    def __init__(self, settings: Settings, room: dict["Door", None], **given: Any) -> None:
        super().__init__(**given)
        self.settings = settings
        self.room = room
        self.owes: object = None
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.look()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.leave_room()
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        if isinstance(line, Line) and not line.handshake_initiated:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.leave_room()

    def send_400_response(self, msg: str) -> None:
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # the answer to an earlier part is on its way
            self.transport.abort()

    def look(self) -> None:
        """Into the room, or out of it, or to wait for something else."""
        owes = self.conn.their_state
        if self.transport.get_protocol() is not self or owes is self.owes:
            return
        self.leave_room()
        if owes not in OWES or self.transport.is_closing():
            return
        self.owes = owes
        self.room[self] = None
        seconds = self.settings.head_time if owes is h11.IDLE else self.settings.body_time
        self.deadline = self.loop.call_later(seconds, self.transport.abort)
        if len(self.room) > self.settings.waiting:
            oldest = next(iter(self.room))
            oldest.leave_room()
            oldest.transport.abort()

    def leave_room(self) -> None:
        self.owes = None
        self.room.pop(self, None)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class Round:
    """Lines with something to be told, which is written for several at a time: each time it wakes whoever reads, and to
    work out the next message in between would let both begin with cold caches. What goes to a line by its outbox stays
    behind what waits here: the outbox is woken later than the round is due."""

    def __init__(self) -> None:
        self.lines: dict[Line, None] = {}

    def add(self, line: "Line") -> None:
        """Lets a line wait until what is done with it now is done, or enough others wait."""
        if not self.lines:
            line.loop.call_soon(self.tell)
        self.lines[line] = None
        if len(self.lines) >= TOGETHER:
            self.tell()

    def tell(self) -> None:
        """Writes what waits."""
        lines, self.lines = self.lines, {}
        for line in lines:
            line.tell()


class Line(Steady, WebSocketsSansIOProtocol):
    """A WebSocket, which hands texts on and writes them without a detour by ASGI as soon as somebody listens."""

    def __init__(self, settings: Settings, round: "Round", **given: Any) -> None:
        super().__init__(**given)
        self.settings = settings
        self.round = round
        self.conn.available_extensions = [LargeDeflateFactory()]
        self.listen: Callable[[bytes], None] | None = None
        self.is_between = True
        """All that came so far were whole messages, so that the next one begins with what comes next."""
        self.small = min(PIECE, settings.frame)
        self.is_deaf = False
        self.told: list[bytes] = []
        """What waits for its round."""
        self.silent = Bucket(settings.silent)

    def data_received(self, data: bytes) -> None:
        """A small text that comes whole is heard at once; all else goes the long way."""
        at, all_of_it = 0, len(data)
        while at < all_of_it and not (self.is_deaf or self.transport.is_closing()):
            begin, end = whole_message(data, at) if self.is_between and self.handshake_initiated else (0, 0)
            if self.listen is not None and data[at] == TEXT and 0 < end <= begin + self.small:
                self.listen(apply_mask(data[begin:end], data[begin - MASK : begin]))
            else:
                self.is_between = end > 0 or not self.handshake_initiated
                end = end or all_of_it
                self.parse(data[at:end])
            at = end

    def parse(self, data: bytes) -> None:
        """Reads whatever it is, piece by piece."""
        for at in range(0, len(data), PIECE):
            if self.is_deaf or self.transport.is_closing():
                return
            super().data_received(data[at : at + PIECE])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] |= {LINE: {"itself": self}}

    def connection_lost(self, exc: Exception | None) -> None:
        """What is gone is freed at once: nothing that a line holds may hold the line."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):  # not if it was refused
            self.scope["extensions"].pop(LINE, None)

    def handle_text(self, event: Frame) -> None:
        """Texts stay bytes: whoever reads a message refuses what is not UTF-8 like anything else that is none."""
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        if self.listen is None:
            super().send_receive_event_to_app()
        else:
            message, self.frames = b"".join(self.frames), []
            self.listen(message)

    def write_text(self, text: bytes) -> bool:
        """Takes a text that is not to be compressed; False where that, or anything else, is in the way."""
        size = len(text)
        if size >= LARGE or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.told += (pack("!BB", TEXT, size) if size < 126 else pack("!BBH", TEXT, 126, size), text)
        self.round.add(self)
        return True

    def tell(self) -> None:
        """Writes what was taken."""
        told, self.told = b"".join(self.told), []
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(told)

    def stop_listening(self) -> None:
        """Nothing that comes is read any more."""
        self.is_deaf = True
        self.listen = lambda _: None
        self.loop.call_later(GOODBYE, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def handle_cont(self, event: Frame) -> None:
        self.bear_silence()
        super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        self.bear_silence()
        super().handle_pong(event)

    def bear_silence(self) -> None:
        """Whoever sends much without saying anything is given up."""
        if not self.silent.take():
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answers, but not somebody who keeps asking and does not read."""
        self.bear_silence()
        super().handle_ping()
        if self.transport.get_write_buffer_size() > PONGS:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Whoever is silent does not hear that he is closed either."""
        super().keepalive_timeout()
        self.transport.abort()


def whole_message(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of a frame begins and ends that is all of a message; twice 0 where it is not, or not yet."""
    begin = at + 2 + MASK
    if begin > len(data) or not (data[at] & FINAL and data[at + 1] & MASKED):
        return 0, 0
    size = data[at + 1] ^ MASKED
    if size == EIGHT_BYTES:
        return 0, 0
    if size == TWO_BYTES:
        size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), begin + 2
    end = begin + size
    return (begin, end) if end <= len(data) else (0, 0)
