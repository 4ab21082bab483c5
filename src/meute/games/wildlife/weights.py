"""Heuristic weights: constants, names and first guesses; in hundredths of a point unless said otherwise."""

from typing import Final

from meute.games.wildlife.names import ABILITY_NAMES, LEVEL_NAMES, OTHER_CARDS
from meute.games.wildlife.state import ABILITIES, ATTACK

FOOD_VALUE: Final = 0
LATE_FOOD_VALUE: Final = 1
"""Per food: while bids are to come, and near the end."""
NEXT_SCORING: Final = 2
LATER_SCORING: Final = 3
"""Discount of a point in the next and in each later general scoring."""
COLONY_VALUE: Final = 4
"""Per piece that a colony grows by."""
PIECE_VALUE: Final = 5
LEVEL_VALUE: Final = 6
"""Per future turn and terrain: no action, Move, Reproduce, Attack."""
ABILITY_VALUE: Final = LEVEL_VALUE + ATTACK + 1
"""Per future turn and ability card: Food, Intelligence, Mobility, Defence, Attack."""
UNBOOKED_POINT: Final = ABILITY_VALUE + ABILITIES
"""A point of the Food ability before it is booked: a buyer's arrow can still take the card away."""
SALE_VALUE: Final = UNBOOKED_POINT + 1
TURN_VALUE: Final = UNBOOKED_POINT + 2
TURN_SQUARE: Final = UNBOOKED_POINT + 3
"""Value of a seat's coming turn in this round, and its increase with the square of the turns left. Without it, ending a
turn would look like a loss."""
TURNS_PER_PIECE: Final = UNBOOKED_POINT + 4
"""Expected turns left per piece of the smallest stock, in hundredths."""
MOST_TURNS: Final = UNBOOKED_POINT + 5
BOARD_VALUE: Final = UNBOOKED_POINT + 6
KEEP: Final = UNBOOKED_POINT + 7
"""Cost of laying out a card that could be kept, in hundredths of its gain."""
DEFENDED_SHARE: Final = UNBOOKED_POINT + 8
BOUGHT_SHARE: Final = UNBOOKED_POINT + 9
"""Share of a card's estimated gain that its highest bidder counts, in hundredths."""
SHIFT_SHARE: Final = UNBOOKED_POINT + 10
"""Share of the estimated gain of a move that counts, in hundredths: the piece leaves a gap elsewhere."""
HELD_TERRAIN: Final = UNBOOKED_POINT + 11
"""A terrain card in hand, by the level there: no action, Move, Reproduce, Attack."""
HELD_CARD: Final = HELD_TERRAIN + ATTACK + 1
"""Every other kind of card in hand, in the order of OTHER_CARDS."""

DEFAULT_WEIGHTS: Final = {
    "food": 34,
    "late_food": 25,
    "next_scoring": 65,
    "later_scoring": 25,
    "colony": 18,
    "piece": 30,
    **{f"level_{name}": guess for name, guess in zip(LEVEL_NAMES, (0, 7, 28, 42), strict=True)},
    **{f"ability_{name}": guess for name, guess in zip(ABILITY_NAMES, (150, 160, 120, 40, 110), strict=True)},
    "unbooked": 95,
    "sale": 90,
    "turn": 560,
    "turn_square": 20,
    "turns_a_piece": 50,
    "most_turns": 9,
    "board": 70,
    "keep": 25,
    "defended": 33,
    "bought": 75,
    "shift": 50,
    **{f"held_{name}": 0 for name in (*LEVEL_NAMES, *OTHER_CARDS)},
}
assert len(DEFAULT_WEIGHTS) == HELD_CARD + len(OTHER_CARDS)
