"""Check this deal: what the page shows of honest and dishonest deals, to players and to spectators."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from helpers.players import DESKTOP, PHONE, SHEET, expect_no_sideways_scroll, finished_table
from playwright.sync_api import Page, Route, expect

Visit = Callable[..., Page]
CONFIRMED = "() => JSON.parse(localStorage.getItem('meute.deals') ?? '[]').some((deal) => deal.confirmed)"
GOOD = "Personne n’a choisi les cartes."
BAD = "Cette donne n’est pas juste."


def resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.locator(".prompt").get_by_role("button", name="Abandonner").click()
    page.wait_for_selector(SHEET)


def check(page: Page) -> None:
    page.get_by_role("link", name="Vérifier la donne").click()
    page.wait_for_url("**/deal/*")


def tamper(page: Page, change: Callable[[dict[str, Any]], object]) -> None:
    """Lets the server answer something else when the page asks for the deal."""

    def answer(route: Route) -> None:
        message = route.fetch().json()
        change(message)
        route.fulfill(json=message)

    page.route("**/api/tables/*/deal", answer)
    page.reload()


def test_two_players_and_a_spectator_check_a_deal_and_that_of_the_rematch(visit: Visit) -> None:
    host, guest, watcher = visit(name="Ysengrin"), visit(name="Grimaud", viewport=PHONE), visit(name="Isengar")
    answer = host.context.request.post(
        "/api/tables",
        data={"game": "terres", "seats": [{"kind": "guest"}, {"kind": "open"}]},
        headers={"origin": host.evaluate("location.origin")},
    )
    code = answer.json()["code"]
    for page in (host, guest):
        page.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    for page in (host, guest):
        page.wait_for_function(CONFIRMED)
    host.get_by_role("button", name="Commencer").click()
    for page in (host, guest):
        page.wait_for_selector(".own")
    assert host.context.request.get(f"/api/tables/{code}/deal").status == 400, "nothing is revealed of a running game"
    resign(host)
    guest.wait_for_selector(SHEET)
    for page in (host, guest):
        page.get_by_role("button", name="revanche").first.click()
    for page in (host, guest):
        page.wait_for_url(lambda url: "/table/" in url and code not in url)
        page.wait_for_selector(".own")
    again = host.url.rsplit("/", 1)[1]
    resign(guest)
    host.wait_for_selector(SHEET)
    for page in (host, guest):
        check(page)
    watcher.goto(f"/deal/{code}")
    for page in (host, guest, watcher):
        expect(page.get_by_role("status").filter(has_text=GOOD)).to_be_visible()
        expect(page.locator(".hash")).to_have_count(4)
        expect_no_sideways_scroll(page)
    expect(host.get_by_text("Votre navigateur a vu le scellé")).to_be_visible()
    expect(watcher.get_by_text("Votre navigateur n’y était pas")).to_be_visible()
    message = watcher.context.request.get(f"/api/tables/{again}/deal").json()
    assert all(message["contributions"])
    assert message["contributions"] != watcher.context.request.get(f"/api/tables/{code}/deal").json()["contributions"]


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_each_fraud_is_named_in_its_step(visit: Visit, screen: dict[str, int]) -> None:
    page = visit("/new/terres", name="Ysengrin", viewport=screen)
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".own")
    resign(page)
    check(page)
    expect(page.get_by_text(GOOD)).to_be_visible()
    expect(page.get_by_text("rien", exact=True)).to_have_count(1)  # the bot's
    deal = page.context.request.get(page.url.replace("/deal/", "/api/tables/") + "/deal").json()
    drawn = [draw["drawn"] for draw in deal["draws"]]
    card = next(n for n, text in enumerate(drawn) if text[0] in "rnov")
    other = next(text for text in drawn[card + 1 :] if text[0] in "rnov")

    def swap(message: dict[str, Any]) -> None:
        message["draws"][card]["drawn"] = other

    def drop(message: dict[str, Any]) -> None:
        message["contributions"] = ["", ""]

    def choose_late(message: dict[str, Any]) -> None:
        message["secret"] = "ab" * 32

    def seal_late(message: dict[str, Any]) -> None:
        message["seal"] = "ab" * 32

    for fraud, sentence in (
        (swap, f"Le tirage {card + 1} n’est pas celui de la donne\u00a0: {other} au lieu de {drawn[card]}."),
        (drop, "Le hasard mêlé par Ysengrin a été laissé de côté."),
        (choose_late, "Le secret n’entre pas dans son scellé"),
        (seal_late, "Le scellé n’est pas celui qui a été publié avant la partie."),
    ):
        page.unroute_all()
        tamper(page, fraud)
        expect(page.get_by_role("status").filter(has_text=BAD)).to_be_visible()
        expect(page.locator(".fault").filter(has_text=sentence)).to_be_visible()
        expect(page.get_by_text(GOOD)).to_have_count(0)
        expect_no_sideways_scroll(page)
    page.unroute_all()
    page.reload()
    expect(page.get_by_text(GOOD)).to_be_visible()


def test_an_older_game_says_that_it_cannot_be_checked(visit: Visit) -> None:
    page = visit()
    page.goto(f"/deal/{finished_table(page, 'terres', 'Akela', 'Louba')}")
    expect(page.get_by_role("status")).to_contain_text("Cette partie ne peut pas être vérifiée")
    expect(page.locator(".hash")).to_have_count(0)
    assert json.loads(page.evaluate("localStorage.getItem('meute.deals') ?? '[]'")) == []
