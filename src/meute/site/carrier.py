"""Carries requests and sockets to the application without a network: the same ASGI, the same messages."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Scope

from meute.server.guard import COOKIE, NOBODY_KEEPS
from meute.server.reach import HERE

CLOSED = 1005
"""The code of a socket that was closed without one."""

Tell = Callable[[int, str], None]
HangUp = Callable[[int, int], None]


class Answer:
    """What came of a request."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""

    async def take(self, message: Message) -> None:
        """A part of it."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message.get("body", b"")

    def is_for_all(self) -> bool:
        """Whether it is the same for every visitor."""
        return self.headers.get("cache-control") != NOBODY_KEEPS


class Carrier:
    """One visitor, who has the house to himself."""

    def __init__(self, app: ASGIApp, mark: str, token: str, tell: Tell, hang_up: HangUp) -> None:
        self.app = app
        self.cookie = f"{COOKIE.format(mark=mark)}={token}"
        self.tell = tell
        self.hang_up = hang_up
        self.inboxes: dict[int, asyncio.Queue[Message]] = {}

    async def ask(self, method: str, address: str, body: bytes = b"", language: str = "") -> Answer:
        """What the house answers to a request."""
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        answer = Answer()

        async def receive() -> Message:
            return given.pop() if given else {"type": "http.disconnect"}

        await self.app(self.scope("http", address, language, method=method), receive, answer.take)
        return answer

    def scope(self, kind: str, address: str, language: str, **more: Any) -> Scope:
        """What a request is about, as if it came from the machine itself."""
        path, _, query = address.partition("?")
        told = {"host": HERE, "origin": f"http://{HERE}", "cookie": self.cookie, "accept-language": language}
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in told.items()],
            "client": (HERE, 0),
            "server": (HERE, 80),
            "state": {},
            **more,
        }

    # --- sockets

    async def connect(self, line: int, address: str, language: str = "") -> None:
        """A socket, from its opening to its end; the visitor has given it a number."""
        inbox = self.inboxes[line] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    self.tell(line, "")
                case "websocket.send":
                    self.tell(line, message["text"])
                case "websocket.close":
                    self.end(line, message.get("code", CLOSED))

        try:
            await self.app(self.scope("websocket", address, language, subprotocols=[]), inbox.get, send)
        finally:
            self.end(line, CLOSED)

    def hear(self, line: int, text: str) -> None:
        """The visitor says something on a socket."""
        if line in self.inboxes:
            self.inboxes[line].put_nowait({"type": "websocket.receive", "text": text})

    def leave(self, line: int) -> None:
        """The visitor has gone from a socket."""
        inbox = self.inboxes.pop(line, None)
        if inbox is not None:
            inbox.put_nowait({"type": "websocket.disconnect", "code": CLOSED})

    def end(self, line: int, code: int) -> None:
        """A socket is closed from this side."""
        if self.inboxes.pop(line, None) is not None:
            self.hang_up(line, code)
