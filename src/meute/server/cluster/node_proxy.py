"""Proxies WebSockets and HTTP requests to the node that holds the table's lease, with signed one-time tickets."""

import asyncio
import base64
import contextlib
import hmac
import http.client
from collections.abc import Awaitable, Callable, Container
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from meute.server.http.middleware import send_refusal
from meute.server.metrics import METRICS
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.store.interface import OwnerNode
from meute.server.system import random_hex, wall_time
from meute.server.table.connection import GOING_AWAY
from meute.server.table.websocket import DISCONNECTED
from meute.server.thread_pool import Busy

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

HEADER = "x-meute-ticket"
TICKET_TIME = 60.0
"""Seconds for which a ticket is valid; also the largest clock difference between two nodes."""
CONNECT_TIMEOUT = 1.0
"""Seconds for a node to accept a WebSocket."""
REQUEST_TIMEOUT = 10.0
"""Seconds for a node to answer a request."""
FORWARDED_HEADERS = ("cache-control", "content-disposition", "content-type")
RESERVED_CODES = (1005, 1006, 1015)
"""Close codes that are only reported locally and must not be sent (RFC 6455): no code, abnormal close, TLS failure."""


class Ticket(msgspec.Struct):
    """Identity of a proxied client, signed by the node that the client is connected to."""

    path: str
    device: str
    known: bool
    by_token: bool
    address: str
    until: float
    node: str = ""
    """The only node that accepts the ticket."""
    number: str = ""


def write_ticket(secret: Secret, request: HTTPConnection, node: str) -> str:
    """A signed ticket for the client of this request to a node."""
    address = request.client.host if request.client else ""
    state, until = request.state, wall_time() + TICKET_TIME
    path, number = request.scope["path"], random_hex(8)
    ticket = Ticket(path, state.device, state.known, state.by_token, address, until, node, number)
    body = base64.urlsafe_b64encode(msgspec.msgpack.encode(ticket)).decode()
    return f"{body}.{secret.hash('pipe', body)}"


def read_ticket(secret: Secret, text: str, path: str) -> Ticket | None:
    """Decodes a ticket for this path; None if it is forged, expired or for another path."""
    body, _, signed = text.partition(".")
    if not hmac.compare_digest(signed.encode(), secret.hash("pipe", body).encode()):
        return None
    ticket = msgspec.msgpack.decode(base64.urlsafe_b64decode(body), type=Ticket)
    return ticket if ticket.path == path and 0 < ticket.until - wall_time() < 2 * TICKET_TIME else None


class TicketMiddleware:
    """Replaces SecurityMiddleware for requests from other nodes: each request needs an unused ticket."""

    def __init__(self, app: ASGIApp, secret: Secret, node: str, exempt: Container[str]) -> None:
        self.app = app
        self.secret = secret
        self.node = node
        self.exempt = exempt
        self.used: dict[str, float] = {}
        """Expiry time of each used ticket, by its number. A restart loses them, but also changes the node's name."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope["path"] not in self.exempt:
            ticket = read_ticket(self.secret, Headers(scope=scope).get(HEADER, ""), scope["path"])
            if ticket is None or not self.is_first_use(ticket):
                METRICS.events["pipe forged"] += 1
                await send_refusal(scope, send, "origin")
                return
            scope.setdefault("state", {}).update(
                device=ticket.device, known=ticket.known, by_token=ticket.by_token, proxied=True
            )
            scope["client"] = (ticket.address, 0)
        await self.app(scope, receive, send)

    def is_first_use(self, ticket: Ticket) -> bool:
        """Whether a ticket is for this node and was not used before."""
        if ticket.node != self.node or ticket.number in self.used:
            return False
        now = wall_time()
        while self.used and next(iter(self.used.values())) < now:
            del self.used[next(iter(self.used))]
        self.used[ticket.number] = now + 2 * TICKET_TIME
        return True


Dial = Callable[[str, str, str], Awaitable[ClientConnection]]
"""Opens a WebSocket to a node: (address, path, ticket)."""


async def dial_websocket(address: str, path: str, ticket: str) -> ClientConnection:
    return await connect(
        f"ws://{address}{path}",
        additional_headers={HEADER: ticket},
        user_agent_header=None,
        compression=None,
        max_size=None,
        open_timeout=CONNECT_TIMEOUT,
        close_timeout=CONNECT_TIMEOUT,
        proxy=None,
    )


class Unreachable(Exception):
    """The node that holds the table does not answer."""


class NodeProxy:
    """Proxies one WebSocket to another node; messages pass unchanged."""

    def __init__(self, socket: WebSocket, secret: Secret, where: OwnerNode, dial: Dial | None = None) -> None:
        self.socket = socket
        self.secret = secret
        self.where = where
        self.dial = dial or dial_websocket
        self.node_gone = asyncio.Event()
        """Set when the other node disappears without closing the connection."""

    async def run(self, proxies: dict[str, set["NodeProxy"]]) -> None:
        """Proxies until either side closes, or the other node is gone."""
        try:
            ticket = write_ticket(self.secret, self.socket, self.where.node)
            connection = await self.dial(self.where.address, self.socket.scope["raw_path"].decode(), ticket)
        except (OSError, TimeoutError, WebSocketException) as error:
            METRICS.events["pipe failed"] += 1
            raise Unreachable(str(error)) from None
        METRICS.events["pipe opened"] += 1
        siblings = proxies.setdefault(self.where.node, set())
        siblings.add(self)
        tasks = [
            asyncio.create_task(work)
            for work in (self.forward_up(connection), self.forward_down(connection), self.node_gone.wait())
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            siblings.discard(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.node_gone.is_set():
                connection.transport.abort()
                await self.close_client(GOING_AWAY)
            else:
                await connection.close()

    async def forward_up(self, connection: ClientConnection) -> None:
        """Forwards the client's messages to the node."""
        with contextlib.suppress(ConnectionClosed, *DISCONNECTED):
            while True:
                frame = await self.socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                text = frame.get("text") or frame.get("bytes") or b""
                await connection.send(text if isinstance(text, str) else text.decode(errors="replace"))

    async def forward_down(self, connection: ClientConnection) -> None:
        """Forwards the node's messages and its close code to the client."""
        try:
            async for text in connection:
                await self.socket.send_text(text if isinstance(text, str) else text.decode())
        except (ConnectionClosed, *DISCONNECTED):
            pass
        code = connection.close_code or GOING_AWAY
        await self.close_client(GOING_AWAY if code in RESERVED_CODES else code)

    async def close_client(self, code: int) -> None:
        """Closes the client's WebSocket; the client reconnects."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(*DISCONNECTED):
                await self.socket.close(code)


class Answer(NamedTuple):
    """What a node answers to a forwarded request."""

    body: bytes
    status: int
    headers: dict[str, str]


def ask_node(address: str, method: str, target: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Sends a request to another node; runs in a thread."""
    connection = http.client.HTTPConnection(address, timeout=REQUEST_TIMEOUT)
    try:
        connection.request(method, target, body, headers)
        response = connection.getresponse()
        return Answer(response.read(), response.status, dict(response.getheaders()))
    finally:
        connection.close()


async def forward(request: Request, registry: "TableRegistry", where: OwnerNode, body: bytes) -> Response:
    """Forwards an HTTP request to the node that holds the table; returns its response."""
    query = request.scope["query_string"].decode()
    target = request.scope["raw_path"].decode() + (f"?{query}" if query else "")
    headers = {name: request.headers[name] for name in ("accept-language", "user-agent") if name in request.headers}
    headers[HEADER] = write_ticket(registry.secret, request, where.node)
    try:
        answer = await registry.forwarding.run(ask_node, where.address, request.method, target, body, headers)
    except Busy:
        raise Refusal("full") from None
    except (OSError, http.client.HTTPException):
        raise Refusal("store") from None
    kept_headers = {name: value for name, value in answer.headers.items() if name.lower() in FORWARDED_HEADERS}
    return Response(answer.body, answer.status, kept_headers)
