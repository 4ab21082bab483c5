"""How fast is played, what clocks say, and what is answered in advance."""

from typing import Literal

from meute.server.messages import Message


class PaceSent(Message):
    """How fast is played, in seconds. Live: a bank, and so much more for each turn; days: so much for each turn, and a
    bank beyond it."""

    kind: Literal["live", "days"]
    turn: int
    bank: int
    vacation: bool = True
    """Whether clocks of days stand still while somebody is on vacation."""


class ClockSent(Message):
    """A seat's clock: what is left until it rings while it runs, else what is in its bank."""

    seconds: float
    runs: bool
    away: bool
    """On vacation: it stands still."""


class OrderSent(Message):
    """A standing order of the viewing seat's: up to an amount, else the first of its answers that is allowed."""

    n: int
    kind: str
    most: int | None
    answers: list[str]
    about: list[str]
    until: Literal["round", "game"]
