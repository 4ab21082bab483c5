"""Heuristic weights: constant, name and first guess; in hundredths of a point unless said otherwise."""

from typing import Final

from meute.ai.weights import family
from meute.core.game import by_number
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

WEIGHTS: Final = by_number(
    {
        FOOD_VALUE: ("food", 34),
        LATE_FOOD_VALUE: ("late_food", 25),
        NEXT_SCORING: ("next_scoring", 65),
        LATER_SCORING: ("later_scoring", 25),
        COLONY_VALUE: ("colony", 18),
        PIECE_VALUE: ("piece", 30),
        **family(LEVEL_VALUE, "level", LEVEL_NAMES, (0, 7, 28, 42)),
        **family(ABILITY_VALUE, "ability", ABILITY_NAMES, (150, 160, 120, 40, 110)),
        UNBOOKED_POINT: ("unbooked", 95),
        SALE_VALUE: ("sale", 90),
        TURN_VALUE: ("turn", 560),
        TURN_SQUARE: ("turn_square", 20),
        TURNS_PER_PIECE: ("turns_a_piece", 50),
        MOST_TURNS: ("most_turns", 9),
        BOARD_VALUE: ("board", 70),
        KEEP: ("keep", 25),
        DEFENDED_SHARE: ("defended", 33),
        BOUGHT_SHARE: ("bought", 75),
        SHIFT_SHARE: ("shift", 50),
        **family(HELD_TERRAIN, "held", LEVEL_NAMES, [0] * len(LEVEL_NAMES)),
        **family(HELD_CARD, "held", OTHER_CARDS, [0] * len(OTHER_CARDS)),
    }
)
