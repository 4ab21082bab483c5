"""The page in German: every sentence is German, and what is a third longer than French still fits a phone."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from helpers.players import ANSWER, LIT, PHONE, SHEET, finished_table, new_table
from playwright.sync_api import Error, Page

from meute.games import GAMES
from meute.server.table.lobby import word_list
from meute.text import LANGUAGES, catalogue
from meute.text.rules import rules_page

Visit = Callable[..., Page]
QUESTIONS = 20
WORD = re.compile(r"[^\W\d_]{4,}")
CUT = """() => {
  const hides = (one) => {
    const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(one)
    return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || clip !== 'auto' || clipPath !== 'none'
  }
  const isHidden = (one) => one && (hides(one) || isHidden(one.parentElement))
  return [...document.querySelectorAll('button, [role=tab], .tag, .prompt p')].flatMap((one) => {
    const { left, right } = one.getBoundingClientRect()
    const found = [], texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange()
    while (texts.nextNode()) {
        const { parentElement, data } = texts.currentNode
        if (!data.trim() || !parentElement.checkVisibility() || isHidden(parentElement)) continue
        range.selectNodeContents(texts.currentNode)
        const box = range.getBoundingClientRect()
        if (box.width > 1 && (box.left < left - 1 || box.right > right + 1)) found.push(data)
    }
    return found
})}"""
"""Words that stick out of their button, tab, tag or question, but for those that scroll or end in dots."""
ANSWERED = f"() => document.querySelector('{SHEET}') || document.body.innerText + '|' + " + (
    f"[...document.querySelectorAll('{LIT}')].map((one) => one.dataset.place)"
)


def words_of(language: str) -> set[str]:
    """All words that the page may say in a language."""
    said = [*catalogue(language).entries.values(), *(rules_page(game, language) or "" for game in GAMES)]
    return {word.casefold() for text in said for word in WORD.findall(re.sub(r"\{[\w.]*|https?:\S+", " ", text))}


FOREIGN = set.union(*(words_of(language) for language in LANGUAGES if language != "de")) - words_of("de")
"""Words of other languages that German does not have."""
NAMES = {word.casefold() for name in word_list("packs.txt") for word in WORD.findall(name)}


def expect_german(page: Page) -> None:
    """No word of another language, nothing cut, nothing wider than the page."""
    said = {word.casefold() for word in WORD.findall(page.evaluate("document.body.innerText"))}
    assert sorted((said & FOREIGN) - NAMES) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", list(GAMES))
def test_a_game_is_played_in_german_on_a_phone(visit: Visit, game: str) -> None:
    page, chance = visit(viewport=PHONE, locale="de-DE", has_touch=True), Random(5)
    expect_german(page)
    seats = [{"kind": "guest"}, *[{"kind": "bot", "bot": "random"}] * (GAMES[game].min_seats - 1)]
    page.goto(f"/table/{new_table(page, *seats, game=game)}")
    for _ in range(QUESTIONS):
        page.wait_for_selector(f"{LIT}, {ANSWER}, {SHEET}")
        expect_german(page)
        places = page.query_selector_all(f"{LIT}, {ANSWER}")
        if page.locator(SHEET).count() or not places:
            break
        before = page.evaluate(ANSWERED)
        chance.choice(places).dispatch_event("click")
        with suppress(Error):  # some places only show what they are
            page.wait_for_function(f"(before) => ({ANSWERED})() !== before", arg=before, timeout=5000)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"traces"}))
def test_the_end_of_a_game_is_told_in_german(visit: Visit, game: str) -> None:
    page = visit(viewport=PHONE, locale="de-DE")
    page.goto(f"/table/{finished_table(page, game, 'Ana', 'Benno')}")
    page.wait_for_selector(SHEET)
    expect_german(page)
