"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.numbers import NOBODY
from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.clan.names import (
    ACTION_NAMES,
    GROUND_NAMES,
    KIND_NAMES,
    MOON_NAMES,
    PREY_NAMES,
    SLOT_LETTERS,
    STACK_NAMES,
    TERRAIN_NAMES,
    TRACK_NAMES,
    space_text,
)
from meute.games.clan.state import KINDS, LONE_WOLF, Clan

NAMES = {
    "terrain": ("terrain", TERRAIN_NAMES),
    "behind": ("terrain", TERRAIN_NAMES),
    "ground": ("terrain", GROUND_NAMES),
    "faction": ("faction", TERRAIN_NAMES),
    "prey": ("prey", PREY_NAMES),
    "moon": ("moon", MOON_NAMES),
    "stack": ("moon", STACK_NAMES),
    "kind": ("kind", KIND_NAMES),
    "track": ("track", TRACK_NAMES),
}
"""For each meaning of a field: the catalogue's prefix, and the names of its values."""


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    if meaning in NAMES:
        kind, names = NAMES[meaning]
        name = "any" if number == NOBODY else names[number]
        return thing(f"{kind}.{name}", f"clan.{kind}.{name}")
    match meaning:
        case "space" | "start":
            return thing(f"space.{space_text(number)}", "clan.space", name=space_text(number).upper())
        case "region":
            letter = SLOT_LETTERS[number]
            return thing(f"region.{letter}", "clan.region", name=letter.upper())
        case "piece":
            name = "lone_wolf" if number == LONE_WOLF else KIND_NAMES[number % KINDS]
            return thing(f"kind.{name}", f"clan.kind.{name}")
        case "act":
            return thing(f"action.{ACTION_NAMES[number]}", f"clan.act.{ACTION_NAMES[number]}")
        case "turned":
            return phrase("clan.turned" if number else "clan.straight")
        case _:
            return phrase("number", number=number + 1 if meaning in ("tile", "board") else number)


def place_name(s: Clan, seat: int, place: str) -> None:
    """None: the actions' words name all places."""


def progress(s: Clan) -> None:
    """None: the calendar shows the progress of the game."""
