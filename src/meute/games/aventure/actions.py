"""What can be decided, by people and by chance: blocks of action ids."""

from typing import Final

from meute.core.codec import Block
from meute.games.aventure.options import PERMANENTS
from meute.games.aventure.state import CELLS, ICONS, KINDS, LINES, MOST_SEATS, POWERS, ROTATIONS

STORY: Final = 0
"""A Story of the market, or any face that lies on its Story side."""
GOAL: Final = STORY + KINDS
CELL: Final = GOAL + KINDS
DECK: Final = CELL + CELLS
"""The visible Story of the deck."""
ASIDE: Final = DECK + 1
DONE: Final = ASIDE + 1
"""Nothing (more) of this."""
POWER: Final = DONE + 1
PERMANENT: Final = POWER + POWERS
ICON: Final = PERMANENT + PERMANENTS
LINE: Final = ICON + ICONS
PLAYER: Final = LINE + LINES * ROTATIONS
DRAW: Final = PLAYER + MOST_SEATS
"""Chance turns up the next card of the deck."""
FIRST: Final = DRAW + KINDS

BLOCKS: Final = (
    Block("story", STORY, ("story", KINDS)),
    Block("goal", GOAL, ("goal", KINDS)),
    Block("cell", CELL, ("cell", CELLS)),
    Block("deck", DECK),
    Block("aside", ASIDE),
    Block("done", DONE),
    Block("power", POWER, ("power", POWERS)),
    Block("permanent", PERMANENT, ("permanent", PERMANENTS)),
    Block("icon", ICON, ("icon", ICONS)),
    Block("line", LINE, ("line", LINES), ("way", ROTATIONS)),
    Block("player", PLAYER, ("player", MOST_SEATS)),
    Block("draw", DRAW, ("story", KINDS), chance=True),
    Block("first", FIRST, ("player", MOST_SEATS), chance=True),
)
