"""Events: what happened, in numbers, for animations, the history in any language, and undo."""

from typing import Final

from meute.core.numbers import i64
from meute.core.seats import Seat, Seats

EVERYBODY: Final = -1
"""The audience of a public event."""
RESIGNS: Final = -1
"""The kind of the one event that all games share: a seat resigns."""


class EventKind:
    """A kind of event: its name, and what its public numbers and its secret number ("": it has none) stand for.
    `Game.word` takes these meanings."""

    def __init__(self, name: str, *meanings: str, secret: str = "") -> None:
        self.name = name
        self.meanings = meanings
        self.secret = secret


class Event:
    """An event as seven numbers: kind, seat, three public numbers, one secret number (-1: none), and the set of seats
    that may read the secret number (EVERYBODY: all)."""

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
        """The event without its secret number, or with it if the seat may read it; a negative seat is a spectator."""
        if self.audience == EVERYBODY or (seat >= 0 and (self.audience >> seat) & 1 == 1):
            return self
        return Event(self.kind, self.seat, self.a, self.b, self.c, -1, self.audience)

    def numbers(self) -> tuple[int, int, int, int, int, int, int]:
        """All seven numbers, for storing and comparing."""
        return (self.kind, self.seat, self.a, self.b, self.c, self.secret, self.audience)


class EventLog:
    """Collects the events of a match; the states of a search have no event log."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def append(self, event: Event) -> None:
        self.events.append(event)

    def take_new(self) -> list[Event]:
        """Returns and removes the events since the last call."""
        events = self.events
        self.events = []
        return events
