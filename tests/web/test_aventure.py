"""Mon Aventure in a browser."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.beside import expect_clear_on_both, expect_hint_beside
from helpers.players import (
    LAPTOP,
    LIT,
    PHONE,
    SHEET,
    at_rest,
    choose,
    expect_end,
    expect_no_sideways_scroll,
    finished_table,
    is_over,
    open_example,
)
from PIL import Image
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
BOT = {"kind": "bot", "bot": "random"}
PUP = {"kind": "bot", "bot": "louveteau"}
ANSWER = ".prompt .actions [data-place]"
"""A choice that has no place on the board."""
MARKET = f"[data-place^='market.']{LIT}"
CELL = f"[data-place^='cell.0.']{LIT}"
MOVED_ON = "([place, sheet]) => document.querySelector(sheet) || document.activeElement.dataset.place !== place"
"""The focus has left a place, or the game is over."""
RAW_KEY = re.compile(r"\b(page|aventure|prompt|why)\.[a-z_]+\b")


def sit(page: Page, *others: dict[str, str], **options: str) -> None:
    """A table of Mon Aventure where the visitor has the first seat."""
    asked: dict[str, Any] = {
        "game": "aventure",
        "seats": [{"kind": "guest"}, *others],
        "options": options,
        "start": True,
    }
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": page.evaluate("location.origin")})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['code']}")
    page.wait_for_selector(f"{LIT}, {SHEET}")


def step(page: Page) -> bool:
    """Answers what is asked, by the first place or by the first button; False once the game is over."""
    page.wait_for_selector(f"{LIT}, {SHEET}, {ANSWER}")
    if page.locator(f"{LIT}, {SHEET}").count():
        return choose(page)
    page.locator(ANSWER).first.click()
    return True


def faults(page: Page, axe: str) -> list[str]:
    """What axe finds serious or critical."""
    at_rest(page)
    page.evaluate(axe)
    found = page.evaluate("axe.run({ exclude: ['svg *'] }, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def test_an_empty_cell_says_why_not_before_a_card_is_taken(visit: Visit) -> None:
    page = visit()
    sit(page, BOT, first="first")
    page.locator("[data-place^='cell.0.']").first.click(force=True)
    prompt = page.locator(".prompt").last
    expect(prompt).to_contain_text("Prenez une carte du marché.")
    expect(prompt).to_contain_text("Ce n’est pas ce qui est demandé maintenant.")


def test_a_whole_game_by_mouse(visit: Visit, axe: str) -> None:
    page = visit()
    sit(page, BOT, first="first")
    assert page.locator(MARKET).count() == 6
    page.locator(MARKET).first.click()
    # the first card of a grid has only one place
    page.wait_for_selector(MARKET)
    page.locator("[data-place='market.5']").click()
    page.wait_for_selector(CELL)
    assert page.locator(CELL).count() == 4
    expect(page.locator(".held")).to_be_visible()
    page.locator(CELL).nth(1).hover()
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".prompt").last).to_contain_text("Ici")
    assert not faults(page, axe)
    # a card once taken may be laid back, and what may not be done says why
    page.locator("[data-place^='cell.0.'][aria-disabled=true]").first.click(force=True)
    expect(page.locator(".prompt").last).to_contain_text("Poser la carte")
    page.get_by_role("button", name="Compris").click()
    expect(page.get_by_role("button", name="Compris")).to_have_count(0)
    page.get_by_role("button", name="Défaire").click()
    page.wait_for_selector(MARKET)
    page.set_viewport_size(LAPTOP)
    expect_hint_beside(page)
    for _ in range(120):
        if is_over(page):
            break
        expect_clear_on_both(page)
        if not step(page):
            break
        page.wait_for_selector(f"{LIT}, {SHEET}, {ANSWER}")
    expect_end(page)
    rows = page.locator(f"{SHEET} .cols button")
    assert rows.count() == sum(int(n) for n in page.locator(".facts p").first.locator("b").all_inner_texts())
    if rows.count():
        rows.first.hover()
        expect(page.locator(".sum")).to_contain_text("=")
    assert not faults(page, axe)
    assert not RAW_KEY.search(page.locator("body").inner_text())


def test_cards_are_laid_by_keyboard(visit: Visit) -> None:
    page = visit()
    sit(page, PUP, first="first")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.locator("[data-place^='market.']:focus").count():
            break
    page.keyboard.press("ArrowRight")
    assert page.locator(":focus").get_attribute("data-place") == "market.1"
    page.keyboard.press("Enter")
    expect(page.locator("header .seat").last).to_contain_text("1 carte")
    shown = 0
    for _ in range(16):
        page.wait_for_selector(f"{LIT}:focus")
        if page.locator(".held").count():
            # the focus shows what the card would bring
            expect(page.locator(".ghost")).to_have_count(1)
            shown += 1
        place = page.locator(":focus").get_attribute("data-place")
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=[place, SHEET])
    assert shown >= 5
    expect(page.locator("header .seat").last).to_contain_text(f"{1 + shown} cartes")


@pytest.mark.parametrize("players", [3, 4])
def test_more_grids_at_the_table(visit: Visit, players: int) -> None:
    page = visit()
    sit(page, *[BOT] * (players - 1), first="first", permanent="pm04", powers="trio9", power_use="once_each")
    for _ in range(8):
        step(page)
    page.wait_for_selector(f"{LIT}, {ANSWER}")
    names = page.locator(".others fieldset label")
    expect(names).to_have_count(players - 1)
    for name in names.all():
        name.click()
        expect(page.locator(".others h2")).to_contain_text(name.inner_text())
        expect(page.locator(".others .mini li").first).to_be_visible()
    expect(page.locator(".permanent")).to_contain_text("Le haut de la pile")
    expect(page.locator("[data-place^='power.']")).to_have_count(3)


def test_the_variant_asks_on_the_board(visit: Visit, axe: str) -> None:
    page = visit()
    sit(page, BOT, first="first", permanent="chosen", powers="trio4")
    expect(page.locator("[data-place^='permanent.']")).to_have_count(15)
    page.locator("[data-place='permanent.pm02']").click()
    page.wait_for_selector(MARKET)
    assert page.locator(MARKET).count() == 7
    page.locator("[data-place='power.pw10']").click()
    expect(page.locator(".search [data-rove=pickable]")).to_have_count(3)
    page.locator("[data-place='deck.1']").click()
    assert not faults(page, axe)
    page.locator("[data-place='deck.1.goal']").click()
    expect(page.locator("header .seat").last).to_contain_text("1 carte")
    expect(page.locator("[data-place='power.pw10']")).to_contain_text("utilisé par vous")


def test_a_phone_shows_the_gain_before_it_lays_the_card(visit: Visit, axe: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="light")
    sit(page, BOT, first="first")
    for turn in range(6):
        page.wait_for_selector(MARKET)
        expect_no_sideways_scroll(page)
        page.locator(MARKET).nth(turn % 6).tap()
        if not turn:
            continue
        cell = page.locator(CELL).first
        for box in [place.bounding_box() for place in page.locator(CELL).all()]:
            assert box is not None
            assert box["width"] >= 44
            assert box["height"] >= 44
        cell.tap()
        expect(page.locator(".prompt").last).to_contain_text("Touchez encore")
        if turn == 3:
            assert not faults(page, axe)
        page.locator(".free.seen").tap()
    for tab in ("Objectifs", "Pioche"):
        page.get_by_role("tab", name=tab).tap()
        expect_no_sideways_scroll(page)
    assert not faults(page, axe)
    assert not is_over(page)


def test_a_cell_touched_once_stays_so_beside_an_example_of_the_rules(visit: Visit) -> None:
    page = visit(has_touch=True)
    sit(page, BOT, first="first")
    for _ in range(2):
        page.wait_for_selector(MARKET)
        page.locator(MARKET).first.tap()
    page.locator(CELL).first.tap()
    touched = page.locator(".board-area .free.seen")
    expect(touched).to_have_count(1)
    example = open_example(page, touch=True)
    expect(example.locator(".free.seen")).to_have_count(0)
    expect(touched).to_have_count(1)


def test_a_finished_grid_is_told_copied_and_saved_as_a_picture(visit: Visit, tmp_path: Path) -> None:
    page = visit(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/table/{finished_table(page, 'aventure', 'Louba', 'Anne')}")
    own = page.get_by_role("heading", name="Le conte de Louba")
    expect(own).to_be_visible()
    told = page.locator("#tale")
    expect(told.locator("p")).to_have_count(1)
    page.get_by_role("button", name="Lire tout le conte").click()
    expect(told.locator("p")).to_have_count(6)
    text = told.inner_text()
    assert not re.search(r"[{}]|aventure\.", text)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Enregistrer l’image").click()
    assert saved.value.suggested_filename == "Le conte de Louba.png"
    saved.value.save_as(tmp_path / "tale.png")
    picture = Image.open(tmp_path / "tale.png").convert("RGB")
    assert picture.width == 1080
    assert picture.height > 1080
    colours = picture.crop((54, 160, 1026, 990)).getcolors(1 << 20)
    assert colours is not None
    assert max(count for count, _ in colours) < 972 * 830 / 2, "the cards are drawn"
    page.get_by_role("button", name="Copier le texte").click()
    expect(page.get_by_text("Conte copié.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Le conte de Louba\n\n")
    assert copied.endswith("points")
    page.get_by_role("radio", name="Anne").check(force=True)
    expect(page.get_by_role("heading", name="Le conte d’Anne")).to_be_visible()
    assert told.inner_text() != text
    expect_no_sideways_scroll(page)
