"""Two people in two browsers: a first page that is live, a rematch that both want, and a game that counts for both."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.players import DESKTOP, LIT, PHONE, SHEET, begin_together, press
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
CALM = {"kind": "live", "turn": 60, "bank": 900, "vacation": True}


def ask(page: Page, path: str, **body: Any) -> Any:
    """What the page's own visitor gets for a request."""
    answer = page.context.request.post(path, data=body, headers={"origin": page.evaluate("location.origin")})
    assert answer.ok, answer.text()
    return answer.json()


def begin(host: Page, guest: Page, **more: Any) -> str:
    """A begun game of two; the code of the table, at which both are."""
    code = str(ask(host, "/api/tables", game="terres", seats=[{"kind": "guest"}, {"kind": "open"}], **more)["code"])
    for page in (host, guest):
        page.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    for page in (host, guest):
        page.wait_for_selector(".own")
    return code


def resign(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.locator(".prompt").get_by_role("button", name="Abandonner").click()


@SCREENS
def test_a_turn_and_an_invitation_come_to_an_open_first_page(visit: Visit, screen: dict[str, int]) -> None:
    host, guest = visit(name="Ysengrin"), visit(name="Grimaud", viewport=screen)
    begin_together(host, guest, "terres", leader="first")
    host.wait_for_selector(LIT)
    guest.goto("/")
    mine = guest.get_by_role("region", name="Mes parties")
    expect(mine.get_by_text("Terres de Loups")).to_be_visible()
    expect(mine.get_by_text("À vous")).to_have_count(0)
    guest.evaluate("window.same = true")
    for place in ("[data-place^='card.']:not([data-place$='3'])", "[data-place^='ground.']"):  # a 3 asks for more
        lit = host.locator(f"{LIT}{place}").first
        lit.wait_for()
        press(lit)
    expect(mine.get_by_text("À vous")).to_be_visible()
    expect(guest).to_have_title(re.compile(r"^\(1\) "))

    friend = host.context.request.get("/api/people").json()["companions"]
    assert [one["name"] for one in friend] == ["Grimaud"]
    lobby = ask(host, "/api/tables", game="clan", seats=[{"kind": "guest"}, {"kind": "open"}])["code"]
    ask(host, f"/api/tables/{lobby}/invite", seat=1, person=friend[0]["person"])
    invitations = guest.get_by_role("region", name="1 invitation")
    expect(invitations.get_by_text("Une place vous attend")).to_be_visible()
    expect(guest).to_have_title(re.compile(r"^\(2\) "))
    box = invitations.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < screen["height"], "seen without scrolling"
    assert guest.evaluate("window.same"), "the page was not loaded again"
    invitations.get_by_role("button", name="Décliner").click()
    expect(invitations).to_have_count(0)
    expect(guest).to_have_title(re.compile(r"^\(1\) "))


@SCREENS
def test_a_rematch_is_offered_declined_and_accepted(visit: Visit, screen: dict[str, int]) -> None:
    host, guest = visit(name="Ysengrin"), visit(name="Grimaud", viewport=screen)
    code = begin(host, guest, rated=True, pace=CALM)
    resign(host)
    for page in (host, guest):
        page.wait_for_selector(SHEET)
        expect(page.locator("section.end")).to_contain_text("Partie classée : elle compte pour votre classement.")
    host.get_by_role("button", name="Proposer une revanche").click()
    expect(host.locator(".rematch")).to_contain_text("Réponse attendue : Grimaud.")
    expect(guest.locator(".rematch")).to_contain_text("Ysengrin propose une revanche. Partie classée")
    guest.get_by_role("button", name="Refuser").click()
    expect(host.locator(".rematch")).to_contain_text("Grimaud ne souhaite pas de revanche.")
    assert code in host.url
    host.get_by_role("button", name="Proposer une revanche").click()
    host.get_by_role("button", name="Retirer ma proposition").click()
    expect(guest.get_by_role("button", name="Proposer une revanche")).to_be_visible()
    guest.get_by_role("button", name="Proposer une revanche").click()
    host.goto("/")
    offers = host.get_by_role("region", name="1 invitation")
    expect(offers.get_by_text("Revanche proposée")).to_be_visible()
    offers.get_by_role("link").click()
    host.get_by_role("button", name="Accepter la revanche").click()
    for page in (host, guest):
        page.wait_for_url(lambda url: "/table/" in url and code not in url)
        page.wait_for_selector(".own")
        page.locator("header .seat", has_text="classée").last.wait_for()
        assert page.locator(".toast").count() == 0, "nothing lies over the hand"


@SCREENS
def test_everybody_is_told_that_a_game_is_rated(visit: Visit, screen: dict[str, int]) -> None:
    host, guest = visit(name="Ysengrin"), visit(name="Grimaud", viewport=screen)
    code = str(ask(host, "/api/tables", game="terres", seats=[{"kind": "guest"}, {"kind": "open"}])["code"])
    for page in (host, guest):
        page.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    host.get_by_role("switch", name="Partie classée").click()
    expect(guest.get_by_text("L’hôte en a fait une partie classée.")).to_be_visible()
    expect(guest.locator(".banner")).to_contain_text("Partie classée")
    expect(guest.get_by_text("qui n’a plus de temps a perdu")).to_be_visible()
    expect(guest.get_by_text("15 min en réserve")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    expect(guest.locator("header .seat").last).to_contain_text("classée")
    guest.get_by_role("button", name="Menu").click()
    expect(guest.get_by_role("dialog").get_by_text("Partie classée : elle compte")).to_be_visible()
