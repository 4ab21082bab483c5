"""The rules page, opened at the heading that a refusal names."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from helpers.worlds import headings, reasons
from playwright.sync_api import Page

from meute.games import GAMES

Visit = Callable[..., Page]
GO = """
async (path) => {
  document.activeElement?.blur()
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  const patience = performance.now() + 5000
  let section = null
  while (!section && performance.now() < patience) {
    await new Promise(requestAnimationFrame)
    section = document.activeElement?.closest('details')
  }
  return section?.open ? [...document.querySelectorAll('details')].indexOf(section) : -1
}
"""


@pytest.mark.parametrize("game", list(GAMES))
def test_every_heading_that_a_refusal_may_name_opens_its_paragraph(visit: Visit, game: str) -> None:
    for locale in ("fr-FR", "en-GB"):
        page = visit(f"/rules/{game}", locale=locale)
        page.wait_for_selector("details")
        printed_headings = {heading: n for n, section in enumerate(headings(game, locale[:2])) for heading in section}
        assert {heading for _, heading in reasons(game)} <= set(printed_headings)
        opened = {heading: page.evaluate(GO, f"/rules/{game}?at={quote(heading)}") for heading in printed_headings}
        assert opened == printed_headings, locale
