"""Planes of the observation tensor that frames write; `tensor.py` lists all planes in their order."""

from typing import Final

from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.core.tensor import ANY, Plane, relative_seat
from meute.games.clan.state import KINDS, MOST_SEATS, MOST_SLOTS, MOST_SPACES, PLACES, TERRAINS, TILES, Clan

PHANTOM: Final = MOST_SEATS + 1
MOVED: Final = 4
LAND: Final = (MOST_SLOTS, PLACES)

DONE: Final = Plane("done", (1,), "actions of this turn", ANY)
PAY: Final = Plane("pay", (2,), "one more than the terrain that is paid with, and how much is left to pay", TILES)
USED: Final = Plane("used", (TILES,), "tiles that have paid")
FROM: Final = Plane("from", LAND, "where a move or an action begins")
TO: Final = Plane("to", (1,), "one more than the space that a wolf goes to", MOST_SPACES)
PIECE: Final = Plane("kind", (KINDS,), "the kind of piece that moves or is dominated")
WAY: Final = Plane("way", (TERRAINS,), "the terrain of a move")
HAVE_MOVED: Final = Plane("moved", (MOVED,), "one more than wolf and space of those that have moved", ANY)
LAID: Final = Plane("laid", (1,), "how far the set-up has come", ANY)
FLEES: Final = Plane("flees", (3,), "one more than seat, kind and space of the wolf that must flee", MOST_SPACES)


def relative_owner(s: Clan, seat: Seat, owner: i64) -> i64:
    """An owner for the tensor: 1 plus its seat, counted from the own one; PHANTOM for the phantom pack, 0 for
    NOBODY."""
    if owner == s.seats:
        return PHANTOM
    return relative_seat(owner, seat, s.seats) + 1
