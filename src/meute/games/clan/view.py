"""What a seat sees, field by field, and whole tables that fit it: everything lies open, only the set-up is drawn."""

from meute.core.chance import Generator
from meute.core.seats import Seat
from meute.games.clan.state import Clan


def look(s: Clan, seat: Seat) -> Clan:
    """The whole table: personal boards, tokens and the map are public."""
    v = Clan()
    s.show_stack_to(v, seat)
    v.box = s.box
    v.opt = s.opt
    v.walls = s.walls
    v.words = s.words
    v.first = s.first
    v.active = s.active
    v.turns = s.turns
    v.scored = s.scored
    v.turned = s.turned
    v.boards = s.boards[:]
    v.fields = s.fields
    v.map = s.map[:]
    v.herds = s.herds[:]
    v.moons = s.moons[:]
    v.own = s.own[:]
    v.calendar = s.calendar[:]
    v.last = s.last
    return v


def imagine(v: Clan, seat: Seat, rng: Generator) -> Clan:
    """The same table: nothing is hidden."""
    return v.copy()
