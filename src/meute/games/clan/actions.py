"""Action kinds and their ids."""

from typing import Final

from meute.core.codec import ActionKind
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
COLOUR: Final = TRACK + TRACKS
REGION: Final = COLOUR + TERRAINS
"""A region board, straight or turned by 180 degrees."""
HERD: Final = REGION + REGION_BOARDS * 2
STACK: Final = HERD + PREYS
FIRST: Final = STACK + STACKS

ACTION_KINDS: Final = (
    ActionKind("pack", PACK_AT, ("space", MOST_SPACES)),
    ActionKind("alpha", ALPHA_AT, ("space", MOST_SPACES)),
    ActionKind("space", AT, ("space", MOST_SPACES)),
    ActionKind("act", ACT, ("act", ACTIONS)),
    ActionKind("stop", STOP),
    ActionKind("end", END),
    ActionKind("tile", TILE, ("tile", TILES)),
    ActionKind("token", TOKEN),
    ActionKind("track", TRACK, ("track", TRACKS)),
    ActionKind("colour", COLOUR, ("faction", TERRAINS)),
    ActionKind("region", REGION, ("board", REGION_BOARDS), ("turned", 2), chance=True),
    ActionKind("herd", HERD, ("prey", PREYS), chance=True),
    ActionKind("stack", STACK, ("stack", STACKS), chance=True),
    ActionKind("first", FIRST, ("player", MOST_SEATS), chance=True),
)
