"""Programs on the page: tokens, webhooks, their seats at a table, and their ladder."""

import asyncio
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from helpers.players import DESKTOP, PHONE, new_table
from helpers.visitor import Running, Visitor
from playwright.sync_api import Browser, BrowserContext, Page, expect
from server.http.test_tokens import make_token
from server.matchmaking.test_matchmaker import in_loop
from server.notifications.test_webhooks import Room, with_room
from server.people.test_accounts import Wall
from server.table.test_programs import program, sit_down
from web.test_aventure import faults

from meute.client import AsyncClient


@pytest.fixture(scope="module")
def wall() -> Wall:
    return Wall()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, wall: Wall) -> Iterator[tuple[Running, Room]]:
    """A server whose webhooks all lead to one room."""
    with with_room(tmp_path_factory.mktemp("programs"), wall) as found:
        yield found


@pytest.fixture
def open_page(browser: Browser, served: tuple[Running, Room]) -> Iterator[Any]:
    made: list[BrowserContext] = []

    def opened(path: str, language: str = "fr-FR", **more: Any) -> Page:
        made.append(browser.new_context(base_url=served[0].url, locale=language, reduced_motion="reduce", **more))
        page = made[-1].new_page()
        page.goto(path)
        return page

    yield opened
    for context in made:
        context.close()


def test_a_token_is_made_shown_once_used_and_revoked_by_keyboard(
    open_page: Any, served: tuple[Running, Room], wall: Wall, axe: str
) -> None:
    server = served[0]
    page = open_page("/me", viewport=PHONE)
    page.get_by_role("button", name="Créer un jeton").press("Enter")
    page.get_by_label("Nom du jeton").fill("carnet")
    page.get_by_role("switch", name="Jouer").press("Space")
    page.get_by_role("button", name="Créer", exact=True).press("Enter")
    token = page.locator(".shown code").inner_text()
    expect(page.get_by_text("carnet")).to_be_visible()
    expect(page.get_by_text("Lire mes parties · Ouvrir des tables · jamais utilisé")).to_be_visible()
    assert not faults(page, axe)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    wall.at += 1
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.get(f"{server.url}/api/home", headers=headers).status_code == 200
    page.reload()
    expect(page.get_by_text("utilisé le")).to_be_visible()
    expect(page.get_by_text(token)).to_have_count(0)
    page.get_by_role("button", name="Révoquer : carnet").press("Enter")
    expect(page.get_by_text("carnet")).to_have_count(0)
    assert httpx.get(f"{server.url}/api/home", headers=headers).status_code == 401


def test_a_webhook_is_added_tested_and_removed(open_page: Any, served: tuple[Running, Room], axe: str) -> None:
    room = served[1]
    page = open_page("/me", "en-GB", viewport=DESKTOP)
    panel = page.locator(".panel", has=page.get_by_role("heading", name="Notices in a room or a program"))
    panel.get_by_role("button", name="Add an address").click()
    panel.get_by_role("radio", name="JSON").check(force=True)
    panel.get_by_label("Address (https)").fill("https://127.0.0.1/a")
    panel.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Needed: an https address with a host name")).to_be_visible()
    panel.get_by_label("Address (https)").fill("https://chat.example/a")
    panel.get_by_role("switch", name="Invitations").click()
    panel.get_by_role("button", name="Add", exact=True).click()
    expect(panel.get_by_text("My turn · End of a game")).to_be_visible()
    expect(panel.get_by_text("Nothing has been sent yet.")).to_be_visible()
    test = panel.get_by_role("button", name="Test: JSON, chat.example")
    for status, said in ((500, "the address answered 500"), (204, "The last one arrived on")):
        room.status = status
        test.click()
        expect(panel.get_by_text(said)).to_be_visible()
    assert [body["type"] for _, _, body in room.posted] == ["test", "test"]
    assert not faults(page, axe)
    panel.get_by_role("button", name="Remove: JSON, chat.example").click()
    expect(panel.get_by_text("chat.example")).to_have_count(0)


def test_the_host_admits_a_program_whose_seat_is_marked_for_all(open_page: Any, served: tuple[Running, Room]) -> None:
    server = served[0]
    host = open_page("/", viewport=DESKTOP)
    code = new_table(host, {"kind": "guest"}, {"kind": "open"}, start=False)
    host.goto(f"/table/{code}")
    other = open_page(f"/table/{code}", "en-GB", viewport=PHONE)
    expect(other.locator(".line", has_text="Programs allowed")).to_contain_text("No")

    async def come() -> None:
        async with Visitor(server, "Bob") as bob, program(server, bob) as luna:
            await sit_down(luna, code)

    allowed = host.get_by_role("switch", name="Programmes admis")
    allowed.click()
    expect(allowed).to_be_checked()
    expect(other.locator(".line", has_text="Programs allowed")).to_contain_text("Yes")
    in_new_loop(come())
    expect(host.locator(".places li", has_text="Luna")).to_contain_text("programme")
    expect(other.locator(".places li", has_text="Luna")).to_contain_text("program")
    host.get_by_role("button", name="Commencer").click()
    expect(host.locator("header .seat", has_text="Luna").first).to_contain_text("programme")
    expect(other.locator("header .seat", has_text="Luna").first).to_contain_text("program")


def test_the_ladder_shows_ratings_their_uncertainty_and_games(
    open_page: Any, served: tuple[Running, Room], axe: str
) -> None:
    server = served[0]
    page = open_page("/programs", viewport=PHONE)
    expect(page.get_by_role("heading", name="Aucun programme n’a encore joué.")).to_be_visible()

    async def meet() -> None:
        async with Visitor(server, "Ana") as ana:
            tokens = [await make_token(ana, "read", "play", program=name) for name in ("Luna", "Rolf")]
            async with AsyncClient(server.url, tokens[0]) as luna, AsyncClient(server.url, tokens[1]) as rolf:
                for client in (luna, rolf):
                    await client.waiting(["terres"], wait=0)
                await in_loop(server, server.registry.ladder.pair())
                [table] = (await luna.waiting(wait=30)).tables or (await rolf.waiting(wait=30)).tables
                await luna.resign(await luna.turn(table.code))

    in_new_loop(meet())
    page.reload()
    expect(page.get_by_role("row")).to_have_count(3)
    first, second = page.get_by_role("row").all()[1:]
    expect(first).to_contain_text("Rolf")
    expect(second).to_contain_text("Luna")
    assert re.search(r"\d+ à \d+", first.inner_text())
    assert not faults(page, axe)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="1. Rolf").click()
    page.wait_for_url("**/replay/*")
    expect(page.locator("header .seat", has_text="Rolf").first).to_be_visible()


def in_new_loop(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine beside Playwright's own event loop."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()
