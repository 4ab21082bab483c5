"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.wildlife.names import CELL_NAMES, NAMES
from meute.games.wildlife.state import Wildlife


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    match meaning:
        case "cell" | "target":
            return thing(f"cell.{CELL_NAMES[number]}", "wildlife.cell", cell=CELL_NAMES[number])
        case "level":
            return phrase(f"wildlife.level.{NAMES[meaning][number]}")
        case "ending":
            return phrase(f"wildlife.end.{NAMES[meaning][number]}")
        case _ if meaning in NAMES:
            name = f"{meaning}.{NAMES[meaning][number]}"
            return thing(name, f"wildlife.{name}")
        case _:
            return phrase("number", number=number)


def place_name(s: Wildlife, seat: int, place: str) -> Phrase | None:
    """The name of a place where the text of its action says more than this place selects; None for other places."""
    kind, _, name = place.partition(".")
    match kind:
        case "use" | "sell":
            return phrase(f"wildlife.place.{kind}")
        case "hand" | "laid" | "as":
            return thing(f"card.{name}", f"wildlife.card.{name}")
        case _:
            return None


def progress(s: Wildlife) -> Phrase | None:
    """Returns None: the events already name the turns."""
    return None
