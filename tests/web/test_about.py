"""Everything can be asked what it is: by pointer, by focus, by a long press; and help is one press away."""

import re
from collections.abc import Callable

import pytest
from helpers.players import LAPTOP, LIT, PHONE, new_table
from playwright.sync_api import Locator, Page, expect

from meute.games import GAMES

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
RAW_KEY = re.compile(r"\b(?:page|clan|terres|aventure|wildlife|traces)\.[a-z_.]+")

MUTE = """
() => [...document.querySelectorAll('.board-area svg, .board-area [data-place], header button')]
  .filter((one) => !one.closest('.cover, .map > svg, .prompt, .advice-card, [data-about], .layer.ground, .over'))
  .filter((one) => one.getClientRects().length)
  .filter((one) => !one.matches('svg svg, svg[stroke=currentColor], :has([data-about])'))
  .filter((one) => !one.closest('button')?.innerText.trim())
  .map((one) => `${one.parentElement.className} ${one.outerHTML.slice(0, 90)}`)
"""
"""What is drawn on the table and says nothing of itself; backgrounds, and what stands beside words, are left out."""

UNSAID = """
() => [...new Set([...document.querySelectorAll('[data-about]')].flatMap((one) => one.dataset.about.split(' ')))]
"""


def sit_down(page: Page, game: str) -> None:
    seats = [ME, *[BOT] * (GAMES[game].min_seats - 1)]
    page.goto(f"/table/{new_table(page, *seats, game=game)}")
    page.wait_for_selector(LIT)


def bubble(page: Page) -> Locator:
    return page.get_by_role("tooltip")


RESTING = """(lit) => {
  const middle = (place) => {
    const { x, y, width, height } = place.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  const places = [...document.querySelectorAll(lit)]
  const open = places.find(place => {
    const at = middle(place)
    return place.contains(document.elementFromPoint(at.x, at.y))
  })
  const now = open ? JSON.stringify({ name: open.dataset.place, ...middle(open) }) : ''
  window.rested = now && now === window.restsAt ? window.rested + 1 : 0
  window.restsAt = now
  if (!open) places[0]?.scrollIntoView({ block: 'center', inline: 'center' })
  return window.rested > 4 && JSON.parse(now)
}"""
"""A place that may be chosen, that nothing covers and that stays where it is: a map opens on what may be chosen."""


def hold(page: Page) -> str:
    """Holds a finger on a place that may be chosen until its explanation appears; returns the place."""
    at = page.wait_for_function(RESTING, arg=f".board-area {LIT}").json_value()
    name = str(at.pop("name"))
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(bubble(page)).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return name


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_drawn_is_mute_and_help_explains_the_signs(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    assert page.evaluate(MUTE) == []
    words = [page.request.get(f"/api/text/en.json?part={part}").json() for part in ("", game)]
    for key in page.evaluate(UNSAID):
        kinds = [key.rsplit(".", cut)[0] for cut in range(key.count(".") + 1)]
        assert any(f"{kind}.text" in part for kind in kinds for part in words), key
    page.keyboard.press("?")
    help_sheet = page.get_by_role("dialog", name="Aide")
    expect(help_sheet).to_contain_text("Que faire maintenant ?")
    help_sheet.get_by_text("Les signes").click()
    for line in help_sheet.locator(".legend dd").all_inner_texts():
        assert len(line) > 30, line
        assert not RAW_KEY.search(line), line
    help_sheet.get_by_role("searchbox").fill("egalite" if game != "aventure" else "equilibre")
    expect(help_sheet.locator("details:has(.text)").first).to_be_visible()
    help_sheet.get_by_role("searchbox").fill("zzz")
    expect(help_sheet.get_by_role("status")).to_contain_text("zzz")


@pytest.mark.parametrize(
    ("game", "thing", "name", "effect"),
    [
        ("clan", "[data-place='action.dominate']", "Dominer", "Remplacez par le vôtre"),
        ("wildlife", ".levels [data-place]", "Savane", "On|Un de vos pions|Vous pouvez|Rien"),
        ("traces", ".wheel [data-about='traces.phase.howling']", "Hurlements", "une proie est perdue"),
        ("terres", ".land .token", "jeton", "conquiert le territoire"),
        ("aventure", ".market [data-place]", "Histoire", "servent tous vos Objectifs"),
    ],
)
def test_by_pointer_and_by_focus(visit: Visit, game: str, thing: str, name: str, effect: str) -> None:
    page = visit()
    sit_down(page, game)
    one = page.locator(thing).first
    if game == "clan":
        while not one.count():
            page.locator(LIT).first.click()
            page.wait_for_selector(LIT)
    one.hover()
    expect(bubble(page)).to_contain_text(re.compile(effect))
    expect(bubble(page)).to_contain_text(re.compile(name, re.IGNORECASE))
    page.mouse.move(0, 0)
    expect(bubble(page)).to_be_hidden()
    if page.locator(f"{thing}:is(button)").count():
        page.keyboard.press("Tab")
        one.focus()
        expect(bubble(page)).to_contain_text(re.compile(effect))
        assert one.get_attribute("aria-description")


def test_a_thing_is_told_though_something_else_scrolls(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, "terres")
    page.get_by_text("Mise en place").click()
    page.locator(".land .token").first.hover()
    page.locator(".chapters li").last.evaluate("(line) => line.scrollIntoView()")
    expect(bubble(page)).to_contain_text("conquiert le territoire")
    page.locator(".chapters li").first.evaluate("(line) => line.scrollIntoView()")
    expect(bubble(page)).to_be_visible()


def test_what_lies_on_the_table_is_called_by_its_name(visit: Visit) -> None:
    page = visit(name="Ombeline")
    page.goto(f"/table/{new_table(page, ME, BOT, leader='second')}")
    page.wait_for_selector(LIT)
    page.locator(".side [data-piece^='card.']").first.hover()
    expect(bubble(page)).to_contain_text(re.compile(r"^\d (noir|orange|vert|bleu|rouge)"))
    page.locator("header .seat button").first.hover()
    expect(bubble(page)).to_contain_text(re.compile(r"^Ysengrin"))
    page.locator("header .progress").hover()
    expect(bubble(page)).to_contain_text("Le pli en cours")


@pytest.mark.parametrize(
    ("game", "effect"),
    [("clan", "tuile de faction"), ("wildlife", "dernière case libre"), ("aventure", "icônes")],
)
def test_a_long_press_tells_and_never_plays(visit: Visit, game: str, effect: str) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    sit_down(page, game)
    name = hold(page)
    expect(bubble(page)).to_contain_text(effect)
    expect(page.locator(f"{LIT}[data-place='{name}']")).to_have_count(1)
    expect(page.locator("[aria-pressed=true][data-place]")).to_have_count(0)
    page.touchscreen.tap(195, 30)
    expect(bubble(page)).to_be_hidden()


def test_rules_are_one_tap_away_on_a_phone_and_from_home(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    for game in GAMES:
        expect(page.locator(f"a[href='/rules/{game}']").first).to_be_visible()
    for game in ("clan", "traces"):
        sit_down(page, game)
        page.get_by_role("button", name="Aide").tap()
        expect(page.get_by_role("dialog", name="Aide").get_by_role("searchbox")).to_be_visible()


@pytest.mark.parametrize(("locale", "rule"), [("fr-FR", "Transformer une tanière en antre"), ("en-GB", "Upgrade Den")])
def test_the_heading_of_a_refusal_is_in_the_readers_language(visit: Visit, locale: str, rule: str) -> None:
    page = visit(locale=locale)
    sit_down(page, "clan")
    lair = page.locator("[data-place='action.lair']")
    while page.locator(f"{LIT}[data-place='action.move']").count() == 0:
        page.locator(LIT).first.click()
        page.wait_for_selector(LIT)
    lair.click(force=True)
    prompt = page.locator(".prompt").last
    expect(prompt).to_contain_text(rule)
    prompt.get_by_role("button").first.click()
    section = page.locator("details[open]").filter(has_text=rule)
    expect(section.locator("summary")).to_be_focused()
