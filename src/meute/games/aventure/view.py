"""What a seat sees, field by field, and whole tables that fit it."""

from meute.core.chance import Generator
from meute.core.seats import Seat
from meute.games.aventure.state import Aventure


def look(s: Aventure, seat: Seat) -> Aventure:
    """Every face on the table is seen by all, and the deck's order is nobody's: the shuffled part has none yet."""
    v = Aventure()
    s.show_stack_to(v, seat)
    s.copy_things_to(v)
    return v


def imagine(v: Aventure, seat: Seat, rng: Generator) -> Aventure:
    """Nothing is hidden but what chance has not yet drawn."""
    return v.copy()
