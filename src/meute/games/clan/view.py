"""Redacted state of a seat (redact) and sampling of full states (determinize): all information is public."""

from meute.core.chance import Generator
from meute.core.seats import Seat
from meute.games.clan.state import Clan


def redact(s: Clan, seat: Seat) -> Clan:
    return s.copy()


def determinize(v: Clan, seat: Seat, rng: Generator) -> Clan:
    return v.copy()
