"""Event kinds: number, name and meaning of each field."""

from typing import Final

from meute.core.event import EventKind

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
    SPEAKS_FIRST: EventKind("speaks_first"),
    BIDS_FOR_BOARD: EventKind("bids_for_board", "price"),
    PASSES_BOARD: EventKind("passes_board"),
    PAYS_FOR_BOARD: EventKind("pays_for_board", "price"),
    GETS_SPECIES: EventKind("gets_species", "species"),
    SITS_DOWN: EventKind("sits_down", "player"),
    GOES_FIRST: EventKind("goes_first"),
    GETS_ARROW: EventKind("gets_arrow"),
    DEALT: EventKind("dealt", secret="card"),
    SETTLES: EventKind("settles", "cell"),
    TURN: EventKind("turn", "number"),
    GATHERS: EventKind("gathers", "points"),
    LAYS: EventKind("lays", "card"),
    USES: EventKind("uses", "card"),
    STANDS_FOR: EventKind("stands_for", "card"),
    DECLINES: EventKind("declines", "card"),
    PLACES: EventKind("places", "cell"),
    MOVES: EventKind("moves", "cell", "target"),
    LEAPS: EventKind("leaps", "cell", "target"),
    ATTACKS: EventKind("attacks", "cell", "player"),
    WANTS_SWAP: EventKind("wants_swap", "cell", "target", "player"),
    DEFENDS: EventKind("defends", "cell", "player"),
    ELIMINATED: EventKind("eliminated", "cell", "player"),
    SWAPS: EventKind("swaps", "cell", "target", "player"),
    ADAPTS: EventKind("adapts", "terrain", "level"),
    TAKES: EventKind("takes", "ability"),
    TAKES_FROM: EventKind("takes_from", "ability", "player"),
    FINDS_FOOD: EventKind("finds_food", "food"),
    SHARES_FOOD: EventKind("shares_food", "food"),
    EPIDEMIC_TAKES: EventKind("epidemic_takes", "cell"),
    STARVES: EventKind("starves", "food"),
    TRADES: EventKind("trades", "food", "points"),
    OFFERS: EventKind("offers", "card"),
    BIDS: EventKind("bids", "price", "card"),
    PASSES: EventKind("passes", "card"),
    UNSOLD: EventKind("unsold", "card"),
    STEPS_BACK: EventKind("steps_back", "points", "food"),
    BUYS: EventKind("buys", "card", "price", "player"),
    FILLS: EventKind("fills", "territory", "points", "marker"),
    NO_MARKER: EventKind("no_marker", "territory"),
    SCORING_DUE: EventKind("scoring_due", "marker"),
    LAST_PLACED: EventKind("last_placed"),
    RESHUFFLED: EventKind("reshuffled", "number"),
    DRAWS: EventKind("draws", secret="card"),
    SCORING: EventKind("scoring"),
    SCORES_TERRITORY: EventKind("scores_territory", "points", "pieces", "territory"),
    SCORES_COLONY: EventKind("scores_colony", "points", "pieces", "cell"),
    SCORES_ADAPTATION: EventKind("scores_adaptation", "points", "pieces"),
    SCORES_ABILITIES: EventKind("scores_abilities", "points", "pieces"),
    SCORES_FOOD: EventKind("scores_food", "points", "food"),
    NEW_FIRST: EventKind("new_first"),
    ENDS: EventKind("ends", "ending"),
    FALLS_BACK: EventKind("falls_back", "points"),
}
