"""Planes of the observation tensor that frames write; `tensor.py` lists all planes in their order."""

from typing import Final

from meute.core.tensor import ANY, Plane
from meute.games.aventure.state import FACES, MOST_PLACES, POWERS

HAND: Final = Plane("hand", (FACES,), "the card in hand: a Story, or 55 on an Objective")
TOOK: Final = Plane(
    "took", (1,), "two more than the place of the market that the card in hand left empty", MOST_PLACES + 1
)
WAY: Final = Plane("way", (1,), "where it may be placed: in contact, by a corner, anywhere", 2)
FILLS: Final = Plane("fills", (MOST_PLACES,), "places of the market that are filled next")
LAID: Final = Plane("laid", (1,), "how far the set-up has come", ANY)
AGAIN: Final = Plane("again", (1,), "a second card follows")
POWER: Final = Plane("power", (POWERS,), "the Power that was used this turn")
CHOOSING: Final = Plane(
    "choosing",
    (6,),
    "a choice: one more than Power, cell, card, marker, seat; may be declined",
    ANY,
)
CHOSEN_POWER: Final = 0
CHOSEN_CELL: Final = 1
CHOSEN_CARD: Final = 2
CHOSEN_MARKER: Final = 3
CHOSEN_SEAT: Final = 4
MAY_DECLINE: Final = 5
"""Indices in `CHOOSING`."""
