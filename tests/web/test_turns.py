"""What other players did: shown at a human pace, drawn on the board, told in a list, and shown again on request."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from helpers.clan_table import position as clan_position
from helpers.players import ANSWER, LAPTOP, LIT, PHONE, SKIP, answer, new_table, press
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
ME, BOT = {"kind": "guest"}, {"kind": "bot", "bot": "greedy"}
ACTION, NUMBER = ".since .action", ".marks .spot"
ACTION_MS = {"normal": 600, "calm": 1100}
"""Least time of an action of another player, by pace."""
SEEN = """
    window.seen = []
    new MutationObserver(() => {
        const latest = document.querySelector('.since .action.latest')?.dataset.action
        if (latest && latest !== seen.at(-1)?.action) seen.push({ action: latest, at: performance.now() })
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
"""
"""Records when actions are told, by the page's own clock."""
AT_PLACES = """() => [...document.querySelectorAll('.marks .spot:not(.seat)')].map((spot) => {
    const at = spot.getBoundingClientRect()
    const near = (one) => ['x', 'y', 'width', 'height'].every((side) => Math.abs(one[side] - at[side]) < 2)
    const places = [...document.querySelectorAll('.board-area [data-place]')]
    const place = places.find((one) => near(one.getBoundingClientRect()))
    return place?.dataset.place.split('.').at(-1).toUpperCase()
})"""
"""The places around which the marks of actions are drawn."""
ASKED = """() => new Promise((settled) => {
    const asked = () =>
        document.querySelector('.prompt.yours') && !document.querySelector('.prompt [aria-label^=Mettre]')
    let since = performance.now()
    const look = () => {
        if (!asked()) since = performance.now()
        if (performance.now() - since > 150) settled(true)
        else requestAnimationFrame(look)
    }
    look()
})"""
"""Waits until the viewer is asked, and stays so: an answer is on its way for a moment before others act."""
CLAN = clan_position({"b8": "1A", "b9": "1P", "e8": "2A", "e9": "2P", "g8": "3A", "g9": "3P"})
SEATS = {"clan": (3, CLAN), "aventure": (2, "")}
MOST_ANSWERS = 30


def sit_down(page: Page, game: str) -> None:
    """A table with quick bots in the other seats."""
    seats, lies = SEATS[game]
    page.add_init_script(SEEN)
    page.goto(f"/table/{new_table(page, ME, *[BOT] * (seats - 1), game=game, position=lies)}")
    page.wait_for_selector(".prompt.yours")


def open_turns(page: Page) -> None:
    """Open the list of turns; it is closed where it would cover what can be chosen."""
    head = page.get_by_role("button", name="Depuis votre tour")
    if head.get_attribute("aria-expanded") == "false":
        head.click()
    expect(page.locator(f"{ACTION}.latest")).to_be_visible()


def told_in_a_row(page: Page, least: int) -> list[float]:
    """The viewer answers until others took some actions between two of the answers; when these were told."""
    begun = 0.0
    for _ in range(MOST_ANSWERS):
        page.wait_for_function(ASKED)
        page.wait_for_selector(f"{LIT}, {ANSWER}")
        told = [float(one["at"]) for one in page.evaluate("seen") if one["at"] > begun > 0]
        if len(told) >= least:
            return told
        begun = page.evaluate("performance.now()")
        answer(page)
    raise AssertionError("the others do not act")


@pytest.mark.parametrize(("game", "pace", "least"), [("clan", "normal", 2), ("aventure", "calm", 1)])
def test_actions_of_others_take_their_time_and_stay_marked(visit: Visit, game: str, pace: str, least: int) -> None:
    page = visit(pace=pace, viewport=LAPTOP, reduced_motion="no-preference")
    sit_down(page, game)
    told = told_in_a_row(page, least)
    for before, after in pairwise(told):
        assert after - before >= ACTION_MS[pace] - 1
    open_turns(page)
    # each is drawn where its sentence says that it ended
    page.wait_for_function("() => document.querySelectorAll('.marks .spot').length > 0")
    sentences = " ".join(page.locator(ACTION).all_inner_texts()).upper()
    drawn = page.evaluate(AT_PLACES)
    assert drawn
    assert all(place and re.search(rf"\b{place}\b", sentences) for place in drawn), (drawn, sentences)
    number = page.locator(NUMBER).count()
    # shown again, an action is drawn alone
    page.locator(ACTION).first.click()
    expect(page.locator(f"{ACTION}.replayed")).to_have_count(1)
    expect(page.locator(f"{ACTION}.replayed")).to_have_count(0)
    expect(page.locator(NUMBER)).to_have_count(number)
    # the first choice ends it
    press(page.locator(LIT).first)
    expect(page.locator(NUMBER)).to_have_count(0)


def test_turns_of_others_can_be_paused_and_skipped(visit: Visit) -> None:
    page = visit(pace="calm", viewport=LAPTOP)
    sit_down(page, "clan")
    prompt = page.locator(".prompt").last
    pause = prompt.get_by_role("button", name="Mettre en pause")
    while not pause.count():
        answer(page)
        page.wait_for_function("""() => document.querySelector('.prompt.yours') ||
            document.querySelector('.prompt [aria-label="Mettre en pause"]')""")
    pause.click()
    expect(prompt.get_by_role("button", name="Reprendre")).to_be_visible()
    prompt.get_by_role("button", name=SKIP).click()
    page.wait_for_selector(".prompt.yours")
    open_turns(page)
    assert [text.split()[0] for text in page.locator(".since .turn").all_inner_texts()] == ["Ysengrin", "Akela"]


def test_on_a_phone_the_turns_open_on_request(visit: Visit) -> None:
    page = visit(pace="fast", viewport=PHONE, has_touch=True)
    sit_down(page, "aventure")
    while not page.locator(".since").count():
        answer(page)
        page.wait_for_selector(".prompt.yours")
    open_turns(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
