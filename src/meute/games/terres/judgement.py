"""What a table is worth to a pack: its lead on the score sheet."""

from meute.core.game import POINT
from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.games.terres.scoring import lead
from meute.games.terres.state import Terres


def worth(s: Terres, seat: Seat) -> i64:
    """The seat's lead in points."""
    return lead(s) * POINT if seat == 0 else -lead(s) * POINT
