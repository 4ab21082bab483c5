"""Traces de Loups in a browser: whole games, a vote, a fight, a departure, by mouse, keyboard and thumb."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from helpers.beside import expect_clear_on_both, expect_hint_beside
from helpers.players import GO_ON, LAPTOP, LIT, PHONE, SHEET, at_rest, expect_no_sideways_scroll, go_on, is_over
from helpers.traces_table import position as position_text
from helpers.traces_table import year
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from meute.core.chance import Generator
from meute.match import Match

Visit = Callable[..., Page]
ME = {"kind": "guest"}
MINE = 0
ANSWER = ".prompt .actions button:not([aria-label])"
PLACING = ".plan.placing"
SEAL = re.compile("J’ai fini")
ANYWAY = "Finir quand même"
DECIDED = "C’est décidé"
NOBODY_LEAVES = "Personne ne part"
MALES = "vA bB nA jB oA gB vC nC"
FEMALES = "vB bA nB jA oB gA bC jC"


def new_table(page: Page, seats: int, position: str = "", bot: str = "greedy", **options: str) -> str:
    """A table with quick bots in the other seats; its address."""
    asked: dict[str, Any] = {
        "game": "traces",
        "seats": [ME, *[{"kind": "bot", "bot": bot}] * (seats - 1)],
        "options": options,
        "position": position,
        "start": True,
    }
    origin = page.evaluate("location.origin")
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": origin})
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['code']}"


def position_where(seats: int, wanted: str, **options: str) -> str:
    """A table at which the first seat alone is asked this; found by chance, the same each time."""
    for seed in range(1, 60):
        match = Match("traces", [str(seat) for seat in range(seats)], options, seed=seed)
        rng = Generator(seed)
        while not match.is_over():
            asked = match.seats_to_act()
            if MINE in asked and any(re.match(wanted, text) for text in match.legal_texts(MINE)):
                return match.game.write_position(match.state)
            choices = match.legal_actions(asked[-1])
            match.play(asked[-1], choices[rng.below(len(choices))])
    raise AssertionError(f"nobody was asked {wanted}")


def kinds(page: Page) -> set[str]:
    """What the places that may be chosen now are about."""
    places = page.eval_on_selector_all(LIT, "all => all.map(one => one.dataset.place ?? '')")
    return {str(place).split(".", maxsplit=1)[0] for place in places}


def place(page: Page, name: str) -> Locator:
    return page.locator(f"{LIT}[data-place='{name}']").first


def wait_until_asked(page: Page) -> bool:
    """False once the game is over."""
    page.wait_for_selector(f"{LIT}, {ANSWER}, {SHEET}")
    return not is_over(page)


def plan(page: Page, touch: bool = False) -> None:
    """Small tokens in every box, along the cursor; then the plan is sealed."""
    free = page.locator(".chip:not(.gone)")
    for _ in range(page.locator(".cell.open").count()):
        free.nth(2).tap() if touch else free.nth(2).click()
    seal = page.get_by_role("button", name=SEAL)
    seal.tap() if touch else seal.click()
    anyway = page.get_by_role("button", name=ANYWAY)
    if anyway.count():
        anyway.tap() if touch else anyway.click()
    page.wait_for_selector(PLACING, state="detached")


def decide(page: Page, touch: bool = False) -> set[str]:
    """Answers one question, the first way that there is; what it was about."""
    if page.locator(PLACING).count():
        plan(page, touch)
        return {"cell"}
    about = kinds(page)
    done = page.get_by_role("button", name=DECIDED)
    lit = page.locator(LIT)
    if done.count() and (page.locator("[aria-pressed=true][data-place]").count() or not lit.count()):
        button = done
    else:
        button = lit.first if lit.count() else page.locator(ANSWER).first
    with suppress(PlaywrightTimeout):  # a bot may have answered the last doubt meanwhile: the button is gone
        button.tap(timeout=1500) if touch else button.click(timeout=1500)
    return about


def test_a_whole_game_by_mouse(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    page.goto(new_table(page, 3, bot="greedy"))
    wait_until_asked(page)
    expect_hint_beside(page)
    asked: set[str] = set()
    for _ in range(150):
        if not wait_until_asked(page):
            break
        expect_clear_on_both(page)
        asked |= decide(page)
    expect(page.locator(SHEET)).to_be_visible()
    assert asked >= {"colour", "wolf", "prey", "cell"}
    assert sorted(page.locator(".totals strong").all_inner_texts()) == sorted(
        text.split()[0] for text in page.locator("header .seat strong").all_inner_texts()
    )


@pytest.mark.parametrize("seats", [3, 5])
def test_a_fight_is_a_duel_of_cards(visit: Visit, seats: int) -> None:
    page = visit()
    page.goto(new_table(page, seats, position_where(seats, "card:")))
    page.wait_for_selector(".fight")
    assert kinds(page) == {"card"}
    page.locator(f"{LIT}[data-place^='card.']").last.click()
    for _ in range(30):
        if not page.locator(".fight").count():
            break
        assert wait_until_asked(page)
        if page.locator(".fight").count():
            page.locator(LIT).first.click()
    expect(page.locator(".fight")).to_have_count(0)


@pytest.mark.parametrize("seats", [3, 5])
def test_a_young_wolf_leaves(visit: Visit, seats: int) -> None:
    page = visit()
    page.goto(new_table(page, seats, position_where(seats, "leave:[ABC]")))
    page.wait_for_selector(f".pack {LIT}")
    young = page.locator(f".pack {LIT}").first
    expect(young).to_contain_text("jeune")
    name = young.get_attribute("data-place")
    expect(page.get_by_role("button", name=NOBODY_LEAVES)).to_be_visible()
    expect(page.get_by_role("button", name=DECIDED)).to_have_count(0)
    young.click()
    expect(page.get_by_role("button", name=NOBODY_LEAVES)).to_have_count(0)
    page.get_by_role("button", name=DECIDED).click()
    page.wait_for_selector(".prompt button:text-is('Continuer')")
    go_on(page)
    expect(page.locator(f".pack [data-place='{name}']")).to_have_count(0)


def test_a_small_prey_says_what_it_gives_also_nothing(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 3, position_where(3, "catch:(campagnol|lemming)")))
    page.wait_for_selector(f".game {LIT}")
    for game in page.locator(".game [data-place]").all():
        none = game.get_attribute("data-place") == "game.pas_de_proie"
        expect(game.locator(".gain")).to_have_count(0 if none else 1)
    expect(page.locator(".game .gain", has_text="+0").first).to_be_visible()


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    apart = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (apart or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


@pytest.mark.parametrize("view", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_cards_of_a_duel_are_in_sight(visit: Visit, view: dict[str, int]) -> None:
    page = visit(viewport=view)
    page.goto(new_table(page, 6, position_where(6, "card:")))
    cards = page.locator(f"{LIT}[data-place^='card.']")
    expect(cards.first).to_be_visible()
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
        assert not overlap(card, page.locator(".board-area .prompt").first)


def test_a_whole_pack_of_six_colours_is_in_sight(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    males, females = (",".join(f"{wolf}:9/2" for wolf in sex.split()) for sex in (MALES, FEMALES))
    page.goto(new_table(page, 6, position_text(males=males, females=females, seats=6, present="123456")))
    wolves = page.locator(".pack [data-place^='wolf.']")
    expect(wolves).to_have_count(len((MALES + " " + FEMALES).split()))
    board = page.locator(".pack").bounding_box()
    boxes = [wolf.bounding_box() for wolf in wolves.all()]
    assert board
    for i, box in enumerate(boxes):
        assert box
        assert board["y"] <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"]
        below = [other for other in boxes[:i] if other and abs(other["x"] - box["x"]) < 1]
        assert all(abs(other["y"] - box["y"]) >= box["height"] for other in below), "none covers another"


def test_all_that_a_hunt_has_brought_is_in_sight_beside_the_guide(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    weak = {"males": "vA:9/1,bB:3/1,nC:4/1,vC:9/1", "females": "nB:3/1,bA:4/1", "prey": "bison", "hunted": "bison"}
    page.goto(new_table(page, 3, position_text(**weak, seats=3, plan="vA:-.7.-.-.-", turned=1, frames=year(2))))
    page.locator(f".game {LIT}").first.click()
    expect(page.get_by_role("region", name="Votre guide")).to_be_visible()
    card = page.locator(".phase-page")
    expect(card).to_contain_text("Chasse en solitaire")
    page.locator(GO_ON).click()
    expect(card).to_contain_text("Chasse en meute")
    for words in card.locator(".says, li").all():
        expect(words).to_be_in_viewport(ratio=1)
    expect(card.get_by_text("meurt")).to_have_count(4)


def test_the_marks_of_a_year_are_read_whole_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(new_table(page, 5, position_where(5, "leave:[ABC]")))
    page.locator(f".pack {LIT}").first.tap()
    page.get_by_role("button", name=DECIDED).tap()
    card = page.locator(".pack section", has_text="Total")
    expect(card).to_contain_text("Départs")
    for words in card.locator("th, td, li").all():
        box = words.bounding_box()
        assert box
        assert box["x"] + box["width"] <= PHONE["width"]
        assert not overlap(words, page.locator(GO_ON))
    expect_no_sideways_scroll(page)


def test_the_next_question_comes_into_sight_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(new_table(page, 3, position_where(3, "vote:")))
    prey = page.locator(f"{LIT}[data-place^='prey.']").first
    expect(prey).to_be_in_viewport(ratio=1)
    prey.tap()
    page.wait_for_selector(PLACING)
    expect(page.get_by_role("button", name=SEAL)).to_be_in_viewport(ratio=1)
    expect(page.locator(".cell.open").first).to_be_in_viewport(ratio=1)


def test_of_two_pups_the_second_is_asked_for_before_that_is_decided(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 4, position_where(4, "add:[ABC][ABC]$")))
    prompt = page.locator(".prompt.yours")
    page.locator(f".plan {LIT}").first.click()
    expect(prompt).to_contain_text("et quel autre")
    expect(page.get_by_role("button", name=DECIDED)).to_have_count(0)
    page.locator(f".plan {LIT}").first.click()
    expect(prompt).to_contain_text("est-ce décidé")
    page.get_by_role("button", name=DECIDED).click()
    expect(page.locator(".chapters")).to_contain_text("Vous avez ajouté")


def test_a_vote_with_pledges(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 4, position_where(4, "pledge:", pledges="yes"), pledges="yes"))
    page.locator(f"{LIT}[data-place^='prey.']").first.click()
    page.locator(ANSWER).first.click()
    expect(page.locator(".now .answers")).to_contain_text("effort")


def test_a_wolf_asks_to_join_the_pack(visit: Visit) -> None:
    page = visit()
    options = {"join_pack": "yes"}
    page.goto(new_table(page, 4, position_where(4, "join:", **options), **options))
    own = page.locator(f".plan {LIT}").first
    name = own.get_attribute("data-place")
    own.click()
    expect(page.locator(f".pack [data-place='{name}']")).to_be_visible()


def test_the_others_allow_a_wolf_to_join(visit: Visit) -> None:
    page = visit()
    options = {"join_pack": "yes"}
    page.goto(new_table(page, 4, position_where(4, "allow", **options), **options))
    expect(page.locator(".now h2")).to_have_text("Un loup demande à entrer")
    page.get_by_role("button", name="Refuser").click()
    expect(page.locator(".chapters")).to_contain_text("n’est pas admis")


def test_with_a_life_span_a_wolf_keeps_a_point_of_strength(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 4, position_text(males="vA:3/1,bB:12/1"), life_span="yes"))
    page.wait_for_selector(PLACING)
    # whatever the others do comes first
    expect(page.locator(".chapters li:not(:has(li))", has_text="a placé ses pions")).to_have_count(3)
    tokens = page.locator(".chip")
    tokens.nth(14).click()
    tokens.nth(5).click()
    seal = page.get_by_role("button", name=SEAL)
    expect(page.locator(".force")).to_contain_text("3 → 0")
    expect(page.locator(".prompt.yours")).to_contain_text("doivent rester sous la force du loup")
    expect(seal).to_have_attribute("aria-disabled", "true")
    page.locator(".cell.open").nth(1).focus()
    page.keyboard.press("Backspace")
    expect(seal).not_to_have_attribute("aria-disabled", "true")
    seal.click()
    page.wait_for_selector(PLACING, state="detached")


def test_a_plan_that_costs_a_wolf_its_life_is_asked_about_once(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 4, position_text(males="vA:3/1,bB:12/1")))
    page.wait_for_selector(PLACING)
    expect(page.locator(".chapters li:not(:has(li))", has_text="a placé ses pions")).to_have_count(3)
    tokens = page.locator(".chip")
    tokens.nth(14).click()
    tokens.nth(5).click()
    page.get_by_role("button", name=SEAL).click()
    expect(page.locator(".prompt.yours")).to_contain_text("ce loup meurt")
    expect(page.locator(".prompt.yours")).to_contain_text("Vert A")
    page.locator(".cell.open").nth(1).focus()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name=SEAL)).to_be_visible()
    tokens.nth(5).click()
    page.get_by_role("button", name=SEAL).click()
    page.get_by_role("button", name=ANYWAY).click()
    page.wait_for_selector(PLACING, state="detached")


def test_the_consequences_of_the_phases_are_told_in_order(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 4, position_text()))
    page.wait_for_selector(PLACING)
    plan(page)
    wait_until_asked(page)
    for _ in range(12):
        if page.locator(".year-events h3").count() >= 3:
            break
        decide(page)
        wait_until_asked(page)
    headings = page.locator(".year-events h3").all_inner_texts()
    order = ["Éducation des louveteaux", "Chasse en solitaire", "Chasse en meute", "Hurlements"]
    order += ["Combats de rang", "Marque", "Préparation"]
    assert headings == [heading for heading in order if heading in headings]
    assert len(headings) >= 3
    expect(page.locator(".year-events")).to_contain_text("La meute hurle")


def test_tokens_are_dragged_typed_and_taken_back(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 3, position_where(3, "[ABC][1-5]=")))
    page.wait_for_selector(PLACING)
    token = page.locator(".chip").nth(14)
    boxes = page.locator(".cell.open")
    last = boxes.last
    token.drag_to(last)
    expect(last).to_have_attribute("aria-label", re.compile("pion 15"))
    expect(page.locator(".force").last).not_to_contain_text("12 → 12")
    first = boxes.first
    first.focus()
    page.keyboard.type("13")
    expect(first).to_have_attribute("aria-label", re.compile("pion 13"))
    page.keyboard.press("Backspace")
    expect(first).to_have_attribute("aria-label", re.compile("vide"))
    last.drag_to(page.locator(".tray .ends"))
    expect(last).to_have_attribute("aria-label", re.compile("vide"))
    first.focus()
    page.keyboard.type("4")
    page.get_by_role("button", name=SEAL).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(PLACING, state="detached")


def test_a_year_by_keyboard_only(visit: Visit) -> None:
    page = visit()
    page.goto(new_table(page, 3))
    page.wait_for_selector(LIT)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(f"{LIT}:focus").count():
            break
    for _ in range(12):
        assert wait_until_asked(page)
        if page.locator(PLACING).count():
            page.locator(".cell.open").first.focus()
            page.keyboard.type("7")
            page.keyboard.press("ArrowRight")
            page.keyboard.type("15")
            page.get_by_role("button", name=SEAL).focus()
            page.keyboard.press("Enter")
            page.wait_for_selector(PLACING, state="detached")
            return
        if not page.locator(f"{LIT}:focus").count():
            page.locator(f"{LIT}, {ANSWER}").first.focus()
        page.keyboard.press("Enter")
    raise AssertionError("no tokens were placed")


def test_a_year_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="light")
    page.goto(new_table(page, 6))
    for _ in range(12):
        if not wait_until_asked(page):
            break
        expect_no_sideways_scroll(page)
        for box in [one.bounding_box() for one in page.locator(f"button{LIT}").all()[:20]]:
            assert box is None or min(box["width"], box["height"]) >= 43.9
        decide(page, touch=True)
    expect_no_sideways_scroll(page)


@pytest.mark.parametrize(
    ("view", "moments"),
    [
        ({}, ("[ABC][1-5]=", "catch:", "leave:[ABC]")),
        ({"viewport": PHONE, "color_scheme": "light"}, ("vote:", "card:")),
    ],
)
def test_axe_finds_nothing_serious(visit: Visit, axe: str, view: dict[str, Any], moments: tuple[str, ...]) -> None:
    page = visit(**view)
    found: dict[str, list[str]] = {}
    for wanted in moments:
        page.goto(new_table(page, 4, position_where(4, wanted)))
        wait_until_asked(page)
        at_rest(page)
        page.evaluate(axe)
        report = page.evaluate("axe.run({ exclude: ['svg *'] }, { resultTypes: ['violations'] })")
        found[wanted] = [
            f"{fault['id']}: {fault['nodes'][0]['html'][:300]}"
            for fault in report["violations"]
            if fault["impact"] in ("serious", "critical")
        ]
    assert not any(found.values()), found
