"""Action kinds and their ids."""

from typing import Final

from meute.core.codec import ActionKind
from meute.games.aventure.options import PERMANENTS
from meute.games.aventure.state import CELLS, ICONS, KINDS, LINES, MOST_SEATS, POWERS, ROTATIONS

STORY: Final = 0
"""A Story in the market, or any card that lies Story side up."""
GOAL: Final = STORY + KINDS
CELL: Final = GOAL + KINDS
DECK: Final = CELL + CELLS
"""The visible Story of the deck."""
ASIDE: Final = DECK + 1
DONE: Final = ASIDE + 1
"""Decline, or finish, an optional choice."""
POWER: Final = DONE + 1
PERMANENT: Final = POWER + POWERS
ICON: Final = PERMANENT + PERMANENTS
LINE: Final = ICON + ICONS
PLAYER: Final = LINE + LINES * ROTATIONS
DRAW: Final = PLAYER + MOST_SEATS
"""Chance turns up the next card of the deck."""
FIRST: Final = DRAW + KINDS

ACTION_KINDS: Final = (
    ActionKind("story", STORY, ("story", KINDS)),
    ActionKind("goal", GOAL, ("goal", KINDS)),
    ActionKind("cell", CELL, ("cell", CELLS)),
    ActionKind("deck", DECK),
    ActionKind("aside", ASIDE),
    ActionKind("done", DONE),
    ActionKind("power", POWER, ("power", POWERS)),
    ActionKind("permanent", PERMANENT, ("permanent", PERMANENTS)),
    ActionKind("icon", ICON, ("icon", ICONS)),
    ActionKind("line", LINE, ("line", LINES), ("way", ROTATIONS)),
    ActionKind("player", PLAYER, ("player", MOST_SEATS)),
    ActionKind("draw", DRAW, ("story", KINDS), chance=True),
    ActionKind("first", FIRST, ("player", MOST_SEATS), chance=True),
)
