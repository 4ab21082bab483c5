"""From node to node: whoever comes to a table that another node has is led there by a pipe, and notices nothing."""

import asyncio
import base64
import contextlib
import hmac
import http.client
import time
from collections.abc import Container

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from meute.server.counts import COUNTS
from meute.server.guard import refuse
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.socket import GONE
from meute.server.store import Elsewhere
from meute.server.watcher import GOING_AWAY

HEADER = "x-meute-ticket"
VALID = 60.0
"""Seconds for which a ticket holds; the nodes' clocks may differ by half of it."""
PATIENCE = 1.0
"""Seconds for a node to let a pipe in."""
LONGEST = 10.0
"""Seconds for a node to answer a request."""
PASSED_ON = ("cache-control", "content-disposition", "content-type")
UNSAID = (1005, 1006, 1015)
"""Close codes that stand for none, and must not be sent."""


class Ticket(msgspec.Struct):
    """Who comes from another node, by which way, and until when that holds: one node's word to another."""

    path: str
    device: str
    known: bool
    address: str
    until: float


def write_ticket(secret: Secret, request: HTTPConnection) -> str:
    """A ticket for a visitor who is here now, signed with the secret that all nodes share."""
    address = request.client.host if request.client else ""
    state, until = request.state, time.time() + VALID
    ticket = Ticket(request.scope["path"], state.device, state.known, address, until)
    body = base64.urlsafe_b64encode(msgspec.msgpack.encode(ticket)).decode()
    return f"{body}.{secret.hash('pipe', body)}"


def read_ticket(secret: Secret, text: str, path: str) -> Ticket | None:
    """A ticket for this way that one of our nodes has written a moment ago, and nobody else."""
    body, _, signed = text.partition(".")
    if not hmac.compare_digest(signed.encode(), secret.hash("pipe", body).encode()):
        return None
    ticket = msgspec.msgpack.decode(base64.urlsafe_b64decode(body), type=Ticket)
    return ticket if ticket.path == path and 0 < ticket.until - time.time() < 2 * VALID else None


class Ticketed:
    """Stands where strangers meet the guard: who comes here is who a node says he is, and nobody comes twice."""

    def __init__(self, app: ASGIApp, secret: Secret, besides: Container[str]) -> None:
        self.app = app
        self.secret = secret
        self.besides = besides

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope["path"] not in self.besides:
            ticket = read_ticket(self.secret, Headers(scope=scope).get(HEADER, ""), scope["path"])
            if ticket is None:
                COUNTS.events["pipe forged"] += 1
                await refuse(scope, send, "origin")
                return
            scope.setdefault("state", {}).update(device=ticket.device, known=ticket.known, piped=True)
            scope["client"] = (ticket.address, 0)
        await self.app(scope, receive, send)


class Unreachable(Exception):
    """The node that has a table does not answer."""


class Pipe:
    """One visitor's way to another node: texts go through as they are."""

    def __init__(self, socket: WebSocket, secret: Secret, where: Elsewhere) -> None:
        self.socket = socket
        self.secret = secret
        self.where = where

        self.cut = asyncio.Event()
        """Set when the other node is gone without a word."""

    async def run(self, pipes: dict[str, set["Pipe"]]) -> None:
        """Until either side hangs up, or the node behind it is gone."""
        try:
            line = await connect(
                f"ws://{self.where.address}{self.socket.scope['raw_path'].decode()}",
                additional_headers={HEADER: write_ticket(self.secret, self.socket)},
                user_agent_header=None,
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
                close_timeout=PATIENCE,
                proxy=None,
            )
        except (OSError, TimeoutError, WebSocketException) as error:
            COUNTS.events["pipe failed"] += 1
            raise Unreachable(str(error)) from None
        COUNTS.events["pipe opened"] += 1
        beside = pipes.setdefault(self.where.node, set())
        beside.add(self)
        ways = [asyncio.create_task(way) for way in (self.go(line), self.come(line), self.cut.wait())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            beside.discard(self)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            if self.cut.is_set():
                line.transport.abort()
                await self.hang_up(GOING_AWAY)
            else:
                await line.close()

    async def go(self, line: ClientConnection) -> None:
        """What the visitor says."""
        with contextlib.suppress(ConnectionClosed, *GONE):
            while True:
                frame = await self.socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                said = frame.get("text") or frame.get("bytes") or b""
                await line.send(said if isinstance(said, str) else said.decode(errors="replace"))

    async def come(self, line: ClientConnection) -> None:
        """What the visitor is told, and at last with which code."""
        try:
            async for told in line:
                await self.socket.send_text(told if isinstance(told, str) else told.decode())
        except (ConnectionClosed, *GONE):
            pass
        code = line.close_code or GOING_AWAY
        await self.hang_up(GOING_AWAY if code in UNSAID else code)

    async def hang_up(self, code: int) -> None:
        """The visitor comes again."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(*GONE):
                await self.socket.close(code)


async def forward(request: Request, secret: Secret, where: Elsewhere, body: bytes) -> Response:
    """What the node answers that has the table."""
    query = request.scope["query_string"].decode()
    target = request.scope["raw_path"].decode() + (f"?{query}" if query else "")
    headers = {name: request.headers[name] for name in ("accept-language", "user-agent") if name in request.headers}
    headers[HEADER] = write_ticket(secret, request)

    def ask() -> Response:
        line = http.client.HTTPConnection(where.address, timeout=LONGEST)
        try:
            line.request(request.method, target, body, headers)
            answer = line.getresponse()
            kept = {name: value for name, value in answer.getheaders() if name.lower() in PASSED_ON}
            return Response(answer.read(), answer.status, kept)
        finally:
            line.close()

    try:
        return await asyncio.to_thread(ask)
    except (OSError, http.client.HTTPException):
        raise Refusal("store") from None
