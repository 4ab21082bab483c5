"""What a seat sees, and whole tables that fit it: everything lies open, only the set-up is drawn."""

from meute.core.chance import Generator
from meute.core.seats import Seat
from meute.games.clan.state import Clan


def look(s: Clan, seat: Seat) -> Clan:
    """The whole table: personal boards, tokens and the map are public."""
    return s.copy()


def imagine(v: Clan, seat: Seat, rng: Generator) -> Clan:
    """The same table: nothing is hidden."""
    return v.copy()
