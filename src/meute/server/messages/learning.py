"""What the page is told of lessons, the daily deal and examples of rules."""

from typing import Literal

from meute.server.messages import Message
from meute.server.messages.sent import PhraseSent, SceneSent


class LessonLineSent(Message):
    """A lesson or puzzle on the shelf, and how far the guest is with it."""

    game: str
    kind: Literal["lesson", "puzzle"]
    name: str
    title: PhraseSent
    teaches: str
    """The heading of the rulebook, which a section of the rules page tells."""
    begun: bool
    done: bool


class LearnSent(Message):
    """GET /api/learn: all lessons and puzzles, each game's in their order."""

    lessons: list[LessonLineSent]


class DailyLineSent(Message):
    """A day's deal of a game: one's own table, and how one did among so many who have finished."""

    game: str
    code: str
    done: bool
    points: int
    players: int
    beaten: float | None
    """The share of the others whose lead is smaller, equals by half; null without others, or before one's own end."""


class DailySent(Message):
    """GET /api/daily: today's deals."""

    day: str
    games: list[DailyLineSent]


class ExampleSent(Message):
    """GET /api/examples/{game}/{name}: a table of the rulebook's, or that at the end of a lesson, and what is said."""

    lesson: str
    """Empty: one of the rulebook's."""
    title: PhraseSent | None
    """Of the lesson."""
    tell: list[PhraseSent]
    seats: list[str]
    """Names; the empty one is the reader's."""
    own: bool
    """Whether the reader's own area is part of it."""
    scene: SceneSent
