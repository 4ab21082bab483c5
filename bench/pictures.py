"""Takes the pictures of README.md: a still of each game, and one of Terres de Loups on a phone.

python bench/pictures.py [RECORD ...]

Each record (all of docs/pictures/*.meute, if none is named) is a game between computer players that stops at a decision
of the first seat. It is uploaded to a new server, computer players take the other seats, and Chromium shows the first
seat's turn. The picture is written beside the record.
Run it with the development environment (`python3 dev.py setup`, and `python3 dev.py browser` once, which builds the
page).
"""

import argparse
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from meute.match import read_record

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from dev import chromium, node  # noqa: E402
from helpers.players import ANSWER, DESKTOP, LIT, PHONE, at_rest  # noqa: E402

ON_A_PHONE = "terres"
COLOURS = 256
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
    answer = context.request.post("/api/records", data=record, headers={"origin": address})
    assert answer.ok, answer.text()
    page = context.new_page()
    page.goto(f"/table/{answer.json()['code']}")
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


def main() -> None:
    parser = argparse.ArgumentParser(description="pictures of recorded games")
    parser.add_argument("records", nargs="*", type=Path, default=sorted(ROOT.glob("docs/pictures/*.meute")))
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = node()
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for file in parser.parse_args().records:
            record = file.read_text(encoding="utf-8")
            game = read_record(record).game
            save(take(browser, address, record, game, DESKTOP), file.with_suffix(".png"))
            if game == ON_A_PHONE:
                save(take(browser, address, record, game, PHONE), file.with_name(f"{file.stem}-phone.png"))
        browser.close()


if __name__ == "__main__":
    main()
