"""A site of static files in a browser: the same house, without a server."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from web.players import DESK, LIT, choose

SITE = Path(os.environ.get("MEUTE_SITE", "build/site"))
UNDER = "some/path"
ENGINE = 60_000
"""Milliseconds for Python to start in three workers, on a busy machine."""
ARRIVING = ".note progress"


class Quiet(SimpleHTTPRequestHandler):
    """Any web space: plain files, and nothing said about them."""

    def log_message(self, *_: object) -> None:
        return


class Space:
    """A web space with the site under some path; it can be cut off."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(SITE, folder / UNDER)
        self.folder = folder
        self.port = 0
        self.open()

    def open(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(Quiet, directory=str(self.folder)))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{UNDER}/"


@pytest.fixture
def space(tmp_path: Path) -> Iterator[Space]:
    """A web space that a test may do anything with."""
    made = Space(tmp_path)
    yield made
    made.cut()


Opener = Callable[..., Page]


@pytest.fixture
def drop_in(browser: Browser, space: Space) -> Iterator[Opener]:
    """Opens the site for somebody new; whatever the browser complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "", **context: Any) -> Page:
        settings: dict[str, Any] = {"viewport": DESK, "locale": "fr-FR", "reduced_motion": "reduce", **context}
        made = browser.new_context(**settings)
        contexts.append(made)
        made.add_init_script("localStorage.setItem('meute.pace', 'fast')")
        page = made.new_page()
        page.set_default_timeout(ENGINE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        page.goto(space.url + path)
        return page

    yield open_page
    for made in contexts:
        made.close()
    assert not complaints


def in_the_house(page: Page) -> None:
    """Until the engine runs."""
    expect(page.locator(".games, .places, .shell").first).to_be_visible()
    expect(page.locator(ARRIVING)).to_have_count(0, timeout=ENGINE)


def test_a_visit_and_the_next_one_without_a_network(drop_in: Opener, space: Space) -> None:
    page = drop_in()
    page.get_by_role("link", name="Jouer maintenant").click()
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator(ARRIVING)).to_have_count(0, timeout=ENGINE)
    assert choose(page)
    assert choose(page)
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    table = page.url
    space.cut()
    page.reload()
    expect(page.locator(".shell, [data-place]").first).to_be_visible(timeout=ENGINE)
    assert page.url == table
    page.wait_for_selector(LIT)
    space.open()
