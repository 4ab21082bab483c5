"""Reading one's own game again, and the daily deal, by what a person sees."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.players import LAPTOP, LIT, PHONE, SHEET, expect_no_sideways_scroll, expect_whole, new_table
from playwright.sync_api import Page, expect
from web.test_look import faults

from meute.learn import puzzles

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
PLAY = """([code, wrong]) => new Promise((done) => {
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket/' + code)
  let n = 0
  socket.onopen = () => socket.send(JSON.stringify({ do: 'hello' }))
  socket.onmessage = ({ data }) => {
    const heard = JSON.parse(data)
    if (heard.phase === 'over' || heard.is === 'refused') {
      socket.close()
      done(heard.phase ?? heard.code)
    } else if (heard.ask?.choices.length) {
      const action = n++ ? heard.ask.choices[0].text : wrong || heard.ask.choices[0].text
      socket.send(JSON.stringify({ do: 'play', seat: heard.scene.seat, action, key: `k${n}`, step: heard.scene.step }))
    }
  }
})"""
"""Plays a table to its end: first the given action, then the first legal one."""
RINGS = """(kind) => {
  const [first] = document.querySelectorAll(`[data-line=${kind}] rect.over`)
  const { x, y, width, height } = first.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2, dashes: getComputedStyle(first).strokeDasharray }
}"""
HOLDS = """([places, kind]) => {
  const boxes = (chosen) =>
    [...document.querySelectorAll(chosen)].map((one) => one.getBoundingClientRect()).filter((one) => one.width)
  const rings = boxes(`[data-line=${kind}] rect.over`)
  const seen = places.flatMap((place) => boxes(`.board-area [data-place="${CSS.escape(place)}"]`).slice(0, 1))
  return seen.length > 0 && seen.length === rings.length && seen.every((at, i) =>
    Math.abs(at.y - rings[i].y) < 12 && rings[i].x > at.x - 12 && rings[i].right < at.right + 12)
}"""
"""Whether the rings of a line lie around its places, in their order."""


def late(game: str) -> tuple[str, int, str]:
    """A position near the end of a game, the seat to move, and a move that costs points in any search."""
    name = "4a602633" if game == "aventure" else ""
    found = next(
        one
        for one in puzzles(game)
        if one.name == name or (not name and "table 12" in one.position and len(one.steps[0].expect) == 1)
    )
    match = found.match("vous")
    return (
        match.position,
        found.me,
        next(text for text in match.legal_texts(found.me) if text not in found.steps[0].expect),
    )


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_a_review_draws_both_moves_and_says_why(visit: Visit, axe: str, game: str) -> None:
    page = visit(viewport=LAPTOP)
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
    position, me, wrong = late(game)
    code = new_table(page, *((BOT, ME) if me else (ME, BOT)), game=game, position=position)
    assert page.evaluate(PLAY, [code, wrong]) == "over"
    page.goto(f"/table/{code}")
    page.wait_for_selector(SHEET)
    page.get_by_role("button", name="Relire ma partie").click()
    panel = page.get_by_role("region", name="Relire ma partie")
    expect(panel).to_be_visible()
    expect(page.locator(".marks :is(.way, .spot)")).to_have_count(0)
    expect(page.get_by_text("Depuis votre tour")).to_have_count(0)
    expect(panel).to_have_attribute("aria-busy", "false")
    told = [json.loads(text) for text in heard if '"is":"review"' in text][-1]["prices"]
    assert told
    items = panel.locator("[data-review] .item")
    expect(items).to_have_count(len(told))
    expect(items.first).to_contain_text("Vous avez joué")
    expect(items.first).to_contain_text("Mieux")
    expect(items.first.locator(".loss")).to_have_text(re.compile(r"^[−-]\d+(,\d)?\s+PV$"))
    assert items.first.locator("li").count()
    expect(panel.locator(".drawing")).to_be_in_viewport(ratio=1)
    expect(items.first).to_be_in_viewport(ratio=1)
    expect(panel.locator(".mark").first).to_be_visible()
    for kind in ("played", "better"):
        page.wait_for_function(HOLDS, arg=[told[0][kind]["choice"]["places"], kind])
    assert page.evaluate(RINGS, "played")["dashes"] != "none"
    assert page.evaluate(RINGS, "better")["dashes"] == "none"
    expect(page.locator(".marks b.tag")).to_have_text(["joué", "mieux"])
    assert not faults(page, axe)

    luck = [json.loads(text) for text in heard if '"is":"review"' in text][-1]["luck"]
    if luck is not None:
        expect_ledger_adds_up(page, luck)

    page.keyboard.press("Space")
    expect(page.locator("[data-line=played]")).to_have_class(re.compile("faint"))
    page.keyboard.press("Space")
    expect(page.locator("[data-line=better]")).to_have_class(re.compile("faint"))
    if len(told) > 1:
        page.keyboard.press("ArrowRight")
        expect(panel.locator("[data-review][aria-current] .number")).to_have_text("2")
        page.keyboard.press("ArrowLeft")
    expect(panel.locator("[data-review][aria-current] .number")).to_have_text("1")

    page.set_viewport_size(PHONE)
    bar = page.get_by_role("group", name="Relire ma partie")
    expect(bar.locator(".item")).to_be_in_viewport()
    expect(panel.locator(".item")).to_have_count(0)
    expect_no_sideways_scroll(page)
    page.keyboard.press("Escape")
    page.wait_for_selector(SHEET)


def expect_ledger_adds_up(page: Page, luck: dict[str, Any]) -> None:
    """Bars lead from the start to the result, draws to their bar; pressing a draw shows the table after it."""
    ledger = page.get_by_role("region", name="Chance ou adresse ?")
    start, end = map(int, re.findall(r"\d+", ledger.locator("header small").inner_text()))
    points = [number(text) for text in ledger.locator(".values b").all_inner_texts()]
    assert start + sum(points) == end
    chips = [number(text) for text in ledger.locator(".chip").all_inner_texts()]
    assert len(chips) == len(luck["draws"]) + (luck["other_draws"] > 0)
    assert sum(chips) == points[0]
    for draw, button in zip(luck["draws"], ledger.locator(".moments button").all(), strict=True):
        button.click()
        expect(button).to_have_attribute("aria-current", "true")
        sign = button.locator(".sign").inner_text()
        mark = page.locator(".mark.draw", has_text=re.compile(f"^{sign}$"))
        expect(mark).to_have_attribute("aria-current", "true")
        assert draw["last"] > draw["first"]
    page.locator("ol [data-review]").first.click()


def number(text: str) -> int:
    """A signed number as the page writes it."""
    return int(text.replace("−", "-").replace("+", ""))


def test_the_daily_deal_asks_before_it_begins_and_keeps_a_calendar(visit: Visit, axe: str) -> None:
    page = visit(viewport=PHONE)
    page.locator("section", has=page.locator("#daily")).get_by_role("link", name="Terres").click()
    page.wait_for_url("**/daily/terres")
    expect(page.get_by_text("une seule fois")).to_be_visible()
    expect(page.get_by_text("Votre mois commence ici")).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)
    assert not faults(page, axe)
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(LIT)
    page.set_viewport_size(LAPTOP)
    expect(page.locator("header h1")).to_contain_text(re.compile(r"Donne du jour n° \d+"))
    expect_whole(page.locator("header h1"))
    assert page.evaluate(PLAY, [page.url.rsplit("/", 1)[-1], ""]) == "over"

    page.goto("/daily/terres")
    expect(page.locator(".result dd").first).to_have_text(re.compile(r"^−?\d+$"))
    expect(page.locator(".today svg")).to_be_visible()
    expect(page.get_by_text("1 jour de suite")).to_be_visible()
    shared = page.locator(".share b").inner_text()
    assert re.fullmatch(r"Meute n° \d+ · Terres de Loups 🌑", shared), "no par where no bot has played it yet"
    expect(page.get_by_role("button", name="Commencer")).to_have_count(0)
    expect_no_sideways_scroll(page)
