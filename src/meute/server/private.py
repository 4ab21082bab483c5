"""The private door: for the other nodes, and for those who look after this one. Strangers must not reach it."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from meute.core.errors import BadInput
from meute.server.counts import Collector
from meute.server.pipe import Ticketed
from meute.server.reach import read_place

if TYPE_CHECKING:
    from meute.server.app import App

FAREWELL = 1


def bound(place: str, shared: bool) -> socket.socket:
    """A socket at an address of ours, as --private names it; shared: for the other nodes."""
    host, port = read_place(place, shared)
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0][4]
        return socket.create_server(found[:2], family=family)
    except (OSError, UnicodeError) as error:
        details = getattr(error, "strerror", "") or error
        raise BadInput("error.private", "--private", text=place, details=details) from None


def place_of(door: socket.socket) -> str:
    """Where the others find it."""
    host, port = door.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Quiet(uvicorn.Server):
    """A server beside another one, which alone hears the system's signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Private:
    """Answers over a door of its own, as long as the house is open."""

    def __init__(self, app: "App", door: socket.socket) -> None:
        self.app = app
        self.door = door
        config = uvicorn.Config(
            self.starlette(),
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            http="h11",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=FAREWELL,
        )
        self.server = Quiet(config)
        self.serving: asyncio.Task[None] | None = None

    def starlette(self) -> Starlette:
        """Every way in."""
        own = {"/healthz": self.healthy, "/readyz": self.ready, "/metrics": self.metrics}
        return Starlette(
            routes=[*(Route(path, one) for path, one in own.items()), *self.app.routes()],
            middleware=[Middleware(Ticketed, secret=self.app.house.secret, besides=own)],
            exception_handlers=self.app.handlers(),
        )

    def open(self) -> None:
        self.serving = asyncio.create_task(self.server.serve([self.door]))

    async def close(self) -> None:
        self.server.should_exit = True
        if self.serving is not None:
            await self.serving

    async def healthy(self, _: Request) -> Response:
        """The loop goes round."""
        return PlainTextResponse("ok\n")

    async def ready(self, _: Request) -> Response:
        """Whether visitors should come here."""
        ready = self.app.house.is_ready()
        return PlainTextResponse("ready\n" if ready else "not ready\n", 200 if ready else 503)

    async def metrics(self, _: Request) -> Response:
        """For Prometheus."""
        try:
            from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, ProcessCollector, generate_latest
        except ModuleNotFoundError:
            return PlainTextResponse("pip install meute[club]\n", 501)
        registry = CollectorRegistry()
        registry.register(Collector(self.app.house))
        ProcessCollector(registry=registry)
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
