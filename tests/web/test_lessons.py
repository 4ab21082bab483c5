"""Lessons in a browser: each is clicked through by the pointed places alone."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect
from web.conftest import Opener
from web.players import DESK, PHONE, expect_no_sideways_scroll

from meute.games import GAMES
from meute.learn import lessons

BAR = "[data-lesson]"
RING = ".ring:not(.soft)"
PRESSES = 3
PATIENCE = 4000
"""Milliseconds until a person would press again."""
AT_REST = """ring => new Promise(done => {
  let before = '', same = 0
  const look = () => {
    const box = document.querySelector(ring)?.getBoundingClientRect()
    const now = box ? `${box.x} ${box.y}` : ''
    same = now && now === before ? same + 1 : 0
    before = now
    if (same < 6) requestAnimationFrame(look)
    else done()
  }
  look()
})"""
"""A map that brings what is pointed at into its window moves it for some frames."""


def done_games() -> list[str]:
    return [game for game in GAMES if lessons(game)]


def press_ring(page: Page) -> None:
    """A click on the first ring, which is in sight."""
    ring, size = page.locator(RING).first, page.viewport_size
    expect(ring).to_be_visible()
    page.evaluate(AT_REST, RING)
    box = ring.bounding_box()
    assert box is not None
    assert size is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 < x < size["width"], "what is pointed at is in sight"
    assert 0 < y < size["height"], "what is pointed at is in sight"
    page.mouse.click(x, y)


def press_pointed(page: Page) -> None:
    """Presses what is pointed at until that changes something: a map that is still moving takes no click."""
    before = page.locator(BAR).get_attribute("data-at")
    for _ in range(PRESSES):
        press_ring(page)
        with suppress(Error):
            page.wait_for_selector(f"{BAR}:not([data-at='{before}'])", timeout=PATIENCE)
            return
    raise AssertionError("a press changes nothing")


def click_through(page: Page) -> None:
    """One lesson, to its end."""
    bar = page.locator(BAR)
    for _ in range(60):
        page.wait_for_selector(f"{RING}, {BAR}[data-done=true], {BAR}[data-hidden=true]")
        if bar.get_attribute("data-done") == "true":
            return
        if bar.get_attribute("data-hidden") == "true":
            bar.get_by_role("button", name=re.compile("Montrez-moi|Show me")).click()
        press_pointed(page)
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk-fr", "phone-en"])
def test_every_lesson_is_done_by_the_pointed_places_alone(visit: Opener, size: dict[str, int], language: str) -> None:
    more: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size is PHONE else {}
    page = visit("/learn", viewport=size, locale=language, **more)
    for game in done_games():
        page.goto(f"/learn/{game}")
        page.locator(".lesson").first.click()
        for lesson in lessons(game):
            expect(page.locator(f"[data-lesson={lesson.name}]")).to_be_visible()
            click_through(page)
            expect_no_sideways_scroll(page)
            if lesson is not lessons(game)[-1]:
                page.get_by_role("button", name=re.compile("Suivante|Next")).click()
        page.goto(f"/learn/{game}")
        expect(page.locator(".lesson .done")).to_have_count(len(lessons(game)))


def test_a_wrong_try_is_answered_shown_and_taken_back(visit: Opener) -> None:
    page = visit("/learn/terres")
    page.get_by_role("button", name="Fournir la couleur").click()
    page.locator("[data-place='card.o7']").click(position={"x": 14, "y": 20}, force=True)
    expect(page.locator(".said").last).to_contain_text("Il faut fournir")
    page.get_by_role("button", name="Compris").click()
    for _ in range(2):
        press_pointed(page)
    hidden = page.locator(".stage [data-place='claw.cavernes.0']")
    hidden.click()
    bar = page.locator(BAR)
    expect(bar).to_contain_text("sans savoir laquelle")
    expect(bar).to_contain_text("Vous prenez une griffure cachée")
    bar.get_by_role("button", name="Reprendre le coup").click()
    expect(bar).to_contain_text("Prenez la griffure visible")
    page.reload()
    expect(bar).to_contain_text("Prenez la griffure visible")
    bar.get_by_role("button", name="Montrez-moi").click()
    page.keyboard.press("Enter")
    expect(bar).to_contain_text("Posez-la")
    bar.get_by_role("button", name="Recommencer").click()
    expect(bar).to_contain_text("Grimaud mène un 6 rouge")
    bar.get_by_role("button", name="Quitter").click()
    expect(page.get_by_role("button", name="Commencée")).to_be_visible()
    page.goto("/")
    expect(page.locator(".line")).to_have_count(0)


def test_rules_are_searched_over_all_games_and_drawn_with_signs_and_examples(visit: Opener) -> None:
    page = visit("/rules/terres")
    expect(page.locator("nav a")).to_have_count(len(GAMES))
    page.get_by_role("searchbox").fill("loup solitaire")
    hit = page.locator("search a", has_text="Effets des griffures")
    expect(hit).to_contain_text("Terres")
    hit.click()
    section = page.locator("details[open]", has_text="Retourner le jeton")
    expect(section.locator("[data-mark] svg").first).to_be_visible()
    page.locator("summary", has_text="Jouer un pli").click()
    example = page.locator("[data-example=follow]")
    example.scroll_into_view_if_needed()
    expect(example.locator("[data-place]").first).to_be_visible()
    example.get_by_role("button", name="Jouer cette leçon").click()
    expect(page.locator("[data-lesson=follow]")).to_be_visible()
