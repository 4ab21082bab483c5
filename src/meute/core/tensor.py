"""Observation tensors: a view as a row of small integers in named planes.

A game's `tensor.py` declares its planes once and writes them in the same order into a cleared row. Writers return the
next index."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from mypy_extensions import i16

from meute.core.frame import Frame, State
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
        self.size = 1
        for extent in shape:
            self.size *= extent


class Layout:
    """The planes of a game's tensor in their order; the first two describe the stack of frames."""

    def __init__(self, frames: Sequence[type[Frame]], *planes: Plane) -> None:
        self.kinds = {kind: number for number, kind in enumerate(frames)}
        self.many: i64 = len(frames)
        each = (len(frames),)
        steps = max(field.high for kind in frames for name, field in kind.FIELDS.items() if name == "step")
        names = ", ".join(kind.__name__ for kind in frames)
        self.planes = (
            Plane("asks", each, f"the top frame: {names}"),
            Plane("reads", each, "the step of each frame on the stack plus 1, 0 if it is not there", steps + 1),
            *planes,
        )
        self.size: i64 = sum(plane.size for plane in self.planes)
        assert len({plane.name for plane in self.planes}) == len(self.planes)

    def begin(self, s: State, out: Row, at: i64) -> i64:
        """Clears the row and writes the planes of the stack."""
        clear(out, at, self.size)
        reads = at + self.many
        frame = s.top
        while frame is not None:
            kind = self.kind(frame)
            if frame is s.top:
                out[at + kind] = 1
            out[reads + kind] = i16(frame.step + 1)
            frame = frame.under
        return reads + self.many

    def kind(self, frame: Frame) -> i64:
        """The index of a frame's class."""
        return self.kinds[type(frame)]

    def split(self, rows: Any) -> dict[str, Any]:
        """Splits the last axis of an array into its planes, by name."""
        parts: dict[str, Any] = {}
        at = 0
        for plane in self.planes:
            parts[plane.name] = rows[..., at : at + plane.size].reshape(*rows.shape[:-1], *plane.shape)
            at += plane.size
        return parts

    def lows(self) -> list[int]:
        """The lowest value at each index."""
        return [plane.low for plane in self.planes for _ in range(plane.size)]

    def highs(self) -> list[int]:
        """The highest value at each index."""
        return [plane.high for plane in self.planes for _ in range(plane.size)]


def clear(out: Row, at: i64, many: i64) -> None:
    """Writes so many zeros."""
    for n in range(at, at + many):
        out[n] = 0


def write_number(out: Row, at: i64, value: i64) -> i64:
    """Writes one number."""
    out[at] = i16(value)
    return at + 1


def write_numbers(out: Row, at: i64, values: vec[i64], more: i64 = 0) -> i64:
    """Writes numbers, each with an offset added."""
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
    """Writes a set as 0 and 1, members from `many` on ignored."""
    write_at_members(out, at, those & first_n(many), 1)
    return at + many


def write_packed(out: Row, at: i64, word: i64, bits: i64, many: i64) -> i64:
    """Writes numbers that are packed into one integer, so many bits each."""
    end = at + many
    field = first_n(bits)
    while word and at < end:
        out[at] = i16(word & field)
        word >>= bits
        at += 1
    return end


def write_by_seat(out: Row, at: i64, values: vec[i64], seat: Seat, seats: i64, width: i64, more: i64 = 0) -> None:
    """Writes `width` numbers of every seat: own seat first, then clockwise."""
    end = seats * width
    n = seat * width
    for k in range(at, at + end):
        out[k] = i16(values[n] + more)
        n += 1
        if n == end:
            n = 0


def relative_seat(other: Seat, seat: Seat, seats: i64) -> i64:
    """The clockwise distance of another seat, 0 for the own one; NOBODY stays."""
    if other < 0:
        return NOBODY
    return other - seat if other >= seat else other - seat + seats


def relative_seats(those: Seats, seat: Seat, seats: i64) -> Seats:
    """A set of seats, counted clockwise from the own one."""
    return rotate_packed(those, seat, seats, 1)


def rotate_packed(word: i64, seat: Seat, seats: i64, bits: i64) -> i64:
    """Rotates the packed numbers of all seats so that the own one comes first."""
    return (word >> (seat * bits) | word << ((seats - seat) * bits)) & first_n(seats * bits)
