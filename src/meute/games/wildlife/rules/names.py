"""The numbers of actions and of event kinds."""

from typing import Final

from meute.games.wildlife.state import ABILITIES, CELLS, KINDS, MOST_SEATS, SPECIES, TERRAINS

HIGHEST_BID: Final = 60

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
ACTIONS: Final = DEAL + KINDS

SPEAKS_FIRST: Final = 0
BIDS_FOR_BOARD: Final = 1
PASSES_BOARD: Final = 2
PAYS_FOR_BOARD: Final = 3
GETS_SPECIES: Final = 4
SITS_DOWN: Final = 5
GOES_FIRST: Final = 6
GETS_ARROW: Final = 7
DEALT: Final = 8
SETTLES: Final = 9
TURN: Final = 10
GATHERS: Final = 11
LAYS: Final = 12
USES: Final = 13
STANDS_FOR: Final = 14
DECLINES: Final = 15
PLACES: Final = 16
MOVES: Final = 17
LEAPS: Final = 18
ATTACKS: Final = 19
WANTS_SWAP: Final = 20
DEFENDS: Final = 21
ELIMINATED: Final = 22
SWAPS: Final = 23
ADAPTS: Final = 24
TAKES: Final = 25
TAKES_FROM: Final = 26
FINDS_FOOD: Final = 27
SHARES_FOOD: Final = 28
EPIDEMIC_TAKES: Final = 29
STARVES: Final = 30
TRADES: Final = 31
OFFERS: Final = 32
BIDS: Final = 33
PASSES: Final = 34
UNSOLD: Final = 35
STEPS_BACK: Final = 36
BUYS: Final = 37
FILLS: Final = 38
NO_MARKER: Final = 39
SCORING_DUE: Final = 40
LAST_PLACED: Final = 41
RESHUFFLED: Final = 42
DRAWS: Final = 43
SCORING: Final = 44
SCORES_TERRITORY: Final = 45
SCORES_COLONY: Final = 46
SCORES_ADAPTATION: Final = 47
SCORES_ABILITIES: Final = 48
SCORES_FOOD: Final = 49
NEW_FIRST: Final = 50
ENDS: Final = 51
FALLS_BACK: Final = 52
