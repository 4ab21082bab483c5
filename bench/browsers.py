"""All five games in Firefox and WebKitGTK: each is played to its end without an error, with pictures.

python bench/browsers.py [firefox] [webkit] [--games clan wildlife] [--pictures FOLDER]

Drives the browsers that are installed, by their own protocols: Firefox by WebDriver BiDi, WebKitGTK by its driver.
On Debian: `apt-get install firefox-esr webkit2gtk-driver xvfb`. Fails on any error that a page reports, on a game that
does not end, and on a page without its fonts. Run it with the development environment (`python3 dev.py setup`, and
`python3 dev.py browser` once, which builds the page).
"""

import argparse
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from helpers.players import LIT, SHEET, SKIP  # noqa: E402
from web.conftest import serving  # noqa: E402

from meute.games import GAMES  # noqa: E402

WIDTH, HEIGHT = 1366, 768
PATIENCE = 600.0
"""Seconds without an end of the game, after a first picture, before it counts as stuck."""
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
ALONE = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
}
"""Preferences of a Firefox that reaches nothing but this machine."""
BEGIN = """
    while (!document.querySelector('.games')) await new Promise((done) => setTimeout(done, 25))
    window.failures = []
    addEventListener('error', (event) => failures.push(event.message))
    addEventListener('unhandledrejection', (event) => failures.push(String(event.reason)))
    localStorage.setItem('meute.pace', 'fast')
    const seats = [{ kind: 'guest' }, ...Array(%d).fill({ kind: 'bot', bot: 'random' })]
    const body = JSON.stringify({ game: '%s', seats, options: {}, position: '', start: true, patience: null })
    const answer = await fetch('/api/tables', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const link = document.createElement('a')
    link.href = `/table/${(await answer.json()).code}`
    document.body.append(link)
    link.click()
    link.remove()
    return answer.status
"""
"""Opens a table without loading the page anew, so that its errors are seen from the first line on."""
PLAY = f"""
    const end = Date.now() + %d
    while (Date.now() < end && !document.querySelector({SHEET!r})) {{
        const choices = [...document.querySelectorAll(`{LIT}, .prompt .actions button:not([aria-label])`)]
            .filter((one) => one.textContent.trim() !== {SKIP!r} && one.getClientRects().length)
        const choice = choices[Math.floor(Math.random() * choices.length)]
        choice?.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}))
        await new Promise((done) => setTimeout(done, 25))
        if (choice) window.clicks = (window.clicks ?? 0) + 1
    }}
    const fonts = [...document.fonts].filter((one) => one.status === 'loaded' && one.family.includes('Meute'))
    const over = Boolean(document.querySelector({SHEET!r}))
    return {{ over, clicks: window.clicks ?? 0, failures, fonts: new Set(fonts.map((one) => one.family)).size }}
"""
"""Presses what may be chosen for some milliseconds, or until the game is over."""


class Driver(Protocol):
    """A browser with one page."""

    def open(self, address: str) -> None: ...

    def run(self, script: str) -> Any:
        """What the body of an async function returns."""

    def picture(self) -> bytes: ...


class Firefox:
    """Firefox by WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": WIDTH, "height": HEIGHT})

    def ask(self, method: str, **params: Any) -> Any:
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(message["message"])
                return message["result"]

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script: str) -> Any:
        whole = f"(async () => JSON.stringify(await (async () => {{{script}}})()))()"
        answer = self.ask("script.evaluate", expression=whole, target={"context": self.context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.context)["data"])


class WebKit:
    """WebKitGTK by its driver."""

    def __init__(self, address: str, binary: str) -> None:
        self.address = address
        options = {"binary": binary, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = "/session/" + self.ask("/session", wanted)["sessionId"]
        self.ask(f"{self.session}/window/rect", {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def open(self, address: str) -> None:
        self.ask(f"{self.session}/url", {"url": address})

    def run(self, script: str) -> Any:
        whole = f"return (async () => {{{script}}})()"
        return self.ask(f"{self.session}/execute/sync", {"script": whole, "args": []})

    def picture(self) -> bytes:
        return base64.b64decode(self.ask(f"{self.session}/screenshot"))


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """A Firefox with a profile of its own; SystemExit if there is none."""
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if not binary:
        sys.exit("no Firefox is installed")
    (folder / "user.js").write_text(
        "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in ALONE.items())
    )
    command = [binary, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    told = folder / "WebDriverBiDiServer.json"
    with running(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        at = until(lambda: json.loads(told.read_text()))
        with connect(f"ws://{at['ws_host']}:{at['ws_port']}/session", max_size=None) as socket:
            yield Firefox(socket)


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """A WebKitGTK on a screen of its own; SystemExit if there is none."""
    binary = next(Path("/").glob(MINI_BROWSER[1:]), None)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not (binary and driver and screen):
        sys.exit("no WebKitGTK is installed, or no Xvfb")
    reads, writes = os.pipe()
    display = [screen, "-displayfd", str(writes), "-screen", "0", f"{WIDTH + 100}x{HEIGHT + 200}x24"]
    with running(display, pass_fds=(writes,)), os.fdopen(reads) as told:
        env = {**os.environ, "DISPLAY": f":{told.readline().strip()}", "HOME": str(folder)}
        port = free_port()
        with running([driver, f"--port={port}"], env=env):
            address = f"http://127.0.0.1:{port}"
            until(lambda: urllib.request.urlopen(f"{address}/status"))
            yield WebKit(address, str(binary))


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended afterwards."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.terminate()


def until(answer: Callable[[], Any]) -> Any:
    """What is answered, once it is."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return answer()
        except (OSError, ValueError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def play(driver: Driver, address: str, game: str, name: str, pictures: Path | None) -> str:
    """Plays a game to its end; returns what went wrong."""

    def show(what: str) -> None:
        if pictures:
            (pictures / f"{name}-{game}-{what}.png").write_bytes(driver.picture())

    driver.open(address)
    driver.run(BEGIN % (GAMES[game].min_seats - 1, game))
    begin = time.monotonic()
    found = driver.run(PLAY % 3000)
    show("turn")
    while not found["over"] and not found["failures"] and time.monotonic() - begin < PATIENCE:
        found = driver.run(PLAY % 10_000)
    show("end")
    wrong = [*found["failures"]]
    wrong += [] if found["over"] else ["the game does not end"]
    wrong += [] if found["fonts"] == 2 else [f"{found['fonts']} of 2 fonts"]
    print(f"{name:8} {game:9} {found['clicks']:4} clicks {time.monotonic() - begin:6.1f} s  {'; '.join(wrong) or 'ok'}")
    return "; ".join(wrong)


BROWSERS = {"firefox": firefox, "webkit": webkit}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("browsers", nargs="*", choices=[*BROWSERS, []], default=[*BROWSERS])
    parser.add_argument("--games", nargs="+", choices=GAMES, default=[*GAMES])
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="meute-browsers-", ignore_cleanup_errors=True) as made:
        for name in asked.browsers:
            for folder in (Path(made, name), Path(made, "data", name)):
                folder.mkdir(parents=True)
            with serving(Path(made, "data", name)) as address, BROWSERS[name](Path(made, name)) as driver:
                wrong += [play(driver, address, game, name, asked.pictures) for game in asked.games]
    sys.exit(any(wrong))


if __name__ == "__main__":
    main()
