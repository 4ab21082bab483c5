"""Action kinds and their ids."""

from typing import Final

from meute.core.codec import ActionKind
from meute.games.wildlife.options import HIGHEST_BID
from meute.games.wildlife.state import ABILITIES, CELLS, KINDS, MOST_SEATS, SPECIES, TERRAINS

PLACE: Final = 0
STRIKE: Final = PLACE + CELLS
LIFT: Final = STRIKE + CELLS
TO: Final = LIFT + CELLS
PASS: Final = TO + CELLS
BID: Final = PASS + 1
LAY: Final = BID + HIGHEST_BID + 1
USE: Final = LAY + KINDS
SELL: Final = USE + KINDS
ADAPT: Final = SELL + KINDS
TAKE: Final = ADAPT + TERRAINS
FROM: Final = TAKE + ABILITIES
GATHER: Final = FROM + MOST_SEATS
LEAP: Final = GATHER + 1
ASSAIL: Final = LEAP + 1
TRADE: Final = ASSAIL + 1
DECLINE: Final = TRADE + 1
END: Final = DECLINE + 1
DEFEND: Final = END + 1
YIELD: Final = DEFEND + 1
BOARD: Final = YIELD + 1
SPEAKS: Final = BOARD + SPECIES
DEAL: Final = SPEAKS + MOST_SEATS

ACTION_KINDS: Final = (
    ActionKind("place", PLACE, ("cell", CELLS)),
    ActionKind("strike", STRIKE, ("cell", CELLS)),
    ActionKind("lift", LIFT, ("cell", CELLS)),
    ActionKind("to", TO, ("cell", CELLS)),
    ActionKind("pass", PASS),
    ActionKind("bid", BID, ("price", HIGHEST_BID + 1)),
    ActionKind("lay", LAY, ("card", KINDS)),
    ActionKind("use", USE, ("card", KINDS)),
    ActionKind("sell", SELL, ("card", KINDS)),
    ActionKind("adapt", ADAPT, ("terrain", TERRAINS)),
    ActionKind("take", TAKE, ("ability", ABILITIES)),
    ActionKind("from", FROM, ("player", MOST_SEATS)),
    ActionKind("food", GATHER),
    ActionKind("mobility", LEAP),
    ActionKind("attack", ASSAIL),
    ActionKind("trade", TRADE),
    ActionKind("decline", DECLINE),
    ActionKind("end", END),
    ActionKind("defend", DEFEND),
    ActionKind("yield", YIELD),
    ActionKind("board", BOARD, ("species", SPECIES)),
    ActionKind("speaks", SPEAKS, ("player", MOST_SEATS), chance=True),
    ActionKind("deal", DEAL, ("card", KINDS), chance=True),
)
