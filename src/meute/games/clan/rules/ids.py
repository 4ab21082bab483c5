"""Numbers of the actions and of the events."""

from typing import Final

from meute.games.clan.state import (
    ACTIONS,
    MOST_SEATS,
    MOST_SPACES,
    PREYS,
    REGION_BOARDS,
    STACKS,
    TERRAINS,
    TILES,
    TRACKS,
)

PACK_AT: Final = 0
"""A pack wolf, by its space."""
ALPHA_AT: Final = PACK_AT + MOST_SPACES
AT: Final = ALPHA_AT + MOST_SPACES
"""A space: where to go, build, howl, flee, begin; or the den on it."""
ACT: Final = AT + MOST_SPACES
STOP: Final = ACT + ACTIONS
END: Final = STOP + 1
TILE: Final = END + 1
TOKEN: Final = TILE + TILES
TRACK: Final = TOKEN + 1
REGION: Final = TRACK + TRACKS
"""A region board, straight or turned by half."""
HERD: Final = REGION + REGION_BOARDS * 2
STACK: Final = HERD + PREYS
COLOUR: Final = STACK + STACKS
FIRST: Final = COLOUR + TERRAINS
ALL_ACTIONS: Final = FIRST + MOST_SEATS

REGION_LAID: Final = 0
PREY_LAID: Final = 1
MOON_LAID: Final = 2
TAKES_COLOUR: Final = 3
GOES_FIRST: Final = 4
STARTS_AT: Final = 5
FLIPS: Final = 6
USES_HOME: Final = 7
SPENDS_TERRAIN: Final = 8
SPENDS_ACTION: Final = 9
STAYS: Final = 10
MOVES: Final = 11
FLEES: Final = 12
BUILDS: Final = 13
TRANSFORMS: Final = 14
HOWLS: Final = 15
DOMINATES: Final = 16
GAINS_TERRAIN: Final = 17
GAINS_ACTION: Final = 18
SUPPLY_EMPTY: Final = 19
DATED: Final = 20
HUNTS: Final = 21
MOON_RISES: Final = 22
REGION_WON: Final = 23
REGION_SECOND: Final = 24
REGION_TIED: Final = 25
REGION_EMPTY: Final = 26
REGION_PHANTOM: Final = 27
SECONDS_TIED: Final = 28
ENDS: Final = 29
TURN_BEGINS: Final = 30
PHANTOM_SECOND: Final = 31
PHANTOM_TIED: Final = 32
