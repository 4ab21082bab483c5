"""Messages about tournaments."""

from typing import Literal

import msgspec

from meute.server.messages import Message
from meute.server.messages.pace import PaceSent
from meute.server.messages.responses import PhraseSent

Style = Literal["swiss", "all", "deals"]
"""How opponents are found: by score; all against all; or all tables play the same deal, compared seat by seat."""
TournamentPhase = Literal["open", "running", "over", "stopped"]


class TournamentRequest(Message):
    """POST /api/tournaments: a new tournament."""

    name: str
    game: str
    style: Style
    size: int
    """Players at a table."""
    rounds: int
    """Number of rounds; of no effect if all play against all."""
    pace: PaceSent
    most: int = 64
    public: bool = False
    """Whether everyone on this server sees it; others come by its link."""
    starts: float | None = None
    """Time of the beginning (Unix time); None: the host begins it."""
    bots: list[str] = msgspec.field(default_factory=list)
    """Levels of computer players that take part."""
    plays: bool = True
    """Whether the host takes part."""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    """The options of the game that differ from the default."""
    group: str = ""
    """The code of a group of mine, whose page shows the tournament."""


class EntrantRequest(Message):
    """POST /api/tournaments/{code}/remove: the number of the player to be removed."""

    player: int


class TournamentLineSent(Message):
    """A tournament in a list."""

    code: str
    name: str
    game: str
    style: Style
    size: int
    pace: PaceSent
    phase: TournamentPhase
    round: int
    """The round that is played, from 1; 0 before the first one."""
    rounds: int
    players: int
    most: int
    starts: float | None
    mine: bool
    """Whether I take part."""
    public: bool
    table: str
    """My table of this round, if it has begun."""


class EntrantSent(Message):
    """A player; the number in the list is known to all other messages."""

    name: str
    bot: str
    out: bool
    """Whether the player has left."""


class RoundTableSent(Message):
    """A table of a round."""

    players: list[int]
    """By seat."""
    code: str
    """Empty: it has not begun, or was decided without a game."""
    done: bool
    points: list[int]
    """Points of the game by seat; empty: not played (yet)."""
    scores: list[float]
    """Points of the tournament by seat; empty: not over."""
    resigned: list[int]
    """Seats that were given up."""
    progress: PhraseSent | None
    """How far the game is, while it is played."""
    missing: list[int]
    """Players who are not here yet, or did not come."""
    watch: bool
    """Whether I may watch it."""


class RoundSent(Message):
    """A round."""

    tables: list[RoundTableSent]
    byes: list[int]
    absent_seconds: float | None
    """Time until absent players forfeit; None: nobody is waited for."""
    next_seconds: float | None
    """Time until the next round, between two rounds."""
    secret: str
    """The secret of the deal that all tables have played, once the round is over."""


class StandingSent(Message):
    """A player's line in the standings, best first."""

    player: int
    rank: int
    points: float
    rounds: list[float | None]
    """Points of each round; None: not over."""
    opponents: float
    """The mean of the points of all opponents."""
    direct: float
    """Points against those with the same points."""
    margin: int
    """Own points in the games, less those of the best opponent of each."""


class TournamentSent(Message, tag_field="is", tag="tournament"):
    """A tournament, with its rounds and standings."""

    line: TournamentLineSent
    entrants: list[EntrantSent]
    rounds: list[RoundSent]
    standings: list[StandingSent]
    breaks: list[Literal["opponents", "direct", "margin"]]
    """What decides between equal points, the first one first."""
    me: int | None
    """My number."""
    host: bool
    fewest: int
    """Players without whom it cannot begin."""
    turn: int
    """Number of changes so far."""
    organizer: str
    """The name of the host; empty: a person without a name, or who is gone."""
    options: dict[str, str]
    """The options of the game that differ from the default."""
    group: str
    """The code of the group that it belongs to, if I am a member."""


class TournamentsSent(Message, tag_field="is", tag="tournaments"):
    """Tournaments that I take part in or have made, and public ones."""

    tournaments: list[TournamentLineSent]
