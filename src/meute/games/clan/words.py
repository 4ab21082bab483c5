"""From numbers to phrases: the names of things."""

from meute.core.numbers import NOBODY
from meute.core.phrase import Phrase, phrase, thing
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


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "space" | "start":
            return thing(f"space.{space_text(number)}", "clan.space", name=space_text(number).upper())
        case "region":
            letter = SLOT_LETTERS[number]
            return thing(f"region.{letter}", "clan.region", name=letter.upper())
        case "terrain" | "behind":
            name = TERRAIN_NAMES[number] if number != NOBODY else "any"
            return thing(f"terrain.{name}", f"clan.terrain.{name}")
        case "ground":
            return thing(f"terrain.{GROUND_NAMES[number]}", f"clan.terrain.{GROUND_NAMES[number]}")
        case "faction":
            return thing(f"faction.{TERRAIN_NAMES[number]}", f"clan.faction.{TERRAIN_NAMES[number]}")
        case "prey":
            return thing(f"prey.{PREY_NAMES[number]}", f"clan.prey.{PREY_NAMES[number]}")
        case "moon":
            return thing(f"moon.{MOON_NAMES[number]}", f"clan.moon.{MOON_NAMES[number]}")
        case "stack":
            return thing(f"moon.{STACK_NAMES[number]}", f"clan.moon.{STACK_NAMES[number]}")
        case "kind":
            return thing(f"kind.{KIND_NAMES[number]}", f"clan.kind.{KIND_NAMES[number]}")
        case "piece":
            name = "lone_wolf" if number == LONE_WOLF else KIND_NAMES[number % KINDS]
            return thing(f"kind.{name}", f"clan.kind.{name}")
        case "track":
            return thing(f"track.{TRACK_NAMES[number]}", f"clan.track.{TRACK_NAMES[number]}")
        case "act":
            return thing(f"action.{ACTION_NAMES[number]}", f"clan.act.{ACTION_NAMES[number]}")
        case "turned":
            return phrase("clan.turned" if number else "clan.straight")
        case "tile" | "board":
            return phrase("number", number=number + 1)
        case _:
            return phrase("number", number=number)


def place_name(s: Clan, seat: int, place: str) -> None:
    """The words of the actions name all places."""


def progress(s: Clan) -> None:
    """The calendar shows how far the game has come."""
