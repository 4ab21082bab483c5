"""The tall boards fit the window: what is asked and what is needed for it lie in sight, and nothing lies on them."""

from collections.abc import Callable
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from helpers.players import ANSWER, LAPTOP, LIT, PHONE, SHEET, expect_whole, finished_table, go_on, is_over, new_table
from helpers.wildlife_table import Player, play, position, table, turn
from playwright.sync_api import Locator, Page, expect

from meute.games import GAMES
from meute.games.wildlife.names import SPECIES_NAMES

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
LONGEST = sorted(files("meute.server").joinpath("text/packs.txt").read_text().split(), key=len, reverse=True)[:5]
"""Names of computer players that need most room."""
SCROLLBAR = 15
FREE = """() => {
    const at = (part) => document.querySelector(part).getBoundingClientRect()
    return at('.line .prompt').top >= at('.board-area > .board').bottom - 0.5
}"""
"""No question lies on the board."""
SITUATION = f"() => [...document.querySelectorAll('{LIT}')].map((one) => one.dataset.place) + document.body.innerText"
COVERED = """(lit) => [...document.querySelectorAll(lit)].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return !one.contains(top) && !top?.closest('.piece')
}).map((one) => one.dataset.place)"""
"""Places that may be chosen, but lie under something or out of sight."""


def sit_down(page: Page, game: str, seats: int, lies: str = "", **options: Any) -> None:
    page.evaluate("localStorage.setItem('meute.drawer', 'closed')")
    page.goto(f"/table/{new_table(page, ME, *[BOT] * (seats - 1), game=game, position=lies, **options)}")
    page.locator(f"{LIT}, {ANSWER}").first.wait_for()


def expect_in_sight(parts: Locator, height: int) -> None:
    """All of them, and whole, without scrolling."""
    assert parts.count()
    for box in [part.bounding_box() for part in parts.all()]:
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


def choose(page: Page, chance: Random) -> None:
    """Any of what may be chosen, whatever it is; it answers in what is lit or said."""
    before = page.evaluate(SITUATION)
    places = page.query_selector_all(f"{LIT}, {ANSWER}")
    if places:
        chance.choice(places).dispatch_event("click")
    page.wait_for_function(f"(before) => ({SITUATION})() !== before", arg=before)


@pytest.mark.parametrize(("game", "seats"), [("clan", 2), ("clan", 5), ("wildlife", 6)])
@pytest.mark.parametrize("view", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_no_question_lies_on_the_board(visit: Visit, game: str, seats: int, view: dict[str, int]) -> None:
    page, chance = visit(viewport=view), Random(1)
    sit_down(page, game, seats)
    for _ in range(25):
        go_on(page)
        if is_over(page):
            break
        assert page.evaluate(FREE), page.inner_text(".line .prompt")
        choose(page, chance)


def test_a_turn_of_clan_is_played_on_a_phone_without_scrolling(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    sit_down(page, "clan", 4, factions="random")
    page.wait_for_function(f"(lit) => !({COVERED})(lit).length", arg=LIT)
    expect(page.locator(".prompt [data-guide]")).to_be_visible()
    parts = page.locator(".tiles, .acts, .tokens")
    expect_in_sight(parts, PHONE["height"])
    page.get_by_role("button", name="Continuer sans guide").click()
    expect_in_sight(parts, PHONE["height"])
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_all_tracks_of_five_packs_are_in_sight_on_a_laptop(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, "clan", 5, factions="random")
    expect_in_sight(page.locator(".part .track"), LAPTOP["height"])


def test_an_auction_of_six_is_answered_on_a_phone_without_scrolling(visit: Visit) -> None:
    page, chance = visit(viewport=PHONE, has_touch=True), Random(1)
    sit_down(page, "wildlife", 6)
    hand = page.locator(".hand .held")
    expect_in_sight(hand, PHONE["height"])
    offer = page.locator(f"{LIT}[data-place^='bid.']")
    while not offer.count():
        go_on(page)
        choose(page, chance)
    expect_in_sight(page.locator(".auction button"), PHONE["height"])
    expect_whole(page.locator(".auction .name-note b"))


def test_names_stand_whole_beside_bids_of_two_figures_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    players = [Player(species, food=20) for species in SPECIES_NAMES]
    match = table(position(*players, active=2, frames=turn(laid="FSW"), on_table="FSW"))
    play(match, "sell:savanna", "bid:10", "bid:11", "bid:12", "bid:20")
    sit_down(page, "wildlife", 6, match.game.write_position(match.state))
    names = page.locator(".auction .name-note b")
    names.evaluate_all("(lines, named) => lines.forEach((line, n) => (line.textContent = named[n]))", LONGEST)
    assert names.count() == len(players) - 1 == len(LONGEST)
    expect_whole(names)


def test_cards_can_be_laid_however_many_lie_there(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    mine = Player("eagle", "A5 B5 A6", abilities={"intelligence": 3}, hand="S2M2P2D2")
    lies = position(mine, Player("human", "A7"), frames=turn(laid="F1W1"), on_table="F1W1")
    sit_down(page, "wildlife", 2, lies)
    held = f"{LIT}[data-place^='hand.']"
    page.wait_for_selector(held)
    assert not page.evaluate(COVERED, held)


@pytest.mark.parametrize("width", [1366, 1440])
def test_the_bar_cuts_no_name_at_six(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 768})
    sit_down(page, "wildlife", 6)
    expect_whole(page.locator("header .seat .who :is(b, small)"))


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].min_seats == 2])
def test_names_stand_whole_at_the_end_for_two_on_a_phone(visit: Visit, game: str) -> None:
    """Even beside a scrollbar that takes room: this page is long."""
    page = visit(viewport={**PHONE, "width": PHONE["width"] - SCROLLBAR})
    page.goto(f"/table/{finished_table(page, game, *LONGEST[:2])}")
    page.wait_for_selector(SHEET)
    names = page.locator("header .seat .who b")
    assert sorted(names.all_inner_texts()) == sorted(LONGEST[:2])
    expect_whole(names)
    expect_whole(page.locator(".sheet .cut"))


def test_the_totals_of_six_are_in_sight_on_a_laptop(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, "wildlife", 6)
    page.locator("header button.seat").first.click()
    page.locator(".totals p").first.wait_for()
    expect_in_sight(page.locator(".totals p"), LAPTOP["height"])
