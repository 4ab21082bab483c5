"""Actions in blocks, and kinds of events."""

from typing import Final

from meute.games.aventure.state import CELLS, ICONS, KINDS, PERMANENTS, POWERS, REACH

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
"""Rows, then columns, each in two directions."""
PLAYER: Final = LINE + 2 * REACH * 2
DRAW: Final = PLAYER + 4
"""Chance turns up the next card of the deck."""
FIRST: Final = DRAW + KINDS
ACTIONS: Final = FIRST + 4

MARKET_LAID: Final = 0
DECK_SHOWS: Final = 1
GOES_FIRST: Final = 2
PERMANENT_LAID: Final = 3
POWER_LAID: Final = 4
TAKES: Final = 5
TAKES_DECK: Final = 6
TAKES_ASIDE: Final = 7
PLACES: Final = 8
REPLACES: Final = 9
REPLACES_TURNED: Final = 10
NOT_REPLACED: Final = 11
PASSES: Final = 12
ENDS: Final = 13
LOOKS_AT_DECK: Final = 14
LOOKS_AT_MARKET: Final = 15
USES: Final = 16
TURNS_OVER: Final = 17
SWAPS: Final = 18
MOVES: Final = 19
SLIDES: Final = 20
SLIPS_UNDER: Final = 21
SETS_ASIDE: Final = 22
DIGS_UP: Final = 23
MARKS_CARD: Final = 24
ADDS_ICON: Final = 25
SCORES_BONUS: Final = 26
GUARDS: Final = 27
BORROWS: Final = 28
DIVERTS: Final = 29
BARTERS: Final = 30
TRADES: Final = 31
CHOOSES: Final = 32
