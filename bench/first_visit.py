"""Static site on a slow connection: seconds to the home page and the first move, and bytes; first visit and offline.

python bench/first_visit.py SITE [--line 10] [--trip 40] [--times 3] [--limits]

SITE is a folder that `python3 dev.py site --out SITE` has made. A local file server sends it, compressed where there is
a compressed file, to page, workers and service worker over one simulated line of --line Mbit/s and a round trip time of
--trip ms. Then browser and server are stopped, and the same browser profile opens the site again, offline. Run it with
the development environment (`python3 dev.py setup`). With --limits it fails beyond the limits below; use it on an idle
machine with two cores.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from dev import chromium, node  # noqa: E402

LIMITS = {"home": 2.0, "first move": 12.0, "home, offline": 3.0, "first move, offline": 6.0, "home kB": 150, "kB": 8000}
PATIENCE = 120_000
LIT = "[data-rove=pickable]"
HAND = ".hand [data-place]"
PART = 4096
OFFLINE = "() => navigator.serviceWorker.getRegistration().then((known) => Boolean(known?.active))"
"""Script: whether the site is available offline."""
PACKED = {"br": ".br", "gzip": ".gz"}


class Line:
    """A simulated connection of limited bandwidth, shared by all requests."""

    def __init__(self, megabits: float, trip: float) -> None:
        self.pace = megabits * 1e6 / 8
        self.trip = trip / 1000
        self.free = 0.0
        self.lock = threading.Lock()
        self.sent: dict[str, int] = defaultdict(int)

    def carry(self, name: str, size: int) -> None:
        """Wait until `size` bytes would have been sent."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / self.pace
            self.sent[name] += size
            wait = self.free - time.monotonic()
        time.sleep(max(0.0, wait))


class Handler(SimpleHTTPRequestHandler):
    """A static file server that prefers compressed files."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: object, line: Line, **more: object) -> None:
        self.line = line
        super().__init__(*args, **more)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        time.sleep(self.line.trip)
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(404)
            return
        accepted = self.headers.get("accept-encoding", "")
        coding = next((one for one in PACKED if one in accepted and Path(f"{file}{PACKED[one]}").exists()), "")
        body = Path(f"{file}{PACKED.get(coding, '')}").read_bytes()
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(file)))
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "max-age=600")
        if coding:
            self.send_header("content-encoding", coding)
        self.end_headers()
        for at in range(0, len(body), PART):
            part = body[at : at + PART]
            self.line.carry(self.path, len(part))
            self.wfile.write(part)

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def served(site: Path, line: Line) -> Iterator[str]:
    """Serve the site; yields its URL."""
    handler = partial(Handler, directory=str(site), line=line)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browsing(profile: Path) -> Iterator[Page]:
    """A page of a browser with a persistent profile."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(profile), executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"], locale="fr-FR"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        yield page
        context.close()


def play(page: Page, url: str, line: Line) -> dict[str, float]:
    """Open the site and play a card at once; returns the seconds to the home page and to the board after the move."""
    begin = time.monotonic()
    page.goto(url, wait_until="commit")
    now = page.get_by_role("link", name="Jouer maintenant")
    now.wait_for()
    home = time.monotonic() - begin
    light = sum(size for name, size in line.sent.items() if "/engine/" not in name)
    now.click()
    page.get_by_role("button", name="Commencer").click()
    page.locator(LIT).first.wait_for()
    cards = page.locator(HAND).count()
    page.locator(f"{LIT}:not([data-place$='3'])").first.click(position={"x": 14, "y": 20})
    page.locator(f"{LIT}:not(.hand *)").first.click()
    expect(page.locator(HAND)).to_have_count(cards - 1)
    return {"home": home, "first move": time.monotonic() - begin, "home kB": light / 1000}


def measure(site: Path, megabits: float, trip: float, place: Path) -> dict[str, float]:
    line = Line(megabits, trip)
    with served(site, line) as url, browsing(place) as page:
        found = play(page, url, line)
        page.wait_for_function(OFFLINE)
        found["kB"] = sum(line.sent.values()) / 1000
    with browsing(place) as page:
        again = play(page, url, line)
    return found | {f"{name}, offline": again[name] for name in ("home", "first move")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("--line", type=float, default=10.0)
    parser.add_argument("--trip", type=float, default=40.0)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--limits", action="store_true")
    arguments = parser.parse_args()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = node()
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(arguments.times):
        place = Path(tempfile.mkdtemp(prefix="meute-site-"))
        try:
            for name, value in measure(arguments.site, arguments.line, arguments.trip, place).items():
                found[name].append(value)
        finally:
            shutil.rmtree(place, ignore_errors=True)
    for name, values in found.items():
        print(f"{name:<22}{statistics.median(values):8.1f}   ({', '.join(f'{value:.1f}' for value in values)})")
    late = [name for name, limit in LIMITS.items() if statistics.median(found[name]) > limit]
    if arguments.limits and late:
        sys.exit(f"beyond the limits: {', '.join(late)}")


if __name__ == "__main__":
    main()
