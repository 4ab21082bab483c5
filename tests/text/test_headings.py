"""Every reason names a heading of the rulebook, and every rules page tells what stands under it, in every language."""

import pytest
from helpers.worlds import headings, reasons

from meute.games import GAMES
from meute.text import LANGUAGES

every_game = pytest.mark.parametrize("game", list(GAMES))


@every_game
def test_every_reason_has_its_paragraph_in_every_language(game: str) -> None:
    named = {heading for _, heading in reasons(game)}
    missing = {language: sorted(named.difference(*headings(game, language))) for language in LANGUAGES}
    assert not any(missing.values()), f"sections of rules.*.md need them, as `## Section {{HEADING}}`: {missing}"


@every_game
def test_all_languages_tell_the_same_headings_in_the_same_order_and_none_twice(game: str) -> None:
    french = headings(game, "fr")
    assert all(french == headings(game, language) for language in LANGUAGES)
    printed_headings = [printed for section in french for printed in section]
    assert len(set(printed_headings)) == len(printed_headings)
