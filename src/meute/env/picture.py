"""Images for `render_mode="rgb_array"`: the board of the web page, drawn by headless Chromium.

Needs `pip install ".[picture]"` in a clone of Meute, and a browser: `playwright install chromium`, or the executable
that MEUTE_CHROMIUM names.
"""

import io
import mimetypes
import os
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from meute.core.frame import State
from meute.core.game import Game
from meute.core.score import ScoreSheet
from meute.env.table import WORDS, InvalidInput

WIDTH, HEIGHT = 1280, 800
PAGE = "http://meute.invalid/picture.html"
"""A host that does not exist: all requests are answered from the package."""
STATIC = files("meute") / "server" / "static"


class Painter:
    """A headless browser in a thread of its own, because Playwright's sync API refuses a running event loop."""

    def __init__(self) -> None:
        if not find_spec("playwright") or not find_spec("PIL"):
            raise InvalidInput('rgb_array: pip install ".[picture]" in a clone of Meute')
        if not (STATIC / "picture.html").is_file():
            raise InvalidInput("rgb_array: this copy of Meute comes without its page; python3 dev.py play builds it")
        self.thread = ThreadPoolExecutor(1)
        try:
            self.thread.submit(self.open).result()
        except Exception:
            self.thread.shutdown()
            raise

    def open(self) -> None:
        """Start the browser with an empty page."""
        playwright = import_module("playwright.sync_api")
        self.driver = playwright.sync_playwright().start()
        try:
            self.browser = self.driver.chromium.launch(executable_path=os.environ.get("MEUTE_CHROMIUM"))
        except playwright.Error:
            self.driver.stop()
            raise
        look: Any = {"color_scheme": "dark", "reduced_motion": "reduce", "locale": "en"}
        self.page = self.browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, **look)
        self.page.route("**/*", serve_file)
        self.page.goto(PAGE)
        self.page.evaluate("([language, entries]) => speak(language, entries)", [WORDS.language, dict(WORDS.entries)])

    def paint(self, game: Game, s: State, seat: int) -> NDArray[np.uint8]:
        """The view of a seat as an array: height x width x RGB."""
        return self.thread.submit(self.painted, drawing(game, s, seat)).result()

    def painted(self, drawing: dict[str, Any]) -> NDArray[np.uint8]:
        self.page.evaluate("drawing => draw(drawing)", drawing)
        picture = import_module("PIL.Image").open(io.BytesIO(self.page.screenshot(animations="disabled")))
        return np.asarray(picture.convert("RGB"))

    def close(self) -> None:
        self.thread.submit(self.browser.close).result()
        self.thread.submit(self.driver.stop).result()
        self.thread.shutdown()


def serve_file(route: Any) -> None:
    """Serve the catalogue and the page's files to the browser; 404 for all else."""
    path = urlsplit(route.request.url).path.lstrip("/")
    if path.startswith("api/text/"):
        route.fulfill(json=dict(WORDS.entries), headers={"content-language": WORDS.language})
        return
    file = STATIC.joinpath(*path.split("/"))
    if ".." in path or not file.is_file():
        route.fulfill(status=404)
        return
    route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(path)[0] or "application/octet-stream")


def drawing(game: Game, s: State, seat: int) -> dict[str, Any]:
    """The scene of a seat, as the server would send it."""
    view = game.redact(s, seat)
    sheet = ScoreSheet(s.seats, False)
    game.score(view, sheet)
    points = [int(total) for total in sheet.totals]
    result = None
    if view.is_over():
        places = [int(place) for place in game.places(view)]
        result = {"reason": game.ends[game.end_kind(view)], "points": points, "places": places}
    scene = {
        "step": 0,
        "steps": 0,
        "seat": seat,
        "shown": dict(game.show(view, seat)),
        "prompt": {"key": game.prompt(view, seat).key},
        "asked": [],
        "points": points,
        "rows": [],
        "result": result,
    }
    return {"scene": scene, "names": [f"seat_{n}" for n in range(s.seats)]}
