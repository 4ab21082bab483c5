"""Announcements before the next question, and their speed."""

from collections.abc import Callable

import pytest
from helpers.players import LIT, SHEET, SKIP, answer, choose, go_on, new_table
from helpers.traces_table import position as position_text
from playwright.sync_api import Page, expect

from meute.core.chance import Generator
from meute.games.terres.events import FULL_MOON
from meute.match import Match

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
ANSWER = ".prompt .actions button:not([aria-label])"


def play_a_trick(page: Page) -> None:
    """Until somebody has won it: the other cards of a trick, and claws shown, come before."""
    prompt = page.locator(".prompt").last
    for _ in range(10):
        if "Continuer" in prompt.inner_text():
            return
        choose(page)
        page.wait_for_selector(f"{LIT}, .prompt button:text-is('Continuer')")
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
    prompt.get_by_role("button", name="Continuer", exact=True).click()
    page.wait_for_selector(LIT)
    again = trick.get_by_role("button", name="Dernier pli")
    again.click()
    expect(trick.get_by_role("img")).to_have_count(2)
    assert trick.get_by_role("img").all_inner_texts() == cards
    expect(prompt).to_contain_text("emporte")
    prompt.get_by_role("button", name="Continuer", exact=True).click()
    page.wait_for_selector(LIT)


def before_a_moon() -> str:
    """A table at which the first seat sets down the last claw of a territory, found by chance, the same each time."""
    match, rng = Match("terres", seed=0), Generator(0)
    while True:
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        before = match.game.write_position(match.state)
        said = match.play(seat, options[rng.below(len(options))])
        if seat == 0 and any(event.kind == FULL_MOON for event in said):
            return before


def test_a_moon_that_rises_is_read_before_the_next_question(visit: Visit) -> None:
    page = visit(pace="calm")
    page.goto(f"/table/{new_table(page, ME, BOT, position=before_a_moon())}")
    choose(page)
    prompt = page.locator(".prompt").last
    expect(prompt).to_contain_text("Pleine lune sur les")
    expect(prompt).to_contain_text("est l’atout")
    assert not page.locator(LIT).count(), "the next question waits"
    prompt.get_by_role("button", name="Continuer", exact=True).click()
    page.wait_for_selector(LIT)


def test_the_phases_of_a_year_are_read_one_by_one(visit: Visit) -> None:
    page = visit()
    bots = [{"kind": "bot", "bot": "greedy"}] * 3
    page.goto(f"/table/{new_table(page, ME, *bots, game='traces', position=position_text())}")
    prompt, card, history = page.locator(".prompt").last, page.locator(".pack"), page.locator(".chapters")
    guide = page.get_by_role("region", name="Votre guide")
    for _ in range(4):
        page.locator(f".tokens {LIT}").nth(5).click()
    expect(guide).to_contain_text("l’énergie que ce loup")
    page.get_by_role("button", name="J’ai fini").click()
    phases: list[str] = []
    for _ in range(30):
        page.wait_for_selector(f"{LIT}, {ANSWER}")
        next_one = prompt.get_by_role("button", name="Continuer", exact=True)
        if not next_one.count():
            page.locator(f"{LIT}, {ANSWER}").first.click()
            continue
        assert not page.locator(LIT).count(), "the next question waits"
        heading = card.get_by_role("heading").first.inner_text()
        if heading not in phases:
            phases.append(heading)
        if heading == "Chasse en meute":
            expect(history).not_to_contain_text("La meute hurle")
            expect(guide).not_to_contain_text("petite proie")
        if heading == "Hurlements":
            expect(history).to_contain_text("La meute hurle")
            expect(card).to_contain_text("La meute hurle")
            expect(card.get_by_role("img", name="Somme")).to_be_visible()
            expect(guide).to_contain_text("La somme des hurlements décide")
        if heading == "Marque":
            break
        next_one.click()
    order = [
        "Éducation des louveteaux",
        "Chasse en solitaire",
        "Chasse en meute",
        "Hurlements",
        "Combats de rang",
        "Marque",
    ]
    assert phases == [heading for heading in order if heading in phases]
    assert {"Chasse en meute", "Hurlements", "Marque"} <= set(phases)
    before = page.locator("header .seat strong").all_inner_texts()
    totals = card.locator("td b").all_inner_texts()
    go_on(page)
    expect(card.get_by_role("heading", name="Marque")).to_have_count(0)
    after = page.locator("header .seat strong").all_inner_texts()
    assert before != after, "points change once they were announced"
    assert sorted(text.split()[0] for text in after) == sorted(totals)


@pytest.mark.parametrize("game", ["aventure", "wildlife"])
def test_the_pace_is_a_setting_and_others_may_be_skipped(visit: Visit, game: str) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, *[BOT] * 3, game=game)}")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Rythme").get_by_text("Calme").click()
    page.keyboard.press("Escape")
    skip = page.get_by_role("button", name=SKIP)
    for _ in range(40):
        page.locator(LIT).or_(skip).first.wait_for()
        # it may be my turn before a pointer is there
        if skip.evaluate_all("(found) => { found[0]?.click(); return found.length }"):
            break
        answer(page)
    else:
        raise AssertionError("others are never waited for")
    page.wait_for_selector(LIT)
    expect(skip).to_have_count(0)


def test_only_computers_are_hurried(visit: Visit) -> None:
    host, guest = visit(name="Ombeline"), visit(name="Grimaud")
    host.clock.install()
    code = new_table(host, ME, {"kind": "open"}, start=False, leader="second")
    for page in (host, guest):
        page.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    host.get_by_role("button", name="Commencer").click()
    expect(host.locator(".prompt").last).to_contain_text("Grimaud")
    host.clock.run_for(10_000)
    expect(host.get_by_role("button", name=SKIP)).to_have_count(0)


@pytest.mark.parametrize("game", ["terres", "wildlife"])
def test_hands_lie_open_once_the_game_is_over(visit: Visit, game: str) -> None:
    page = visit(name="Ombeline")
    code = new_table(page, ME, BOT, game=game)
    page.goto(f"/table/{code}")
    page.wait_for_selector(LIT)
    while not page.locator(".hand [data-place]").count():
        answer(page)
    expect(page.get_by_label("Ysengrin : main ouverte")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.locator(".prompt").get_by_role("button", name="Abandonner").click()
    page.wait_for_selector(SHEET)
    page.get_by_role("button", name="Revoir", exact=True).click()
    expect(page.get_by_label("Vu par").locator("option:checked")).to_have_text("Vous")
    page.get_by_role("button", name="À la fin").click()
    hand = page.get_by_label("Ysengrin : main ouverte")
    expect(hand).to_be_visible()
    assert hand.locator("[data-about]").count() > 2
    page.get_by_label("Vu par").select_option("Ysengrin")
    expect(page.get_by_label("Vous : main ouverte")).to_be_visible()
