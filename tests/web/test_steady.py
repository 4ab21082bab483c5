"""The page stays where it is, weighs little, rests when nothing happens, and says what it plays for whom."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from web.players import LIT, SHEET, choose, new_table

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
COUNTED = """() => {
    window.made = 0
    const Real = window.AudioContext
    window.AudioContext = class extends Real { constructor() { super(); window.made++ } }
}"""
TURNS = 8


@pytest.mark.parametrize(("game", "seats"), [("terres", 2), ("aventure", 3)])
def test_nothing_moves_from_turn_to_turn(visit: Visit, game: str, seats: int) -> None:
    page = visit(viewport={"width": 1366, "height": 768})
    page.goto(f"/table/{new_table(page, ME, *[BOT] * (seats - 1), game=game)}")
    page.wait_for_selector(LIT)
    page.evaluate(SHIFTS)
    plates = [seat.bounding_box() for seat in page.locator("header .seat").all()]
    for _ in range(TURNS):
        choose(page)
    page.wait_for_selector(f"{LIT}, {SHEET}")
    assert page.evaluate("window.shifted") < 0.05
    assert [seat.bounding_box() for seat in page.locator("header .seat").all()] == plates


def test_a_page_rests_when_nothing_happens(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    page.goto(f"/table/{new_table(page, ME, BOT, game='aventure')}")
    page.wait_for_selector(f"{LIT}.is-legal")
    page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')", timeout=15_000)


def test_first_page_and_table_are_light(visit: Visit) -> None:
    page = visit()
    page.wait_for_selector(".games")
    assert page.evaluate(WEIGHT) < 120_000
    for game in ("terres", "clan"):
        page.goto(f"/table/{new_table(page, ME, BOT, game=game)}")
        page.wait_for_selector(LIT)
        assert page.evaluate(WEIGHT) < 200_000


def test_sounds_are_off_until_chosen(visit: Visit) -> None:
    page = visit("/me")
    page.wait_for_selector("[role=switch]")
    page.evaluate(COUNTED)
    sounds = page.get_by_role("switch", name="Sons")
    expect(sounds).not_to_be_checked()
    assert page.evaluate("window.made") == 0
    sounds.click()
    expect(sounds).to_be_checked()
    assert page.evaluate("window.made") == 1
