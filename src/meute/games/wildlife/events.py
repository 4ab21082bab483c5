"""What can happen: each kind of event with its number, its name and what its numbers mean."""

from typing import Final

from meute.core.event import Saying

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

EVENTS: Final = {
    SPEAKS_FIRST: Saying("speaks_first"),
    BIDS_FOR_BOARD: Saying("bids_for_board", "price"),
    PASSES_BOARD: Saying("passes_board"),
    PAYS_FOR_BOARD: Saying("pays_for_board", "price"),
    GETS_SPECIES: Saying("gets_species", "species"),
    SITS_DOWN: Saying("sits_down", "player"),
    GOES_FIRST: Saying("goes_first"),
    GETS_ARROW: Saying("gets_arrow"),
    DEALT: Saying("dealt", secret="card"),
    SETTLES: Saying("settles", "cell"),
    TURN: Saying("turn", "number"),
    GATHERS: Saying("gathers", "points"),
    LAYS: Saying("lays", "card"),
    USES: Saying("uses", "card"),
    STANDS_FOR: Saying("stands_for", "card"),
    DECLINES: Saying("declines", "card"),
    PLACES: Saying("places", "cell"),
    MOVES: Saying("moves", "cell", "target"),
    LEAPS: Saying("leaps", "cell", "target"),
    ATTACKS: Saying("attacks", "cell", "player"),
    WANTS_SWAP: Saying("wants_swap", "cell", "target", "player"),
    DEFENDS: Saying("defends", "cell", "player"),
    ELIMINATED: Saying("eliminated", "cell", "player"),
    SWAPS: Saying("swaps", "cell", "target", "player"),
    ADAPTS: Saying("adapts", "terrain", "level"),
    TAKES: Saying("takes", "ability"),
    TAKES_FROM: Saying("takes_from", "ability", "player"),
    FINDS_FOOD: Saying("finds_food", "food"),
    SHARES_FOOD: Saying("shares_food", "food"),
    EPIDEMIC_TAKES: Saying("epidemic_takes", "cell"),
    STARVES: Saying("starves", "food"),
    TRADES: Saying("trades", "food", "points"),
    OFFERS: Saying("offers", "card"),
    BIDS: Saying("bids", "price", "card"),
    PASSES: Saying("passes", "card"),
    UNSOLD: Saying("unsold", "card"),
    STEPS_BACK: Saying("steps_back", "points", "food"),
    BUYS: Saying("buys", "card", "price", "player"),
    FILLS: Saying("fills", "territory", "points", "marker"),
    NO_MARKER: Saying("no_marker", "territory"),
    SCORING_DUE: Saying("scoring_due", "marker"),
    LAST_PLACED: Saying("last_placed"),
    RESHUFFLED: Saying("reshuffled", "number"),
    DRAWS: Saying("draws", secret="card"),
    SCORING: Saying("scoring"),
    SCORES_TERRITORY: Saying("scores_territory", "points", "pieces", "territory"),
    SCORES_COLONY: Saying("scores_colony", "points", "pieces", "cell"),
    SCORES_ADAPTATION: Saying("scores_adaptation", "points", "pieces"),
    SCORES_ABILITIES: Saying("scores_abilities", "points", "pieces"),
    SCORES_FOOD: Saying("scores_food", "points", "food"),
    NEW_FIRST: Saying("new_first"),
    ENDS: Saying("ends", "ending"),
    FALLS_BACK: Saying("falls_back", "points"),
}
