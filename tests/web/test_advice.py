"""Asking the alpha, and the chances over a finished game."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.players import LAPTOP, LIT, PHONE, expect_no_sideways_scroll, new_table, press
from helpers.record_collection import record_file
from playwright.sync_api import Page, WebSocketRoute, expect
from web.test_look import faults

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
ASK = "Que jouerait l’alpha ?"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_alpha_says_what_it_would_play(visit: Visit, axe: str, size: str) -> None:
    page = visit(**({"viewport": PHONE} if size == "phone" else {}))
    page.goto(f"/table/{new_table(page, ME, BOT, leader='first')}")
    page.wait_for_selector(LIT)
    advice = page.get_by_role("region", name="Conseil de l’alpha")
    board = page.locator(".board-area > .board")
    before = board.bounding_box() if size == "desktop" else None
    page.keyboard.press("h")
    expect(advice).to_contain_text("L’alpha réfléchit")
    thinking = advice.bounding_box()
    assert size == "phone" or board.bounding_box() == before, "the board does not move"
    expect(advice.get_by_role("status")).to_have_text(
        re.compile(r"^L’alpha choisirait.+jouer .+chances de gagner", re.I)
    )
    choices = advice.locator(".choice")
    expect(choices).to_have_count(3)
    assert advice.bounding_box() == thinking or size == "desktop", "the answer has the room of the wait"
    # numbered as on the board: the first choice by a whole ring, the others by dashes
    numbers = page.locator(".ring b").all_inner_texts()
    assert {"1", "2", "3"} >= set(numbers) >= {"1", "2"}
    dashed = page.locator(".ring").evaluate_all("(all) => all.map((one) => getComputedStyle(one).outlineStyle)")
    assert dashed == ["none" if number == "1" else "dashed" for number in numbers]
    expect(choices.first).to_contain_text("le mieux")
    for other in (choices.nth(1), choices.nth(2)):
        expect(other).to_contain_text(re.compile("point|aussi bon|%"))
    expect_no_sideways_scroll(page)
    assert not faults(page, axe)

    page.keyboard.press("2")
    expect(choices.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(advice.get_by_role("status")).to_contain_text("Deuxième choix")
    cards = page.locator(".hand [data-place]").count()
    page.keyboard.press("Enter")
    expect(page.locator(".hand [data-place]")).to_have_count(cards - 1)
    expect(advice).to_have_count(0)


def test_a_hint_that_does_not_come_is_asked_for_again(visit: Visit) -> None:
    page = visit()
    page.route_web_socket("**/socket/*", refuse_hints)
    page.goto(f"/table/{new_table(page, ME, BOT, leader='first')}")
    page.wait_for_selector(LIT)
    page.get_by_role("button", name=ASK).click()
    advice = page.get_by_role("region", name="Conseil de l’alpha")
    expect(advice.get_by_role("status")).to_contain_text("L’alpha n’a pas pu répondre.")
    advice.get_by_role("button", name="Réessayer").click()
    expect(advice.locator(".choice")).to_have_count(3)


def refuse_hints(line: WebSocketRoute) -> None:
    """The first request for a hint is refused as broken."""
    server, refused = line.connect_to_server(), list[str]()

    def carry(text: str | bytes) -> None:
        if json.loads(text)["do"] == "hint" and not refused:
            refused.append(str(text))
            broken = {"is": "refused", "code": "broken", "phrase": {"key": "refused.broken"}, "heading": "", "key": ""}
            line.send(json.dumps(broken))
        else:
            server.send(text)

    line.on_message(carry)


MARKED = """([places, rings]) => {
  const box = (one) => one && (({ x, y, width, height }) => ({ x, y, width, height }))(one.getBoundingClientRect())
  const lies = (ring, at) => ring && at && ring.x >= at.x - 1 && ring.x + ring.width <= at.x + at.width + 1
    && Math.abs(ring.y - at.y) < 2 && Math.abs(ring.height - at.height) < 2
  const marks = [...document.querySelectorAll(rings)].map(box)
  return places.length === marks.length
    && places.every((place, i) => lies(marks[i], box(document.querySelector(`.board-area [data-place="${place}"]`))))
}"""
"""Whether the marks lie on these places, one on each."""


@pytest.mark.parametrize(("game", "size"), [("terres", LAPTOP), ("aventure", LAPTOP), ("aventure", PHONE)])
def test_a_whole_choice_is_marked_where_it_lies_and_played(visit: Visit, game: str, size: dict[str, int]) -> None:
    page = visit(viewport=size)
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
    page.goto(f"/table/{new_table(page, ME, BOT, game=game)}")
    page.wait_for_selector(LIT)
    if game == "aventure":  # the very first card lies down by itself
        press(page.locator(LIT).first)
        expect(page.locator("[data-place^='cell.0.'] [data-about]").first).to_be_visible()
        page.wait_for_selector(LIT)
    page.get_by_role("button", name=ASK).click()
    advice = page.get_by_role("region", name="Conseil de l’alpha")
    expect(advice.locator(".choice").first).to_be_visible()
    hint = next(answer for answer in map(json.loads, reversed(heard)) if answer["is"] == "hint")
    places = hint["choices"][0]["choice"]["places"]
    assert len(places) == 2
    page.wait_for_function(MARKED, arg=[places, ".ring:not(.other)"])
    advice.get_by_role("button", name="Jouer ce choix").click()
    expect(advice).to_have_count(0)
    page.wait_for_selector(LIT)
    if game == "aventure":
        expect(page.locator(f"[data-place='{places[1]}'] [data-about]").first).to_be_visible()


def test_people_who_play_each_other_are_not_advised(visit: Visit) -> None:
    page = visit()
    page.goto("/new/terres")
    advice = page.get_by_role("switch", name="Conseils de l’alpha")
    expect(advice).to_have_attribute("aria-checked", "true")
    page.locator(".places").get_by_text("Même écran", exact=True).first.click()
    expect(advice).to_have_attribute("aria-checked", "false")
    advice.click()
    expect(advice).to_have_attribute("aria-checked", "true")
    page.goto(f"/table/{new_table(page, ME, {'kind': 'here'})}")
    page.get_by_role("button", name="Je suis").click()
    page.wait_for_selector(LIT)
    expect(page.get_by_role("button", name=ASK)).to_have_count(0)


def test_chances_over_a_game_lead_to_its_turning_points(visit: Visit, axe: str, tmp_path: Path) -> None:
    page = visit(viewport=PHONE)
    page.get_by_label("Revoir une partie enregistrée").set_input_files(record_file("terres-2-plain-3", tmp_path))
    page.wait_for_url("**/replay/*")
    page.goto(page.url.replace("/replay/", "/table/").partition("?")[0])
    page.get_by_text("Chances de gagner", exact=True).click()
    page.wait_for_selector(".chances .turn", timeout=60_000)
    assert not faults(page, axe)
    page.locator(".chances .turn").first.click()
    slider = page.locator("input[type=range]")
    expect(slider).not_to_have_value("0")
    page.get_by_role("button", name="Chances de gagner").click()
    mark = page.get_by_role("button", name="Tournant 1")
    mark.click()
    expect(mark).to_have_attribute("aria-current", "true")
    expect_no_sideways_scroll(page)
    assert not faults(page, axe)


def test_the_alpha_judges_what_was_played(visit: Visit) -> None:
    page = visit()
    code = new_table(page, BOT, BOT, leader="first")
    page.goto(f"/table/{code}")
    page.wait_for_selector(".sheet .rows")
    first = next(step for step in range(200) if 0 in seats_to_act(page, code, step))
    page.goto(f"/replay/{code}?step={first}&view=0")
    page.get_by_role("button", name=ASK).click()
    advice = page.get_by_role("region", name="Conseil de l’alpha")
    expect(advice.locator("em", has_text="Joué")).to_have_count(1)


def seats_to_act(page: Page, code: str, step: int) -> list[int]:
    """Who had to decide at a step."""
    found: list[int] = page.context.request.get(f"/api/tables/{code}/at/{step}").json()["asked"]
    return found
