"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.aventure.names import NAMES, cell_text, line_text
from meute.games.aventure.state import GOALS, Aventure, is_goal, rummage_cards


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    match meaning:
        case "face" | "with_face":
            return word("goal" if is_goal(number) else "story", number % GOALS)
        case "story" | "goal" | "permanent" | "power" | "icon":
            name = f"{meaning}.{NAMES[meaning][number]}"
            return thing(name, f"aventure.{name}")
        case "cell" | "with_cell":
            return phrase("aventure.cell", cell=cell_text(number))
        case "line":
            return phrase("aventure.line", line=line_text(number)[3:])
        case "way":
            return phrase(f"aventure.way.{number}")
        case _:
            return phrase("number", number=number)


def place_name(s: Aventure, seat: int, place: str) -> Phrase | None:
    """The name of a place: a card, or a line by its letter or number; None where the action's words are enough."""
    kind, *rest = place.split(".")
    if kind == "market":
        return word("face", s.market[int(rest[0])])
    if kind == "deck" and rest:
        return word("goal" if rest[1:] == ["goal"] else "story", rummage_cards(s)[int(rest[0])])
    if kind == "line":
        return phrase(f"aventure.place.{rest[0][:3]}", line=rest[0][3:])
    if kind == "way":
        return phrase(f"aventure.way.{rest[0]}")
    return None


def progress(s: Aventure) -> None:
    """Returns None: the page shows the progress by the cards in the grids."""
