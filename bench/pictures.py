"""Takes the pictures of README.md: a still of each game, and one of Terres de Loups on a phone.

python bench/pictures.py [RECORD ...] [--every FOLDER [--sizes phone] [--themes dark]]

Each record (all of docs/pictures/*.meute, if none is named) is a game between computer players that stops at a decision
of the first seat. It is uploaded to a new server, computer players take the other seats, and Chromium shows the first
seat's turn. The picture is written beside the record.
With --every, FOLDER gets pictures to look at instead: of each game at every size and in both themes, at a question, at
others' turns, at the end and at a review, four on a sheet.
Run it with the development environment (`python3 dev.py setup`, and `python3 dev.py browser` once, which builds the
page).
"""

import argparse
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from meute.match import read_record

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from dev import chromium, node  # noqa: E402
from helpers.players import ANSWER, DESKTOP, LAPTOP, LIT, PHONE, SHEET, answer, at_rest  # noqa: E402

Theme = Literal["dark", "light"]

ON_A_PHONE = "terres"
SIZES: dict[str, ViewportSize] = {"wide": DESKTOP, "laptop": LAPTOP, "phone": PHONE}
THEMES: tuple[Theme, ...] = ("dark", "light")
SHOWN_MS = 1500
"""Of others' turns: long enough for some actions of theirs."""
TO_THE_END = """(code) => new Promise((done) => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket/' + code)
  let n = 0
  socket.onopen = () => socket.send(JSON.stringify({ do: 'hello' }))
  socket.onmessage = ({ data }) => {
    const heard = JSON.parse(data)
    if (heard.phase === 'over') done(socket.close())
    else if (heard.ask?.choices.length)
      socket.send(JSON.stringify({ do: 'play', seat: heard.scene.seat, action: heard.ask.choices.at(-1).text,
        key: `k${++n}`, step: heard.scene.step }))
  }
})"""
"""Plays a table to its end without looking."""
COLOURS = 256
READ = ".review[aria-busy=false]"
REVIEW_MS = 180_000
"""Time for a review by interpreted rules."""
MOST_ANSWERS = 12
"""Answers of the first seat until the others play."""
SERVER = "import sys; from meute.server.run import serve; serve(port=0, data=sys.argv[1])"


@contextmanager
def serving() -> Iterator[str]:
    """Start a server with an empty data folder; yields its URL."""
    with tempfile.TemporaryDirectory(prefix="meute-pictures-") as folder:
        command = [sys.executable, "-u", "-c", SERVER, folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield line[line.index("http") :].strip().rstrip("/")
        finally:
            process.terminate()
            process.wait()


def take(browser: Browser, address: str, record: str, game: str, size: ViewportSize) -> bytes:
    """A screenshot of the recorded game, continued by a new guest: in English, without animations and coach."""
    viewport = ViewportSize(width=size["width"], height=size["height"])
    context = browser.new_context(
        base_url=address, viewport=viewport, locale="en-GB", color_scheme="dark", reduced_motion="reduce"
    )
    context.add_init_script(f"localStorage.setItem('meute.coach.{game}', 'off')")
    context.request.post("/api/me", data={"name": "Louba", "language": "en"}, headers={"origin": address})
    posted = context.request.post("/api/records", data=record, headers={"origin": address})
    assert posted.ok, posted.text()
    page = context.new_page()
    page.goto(f"/table/{posted.json()['code']}")
    start = page.get_by_role("button", name="Start", exact=True)
    start.click()
    expect(start).to_be_hidden()
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    page.mouse.move(0, 0)
    at_rest(page)
    picture = page.screenshot()
    context.close()
    return picture


def save(picture: bytes, file: Path) -> None:
    """Write a picture with few colours: a fraction of the size, and it looks the same."""
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, kmeans=2).save(file, optimize=True)
    print(f"{file}: {file.stat().st_size / 1000:.0f} kB")


def seated(page: Page, record: str) -> str:
    """A new table that goes on from a record, the first seat the guest's; returns its path."""
    posted = page.request.post("/api/records", data=record, headers={"origin": page.evaluate("location.origin")})
    assert posted.ok, posted.text()
    page.goto(f"/table/{posted.json()['code']}")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    return page.url


def every(browser: Browser, address: str, record: str, folder: Path, sizes: list[str], themes: list[Theme]) -> None:
    """Sheets of one game: at a question, at others' turns, at the end and at a review. Each has a guest of its own: a
    table that waits would be told at the others."""
    game = read_record(record).game
    asking, done = (guest(browser, address, game) for _ in range(2))
    asked, finished = (seated(context.pages[0], record) for context in (asking, done))
    done.pages[0].evaluate(TO_THE_END, finished.rsplit("/", 1)[1])
    for size, theme in product(sizes, themes):
        look = {
            "viewport": SIZES[size],
            "color_scheme": theme,
            "has_touch": size == "phone",
            "is_mobile": size == "phone",
        }
        contexts = [
            guest(browser, address, game, storage_state=asking.storage_state(), **look),
            guest(browser, address, game, **look),
            guest(browser, address, game, storage_state=done.storage_state(), **look),
        ]
        pages = [context.pages[0] for context in contexts]
        found = [at_question(pages[0], asked), at_others(pages[1], record), *at_end(pages[2], finished)]
        save_sheet(found, folder / f"{game}-{size}-{theme}.png")
        for context in contexts:
            context.close()
    asking.close()
    done.close()


def guest(browser: Browser, address: str, game: str, **look: Any) -> BrowserContext:
    """A browser with one page of a guest, in English and without the coach."""
    context = browser.new_context(base_url=address, locale="en-GB", **look)
    context.add_init_script(f"localStorage.setItem('meute.coach.{game}', 'off')")
    page = context.new_page()
    page.goto("/")
    if "storage_state" not in look:
        context.request.post("/api/me", data={"name": "Louba", "language": "en"}, headers={"origin": address})
    return context


def at_question(page: Page, asked: str) -> bytes:
    """A question in the middle of the game."""
    page.goto(asked)
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    at_rest(page)
    return page.screenshot()


def at_others(page: Page, record: str) -> bytes:
    """While others' actions are told."""
    seated(page, record)
    for _ in range(MOST_ANSWERS):
        answer(page)
        page.wait_for_timeout(SHOWN_MS)
        if not page.locator(f"{LIT}, {ANSWER}").count():
            break
    return page.screenshot()


def at_end(page: Page, finished: str) -> Iterator[bytes]:
    """The score page, and the review."""
    page.goto(finished)
    page.wait_for_selector(SHEET)
    page.wait_for_load_state("networkidle")
    yield page.screenshot()
    page.get_by_role("button", name="Review my game").click()
    page.wait_for_selector(READ, timeout=REVIEW_MS)
    page.wait_for_load_state("networkidle")
    yield page.screenshot()


def save_sheet(pictures: Iterable[bytes], file: Path) -> None:
    """Write four pictures of a size as one: two by two, or those of a phone side by side."""
    found = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    width, height = found[0].size
    columns = 2 if width > height else len(found)
    sheet = Image.new("RGB", (columns * width, -(-len(found) // columns) * height))
    for number, picture in enumerate(found):
        sheet.paste(picture, (number % columns * width, number // columns * height))
    sheet.save(file)
    print(file)


def main() -> None:
    parser = argparse.ArgumentParser(description="pictures of recorded games")
    parser.add_argument("records", nargs="*", type=Path, default=sorted(ROOT.glob("docs/pictures/*.meute")))
    parser.add_argument("--every", type=Path, metavar="FOLDER")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=list(THEMES))
    arguments = parser.parse_args()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = node()
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for file in arguments.records:
            record = file.read_text(encoding="utf-8")
            if arguments.every:
                arguments.every.mkdir(parents=True, exist_ok=True)
                every(browser, address, record, arguments.every, arguments.sizes, arguments.themes)
                continue
            game = read_record(record).game
            save(take(browser, address, record, game, DESKTOP), file.with_suffix(".png"))
            if game == ON_A_PHONE:
                save(take(browser, address, record, game, PHONE), file.with_name(f"{file.stem}-phone.png"))
        browser.close()


if __name__ == "__main__":
    main()
