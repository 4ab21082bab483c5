"""Le Clan des Loups in a browser."""

import re
from collections.abc import Callable
from random import Random

from helpers.beside import expect_clear, expect_clear_on_both, expect_hint_beside
from helpers.clan_table import position
from helpers.players import (
    LAPTOP,
    LIT,
    PHONE,
    SHEET,
    expect_end,
    expect_no_sideways_scroll,
    go_on,
    is_over,
    open_example,
)
from playwright.sync_api import Page, expect

from meute.bots.greedy import GreedyBot
from meute.core.chance import Generator
from meute.match import Match

Visit = Callable[..., Page]
RAW_KEY = re.compile(r"\b(?:page|clan|why|prompt)\.[a-z_.]+")
LITTLE = 44
"""Least width and height of what is pressed on a phone."""

ANSWER = ".prompt .actions button:not([aria-label])"
STOP = "Ne plus déplacer"
END = "Finir le tour"
LIT_PLACES = f"() => [...document.querySelectorAll('{LIT}')].map((place) => place.dataset.place)"
SITUATION = f"() => ({LIT_PLACES})() + document.querySelector('.prompt').innerText"
PRESSABLE = """([place, least]) => {
    const { width, height } = document.querySelector(place).getBoundingClientRect()
    return Math.min(width, height) > least - 1
}"""
TOLD = ".prompt button:text-is('Continuer')"
"""A message appears before the next question."""
WANTED = ("action.howl", "action.dominate", "action.lair", "action.den", "action.move")
"""Actions that bring the end nearer, the first that is allowed."""


def sit_down(page: Page, seats: int, lies: str = "", bot: str = "random", **options: str) -> None:
    """A table with quick bots in the other seats, on which things may lie already."""
    places = [{"kind": "guest"}, *[{"kind": "bot", "bot": bot}] * (seats - 1)]
    asked = {"game": "clan", "seats": places, "options": options, "position": lies, "start": True}
    page.evaluate("localStorage.setItem('meute.drawer', 'closed')")
    origin = page.evaluate("location.origin")
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": origin})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['code']}")
    page.locator(f"{LIT}, {ANSWER}").first.wait_for()


def decide(page: Page, chance: Random, *, moved: bool = False) -> str:
    """The place to choose now, or the words of a button in the prompt; nothing once the game is over."""
    while True:
        go_on(page)
        page.wait_for_selector(f"{LIT}, {ANSWER}:has-text('{STOP}'), {ANSWER}:has-text('{END}'), {SHEET}, {TOLD}")
        if not page.locator(TOLD).count():
            break
    if is_over(page):
        return ""
    places = page.evaluate(LIT_PLACES)
    buttons = [words for words in page.locator(ANSWER).all_inner_texts() if words in (STOP, END)]
    wanted = [place for place in WANTED if place in places]
    if buttons and (not places or moved or wanted == ["action.move"]):
        return buttons[0]
    alphas = [place for place in places if place.startswith("alpha.")]
    return str(wanted[0] if wanted else chance.choice(alphas or places))


def press(page: Page, choice: str) -> None:
    """By mouse, where the place is."""
    if choice in (STOP, END):
        page.get_by_role("button", name=choice).click()
    else:
        page.locator(f"{LIT}[data-place='{choice}']").click()


def point_and_click(page: Page, choice: str) -> None:
    """The same without waiting for anything: on a large screen nothing moves."""
    button = page.locator(ANSWER, has_text=choice) if choice in (STOP, END) else None
    box = (button or page.locator(f"{LIT}[data-place='{choice}']")).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def play_to_the_end(page: Page) -> None:
    """By mouse, towards the end of the calendar; one wolf at most moves each time, to anywhere."""
    moved, chance = False, Random(1)
    for _ in range(600):
        choice = decide(page, chance, moved=moved)
        if not choice:
            return
        expect_clear_on_both(page)
        point_and_click(page, choice)
        moved = choice.startswith(("space.", "tile.", "token."))
    raise AssertionError("the game does not end")


def play_to_an_action(page: Page) -> None:
    """Until the first turn."""
    chance = Random(1)
    while "action.move" not in page.evaluate(LIT_PLACES):
        press(page, decide(page, chance))
        page.wait_for_selector(LIT)


def late_position(seats: int, share: float) -> str:
    """A table of greedy bots at which the first seat is asked, when this share of the game is over."""
    match, rng, bot = Match("clan", [str(seat) for seat in range(seats)], seed=1), Generator(1), GreedyBot()
    asked: list[str] = []
    while not match.is_over():
        [seat] = match.seats_to_act()
        if seat == 0:
            asked.append(match.game.write_position(match.state))
        match.play(seat, bot.choose(match.view(seat), rng))
    return asked[int(len(asked) * share)]


def test_a_game_is_played_to_its_end_by_mouse(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, 4, late_position(4, share=0.7), bot="greedy")
    expect_hint_beside(page)
    play_to_the_end(page)
    expect_end(page)
    assert not RAW_KEY.findall(page.inner_text("body"))


def test_a_wolf_looked_at_goes_where_it_is_sent(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3, factions="chosen")
    play_to_an_action(page)
    page.locator("g.hex[data-place]:not([aria-disabled])").first.click()
    expect(page.get_by_role("status").filter(has_text="à portée")).to_be_visible()
    expect(page.locator(".tile .count").first).to_contain_text("case")
    way = page.locator("g.hex.way:not(.taken)").first
    target = str(way.get_attribute("data-place"))
    way.click()
    expect(page.locator(f"g.hex.way, [data-place='{target}'].legal")).to_have_count(0)
    expect(page.locator(".prompt").last).to_contain_text(re.compile("Payez|Encore|Action 2|fuit"))
    page.get_by_role("button", name="Défaire").click()


def test_what_cannot_be_done_says_why(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3)
    play_to_an_action(page)
    page.locator("[data-place='action.lair']").click(force=True)
    expect(page.locator(".prompt").last).to_contain_text("Vous n’avez aucune tanière sur la carte.")
    expect(page.locator(".prompt").last).to_contain_text("Transformer une tanière en antre")
    page.get_by_role("button", name="Compris").click()
    page.get_by_role("tab", name="Régions").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Personne")
    page.get_by_role("tab", name="Meutes").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("3 cases")
    page.get_by_role("button", name="Contrôle").click()
    expect(page.locator(".plates").first).to_be_visible()


def press_space(page: Page, space: str) -> None:
    """A hex of the map, whether it may be chosen or not."""
    page.locator(f"g.hex[data-place='space.{space}']").click(force=True)


def test_a_press_is_judged_by_what_stands_there_and_what_is_being_done(visit: Visit) -> None:
    page = visit()
    pieces = {"b8": "1A", "b9": "2P", "b6": "3P", "b4": "3P3A", "e8": "2P", "b16": "1P", "b13": "2A"}
    sit_down(page, 3, position(pieces, packs={1: {"terrain": "6"}}))
    prompt = page.locator(".prompt").last
    press_space(page, "b6")
    expect(prompt).to_contain_text("Choisissez d’abord une action")
    page.locator(f"{LIT}[data-place='action.dominate']").click()
    expect(page.locator(f"{LIT}[data-place='pack.b9']")).to_be_visible()
    press_space(page, "b4")
    expect(prompt).to_contain_text("Deux pions de la même couleur se protègent.")
    press_space(page, "e8")
    expect(prompt).to_contain_text("n’est à portée de hurlement d’aucun de vos alphas")
    page.get_by_role("button", name="Compris").click()
    page.keyboard.press("Escape")
    page.locator(f"{LIT}[data-place='action.move']").click()
    page.locator(f"{LIT}[data-place='alpha.b8']").click()
    expect(page.locator(f"{LIT}[data-place='space.b1']")).to_be_visible()
    press_space(page, "b8")
    expect(prompt).to_contain_text("Ce loup est déjà sur cette case.")
    page.locator(f"{LIT}[data-place='space.b1']").click()
    page.locator(f"{LIT}[data-place='token.terrain']").click()
    expect(page.locator(f"{LIT}[data-place='pack.b16']")).to_be_visible()
    press_space(page, "b1")
    expect(prompt).to_contain_text("Ce loup s’est déjà déplacé pendant cette action.")
    press_space(page, "b6")
    expect(prompt).to_contain_text("Aucun de vos loups n’est sur cette case.")


def test_a_wolf_looked_at_says_why_it_cannot_go_there(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3, position({"b8": "1A", "b9": "2A", "e8": "1P"}))
    prompt = page.locator(".prompt").last
    press_space(page, "b8")
    expect(page.get_by_role("status").filter(has_text="à portée")).to_be_visible()
    press_space(page, "b9")
    expect(prompt).to_contain_text("n’est pas d’un rang inférieur")
    press_space(page, "g8")
    expect(prompt).to_contain_text("C’est trop loin pour ce loup")
    expect(page.get_by_role("status").filter(has_text="à portée")).to_be_visible()


def test_a_wolf_looked_at_stays_so_beside_an_example_of_the_rules(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3, position({"b8": "1A", "b9": "2A", "e8": "1P"}))
    press_space(page, "b8")
    looked = page.get_by_role("status").filter(has_text="à portée")
    expect(looked).to_be_visible()
    open_example(page)
    expect(looked).to_be_visible()


def test_another_wolf_takes_the_place_of_the_one_chosen(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3, position({"b8": "1A", "b9": "2A", "e8": "1P"}))
    prompt = page.locator(".prompt").last
    page.locator(f"{LIT}[data-place='action.move']").click()
    page.locator(f"{LIT}[data-place='alpha.b8']").click()
    expect(prompt).to_contain_text("Où va ce loup alpha")
    press_space(page, "e8")
    expect(prompt).to_contain_text("Où va ce loup de meute")
    prompt.get_by_role("button", name="Autre choix").click()
    expect(page.locator(f"{LIT}[data-place='alpha.b8']")).to_be_visible()
    page.locator(f"{LIT}[data-place='alpha.b8']").click()
    expect(prompt).to_contain_text("Où va ce loup alpha")
    page.keyboard.press("Escape")
    expect(page.locator(f"{LIT}[data-place='pack.e8']")).to_be_visible()


def before_a_moon(seats: int) -> tuple[str, tuple[str, ...]]:
    """A table at which one choice of the first seat lets the moon rise, and the places that it is chosen by."""
    for seed in range(20):
        match, rng, bot = Match("clan", [str(n) for n in range(seats)], seed=seed), Generator(seed), GreedyBot()
        while not match.is_over():
            [seat] = match.seats_to_act()
            lies, action = match.game.write_position(match.state), bot.choose(match.view(seat), rng)
            places = match.game.targets(match.view(seat).state, seat, action) or (match.game.codec.text(action),)
            logged = {match.game.events[event.kind].name for event in match.play(seat, action)}
            if seat == 0 and "moon_rises" in logged and not match.is_over():
                return lies, places
    raise AssertionError("no moon rises")


def test_a_moon_is_counted_in_the_rail_before_points_change(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    lies, places = before_a_moon(3)
    sit_down(page, 3, lies)
    points, prompt = page.locator("header .seat strong"), page.locator(".prompt").last
    for place in places:
        page.locator(f"[data-place='{place}']").click()
    counted = page.get_by_label("Décompte des régions")
    expect(counted).to_contain_text(re.compile(r"contrôle \d+"))
    field, rail = page.locator(".field").bounding_box(), counted.bounding_box()
    assert field is not None
    assert rail is not None
    assert rail["x"] >= field["x"] + field["width"] - 1, "the map is free"
    shown = points.all_inner_texts()
    regions = counted.locator("li").count()
    prompt.get_by_role("button", name="Continuer", exact=True).click()
    expect(counted.locator("li")).to_have_count(regions + 1)
    assert points.all_inner_texts() == shown
    go_on(page)
    assert points.all_inner_texts() != shown
    expect(counted).to_have_count(0)
    page.get_by_role("button", name="Revoir le dernier décompte").click()
    expect(counted.locator("li")).to_have_count(regions + 1)


def test_the_history_tells_turns_apart_from_the_set_up(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3, factions="chosen")
    play_to_an_action(page)
    page.get_by_role("button", name="Historique, discussion et règles").click()
    expect(page.locator(".chapter h3").first).to_contain_text("Tour")
    expect(page.locator(".chapter details li").last).to_contain_text(re.compile("place|placez"))


def test_by_keyboard_only(visit: Visit) -> None:
    page = visit()
    sit_down(page, 3)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(lit) => document.activeElement.matches(lit)", LIT):
            break
    for _ in range(14):
        page.wait_for_selector(f"{LIT}, {ANSWER}:has-text('{STOP}'), {ANSWER}:has-text('{END}')")
        before = page.evaluate(SITUATION)
        if page.locator(LIT).count():
            page.wait_for_function("(lit) => document.activeElement.matches(lit)", arg=LIT)
            page.keyboard.press("ArrowRight")
            if page.evaluate("(lit) => !document.activeElement.matches(lit)", LIT):
                page.locator(LIT).first.focus()
        else:
            page.locator(ANSWER).first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"(before) => ({SITUATION})() !== before", arg=before)


def test_on_a_phone(visit: Visit, axe: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, color_scheme="light")
    sit_down(page, 5)
    chance = Random(1)
    for _ in range(12):
        choice = decide(page, chance)
        expect_no_sideways_scroll(page)
        # the map opens on all that may be chosen; if that makes it small, the first touch comes closer
        expect_clear(page)
        place = f"{LIT}[data-place='{choice}']"
        if not page.evaluate(PRESSABLE, [place, LITTLE]):
            page.locator(place).tap()
            page.wait_for_function(PRESSABLE, arg=[place, LITTLE])
        page.locator(place).tap()
        page.wait_for_selector(LIT)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert not [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in serious]
    for tab in ("Pistes", "Lune", "Meutes"):
        page.get_by_role("tab", name=tab).click()
        expect_no_sideways_scroll(page)
