"""Runs the server: binds a port, prints its addresses, starts uvicorn, shuts down in order."""

import contextlib
import errno
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from threading import Timer
from typing import Any

import uvicorn
from starlette.applications import Starlette

from meute.core.errors import BadInput
from meute.core.phrase import Phrase, phrase
from meute.games import GAMES
from meute.match import Match
from meute.server.addresses import ANY_ADDRESS, LOCALHOST, is_loopback, lan_address
from meute.server.http.app import App
from meute.server.http.protocols import HttpProtocol, WebSocketProtocol, WriteBatch
from meute.server.logs import configure_logging, print_or_log
from meute.server.registry import TableRegistry
from meute.server.settings import Settings, override
from meute.server.store.data_folder import default_folder
from meute.server.store.location import without_password
from meute.text import Catalogue, best_language, catalogue

PORT = 8484
LAST_PORT = 65535
PORT_TRIES = 20
GC_THRESHOLDS = (10_000, 100, 50)
SHUTDOWN_TIMEOUT = 3
"""Seconds that open connections get to close."""
OPEN_FILES = 65_536
"""Wanted limit of open files and connections."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: str | Path | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
    words: Catalogue | None = None,
) -> None:
    """Serves until interrupted. Without a port, uses the first free one from PORT on."""
    if port is not None and not 0 <= port <= LAST_PORT:
        raise BadInput("error.option_number", "--port", value=port, low=0, high=LAST_PORT)
    check_host(host)
    words = words or catalogue(terminal_language())
    folder = Path(data) if data is not None else default_folder()
    settings = settings or Settings()
    lan = host in ANY_ADDRESS
    settings = override(settings, lan=lan, http={"hosts": (*settings.http.hosts, *(() if lan else (host,)))})
    configure_logging(settings.cluster.logs, settings.cluster.node)
    serve_at(host, port, folder, settings, words, open_browser)
    print_or_log(settings.cluster.logs, words.render(phrase("server.stopped")))


def serve_at(
    host: str, port: int | None, folder: Path, settings: Settings, words: Catalogue, open_browser: bool
) -> None:
    """Binds the socket, prints the addresses and serves."""
    lan = settings.lan
    with listen_on_free_port(host) if port is None else listen(host, port) as sock:
        actual = sock.getsockname()[1]
        app = App(folder, settings)
        lines = [
            *port_moved_lines(port, actual),
            phrase("server.ready", url=page_url(LOCALHOST if lan else host, actual)),
            *other_address_lines(settings, host, actual),
            phrase("server.data", folder=without_password(settings.store.url) if settings.store.url else str(folder)),
        ]
        page = page_url(LOCALHOST if lan else host, actual) if open_browser else ""
        run(app, sock, [words.render(line) for line in lines], page)


def run(app: App, sock: socket.socket, lines: list[str], page: str) -> None:
    """Serves at a bound socket until interrupted. Once ready, prints the lines and opens the page (if not empty)."""
    starlette = app.starlette()
    server = Server(app.registry, uvicorn_config(starlette, app.settings))
    warm_up_games()
    tune_garbage_collector()
    raise_file_limit()
    announce(starlette, lines, page, app.settings.cluster.logs)
    # After the shutdown, uvicorn raises the signal that ended it once more.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[sock])


class Server(uvicorn.Server):
    """uvicorn server that releases its tables to other nodes before it closes connections."""

    def __init__(self, registry: TableRegistry, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.registry = registry

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.registry.drain()
        await super().shutdown(sockets)


def warm_up_games() -> None:
    """Creates each game once, so that no player waits while its component data (`box.toml`) is read."""
    for game in GAMES:
        Match(game)


def tune_garbage_collector() -> None:
    """Exempts all loaded objects from garbage collection, and collects rarely: messages make no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def raise_file_limit() -> None:
    """Raises the limit of open files as far as the system allows; Windows has none."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def uvicorn_config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """uvicorn's configuration, with our protocols."""
    http: Any = partial(HttpProtocol, settings, {})
    ws: Any = partial(WebSocketProtocol, settings, WriteBatch())
    return uvicorn.Config(
        app,
        ws=ws,
        ws_per_message_deflate=False,
        ws_max_size=settings.http.frame_bytes,
        http=http,
        h11_max_incomplete_event_size=settings.http.head_bytes + settings.http.url_bytes,
        loop="auto",
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.http.proxies),
        forwarded_allow_ips=list(settings.http.proxies),
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


def port_moved_lines(given: int | None, port: int) -> list[Phrase]:
    """The message that PORT was taken and another port is used; none if a port was given."""
    return [phrase("server.port_moved", usual=PORT, port=port)] if given is None and port != PORT else []


def other_address_lines(settings: Settings, host: str, port: int) -> list[Phrase]:
    """The line that says how other players reach this server, or what to change so that they can."""
    if settings.http.public_url:
        return [phrase("server.others", url=settings.http.public_url)]
    if settings.lan:
        found = lan_address()
        return [phrase("server.others", url=page_url(found, port)) if found else phrase("server.no_network")]
    return [phrase("server.alone")] if is_loopback(host) else []


def announce(app: Starlette, lines: list[str], url: str, logs: str) -> None:
    """Prints the lines once the server is ready, and opens the browser if a URL is given."""
    inner = app.router.lifespan_context

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with inner(app):
            for line in lines:
                print_or_log(logs, line)
            if url:
                Timer(0.3, webbrowser.open, (url,)).start()
            yield

    app.router.lifespan_context = lifespan


def check_host(host: str) -> None:
    """Refuses a host name that does not resolve, or an address of another machine."""
    try:
        with socket.socket(family_of(host), socket.SOCK_STREAM) as sock:
            sock.bind((host, 0))
    except (OSError, TypeError) as error:  # TypeError: not a host name at all
        raise BadInput("error.host", host, details=getattr(error, "strerror", "") or error) from None


def family_of(host: str) -> socket.AddressFamily:
    """The socket family of an address: IPv6 if it contains a colon, else IPv4."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on this port; 0: on any free one."""
    # With the protocol named, asyncio sends small packets at once (TCP_NODELAY): else each answer waits 40 ms.
    sock = socket.socket(family_of(host), socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(2048)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise BadInput("error.port_taken", "--port", port=port) from None
        raise BadInput("error.port", "--port", port=port, details=error.strerror or error) from None
    return sock


def listen_on_free_port(host: str) -> socket.socket:
    """A listening socket on the first free port from PORT on."""
    for port in range(PORT, PORT + PORT_TRIES):
        with contextlib.suppress(BadInput):
            return listen(host, port)
    raise BadInput("error.no_port", "--port", first=PORT, last=PORT + PORT_TRIES - 1)


def page_url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def terminal_language() -> str:
    """The language of the terminal's locale."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return best_language([locale])
