"""The rules page, opened at the heading that a refusal names."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page
from worlds import reasons

from meute.games import GAMES

Visit = Callable[..., Page]
GO = """
async (path) => {
  document.activeElement?.blur()
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  await new Promise((resolve) => setTimeout(resolve, 30))
  const section = document.activeElement?.closest('details')
  return section?.open ? [...document.querySelectorAll('details')].indexOf(section) : -1
}
"""


@pytest.mark.parametrize("game", list(GAMES))
def test_every_reason_opens_its_paragraph(visit: Visit, game: str) -> None:
    headings = sorted({heading for _, heading in reasons(game)})
    opened = {}
    for locale in ("fr-FR", "en-GB"):
        page = visit(f"/rules/{game}", locale=locale)
        page.wait_for_selector("details")
        opened[locale] = {heading: page.evaluate(GO, f"/rules/{game}?at={quote(heading)}") for heading in headings}
    missing = {locale: [name for name, at in found.items() if at < 0] for locale, found in opened.items()}
    assert not any(missing.values()), missing
    assert opened["fr-FR"] == opened["en-GB"], "both languages open the same paragraph"
