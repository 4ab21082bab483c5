"""Private HTTP server (`--private`): health, readiness, metrics, and requests from other nodes. Keep it off the
internet."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable, Iterator
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from meute.core.errors import BadInput
from meute.server.addresses import read_private
from meute.server.cluster.node_proxy import TicketMiddleware
from meute.server.http.error_handler import ErrorHandlerMiddleware
from meute.server.metrics import Collector

if TYPE_CHECKING:
    from meute.server.http.app import App

SHUTDOWN_TIMEOUT = 1


def bind(place: str, shared: bool) -> socket.socket:
    """Listening socket at the address of `--private`; `shared`: other nodes must be able to reach it."""
    host, port = read_private(place, shared)
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0][4]
        return socket.create_server(found[:2], family=family)
    except (OSError, UnicodeError) as error:
        details = getattr(error, "strerror", "") or error
        raise BadInput("error.private", "--private", text=place, details=details) from None


def address_of(sock: socket.socket) -> str:
    """Host and port of a bound socket."""
    host, port = sock.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class EmbeddedServer(uvicorn.Server):
    """uvicorn server without signal handlers, since the public server handles the signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class AdminApp:
    """Serves the private address while the registry is open."""

    def __init__(self, app: "App", sock: socket.socket) -> None:
        self.app = app
        self.socket = sock
        config = uvicorn.Config(
            private_app(app),
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            http="h11",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        )
        self.server = EmbeddedServer(config)
        self.serving: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.serving = asyncio.create_task(self.server.serve([self.socket]))

    async def close(self) -> None:
        self.server.should_exit = True
        if self.serving is not None:
            await self.serving


class HealthRoutes:
    """Health, readiness and metrics."""

    def __init__(self, app: "App") -> None:
        self.app = app

    def endpoints(self) -> dict[str, Callable[[Request], Awaitable[Response]]]:
        return {"/healthz": self.healthz, "/readyz": self.readyz, "/metrics": self.metrics}

    async def healthz(self, _: Request) -> Response:
        """Liveness: the event loop runs."""
        return PlainTextResponse("ok\n")

    async def readyz(self, _: Request) -> Response:
        """Readiness: 503 and the reason if this node should get no requests."""
        why = await self.app.registry.check_ready()
        return PlainTextResponse(f"not ready: {why}\n", 503) if why else PlainTextResponse("ready\n")

    async def metrics(self, _: Request) -> Response:
        """Prometheus metrics."""
        try:
            from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
        except ModuleNotFoundError:
            return PlainTextResponse('pip install ".[club]" in a clone of Meute\n', 501)
        collectors = CollectorRegistry()
        collectors.register(Collector(self.app.registry))
        ProcessCollector(registry=collectors)
        return Response(generate_latest(collectors), media_type=CONTENT_TYPE_LATEST)


def private_app(app: "App") -> Starlette:
    """The ASGI application: health, metrics, and the public routes for requests with a ticket of another node."""
    registry, paths = app.registry, HealthRoutes(app).endpoints()
    return Starlette(
        routes=[*(Route(path, endpoint) for path, endpoint in paths.items()), *app.routes()],
        middleware=[
            Middleware(TicketMiddleware, secret=registry.secret, node=registry.store.node, exempt=paths),
            Middleware(ErrorHandlerMiddleware),
        ],
        exception_handlers=app.exception_handlers(),
    )
