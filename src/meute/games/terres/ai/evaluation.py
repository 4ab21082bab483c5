"""Heuristic evaluation of a state for one seat."""

from meute.ai.evaluator import POINT
from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.games.terres.scoring import lead
from meute.games.terres.state import Terres


def evaluate(s: Terres, seat: Seat) -> i64:
    """The seat's lead on the score sheet, in units of POINT."""
    return lead(s) * POINT if seat == 0 else -lead(s) * POINT
