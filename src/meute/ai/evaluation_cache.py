"""Cache of evaluations, keyed by a hash of the decisions that led to a state."""

from typing import Final

from meute.core.numbers import filled, i64
from meute.core.seats import Seat

UNTRACKED: Final = 0
"""The path hash of a state that no search tracks."""
HASH_MASK: Final = 0x3FFFFFFFFFFFFFF
"""A path hash has 58 bits, so that a seat fits beside it in a key."""
MULTIPLIER: Final = 0x2545F4914F6CDD1D
FOLD: Final = 29
SEAT_FACTOR: Final = 16
DEFAULT_SIZE: Final = 16384
"""Entries of a cache: a power of two."""
UNKNOWN: Final = -0x3FFFFFFFFFFFFFFF


def extend_path(path: i64, seat: Seat, action: i64) -> i64:
    """The path hash after one more decision."""
    mixed = ((path ^ (action * SEAT_FACTOR + seat + 2)) * MULTIPLIER) & HASH_MASK
    return mixed ^ (mixed >> FOLD)


class PathHashes:
    """Gives each search its own path hash to start from."""

    begun: i64 = 2
    """Counts on from here: 2 itself would hash to UNTRACKED."""

    def new_root(self) -> i64:
        """A path hash that no search has used."""
        self.begun += 1
        return extend_path(self.begun, 0, 0)


PATH_HASHES: Final = PathHashes()


class EvaluationCache:
    """Fixed-size hash table of evaluations by path and seat; a collision replaces the older entry."""

    size: i64

    def __init__(self, size: i64 = DEFAULT_SIZE) -> None:
        self.size = size
        self.keys = filled(size, 0)
        self.values = filled(size, 0)

    def get(self, path: i64, seat: Seat) -> i64:
        """The stored evaluation of a path for a seat; UNKNOWN if there is none."""
        at = path & (self.size - 1)
        if self.keys[at] != path * SEAT_FACTOR + seat:
            return UNKNOWN
        return self.values[at]

    def put(self, path: i64, seat: Seat, value: i64) -> None:
        at = path & (self.size - 1)
        self.keys[at] = path * SEAT_FACTOR + seat
        self.values[at] = value


NO_CACHE: Final = EvaluationCache(1)
"""The cache of games that remember no values."""
