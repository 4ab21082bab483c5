"""The coach of a first game has a note for every question, and for nothing that does not exist."""

import re

import pytest

from meute.core.phrase import phrase
from meute.games import GAMES
from meute.text import LANGUAGES, catalogue


def keys(language: str, prefix: str) -> set[str]:
    return {key.removeprefix(prefix) for key in catalogue(language).entries if key.startswith(prefix)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_question_has_a_note(game: str, language: str) -> None:
    notes = {key for key in keys(language, f"{game}.coach.") if not key.startswith("event.")}
    assert notes == keys(language, f"{game}.prompt.")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_note_about_an_event_is_about_one_of_the_game(game: str) -> None:
    assert keys("fr", f"{game}.coach.event.") <= {saying.name for saying in GAMES[game].events}
    assert keys("fr", f"{game}.coach.event.")


ROOM = 215
"""Letters for which a phone has room; a sign counts as three."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_is_read_whole_on_a_phone(language: str) -> None:
    words = catalogue(language)
    notes = {key: words.render(phrase(key), marked=True) for key in words.entries if ".coach." in key}
    longest = {key: len(re.sub(r"\[\[[^|\]]*\|", "___", text).replace("]]", "")) for key, text in notes.items()}
    assert {key: length for key, length in longest.items() if length > ROOM} == {}
