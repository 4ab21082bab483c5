"""The rules pages: `games/<id>/text/rules.<language>.md`, in our own words."""

import re
from functools import cache

from meute.games import GAMES
from meute.text.catalogue import HOUSE, LANGUAGES

HEADING = re.compile(r"^## +(.+?)(?: *\{(.+)\})?\s*$", re.MULTILINE)
"""A section of a rules page: `## Playing a trick {JOUER UN PLI}`, with the heading of the rulebook that it tells, the
same in every language; several are parted by `|`."""


def rules_page(game: str, language: str) -> str | None:
    """The page as it is written; None if there is none."""
    page = HOUSE / "games" / game / "text" / f"rules.{language}.md"
    if game not in GAMES or language not in LANGUAGES or not page.is_file():
        return None
    return page.read_text(encoding="utf-8")


def printed(told: str | None) -> list[str]:
    """The rulebook's headings that a section tells."""
    return [one.strip() for one in told.split("|")] if told else []


@cache
def headings(game: str, language: str) -> frozenset[str]:
    """All headings of the rulebook that a page tells."""
    page = rules_page(game, language) or ""
    return frozenset(one for _, told in HEADING.findall(page) for one in printed(told))
