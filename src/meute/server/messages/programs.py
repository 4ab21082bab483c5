"""Messages about the ladder of programs."""

from meute.server.messages import Message


class LadderRowSent(Message):
    """A program in the ladder of a game: rating, and its 95 % interval."""

    name: str
    rating: int
    low: int
    high: int
    games: int


class LadderMatchSent(Message):
    """A finished ladder game."""

    code: str
    names: list[str]
    places: list[int]
    at: float


class LadderGameSent(Message):
    """The ladder of one game, best first, and its latest games."""

    game: str
    rows: list[LadderRowSent]
    latest: list[LadderMatchSent]


class LadderSent(Message):
    """GET /api/programs: the ladder of each game that programs have played."""

    games: list[LadderGameSent]
