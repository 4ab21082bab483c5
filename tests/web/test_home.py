"""The home page and the browser's tab, as people see them."""

import re
from collections.abc import Callable

import pytest
from helpers.players import LIT, SHEET, expect_whole, new_table
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}


@pytest.mark.parametrize(("game", "title"), [("terres", "Terres de Loups"), ("aventure", "Le Peuple Loup")])
def test_the_tab_says_whose_turn_it_is(visit: Visit, game: str, title: str) -> None:
    page = visit()
    icon = page.locator("link[rel=icon]")
    home = icon.get_attribute("href")
    code = new_table(page, ME, BOT, game=game)
    page.goto(f"/table/{code}")
    page.wait_for_selector(LIT)
    expect(page).to_have_title(re.compile(f"^À vous · {title}.* · Meute$"))
    assert icon.get_attribute("href") != home
    onlooker = visit(f"/table/{code}")
    expect(onlooker).to_have_title(re.compile(f"^{title}"))
    page.go_back()
    expect(page).to_have_title("(1) Meute")
    assert icon.get_attribute("href") != home
    expect(onlooker.locator("link[rel=icon]")).to_have_attribute("href", home or "")


def test_the_page_can_be_installed(visit: Visit) -> None:
    page = visit()
    address = page.locator("link[rel=manifest]").get_attribute("href") or ""
    manifest = page.request.get(address).json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "./")
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])


def test_my_games_begin_with_my_turn_and_name_the_others(visit: Visit) -> None:
    page = visit(name="Ysengrin")
    mine = new_table(page, ME, BOT, game="terres")
    page.goto(f"/table/{mine}")
    page.wait_for_selector(LIT)
    page.goto(f"/table/{new_table(page, ME, BOT, game='aventure')}")
    page.wait_for_selector(LIT)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.locator(".prompt").get_by_role("button", name="Abandonner").click()
    page.wait_for_selector(SHEET)
    page.goto("/")
    lines = page.locator(".mine li")
    expect(lines.nth(0)).to_contain_text("À vous")
    expect(lines.nth(0)).to_contain_text("avec")
    expect(lines.nth(1)).to_contain_text("Terminée")
    expect(lines.nth(1)).to_contain_text("l’emporte (")
    for line in lines.all():
        assert "avec Ysengrin" not in line.inner_text()
        assert re.search(r"\d{1,2} \w+", line.inner_text())
    expect_whole(page.locator(".mine li small"))


def test_a_code_that_no_table_has_is_said_and_the_alert_ends_by_itself(visit: Visit) -> None:
    page = visit()
    page.clock.install()
    page.get_by_label("Code de la table").fill("nowhere")
    page.get_by_role("button", name="Rejoindre").click()
    alert = page.get_by_text("Aucune table n’a ce code.")
    expect(alert).to_be_visible()
    page.clock.fast_forward(20_000)
    expect(alert).to_have_count(0)
