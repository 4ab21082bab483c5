"""Running the server: finds a port, says where it is, opens a browser if asked, and leaves in good order."""

import contextlib
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from dataclasses import replace
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
from meute.server.app import App
from meute.server.door import Door, Line, Round
from meute.server.house import House
from meute.server.logs import speak
from meute.server.reach import EVERYWHERE, HERE, is_here, own_address
from meute.server.settings import Settings
from meute.server.store.file import default_folder
from meute.server.store.place import shown
from meute.text import Catalogue, catalogue, nearest

PORT = 8484
LAST_PORT = 65535
TRIES = 20
COLLECT = (10_000, 100, 50)
FAREWELL = 3
"""Seconds that open connections get to close."""
FILES = 65_536
"""Files and connections that the server wants to be able to open."""


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    data: str | Path | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
    words: Catalogue | None = None,
) -> int:
    """Serves until interrupted; the exit code."""
    if not 0 <= port <= LAST_PORT:
        raise BadInput("error.option_number", "--port", value=port, low=0, high=LAST_PORT)
    check_host(host)
    words = words or catalogue(own_language())
    folder = Path(data) if data is not None else default_folder()
    settings = settings or Settings()
    lan = host in EVERYWHERE
    settings = replace(settings, lan=lan, hosts=settings.hosts if lan else (*settings.hosts, host))
    speak(settings.logs, settings.node)
    house = App(folder, settings)
    app = house.starlette()
    door = listen(host, port)
    if door is None:
        print(words.say(phrase("server.no_port", port=port)), file=sys.stderr)
        return 1
    port = door.getsockname()[1]
    server = Server(house.house, configuration(app, settings))
    lay_out_the_games()
    spare_the_collector()
    allow_many_files()
    told = [
        phrase("server.ready", url=address(HERE if lan else host, port)),
        *for_others(settings, host, port),
        phrase("server.data", folder=shown(settings.store) if settings.store else str(folder)),
    ]
    announce(app, [words.say(line) for line in told], address(HERE if lan else host, port) if open_browser else "")
    # Once all is closed, uvicorn raises again the signal that has ended it.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[door])
    print(words.say(phrase("server.stopped")), flush=True)
    return 0


class Server(uvicorn.Server):
    """Hands its tables over before it hangs up."""

    def __init__(self, house: House, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.drain()
        await super().shutdown(sockets)


def lay_out_the_games() -> None:
    """Once each, so that nobody's first table waits for its box to be read."""
    for game in GAMES:
        Match(game)


def spare_the_collector() -> None:
    """What is loaded by now stays; what comes is mostly messages, which need no collector."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def allow_many_files() -> None:
    """As many open connections as the system grants; Windows has no such limit."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application."""
    http: Any = partial(Door, settings, {})
    ws: Any = partial(Line, settings, Round())
    return uvicorn.Config(
        app,
        ws=ws,
        ws_per_message_deflate=False,
        ws_max_size=settings.frame,
        http=http,
        h11_max_incomplete_event_size=settings.head + settings.url,
        loop="auto",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=FAREWELL,
    )


def for_others(settings: Settings, host: str, port: int) -> list[Phrase]:
    """How others come, or what to do so that they can."""
    if settings.public:
        return [phrase("server.others", url=settings.public)]
    if settings.lan:
        found = own_address()
        return [phrase("server.others", url=address(found, port)) if found else phrase("server.no_network")]
    return [phrase("server.alone")] if is_here(host) else []


def announce(app: Starlette, lines: list[str], url: str) -> None:
    """Says where the table is, once it is ready, and opens a browser there if there is somewhere to open it."""
    inner = app.router.lifespan_context

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with inner(app):
            for line in lines:
                print(line, flush=True)
            if url:
                Timer(0.3, webbrowser.open, (url,)).start()
            yield

    app.router.lifespan_context = lifespan


def check_host(host: str) -> None:
    """Refuses a name that nobody has, or an address of another machine."""
    try:
        with socket.socket(family_of(host), socket.SOCK_STREAM) as door:
            door.bind((host, 0))
    except (OSError, TypeError) as error:  # a TypeError for a name that no name can be
        raise BadInput("error.host", host, details=getattr(error, "strerror", "") or error) from None


def family_of(host: str) -> socket.AddressFamily:
    """How a host is addressed."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def listen(host: str, port: int) -> socket.socket | None:
    """A socket on the port, or on one of the next that is free."""
    for number in range(port, min(port + TRIES, LAST_PORT + 1) if port else 1):
        door = socket.socket(family_of(host), socket.SOCK_STREAM)
        if sys.platform != "win32":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, number))
            door.listen(2048)
        except OSError:
            door.close()
        else:
            return door
    return None


def address(host: str, port: int) -> str:
    """Where the page is."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def own_language() -> str:
    """The language of the terminal."""
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return nearest([told])
