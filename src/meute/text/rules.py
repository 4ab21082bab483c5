"""Rules pages: `games/<id>/text/rules.<language>.md`."""

import re
from functools import cache

from meute.games import GAMES
from meute.text.catalogue import LANGUAGES, PACKAGE

HEADING = re.compile(r"^## +(.+?)(?: *\{(.+)\})?\s*$", re.MULTILINE)
"""A section of a rules page with its rulebook headings, separated by `|`: `## Playing a trick {JOUER UN PLI}`."""


def rules_page(game: str, language: str) -> str | None:
    """The Markdown of a page; None if there is none."""
    page = PACKAGE / "games" / game / "text" / f"rules.{language}.md"
    if game not in GAMES or language not in LANGUAGES or not page.is_file():
        return None
    return page.read_text(encoding="utf-8")


def rulebook_headings(braces: str | None) -> list[str]:
    """The rulebook headings between the braces of a section's heading."""
    return [heading.strip() for heading in braces.split("|")] if braces else []


@cache
def headings(game: str, language: str) -> frozenset[str]:
    """All rulebook headings that a page covers."""
    page = rules_page(game, language) or ""
    return frozenset(heading for _, braces in HEADING.findall(page) for heading in rulebook_headings(braces))
