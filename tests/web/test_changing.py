"""Changing one's mind: another piece, the way back, Escape, and undo."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from web.players import LIT, new_table, press

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
UNDO = "header [data-about='page.undo']"


def said(page: Page) -> Locator:
    """The question."""
    return page.locator(".prompt").last.locator("p").first


def asked(page: Page) -> str:
    page.wait_for_selector(LIT)
    return said(page).inner_text()


def take(page: Page, n: int) -> str:
    """Takes the n-th card of the market; its name."""
    card = page.locator(f".market {LIT}, {LIT}[data-place^='market.']").nth(n)
    name = card.locator(".sr-only").first.inner_text()
    press(card)
    return name


def when_both_have_played(*pages: Page) -> tuple[Page, Page]:
    """Plays until somebody is asked who cannot take his last decision back alone; he comes first."""
    played: set[Page] = set()
    last = pages[0]
    while True:
        for page, other in zip(pages, reversed(pages), strict=True):
            if page.locator(LIT).count():
                if page is not last:
                    played.add(last)
                if page in played and page.locator(f"{UNDO}[aria-disabled=true]").count():
                    return page, other
                press(page.locator(LIT).first)
                last = page
        last.wait_for_timeout(30)


def test_another_card_of_the_market_is_taken_instead(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, game='aventure')}")
    page.wait_for_selector(LIT)
    # the very first card lies down by itself
    take(page, 0)
    first = asked(page)
    assert "marché" in first
    take(page, 0)
    expect(said(page)).not_to_have_text(first)
    second = page.locator("[data-place^='market.']:not([aria-disabled])").last
    place = second.get_attribute("data-place")
    press(second)
    expect(page.locator(f"[data-place='{place}']")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(said(page)).to_have_text(first)
    take(page, 0)
    expect(said(page)).not_to_have_text(first)
    page.locator(".prompt").get_by_role("button", name="Autre choix").click()
    expect(said(page)).to_have_text(first)


def test_another_action_of_clan_is_chosen_instead(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, game='clan')}")
    while not page.locator(f"{LIT}[data-place='action.move']").count():
        page.wait_for_selector(LIT)
        page.locator(LIT).first.click(force=True)
        page.wait_for_timeout(30)
    question = asked(page)
    page.locator("[data-place='action.move']").click()
    expect(said(page)).not_to_have_text(question)
    page.keyboard.press("Escape")
    expect(said(page)).to_have_text(question)


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_a_wish_to_go_back_stands_below_the_question(visit: Visit, game: str) -> None:
    options = {"leader": "first"} if game == "terres" else {}
    host = visit(name="Ombeline")
    code = new_table(host, ME, {"kind": "open"}, game=game, start=False, **options)
    host.goto(f"/table/{code}")
    guest = visit(name="Grimaud")
    guest.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    asked_one, other_one = when_both_have_played(host, guest)
    question = asked(asked_one)
    # a card of the market that was drawn since is a barrier too: there somebody else may wish what nobody asks him
    asker, other = (other_one, asked_one) if game == "aventure" else (asked_one, other_one)
    expect(asker.locator(UNDO)).to_have_attribute("aria-disabled", "true")
    for answer in ("Non", "Retirer ma demande"):
        asker.locator(UNDO).click(force=True)
        asker.get_by_role("button", name="Demander aux autres").click()
        expect(other.locator(".prompt").last).to_contain_text("voudrait revenir en arrière")
        expect(said(asked_one)).to_have_text(question)
        (other if answer == "Non" else asker).get_by_role("button", name=answer).click()
        expect(other.locator(".prompt").last).not_to_contain_text("voudrait revenir")
        if answer == "Non":
            expect(asker.locator(".prompt").last).to_contain_text("n’a pas été acceptée")
            asker.get_by_role("button", name="Compris").click()
