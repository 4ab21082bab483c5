"""Every reason names a heading of the rulebook, and every rules page tells what stands under it, in both languages."""

import pytest
from worlds import reasons

from meute.games import GAMES
from meute.server.shelf import rules_sent
from meute.text import LANGUAGES

every_game = pytest.mark.parametrize("game", list(GAMES))


def told(game: str, language: str) -> list[list[str]]:
    """The headings of the rulebook, section by section."""
    return [section.printed for section in rules_sent(game, language).sections]


@every_game
def test_every_reason_has_its_paragraph_in_every_language(game: str) -> None:
    headings = {heading for _, heading in reasons(game)}
    missing = {language: sorted(headings.difference(*told(game, language))) for language in LANGUAGES}
    assert not any(missing.values()), f"sections of rules.*.md need them, as `## Section {{HEADING}}`: {missing}"


@every_game
def test_both_languages_tell_the_same_headings_in_the_same_order_and_none_twice(game: str) -> None:
    french = told(game, "fr")
    assert french == told(game, "en")
    headings = [printed for section in french for printed in section]
    assert len(set(headings)) == len(headings)
