"""Messages about time control, clocks and standing orders."""

from typing import Literal

from meute.server.messages import Message


class PaceSent(Message):
    """Time control, in seconds. Live: a bank plus an increment per turn. Days: a time per turn, plus a bank."""

    kind: Literal["live", "days"]
    turn: int
    bank: int
    vacation: bool = True
    """Whether clocks of days stop while a player is on vacation."""


class ClockSent(Message):
    """A seat's clock: the time left if it runs, else the time in its bank."""

    seconds: float
    runs: bool
    away: bool
    """It is stopped by a vacation."""
    out: bool
    """The time has run out."""


class OrderSent(Message):
    """A standing order of the viewing seat: any amount up to `most`, or the first legal one of its answers."""

    n: int
    kind: str
    most: int | None
    answers: list[str]
    about: list[str]
    until: Literal["round", "game"]
