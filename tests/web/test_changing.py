"""Changing one's mind: another piece, the way back, Escape, and undo."""

from collections.abc import Callable

import pytest
from helpers.players import LIT, PHONE, begin_together, new_table, page_to_act, press
from playwright.sync_api import Locator, Page, expect

from meute.core.chance import Generator
from meute.match import Match

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
UNDO = "header [data-about='page.undo']"


def said(page: Page) -> Locator:
    """The question."""
    return page.locator(".prompt").last.locator("p").first


def question_of(page: Page) -> str:
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
        page = page_to_act(*pages)
        assert page is not None
        if page is not last:
            played.add(last)
        if page in played and page.locator(f"{UNDO}[aria-disabled=true]").count():
            return page, pages[1 - pages.index(page)]
        press(page.locator(LIT).first)
        last = page


def play_until_asked(page: Page, other: Page) -> None:
    """The other one plays on until this one has something to decide."""
    while page_to_act(page, other) is not page:
        press(other.locator(LIT).first)


def two_people(visit: Visit, game: str, **options: str) -> tuple[Page, Page]:
    """A game that has just begun, on the host's page and the guest's."""
    host, guest = visit(name="Ombeline"), visit(name="Grimaud")
    begin_together(host, guest, game, **options)
    return host, guest


def decided(page: Page, code: str) -> int:
    """How many decisions everybody knows of."""
    return int(page.request.get(f"/api/tables/{code}/at/0?view=-1").json()["steps"])


def test_another_card_of_the_market_is_taken_instead(visit: Visit) -> None:
    page = visit()
    code = new_table(page, ME, BOT, game="aventure")
    page.goto(f"/table/{code}")
    page.wait_for_selector(LIT)
    # the very first card lies down by itself
    take(page, 0)
    first = question_of(page)
    assert "marché" in first
    before = decided(page, code)
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
    assert decided(page, code) == before, "nothing is decided before the choice is complete"
    take(page, 1)
    page.locator(f"{LIT}[data-place^='cell.']").first.click()
    while decided(page, code) == before:
        page.wait_for_timeout(30)
    page.wait_for_selector(LIT)
    expect(page.locator(UNDO)).to_have_attribute("aria-disabled", "true")  # the market has shown another card


def test_another_action_of_clan_is_chosen_instead(visit: Visit) -> None:
    page = visit()
    code = new_table(page, ME, BOT, game="clan")
    page.goto(f"/table/{code}")
    page.wait_for_selector(LIT)
    while not page.locator(f"{LIT}[data-place='action.move']").count():
        page.locator(LIT).first.click(force=True)
        page.wait_for_selector(LIT)
    question = question_of(page)
    before = decided(page, code)
    page.locator("[data-place='action.move']").click()
    expect(said(page)).not_to_have_text(question)
    wolves = said(page).inner_text()
    page.locator(f"{LIT}[data-place^='alpha.'], {LIT}[data-place^='pack.']").first.click(force=True)
    expect(said(page)).not_to_have_text(wolves)
    for asked_before in (wolves, question):
        page.keyboard.press("Escape")
        expect(said(page)).to_have_text(asked_before)
    assert decided(page, code) == before, "nothing is decided before the choice is complete"


def before_a_hidden_claw() -> str:
    """A table at which the first seat takes one, found by chance, the same each time."""
    match, rng = Match("terres", seed=2), Generator(2)
    while match.seats_to_act() != [0] or "?1" not in match.legal_texts(0):
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
    return match.game.write_position(match.state)


def test_against_a_bot_there_is_no_way_back_behind_a_hidden_claw(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, position=before_a_hidden_claw())}")
    place = page.locator(LIT).first.get_attribute("data-place")
    claw = page.locator(f"[data-place='{place}']")
    expect(claw).to_contain_text("griffure cachée")
    press(claw)
    expect(claw).not_to_contain_text("griffure cachée", ignore_case=True)
    page.wait_for_selector(LIT)
    expect(page.locator(UNDO)).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_a_wish_to_go_back_stands_below_the_question(visit: Visit, game: str) -> None:
    host, guest = two_people(visit, game, **({"leader": "first"} if game == "terres" else {}))
    asked_one, other_one = when_both_have_played(host, guest)
    question = question_of(asked_one)
    # a card of the market that was drawn since is a barrier too: there somebody else may wish what nobody asks him
    asker, other = (other_one, asked_one) if game == "aventure" else (asked_one, other_one)
    expect(asker.locator(UNDO)).to_have_attribute("aria-disabled", "true")
    for answer in ("Non", "Retirer ma demande"):
        asker.locator(UNDO).click(force=True)
        asker.get_by_role("button", name="Demander aux autres").click()
        expect(other.locator(".prompt").last).to_contain_text("voudrait reprendre son dernier choix")
        expect(said(asked_one)).to_have_text(question)
        (other if answer == "Non" else asker).get_by_role("button", name=answer).click()
        expect(other.locator(".prompt").last).not_to_contain_text("voudrait reprendre")
        if answer == "Non":
            expect(asker.locator(".prompt").last).to_contain_text("n’a pas été acceptée")
            asker.get_by_role("button", name="Compris").click()


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_others_are_told_that_a_choice_was_taken_back(visit: Visit, game: str) -> None:
    host, guest = two_people(visit, game, **({"leader": "second"} if game == "terres" else {"first": "second"}))
    expect(host.locator(".prompt").last).to_contain_text("C’est à Grimaud de jouer")
    play_until_asked(host, guest)
    expect(guest.locator(".prompt").last).to_contain_text("C’est à Ombeline de jouer")
    by_agreement = guest.locator(f"{UNDO}[aria-disabled=true]").count()
    guest.locator(UNDO).click(force=True)
    if by_agreement:  # a card has come to the market, or a claw was shown
        guest.get_by_role("button", name="Demander aux autres").click()
        host.get_by_role("button", name="D’accord").click()
    expect(said(guest)).to_contain_text("À vous")
    expect(host.locator(".prompt").last).to_contain_text("Grimaud a repris son dernier choix.")
    expect(guest.locator(".prompt").last).not_to_contain_text("a repris son dernier choix")
    play_until_asked(host, guest)
    expect(host.locator(".prompt").last).not_to_contain_text("a repris son dernier choix")


def test_a_phone_asks_the_others_to_go_back(visit: Visit) -> None:
    host, guest = visit(name="Ombeline"), visit(name="Grimaud", viewport=PHONE)
    begin_together(host, guest, "terres", leader="second")
    play_until_asked(host, guest)
    play_until_asked(guest, host)
    guest.locator(".prompt [data-about='page.undo']").click()
    guest.get_by_role("button", name="Demander aux autres").click()
    expect(host.locator(".prompt").last).to_contain_text("Grimaud voudrait reprendre son dernier choix.")


def test_what_was_read_in_secret_is_not_taken_back_alone(visit: Visit) -> None:
    host, guest = two_people(visit, "aventure", first="first", powers="trio3")
    host.wait_for_selector(LIT)
    host.get_by_role("button", name="Lire entre les lignes").click()
    read = host.locator(".market .back")
    expect(read.first).to_be_visible()
    expect(guest.locator(".market .back")).to_have_count(0)
    expect(host.locator(UNDO)).to_have_attribute("aria-disabled", "true")
    host.locator(UNDO).click(force=True)
    expect(host.locator(".prompt").last).to_contain_text("montré en secret")
    host.get_by_role("button", name="Demander aux autres").click()
    expect(guest.locator(".prompt").last).to_contain_text("voudrait reprendre son dernier choix")
    guest.get_by_role("button", name="D’accord").click()
    expect(read).to_have_count(0)


def test_escape_closes_the_drawer_and_keeps_the_choice(visit: Visit) -> None:
    page = visit(viewport={"width": 1000, "height": 800})
    page.goto(f"/table/{new_table(page, ME, BOT, leader='first')}")
    press(page.locator(f"{LIT}:not([data-place$='3'])").first)
    chosen = page.locator(".is-chosen")
    expect(chosen).to_have_count(1)
    page.get_by_role("button", name="Historique, discussion").click()
    expect(page.locator(".aside")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".aside")).to_have_count(0)
    expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
