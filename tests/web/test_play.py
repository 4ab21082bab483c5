"""Whole games in a browser."""

import re
from collections.abc import Callable

from helpers import terres_table
from helpers.beside import expect_clear_on_both, expect_hint_beside
from helpers.players import (
    LAPTOP,
    LIT,
    PHONE,
    choose,
    expect_end,
    expect_no_sideways_scroll,
    expect_told,
    expect_whole,
    is_over,
    new_table,
    page_to_act,
    play_to_the_end,
    press,
)
from playwright.sync_api import Page, WebSocketRoute, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}


def test_a_whole_game_by_mouse_in_two_clicks(visit: Visit) -> None:
    page = visit(viewport=LAPTOP, reduced_motion="no-preference")
    page.get_by_role("link", name="Jouer maintenant").click()
    page.wait_for_url("**/table/*")
    choose(page)
    expect(page.locator("header .seat").first).to_contain_text("Rôdeur")
    page.go_back()
    page.get_by_role("button", name="Louveteau").click()
    page.goto("/new/terres")  # the level last chosen is offered again
    expect(page.get_by_role("button", name="Louveteau")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(LIT)
    expect_hint_beside(page)
    play_to_the_end(page, lambda: expect_clear_on_both(page))
    expect_end(page)
    expect(page.locator(".record")).to_have_text(re.compile(r"^Louveteau\s: [01] victoires? sur 1 à ce jeu\.$"))
    page.get_by_role("button", name="Revanche").click()
    expect(page.get_by_text("1 / 13 plis")).to_be_visible()
    expect(page.locator("header .seat").first).to_contain_text(re.compile(r"Louveteau, [01] sur 1"))
    page.goto("/")
    expect(page.locator("a.line").first).to_contain_text(re.compile(r"\(Louveteau, [01] sur 1\)"))


def test_what_cannot_be_chosen_says_why(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, leader='second')}")
    page.wait_for_selector(LIT)
    while not (barred := page.locator(".hand [aria-disabled=true]")).count():
        choose(page)
    barred.first.click(position={"x": 14, "y": 20}, force=True)
    expect(page.locator(".prompt").last).to_contain_text("Jouer un pli")
    page.get_by_role("button", name="Lire la règle").click()
    expect(page.locator("summary", has_text="Jouer un pli")).to_be_focused()
    expect(page.locator("details[open]", has_text="fournit la couleur demandée").first).to_be_in_viewport()
    page.get_by_role("button", name="Compris").click()
    expect(page.locator(".prompt").last).to_contain_text("À vous")


def test_undo_and_resign_ask_in_place(visit: Visit) -> None:
    page = visit()
    # the other has to win the trick, and no claw is turned before I am asked again: that could not be undone
    position = terres_table.position(a="v4,n2,n5", b="v6,n4,n6")
    page.goto(f"/table/{new_table(page, ME, BOT, position=position)}")
    page.wait_for_selector(LIT)
    before = page.locator(".hand [data-place]").count()
    plain = page.locator("[data-place='card.v4']")
    press(plain)
    page.keyboard.press("Escape")
    expect(page.locator(".is-chosen")).to_have_count(0)
    press(plain)
    choose(page)
    expect(page.locator(".hand [data-place]")).to_have_count(before - 1)
    page.wait_for_selector(LIT)
    page.get_by_role("button", name="Défaire").click()
    expect(page.locator(".hand [data-place]")).to_have_count(before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("button", name="Abandonner").click()
    expect(page.get_by_text("Abandon ·")).to_be_visible()


def test_one_of_three_resigns_and_a_bot_goes_on(visit: Visit) -> None:
    host = visit(name="Ombeline")
    code = new_table(host, ME, {"kind": "open"}, BOT, game="wildlife", start=False)
    host.goto(f"/table/{code}")
    guest = visit(name="Grimaud")
    guest.goto(f"/table/{code}")
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    host.get_by_role("button", name="Commencer").click()
    for page in (host, guest):
        page.wait_for_selector(".prompt")
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Abandonner").click()
    expect(guest.locator(".prompt").last).to_contain_text("Un bot jouera à votre place")
    guest.get_by_role("button", name="Abandonner").click()
    for page in (host, guest):
        expect(page.locator("[data-piece='seat.1']")).to_contain_text("a abandonné")
        expect_told(page, "Grimaud abandonne.")
    guest.get_by_role("button", name="Menu").click()
    expect(guest.get_by_role("button", name="Abandonner")).to_have_count(0)


def test_the_host_asks_a_spectator_to_be_quiet_and_to_leave(visit: Visit) -> None:
    host = visit(name="Ombeline")
    host.goto(f"/table/{new_table(host, ME, BOT)}")
    onlooker = visit(name="Renart")
    onlooker.goto(host.url)
    onlooker.wait_for_selector(".prompt")
    for page in (host, onlooker):
        page.get_by_role("tab", name="Discussion").click()
    expect(onlooker.get_by_text("Spectateurs")).to_have_count(0)
    host.get_by_role("button", name="Faire taire Renart").click()
    expect(host.get_by_role("button", name="Rendre la parole à Renart")).to_be_visible()
    onlooker.get_by_label("Écrire à la table").fill("Ha !")
    onlooker.keyboard.press("Enter")
    expect(onlooker.locator(".prompt").last).to_contain_text("de ne plus écrire ici")
    host.get_by_role("button", name="Faire sortir Renart").click()
    expect(onlooker.locator(".prompt").last).to_contain_text("de quitter cette table")
    expect(host.get_by_text("Spectateurs")).to_have_count(0)


def test_two_people_by_link_with_a_lost_line_in_between(visit: Visit) -> None:
    host = visit("/new/terres?friend=1", name="Ombeline")
    host.get_by_role("button", name="Ouvrir la table", exact=True).click()
    host.wait_for_url("**/table/*")
    expect(host.get_by_text("Code de la table")).to_be_visible()

    guest = visit(name="Grimaud")
    lines: list[WebSocketRoute] = []
    cut = False

    def carry(line: WebSocketRoute) -> None:
        if cut:
            line.close(code=4000)
        else:
            lines.append(line)
            line.connect_to_server()

    guest.route_web_socket("**/socket/*", carry)
    guest.goto(host.url)
    guest.get_by_role("button", name="Prendre la place").click()
    expect(host.get_by_text("Grimaud")).to_be_visible()
    host.get_by_text("10 min", exact=True).click()
    expect(guest.locator("dl > div", has_text="Joueur absent")).to_contain_text("10 min")
    host.get_by_role("button", name="Commencer").click()
    for page in (host, guest):
        page.wait_for_selector(".hand [data-place]")

    def somebody_plays() -> None:
        page = page_to_act(host, guest)
        assert page is not None
        press(page.locator(LIT).first)

    for _ in range(6):
        somebody_plays()
    ask_to_go_back(host, guest, somebody_plays)
    cut = True
    lines[-1].close(code=4000)
    expect(guest.locator(".prompt").last).to_contain_text("Connexion perdue")
    host.get_by_role("button", name="Historique, discussion").click(force=True)
    host.get_by_role("button", name="Historique, discussion").click(force=True)
    host.get_by_role("tab", name="Discussion").click()
    host.get_by_label("Écrire à la table").fill("Toujours là ?")
    host.keyboard.press("Enter")
    cut = False
    expect(guest.locator(".prompt").last).not_to_contain_text("Connexion perdue")
    guest.get_by_role("tab", name="Discussion").click()
    expect(guest.get_by_text("Toujours là ?")).to_be_visible()
    for _ in range(4):
        somebody_plays()
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Abandonner").click()
    guest.get_by_role("button", name="Abandonner").click()
    expect(host.get_by_text("Vous l’emportez")).to_be_visible()
    expect(guest.get_by_text("Ombeline l’emporte")).to_be_visible()


def ask_to_go_back(host: Page, guest: Page, somebody_plays: Callable[[], None]) -> None:
    """Once the other has played, undo is no longer free: it is asked for, and agreed to."""
    for _ in range(40):
        asker = page_to_act(host, guest)
        assert asker is not None
        barred = asker.locator("header [aria-label='Défaire'][aria-disabled=true]")
        if barred.count():
            barred.click(force=True)
            asker.get_by_role("button", name="Demander aux autres").click()
            expect(asker.locator(".prompt").last).to_contain_text("Demande envoyée")
            (guest if asker is host else host).get_by_role("button", name="D’accord").click()
            expect(asker.locator(".prompt").last).not_to_contain_text("Demande envoyée")
            return
        somebody_plays()
    raise AssertionError("undo is always free")


def test_a_whole_game_by_keyboard_only(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.locator("a.game").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/terres")
    page.get_by_role("button", name="Louveteau").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Commencer").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(LIT)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.locator(".hand :focus").count():
            break
    hand = [card.get_attribute("data-place") for card in page.locator(".hand [data-rove]").all()]
    page.keyboard.press("Home")
    reached = [page.locator(":focus").get_attribute("data-place")]
    for _ in hand[1:]:
        page.keyboard.press("ArrowRight")
        reached.append(page.locator(":focus").get_attribute("data-place"))
    assert reached == hand
    while not page.locator(f"{LIT}:focus").count():
        page.keyboard.press("ArrowLeft")
    for _ in range(200):
        page.wait_for_selector(f"{LIT}:focus, .sheet .rows")
        if is_over(page):
            break
        page.keyboard.press("Enter")
    expect_end(page)


def test_two_people_at_one_screen_behind_a_curtain(visit: Visit) -> None:
    page = visit("/new/terres", name="Ombeline")
    page.get_by_text("Même écran", exact=True).click()
    page.get_by_label("Nom", exact=True).fill("Grimaud")
    page.get_by_label("Nom", exact=True).blur()
    page.get_by_role("button", name="Commencer").click()
    seen: dict[str, set[str]] = {"Ombeline": set(), "Grimaud": set()}
    while len(seen["Ombeline"]) < 13 or len(seen["Grimaud"]) < 13:
        page.wait_for_selector(f"{LIT}, .curtain")
        curtain = page.locator(".curtain button")
        if curtain.count():
            assert not page.locator("[data-place^='card.']").count()
            name = curtain.inner_text().removeprefix("Je suis ").strip()
            curtain.click()
            page.wait_for_selector(LIT)
            cards = page.locator(".hand [data-place]").all()
            seen[name] |= {card.get_attribute("data-place") or "" for card in cards}
        elif page.locator(LIT).count():
            press(page.locator(LIT).first)
    assert len(seen["Ombeline"]) == len(seen["Grimaud"]) == 13
    assert not seen["Ombeline"] & seen["Grimaud"]


def test_turns_and_the_end_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="light")
    expect_no_sideways_scroll(page)
    page.locator("a.game").first.tap()
    page.wait_for_selector(".places")
    expect_no_sideways_scroll(page)
    page.get_by_text("Face avancée").tap()
    page.get_by_role("button", name="Louveteau").tap()
    page.get_by_role("button", name="Commencer").tap()
    for _ in range(12):
        page.wait_for_selector(LIT)
        expect_no_sideways_scroll(page)
        for box in [place.bounding_box() for place in page.locator(".board button[data-rove=pickable]").all()]:
            assert box is not None
            assert box["width"] >= 44
        page.locator(LIT).first.tap(position={"x": 14, "y": 14})
    page.wait_for_selector(LIT)
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Abandonner").tap()
    page.get_by_role("button", name="Abandonner").tap()
    expect_end(page)
    expect_whole(page.locator("header .seat .who b"))
    expect_no_sideways_scroll(page)
