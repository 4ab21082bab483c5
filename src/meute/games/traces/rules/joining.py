"""Règles optionnelles: Loups se joignant à la meute."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, bit, i64, lowest, without
from meute.core.seats import GO_ON, Seat, Seats, everyone, only
from meute.games.traces.rules.actions import (
    ALLOW,
    ALLOWS,
    ASKS_TO_JOIN,
    JOIN,
    JOINS,
    NOT_ADMITTED,
    PERMISSION_SEALED,
    REFUSE,
    REFUSES,
    STAY_OUT,
    STAYS_OUT,
)
from meute.games.traces.rules.pack import enter, normalise
from meute.games.traces.rules.preparation import hand_letters
from meute.games.traces.state import LETTERS, Traces, Wolf, held, wolves_of

REQUEST: Final = 0
VERDICT: Final = 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Joining(Frame):
    """Loups se joignant à la meute"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "waiting", "wolf")

    waiting: Seats
    wolf: Wolf

    def __init__(self) -> None:
        super().__init__()
        self.waiting = 0
        self.wolf = NOBODY

    def copy(self) -> Frame:
        f = Joining()
        f.step = self.step
        f.waiting = self.waiting
        f.wolf = self.wolf
        return f

    def go(self, s: Traces) -> Seats:
        if self.step == VERDICT:
            seat = lowest(self.waiting)
            if s.answer:  # « le joueur place immédiatement un de ses loups au rang hiérarchique le plus faible »
                enter(s, self.wolf)
                s.say(JOINS, seat, self.wolf, 0, 0)
                normalise(s)
            else:
                s.say(NOT_ADMITTED, seat, self.wolf, 0, 0)
            self.next_seat()
        if self.waiting:  # « il peut demander aux autres joueurs la permission d'introduire un nouveau loup »
            return only(lowest(self.waiting))
        s.pop()
        return GO_ON

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.one(STAY_OUT)
        out.some(JOIN, hand_letters(s, seat))

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        if action == STAY_OUT:
            s.say(STAYS_OUT, seat, 0, 0, 0)
            self.next_seat()
            return
        self.wolf = s.colours[seat] * LETTERS + action - JOIN
        s.cradle = without(s.cradle, self.wolf)  # now everybody knows that it is no pup
        s.say(ASKS_TO_JOIN, seat, self.wolf, 0, 0)
        self.step = VERDICT
        f = Permission()
        f.missing = without(everyone(s.seats), seat)
        s.push(f)

    def next_seat(self) -> None:
        """The next player without a wolf."""
        self.waiting = without(self.waiting, lowest(self.waiting))
        self.wolf = NOBODY
        self.step = REQUEST


@mypyc_attr(acyclic=True, free_list_len=1)
class Permission(Sealed):
    """« Si tous les autres joueurs sont d'accord »"""

    def copy(self) -> Frame:
        f = Permission()
        self.copy_sealed_to(f)
        return f

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.span(REFUSE, ALLOW + 1)

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        self.seal(s, seat, action - REFUSE)

    def sealed(self, s: Traces, seat: Seat, answer: i64) -> None:
        s.whisper(PERMISSION_SEALED, seat, 0, 0, 0, answer, only(seat))

    def unseal(self, s: Traces) -> None:
        s.answer = 1
        for seat in range(s.seats):
            if self.answers[seat] == 0:
                s.answer = 0
                s.say(REFUSES, seat, 0, 0, 0)
            elif self.answers[seat] == 1:
                s.say(ALLOWS, seat, 0, 0, 0)


def wolfless(s: Traces) -> Seats:
    """The players without a wolf in the pack who hold a card."""
    seats: Mask = 0
    for seat in range(s.seats):
        if wolves_of(s, seat) & s.pack == 0 and held(s, seat):
            seats |= bit(seat)
    return seats


def joining(seats: Seats) -> Frame:
    """These players may ask, one after the other."""
    f = Joining()
    f.waiting = seats
    return f
