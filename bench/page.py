"""Browser performance of the page: layout shift, click to paint, CPU at rest, duration of a bot's turn.

python bench/page.py [shift] [paint] [rest] [turn] [--games clan wildlife] [--sizes phone] [--seconds 60] [--why]
                     [--limits]

Runs a server with its default delays, and Chromium without a GPU.
shift: layout shift in --seconds of a game against bots, on a laptop and on a phone; shifts within half a second after a
click are expected and counted separately; --why names the elements that moved.
paint: milliseconds from a click to the frame that shows the changed board, for 40 clicks or --seconds.
rest: CPU use of the browser in per cent of a core while nothing happens, in the player's turn and in another's.
turn: seconds from the end of the player's turn to the next question, per bot, in Clan with five seats.
Run it with the development environment (`python3 dev.py setup`, and `python3 dev.py browser` once, which builds the
page). With --limits it fails beyond the limits below; use it on an idle machine with two cores.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from dev import chromium, node  # noqa: E402
from helpers.players import ANSWER, GO_ON, LIT, PATIENCE, PHONE, SHEET, new_table  # noqa: E402

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SIZES: dict[str, ViewportSize] = {"laptop": LAPTOP, "phone": PHONE}
LIMITS = {"shift": 0.05, "paint": 100.0, "rest": 1.0, "turn": 3.0}
SEATS = {"terres": 2, "aventure": 4, "clan": 5, "wildlife": 6, "traces": 4}
ME, BOT, OPEN = {"kind": "guest"}, {"kind": "bot", "bot": "rodeur"}, {"kind": "open"}
SERVER = "import sys; from meute.server.run import serve; serve(port=0, data=sys.argv[1])"
PRESSES = 40
RESTS = 20.0
"""Seconds of a measurement at rest."""
LOOKS = 700
"""Milliseconds between clicks: longer than half a second, so that late shifts are seen."""
WATCH = """
    const boxed = (a) => `${a.width | 0}x${a.height | 0} at ${a.x | 0},${a.y | 0}`
    window.shifts = []
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) shifts.push({
            value: one.value, answer: one.hadRecentInput,
            what: one.sources.map(({ node, previousRect: a, currentRect: b }) =>
                `${node?.className?.baseVal ?? node?.className ?? node?.nodeName}: ${boxed(a)} -> ${boxed(b)}`),
        })
    }).observe({ type: 'layout-shift', buffered: true })
    window.paints = []
    addEventListener('click', (press) => {
        const watch = new MutationObserver(() => {
            watch.disconnect()
            requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel()
                port1.onmessage = () => paints.push(performance.now() - press.timeStamp)
                port2.postMessage(0)
            })
        })
        for (const part of document.querySelectorAll('.stage > :is(.board, .own)'))
            watch.observe(part, { subtree: true, childList: true, attributes: true, characterData: true })
    }, true)
"""


@contextmanager
def serving() -> Iterator[str]:
    """Start a server; yields its URL."""
    with tempfile.TemporaryDirectory(prefix="meute-page-") as folder:
        command = [sys.executable, "-u", "-c", SERVER, folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield line[line.index("http") :].strip().rstrip("/")
        finally:
            process.terminate()
            process.wait()


class BenchServer:
    """A server and a browser, with a new guest each time."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address = address
        self.browser = browser
        self.chance = random.Random(1)

    def somebody(self, size: ViewportSize = LAPTOP) -> BrowserContext:
        phone = size is PHONE
        made = self.browser.new_context(
            base_url=self.address, viewport=size, locale="fr-FR", has_touch=phone, is_mobile=phone
        )
        made.set_default_timeout(1000 * PATIENCE)
        made.add_init_script(WATCH)
        made.request.post("/api/me", data={"name": "Ana", "language": "fr"}, headers={"origin": self.address})
        return made

    @contextmanager
    def table(self, game: str, size: ViewportSize = LAPTOP) -> Iterator[Page]:
        """Open a table with one player against bots."""
        context = self.somebody(size)
        page = context.new_page()
        page.goto("/")
        page.goto(f"/table/{new_table(page, ME, *[BOT] * (SEATS[game] - 1), game=game)}")
        yield page
        context.close()

    def press(self, page: Page) -> bool:
        """Press an offered choice, if there is one; False once the game is over."""
        if page.locator(SHEET).count():
            return False
        found = page.query_selector_all(LIT) or page.query_selector_all(ANSWER)
        if found:
            one = self.chance.choice(found)
            try:
                one.scroll_into_view_if_needed(timeout=1000)
                box = one.bounding_box()
            except Exception:  # the choice has disappeared meanwhile
                box = None
            if box:
                at = box["x"] + min(14, box["width"] / 2), box["y"] + min(20, box["height"] / 2)
                (page.touchscreen.tap if page.viewport_size == PHONE else page.mouse.click)(*at)
        return True


def shift(server: BenchServer, games: list[str], sizes: list[str], seconds: float, why: bool) -> float:
    worst = 0.0
    for game in games:
        for name in sizes:
            size = SIZES[name]
            with server.table(game, size) as page:
                page.wait_for_selector(LIT)
                page.evaluate("document.fonts.ready.then(() => undefined)")
                page.evaluate("shifts.length = 0")
                end = time.monotonic() + seconds
                while time.monotonic() < end and server.press(page):
                    page.wait_for_timeout(LOOKS)
                moved: list[dict[str, Any]] = page.evaluate("shifts")
            own = sum(one["value"] for one in moved if not one["answer"])
            worst = max(worst, own)
            answers = sum(one["value"] for one in moved) - own
            print(f"shift   {game:<9}{name:<7}{own:7.3f}   (answers to a press: {answers:.3f})", flush=True)
            for one in sorted(moved, key=lambda one: -one["value"])[:5] if why else []:
                print(f"    {one['value']:.3f}", "(answer)" if one["answer"] else "", *one["what"], sep="\n        ")
    return worst


def paint(server: BenchServer, games: list[str], seconds: float) -> float:
    worst = 0.0
    for game in games:
        with server.table(game) as page:
            page.wait_for_selector(LIT)
            end = time.monotonic() + seconds
            while time.monotonic() < end and page.evaluate("paints.length") < PRESSES and server.press(page):
                page.wait_for_timeout(LOOKS)
            taken = sorted(page.evaluate("paints"))
        if not taken:
            sys.exit(f"paint   {game}: no press has changed the board in {seconds:.0f} s")
        p50, p95 = taken[len(taken) // 2], taken[int(len(taken) * 0.95)]
        worst = max(worst, p95)
        line = f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {taken[-1]:.0f} ms ({len(taken)})"
        print(f"paint   {game:<9}{SEATS[game]} players   {line}", flush=True)
    return worst


def rest(server: BenchServer, games: list[str]) -> float:
    worst = 0.0
    for game in games:
        with server.table(game) as page:
            page.wait_for_selector(LIT)
            worst = max(worst, share(server.browser, page, f"{game:<9}my turn"))
        host, guest = server.somebody(), server.somebody()
        mine, theirs = host.new_page(), guest.new_page()
        for page in (mine, theirs):
            page.goto("/")
        code = new_table(mine, ME, OPEN, *[BOT] * (SEATS[game] - 2), game=game, start=False)
        for page in (mine, theirs):
            page.goto(f"/table/{code}")
        theirs.get_by_role("button", name="Prendre la place").click()
        mine.get_by_role("button", name="Commencer").click()
        theirs.wait_for_selector(".prompt")
        while not theirs.locator(LIT).count() or mine.locator(LIT).count():
            server.press(mine)
            mine.wait_for_timeout(LOOKS)
        guest.close()
        worst = max(worst, share(server.browser, mine, f"{game:<9}another's"))
        host.close()
    return worst


def share(browser: Browser, page: Page, what: str) -> float:
    """CPU percentage of the browser's processes at rest."""
    session = browser.new_browser_cdp_session()
    own = page.context.new_cdp_session(page)
    own.send("Performance.enable")

    def used() -> tuple[float, float]:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        metrics = {one["name"]: one["value"] for one in own.send("Performance.getMetrics")["metrics"]}
        return sum(one["cpuTime"] for one in processes), metrics["TaskDuration"]

    page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    page.wait_for_timeout(1000)
    before = used()
    page.wait_for_timeout(1000 * RESTS)
    all_of_it, tasks = ((b - a) / RESTS * 100 for a, b in zip(before, used(), strict=True))
    print(f"rest    {what:<20}{all_of_it:.2f} % of a core; the page's own tasks {tasks:.2f} %", flush=True)
    session.detach()
    return all_of_it


def turn(server: BenchServer, seconds: float) -> float:
    taken = []
    bots = SEATS["clan"] - 1
    with server.table("clan") as page:
        page.wait_for_selector(LIT)
        end = time.monotonic() + seconds
        while time.monotonic() < end and server.press(page):
            page.wait_for_timeout(LOOKS)
            if page.locator(f"{LIT}, {ANSWER}").count():
                continue
            begin = time.monotonic() - LOOKS / 1000
            staged = False
            while not page.locator(f"{LIT}, {SHEET}").count():
                page.wait_for_timeout(20)
                if page.locator(GO_ON).count():
                    staged = True
                    server.press(page)
            if not staged:
                taken.append((time.monotonic() - begin) / bots)
    taken.sort()
    median = taken[len(taken) // 2]
    line = f"median {median:.1f} s, longest {taken[-1]:.1f} s ({len(taken)} rounds of {bots})"
    print(f"turn    clan     of a bot   {line}")
    return median


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="what", help=", ".join(LIMITS))
    parser.add_argument("--games", nargs="+", choices=list(SEATS), default=[])
    parser.add_argument("--sizes", nargs="+", choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--why", action="store_true")
    parser.add_argument("--limits", action="store_true")
    given = parser.parse_args()
    wanted = given.what or list(LIMITS)
    games = given.games or list(SEATS)
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = node()
    found: dict[str, float] = {}
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        server = BenchServer(address, browser)
        if "shift" in wanted:
            found["shift"] = shift(server, games, given.sizes, given.seconds, given.why)
        if "paint" in wanted:
            found["paint"] = paint(server, given.games or ["clan", "wildlife"], given.seconds)
        if "rest" in wanted:
            found["rest"] = rest(server, games)
        if "turn" in wanted:
            found["turn"] = turn(server, given.seconds)
        browser.close()
    late = [name for name, value in found.items() if value > LIMITS[name]]
    if given.limits and late:
        sys.exit(f"beyond the limits: {', '.join(late)}")


if __name__ == "__main__":
    main()
