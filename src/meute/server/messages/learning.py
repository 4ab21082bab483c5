"""Messages about lessons, the daily deal and examples in the rules."""

from typing import Literal

from meute.server.messages import Message
from meute.server.messages.responses import PhraseSent, SceneSent


class LessonLineSent(Message):
    """A lesson or puzzle in the list, with the guest's progress."""

    game: str
    kind: Literal["lesson", "puzzle"]
    name: str
    title: PhraseSent
    teaches: str
    """The rulebook heading that it teaches; a section of the rules page explains it."""
    begun: bool
    done: bool


class LearnSent(Message):
    """GET /api/learn: all lessons and puzzles, in order for each game."""

    lessons: list[LessonLineSent]


class DailyLineSent(Message):
    """A day's deal of one game: the guest's table, and their result among all who finished."""

    game: str
    code: str
    done: bool
    points: int
    players: int
    beaten: float | None
    """Share of the others with a smaller lead, equals count half; null without others, or before the guest has
    finished."""


class DailySent(Message):
    """GET /api/daily: today's deals."""

    day: str
    games: list[DailyLineSent]


class ExampleSent(Message):
    """GET /api/examples/{game}/{name}: a position of the rulebook or of the end of a lesson, with its text."""

    lesson: str
    """Name of the lesson; empty: an example of the rulebook."""
    title: PhraseSent | None
    """Title of the lesson."""
    tell: list[PhraseSent]
    seats: list[str]
    """Player names; the empty one is the reader."""
    own: bool
    """Whether the reader's own area is shown."""
    scene: SceneSent
