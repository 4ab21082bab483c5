"""What a search has found out about tables, by the decisions that led to them."""

from typing import Final

from meute.core.numbers import filled, i64
from meute.core.seats import Seat

UNTRACKED: Final = 0
"""The trail of a table that nobody follows."""
LONGEST: Final = 0x3FFFFFFFFFFFFFF
"""A trail has 58 bits, so that a seat fits beside it."""
MIXED: Final = 0x2545F4914F6CDD1D
FOLDED: Final = 29
BESIDE: Final = 16
ROOM: Final = 16384
"""Tables that are remembered at once, unless more are wanted: a power of two."""
UNKNOWN: Final = -0x3FFFFFFFFFFFFFFF


def further(trail: i64, seat: Seat, action: i64) -> i64:
    """The trail on which a decision leads: another one after each."""
    mixed = ((trail ^ (action * BESIDE + seat + 2)) * MIXED) & LONGEST
    return mixed ^ (mixed >> FOLDED)


class Trails:
    """Where trails begin: each at a table of its own."""

    begun: i64 = 2
    """From here on: the second trail would be none."""

    def begin(self) -> i64:
        """A trail that nobody has followed yet."""
        self.begun += 1
        return further(self.begun, 0, 0)


TRAILS: Final = Trails()


class Memory:
    """What tables are worth to seats; where two want the same room, the later one has it."""

    room: i64

    def __init__(self, room: i64 = ROOM) -> None:
        self.room = room
        self.keys = filled(room, 0)
        self.worths = filled(room, 0)

    def recall(self, trail: i64, seat: Seat) -> i64:
        """What the table at the end of a trail is worth, or UNKNOWN."""
        at = trail & (self.room - 1)
        if self.keys[at] != trail * BESIDE + seat:
            return UNKNOWN
        return self.worths[at]

    def remember(self, trail: i64, seat: Seat, worth: i64) -> None:
        """Keeps it."""
        at = trail & (self.room - 1)
        self.keys[at] = trail * BESIDE + seat
        self.worths[at] = worth
