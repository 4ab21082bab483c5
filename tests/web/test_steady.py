"""The page rests when nothing happens, makes no sound unasked, and says what was played for whom."""

from collections.abc import Callable

import pytest
from helpers.players import (
    LAPTOP,
    LIT,
    PHONE,
    at_rest,
    begin_together,
    choose,
    finished_table,
    new_table,
    page_to_act,
    press,
)
from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
HEARD = """
    window.heard = []
    const Real = window.OscillatorNode
    window.OscillatorNode = class extends Real {
        constructor(context, options) { super(context, options); heard.push(options.frequency) }
    }
"""
"""Notes a page has played, by where they begin."""
A_MOVE, MY_TURN, A_WIN = [190], [392, 523], [392, 494, 587, 392]


def test_a_page_rests_when_nothing_happens(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    page.goto(f"/table/{new_table(page, ME, BOT, game='aventure')}")
    page.wait_for_selector(f"{LIT}.is-legal")
    at_rest(page)


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_who_has_chosen_sounds_hears_moves_his_turn_and_a_win(visit: Visit, game: str) -> None:
    host, guest = visit("/me", name="Ombeline"), visit(name="Grimaud")
    for page in (host, guest):
        page.add_init_script(HEARD)
    sounds = host.get_by_role("switch", name="Sons")
    expect(sounds).not_to_be_checked()
    sounds.click()
    expect(sounds).to_be_checked()
    options = {"leader": "second"} if game == "terres" else {"first": "second"}
    begin_together(host, guest, game, **options)
    while not host.locator(LIT).count():
        if guest.locator(LIT).count():
            press(guest.locator(LIT).first)
    hears(host, MY_TURN)
    while host.locator(LIT).count():
        press(host.locator(LIT).first)
        host.wait_for_function("() => document.querySelector('.prompt.yours') || heard.at(-1) === 190")
    hears(host, A_MOVE)
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Abandonner").click()
    guest.locator(".prompt").get_by_role("button", name="Abandonner").click()
    hears(host, A_WIN)
    assert guest.evaluate("heard") == [], "nothing sounds until it was chosen"


def hears(page: Page, notes: list[int]) -> None:
    """These were the last notes."""
    page.wait_for_function("(notes) => heard.slice(-notes.length).join() === notes.join()", arg=notes)


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_what_a_bot_played_for_somebody_is_told_when_he_is_back(visit: Visit, game: str) -> None:
    host, guest = visit(name="Ombeline"), visit(name="Grimaud")
    host.evaluate("localStorage.setItem('meute.drawer', 'open')")
    code = begin_together(host, guest, game, patience="1")
    guest.wait_for_selector(".prompt")
    guest.close()
    history = host.get_by_role("complementary", name="Historique, discussion")
    stands_in = history.get_by_text("Un bot joue pour Grimaud.")
    play_until(stands_in, host)
    back = guest.context.new_page()
    back.goto(f"/table/{code}")
    expect(back.locator(".prompt").last).to_contain_text("Pendant votre absence, un bot a joué pour vous.")
    play_until(history.get_by_text("Grimaud a repris sa place."), host, back)


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_whoever_waits_is_told_that_the_other_has_gone(visit: Visit, game: str) -> None:
    host, guest = visit(name="Ombeline"), visit(name="Grimaud")
    options = {"leader": "second"} if game == "terres" else {"first": "second"}
    begin_together(host, guest, game, patience="3600", **options)
    guest.wait_for_selector(LIT)
    prompt = host.locator(".prompt").last
    expect(prompt).to_contain_text("C’est à Grimaud de jouer.")
    code = host.url
    guest.close()
    expect(prompt).to_contain_text("qui n’est pas à la table\u00a0: l’ordinateur jouera bientôt à sa place.")
    guest.context.new_page().goto(code)
    expect(prompt).to_contain_text("C’est à Grimaud de jouer.")


def play_until(announcement: Locator, *pages: Page) -> None:
    """The seats to act play on until an announcement appears."""
    while not announcement.count():
        page = page_to_act(*pages)
        assert page is not None, "no announcement"
        press(page.locator(LIT).first)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_chosen_card_moves_nothing_that_lies_on_the_table(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    page.goto(f"/table/{new_table(page, ME, BOT)}")
    lying = ".board [data-piece^='card.'], .board [data-piece^='token.']"
    mine, hand = page.locator(".side.own [data-piece^='card.']"), page.locator(f".hand {LIT}")
    while mine.count() < 2 or not hand.count():
        choose(page)
        page.wait_for_selector(LIT)
    hand.first.scroll_into_view_if_needed()
    at_rest(page)
    where = "(list) => list.map((one) => JSON.stringify(one.getBoundingClientRect()))"
    top = "(prompt) => prompt.getBoundingClientRect().top"
    prompt = page.locator(".prompt").last
    before, above = page.locator(lying).evaluate_all(where), prompt.evaluate(top)
    press(hand.first)
    expect(prompt).to_contain_text("Où poser")
    assert page.locator(lying).evaluate_all(where) == before
    assert prompt.evaluate(top) >= above, "the question covers no more of the board"


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_a_board_keeps_its_size_whatever_a_replay_tells(visit: Visit, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    page.goto(f"/replay/{finished_table(page, 'clan')}?step=0")
    told, board = page.locator(".line .prompt"), page.locator(".board-area > .board")
    page.wait_for_selector(".line .prompt")
    heights, sentences = set(), set()
    for _ in range(25):
        sentences.add(before := told.inner_text())
        heights.add(board.evaluate("(one) => one.offsetHeight"))
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(before) => document.querySelector('.line .prompt').innerText !== before", arg=before)
    assert len(sentences) > 10
    assert len(heights) == 1
