"""Running the server: finds a port, says where it is, opens a browser if asked, and leaves in good order."""

import contextlib
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from threading import Timer

import uvicorn
from platformdirs import user_data_path
from starlette.applications import Starlette

from meute.core.phrase import phrase
from meute.server.app import make_app
from meute.server.settings import Settings
from meute.server.store import StoreBusy
from meute.text import LANGUAGES, Catalogue, catalogue

PORT = 8484
TRIES = 20
EVERYWHERE = ("0.0.0.0", "::", "")
COLLECT = (50_000, 20, 50)
FAREWELL = 3
"""Seconds that open connections get to close."""


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    data: str | Path | None = None,
    open_browser: bool = False,
    settings: Settings | None = None,
) -> int:
    """Serves until interrupted; the exit code."""
    words = catalogue(own_language())
    folder = Path(data) if data is not None else user_data_path("meute", appauthor=False)
    settings = settings or Settings()
    settings = replace(settings, hosts=(*settings.hosts, host))
    try:
        app = make_app(folder, settings)
    except StoreBusy:
        print(words.say(phrase("server.data_in_use", folder=str(folder))), file=sys.stderr)
        return 1
    door = listen(host, port)
    if door is None:
        print(words.say(phrase("server.no_port", port=port)), file=sys.stderr)
        return 1
    url = address(host, door.getsockname()[1])
    server = uvicorn.Server(configuration(app, settings))
    spare_the_collector()
    announce(app, words, url, folder, open_browser)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[door])
    print(words.say(phrase("server.stopped")), flush=True)
    return 0


def spare_the_collector() -> None:
    """What is loaded by now stays; what comes is mostly messages, which need no collector."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def configuration(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.frame,
        http="auto",
        loop="auto",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=FAREWELL,
    )


def announce(app: Starlette, words: Catalogue, url: str, folder: Path, open_browser: bool) -> None:
    """Says where the table is, once it is ready."""
    inner = app.router.lifespan_context

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with inner(app):
            print(words.say(phrase("server.ready", url=url)), flush=True)
            print(words.say(phrase("server.data", folder=str(folder))), flush=True)
            if open_browser:
                Timer(0.3, webbrowser.open, (url,)).start()
            yield

    app.router.lifespan_context = lifespan


def listen(host: str, port: int) -> socket.socket | None:
    """A socket on the port, or on one of the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + TRIES if port else 1):
        door = socket.socket(family, socket.SOCK_STREAM)
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
    """The address to tell people: for a server open to the network, the one that others can reach."""
    name = own_address() if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def own_language() -> str:
    """The language of the terminal."""
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return told[:2] if told[:2] in LANGUAGES else LANGUAGES[0]
