"""Messages about the league of the week: the same sealed deals against the same computer players for all."""

import msgspec

from meute.server.messages import Message


class LeagueDealRequest(Message):
    """POST /api/league: open a deal of this week's league."""

    deal: int


class LeagueProgressSent(Message):
    """GET /api/league/progress: how far I am in this week's league."""

    done: int
    deals: int
    next: int | None
    """The first deal that I have not finished; null: all are."""


class LeagueDealSent(Message):
    """A deal of the league. Others' results are told only once my own game is over."""

    deal: int
    """Its number in the week, from 1."""
    game: str
    code: str
    """My table; empty: not begun."""
    done: bool
    margin: int | None
    """My lead over the best opponent; null: not over, or given up."""
    points: int
    adjusted: float | None
    """My lead without the luck of the draws; null: not known."""
    par: int | None
    """The lead of the server's strong computer player on the same deal; null: not known."""
    field: list[int]
    """The leads of all others who have finished, in ascending order."""
    beaten: float | None
    """Share of the others with a smaller lead; equal leads count half."""
    players: int
    """Number of people who have finished."""
    seal: str


class LeagueRowSent(Message):
    """A player's line in the league's standings."""

    rank: int
    name: str
    played: int
    points: float
    """The sum of the shares of others that were beaten, over all deals."""
    adjusted: float | None
    """The mean lead without the luck of the draws; null: not known."""
    me: bool


class LeagueSent(Message, tag_field="is", tag="league"):
    """GET /api/league: this week's league."""

    week: str
    """Such as 2026-W47."""
    until: str
    """The last day (UTC); the deals are revealed after it."""
    left_seconds: float
    deals: list[LeagueDealSent]
    rows: list[LeagueRowSent]
    """The best, and my own line."""
    players: int
    before: list[LeagueRowSent] = msgspec.field(default_factory=list)
    """The best of the week before."""
