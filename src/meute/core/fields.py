"""Types of frame fields: declared in `Frame.FIELDS`, written and validated by `position.py`."""

from collections.abc import Mapping
from typing import Final

from meute.core.numbers import LARGEST_SET, NOBODY


class Field:
    """The type of a frame field: an integer from low to high, some values with names; with a length above 0, a vector
    of that many integers."""

    def __init__(self, low: int, high: int, words: Mapping[int, str] | None = None, length: int = 0) -> None:
        self.low = low
        self.high = high
        self.words = words or {}
        self.length = length

    def most(self, seats: int) -> int:
        """The highest value of the field in a game with that many seats."""
        return self.high


class SeatField(Field):
    """The type of a field that holds a seat."""

    def most(self, seats: int) -> int:
        return seats - 1


class SeatSetField(Field):
    """The type of a field that holds a set of seats, as a bit mask."""

    def most(self, seats: int) -> int:
        return int(2**seats - 1)


def below(n: int) -> Field:
    """The type of a field that holds a number from 0 to n - 1."""
    return Field(0, n - 1)


def maybe(n: int) -> Field:
    """The type of a field that holds a number from 0 to n - 1, or NOBODY (-1)."""
    return Field(NOBODY, n - 1)


def members(n: int) -> Field:
    """The type of a field that holds a set of numbers from 0 to n - 1, as a bit mask."""
    assert n <= LARGEST_SET
    return Field(0, 2**n - 1)


def steps(words: Mapping[int, str]) -> Field:
    """The type of a frame's `step`; positions write the names in `words` instead of numbers."""
    return Field(min(words), max(words), words)


def row(field: Field, length: int) -> Field:
    """The type of a field that holds a vector of `length` numbers, each of the given type."""
    return type(field)(field.low, field.high, field.words, length)


SEAT: Final = SeatField(0, 0)
MAYBE_SEAT: Final = SeatField(NOBODY, 0)
SEATS: Final = SeatSetField(0, 0)
FLAG: Final = below(2)
