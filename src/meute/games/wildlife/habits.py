"""What judgement goes by, in hundredths of a point where nothing else is said: numbers that are learned, each with a
first guess."""

from typing import Final

from meute.games.wildlife.names import ABILITY_NAMES, LEVEL_NAMES, OTHER_CARDS
from meute.games.wildlife.state import ABILITIES, ATTACK

FOOD_WORTH: Final = 0
LATE_FOOD_WORTH: Final = 1
"""Food is kept for bids, until the end is near."""
NEXT_SCORING: Final = 2
LATER_SCORING: Final = 3
"""What a point of the next and of each later general scoring counts for now, since the table will change."""
COLONY_WORTH: Final = 4
"""For each piece that a colony grows by."""
PIECE_WORTH: Final = 5
LEVEL_WORTH: Final = 6
"""What no action, Move, Reproduce and Attack on a terrain bring in a turn to come."""
ABILITY_WORTH: Final = LEVEL_WORTH + ATTACK + 1
"""What Food, Intelligence, Mobility, Defence and Attack bring in a turn to come."""
UNBOOKED_POINT: Final = ABILITY_WORTH + ABILITIES
"""A point of the Food ability before it is booked: a buyer's arrow could still take the card away."""
SALE_WORTH: Final = UNBOOKED_POINT + 1
TURN_WORTH: Final = UNBOOKED_POINT + 2
TURN_SQUARE: Final = UNBOOKED_POINT + 3
"""What the cards of a turn to come in this round promise, and how much more with the square of the turns left: a turn
that ends is then no loss to whoever ends it."""
TURNS_A_PIECE: Final = UNBOOKED_POINT + 4
"""How many turns each piece of the smallest stock stands for, in hundredths."""
MOST_TURNS: Final = UNBOOKED_POINT + 5
BOARD_WORTH: Final = UNBOOKED_POINT + 6
KEEP: Final = UNBOOKED_POINT + 7
"""A card used now is missed later: so many hundredths of what it could do."""
DEFENDED_SHARE: Final = UNBOOKED_POINT + 8
BOUGHT_SHARE: Final = UNBOOKED_POINT + 9
"""How much of what a card seems to bring its bidder trusts, in hundredths."""
SHIFT_SHARE: Final = UNBOOKED_POINT + 10
"""A piece that moves leaves a gap elsewhere."""
HELD_TERRAIN: Final = UNBOOKED_POINT + 11
"""A card in hand of a terrain with no action, Move, Reproduce and Attack."""
HELD_CARD: Final = HELD_TERRAIN + ATTACK + 1
"""Every other kind of card in hand."""

HABITS: Final = {
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
assert len(HABITS) == HELD_CARD + len(OTHER_CARDS)
