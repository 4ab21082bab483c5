"""ASGI bridge: sends HTTP requests and WebSocket messages to the application without a network."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Scope

from meute.server.addresses import LOCALHOST
from meute.server.http.middleware import COOKIE

CLOSED = 1005
"""Close code of a socket that was closed without one."""

SendText = Callable[[int, str], None]
HangUp = Callable[[int, int], None]


class Answer:
    """An HTTP response."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""

    async def take(self, message: Message) -> None:
        """ASGI send callable: collect one message."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message.get("body", b"")


class AsgiBridge:
    """Calls the ASGI application for the single visitor."""

    def __init__(self, app: ASGIApp, mark: str, token: str, send_text: SendText, hang_up: HangUp) -> None:
        self.app = app
        self.cookie = f"{COOKIE.format(mark=mark)}={token}"
        self.send_text = send_text
        self.hang_up = hang_up
        self.inboxes: dict[int, asyncio.Queue[Message]] = {}

    async def ask(self, method: str, address: str, body: bytes = b"", language: str = "") -> Answer:
        """Send a request and return the response."""
        given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        answer = Answer()

        async def receive() -> Message:
            return given.pop() if given else {"type": "http.disconnect"}

        await self.app(self.scope("http", address, language, method=method), receive, answer.take)
        return answer

    def scope(self, kind: str, address: str, language: str, **more: Any) -> Scope:
        """ASGI scope of a request, as if it came from localhost."""
        path, _, query = address.partition("?")
        headers = {
            "host": LOCALHOST,
            "origin": f"http://{LOCALHOST}",
            "cookie": self.cookie,
            "accept-language": language,
        }
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (LOCALHOST, 0),
            "server": (LOCALHOST, 80),
            "state": {},
            **more,
        }

    # --- sockets

    async def connect(self, line: int, address: str, language: str = "") -> None:
        """Run a WebSocket from connect to close; `line` is the number the visitor gave it."""
        inbox = self.inboxes[line] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    self.send_text(line, "")
                case "websocket.send":
                    self.send_text(line, message["text"])
                case "websocket.close":
                    self.end(line, message.get("code", CLOSED))

        try:
            await self.app(self.scope("websocket", address, language, subprotocols=[]), inbox.get, send)
        finally:
            self.end(line, CLOSED)

    def hear(self, line: int, text: str) -> None:
        """Pass a WebSocket message of the visitor to the application."""
        if line in self.inboxes:
            self.inboxes[line].put_nowait({"type": "websocket.receive", "text": text})

    def leave(self, line: int) -> None:
        """Notify the application that the visitor has closed a socket."""
        inbox = self.inboxes.pop(line, None)
        if inbox is not None:
            inbox.put_nowait({"type": "websocket.disconnect", "code": CLOSED})

    def end(self, line: int, code: int) -> None:
        """Close a socket on behalf of the application, unless it is closed already."""
        inbox = self.inboxes.pop(line, None)
        if inbox is not None:
            inbox.put_nowait({"type": "websocket.disconnect", "code": code})  # ends what the application still reads
            self.hang_up(line, code)
