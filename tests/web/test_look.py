"""Looking back, languages, and the pages for everybody."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.players import LIT, PHONE, SHEET, at_rest, choose, expect_no_sideways_scroll, finished_table, new_table
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
RAW_KEY = re.compile(r"\b(page|terres|prompt|why|undo|refused)\.[a-z_]+\b")


def step_of(page: Page) -> int:
    return int(page.locator("input[type=range]").input_value())


def test_a_game_is_looked_through_again(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    page.goto(f"/table/{finished_table(page, 'terres')}")
    page.wait_for_selector(SHEET)
    page.get_by_role("button", name="Revoir", exact=True).click()
    slider = page.locator("input[type=range]")
    slider.focus()
    last = int(slider.get_attribute("max") or "0")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.keyboard.press("Home")
    dealt = slider.get_attribute("min") or ""
    assert int(dealt) > 0, "the deal is behind"
    expect(slider).to_have_value(dealt)
    expect(page.locator(".prompt").last).to_contain_text(f"Moment 0 sur {last - int(dealt)}.")
    expect(page.locator(".chapters").get_by_text("Mise en place")).to_be_in_viewport()
    expect(page.get_by_label("Vu par")).to_have_value("-1")
    page.get_by_role("button", name="Vitesse de la lecture").click()
    expect(page.get_by_role("button", name="Vitesse de la lecture : 2×")).to_be_visible()
    slider.focus()
    page.keyboard.press(" ")
    expect(slider).not_to_have_value(dealt)
    page.keyboard.press(" ")

    page.goto(f"/replay/{page.url.rsplit('/', 1)[1]}?step=40&view=1")
    expect(page.locator("input[type=range]")).to_have_value("40")
    expect(page.get_by_label("Vu par")).to_have_value("1")
    expect(page.locator(".hand [data-place]").first).to_be_visible()

    with page.expect_download() as saved:
        page.get_by_label("Télécharger la partie").first.click()
    assert saved.value.suggested_filename.endswith(".meute")
    record = tmp_path / saved.value.suggested_filename
    saved.value.save_as(record)
    other = visit()
    other.get_by_label("Revoir une partie enregistrée").set_input_files(record)
    other.wait_for_url("**/replay/*")
    expect(other.locator("input[type=range]")).to_have_attribute("max", str(last))


def test_a_line_of_the_history_leads_back(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT, leader='first')}")
    for _ in range(6):
        choose(page)
    page.wait_for_selector(LIT)
    now = page.locator(".board [data-piece^='card.']").count()
    page.locator(".chapter", has_text="Pli 1").get_by_role("button").first.click()
    expect(page.locator(".board [data-piece^='card.']")).to_have_count(1)
    page.get_by_role("button", name="Revenir au jeu").click()
    expect(page.locator(".board [data-piece^='card.']")).to_have_count(now)
    page.wait_for_selector(LIT)


def test_a_spectator_sees_no_hand(visit: Visit) -> None:
    page = visit()
    code = new_table(page, ME, BOT)
    other = visit(f"/table/{code}")
    expect(other.locator(".hand")).to_contain_text("cartes cachées")
    assert not other.locator(".hand [data-place]").count()


@pytest.mark.parametrize(("locale", "title"), [("fr-FR", "Cinq jeux de loups"), ("en-GB", "Five wolf games")])
def test_every_page_speaks_one_language(visit: Visit, locale: str, title: str) -> None:
    page = visit(locale=locale)
    expect(page.locator(".hero-title")).to_contain_text(title)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    pages = [("/", ".games"), ("/new/terres", ".places"), ("/rules/terres", "details"), ("/nowhere", "h1")]
    pages.append((f"/table/{new_table(page, ME, BOT)}", LIT))
    pages.append((f"/table/{new_table(page, ME, {'kind': 'open'}, start=False)}", ".places"))
    pages.append((f"/table/{finished_table(page, 'terres')}", SHEET))
    for path, drawn in pages:
        page.goto(path)
        page.wait_for_selector(drawn)
        at_rest(page)
        assert not RAW_KEY.findall(page.inner_text("body")), path


def test_the_language_is_changed_and_kept(visit: Visit) -> None:
    page = visit()
    page.locator("header").get_by_text("EN", exact=True).click()
    expect(page.get_by_role("link", name="Play now")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Play now")).to_be_visible()


def test_the_short_code_leads_to_the_table(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, {'kind': 'open'}, start=False)}")
    word = page.locator(".word").inner_text()
    other = visit()
    other.get_by_label("Code de la table").fill(word)
    other.get_by_role("button", name="Rejoindre").click()
    expect(other.get_by_role("button", name="Prendre la place")).to_be_visible()


def test_a_long_list_of_values_is_one_control(visit: Visit) -> None:
    page = visit("/new/aventure", viewport=PHONE)
    permanent = page.get_by_label("Histoires palpitantes : carte Permanent")
    permanent.select_option(label="Chemins de traverse")
    expect(permanent).to_have_accessible_description(re.compile("en diagonale.*de notre invention"))
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator(".board-area > .board")).to_be_visible()
    page.goto("/new/wildlife")
    page.get_by_role("switch", name="Enchères plus vives").click()
    expect(page.get_by_text("1 choisie")).to_be_visible()
    page.get_by_text("Autres réglages").click()
    page.get_by_label("Égalité à la fin").select_option(label="Le plus de nourriture")
    expect(page.get_by_text("2 choisies")).to_be_visible()


@pytest.mark.parametrize("game", ["terres", "aventure", "clan", "wildlife", "traces"])
def test_every_game_is_set_up_on_a_phone(visit: Visit, game: str) -> None:
    page = visit(f"/new/{game}", viewport=PHONE)
    page.wait_for_selector(".places")
    while (more := page.locator(".add").get_by_role("button", name="Bot")).count():
        more.click()
    expect_no_sideways_scroll(page)
    for button in page.locator("main button:visible, main select:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 43.5, button.inner_text()


def test_six_seats_fit_in_the_bar_of_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE)
    page.goto(f"/table/{new_table(page, ME, *[BOT] * 5, game='wildlife')}")
    seats = page.locator("header button.seat")
    expect(seats).to_have_count(6)
    scores = [seat.locator("strong").bounding_box() for seat in seats.all()]
    frames = [seat.bounding_box() for seat in seats.all()]
    for frame, score, after in zip(frames, scores, [*frames[1:], None], strict=True):
        assert frame is not None
        assert score is not None
        assert frame["x"] <= score["x"]
        assert score["x"] + score["width"] <= frame["x"] + frame["width"]
        assert frame["height"] >= 44
        assert after is None or frame["x"] + frame["width"] <= after["x"]
    expect(seats.last).to_have_accessible_name(re.compile("^Vous"))
    expect_no_sideways_scroll(page)


@pytest.mark.parametrize("width", [1440, 1366])
def test_the_history_stands_beside_the_rail_where_there_is_room(visit: Visit, width: int) -> None:
    page = visit(viewport={"width": width, "height": 768})
    for game in ("clan", "wildlife"):
        page.goto(f"/table/{new_table(page, ME, BOT, game=game)}")
        own, board = page.locator(".board-area > .own"), page.locator(".board-area > .board")
        expect(own).to_be_visible()
        drawer = page.get_by_role("complementary", name="Historique, discussion")
        if not drawer.count():
            page.get_by_role("button", name="Historique, discussion").click()
        parts = [part.bounding_box() for part in (board, own, drawer)]
        edges = [(part["x"], part["x"] + part["width"]) for part in parts if part]
        assert edges == sorted(edges)
        assert edges[0][1] <= edges[1][0] < edges[1][1] <= edges[2][0]


def test_the_drawer_covers_the_rail_of_a_tall_board(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 768})
    page.goto(f"/table/{new_table(page, ME, BOT, game='clan')}")
    own, board = page.locator(".board-area > .own"), page.locator(".board-area > .board")
    expect(own).to_be_visible()
    before = board.bounding_box()
    page.get_by_role("button", name="Historique, discussion").click()
    drawer, rail = page.locator(".aside").bounding_box(), own.bounding_box()
    assert board.bounding_box() == before
    assert drawer is not None
    assert rail is not None
    assert (drawer["x"], drawer["width"]) == (rail["x"], rail["width"])
    page.keyboard.press("Escape")
    expect(page.locator(".aside")).to_have_count(0)


def test_a_table_is_as_high_as_the_window(visit: Visit) -> None:
    page = visit()
    page.goto(f"/table/{new_table(page, ME, BOT)}")
    page.wait_for_selector(LIT)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


MODERATE = ("region", "heading-order", "landmark-unique", "page-has-heading-one")
"""Moderate faults that are none of ours."""


def faults(page: Page, axe: str) -> list[str]:
    """What axe finds serious or critical, and what it says of headings and landmarks."""
    page.evaluate(axe)
    found = page.evaluate("axe.run({ exclude: ['svg *'] }, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical") or fault["id"] in MODERATE
    ]


@pytest.mark.parametrize(("size", "scheme"), [("desktop", "dark"), ("phone", "light")])
def test_axe_finds_nothing_serious(visit: Visit, axe: str, size: str, scheme: str) -> None:
    view = {"viewport": PHONE} if size == "phone" else {}
    page = visit(color_scheme=scheme, name="Ombeline", **view)
    found: dict[str, list[str]] = {}

    def look(what: str) -> None:
        page.mouse.move(0, 0)
        expect(page.get_by_role("tooltip")).to_be_hidden()
        at_rest(page)
        found[what] = faults(page, axe)

    page.wait_for_selector(".games")
    look("home")
    page.goto("/new/terres")
    page.wait_for_selector(".places")
    look("new")
    page.goto("/rules/terres")
    page.wait_for_selector("details")
    look("rules")
    page.goto(f"/table/{new_table(page, ME, {'kind': 'open'}, start=False)}")
    page.wait_for_selector(".places")
    look("lobby")
    page.goto(f"/table/{new_table(page, ME, BOT, leader='first', board='advanced')}")
    page.wait_for_selector(LIT)
    look("first turn")
    choose(page)
    look("a card chosen")
    if size == "desktop":
        for tab in ("Discussion", "Règles"):
            page.get_by_role("tab", name=tab).click()
            look(tab)
    page.get_by_role("button", name="Menu").click()
    look("menu")
    page.goto(f"/table/{finished_table(page, 'terres')}")
    page.wait_for_selector(SHEET)
    look("score sheet")
    page.get_by_role("button", name="Revoir", exact=True).click()
    page.wait_for_selector("input[type=range]")
    look("replay")
    assert not any(found.values()), "\n".join(f"{what}: {fault}" for what, faults in found.items() for fault in faults)
