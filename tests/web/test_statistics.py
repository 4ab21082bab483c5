"""What my games say: figures with their uncertainty, for every screen, and who may see them."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.players import DESKTOP, LAPTOP, PHONE, expect_no_sideways_scroll
from playwright.sync_api import Page, Route, expect
from web.test_look import faults

Visit = Callable[..., Page]
DAY = 86_400
PLANS = ("forets", "sommets", "cavernes")


def played(n: int) -> dict[str, Any]:
    """A game of sixty, the latest first."""
    won = n % 5 not in (1, 3)
    calm = {"kind": "live", "turn": 60, "bank": 900, "vacation": True}
    return {
        "code": f"t{n}",
        "at": 1_790_000_000 - n * DAY,
        "seat": n % 2,
        "place": 1 if won else 2,
        "points": 28 + n % 9,
        "share": float(won),
        "rivals": [{"bot": "", "name": "Grimaud"} if n % 3 else {"bot": "rodeur", "name": ""}],
        "pace": calm if n % 2 else None,
        "options": {"board": "advanced"} if n % 4 == 0 else {},
        "rated": n % 3 > 0,
        "seconds": 1500 + 20 * n,
        "thinking": 11.0,
        "plan": f"ground.{PLANS[n % 3]}"[7:],
        "rating": 1700 - 3 * n if n % 3 else None,
        "rating_error": 60 + 4 * n if n % 3 else None,
        "luck": ((n * 7) % 23 - 11) * 1.5,
        "luck_error": 4.0,
    }


def told(games: list[dict[str, Any]], name: str = "") -> dict[str, Any]:
    return {
        "game": "terres",
        "name": name,
        "counts": {"terres": len(games)},
        "games": games,
        "plans": [
            {"plan": plan, "name": {"key": f"terres.ground.{plan}", "gaps": {}, "mark": f"ground.{plan}"}}
            for plan in PLANS
        ],
        "least_rated": 10,
        "viewers": "self",
        "listed": False,
        "handle": "",
    }


def open_page(page: Page, answer: dict[str, Any], of: str = "") -> None:
    """Opens the page over an answer of the server."""

    def fulfil(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(answer))

    page.route(re.compile(r"/api/statistics/terres(\\?|$)"), fulfil)
    page.goto(f"/statistics/terres{of and f'?of={of}'}")


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_sixty_games_fit_every_screen_in_both_themes(visit: Visit, axe: str, size: Any, theme: str) -> None:
    page = visit(viewport=size, color_scheme=theme)
    open_page(page, told([played(n) for n in range(60)]))
    expect(page.get_by_role("heading", name="Ce que disent mes parties")).to_be_visible()
    expect(page.locator(".tiles dd").first).to_have_text("60")
    expect(page.get_by_role("heading", name="Premier territoire")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Cote")).locator("circle").first).to_be_visible()
    expect_no_sideways_scroll(page)
    assert not faults(page, axe)


def test_what_is_pressed_shows_its_games_and_numbers_stand_behind_the_plots(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    open_page(page, told([played(n) for n in range(60)]))
    row = page.get_by_role("button", name="Grimaud")
    assert "40" in row.inner_text() or "–" in row.inner_text()
    row.click()
    games = page.locator("ol.list li")
    expect(games).to_have_count(40)
    expect(games.first.get_by_role("link")).to_have_attribute("href", re.compile("^/replay/t"))
    page.get_by_text("Chiffres").first.click()
    expect(page.locator("details[open] :is(table, ol)").first).to_be_visible()
    expect(page.get_by_role("link", name="CSV")).to_have_attribute("href", "/api/statistics/terres/csv")
    expect(page.get_by_role("link", name="JSON")).to_have_attribute("href", re.compile("^data:application/json"))


def test_few_games_show_intervals_only_and_no_rating(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    open_page(page, told([played(n) for n in range(4)]))
    expect(page.get_by_text("Pas encore de cote")).to_be_visible()
    expect(page.get_by_text("Trop peu de parties")).to_be_visible()
    expect(page.locator("path.range")).not_to_have_count(0)
    expect(page.locator("path.dot")).to_have_count(0)


def test_others_see_no_games_and_the_owner_chooses_who_sees(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    hidden = [played(n) | {"code": "", "rivals": [{"bot": "", "name": ""}]} for n in range(20)]
    open_page(page, told(hidden, "Maëlle"), "a1")
    expect(page.get_by_role("heading", name="Les parties de Maëlle")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Une personne"))).to_have_count(0)
    expect(page.get_by_role("link", name="CSV")).to_have_count(0)
    page.unroute_all()

    page.goto("/statistics/terres")
    expect(page.get_by_text("aucune partie terminée")).to_be_visible()
    page.get_by_role("button", name="Moi seulement").click()
    page.get_by_label("Visibles par").select_option("all")
    expect(page.get_by_role("button", name="Tout le monde")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Tout le monde")).to_be_visible()
    page.get_by_role("button", name="Tout le monde").click()
    expect(page.get_by_role("button", name="Copier le lien")).to_be_visible()
