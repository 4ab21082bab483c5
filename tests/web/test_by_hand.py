"""A table of a real box on phones: draws by picture, a slip taken back, a reload and a second phone in mid-game."""

from collections.abc import Callable
from typing import Any

from helpers.players import PHONE, expect_no_sideways_scroll
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
SLIP = "Je me suis trompé"


def open_table(page: Page, game: str, **more: Any) -> str:
    """The code of a started table for one phone in the middle."""
    seats = [{"kind": "guest"}, {"kind": "here", "name": "Grimaud"}]
    origin = page.evaluate("location.origin")
    asked = {"game": game, "seats": seats, "start": True, "by_hand": True, **more}
    answer = page.context.request.post("/api/tables", data=asked, headers={"origin": origin})
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


def draw(page: Page, outcome: str) -> None:
    page.locator(f"[data-outcome='{outcome}']").tap()


def test_a_map_is_laid_by_picture_and_a_slip_leaves_no_trace(visit: Visit) -> None:
    page = visit(name="Ysengrin", viewport=PHONE, has_touch=True)
    code = open_table(page, "clan")
    page.goto(f"/table/{code}")
    question = page.locator(".draw h2")
    expect(question).to_contain_text("région A")
    expect_no_sideways_scroll(page)
    draw(page, "board4")
    expect(question).to_contain_text("région B")
    draw(page, "board7")
    expect(question).to_contain_text("région C")
    page.get_by_role("button", name=SLIP).tap()
    expect(question).to_contain_text("région B")
    expect(page.locator("[data-outcome='board7'].undone")).to_be_visible()
    draw(page, "board2")

    second = page.context.new_page()
    second.goto(f"/table/{code}")
    for phone in (page, second):
        expect(phone.locator(".draw h2")).to_contain_text("région C")
    draw(second, "board9")
    expect(question).to_contain_text("région D")
    page.reload()
    expect(question).to_contain_text("région D")
    expect(page.locator("[data-outcome='board7']")).to_be_visible()
    page.get_by_text("Plus possible").tap()
    page.locator(".gone").first.tap()
    expect(page.get_by_role("alert")).to_contain_text("déjà sorti")
    second.close()


def test_a_hand_that_its_player_keeps_shows_all_that_it_can_hold(visit: Visit) -> None:
    page = visit(name="Ysengrin", viewport=PHONE, has_touch=True)
    code = open_table(page, "terres", options={"leader": "first"})
    page.goto(f"/table/{code}")
    page.locator(".draw").wait_for()
    while page.locator(".draw").count():
        question = page.locator(".draw h2").inner_text()
        page.locator("[data-outcome]").first.tap()
        page.wait_for_function("(asked) => document.querySelector('.draw h2')?.innerText !== asked", arg=question)
    cards = page.locator(".hand [data-place^='card.']")
    expect(cards).to_have_count(30)
    page.locator("[data-place='card.r5']").tap()
    page.locator("[data-place='ground.forets']").first.tap()
    expect(page.locator("[data-place='card.r5']")).to_have_count(0)
    expect(cards).to_have_count(29)
