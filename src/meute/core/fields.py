"""Types of frame fields: declared in `Frame.FIELDS`, written and validated by `position.py`."""

from collections.abc import Mapping
from typing import Final

from meute.core.numbers import LARGEST_SET, NOBODY


class Field:
    """An integer from low to high, some with names; with a length, a vector of so many."""

    def __init__(self, low: int, high: int, words: Mapping[int, str] | None = None, length: int = 0) -> None:
        self.low = low
        self.high = high
        self.words = words or {}
        self.length = length

    def most(self, seats: int) -> int:
        """The highest value with so many seats."""
        return self.high


class SeatField(Field):
    """A seat."""

    def most(self, seats: int) -> int:
        return seats - 1


class SeatSetField(Field):
    """A set of seats."""

    def most(self, seats: int) -> int:
        return int(2**seats - 1)


def below(n: int) -> Field:
    """A number from 0 to n - 1."""
    return Field(0, n - 1)


def maybe(n: int) -> Field:
    """A number below n, or NOBODY."""
    return Field(NOBODY, n - 1)


def members(n: int) -> Field:
    """A set of numbers below n."""
    assert n <= LARGEST_SET
    return Field(0, 2**n - 1)


def steps(words: Mapping[int, str]) -> Field:
    """The steps of a frame, named for positions."""
    return Field(min(words), max(words), words)


def row(field: Field, length: int) -> Field:
    """A vector of so many numbers of one type."""
    return type(field)(field.low, field.high, field.words, length)


SEAT: Final = SeatField(0, 0)
MAYBE_SEAT: Final = SeatField(NOBODY, 0)
SEATS: Final = SeatSetField(0, 0)
FLAG: Final = below(2)
