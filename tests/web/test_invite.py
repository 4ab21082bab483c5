"""Others come by a link, under another name than the host's own, and by http."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.players import LIT, PHONE, choose, expect_end, expect_no_sideways_scroll, new_table, page_to_act, press
from playwright.sync_api import Page, expect
from web.conftest import serving

Visit = Callable[..., Page]


@pytest.fixture
def public(tmp_path: Path) -> Iterator[str]:
    """The host's own address of a server that others know as meute.test."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with serving(tmp_path, port, f"http://meute.test:{port}") as address:
        yield address


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[str]:
    """The host's own address of a server that others reach by https."""
    with serving(tmp_path, public="https://meute.example") as address:
        yield address


def named(address: str) -> str:
    """The same server under a name, by http: no secure context."""
    return address.replace("127.0.0.1", "meute.test")


def test_under_a_name_by_http_everything_can_be_played(visit: Visit, server: str) -> None:
    page = visit(f"{named(server)}/new/terres")
    assert not page.evaluate("isSecureContext")
    page.get_by_role("button", name="Louveteau").click()
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url("**/table/*")
    for _ in range(4):
        assert choose(page)
    expect(page.locator(".hand")).to_be_visible()


def open_table(page: Page) -> None:
    """Opens the table that is being set up, by a name."""
    page.get_by_role("button", name="Ouvrir la table", exact=True).click()
    page.get_by_label("Nom à la table").fill("Ombeline")
    page.get_by_role("dialog").get_by_role("button", name="Ouvrir la table").click()


def test_by_http_a_host_keeps_his_seat_though_the_public_address_is_https(secure: str, visit: Visit) -> None:
    host = visit(f"{named(secure)}/new/terres?friend=1")
    open_table(host)
    host.wait_for_url(f"{named(secure)}/table/*")
    expect(host.get_by_text("Ombeline")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    for _ in range(2):
        assert choose(host)


def test_a_friend_follows_the_link_and_plays(public: str, visit: Visit) -> None:
    host = visit(f"{public}/new/terres?friend=1")
    open_table(host)
    host.wait_for_url(f"{public}/table/*")
    link = host.locator(".invite .link").inner_text()
    assert link == named(host.url)
    expect(host.get_by_role("img", name="Code carré")).to_be_visible()
    friend = visit(link, viewport=PHONE, has_touch=True, is_mobile=True)
    friend.get_by_role("button", name="Prendre la place").tap()
    friend.get_by_label("Nom à la table").fill("Grimaud")
    friend.get_by_role("dialog").get_by_role("button", name="Prendre la place").tap()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    expect(friend.get_by_text("Ombeline")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    seen: set[Page] = set()
    while len(seen) < 2:
        page = page_to_act(host, friend)
        assert page is not None
        seen.add(page)
        press(page.locator(LIT).first)
    friend.get_by_role("button", name="Menu").tap()
    friend.get_by_role("button", name="Abandonner").tap()
    friend.get_by_role("button", name="Abandonner").tap()
    expect_end(host)
    expect_end(friend)


def test_whoever_invites_from_the_side_is_asked_for_a_name_too(visit: Visit, server: str) -> None:
    host = visit(f"{named(server)}/new/traces")
    host.get_by_role("button", name="Ouvrir la table et inviter").click()
    host.get_by_label("Nom à la table").fill("Ombeline")
    host.get_by_role("dialog").get_by_role("button", name="Ouvrir la table").click()
    expect(host.get_by_role("main").get_by_text("Ombeline")).to_be_visible()


def test_a_table_that_nobody_else_can_reach_says_so(visit: Visit, server: str) -> None:
    page = visit("/new/terres?friend=1")
    open_table(page)
    expect(page.locator(".alone")).to_contain_text("cet ordinateur")
    expect(page.locator(".alone code")).to_have_text("python3 dev.py play --lan")
    expect(page.get_by_role("img", name="Code carré")).to_have_count(0)
    other = visit(f"{named(server)}/new/terres?friend=1")
    open_table(other)
    expect(other.get_by_role("img", name="Code carré")).to_be_visible()
    expect(other.locator(".alone")).to_have_count(0)


def test_where_nothing_may_be_copied_the_link_can_be_selected(visit: Visit, server: str) -> None:
    page = visit(f"{named(server)}/new/terres?friend=1", viewport=PHONE)
    open_table(page)
    page.get_by_role("button", name="Copier le lien").click()
    field = page.get_by_label("Copiez ce lien")
    expect(field).to_have_value(page.url)
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(page.url)
    expect_no_sideways_scroll(page)
    page.get_by_role("button", name="Partager").click()
    expect(field).to_have_count(1)
    page.get_by_role("button", name="Fermer").click()
    expect(field).to_have_count(0)


def test_what_the_lobby_said_goes_when_the_game_begins(visit: Visit, server: str) -> None:
    page = visit(f"{named(server)}/new/terres?friend=1")
    open_table(page)
    page.get_by_role("button", name="Copier le lien").click()
    link = page.get_by_label("Copiez ce lien")
    expect(link).to_be_visible()
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator(".hand")).to_be_visible()
    expect(link).to_have_count(0)


def test_the_lobby_has_a_chat_and_the_guide_comes_to_friends(visit: Visit) -> None:
    host, guest = visit(name="Léa"), visit(name="Léa")
    code = new_table(host, {"kind": "guest"}, {"kind": "open"}, start=False, patience="120")
    for page in (host, guest):
        page.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_role("main").get_by_text("Léa 2", exact=True)).to_be_visible()
    for page in (host, guest):
        expect(page.get_by_text("après 2 min d’absence, un bot joue")).to_be_visible()
    guest.get_by_label("Écrire à la table").fill("hou")
    guest.get_by_role("button", name="Envoyer").click()
    for page in (host, guest):
        expect(page.get_by_role("log", name="Discussion")).to_contain_text("Léa 2")
    host.get_by_role("button", name="Commencer").click()
    for page in (host, guest):
        expect(page.get_by_role("region", name="Votre guide")).to_be_visible()
    expect(host.locator("header .seat").get_by_text("Léa 2", exact=True)).to_be_visible()
