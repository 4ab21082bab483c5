"""A moment in which one seat may interrupt."""

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import SEAT, below
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, i64
from meute.core.seats import Seat, Seats, only


@mypyc_attr(acyclic=True)
class Window(Frame):
    """Asks one seat whether it reacts, and replies 1 or 0 to the paragraph it interrupts."""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT}

    def __init__(self, seat: Seat = NOBODY) -> None:
        self.seat = seat

    def reacting(self) -> i64:
        """The action that reacts; the one above it lets things happen."""
        raise AssertionError

    def go(self, s: Any) -> Seats:
        return only(self.seat)

    def options(self, s: Any, seat: Seat, out: Choices) -> None:
        out.span(self.reacting(), self.reacting() + 2)

    def take(self, s: Any, seat: Seat, action: i64) -> None:
        s.reply(1 if action == self.reacting() else 0)
