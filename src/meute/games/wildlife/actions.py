"""What can be decided, by people and by chance: blocks of action ids."""

from typing import Final

from meute.core.codec import Block
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

BLOCKS: Final = (
    Block("place", PLACE, ("cell", CELLS)),
    Block("strike", STRIKE, ("cell", CELLS)),
    Block("lift", LIFT, ("cell", CELLS)),
    Block("to", TO, ("cell", CELLS)),
    Block("pass", PASS),
    Block("bid", BID, ("price", HIGHEST_BID + 1)),
    Block("lay", LAY, ("card", KINDS)),
    Block("use", USE, ("card", KINDS)),
    Block("sell", SELL, ("card", KINDS)),
    Block("adapt", ADAPT, ("terrain", TERRAINS)),
    Block("take", TAKE, ("ability", ABILITIES)),
    Block("from", FROM, ("player", MOST_SEATS)),
    Block("food", GATHER),
    Block("mobility", LEAP),
    Block("attack", ASSAIL),
    Block("trade", TRADE),
    Block("decline", DECLINE),
    Block("end", END),
    Block("defend", DEFEND),
    Block("yield", YIELD),
    Block("board", BOARD, ("species", SPECIES)),
    Block("speaks", SPEAKS, ("player", MOST_SEATS), chance=True),
    Block("deal", DEAL, ("card", KINDS), chance=True),
)
