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
REGION: Final = TRACK + TRACKS
"""A region board, straight or turned by half."""
HERD: Final = REGION + REGION_BOARDS * 2
STACK: Final = HERD + PREYS
COLOUR: Final = STACK + STACKS
FIRST: Final = COLOUR + TERRAINS

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
    Block("region", REGION, ("board", REGION_BOARDS), ("turned", 2)),
    Block("herd", HERD, ("prey", PREYS)),
    Block("stack", STACK, ("stack", STACKS)),
    Block("colour", COLOUR, ("faction", TERRAINS)),
    Block("first", FIRST, ("player", MOST_SEATS)),
)
