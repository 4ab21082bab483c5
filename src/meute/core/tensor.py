"""Tensors of views: what a seat sees as rows of small numbers, in named planes, for people who train players.

A game's `tensor.py` declares its planes once and writes them in the same order; every number of a plane is written each
time, so that a row can be used again."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from mypy_extensions import i16

from meute.core.frame import Frame, State
from meute.core.numbers import NOBODY, Mask, first_n, i64, vec
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
    """The planes of a game's tensor, one after the other."""

    def __init__(self, *planes: Plane) -> None:
        self.planes = planes
        self.size = sum(plane.size for plane in planes)
        assert len({plane.name for plane in planes}) == len(planes)

    def start(self, name: str) -> int:
        """Where a plane begins."""
        at = 0
        for plane in self.planes:
            if plane.name == name:
                return at
            at += plane.size
        raise KeyError(name)

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


class Stack:
    """The paragraphs that are being read, of the kinds a game has."""

    def __init__(self, kinds: Sequence[type[Frame]]) -> None:
        self.numbers = {kind: number for number, kind in enumerate(kinds)}
        self.many: i64 = len(kinds)

    def planes(self) -> tuple[Plane, Plane]:
        """`asks`: the kind of paragraph on top; `reads`: for each kind, one more than its step, 0 if it is not read."""
        kinds = (len(self.numbers),)
        steps = max(field.high for kind in self.numbers for name, field in kind.FIELDS.items() if name == "step")
        names = ", ".join(kind.__name__ for kind in self.numbers)
        return (
            Plane("asks", kinds, f"the paragraph that asks: {names}"),
            Plane("reads", kinds, "how far each paragraph is read: one more than its step, 0 if it is not", steps + 1),
        )

    def number(self, frame: Frame) -> i64:
        """The number of a paragraph's kind."""
        return self.numbers[type(frame)]

    def fill(self, s: State, out: Row, at: i64) -> i64:
        """Writes both planes."""
        reads = at + self.many
        blank(out, at, 2 * self.many)
        frame = s.top
        while frame is not None:
            kind = self.number(frame)
            if frame is s.top:
                out[at + kind] = 1
            out[reads + kind] = i16(frame.step + 1)
            frame = frame.under
        return reads + self.many


def blank(out: Row, at: i64, many: i64) -> i64:
    """So many zeros; where the next number goes."""
    for n in range(at, at + many):
        out[n] = 0
    return at + many


def number(out: Row, at: i64, value: i64) -> i64:
    """One number."""
    out[at] = i16(value)
    return at + 1


def one(out: Row, at: i64, which: i64, many: i64) -> i64:
    """A 1 at one of so many places; nowhere for NOBODY."""
    blank(out, at, many)
    if which >= 0:
        out[at + which] = 1
    return at + many


def members(out: Row, at: i64, those: Mask, many: i64) -> i64:
    """A 1 for each member of a set of numbers below so many."""
    for n in range(at, at + many):
        out[n] = i16(those & 1)
        those >>= 1
    return at + many


def from_own(other: Seat, seat: Seat, seats: i64) -> i64:
    """How many places to the left another seat is, 0 for the own one; NOBODY stays."""
    if other < 0:
        return NOBODY
    return other - seat if other >= seat else other - seat + seats


def turned(those: Seats, seat: Seat, seats: i64) -> Seats:
    """A set of seats, counted from the own one."""
    return (those >> seat | those << (seats - seat)) & first_n(seats)
