"""Observation tensors: a view as a row of small integers in named planes.

A game's `tensor.py` writes the planes of the state in their order into a cleared row: functions return the next index.
Frames write theirs by name, through a `PlaneWriter`."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from mypy_extensions import i16, mypyc_attr

from meute.core.numbers import NOBODY, Mask, first_n, i64, lowest, vec
from meute.core.seats import Seat, Seats

Row: TypeAlias = "vec[i16]"
"""In quotes because compiled code has i16 only as a type."""

FLAG_HIGH: Final = 1
ANY: Final = 32767
"""The highest value of a plane without a limit of its own."""


class Plane:
    """A named part of a tensor: shape, lowest and highest value, and their meaning."""

    def __init__(self, name: str, shape: Sequence[int], about: str, high: int = FLAG_HIGH, low: int = 0) -> None:
        self.name = name
        self.shape = tuple(shape)
        self.about = about
        self.low = low
        self.high = high
        self.at: i64 = 0
        """Its first index in a row, set by the layout."""
        self.width: i64 = shape[-1]
        self.size: i64 = 1
        for extent in shape:
            self.size *= extent

    def after(self, start: i64) -> i64:
        """The index after it, in a tensor that begins at `start`."""
        return start + self.at + self.size


def clear(out: Row, at: i64, many: i64) -> None:
    """Writes `many` zeros."""
    for n in range(at, at + many):
        out[n] = 0


def write_number(out: Row, at: i64, value: i64) -> i64:
    """Writes one number."""
    out[at] = i16(value)
    return at + 1


def write_numbers(out: Row, at: i64, values: vec[i64], more: i64 = 0) -> i64:
    """Writes numbers, each plus `more`; returns the next index."""
    for value in values:
        out[at] = i16(value + more)
        at += 1
    return at


def write_row(out: Row, at: i64, values: Row) -> None:
    """Copies a row."""
    for n in range(len(values)):
        out[at + n] = values[n]


def write_one_hot(out: Row, at: i64, which: i64, many: i64) -> i64:
    """Writes a one-hot vector; all zeros for NOBODY."""
    if which >= 0:
        out[at + which] = 1
    return at + many


def write_at_members(out: Row, at: i64, those: Mask, value: i64) -> None:
    """Writes the same number at the index of each member of a set."""
    while those:
        out[at + lowest(those)] = i16(value)
        those &= those - 1


def write_set(out: Row, at: i64, those: Mask, many: i64) -> i64:
    """Writes a set as zeros and ones, ignoring members from `many` on; returns the next index."""
    write_at_members(out, at, those & first_n(many), 1)
    return at + many


def write_packed(out: Row, at: i64, word: i64, bits: i64, many: i64) -> i64:
    """Writes `many` numbers, which `word` packs with `bits` bits each; returns the next index."""
    end = at + many
    field = first_n(bits)
    while word and at < end:
        out[at] = i16(word & field)
        word >>= bits
        at += 1
    return end


def write_by_seat(out: Row, at: i64, values: vec[i64], seat: Seat, seats: i64, width: i64, more: i64 = 0) -> None:
    """Writes `width` numbers of every seat, each plus `more`: the own seat first, then clockwise."""
    end = seats * width
    n = seat * width
    for k in range(at, at + end):
        out[k] = i16(values[n] + more)
        n += 1
        if n == end:
            n = 0


def relative_seat(other: Seat, seat: Seat, seats: i64) -> i64:
    """The number of another seat, counted clockwise from the own one (0); NOBODY for NOBODY."""
    if other < 0:
        return NOBODY
    return other - seat if other >= seat else other - seat + seats


def relative_seats(those: Seats, seat: Seat, seats: i64) -> Seats:
    """Renumbers a set of seats clockwise from the own one, which becomes 0."""
    return rotate_packed(those, seat, seats, 1)


def rotate_packed(word: i64, seat: Seat, seats: i64, bits: i64) -> i64:
    """Rotates the packed numbers of all seats so that the own one comes first."""
    return (word >> (seat * bits) | word << ((seats - seat) * bits)) & first_n(seats * bits)


@mypyc_attr(acyclic=True, free_list_len=1)
class PlaneWriter:
    """One seat's row of a tensor, into which frames write their planes. Seats are counted clockwise from the own one.

    The parameter `row` of its methods selects a row of a plane with two dimensions."""

    def __init__(self, out: Row, at: i64, seat: Seat, seats: i64) -> None:
        self.out = out
        self.at = at
        """The first index of the tensor."""
        self.own = seat
        self.seats = seats
        self.kind: i64 = 0
        """The index of the frame that writes, in the game's `FRAMES`."""

    def number(self, plane: Plane, value: i64, index: i64 = 0) -> None:
        """Writes one number."""
        write_number(self.out, self.at + plane.at + index, value)

    def numbers(self, plane: Plane, values: vec[i64], more: i64 = 0, row: i64 = 0) -> None:
        """Writes numbers, each plus `more`."""
        write_numbers(self.out, self.at + plane.at + row * plane.width, values, more)

    def one_hot(self, plane: Plane, which: i64, row: i64 = 0) -> None:
        """Writes a one-hot vector; all zeros for NOBODY."""
        write_one_hot(self.out, self.at + plane.at + row * plane.width, which, plane.width)

    def members(self, plane: Plane, those: Mask, row: i64 = 0) -> None:
        """Writes a set as 0 and 1."""
        write_set(self.out, self.at + plane.at + row * plane.width, those, plane.width)

    def packed(self, plane: Plane, word: i64, bits: i64) -> None:
        """Writes numbers, which `word` packs with `bits` bits each."""
        write_packed(self.out, self.at + plane.at, word, bits, plane.width)

    def seat(self, plane: Plane, other: Seat, row: i64 = 0) -> None:
        """Writes a seat as a one-hot vector; all zeros for NOBODY."""
        self.one_hot(plane, relative_seat(other, self.own, self.seats), row)

    def seat_number(self, plane: Plane, other: Seat, index: i64 = 0) -> None:
        """Writes one more than a seat; 0 for NOBODY."""
        self.number(plane, relative_seat(other, self.own, self.seats) + 1, index)

    def seat_set(self, plane: Plane, those: Seats) -> None:
        """Writes a set of seats as 0 and 1."""
        self.members(plane, relative_seats(those, self.own, self.seats))

    def by_seat(self, plane: Plane, values: vec[i64], more: i64 = 0) -> None:
        """Writes one number of every seat, each plus `more`."""
        write_by_seat(self.out, self.at + plane.at, values, self.own, self.seats, 1, more)

    def packed_by_seat(self, plane: Plane, word: i64, bits: i64) -> None:
        """Writes one number of every seat, which `word` packs with `bits` bits each."""
        self.packed(plane, rotate_packed(word, self.own, self.seats, bits), bits)
