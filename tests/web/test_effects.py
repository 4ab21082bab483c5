"""What a choice will do, before it is made, by mouse and by thumb."""

from collections.abc import Callable

from helpers import clan_table, terres_table, traces_table
from helpers.players import LIT, PHONE, new_table
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
LINE = "[data-effect-line]"
BUBBLE = "[role=tooltip]"
REST = 2000
"""Milliseconds after which a thing that is pointed at is explained."""
PLACES = "all => all.map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width] })"


def to_follow(page: Page) -> None:
    """The visitor has a green 6 to follow a green 4 before the caves, and a red 7 against 10 before the craters."""
    craters = {"R": "??? r7|n4,o6"}
    match = terres_table.table(terres_table.position(craters, a="v6,n2", b="v4,n3", leader="B"))
    match.play(1, "v4-N")
    position = match.game.write_position(match.state)
    page.goto(f"/table/{new_table(page, ME, BOT, position=position)}")
    page.wait_for_selector(LIT)


def test_terres_says_at_each_territory_what_the_card_will_do_and_covers_nothing(visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 768})
    to_follow(page)
    lands = page.locator(".land")
    line = page.locator(".line .prompt")
    before, height = lands.evaluate_all(PLACES), line.evaluate("(one) => one.offsetHeight")
    page.locator("[data-place='card.v6']").click(position={"x": 14, "y": 20})
    craters = page.locator("[data-effect-tag='ground.crateres']")
    expect(craters).to_contain_text("contre 10")
    expect(craters).to_contain_text("Vous passez devant : +6 PV")
    expect(page.locator("[data-effect-tag]")).to_have_count(5)
    assert lands.evaluate_all(PLACES) == before, "the board stays where it is"
    page.clock.install()
    page.locator("[data-place='ground.crateres']").hover()
    expect(page.locator(LINE)).to_contain_text("Pli gagné. Vous : 0 → 6 PV.".replace(" :", "\u00a0:"))
    assert line.evaluate("(one) => one.offsetHeight") == height, "signs make no line higher"
    assert craters.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    page.clock.run_for(REST)
    expect(page.locator(BUBBLE)).to_be_hidden()
    assert lands.evaluate_all(PLACES) == before
    lands.first.hover(position={"x": 60, "y": 12})
    page.clock.run_for(REST)
    expect(page.locator(BUBBLE)).to_be_visible()


def test_terres_by_thumb_the_first_touch_shows_and_the_second_plays(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    to_follow(page)
    page.locator("[data-place='card.v6']").tap(position={"x": 14, "y": 20})
    craters = page.locator("button[data-place='ground.crateres']")
    expect(craters).to_have_attribute("data-effect", "gain")
    craters.tap()
    expect(page.locator(LINE)).to_contain_text("Touchez encore pour jouer.")
    expect(page.locator("[data-place='card.v6'][aria-pressed=true]")).to_have_count(1)
    craters.tap()
    expect(page.locator("[data-place='card.v6']")).to_have_count(0)


def test_clan_says_who_leads_a_region_then(visit: Visit) -> None:
    page = visit()
    position = clan_table.position({"b9": "1A", "b3": "2P", "b7": "2P"})
    page.goto(f"/table/{new_table(page, ME, BOT, BOT, game='clan', position=position)}")
    page.locator(f"[data-place='action.den']{LIT}").click()
    space = page.locator(f"{LIT}[data-place^='space.']").first
    expect(space).to_have_attribute("data-effect", "gain")
    space.hover(force=True)
    expect(page.locator(LINE)).to_contain_text("contrôle 1")
    expect(page.locator(LINE)).to_contain_text("Vous passez en tête.")


def test_traces_says_what_a_token_of_the_secret_plan_will_do_beside_the_others(visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 768})
    position = traces_table.position(frames=traces_table.PLACING)
    page.goto(f"/table/{new_table(page, ME, BOT, BOT, BOT, game='traces', position=position)}")
    chips = page.locator(".chip")
    line = page.locator(LINE)
    chips.nth(12).click()
    expect(line).to_contain_text("reste 10")
    chips.nth(4).click()
    expect(line).to_contain_text("autres\u00a0: inconnu")
    expect(line).to_contain_text("Caribou\u00a0: il faut 30")
    expect(page.locator("[data-cell='cell.A.4'] .token")).to_have_count(0)
    chips.nth(10).hover()
    expect(line).to_contain_text("Hurlements")
    expect(line).to_contain_text("reste 8")
    page.locator("[data-cell='cell.A.2']").hover()
    expect(line).to_contain_text("Chasse en solitaire")
    expect(line).to_contain_text("reste 10")
