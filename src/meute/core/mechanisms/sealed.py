"""Several decide at once, in secret."""

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.fields import SEATS, Field, below, maybe, row
from meute.core.frame import Fields, Frame
from meute.core.numbers import LARGEST_SET, NOBODY, filled, has, i64, without
from meute.core.seats import GO_ON, MOST_SEATS, Seat, Seats

ANSWERS: Final = maybe(2**LARGEST_SET)
"""Any answer; a game narrows it to its own."""

SEALED_FIELDS: Final[dict[str, Field]] = {"step": below(1), "missing": SEATS, "answers": row(ANSWERS, MOST_SEATS)}


@mypyc_attr(acyclic=True)
class Sealed(Frame):
    """Keeps every answer shut until the last one is in, so that the order of arrival never reaches the rules."""

    FIELDS: ClassVar[Fields] = SEALED_FIELDS

    BASE: ClassVar[int] = 0
    """The action that stands for the answer 0; the others follow it."""

    TOLD: ClassVar[int] = NOBODY
    """The event that tells everybody that a seat has answered, and only the seat what."""

    missing: Seats

    def __init__(self, missing: Seats = 0) -> None:
        self.missing = missing
        self.answers = filled(MOST_SEATS, NOBODY)

    def go(self, s: Any) -> Seats:
        if self.missing:
            return self.missing
        s.pop()
        self.unseal(s)
        return GO_ON

    def misfit(self, s: Any) -> str:
        for seat in range(s.seats):
            if self.answers[seat] != NOBODY:
                out = Choices()
                self.options(s, seat, out)
                if not out.holds(self.sealed_action(seat)):
                    return "answers"
        return ""

    def take(self, s: Any, seat: Seat, action: i64) -> None:
        self.seal(s, seat, action - self.BASE)

    def seal(self, s: Any, seat: Seat, answer: i64) -> None:
        """Stores the seat's answer; it is no longer waited for."""
        self.answers[seat] = answer
        self.missing = without(self.missing, seat)
        self.sealed(s, seat, answer)

    def sealed(self, s: Any, seat: Seat, answer: i64) -> None:
        """Tells the table that the seat has answered."""
        s.whisper(self.TOLD, seat, secret=answer)

    def unseal(self, s: Any) -> None:
        """All have answered: reads the answers in seat order and acts on them. The frame is off the stack."""
        raise AssertionError

    def sealed_action(self, seat: Seat) -> i64:
        """What a seat has decided, as an action; NOBODY while it has not, or where that is hidden."""
        if self.answers[seat] == NOBODY:
            return NOBODY
        return self.BASE + self.answers[seat]

    def redraw(self, s: Any, seat: Seat, rng: Generator) -> None:
        """Gives each of the others that have answered an answer that fits what the seat sees."""
        for other in range(s.seats):
            if other != seat and not has(self.missing, other):
                self.answers[other] = self.guess(s, other, rng)

    def guess(self, s: Any, seat: Seat, rng: Generator) -> i64:
        """An answer that a seat may have given; NOBODY if it was not asked."""
        raise AssertionError

    def copy_sealed_to(self, other: "Sealed") -> "Sealed":
        """The part of a copy that all sealed frames share; the copy."""
        other.missing = self.missing
        other.answers = self.answers[:]
        return other

    def hide_from(self, seat: Seat) -> None:
        """Forgets the others' answers: what this seat may see of them is only that they came."""
        for other in range(MOST_SEATS):
            if other != seat:
                self.answers[other] = NOBODY

    def seen(self, seat: Seat) -> Frame:
        frame = self.copy()
        assert isinstance(frame, Sealed)
        frame.hide_from(seat)
        return frame
