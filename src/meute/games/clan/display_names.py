"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.clan.names import NAMES
from meute.games.clan.state import Clan

FAMILIES = {"behind": "terrain", "ground": "terrain", "stack": "moon", "piece": "kind", "start": "space"}
"""Meanings whose values have the names of another meaning."""


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    if meaning in NAMES:
        family, name = FAMILIES.get(meaning, meaning), NAMES[meaning][number]
        match family:
            case "space" | "region":
                return thing(f"{family}.{name}", f"clan.{family}", name=name.upper())
            case "act":
                return thing(f"action.{name}", f"clan.act.{name}")
            case _:
                return thing(f"{family}.{name}", f"clan.{family}.{name}")
    if meaning == "turned":
        return phrase("clan.turned" if number else "clan.straight")
    return phrase("number", number=number + 1 if meaning in ("tile", "board") else number)


def place_name(s: Clan, seat: int, place: str) -> None:
    """Returns None: the names of the actions say enough about all places."""


def progress(s: Clan) -> None:
    """Returns None: the calendar shows the progress of the game."""
