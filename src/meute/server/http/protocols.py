"""uvicorn protocols with read and write timeouts (slow-client protection); WebSocket texts bypass ASGI."""

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

from meute.server.http.compression import COMPRESS_FROM, LargeDeflateFactory
from meute.server.settings import Bucket, Settings
from meute.server.table.connection import PROTOCOL_EXTENSION

RECEIVING = (h11.IDLE, h11.SEND_BODY)
"""h11 states in which the client still has to send a request, or the rest of its body."""
TEXT_FRAME = 0x81
"""First byte of a text message in one frame."""
MOST_PONGS = 64 * 1024
"""Bytes of unread pongs at which a connection is aborted."""
CLOSE_TIMEOUT = 2.0
"""Seconds from `stop_reading` to the abort, in which the client can receive the close code."""
BATCH_SIZE = 16
"""Most connections in one batch, so that the first of them does not wait for too many others."""
CHUNK = 4 * 1024
"""Bytes parsed at a time, so that limits apply before thousands of small frames are parsed."""


class SlowClientProtocol(asyncio.Protocol):
    """Aborts a connection whose client does not read its data fast enough."""

    settings: Settings
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    read_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)  # pause_writing is called as soon as anything is buffered

    def pause_writing(self) -> None:
        super().pause_writing()
        self.start_read_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_read_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.stop_read_timer()

    def start_read_timer(self) -> None:
        """Schedules the next check of the write buffer."""
        self.stop_read_timer()
        http = self.settings.http
        limit = self.transport.get_write_buffer_size() - http.slow_client_bytes
        self.read_timer = self.loop.call_later(http.slow_client_seconds, self.check_read_progress, limit)

    def check_read_progress(self, limit: int) -> None:
        """Aborts if more than `limit` bytes are still unread; else schedules the next check."""
        if self.transport.get_write_buffer_size() > limit:
            self.transport.abort()
        else:
            self.start_read_timer()

    def stop_read_timer(self) -> None:
        if self.read_timer is not None:
            self.read_timer.cancel()
            self.read_timer = None


class HttpProtocol(SlowClientProtocol, H11Protocol):
    """HTTP with deadlines for head and body, and a limit on incomplete requests: beyond it, the oldest is aborted.

    h11 rather than httptools, because it limits the size of a request's head.
    """

    def __init__(self, settings: Settings, incomplete: dict["HttpProtocol", None], **options: Any) -> None:
        super().__init__(**options)
        self.settings = settings
        self.incomplete = incomplete
        self.receiving: object = None
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.update_deadline()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.update_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.update_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.clear_deadline()
        super().handle_websocket_upgrade(event)
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, WebSocketProtocol) and not upgraded.handshake_initiated:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.clear_deadline()

    def send_400_response(self, msg: str) -> None:
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # a response has already started
            self.transport.abort()

    def update_deadline(self) -> None:
        """Starts or stops the deadline when the state of the request changes."""
        state = self.conn.their_state
        if self.transport.get_protocol() is not self or state is self.receiving:
            return
        self.clear_deadline()
        if state not in RECEIVING or self.transport.is_closing():
            return
        self.receiving = state
        self.incomplete[self] = None
        seconds = self.settings.http.head_seconds if state is h11.IDLE else self.settings.http.body_seconds
        self.deadline = self.loop.call_later(seconds, self.transport.abort)
        if len(self.incomplete) > self.settings.http.incomplete_requests:
            oldest = next(iter(self.incomplete))
            oldest.clear_deadline()
            oldest.transport.abort()

    def clear_deadline(self) -> None:
        self.receiving = None
        self.incomplete.pop(self, None)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class WriteBatch:
    """Batches writes to several connections.

    Each write wakes the reading process; computing the next message in between would evict the CPU caches of both.
    Messages keep their order: those in a connection's outbox are written after the batch.
    """

    def __init__(self) -> None:
        self.connections: dict[WebSocketProtocol, None] = {}

    def add(self, connection: "WebSocketProtocol") -> None:
        """Flushes this connection at the end of the current loop step, or when the batch is full."""
        if not self.connections:
            connection.loop.call_soon(self.flush)
        self.connections[connection] = None
        if len(self.connections) >= BATCH_SIZE:
            self.flush()

    def flush(self) -> None:
        connections, self.connections = self.connections, {}
        for connection in connections:
            connection.flush()


class WebSocketProtocol(SlowClientProtocol, WebSocketsSansIOProtocol):
    """WebSocket that passes texts to `on_text`, and writes them, without a detour through ASGI events."""

    def __init__(self, settings: Settings, batch: "WriteBatch", **options: Any) -> None:
        super().__init__(**options)
        self.settings = settings
        self.batch = batch
        self.conn.available_extensions = [LargeDeflateFactory()]
        self.on_text: Callable[[bytes], None] | None = None
        self.ignores_input = False
        self.outgoing: list[bytes] = []
        """Frames to be written with the next batch."""
        self.empty_frames = Bucket(settings.limits.empty_frames)

    def data_received(self, data: bytes) -> None:
        """Parses data in chunks."""
        for at in range(0, len(data), CHUNK):
            if self.ignores_input or self.transport.is_closing():
                return
            super().data_received(data[at : at + CHUNK])

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] |= {PROTOCOL_EXTENSION: {"itself": self}}

    def connection_lost(self, exc: Exception | None) -> None:
        """Breaks reference cycles, so that a closed connection is freed without the garbage collector."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):  # unset if the handshake was refused
            self.scope["extensions"].pop(PROTOCOL_EXTENSION, None)

    def handle_text(self, event: Frame) -> None:
        """Keeps texts as bytes: the message decoder refuses invalid UTF-8 like any other malformed message."""
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        if self.on_text is None:
            super().send_receive_event_to_app()
        else:
            message, self.frames = b"".join(self.frames), []
            self.on_text(message)

    def write_text(self, text: bytes) -> bool:
        """Queues an uncompressed text frame; False if it must go through the outbox."""
        size = len(text)
        if size >= COMPRESS_FROM or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.outgoing += (pack("!BB", TEXT_FRAME, size) if size < 126 else pack("!BBH", TEXT_FRAME, 126, size), text)
        self.batch.add(self)
        return True

    def flush(self) -> None:
        frames, self.outgoing = b"".join(self.outgoing), []
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)

    def stop_reading(self) -> None:
        """Ignores all further input, and aborts after CLOSE_TIMEOUT."""
        self.ignores_input = True
        self.on_text = lambda _: None
        self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})

    def handle_cont(self, event: Frame) -> None:
        self.count_empty_frame()
        super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        self.count_empty_frame()
        super().handle_pong(event)

    def count_empty_frame(self) -> None:
        """Rate limit of frames without content (pings, pongs, fragments)."""
        if not self.empty_frames.take():
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answers a ping; aborts if the client does not read the answers."""
        self.count_empty_frame()
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_PONGS:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Aborts without a close handshake after a ping timeout."""
        super().keepalive_timeout()
        self.transport.abort()
