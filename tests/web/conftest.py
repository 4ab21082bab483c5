"""A real server in a process of its own, and a real browser."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.players import DESKTOP, PATIENCE
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

WEB = Path(__file__).parents[2] / "web"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP meute.test 127.0.0.1",
)
SERVE = """
import sys
from meute.learn.review import Effort
from meute.server.run import serve
from meute.server.settings import Rate, Settings, override
many = Rate(100_000, 100_000)
folder, port, public = sys.argv[1:]
quick = override(
    Settings(), http={"hosts": ("meute.test",), "public_url": public}, tables={"patience_seconds": (1, 86400)},
    bots={"delay_seconds": (0.0, 0.0), "workers": 0, "curve_rollouts": 12, "curve_milliseconds": 0,
          "luck_milliseconds": 0, "review": Effort(20, 20, 0)},
    tournaments={"pause_seconds": 1.0, "presence_seconds": 0.2},
    limits=dict.fromkeys(("requests", "work_milliseconds", "new_tables", "lessons"), many))
serve(port=int(port), data=folder, settings=quick)
"""
expect.set_options(timeout=1000 * PATIENCE)
Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty data folder and bots that do not wait."""
    with serving(tmp_path_factory.mktemp("data")) as address:
        yield address


@contextmanager
def serving(folder: Path, port: int = 0, public: str = "") -> Iterator[str]:
    """The address of a server over a data folder; it is called meute.test as well."""
    command = [sys.executable, "-u", "-c", SERVE, str(folder), str(port), public]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            address = line[line.index("http") :].strip().rstrip("/")
            wait_for(address)
            yield address
        finally:
            server.terminate()


def wait_for(address: str) -> None:
    """Until the server answers."""
    for _ in range(1200):
        try:
            with urllib.request.urlopen(f"{address}/api/home"):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"{address} does not answer")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=os.environ.get("MEUTE_CHROMIUM"), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Opener]:
    """Opens a page of the server as a new guest; every complaint of the browser fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, name: str = "", pace: str = "fast", **context: Any) -> Page:
        settings: dict[str, Any] = {
            "viewport": DESKTOP,
            "locale": "fr-FR",
            "color_scheme": "dark",
            "reduced_motion": "reduce",
            **context,
        }
        made = browser.new_context(base_url=server, **settings)
        contexts.append(made)
        made.add_init_script(f"localStorage.setItem('meute.pace', '{pace}')")
        if name:
            made.request.post("/api/me", data={"name": name, "language": "fr"}, headers={"origin": server})
        page = made.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
        page.goto(path)
        return page

    yield open_page
    for made in contexts:
        made.close()
    assert not complaints


def is_complaint(message: ConsoleMessage) -> bool:
    """A page that is not there is a 404, which the browser mentions."""
    return message.type == "error" and not message.location["url"].endswith("/nowhere")


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return (WEB / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
