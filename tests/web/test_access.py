"""For every body: keyboard, zoom, forced colours, large letters, other fonts, announcements; in all five games."""

from collections.abc import Callable

import pytest
from helpers.players import ANSWER, GO_ON, LAPTOP, LIT, SHEET, at_rest, new_table
from playwright.sync_api import Page, expect

from meute.games import GAMES

Visit = Callable[..., Page]
ME = {"kind": "guest"}
BOT = {"kind": "bot", "bot": "random"}
ZOOMED = {"width": LAPTOP["width"] // 2, "height": LAPTOP["height"] // 2}
"""A laptop's window at 200 %."""
LARGE = 24
"""The browser's font size in pixels at 150 %."""
ASKED = "() => document.activeElement.matches('[data-rove=pickable], .line .actions button')"
"""The question has the focus."""
HEARD = """() => {
    window.heard = []
    const spoken = (node) => (node.nodeType === 3 ? node.parentElement : node)?.closest('[aria-live=polite]')
    new MutationObserver((changes) => {
        for (const change of changes) {
            const region = spoken(change.target)
            if (!region) continue
            const whole = region.getAttribute('aria-atomic') === 'true'
            const added = [...change.addedNodes].map((node) => node.textContent)
            if (change.type === 'characterData') added.push(change.target.data)
            for (const text of whole ? [region.textContent] : added) if (text.trim()) window.heard.push(text.trim())
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""
"""Collects what live regions speak."""
HIDDEN = """async (lit) => {
    const hidden = []
    for (const one of [...document.querySelectorAll(lit)].filter((one) => one.getClientRects().length)) {
        one.focus()
        await new Promise(requestAnimationFrame)
        const { top, bottom, left, right } = one.getBoundingClientRect()
        const prompt = document.querySelector('.board-area > .prompt').getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        const under = x > prompt.left && x < prompt.right && y > prompt.top && y < prompt.bottom
        const inside = one.closest('.board-area > .prompt')
        if ((under && !inside) || y < 0 || y > innerHeight) hidden.push(one.dataset.place)
    }
    return hidden
}"""
"""Lit places whose middle is under the prompt or out of sight while they have the focus."""
CLIPPED = """() => [...document.querySelectorAll('.table button, .table .prompt p')]
    .filter((one) => one.innerText?.trim() && one.getClientRects().length)
    .filter((one) => !one.matches('.place, [data-rove], .cut') && !one.closest('.sr-only'))
    .filter((one) => {
        const words = document.createRange()
        words.selectNodeContents(one)
        const { left, right } = words.getBoundingClientRect()
        const box = one.getBoundingClientRect()
        return left < box.left - 1 || right > box.right + 1
    })
    .map((one) => one.innerText)"""
"""Buttons and sentences whose words are wider than themselves."""
SET_IN = """(size) => {
    const sheet = new CSSStyleSheet()
    const source = [...document.querySelectorAll('link[as=font]')].map((link) => link.href)
    sheet.replaceSync(`
        @font-face { font-family: 'Other Text'; src: url('${source[0]}'); size-adjust: ${size}; font-weight: 400 700 }
        @font-face { font-family: 'Other Title'; src: url('${source[1]}'); size-adjust: ${size}; font-weight: 700 }
        :root { --font-ui: 'Other Text'; --font-title: 'Other Title' }`)
    document.adoptedStyleSheets = [sheet]
    return Promise.all(['400 15px "Other Text"', '700 15px "Other Text"', '700 20px "Other Title"']
        .map((one) => document.fonts.load(one)))
}"""
"""Sets the page in a font of another width."""
OUTLINE = """(one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)
}"""


def sit_down(page: Page, game: str, seats: int = 0) -> None:
    number = seats or GAMES[game].min_seats
    page.evaluate("localStorage.setItem('meute.drawer', 'closed')")
    page.goto(f"/table/{new_table(page, ME, *[BOT] * (number - 1), game=game)}")
    page.wait_for_selector(f"{LIT}, {ANSWER}")


def expect_no_clipped_words(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CLIPPED) == []


@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_is_for_every_body(visit: Visit, game: str) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, game)

    # the focus is on the question; the first Tab stop of the page leads there, too
    page.wait_for_function(ASKED)
    assert page.evaluate("document.querySelector('a, button, input, summary, [tabindex]').innerText") == "Aller au jeu"
    page.get_by_role("button", name="Aller au jeu").press("Enter")
    page.wait_for_function(ASKED)

    # only what is new is spoken
    page.evaluate(HEARD)
    question = page.locator(".line [role=status] p").all_inner_texts()
    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("button", name="Abandonner").press("Enter")
    page.wait_for_function("() => window.heard.some((one) => one.includes('Abandonner'))")
    assert not {*page.evaluate("window.heard")} & {*question}
    page.locator(".line .prompt").get_by_role("button", name="Continuer", exact=True).press("Enter")

    # forced colours
    page.emulate_media(forced_colors="active")
    page.locator(f"{LIT}, {ANSWER}").first.focus()
    focused = page.locator(":focus")
    assert focused.evaluate(OUTLINE) >= 3 or focused.evaluate("(one) => one.matches('svg *')")
    seats = [seat.evaluate(OUTLINE) for seat in page.locator("header .seat > .seat").all()]
    mine = page.locator("header .seat > .seat[aria-current]")
    assert mine.evaluate(OUTLINE) >= 3
    assert min(seats) == 0
    drawer = page.get_by_role("button", name="Historique, discussion")
    drawer.click()
    tabs = page.locator(".aside [role=tab]")
    expect(tabs.first).to_be_visible()
    grounds = tabs.evaluate_all("(tabs) => tabs.map((one) => getComputedStyle(one).backgroundColor)")
    assert grounds.count(grounds[0]) == 1
    page.emulate_media(forced_colors="none")
    drawer.click()

    # fonts of other widths
    for size in ("88%", "112%"):
        page.evaluate(SET_IN, size)
        expect_no_clipped_words(page)
    page.evaluate("document.adoptedStyleSheets = []")

    # a browser whose letters are half again as large
    words = page.locator(".line .prompt p").first
    small = words.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})
    page.wait_for_function("() => parseFloat(getComputedStyle(document.documentElement).fontSize) > 20")
    assert words.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") == pytest.approx(small * 1.5)
    expect_no_clipped_words(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})

    # zoom
    page.set_viewport_size({"width": ZOOMED["width"], "height": ZOOMED["height"]})
    page.wait_for_selector(".board-area.phone")
    page.keyboard.press("Shift")
    at_rest(page)
    assert page.evaluate(HIDDEN, LIT) == []
    prompt = page.locator(".board-area > .prompt").bounding_box()
    assert prompt is not None
    assert prompt["height"] < ZOOMED["height"] * 0.4
    expect_no_clipped_words(page)


def test_continue_has_the_focus_when_it_comes(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, "terres")
    for _ in range(40):
        page.wait_for_selector(f"{LIT}, {ANSWER}, {SHEET}")
        if page.locator(GO_ON).count():
            break
        page.wait_for_function(ASKED)
        before = page.locator(".line .prompt").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function("(before) => document.querySelector('.line .prompt')?.innerText !== before", arg=before)
    expect(page.locator(GO_ON)).to_be_focused()


def test_the_guide_can_be_silenced(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    sit_down(page, "terres")
    notes = page.get_by_role("region", name="Votre guide").locator("[role=status]")
    expect(notes).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Voix du guide").click()
    expect(notes).to_have_attribute("aria-live", "off")


def test_the_page_has_fonts_of_its_own(visit: Visit) -> None:
    page = visit()
    page.wait_for_selector(".games")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    loaded = page.evaluate("[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family)")
    assert {name.strip('"') for name in loaded} >= {"Meute Text", "Meute Title"}
    licence = page.request.get("/fonts-licence.txt")
    assert licence.text().count("SIL OPEN FONT LICENSE Version 1.1") == 2
