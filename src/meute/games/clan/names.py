"""Identifiers used in boxes, notation and marks (not for people)."""

from typing import Final

from meute.games.clan.state import (
    ACTIONS,
    KINDS,
    MOONS,
    MOST_SEATS,
    MOST_SLOTS,
    PLACES,
    PREYS,
    STACKS,
    TERRAINS,
    TRACKS,
    WATER,
)

TERRAIN_NAMES: Final = ("grass", "rock", "tundra", "desert", "forest")
GROUND_NAMES: Final = (*TERRAIN_NAMES, "water", "canyon")
TERRAIN_LETTERS: Final = "grtdf"
WATER_LETTER: Final = "w"
CANYON_LETTER: Final = "c"
GROUND_LETTERS: Final = TERRAIN_LETTERS + WATER_LETTER + CANYON_LETTER
PREY_NAMES: Final = ("moose", "deer", "raccoon", "boar", "hare")
MOON_NAMES: Final = ("crescent", "quarter", "full")
STACK_NAMES: Final = (*MOON_NAMES, "crescent_quarter", "quarter_full")
STACK_TEXTS: Final = ("c", "q", "f", "cq", "qf")
TRACK_NAMES: Final = ("deployment", "speed", "howl")
KIND_NAMES: Final = ("den", "pack", "alpha", "lair")
KIND_LETTERS: Final = "dpal"
BONUS_NAMES: Final = ("none", "terrain", "action")
ACTION_NAMES: Final = ("move", "howl", "den", "lair", "dominate")
SLOT_LETTERS: Final = "abcdefghijk"

assert len(TERRAIN_NAMES) == len(TERRAIN_LETTERS) == TERRAINS
assert len(GROUND_NAMES) == len(GROUND_LETTERS) == WATER + 2
assert len(PREY_NAMES) == PREYS
assert len(MOON_NAMES) == MOONS
assert len(STACK_NAMES) == len(STACK_TEXTS) == STACKS
assert len(TRACK_NAMES) == TRACKS
assert len(KIND_NAMES) == len(KIND_LETTERS) == KINDS
assert len(ACTION_NAMES) == ACTIONS
assert len(SLOT_LETTERS) == MOST_SLOTS


def space_text(space: int) -> str:
    """The notation of a space: `c7` for the seventh space of the third board."""
    return f"{SLOT_LETTERS[space // PLACES]}{space % PLACES + 1}"


SPACE_TEXTS: Final = tuple(space_text(space) for space in range(MOST_SLOTS * PLACES))
ANY_TERRAIN: Final = (*TERRAIN_NAMES, "any")
NAMES: Final = {
    "terrain": ANY_TERRAIN,
    "behind": ANY_TERRAIN,
    "ground": GROUND_NAMES,
    "faction": TERRAIN_NAMES,
    "prey": PREY_NAMES,
    "moon": MOON_NAMES,
    "stack": STACK_NAMES,
    "kind": KIND_NAMES,
    "piece": (*KIND_NAMES * MOST_SEATS, "lone_wolf"),
    "track": TRACK_NAMES,
    "space": SPACE_TEXTS,
    "start": SPACE_TEXTS,
    "region": tuple(SLOT_LETTERS),
    "act": ACTION_NAMES,
}
"""Ids of things by the meaning of a field of actions and events; NOBODY is the last one: any terrain."""
