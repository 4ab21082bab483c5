"""Tensors of views: what a seat sees as rows of small numbers, in named planes, for people who train players.

A game's `tensor.py` declares its planes once and writes them in the same order, upon a row that is blank before: what
nobody writes is 0."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from mypy_extensions import i16

from meute.core.frame import Frame, State
from meute.core.numbers import NOBODY, Mask, first_n, i64, lowest, vec
from meute.core.seats import Seat, Seats

Row: TypeAlias = "vec[i16]"
"""In quotes: compiled code knows i16 only as a type."""

FLAG_HIGH: Final = 1
ANY: Final = 32767
"""For numbers without a limit of their own."""


class Plane:
    """A named part of a tensor: its shape, the lowest and highest number in it, and what they mean."""

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
    """The planes of a game's tensor, one after the other; first what is being read of its paragraphs."""

    def __init__(self, frames: Sequence[type[Frame]], *planes: Plane) -> None:
        self.kinds = {kind: number for number, kind in enumerate(frames)}
        self.many: i64 = len(frames)
        each = (len(frames),)
        steps = max(field.high for kind in frames for name, field in kind.FIELDS.items() if name == "step")
        names = ", ".join(kind.__name__ for kind in frames)
        self.planes = (
            Plane("asks", each, f"the paragraph that asks: {names}"),
            Plane("reads", each, "how far each paragraph is read: one more than its step, 0 if it is not", steps + 1),
            *planes,
        )
        self.size: i64 = sum(plane.size for plane in self.planes)
        assert len({plane.name for plane in self.planes}) == len(self.planes)

    def begin(self, s: State, out: Row, at: i64) -> i64:
        """A blank row but for the paragraphs; where the next plane begins."""
        blank(out, at, self.size)
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
        """The number of a paragraph's kind."""
        return self.kinds[type(frame)]

    def split(self, rows: Any) -> dict[str, Any]:
        """An array of tensors as its planes, by name; numbers before the last axis stay as they are."""
        parts: dict[str, Any] = {}
        at = 0
        for plane in self.planes:
            parts[plane.name] = rows[..., at : at + plane.size].reshape(*rows.shape[:-1], *plane.shape)
            at += plane.size
        return parts

    def lows(self) -> list[int]:
        """The lowest number at each place."""
        return [plane.low for plane in self.planes for _ in range(plane.size)]

    def highs(self) -> list[int]:
        """The highest number at each place."""
        return [plane.high for plane in self.planes for _ in range(plane.size)]


def blank(out: Row, at: i64, many: i64) -> None:
    """So many zeros."""
    for n in range(at, at + many):
        out[n] = 0


def number(out: Row, at: i64, value: i64) -> i64:
    """One number; where the next one goes."""
    out[at] = i16(value)
    return at + 1


def numbers(out: Row, at: i64, values: vec[i64], more: i64 = 0) -> i64:
    """Numbers, each so much more."""
    for value in values:
        out[at] = i16(value + more)
        at += 1
    return at


def copied(out: Row, at: i64, values: Row) -> None:
    """Numbers that are kept as a row."""
    for n in range(len(values)):
        out[at + n] = values[n]


def one(out: Row, at: i64, which: i64, many: i64) -> i64:
    """A 1 at one of so many places; nowhere for NOBODY."""
    if which >= 0:
        out[at + which] = 1
    return at + many


def marked(out: Row, at: i64, those: Mask, value: i64) -> None:
    """The same number for each member of a set."""
    while those:
        out[at + lowest(those)] = i16(value)
        those &= those - 1


def members(out: Row, at: i64, those: Mask, many: i64) -> i64:
    """A 1 for each member of a set that is below so many."""
    marked(out, at, those & first_n(many), 1)
    return at + many


def packed(out: Row, at: i64, word: i64, bits: i64, many: i64) -> i64:
    """Small numbers that are kept in one, so many bits each."""
    end = at + many
    field = first_n(bits)
    while word and at < end:
        out[at] = i16(word & field)
        word >>= bits
        at += 1
    return end


def seated(out: Row, at: i64, values: vec[i64], seat: Seat, seats: i64, width: i64, more: i64 = 0) -> None:
    """Numbers of every seat, so many for each: the own ones first, then as the others sit to the left."""
    end = seats * width
    n = seat * width
    for k in range(at, at + end):
        out[k] = i16(values[n] + more)
        n += 1
        if n == end:
            n = 0


def from_own(other: Seat, seat: Seat, seats: i64) -> i64:
    """How many places to the left another seat is, 0 for the own one; NOBODY stays."""
    if other < 0:
        return NOBODY
    return other - seat if other >= seat else other - seat + seats


def turned(those: Seats, seat: Seat, seats: i64) -> Seats:
    """A set of seats, counted from the own one."""
    return rolled(those, seat, seats, 1)


def rolled(word: i64, seat: Seat, seats: i64, bits: i64) -> i64:
    """Small numbers of all seats that are kept in one, the own one first."""
    return (word >> (seat * bits) | word << ((seats - seat) * bits)) & first_n(seats * bits)
