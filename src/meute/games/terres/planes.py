"""Planes of the observation tensor that frames write; `tensor.py` lists all planes in their order."""

from typing import Final

from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.core.tensor import Plane, PlaneWriter
from meute.games.terres.state import CARDS, FACE_DOWN, GROUNDS, MOST_PLACES, Ground

LED: Final = Plane("led", (CARDS,), "the card that was led")
LED_ON: Final = Plane("led_on", (GROUNDS,), "where")
FOLLOWED: Final = Plane("followed", (CARDS,), "the card that followed")
FOLLOWED_ON: Final = Plane("followed_on", (GROUNDS,), "where")
MINE: Final = Plane("mine", (1,), "the own side turns a claw, or has lost the trick")
GROUND: Final = Plane("ground", (GROUNDS,), "where claws are turned or taken")
PLACE: Final = Plane("place", (MOST_PLACES,), "which claw was chosen")
CLAW: Final = Plane("claw", (FACE_DOWN + 1,), "its kind; the last one face down")
LAID: Final = Plane("laid", (1,), "how far the set-up has come", GROUNDS * MOST_PLACES)


def write_claw_choice(out: PlaneWriter, seat: Seat, ground: Ground, place: i64) -> None:
    """Writes which seat chooses a claw, where, and the one it has chosen."""
    out.number(MINE, 1 if seat == out.own else 0)
    out.one_hot(GROUND, ground)
    out.one_hot(PLACE, place)
