"""A network in memory: requests and WebSockets to the ASGI applications of simulated nodes."""

import asyncio
import contextvars
import random
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

from starlette.types import ASGIApp, Message, Scope

from meute.server.cluster.node_proxy import Answer
from simulation.virtual_time import Process, VirtualLoop

ABNORMAL = 1006
"""Close code of a connection that broke."""
PING_TIMEOUT = 40.0
"""Seconds after which a server notices that the other side of a connection is silent."""
HOST = "meute.test"
TICK = 1e-6
"""Seconds between two messages of a connection at least, so that their order is kept."""
OUTSIDE = contextvars.Context()
"""The context of deliveries: they belong to no process."""


class Lost(Exception):
    """The connection is closed or broken."""

    def __init__(self, code: int = ABNORMAL) -> None:
        super().__init__(code)
        self.code = code


class Address:
    """A place in the network: a node, with the application that answers there."""

    def __init__(self, name: str, process: Process, app: ASGIApp) -> None:
        self.name = name
        self.process = process
        self.app = app
        self.sockets: set[Socket] = set()


class Network:
    """Delivers messages after random delays, in order within a connection; connections can break."""

    def __init__(self, loop: VirtualLoop, luck: random.Random) -> None:
        self.loop = loop
        self.luck = luck
        self.addresses: dict[str, Address] = {}
        self.numbers = count(1)
        self.delay = (0.001, 0.03)
        """Range of the delay of a message in seconds."""
        self.blocked: set[tuple[str, str]] = set()
        """Pairs of names between which no connection can be opened; "people" stands for all of them."""

    def latency(self) -> float:
        return self.luck.uniform(*self.delay)

    def address(self, name: str, source: str) -> Address:
        """The address of a node; raises Lost if it cannot be reached."""
        found = self.addresses.get(name)
        if found is None or not found.process.is_alive or (source, name) in self.blocked:
            raise Lost
        return found

    def scope(self, kind: str, path: str, headers: dict[str, str], **more: Any) -> Scope:
        path, _, query = path.partition("?")
        all_headers = {"host": HOST, "origin": f"http://{HOST}", **headers}
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in all_headers.items()],
            "client": ("10.0.0.1", 0),
            "server": (HOST, 80),
            "state": {},
            **more,
        }

    async def request(
        self, name: str, method: str, path: str, body: bytes, headers: dict[str, str], source: str = "people"
    ) -> Answer:
        """The answer to an HTTP request; raises Lost if none arrives."""
        await asyncio.sleep(self.latency())
        address = self.address(name, source)
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        status, sent_headers, parts = 0, dict[str, str](), list[bytes]()
        is_complete = self.loop.create_future()

        async def receive() -> Message:
            if given:
                return given.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                sent_headers.update((name.decode(), value.decode()) for name, value in message["headers"])
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body") and not is_complete.done():
                    is_complete.set_result(None)

        scope = self.scope("http", path, headers, method=method)

        async def answer() -> None:
            await address.app(scope, receive, send)

        self.loop.spawn(address.process, answer())
        try:
            async with asyncio.timeout(10):
                await is_complete
        except TimeoutError:
            raise Lost from None
        await asyncio.sleep(self.latency())
        if (source, name) in self.blocked:
            raise Lost
        return Answer(b"".join(parts), status, sent_headers)

    async def connect(self, name: str, path: str, headers: dict[str, str], source: str = "people") -> "Socket":
        """An open WebSocket to a node; raises Lost if it is not accepted."""
        await asyncio.sleep(self.latency())
        address = self.address(name, source)
        socket = Socket(self, address, source)
        scope = self.scope("websocket", path, headers, subprotocols=[])
        address.sockets.add(socket)
        self.loop.spawn(address.process, socket.serve(scope))
        try:
            async with asyncio.timeout(5):
                await socket.accepted.wait()
        except TimeoutError:
            socket.cut()
            raise Lost from None
        if socket.is_closed:
            raise Lost(socket.close_code)
        return socket

    def sockets(self) -> list["Socket"]:
        """All open sockets, oldest first."""
        found = [socket for address in self.addresses.values() for socket in address.sockets]
        return sorted(found, key=lambda socket: socket.number)

    def break_sockets(self, name: str) -> None:
        """Resets all connections of a node, as the system does when its process dies."""
        for socket in self.sockets():
            if name in (socket.address.name, socket.source):
                socket.cut()


class Socket:
    """A WebSocket from a client to a node: two queues whose messages arrive later."""

    def __init__(self, network: Network, address: Address, source: str) -> None:
        self.number = next(network.numbers)
        self.network = network
        self.address = address
        self.source = source
        self.accepted = asyncio.Event()
        self.is_closed = False
        self.close_code = ABNORMAL
        self.to_server: asyncio.Queue[Message] = asyncio.Queue()
        self.to_client: deque[str] = deque()
        self.has_news = asyncio.Event()
        self.due_up = self.due_down = 0.0
        """Arrival times of the last message in each direction: later messages arrive later."""
        self.is_deaf_up = self.is_deaf_down = False
        """Whether packets to the server, or to the client, are lost on the way: a half-open connection."""

    # --- the server's side

    async def serve(self, scope: Scope) -> None:
        self.to_server.put_nowait({"type": "websocket.connect"})
        try:
            await self.address.app(scope, self.to_server.get, self.receive_from_server)
        finally:
            self.close_from_server(ABNORMAL)

    async def receive_from_server(self, message: Message) -> None:
        match message["type"]:
            case "websocket.accept":
                self.down(self.accepted.set)
            case "websocket.send":
                text = message["text"]
                self.down(lambda: self.arrive(text))
            case "websocket.close":
                self.close_from_server(message.get("code", 1000))

    def close_from_server(self, code: int) -> None:
        self.address.sockets.discard(self)
        self.down(lambda: self.end(code))
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": code})

    def down(self, arrive: Callable[[], None]) -> None:
        """Delivers something to the client, after what was sent before."""
        self.due_down = max(self.due_down + TICK, self.network.loop.time() + self.network.latency())
        self.network.loop.call_at(self.due_down, self.deliver, arrive, context=OUTSIDE)

    def deliver(self, arrive: Callable[[], None]) -> None:
        if not self.is_closed and not self.is_deaf_down:
            arrive()

    def arrive(self, text: str) -> None:
        self.to_client.append(text)
        self.has_news.set()

    def end(self, code: int) -> None:
        self.is_closed, self.close_code = True, code
        self.accepted.set()
        self.has_news.set()

    # --- the client's side

    async def send(self, text: str) -> None:
        if self.is_closed:
            raise Lost(self.close_code)
        self.due_up = max(self.due_up + TICK, self.network.loop.time() + self.network.latency())
        self.network.loop.call_at(self.due_up, self.deliver_up, text, context=OUTSIDE)

    def deliver_up(self, text: str) -> None:
        if not self.is_closed and not self.is_deaf_up:
            self.to_server.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> str:
        """The next message; raises Lost once the connection is closed."""
        while not self.to_client:
            if self.is_closed:
                raise Lost(self.close_code)
            self.has_news.clear()
            await self.has_news.wait()
        return self.to_client.popleft()

    async def close(self) -> None:
        """Closes from the client's side."""
        self.cut()

    def cut(self) -> None:
        """Breaks the connection; both sides notice at once."""
        if not self.is_closed:
            self.end(ABNORMAL)
        self.address.sockets.discard(self)
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": ABNORMAL})

    def go_deaf(self, to_server: bool) -> None:
        """Packets in one direction are lost from now on: both sides notice after a ping timeout."""
        self.is_deaf_up, self.is_deaf_down = self.is_deaf_up or to_server, self.is_deaf_down or not to_server
        loop = self.network.loop
        loop.call_at(loop.time() + PING_TIMEOUT, self.cut, context=OUTSIDE)

    def vanish(self) -> None:
        """The client is gone without a word: the server notices after a ping timeout."""
        self.end(ABNORMAL)
        loop = self.network.loop
        loop.call_at(loop.time() + PING_TIMEOUT, self.cut, context=OUTSIDE)
