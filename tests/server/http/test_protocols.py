"""Nobody holds a connection open for nothing, and whatever a visitor does wrong costs one line of the log at most."""

import asyncio
import logging
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from helpers.visitor import QUICK, Running, Visitor, running

from meute.server.http.protocols import BATCH_SIZE, WebSocketProtocol, WriteBatch
from meute.server.http.static_page import FOREVER, static_file
from meute.server.settings import override

HALF = b"GET /api/home HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
SMALL_BUFFER = 4096
MUCH = b"x" * 16_000_000


class Log(logging.Handler):
    """What the server has written down."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def log(server: Running) -> Iterator[Log]:
    """No test here may leave a traceback behind."""
    log = Log()
    loggers = [logging.getLogger(name) for name in ("", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(log)
    yield log
    for logger in loggers:
        logger.removeHandler(log)
    assert [record.getMessage() for record in log.records if record.exc_info] == []


@contextmanager
def caller(server: Running, sent: bytes = b"", buffer: int = 0) -> Iterator[socket.socket]:
    """A connection that has sent something."""
    with socket.socket() as line:
        line.settimeout(60)
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.connect(("127.0.0.1", server.port))
        line.sendall(sent)
        yield line


def answer(line: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def status(server: Running, head: bytes) -> int:
    """The status of the answer to a request."""
    with caller(server, head) as line:
        return int(line.recv(65536).split()[1])


def pour(line: socket.socket, data: bytes) -> None:
    """Sends the same again and again, some 60 MB of it."""
    for _ in range(1000):
        line.sendall(data)


def until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    """Waits for something to become so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def home(server: Running) -> bytes:
    return b"GET /api/home HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % server.port


# --- too much


def test_a_head_has_a_largest_size(server: Running) -> None:
    start = home(server)
    assert status(server, start + b"\r\n") == 200
    assert status(server, start + b"X-Long: " + b"x" * 15_000 + b"\r\n\r\n") == 200
    assert status(server, start + b"X-Long: " + b"x" * 17_000 + b"\r\n\r\n") == 431
    assert status(server, start + b"X-Many: y\r\n" * 2000 + b"\r\n") == 431
    long = start.replace(b"home", b"home?" + b"z" * 3000)
    assert status(server, long + b"\r\n") == 414
    with caller(server) as line, pytest.raises(ConnectionError):
        pour(line, b"X-Endless: " + b"x" * 65_536 + b"\r\n")


def test_half_sent_requests_are_not_waited_for(tmp_path: Path) -> None:
    body = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
    with running(tmp_path, override(QUICK, http={"head_seconds": 0.3, "body_seconds": 0.6})) as server:
        for sent in (b"", b"GET", HALF, body):
            with caller(server, sent) as line:
                assert answer(line) == b""
        with caller(server, home(server) + b"\r\n") as line:
            assert answer(line).startswith(b"HTTP/1.1 200")
        assert status(server, home(server) + b"\r\n") == 200


def test_many_half_sent_requests_lock_nobody_out(tmp_path: Path) -> None:
    with running(tmp_path, override(QUICK, http={"incomplete_requests": 8})) as server:
        lines = [socket.create_connection(("127.0.0.1", server.port), 60) for _ in range(60)]
        try:
            for line in lines:
                line.sendall(HALF)
            assert status(server, home(server) + b"\r\n") == 200
            until(lambda: len(server.server.server_state.connections) <= 8)
            assert answer(lines[0]) == b""
            lines[-1].sendall(b"no more\r\n\r\n")
            assert lines[-1].recv(65536).startswith(b"HTTP/1.1 200")
        finally:
            for line in lines:
                line.close()


# --- too slow


def test_whoever_does_not_read_is_let_go(tmp_path: Path) -> None:
    with running(tmp_path, override(QUICK, http={"slow_client_bytes": 8192, "slow_client_seconds": 1.0})) as server:
        server.app.page.files["assets/much.bin"] = static_file(MUCH, "application/octet-stream", FOREVER)
        connections = server.server.server_state.connections
        asked = home(server).replace(b"/api/home", b"/assets/much.bin") + b"\r\n"
        with caller(server, asked, SMALL_BUFFER):
            until(lambda: len(connections) == 1)
            until(lambda: not connections)
        with caller(server, asked) as line:
            got = 0
            while got < len(MUCH):
                part = line.recv(65536)
                assert part
                got += len(part)


def test_a_spectator_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            with caller(server, handshake(server, code, ana), SMALL_BUFFER) as line:
                assert line.recv(300).startswith(b"HTTP/1.1 101")
                tables = server.registry.tables
                await asyncio.to_thread(until, lambda: code in tables and len(tables[code].room.connections) == 1)
                table = tables[code]
                server.loop.call_soon_threadsafe(table.room.connections[0].send_encoded, MUCH)
                await asyncio.to_thread(until, lambda: not table.room.connections)

    with running(tmp_path, override(QUICK, http={"slow_client_bytes": 8192, "slow_client_seconds": 0.4})) as server:
        asyncio.run(scene(server))


def test_a_flood_of_pings_is_answered_only_to_readers(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            async with ana.at(code, {}) as seat:
                for _ in range(100):
                    await (await seat.socket.ping())
            ping = bytes([0x89, 0x80 | 125]) + bytes(4) + b"p" * 125
            with caller(server, handshake(server, code, ana), SMALL_BUFFER) as line, pytest.raises(ConnectionError):
                pour(line, ping * 500)

    asyncio.run(scene())


@pytest.mark.parametrize("frame", [b"\x00\x80", b"\x8a\x80", b"\x89\x80"], ids=["parts", "pongs", "pings"])
def test_frames_without_end_that_say_nothing_are_not_gathered(server: Running, frame: bytes) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            begun = b"\x01\x80" + bytes(4) if frame[0] == 0 else b""
            with caller(server, handshake(server, code, ana) + begun) as line, pytest.raises(ConnectionError):
                pour(line, (frame + bytes(4)) * 1000)

    asyncio.run(scene())


def handshake(server: Running, code: str, visitor: Visitor) -> bytes:
    """A socket's first words."""
    cookie = next(iter(visitor.http.cookies.jar))
    return (
        f"GET /socket/{code} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: {server.url}\r\nCookie: {cookie.name}={cookie.value}\r\n\r\n"
    ).encode()


# --- nonsense


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "code"),
    [
        ("GET", "/api/tables/{code}/at/" + "9" * 1900, {}, None, "malformed"),
        ("GET", "/api/tables/{code}/at/" + "9" * 4300, {}, None, "url"),
        ("GET", "/api/tables/{code}/at/²", {}, None, "malformed"),
        ("GET", "/api/tables/{code}/at/-1", {}, None, "not_found"),
        ("GET", "/api/tables/{code}/at/0?view=²", {}, None, "malformed"),
        ("GET", "/api/tables/{code}/at/0?view=" + "9" * 1900, {}, None, "malformed"),
        ("GET", "/api/tables/%ED%A0%80/at/0", {}, None, "not_found"),
        ("GET", "/api/tables/%00/at/0", {}, None, "not_found"),
        ("GET", "/api/word/%ED%A0%80%00", {}, None, "not_found"),
        ("GET", "/api/rules/%ED%A0%80/fr", {}, None, "not_found"),
        ("GET", "/api/text/..%2F..%2Ffr.json", {}, None, "not_found"),
        ("POST", "/api/me", {"origin": "http://["}, b"{}", "origin"),
        ("POST", "/api/me", {"origin": "http://[::1"}, b"{}", "origin"),
        ("POST", "/api/me", {"origin": "\u00b2"}, b"{}", "origin"),
        ("POST", "/api/me", {}, rb'{"name":"\ud800","language":"fr"}', "malformed"),
        ("POST", "/api/me", {}, rb'{"name":"Ana","language":"\udfff"}', "malformed"),
        ("POST", "/api/me", {}, b'{"name":"\xff","language":"fr"}', "malformed"),
        ("POST", "/api/tables", {}, rb'{"game":"\ud800","seats":[]}', "malformed"),
        ("POST", "/api/tables", {}, b"[" * 60_000, "malformed"),
        ("POST", "/api/records", {}, b"meute record 1\n\xff", "malformed"),
    ],
)
def test_nonsense_is_refused(
    server: Running, method: str, path: str, headers: dict[str, str], body: bytes | None, code: str
) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            table = await ana.new_table()
            raw_headers = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
            given = await ana.http.request(method, path.format(code=table), headers=raw_headers, content=body)
            assert (given.json()["code"], given.status_code < 500) == (code, True)

    asyncio.run(scene())


def test_a_record_with_half_a_letter_is_refused(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                await seat.until_to_act()
                await seat.ask("resign", "news", seat=0)
            record = (await ana.http.get(f"/api/tables/{code}/record")).text
            first, rest = record.split("\n", 1)
            for line in (r'box: {"title":"\ud800"}', r'box: {"\ud800":1}'):
                answer = await ana.http.post("/api/records", content=f"{first}\n{line}\n{rest}".encode())
                assert (answer.status_code, answer.json()["code"]) == (400, "input"), line

    asyncio.run(scene())


def test_frames_that_are_no_text_are_refused(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "open", start=False)
            async with ana.at(code, {}) as seat:
                for frame in (b"\xff", b'{"do":"say","text":"\xff"}', rb'{"do":"say","text":"\ud800"}'):
                    await seat.socket.send(frame, text=True)
                    assert (await seat.hear("refused"))["code"] == "malformed"
                for name in (r"\udfff", r"\ud800\ud800"):
                    await seat.socket.send(f'{{"do":"set_option","name":"{name}","value":"{name}"}}')
                    assert (await seat.hear("refused"))["code"] == "malformed"
                await seat.ask("say", "said", text="🐺")

    asyncio.run(scene())


def test_leaving_in_the_middle_disturbs_nobody(server: Running, log: Log) -> None:
    head = b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % server.port
    for sent in (
        head + b"Content-Length: 1000\r\n\r\nmeute rec",
        head + b"Transfer-Encoding: chunked\r\n\r\n9\r\nmeute rec",
        head + b"Content-Length: 1000\r\n\r\n",
        home(server) + b"\r\n",
    ):
        with caller(server, sent):
            pass
    with caller(server, head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n") as line:
        assert answer(line).startswith(b"HTTP/1.1 400")
    refused_first = home(server).replace(b"GET", b"DELETE") + b"Transfer-Encoding: chunked\r\n\r\n"
    with caller(server, refused_first) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 405")
        until(lambda: not server.server.server_state.tasks)
        line.sendall(b"no chunk\r\n")
        assert b"HTTP/1.1" not in answer(line)
    with caller(server, b"\x16\x03\x01\x02\x00") as line:
        line.sendall(b"\r\n\r\n")
        assert answer(line).startswith(b"HTTP/1.1 400")
    until(lambda: not server.server.server_state.tasks)
    assert len(log.records) <= 7


def test_leaving_before_a_socket_is_open_disturbs_nobody(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            for table in (code, secrets.token_hex(6)):
                for _ in range(20):
                    with caller(server, handshake(server, table, ana)):
                        pass
            for spoilt in (
                handshake(server, code, ana).replace(b"GET", b"POST"),
                handshake(server, code, ana).replace(b"Version: 13", b"Version: 7"),
                handshake(server, code, ana).replace(b"Key: AA", b"Key: "),
                handshake(server, code, ana).replace(b"Origin", b"X-Many: 1\r\n" * 200 + b"Origin"),
                handshake(server, code, ana).replace(b"Origin", b"X-Long: " + b"x" * 9000 + b"\r\nOrigin"),
            ):
                with caller(server, spoilt) as line:
                    assert b" 101 " not in line.recv(65536)
            await asyncio.to_thread(until, lambda: not server.app.limits.sockets.guests)

    asyncio.run(scene())


class Listener:
    """A line as a round sees it."""

    def __init__(self, heard: list["Listener"]) -> None:
        self.loop = asyncio.get_running_loop()
        self.heard = heard

    def flush(self) -> None:
        self.heard.append(self)


def test_lines_are_written_to_together_and_the_first_does_not_wait_for_all() -> None:
    async def scene() -> None:
        heard: list[Listener] = []
        lines = [Listener(heard) for _ in range(BATCH_SIZE + 2)]
        post = WriteBatch()
        for line in lines[: BATCH_SIZE - 1]:
            post.add(cast(WebSocketProtocol, line))
        post.add(cast(WebSocketProtocol, lines[0]))
        assert heard == [], "the next messages may be sent together with them"
        post.add(cast(WebSocketProtocol, lines[BATCH_SIZE - 1]))
        assert heard == lines[:BATCH_SIZE]
        for line in lines[BATCH_SIZE:]:
            post.add(cast(WebSocketProtocol, line))
        assert heard == lines[:BATCH_SIZE]
        await asyncio.sleep(0)
        assert heard == lines

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("size", "head"),
    [(0, b"\x81\x00"), (125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (300, b"\x81\x7e\x01\x2c")],
)
def test_a_text_is_framed_by_its_length(size: int, head: bytes) -> None:
    line: Any = SimpleNamespace(outgoing=[], close_sent=False, writable=Mock(), transport=Mock(), batch=Mock())
    line.transport.is_closing.return_value = False
    assert WebSocketProtocol.write_text(line, b"x" * size)
    assert b"".join(line.outgoing) == head + b"x" * size
