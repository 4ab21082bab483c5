"""Messages about lessons, the daily deal and examples in the rules."""

from typing import Literal

from meute.server.messages import Message
from meute.server.messages.responses import PhraseSent, SceneSent


class LessonSummarySent(Message):
    """A lesson or puzzle in the list, with the guest's progress."""

    game: str
    kind: Literal["lesson", "puzzle"]
    name: str
    title: PhraseSent
    teaches: str
    """The rulebook heading that the lesson teaches; the rules page has a section for it."""
    begun: bool
    done: bool


class LessonListSent(Message):
    """GET /api/learn: all lessons and puzzles, in order for each game."""

    lessons: list[LessonSummarySent]


class PuzzleStreamSent(Message):
    """A game's puzzles: how many there are, how many I have tried, and how many of those are to be tried again."""

    game: str
    puzzles: int
    tried: int
    missed: int


class PuzzleListSent(Message):
    """GET /api/puzzles: the puzzle of the day, my rating, and the games that have puzzles."""

    day: str
    game: str
    """The game of the puzzle of the day."""
    today: Literal["", "solved", "missed"]
    """My result in the puzzle of the day."""
    rating: int | None
    """Null before ten rated puzzles."""
    rated: int
    """Puzzles that I was rated on: first tries."""
    games: list[PuzzleStreamSent]


class DailyDealSent(Message):
    """A day's deal of one game: the guest's table and result, compared with all players who finished."""

    game: str
    code: str
    done: bool
    points: int
    players: int
    beaten: float | None
    """Share of the others with a smaller lead (equal leads count half); null without others or before the own end."""
    seal: str
    tomorrow: str
    """The seals of today's and of tomorrow's deal."""


class DailyListSent(Message):
    """GET /api/daily: today's deals."""

    day: str
    games: list[DailyDealSent]


class LuckSent(Message):
    """What chance changed of the win probability over a game, in points of a hundred, with the 95 % error."""

    points: float
    error: float


class DailyResultSent(Message):
    """My result in a day's deal, what the alpha made of the same deal, and how much luck the game held (null: not
    known, or not yet)."""

    day: str
    points: int
    resigned: bool
    par: int | None
    luck: LuckSent | None


class DailyRecordSent(Message):
    """GET /api/daily/{game}: my results in a game's daily deals, oldest first; `day` is today."""

    game: str
    day: str
    results: list[DailyResultSent]


class ExampleSent(Message):
    """GET /api/examples/{game}/{name}: a position from the rulebook, or the last one of a lesson, with text."""

    lesson: str
    """Name of the lesson; empty: an example of the rulebook."""
    title: PhraseSent | None
    """Title of the lesson."""
    tell: list[PhraseSent]
    seats: list[str]
    """Player names; the reader's own name is empty."""
    own: bool
    """Whether the reader's own area is shown."""
    scene: SceneSent
