"""Reaction window: one seat may interrupt."""

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import SEAT, below
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, i64
from meute.core.seats import Seat, Seats, only


@mypyc_attr(acyclic=True)
class Window(Frame):
    """A reaction window: asks one seat whether it reacts; replies 1 (yes) or 0 (no) to the frame below."""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT}

    def __init__(self, seat: Seat = NOBODY) -> None:
        self.seat = seat

    def react_action(self) -> i64:
        """The action id of reacting; the id of declining is this id + 1."""
        raise AssertionError

    def advance(self, s: Any) -> Seats:
        return only(self.seat)

    def legal_actions(self, s: Any, seat: Seat, out: Choices) -> None:
        out.add_range(self.react_action(), self.react_action() + 2)

    def apply(self, s: Any, seat: Seat, action: i64) -> None:
        s.reply(1 if action == self.react_action() else 0)
