"""Messages about playing with people who are here now: open tables, searches, calls, companions, games to watch."""

from typing import Literal

import msgspec

from meute.server.messages import Message, SeatKind
from meute.server.messages.groups import GroupSent
from meute.server.messages.pace import PaceSent
from meute.server.messages.responses import PhraseSent, RefusedSent, TableListSent
from meute.server.messages.tournaments import TournamentSent, TournamentsSent

Strength = Literal["new", "near", "above", "far_above", "below", "far_below"]
"""Strength of others compared with mine; new: too few rated games to tell."""

# --- requests


class SeekRequest(Message):
    """POST /api/seek: look for people to play with."""

    games: list[str]
    pace: PaceSent
    wait_seconds: int
    seats: list[int] = msgspec.field(default_factory=list)
    """Accepted numbers of seats; empty: all that a game allows."""
    fills: bool = True
    """Whether computer players may take the seats that are free at the end of the wait."""


class CallRequest(Message):
    """POST /api/call: accept or decline a call to a table."""

    code: str
    yes: bool
    contribution: str = ""
    """What this browser adds to the sealed deal of the table."""


class VisibleRequest(Message):
    """POST /api/people/visible: whether my companions see that I am here."""

    on: bool


# --- responses


class OpenSeatSent(Message):
    """A seat of an open table."""

    kind: SeatKind
    name: str


class OpenTableSent(Message):
    """A public table with free seats."""

    code: str
    game: str
    seats: list[OpenSeatSent]
    pace: PaceSent | None
    options: dict[str, str]
    """The options that differ from the default."""
    language: str
    rated: bool
    near: bool
    """Whether the free seats are for people of about the host's strength."""
    strength: Strength
    mine: bool
    """Whether I sit there, or am its host."""


class RunningGameSent(Message):
    """A public running game."""

    code: str
    game: str
    seats: list[str]
    progress: PhraseSent | None
    changed: float
    """Grows with each move."""


class CompanionHereSent(Message):
    """A person I have played with, who is here now and lets companions see it."""

    person: str
    name: str
    games: int
    game: str
    """The public game that this person is playing; empty: free."""
    code: str


class CalledSent(Message):
    """Another person who is called to the same table."""

    name: str
    strength: Strength
    comes: bool


class CallSent(Message):
    """A call to a table: it begins when all people have accepted."""

    code: str
    game: str
    seats: int
    others: list[CalledSent]
    accepted: bool
    """Whether I have accepted."""
    left_seconds: float
    seal: str
    """The seal of the table's deal."""


class SoughtSent(Message):
    """A game that I am looking for, and how many people look for it now at the same pace, I included."""

    game: str
    seats: list[int]
    """The numbers of seats that I accept."""
    people: int


class SeekSent(Message, tag_field="is", tag="seek"):
    """My search; without games: I have none."""

    games: list[SoughtSent]
    pace: PaceSent | None
    waited_seconds: float
    wait_seconds: float
    delay_seconds: float
    """Time until I am called at all: I have left games soon after their beginning."""
    fills: bool
    ended: Literal["", "silent", "late", "away", "begun"]
    """Why the search ended: I have not answered a call, nobody came in time, I had no page open, or a table began."""
    call: CallSent | None
    table: str
    """The code of the table that has begun with me; else empty."""


class RoomSent(Message, tag_field="is", tag="room"):
    """Everything public on this server, as I see it."""

    people: int
    """People who are here now, I included."""
    open: list[OpenTableSent]
    running: list[RunningGameSent]
    companions: list[CompanionHereSent]
    waiting: dict[str, int]
    """People who look for each game."""
    usual_seconds: float | None
    """The usual wait, if it was measured in the last hour."""


FromHome = TableListSent | SeekSent | RoomSent | TournamentSent | TournamentsSent | GroupSent | RefusedSent
"""What the WebSocket of the home page sends."""
