"""Words for people: the catalogues of every language, and sentences made from them."""

from meute.text.catalogue import FIRST, LANGUAGES, Catalogue, catalogue, nearest, numeral
from meute.text.story import (
    PEOPLE,
    action_phrase,
    choice_phrase,
    event_gaps,
    event_key,
    event_phrase,
    person_told,
    refusal_phrase,
    tells_secret,
    tie_phrase,
)

__all__ = [
    "FIRST",
    "LANGUAGES",
    "PEOPLE",
    "Catalogue",
    "action_phrase",
    "catalogue",
    "choice_phrase",
    "event_gaps",
    "event_key",
    "event_phrase",
    "nearest",
    "numeral",
    "person_told",
    "refusal_phrase",
    "tells_secret",
    "tie_phrase",
]
