"""Actions of players in the browser."""

import re
import time
from collections.abc import Callable
from typing import Any

from helpers.record_collection import recorded
from playwright.sync_api import Locator, Page, Position, ViewportSize, expect

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}

LIT = "[data-rove=pickable]"
"""Selector of a place that can be chosen next."""
SKIP = "Jusqu’à mon tour"
"""Selector of what is offered while others play."""
ANSWER = f".prompt .actions button:not([aria-label], :text-is('{SKIP}'))"
"""Selector of a choice without a place on the board, or of the button that continues."""
PATIENCE = 60.0
"""Timeout for the screen, in seconds: long, for a busy machine."""
GO_ON = ".prompt button:text-is('Continuer')"
"""Selector of the button that continues to the next question."""
SHEET = ".sheet .rows"
"""Selector of the score sheet, which opens at the end of a game."""


def new_table(
    page: Page,
    *seats: dict[str, str],
    game: str = "terres",
    start: bool = True,
    position: str = "",
    patience: str = "",
    **options: str,
) -> str:
    """Open a table by the API, optionally from a position; returns its code."""
    asked: dict[str, Any] = {"game": game, "seats": list(seats), "options": options}
    asked |= {"position": position, "start": start, "patience": int(patience) if patience else None}
    origin = page.evaluate("location.origin")
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": origin})
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


def finished_table(page: Page, game: str, *names: str) -> str:
    """Open a finished table from a recorded game; returns its code."""
    record = recorded(f"{game}-2-plain-0")
    for number, name in enumerate(names, 1):
        record = record.replace(f"seat: seat {number}\n", f"seat: {name}\n")
    answer = page.context.request.post(
        "/api/records", data=record, headers={"origin": page.evaluate("location.origin")}
    )
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


def begin_together(host: Page, guest: Page, game: str, **options: str) -> str:
    """Grimaud joins by the host's link and they start; returns the table's code."""
    code = new_table(host, {"kind": "guest"}, {"kind": "open"}, game=game, start=False, **options)
    for page in (host, guest):
        page.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    return code


IS_OPEN = """(one, { x, y }) => {
    const box = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(box.x + x, box.y + y))
}"""
"""Whether a point of a place is on top."""


def press(place: Locator, timeout: float | None = None) -> None:
    """Click a place where it is not covered by the next card or by a badge."""
    box = place.bounding_box(timeout=timeout)
    assert box is not None
    corner: Position = {"x": min(14, box["width"] / 2), "y": min(20, box["height"] / 2)}
    middle: Position = {"x": box["width"] / 2, "y": box["height"] / 2}
    place.click(position=corner if place.evaluate(IS_OPEN, corner) else middle, timeout=timeout)


def is_over(page: Page) -> bool:
    return page.locator(SHEET).count() > 0


def page_to_act(*pages: Page) -> Page | None:
    """The first page with a choice; None once the game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for page in pages:
            if page.locator(LIT).count():
                return page
        if all(map(is_over, pages)):
            return None
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def choose(page: Page) -> bool:
    """Click the first place that can be chosen; False once the game is over."""
    page.wait_for_selector(f"{LIT}, {SHEET}")
    if is_over(page):
        return False
    press(page.locator(LIT).first)
    return True


def go_on(page: Page) -> None:
    """Continue to the next question."""
    button = page.locator(GO_ON)
    while True:
        page.wait_for_selector(f"{LIT}, {ANSWER}, {SHEET}")
        if not button.count():
            return
        button.click()


def answer(page: Page) -> None:
    """Answer the question by the first choice, in any game."""
    page.wait_for_selector(f"{LIT}, {ANSWER}, {SHEET}")
    first = page.query_selector(LIT) or page.query_selector(ANSWER)
    box = first.bounding_box() if first else None
    if box is not None:
        page.mouse.click(box["x"] + min(14, box["width"] / 2), box["y"] + min(20, box["height"] / 2))


def play_to_the_end(page: Page, look: Callable[[], None] = lambda: None) -> None:
    """Play by mouse, always the first choice; look at each question first."""
    for _ in range(200):
        page.wait_for_selector(f"{LIT}, {SHEET}")
        if not is_over(page):
            look()
        if not choose(page):
            return
    raise AssertionError("the game does not end")


def expect_end(page: Page) -> None:
    """Check that the score sheet is open, with both totals as in the bar."""
    expect(page.locator(SHEET)).to_be_visible()
    totals = page.locator(".totals strong").all_inner_texts()
    bar = [text.split()[0] for text in page.locator("header .seat strong").all_inner_texts()]
    assert totals == bar


def expect_told(page: Page, text: str) -> None:
    """Check a line of the history."""
    drawer = page.get_by_role("button", name=re.compile("Historique, discussion|History, chat"))
    if drawer.get_attribute("aria-expanded") == "false":
        drawer.click()
    expect(page.locator(".chapters")).to_contain_text(text)


def at_rest(page: Page) -> None:
    """Wait until all animations have ended."""
    page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")


def expect_whole(lines: Locator) -> None:
    """Check that no text is clipped."""
    for words in lines.all():
        assert words.evaluate("one => one.scrollWidth <= one.clientWidth"), words.inner_text()


def expect_no_sideways_scroll(page: Page) -> None:
    """Check that nothing overflows on the right."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def open_example(page: Page, *, touch: bool = False) -> Locator:
    """Open the rules beside the table, and there the first board that is drawn as an example."""
    act = Locator.tap if touch else Locator.click
    act(page.get_by_role("button", name="Historique, discussion"))
    act(page.get_by_role("tab", name="Règles"))
    section = page.locator(".rules details:has([data-example])").first
    section.evaluate("(section) => { section.open = true }")
    example = section.locator("[data-example]").first
    example.scroll_into_view_if_needed()
    expect(example.locator("[data-place], g.hex").first).to_be_visible()
    return example
