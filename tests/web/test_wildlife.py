"""Wildlife in a browser: whole games, an auction won, a Defence used, by mouse, keyboard and thumb."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.beside import expect_clear_on_both, expect_hint_beside
from helpers.players import (
    LAPTOP,
    LIT,
    PHONE,
    SHEET,
    expect_end,
    expect_no_sideways_scroll,
    expect_told,
    go_on,
    is_over,
    open_example,
)
from helpers.wildlife_table import Player, play, position, turn
from helpers.wildlife_table import table as at_table
from playwright.sync_api import Locator, Page, expect

from meute.core.chance import Generator
from meute.games.wildlife.state import Wildlife
from meute.match import Match

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
ANSWER = ".prompt .actions button:not([aria-label])"
ENOUGH = re.compile("Terminer|Renoncer")
FIRST = ("defend", "bid.", "use", "sell", "laid.", "hand.", "level.", "ability.", "as.", "player.", "board.", "pass")
"""What is chosen before anything else: this brings turns to an end."""
MINE = 0


def new_table(page: Page, seats: int, position: str = "", **options: str) -> str:
    """A table with quick bots in the other seats; its address."""
    asked: dict[str, Any] = {
        "game": "wildlife",
        "seats": [ME, *[BOT] * (seats - 1)],
        "options": options,
        "position": position,
        "start": True,
    }
    origin = page.evaluate("location.origin")
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": origin})
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['code']}"


def position_where(seats: int, wanted: str, seed: int = 1) -> str:
    """A table at which the first seat may choose this."""
    match = match_where(seats, wanted, seed)
    return match.game.write_position(match.state)


def match_where(seats: int, wanted: str, seed: int, ready: Callable[[Match], bool] = lambda _: True) -> Match:
    """A match in which the first seat may choose this; found by chance, the same each time."""
    match = Match("wildlife", [str(seat) for seat in range(seats)], {}, seed=seed)
    rng = Generator(seed)
    while not match.is_over():
        [seat] = match.seats_to_act()
        if seat == MINE and ready(match) and any(text.startswith(wanted) for text in match.legal_texts(seat)):
            return match
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
    raise AssertionError(f"nobody could choose {wanted}")


def table(match: Match) -> Wildlife:
    assert isinstance(match.state, Wildlife)
    return match.state


def lit(page: Page) -> list[str]:
    """The places that may be chosen now."""
    return [str(place) for place in page.eval_on_selector_all(LIT, "all => all.map(one => one.dataset.place)")]


def place(page: Page, name: str) -> Locator:
    return page.locator(f"{LIT}[data-place='{name}']").first


def wait_until_asked(page: Page) -> bool:
    """False once the game is over."""
    go_on(page)
    page.locator(f"{LIT}, {SHEET}").or_(page.locator(ANSWER, has_text=ENOUGH)).first.wait_for()
    return not is_over(page)


def best(places: list[str]) -> str | None:
    """What to choose; None for a button in the prompt."""
    for start in FIRST:
        found = [name for name in places if name.startswith(start)]
        if found:
            return found[0]
    cells = [name for name in places if name.startswith("cell.")]
    return cells[0] if cells else None


def choose(page: Page, press: Callable[[Locator], None]) -> str:
    """One decision; what was chosen, "" once the game is over."""
    while wait_until_asked(page):
        name = best(lit(page))
        answers = page.locator(ANSWER, has_text=ENOUGH)
        if answers.count() and (name is None or name.startswith("cell.")):
            press(answers.first)
            name = "answer"
        elif name is not None:
            press(place(page, name))
        if name is not None:
            return name
    return ""


def play_to_the_end(
    page: Page, press: Callable[[Locator], None], look: Callable[[Page], None] | None = None
) -> list[str]:
    """Everything that was chosen; each question may be looked at first."""
    chosen: list[str] = []
    for _ in range(400):
        if look and wait_until_asked(page):
            look(page)
        name = choose(page, press)
        if not name:
            return chosen
        chosen.append(name)
    raise AssertionError("the game does not end")


def click(target: Locator) -> None:
    target.click()


def test_a_whole_game_by_mouse_with_an_auction_won(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    page.goto(new_table(page, 4, turn_limit="10", bid_cap="3"))
    wait_until_asked(page)
    expect_hint_beside(page)
    chosen = play_to_the_end(page, click, expect_clear_on_both)
    kinds = {name.split(".")[0] for name in chosen}
    assert {"cell", "hand", "laid", "bid"} <= kinds
    expect_end(page)
    expect(page.get_by_text("Dernier décompte général")).to_be_visible()
    expect_told(page, "Vous achetez")


def test_a_game_by_mouse_with_a_defence_used(visit: Visit) -> None:
    page = visit()
    match = match_where(2, "defend", seed=1)
    turns = str(table(match).turns + 2)
    page.goto(new_table(page, 2, match.game.write_position(match.state), turn_limit=turns, bid_cap="8"))
    chosen = play_to_the_end(page, click)
    assert chosen[0] == "defend"
    expect_end(page)
    expect_told(page, "Vous vous défendez")


def test_an_auction_is_won(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 3, position_where(3, "bid:3"), bid_cap="9"))
    expect(page.locator(".auction.asked")).to_be_visible()
    assert page.locator(".bidders li").count() == 2
    more = page.get_by_role("button", name="Offrir plus")
    more.click()
    expect(page.get_by_role("button", name="Aller jusqu’à 4", exact=True)).to_be_visible()
    amount = page.get_by_label("Votre limite, en nourriture")
    amount.fill("9")
    expect(more).to_have_attribute("aria-disabled", "true")
    # one press settles the auction by the rules: one more than the others, never above
    page.get_by_role("button", name="Aller jusqu’à 9", exact=True).click()
    page.wait_for_selector(".now")
    expect_told(page, "Vous achetez")
    expect(page.locator(".auction.asked")).to_have_count(0)


def test_an_attack_is_answered_with_defence(visit: Visit, axe: str) -> None:
    page = visit()
    mine = Player("eagle", "A5 B5 A6", abilities={"defense": 1})
    match = at_table(position(mine, Player("human", "A7"), frames=turn(laid="S3"), on_table="S3", active=2))
    play(match, "use:savanna", "xB5")
    page.goto(new_table(page, 2, match.game.write_position(match.state)))
    expect(page.get_by_role("heading", name="Attaque !")).to_be_visible()
    expect_accessible(page, axe)
    page.get_by_role("button", name="Utiliser Défense").click()
    expect_told(page, "Vous vous défendez")


def test_a_swap_is_not_called_an_attack(visit: Visit) -> None:
    page = visit()
    mine = Player("human", "H6", abilities={"defense": 1})
    match = at_table(position(mine, Player("eagle", "C6 C5", abilities={"mobility": 1}), frames=turn(), active=2))
    play(match, "mobility", "C6^", ">H6")
    page.goto(new_table(page, 2, match.game.write_position(match.state)))
    expect(page.get_by_role("heading", name="Échange !")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "button", "expected"),
    [
        ("fr-FR", "Nourriture +2 PV", "Vous avancez de 2 points (capacité Nourriture)."),
        ("en-GB", "Food +2 VP", "You score 2 points (ability Food)."),
    ],
)
def test_food_is_booked_when_its_owner_presses_it(visit: Visit, locale: str, button: str, expected: str) -> None:
    page = visit(locale=locale)
    page.goto(new_table(page, 3, position_where(3, "food")))
    ability = place(page, "food")
    expect(ability).to_contain_text(re.compile(button.replace("+", r"\s*\+").replace(" ", r"\s*")))
    before = points(page)
    ability.click()
    expect(page.locator("[data-place='food']")).to_have_count(0)
    expect_told(page, expected)
    assert sorted(now - then for then, now in zip(before, points(page), strict=True)) == [0, 0, 2]


def points(page: Page) -> list[int]:
    """Everybody's points in the bar."""
    return [int(text.split()[0].replace("−", "-")) for text in page.locator("header .seat strong").all_inner_texts()]


def expect_accessible(page: Page, axe: str) -> None:
    """Nothing that axe-core complains about."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    violations = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found["violations"]]
    assert not violations


def test_the_table_is_read_on_demand(visit: Visit, axe: str) -> None:
    page = visit()
    page.goto(new_table(page, 4, position_where(4, "use:", seed=3)))
    page.wait_for_selector(LIT)
    page.get_by_role("button", name="Territoires", exact=True).click()
    assert page.locator(".plate").count() == 12
    page.get_by_role("button", name="Colonies", exact=True).first.click()
    expect(page.locator(".layers [aria-pressed=true]")).to_have_count(1)
    page.get_by_role("group", name="Étapes du décompte général").get_by_role("button", name="Désert").click()
    expect(page.locator(".scoring")).to_contain_text("Si l’on comptait maintenant")
    page.locator(".others button").first.click()
    expect(page.locator(".others div.levels")).to_be_visible()
    expect_accessible(page, axe)
    page.locator("[data-place^='cell.'][aria-disabled=true]").last.click(force=True)
    expect(page.get_by_role("button", name="Compris")).to_be_visible()


def test_a_layer_chosen_is_not_that_of_an_example_of_the_rules(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 2))
    page.wait_for_selector(LIT)
    chosen = page.locator(".board-area .layers [aria-pressed=true]")
    page.locator(".board-area .layers").get_by_role("button", name="Colonies", exact=True).click()
    expect(chosen).to_have_count(1)
    example = open_example(page)
    expect(example.locator(".cells .piece").first).to_be_visible()
    expect(example.locator("svg.over")).to_have_count(0)
    expect(chosen).to_have_count(1)


def test_a_general_scoring_is_told_before_points_change_and_read_again(visit: Visit) -> None:
    page = visit()
    match = match_where(3, "end", 3, lambda match: table(match).due == 1)
    page.goto(new_table(page, 3, match.game.write_position(match.state), turn_limit="1000"))
    points = page.locator("header .seat strong")
    page.locator(ANSWER, has_text="Terminer").wait_for()
    before = points.all_inner_texts()
    page.locator(ANSWER, has_text="Terminer").click()
    scoring, prompt = page.locator(".scoring"), page.locator(".prompt").last
    for step in ("Savane", "Montagne", "Steppe"):
        expect(scoring.get_by_role("heading", name=step)).to_be_visible()
        expect(prompt).to_contain_text(step)
        expect(scoring).to_contain_text("Jusqu’ici")
        assert points.all_inner_texts() == before
        assert not page.locator(LIT).count(), "the next question waits"
        prompt.get_by_role("button", name="Continuer", exact=True).click()
    prompt.get_by_role("button", name="Tout passer").click()
    expect(scoring).to_have_count(0)
    assert points.all_inner_texts() != before
    page.get_by_role("group", name="Étapes du décompte général").get_by_role("button", name="Nourriture").click()
    expect(scoring).to_contain_text("Dernier décompte général")


def test_decisions_by_keyboard_only(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 3, turn_limit="10"))
    page.wait_for_selector(LIT)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.locator(".board [data-place]:focus").count():
            break
    first = page.locator(":focus").get_attribute("data-place")
    page.keyboard.press("ArrowRight")
    assert page.locator(":focus").get_attribute("data-place") != first
    seen: set[str] = set()
    for _ in range(30):
        if not wait_until_asked(page):
            break
        if page.locator(LIT).count():
            page.wait_for_selector(f"{LIT}:focus")
            seen.add(str(page.locator(":focus").get_attribute("data-place")).split(".")[0])
        else:
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.locator(f"{ANSWER}:focus").count():
                    break
        page.keyboard.press("Enter")
    assert {"cell", "hand"} <= seen


def test_a_thumb_plays_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="light")
    page.goto(new_table(page, 3, position_where(3, "lay:"), turn_limit="40"))

    def tap(target: Locator) -> None:
        # all cells of a question are in sight; if that makes them small, the first touch comes closer
        for _ in range(2):
            box = target.bounding_box()
            assert box is not None
            target.tap()
            if min(box["height"], box["width"]) >= 43:
                return
            page.wait_for_function("(one) => one.getBoundingClientRect().width >= 43", arg=target.element_handle())
        raise AssertionError("still too small for a thumb")

    for _ in range(14):
        assert choose(page, tap)
        expect_no_sideways_scroll(page)
