"""The prompt line: the question stays, and what happened is said."""

from collections.abc import Callable

import pytest
from helpers.players import DESKTOP, LIT, PHONE, SHEET, new_table, press
from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}


def prompt_of(page: Page) -> Locator:
    return page.locator(".prompt").last


@pytest.mark.parametrize(("game", "place"), [("aventure", "market."), ("clan", "space.")])
def test_what_is_pointed_at_does_not_hide_the_question(visit: Visit, game: str, place: str) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, game=game)}")
    page.wait_for_selector(LIT)
    prompt = prompt_of(page)
    question = prompt.locator("p").first.inner_text()
    pointed = page.locator(f"[data-place^='{place}']").nth(1)
    # an element that moves under a resting pointer is not announced: this pointer moves
    for spot in (2, 4):
        page.mouse.move(spot, spot)
    pointed.hover()
    expect(prompt.locator("p").nth(1)).not_to_be_empty()
    assert prompt.locator("p").first.inner_text() == question
    assert prompt.locator("p").nth(1).inner_text() != question


@pytest.mark.parametrize("view", [DESKTOP, PHONE])
def test_what_the_other_did_is_said_until_i_act(visit: Visit, view: dict[str, int]) -> None:
    page = visit(viewport=view)
    page.goto(f"/table/{new_table(page, ME, BOT, leader='second')}")
    page.wait_for_selector(LIT)
    said = prompt_of(page).locator("p")
    # on a phone, the guide speaks below the question, and the other's turn has a line of its own
    told = page.locator(".since .told") if view == PHONE else said.nth(1)
    expect(said.first).to_contain_text("À vous")
    expect(told).to_contain_text("Ysengrin")
    expect(page.locator(".board .is-last").first).to_be_visible()
    said_to_me = told.inner_text()
    press(page.locator(f".hand {LIT}").first)
    expect(said.first).to_contain_text("Où poser")
    assert told.inner_text() == said_to_me
    press(page.locator(f".board {LIT}").first)
    expect(told.filter(has_text=said_to_me)).to_have_count(0)


def test_the_card_that_the_other_laid_is_said_beside_my_question(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, game='aventure')}")
    page.wait_for_selector(LIT)
    said = prompt_of(page).locator("p")
    # the first card has one place only, so the other plays at once; the pointer rests where it was
    press(page.locator(f"{LIT}[data-place^='market.']").first)
    expect(said.nth(1)).to_contain_text("Ysengrin")
    expect(said.first).to_contain_text("À vous")
    expect(page.locator(".is-last:visible").first).to_be_visible()


@pytest.mark.parametrize("game", ["aventure", "wildlife"])
def test_you_is_the_reader_in_a_replay_from_another_seat(visit: Visit, game: str) -> None:
    page = visit(name="Ombeline")
    code = new_table(page, ME, BOT, game=game)
    page.goto(f"/table/{code}")
    page.wait_for_selector(LIT)
    assert "reçoit" not in prompt_of(page).inner_text(), "a deal is nothing that happened"
    me = page.locator("header .seat b").all_inner_texts().index("Vous")
    assert me == 1, "oneself is last"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.locator(".prompt").get_by_role("button", name="Abandonner").click()
    page.wait_for_selector(SHEET)
    steps = page.request.get(f"/api/tables/{code}/at/0?view=-1").json()["steps"]
    page.goto(f"/replay/{code}?step={steps}&view=1")
    expect(page.get_by_label("Vu par")).to_have_value("1")
    if game == "aventure":
        expect(page.locator(".own")).to_contain_text("Objectifs · Ysengrin")
        expect(page.locator(".own")).to_contain_text("Grille · Vous")
    else:
        expect(page.locator(".own .name-note b")).to_have_text("Vous")
