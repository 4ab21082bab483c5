"""HTTP messages about the statistics of a person's games, and leaderboards."""

from typing import Literal

from meute.server.messages import Message
from meute.server.messages.pace import PaceSent
from meute.server.messages.responses import PhraseSent

Viewers = Literal["self", "companions", "all"]
"""Who may see a person's statistics: nobody else, people with whom the person has played, or everybody."""


class StatisticsRequest(Message):
    """Set who may see my statistics, and whether I stand in the leaderboards."""

    viewers: Viewers
    listed: bool


class RivalSent(Message):
    """Another player of a game: a computer player's level, or a person's name (empty for other viewers)."""

    bot: str
    name: str


class PlayedGameSent(Message):
    """A finished game. What was not measured is null."""

    code: str
    """Code of the table; empty for other viewers."""
    at: float
    seat: int
    place: int
    points: int
    share: float | None
    """Share of the win."""
    rivals: list[RivalSent]
    pace: PaceSent | None
    options: dict[str, str]
    """The options that differ from the game's own."""
    rated: bool
    seconds: float | None
    """Time from the first decision to the last."""
    thinking: float | None
    """Median time of the person's decisions, in seconds."""
    plan: str
    """Id of what the person chose first: territory, species, and so on; empty if unknown."""
    rating: float | None
    """The rating after the game, if it was rated."""
    rating_error: float | None
    """Its 95 % error."""
    luck: float | None
    """What chance changed of the win probability, in points of a hundred."""
    luck_error: float | None


class PlanSent(Message):
    """The name of a plan."""

    plan: str
    name: PhraseSent


class StatisticsSent(Message):
    """GET /api/statistics/{game}: the finished games of a person, latest first; `of`: the handle of another person who
    allows it."""

    game: str
    name: str
    """Whose games; empty: mine."""
    counts: dict[str, int]
    """Number of finished games of each kind."""
    games: list[PlayedGameSent]
    plans: list[PlanSent]
    least_rated: int
    """Rated games from which a rating is shown."""
    viewers: Viewers
    listed: bool
    handle: str
    """My handle, for a link to my statistics; empty while only I may see them."""


class LeaderSent(Message):
    """A person in a leaderboard."""

    name: str
    rating: int
    games: int
    handle: str
    """For a link to the person's statistics; empty: not shown to me."""
    me: bool
    adjusted: int | None
    """The rating by results adjusted for luck, if the server keeps one."""


class LeaderboardSent(Message):
    """GET /api/leaderboards/{game}: the people with the highest ratings, of those who want to be listed."""

    game: str
    leaders: list[LeaderSent]
