"""Every table: light, steady from turn to turn, and clear to those who do not see it."""

from collections.abc import Callable

import pytest
from helpers.players import ANSWER, LAPTOP, LIT, SHEET, answer, new_table
from playwright.sync_api import Page
from web.test_look import faults

from meute.games import GAMES

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
SHIFTS = """() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value
    }).observe({ type: 'layout-shift', buffered: false })
}"""
WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
ANSWERS = 8


def test_the_first_page_is_light(visit: Visit) -> None:
    page = visit()
    page.wait_for_selector(".games")
    assert page.evaluate(WEIGHT) < 120_000


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_is_light_and_steady_and_axe_finds_nothing(visit: Visit, axe: str, game: str) -> None:
    page = visit(viewport=LAPTOP)
    seats = [ME, *[BOT] * (GAMES[game].min_seats - 1)]
    page.goto(f"/table/{new_table(page, *seats, game=game)}")
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    assert page.evaluate(WEIGHT) < 200_000
    page.evaluate(SHIFTS)
    plates = [seat.bounding_box() for seat in page.locator("header .seat").all()]
    for _ in range(ANSWERS):
        answer(page)
    page.wait_for_selector(f"{LIT}, {ANSWER}, {SHEET}")
    assert page.evaluate("window.shifted") < 0.05
    assert [seat.bounding_box() for seat in page.locator("header .seat").all()] == plates
    # the prompt explains what can be chosen, no tooltip does
    explained = "[data-about]:not([data-effect], [data-effect] *):visible"
    things = [page.locator(f"{part} {explained}") for part in (".own", ".board")]
    next(found for found in things if found.count()).first.hover(force=True)
    page.get_by_role("tooltip").wait_for()
    assert not faults(page, axe)
