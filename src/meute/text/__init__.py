"""Translations: catalogues of every language, and sentences made from phrases."""

from meute.text.catalogue import DEFAULT_LANGUAGE, LANGUAGES, Catalogue, best_language, catalogue, numeral
from meute.text.sentences import (
    PLAYER_MEANINGS,
    action_phrase,
    choice_phrase,
    event_data,
    event_gaps,
    event_key,
    event_phrase,
    grammatical_person,
    may_read_secret,
    refusal_phrase,
    row_phrases,
    tie_phrase,
)

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "PLAYER_MEANINGS",
    "Catalogue",
    "action_phrase",
    "best_language",
    "catalogue",
    "choice_phrase",
    "event_data",
    "event_gaps",
    "event_key",
    "event_phrase",
    "grammatical_person",
    "may_read_secret",
    "numeral",
    "refusal_phrase",
    "row_phrases",
    "tie_phrase",
]
