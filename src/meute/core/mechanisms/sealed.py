"""Sealed choice: several seats decide at once, in secret."""

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.fields import SEATS, Field, below, maybe, row
from meute.core.frame import Fields, Frame
from meute.core.numbers import LARGEST_SET, NOBODY, filled, has, i64, without
from meute.core.seats import GO_ON, MOST_SEATS, Seat, Seats

ANSWERS: Final = maybe(2**LARGEST_SET)
"""Any answer; games narrow it to their own."""

SEALED_FIELDS: Final[dict[str, Field]] = {"step": below(1), "missing": SEATS, "answers": row(ANSWERS, MOST_SEATS)}


@mypyc_attr(acyclic=True)
class Sealed(Frame):
    """Collects one secret answer from each seat and reveals them together, so that their order has no effect."""

    FIELDS: ClassVar[Fields] = SEALED_FIELDS

    FIRST_ACTION: ClassVar[int] = 0
    """The action of answer 0; the others follow it."""

    EVENT: ClassVar[int] = NOBODY
    """The event kind of an answer: public that the seat has answered, secret what."""

    missing: Seats

    def __init__(self, missing: Seats = 0) -> None:
        self.missing = missing
        self.answers = filled(MOST_SEATS, NOBODY)

    def advance(self, s: Any) -> Seats:
        if self.missing:
            return self.missing
        s.pop()
        self.reveal(s)
        return GO_ON

    def invalid_field(self, s: Any) -> str:
        for seat in range(s.seats):
            if self.answers[seat] != NOBODY:
                out = Choices()
                self.legal_actions(s, seat, out)
                if not out.contains(self.sealed_action(seat)):
                    return "answers"
        return ""

    def apply(self, s: Any, seat: Seat, action: i64) -> None:
        self.store_answer(s, seat, action - self.FIRST_ACTION)

    def store_answer(self, s: Any, seat: Seat, answer: i64) -> None:
        """Stores the seat's answer."""
        self.answers[seat] = answer
        self.missing = without(self.missing, seat)
        self.log_answer(s, seat, answer)

    def log_answer(self, s: Any, seat: Seat, answer: i64) -> None:
        """Logs that the seat has answered."""
        s.say_secret(self.EVENT, seat, secret=answer)

    def reveal(self, s: Any) -> None:
        """Applies all answers in seat order, after the frame was popped."""
        raise AssertionError

    def sealed_action(self, seat: Seat) -> i64:
        """The action id of a seat's answer; NOBODY if the seat has not answered, or if the answer is hidden."""
        if self.answers[seat] == NOBODY:
            return NOBODY
        return self.FIRST_ACTION + self.answers[seat]

    def is_sealed(self) -> bool:
        return True

    def has_answered(self, seat: Seat) -> bool:
        return self.answers[seat] != NOBODY

    def resample(self, s: Any, seat: Seat, rng: Generator) -> None:
        for other in range(s.seats):
            if other != seat and not has(self.missing, other):
                self.answers[other] = self.sample_answer(s, other, rng)

    def sample_answer(self, s: Any, seat: Seat, rng: Generator) -> i64:
        """Samples a possible answer of a seat; NOBODY if it was not to act."""
        raise AssertionError

    def copy_sealed_to(self, other: "Sealed") -> "Sealed":
        """Copies to `other` the fields that all sealed frames share; returns `other`."""
        other.missing = self.missing
        other.answers = self.answers[:]
        return other

    def hide_from(self, seat: Seat) -> None:
        """Removes the answers of the other seats."""
        for other in range(MOST_SEATS):
            if other != seat:
                self.answers[other] = NOBODY

    def copy(self) -> "Sealed":
        raise AssertionError

    def redacted(self, seat: Seat) -> Frame:
        frame = self.copy()
        frame.hide_from(seat)
        return frame
