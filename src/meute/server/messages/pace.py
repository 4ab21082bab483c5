"""Messages about time control, clocks and standing orders."""

from typing import Literal

from meute.server.messages import Message


class PaceSent(Message):
    """Time control in seconds. live: a `bank`, plus `turn` for each turn; days: `turn` for each turn, then a `bank`."""

    kind: Literal["live", "days"]
    turn: int
    bank: int
    vacation: bool = True
    """Whether a clock of kind "days" stops while its player is on vacation."""


class ClockSent(Message):
    """A seat's clock: the time left if it runs, else the time in its bank."""

    seconds: float
    runs: bool
    away: bool
    """Whether a vacation stops the clock."""
    out: bool
    """Whether the time has run out."""


Until = Literal["auction", "round", "game"]
"""How long a standing order holds."""


class OrderSent(Message):
    """A standing order (automatic answer) of the viewing seat: any amount up to `most`, or the first legal answer."""

    n: int
    kind: str
    most: int | None
    answers: list[str]
    about: list[str]
    until: Until
