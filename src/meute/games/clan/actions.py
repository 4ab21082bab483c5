"""What can be decided, by people and by chance: blocks of action ids."""

from typing import Final

from meute.core.codec import Block
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
"""A region board, straight or turned by half."""
HERD: Final = REGION + REGION_BOARDS * 2
STACK: Final = HERD + PREYS
FIRST: Final = STACK + STACKS

BLOCKS: Final = (
    Block("pack", PACK_AT, ("space", MOST_SPACES)),
    Block("alpha", ALPHA_AT, ("space", MOST_SPACES)),
    Block("space", AT, ("space", MOST_SPACES)),
    Block("act", ACT, ("act", ACTIONS)),
    Block("stop", STOP),
    Block("end", END),
    Block("tile", TILE, ("tile", TILES)),
    Block("token", TOKEN),
    Block("track", TRACK, ("track", TRACKS)),
    Block("colour", COLOUR, ("faction", TERRAINS)),
    Block("region", REGION, ("board", REGION_BOARDS), ("turned", 2), chance=True),
    Block("herd", HERD, ("prey", PREYS), chance=True),
    Block("stack", STACK, ("stack", STACKS), chance=True),
    Block("first", FIRST, ("player", MOST_SEATS), chance=True),
)
