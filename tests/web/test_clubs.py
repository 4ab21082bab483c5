"""Tournaments from the link to the winner, the league of the week, and groups, by people in several browsers."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from helpers.players import DESKTOP, PHONE
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]


def ask(page: Page, path: str, **body: Any) -> Any:
    """What the page's own visitor gets for a request."""
    answer = page.context.request.post(path, data=body, headers={"origin": page.evaluate("location.origin")})
    assert answer.ok, answer.text()
    return answer.json()


def no_faults(page: Page, axe: str) -> list[str]:
    """What axe finds on a page."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(
        "axe.run().then(r => r.violations.map(v => v.id + ' ' + v.nodes.map(n => n.target).join(' ')))"
    )
    return found


def test_a_tournament_from_the_first_page_to_the_winner(visit: Visit, axe: str) -> None:
    ana, bob = visit(name="Ana"), visit(name="Bob", viewport=PHONE)
    ana.get_by_role("link", name="Organiser un tournoi").click()
    ana.get_by_label("Nom du tournoi").fill("Coupe de mai")
    ana.get_by_label("Rondes", exact=True).select_option("2")
    ana.get_by_label("Bots").select_option("2")
    ana.get_by_label("Leur niveau").select_option("louveteau")
    assert no_faults(ana, axe) == []
    ana.get_by_role("button", name="Ouvrir les inscriptions").click()
    expect(ana.get_by_role("heading", name="Coupe de mai")).to_be_visible()
    code = ana.url.rsplit("/", 1)[1]
    bob.goto(f"/tournament/{code}")
    bob.get_by_role("button", name="M’inscrire").click()
    expect(bob.get_by_text("Vous êtes inscrit.")).to_be_visible()
    expect(ana.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()
    assert no_faults(ana, axe) == []
    ana.evaluate("window.same = true")
    ana.get_by_role("button", name="Lancer la première ronde").click()
    for number in (1, 2):
        for page in (ana, bob):
            expect(page.get_by_role("heading", name=f"Ronde {number} sur 2")).to_be_visible()
        seated = [page for page in (ana, bob) if give_up_or_wait(page, number)]
        assert seated
    for page in (ana, bob):
        expect(page.get_by_role("region", name=re.compile("remporte|se partagent"))).to_be_visible()
        assert no_faults(page, axe) == []
    bob.get_by_role("tab", name="Classement").press("Enter")
    expect(bob.get_by_text("classement final")).to_be_visible()
    assert no_faults(bob, axe) == []
    ana.get_by_role("button", name=re.compile("Bob")).press("Enter")
    expect(ana.locator(".why")).to_contain_text("Bob")
    assert ana.evaluate("window.same"), "the page was not loaded again"


def give_up_or_wait(page: Page, number: int) -> bool:
    """Loses the own game of the round, unless the opponent has given up before."""
    link = page.get_by_role("link", name="S’asseoir")
    won = page.get_by_role("region", name=re.compile("remporte|se partagent"))
    over = page.get_by_role("heading", name="Ronde 2 sur 2") if number == 1 else won
    expect(link.or_(over).first).to_be_visible()
    if not link.count():
        return False
    link.click()
    page.wait_for_selector(".own, .after")
    if page.locator(".own").count():
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Abandonner").click()
        page.locator(".prompt").get_by_role("button", name="Abandonner").click()
    page.locator(".sheet").get_by_role("link", name="Le tournoi").click()
    expect(page.get_by_role("heading", name="Coupe de mai")).to_be_visible()
    return True


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_deal_of_the_league_is_played_from_the_first_page(visit: Visit, axe: str, screen: dict[str, int]) -> None:
    page = visit(name="Ana", viewport=screen)
    panel = page.get_by_role("region", name="La ligue de la semaine")
    expect(panel).to_contain_text("0 sur 10 jouées")
    panel.get_by_role("button", name="Donne 1").click()
    page.wait_for_selector(".own")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.locator(".prompt").get_by_role("button", name="Abandonner").click()
    page.locator(".sheet").get_by_role("link", name="La ligue").click()
    expect(page.get_by_role("listitem").filter(has_text="Donne 1 ·")).to_contain_text("abandonnée")
    expect(page.get_by_role("row", name=re.compile("Vous"))).to_be_visible()
    assert no_faults(page, axe) == []


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_group_is_made_joined_and_left(visit: Visit, axe: str, screen: dict[str, int]) -> None:
    ana, bob = visit(name="Ana", viewport=screen), visit("/rules/terres", name="Bob", viewport=screen)
    ana.get_by_role("link", name="Créer un groupe").click()
    ana.get_by_label("Nom du groupe").fill("Lundi")
    assert no_faults(ana, axe) == []
    ana.get_by_role("button", name="Créer le groupe").click()
    expect(ana.get_by_role("heading", name="Lundi")).to_be_visible()
    code = ana.url.rsplit("/", 1)[1]
    bob.goto(f"/group/{code}")
    bob.get_by_role("button", name="Entrer dans le groupe").click()
    members = ana.get_by_role("region", name="Membres")
    expect(members.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()
    ask(bob, "/api/tables", game="terres", seats=[{"kind": "guest"}, {"kind": "open"}], group=code)
    expect(ana.get_by_role("region", name="Tables").get_by_role("link").filter(has_text="Terres")).to_be_visible()
    assert no_faults(ana, axe) == []
    members.get_by_role("button", name="Retirer Bob").click()
    members.get_by_role("button", name="Oui").click()
    expect(members.get_by_role("listitem")).to_have_count(1)
    expect(bob.get_by_role("button", name="Entrer dans le groupe")).to_be_visible()
    ana.get_by_role("button", name="Quitter le groupe").click()
    ana.get_by_role("button", name="Oui").click()
    expect(ana.get_by_text("Vous n’êtes dans aucun groupe.")).to_be_visible()
