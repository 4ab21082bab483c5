"""Planes of the observation tensor that frames write; `tensor.py` lists all planes in their order.

Planes of wolves have a row per seat and a column per letter."""

from typing import Final

from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, first_n, i64, vec
from meute.core.seats import Seat, left_of
from meute.core.tensor import ANY, Plane, PlaneWriter, Row, relative_seat, write_number, write_set
from meute.games.traces.state import (
    ANIMALS,
    CARDS,
    FIGHTERS,
    HIDDEN,
    LARGE,
    LETTERS,
    MOST_GAME,
    MOST_SEATS,
    SMALL,
    WOLVES,
    Traces,
    Wolf,
    letter_of,
    owner,
)

PACK: Final = (MOST_SEATS, LETTERS)

MISSING: Final = Plane("missing", (MOST_SEATS,), "seats that have not answered yet")
ANSWER: Final = Plane("answer", (1,), "one more than the own sealed answer", ANY)
DUE: Final = Plane("due", (MOST_SEATS,), "pups that each seat adds", LETTERS)
BALLOTS: Final = Plane("ballots", (MOST_SEATS,), "one more than each seat's vote", LARGE + 1)
DOWN: Final = Plane("down", (MOST_SEATS,), "first wolves still face down")
WAITING: Final = Plane("waiting", (MOST_SEATS,), "seats that may still join")
CAUGHT: Final = Plane("caught", PACK, "one more than what each wolf has caught", ANIMALS + 1)
SMALL_PREY: Final = Plane("small", (2, SMALL), "small prey: in the row, left", MOST_GAME)
LINE: Final = Plane("line", PACK, "when each wolf acts, from 1", WOLVES)
YOUNG: Final = Plane("young", PACK, "young wolves that may leave")
SUBMITTED: Final = Plane("submitted", PACK, "wolves that have submitted")
ACTS: Final = Plane("acts", PACK, "the wolf that attacks, has killed or joins")
TARGET: Final = Plane("target", PACK, "the wolf that is attacked")
LOSER: Final = Plane("loser", PACK, "the wolf that has lost")
COUNTS: Final = Plane(
    "counts",
    (4,),
    "place in the line, pups that die, whether prey was killed, whether females fight",
    ANY,
)
DUELLISTS: Final = Plane("fighters", (FIGHTERS, MOST_SEATS), "seats of the attacker and of the attacked wolf")
DRAWS: Final = Plane("draws", (FIGHTERS,), "cards still to be dealt", CARDS)
HELD: Final = Plane("held", (FIGHTERS,), "cards in hand", CARDS)
SCORES: Final = Plane("scores", (FIGHTERS,), "scores", HIDDEN)
LAST: Final = Plane("last", (FIGHTERS,), "one more than the last card played", CARDS)
HANDS: Final = Plane("hands", (FIGHTERS, CARDS), "the own cards")
PLAYED: Final = Plane("played", (FIGHTERS, CARDS), "cards played")
PROGRESS: Final = 0
DYING: Final = 1
KILLED: Final = 2
SEX: Final = 3
"""Indices in `COUNTS`."""


def fill_wolf(s: Traces, seat: Seat, wolf: Wolf, value: i64, out: Row, at: i64) -> i64:
    """Writes a number at a wolf's index; nothing for NOBODY and for wolves of a colour that no seat plays. Returns the
    index after the plane."""
    if wolf != NOBODY and owner(s, wolf) != NOBODY:
        write_number(out, at + relative_seat(owner(s, wolf), seat, s.seats) * LETTERS + letter_of(wolf), value)
    return at + WOLVES


def fill_wolves(s: Traces, seat: Seat, those: Mask, out: Row, at: i64) -> i64:
    """Writes a set of wolves as zeros and ones; returns the index after the plane."""
    seen: Mask = 0
    other = seat
    for k in range(s.seats):
        if s.colours[other] != NOBODY:
            letters = (those >> (s.colours[other] * LETTERS)) & first_n(LETTERS)
            seen |= letters << (k * LETTERS)
        other = left_of(other, s.seats)
    return write_set(out, at, seen, WOLVES)


def write_wolf(s: Traces, out: PlaneWriter, plane: Plane, wolf: Wolf, value: i64 = 1) -> None:
    """Writes a number at the place of a wolf."""
    fill_wolf(s, out.own, wolf, value, out.out, out.at + plane.at)


def write_wolves(s: Traces, out: PlaneWriter, plane: Plane, those: Mask) -> None:
    """Writes a set of wolves."""
    fill_wolves(s, out.own, those, out.out, out.at + plane.at)


def write_line(s: Traces, out: PlaneWriter, line: vec[i64]) -> None:
    """Writes for each wolf its number in the order of play, from 1."""
    for n in range(WOLVES):
        write_wolf(s, out, LINE, line[n], n + 1)


def write_sealed(out: PlaneWriter, frame: Sealed) -> None:
    """Writes the seats that have not answered yet, and 1 plus the own sealed answer (0: none)."""
    out.seat_set(MISSING, frame.missing)
    out.number(ANSWER, frame.answers[out.own] + 1)
