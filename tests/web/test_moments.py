"""What is told before the next question comes, and how fast."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.players import LIT, choose, new_table

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}


def play_a_trick(page: Page) -> None:
    """Until somebody has won it: the other cards of a trick, and claws shown, come before."""
    prompt = page.locator(".prompt").last
    for _ in range(10):
        if "Continuer" in prompt.inner_text():
            return
        choose(page)
        page.wait_for_function(f"document.querySelector('{LIT}') || document.body.innerText.includes('Continuer')")
    raise AssertionError("no trick ends")


def test_a_finished_trick_stays_and_can_be_seen_again(visit: Visit) -> None:
    page = visit(pace="calm")
    page.goto(f"/table/{new_table(page, ME, BOT, leader='second')}")
    play_a_trick(page)
    prompt, trick = page.locator(".prompt").last, page.get_by_label("Pli en cours")
    expect(prompt).to_contain_text("le pli :")
    expect(prompt).to_contain_text("emporte")
    expect(trick.get_by_role("heading")).to_contain_text("Dernier pli")
    cards = trick.get_by_role("img").all_inner_texts()
    assert len(cards) == 2
    assert not page.locator(LIT).count(), "the next question waits"
    prompt.get_by_role("button", name="Continuer").click()
    page.wait_for_selector(LIT)
    again = trick.get_by_role("button", name="Dernier pli")
    again.click()
    expect(trick.get_by_role("img")).to_have_count(2)
    assert trick.get_by_role("img").all_inner_texts() == cards
