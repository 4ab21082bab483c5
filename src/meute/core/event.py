"""What happened, in numbers: for animation, for the written history in any language, and for undo."""

from typing import Final

from meute.core.numbers import i64
from meute.core.seats import Seat, Seats

EVERYBODY: Final = -1
"""The audience of a public event."""
RESIGNS: Final = -1
"""The kind of the one event that is of no game: a seat gives up."""


class Saying:
    """An event kind: its name, and what its public numbers and its secret number mean (words of the game)."""

    def __init__(self, name: str, *meanings: str, secret: str = "") -> None:
        self.name = name
        self.meanings = meanings
        self.secret = secret


class Event:
    """One thing that happened: a kind, a seat, three public numbers, one secret number and who may read it."""

    kind: i64
    seat: Seat
    a: i64
    b: i64
    c: i64
    secret: i64
    audience: Seats

    def __init__(self, kind: i64, seat: Seat, a: i64, b: i64, c: i64, secret: i64, audience: Seats) -> None:
        self.kind = kind
        self.seat = seat
        self.a = a
        self.b = b
        self.c = c
        self.secret = secret
        self.audience = audience

    def seen_by(self, seat: Seat) -> "Event":
        """The event as this seat (or, with a negative seat, a spectator) may read it."""
        if self.audience == EVERYBODY or (seat >= 0 and (self.audience >> seat) & 1 == 1):
            return self
        return Event(self.kind, self.seat, self.a, self.b, self.c, -1, self.audience)

    def numbers(self) -> tuple[int, int, int, int, int, int, int]:
        """All seven numbers, for storing and comparing."""
        return (self.kind, self.seat, self.a, self.b, self.c, self.secret, self.audience)


class Scribe:
    """Writes events down while a match is played; search plays without one."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def note(self, event: Event) -> None:
        """Writes one event down."""
        self.events.append(event)

    def tear_off(self) -> list[Event]:
        """Hands over what was written since the last time."""
        page = self.events
        self.events = []
        return page
