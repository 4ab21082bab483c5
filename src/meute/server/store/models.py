"""Stored data structures: guests, tables, moves, results; the same in every database."""

from typing import Any, Literal, NamedTuple

import msgspec

from meute.match import Snapshot
from meute.server.messages import Phase, SeatKind
from meute.server.messages.pace import PaceSent
from meute.server.messages.people import TokenScope, WebhookForm, WebhookTopic
from meute.server.messages.responses import PhraseSent
from meute.server.messages.tournaments import Style, TournamentPhase

Kind = Literal["game", "lesson", "puzzle", "daily", "league", "tournament", "by_hand"]
"""Kind of a table: lessons and puzzles are not listed among a guest's games, and are deleted soon."""
Did = Literal["start", "play", "undo", "resign", "stop", "redeal"]


class StoredGuest(msgspec.Struct):
    """A person; the id `guest` is the hash of the person's first cookie."""

    guest: str
    name: str
    language: str


CodeKind = Literal["carry", "recover", "mail", "leave", "claim"]
"""Purpose of a code: `carry` adds a device (once, soon), `recover` signs in when all devices are lost, `mail` confirms
an address, `leave` unsubscribes from mail, `claim` reserves something that may be done only once (`People.claim`)."""


class StoredDevice(msgspec.Struct):
    """A person's browser; the id `device` is the hash of its cookie."""

    device: str
    guest: str
    label: str
    made: float
    seen: float


class StoredToken(msgspec.Struct):
    """An access token: its owner `guest`, the `player` that it acts as (the owner or a program of theirs), and what it
    may do."""

    hash: str
    guest: str
    player: str
    label: str
    scopes: list[TokenScope]
    made: float
    seen: float


class StoredPasskey(msgspec.Struct):
    """A passkey: public key and signature count."""

    id: bytes
    guest: str
    key: bytes
    count: int
    label: str
    made: float
    used: float


class SeatedTable(msgspec.Struct):
    """A table at which a person sits, is invited or is the host."""

    code: str
    phase: Phase


class StoredSeat(msgspec.Struct):
    """A seat and its player."""

    kind: SeatKind
    name: str = ""
    bot: str = ""
    guest: str = ""
    invited: str = ""
    """The guest for whom an open seat is reserved."""
    contribution: str = ""
    """What the player's browser added to the sealed deal."""
    rematch_contribution: str = ""
    """What it added to the deal of the rematch."""


class StoredDeal(msgspec.Struct):
    """A sealed deal, without the secret, which is derived from the server's key and the name."""

    name: str
    """Empty: the table was made from a record, and the server does not deal for it."""
    seal: str
    rematch: str = ""
    """The seal of the rematch's deal."""
    secret: str = ""
    """The secret as an uploaded record states it."""


class StoredOrder(msgspec.Struct):
    """A standing order: automatic answers of a seat to one kind of question; the first legal answer is played."""

    n: int
    seat: int
    kind: str
    answers: list[str]
    about: list[str] = []
    """Ids (marks) of the components that the order applies to; empty: all."""
    most: int | None = None
    until: Literal["auction", "round", "game"] = "round"
    turn: int = 0
    """Number of turns taken when the order was given."""


class StoredUndoRequest(msgspec.Struct):
    """A pending undo request: valid while the table has `moves` moves; back to step `first`; the seats that agreed."""

    moves: int
    seat: int
    first: int | None
    agreed: list[int]


class StoredTable(msgspec.Struct):
    """A table's data, apart from its moves."""

    code: str
    word: str
    game: str
    version: int
    host: str
    seats: list[StoredSeat]
    options: dict[str, str] = {}
    box: dict[str, Any] = {}
    position: str = ""
    patience: int | None = None
    pace: PaceSent | None = None
    hints: bool | None = None
    """Whether players may ask for hints; None: only at tables with one person and bots."""
    phase: Phase = "lobby"
    rematch: str = ""
    """The code of the rematch table."""
    agreed: list[int] = []
    """The seats that want a rematch; the first of them offered it."""
    muted: list[str] = []
    removed: list[str] = []
    """Spectators whom the host has muted, and those removed."""
    slow: bool = False
    """Slow mode: guests other than the host may write one chat line per interval."""
    orders: list[StoredOrder] = []
    rated: bool = False
    """Whether the host wants the game to be rated; `ratings.is_rated` decides at the end."""
    programs: bool = False
    """Whether programs may take seats."""
    bots_stood_in: bool = msgspec.field(default=False, name="relieved")
    """Whether a bot has ever replaced an absent player."""
    stood_in: list[int] = []
    """The seats of absent players that bots play now."""
    back: StoredUndoRequest | None = None
    uploaded: bool = False
    """Whether it was created from an uploaded record; such tables are deleted after a while."""
    kind: Kind = "game"
    lesson: str = ""
    """Name of the lesson or puzzle played here."""
    day: str = ""
    """The day after which the deal played here is revealed: that of the daily deal, or the last one of the league."""
    week: str = ""
    league_deal: int = 0
    """Week and number of the league's deal played here."""
    group: str = ""
    """The code of the group whose page shows the table."""
    public: bool = False
    """Whether everyone on this server sees the table, may take an open seat, and may watch."""
    near: bool = False
    """Whether the open seats are for people of about the host's strength."""
    language: str = ""
    """The host's language, at a public table."""
    matched: bool = False
    """Whether the server has chosen the players (matchmaking)."""
    tournament: str = ""
    """The code of the tournament that the game belongs to."""
    shared_deal: bool = False
    """Whether other tables of the tournament play the same deal."""
    deal: StoredDeal | None = None
    """The sealed deal; None: chance is drawn from a generator, as at all tables of older versions."""


class StoredMove(msgspec.Struct):
    """A decision with the chance outcomes that followed; or a start, an undo, a resignation, a stop; or a redeal, which
    changes earlier outcomes that were only guessed (`7=deal:arrow,9=deal:food`: by step)."""

    did: Did
    seat: int = -1
    step: int = 0
    """Number of steps before the move; for an undo, the step to return to."""
    action: str = ""
    chance: str = ""
    key: str = ""


class StoredChat(msgspec.Struct):
    name: str
    seat: int
    text: str
    at: float
    guest: str = ""
    """The author; empty for lines stored before this field existed."""


class StoredClock(msgspec.Struct):
    """A seat's clock, in seconds."""

    seat: int
    left: float
    """Seconds in the bank at the start of this turn."""
    used: float = 0.0
    """Seconds used in this turn until the clock was last stopped."""
    since: float | None = None
    """Time at which the clock was started; None: it is stopped."""
    due: float | None = None
    out: bool = False
    """Whether the time has run out: a rated game is lost; in any other, a bot plays until the player is back."""


class StoredPrefs(msgspec.Struct):
    """A person's quiet hours, vacations and notification settings."""

    zone: str = ""
    """Time zone, by its IANA name."""
    quiet: tuple[int, int] | None = None
    """Quiet hours (first hour, hour after the last): no deadline and no notification falls into them."""
    vacations: list[tuple[float, float]] = []
    push: bool = False
    """Whether a browser of this person has a push subscription."""
    mail: str = ""
    """Mail address; never shown to others."""
    mail_on: bool = False
    """Whether the address is confirmed and gets the daily digest."""
    webhooks: bool = False
    """Whether this person has a webhook."""
    studies: bool = False
    """Whether finished public games of this person may be used for studies, without names."""
    visible: bool | None = None
    """Whether companions see that this person is here; None: never asked, and so they do not."""


class StoredNotice(msgspec.Struct):
    """A notification for a guest about a table, with the time at which it is due."""

    guest: str
    table_id: int
    kind: str
    due: float


class NoticeDue(msgspec.Struct):
    """A notice and its table."""

    notice: StoredNotice
    code: str
    table: StoredTable


class StoredPush(msgspec.Struct):
    """A push subscription of a browser: endpoint and encryption keys."""

    endpoint: str
    key: bytes
    auth: bytes


class StoredWebhook(msgspec.Struct):
    """An address to which a guest's notices are posted, and the form of what is posted."""

    id: str
    guest: str
    url: str
    form: WebhookForm
    made: float
    topics: list[WebhookTopic]
    tried: float | None = None
    """Time of the last delivery; None: there was none."""
    status: int = 0
    """Status of the last answer; 0 without one."""


class StoredDelivery(msgspec.Struct):
    """A notice to be posted to a webhook, with the number of tries so far."""

    id: str
    guest: str
    webhook: str
    table_id: int
    kind: str
    due: float
    tries: int


class DeliveryDue(msgspec.Struct):
    """A delivery, its webhook and its table, if it is about one."""

    delivery: StoredDelivery
    webhook: StoredWebhook
    code: str
    table: StoredTable | None


class StoredResult(msgspec.Struct):
    """Result of one guest seat in a finished game."""

    guest: str
    seat: int
    game: str
    place: int
    points: int
    rated: bool


class SeatStatistics(msgspec.Struct):
    """What statistics need of a guest's part in a finished game, beside its result."""

    seat: int
    guest: str
    game: str
    share: float
    """Share of the win."""
    plan: str
    """Id of what the seat chose first (`Game.plan`); empty if it did not come to that."""


class SeatLuck(NamedTuple):
    """What chance changed of a seat's win probability over a game, and its 95 % error."""

    luck: float
    error: float


class PlayedGame(msgspec.Struct):
    """A finished game in a person's statistics; what was not measured is None."""

    code: str
    table: "StoredTable"
    seat: int
    place: int
    points: int
    rated: bool
    at: float
    share: float | None
    plan: str | None
    seconds: float | None
    """Time from the first decision to the last."""
    thinking: float | None
    """Median time of the seat's decisions."""
    mu: float | None
    sigma: float | None
    """The rating after the game."""
    luck: float | None
    luck_error: float | None


Viewers = Literal["self", "companions", "all"]
"""Who may see a person's statistics."""


class StatisticsSettings(msgspec.Struct):
    """Who may see a person's statistics; the handle names the person to those who may."""

    guest: str
    handle: str
    viewers: Viewers = "self"
    listed: bool = False
    """Whether the person stands in the leaderboards."""


class Leader(msgspec.Struct):
    """A person in a leaderboard."""

    guest: str
    name: str
    handle: str
    viewers: Viewers
    mu: float
    sigma: float
    games: int


class StoredRating(msgspec.Struct):
    """A person's rating in one game."""

    game: str
    mu: float
    sigma: float
    games: int


class ProgramRating(msgspec.Struct):
    """A program's rating in one game."""

    name: str
    game: str
    mu: float
    sigma: float
    games: int


class ProgramGame(msgspec.Struct):
    """A finished game among programs; `places` by seat."""

    code: str
    game: str
    seats: list[StoredSeat]
    places: list[int]
    at: float


class FinishedGame(msgspec.Struct):
    """A finished game in a person's history."""

    code: str
    table: "StoredTable"
    place: int
    points: int
    rated: bool
    at: float


class StoredReport(msgspec.Struct):
    """A reported chat line: the first reporter, the time of the first report, and the number of reports."""

    id: int
    code: str
    guest: str
    name: str
    text: str
    by: str
    at: float
    times: int


class PersonSummary(msgspec.Struct):
    """A person in the operator's list."""

    guest: str
    name: str
    seen: float
    devices: int
    passkeys: int
    tables: int
    banned: bool


class StoredCurve(msgspec.Struct):
    """Win probabilities over a finished game: (step, probability of each seat, number of rollouts)."""

    points: list[tuple[int, list[float], int]]


class TableStatus(msgspec.Struct):
    """Status of a running game for lists of games: the seats to move, and the progress."""

    asked: list[int] = []
    progress: PhraseSent | None = None


PAR = "par"
"""The guest of the computer player's results in daily deals; people's ids are hashes."""


class StoredDaily(msgspec.Struct):
    """A guest's result in a daily deal; `margin` is the lead over the best opponent."""

    day: str
    game: str
    guest: str
    code: str
    margin: int
    points: int


class StoredLeagueResult(msgspec.Struct):
    """A guest's result in a deal of a week's league; `margin` is the lead over the best opponent."""

    week: str
    deal: int
    guest: str
    game: str
    code: str
    margin: int
    points: int
    adjusted: float | None = None
    """The margin without the luck of the draws; None: not known (yet)."""


class StoredGroup(msgspec.Struct):
    """A group of people."""

    code: str
    name: str
    made: float


class GroupMember(msgspec.Struct):
    """A member of a group, or a person who was removed from it."""

    guest: str
    name: str
    joined: float
    removed: bool


class GroupResult(msgspec.Struct):
    """A member's results in the games of a group's tables."""

    guest: str
    game: str
    games: int
    wins: int
    points: float
    """The sum of the shares of opponents that were beaten."""


class DailyStanding(msgspec.Struct):
    """A guest's result in a day's deal of a game (None if not finished), compared with all others who finished."""

    game: str
    players: int
    margin: int | None
    points: int | None
    beaten: float
    """Number of others with a smaller margin; equal margins count half."""


class StoredLesson(msgspec.Struct):
    """A guest's progress in a lesson: the code of its last table, and whether the lesson was ever completed."""

    guest: str
    game: str
    lesson: str
    code: str
    done: bool


MISSED = "missed "
"""Before a puzzle's name in the progress: its first try failed; done once it was solved at another table."""
ADJUSTED = " adjusted"
"""After a game's id: the game of ratings by results that are adjusted for luck."""
PUZZLES = "puzzle"
"""The game of ratings of puzzles and of people who solve them."""


class StoredTry(msgspec.Struct):
    """A guest's try at a puzzle; the first one is rated."""

    guest: str
    game: str
    puzzle: str
    code: str
    solved: bool
    prior: tuple[float, float]
    """The puzzle's rating before all tries."""


class StoredSeek(msgspec.Struct):
    """What a person is looking for."""

    wants: dict[str, list[int]]
    """The accepted games, each with the accepted numbers of seats."""
    pace: PaceSent
    fills: bool
    """Whether computer players may take the seats that are free at the end of the wait."""


SeekEnd = Literal["", "silent", "late", "away", "begun"]
"""Why a search ended: a call was not answered, the wait was over, the person had no page open, or a table began."""


class Seek(msgspec.Struct):
    """A person's search, with the state of the call to a table."""

    guest: str
    seek: StoredSeek
    since: float
    until: float
    code: str = ""
    """The code of the table that the person is called to."""
    answer: Literal["", "yes"] = ""
    contribution: str = ""
    """What the person's browser adds to the sealed deal of that table."""
    ended: SeekEnd = ""


class StoredCall(msgspec.Struct):
    """A call: its people are asked whether they come to a table that does not exist yet."""

    code: str
    game: str
    pace: PaceSent
    seats: list[str]
    """The guests by seat; empty: a computer player."""
    due: float
    """Time by which they have to answer."""


class Waiting(msgspec.Struct):
    """A search that may be paired: with the person's ratings, the people to avoid, and recent quick leaves."""

    seek: Seek
    ratings: dict[str, tuple[float, float]]
    avoids: set[str]
    leaves: list[float]
    here: bool
    """Whether the person is connected to any node."""


class ListedTable(msgspec.Struct):
    """A table in a public list."""

    table: StoredTable
    standing: TableStatus
    changed: float


class Entrant(msgspec.Struct):
    """A player of a tournament: a person, or a computer player."""

    name: str
    guest: str = ""
    bot: str = ""
    out: bool = False
    """Whether the player has left the tournament."""


class TournamentTable(msgspec.Struct):
    """A table of a round, with the numbers of its players by seat; `places` and `points` once it was played."""

    players: list[int]
    code: str = ""
    """Empty: players are waited for, or the table was decided without a game."""
    absent: list[int] = []
    """Seats whose player did not come in time."""
    done: bool = False
    places: list[int] = []
    points: list[int] = []
    resigned: list[int] = []
    """Seats that were given up."""


class StoredRound(msgspec.Struct):
    """A round of a tournament."""

    tables: list[TournamentTable]
    byes: list[int]
    since: float
    next: float | None
    """Time of the next round, once all tables have ended."""


class StoredTournament(msgspec.Struct):
    """A tournament; the players are known by their numbers in `entrants`."""

    code: str
    name: str
    host: str
    game: str
    style: Style
    size: int
    """Players at a table."""
    planned: int
    """Number of rounds."""
    pace: PaceSent
    most: int
    """Most players."""
    public: bool
    made: float
    starts: float | None = None
    """Time of the beginning; None: the host begins it."""
    phase: TournamentPhase = "open"
    entrants: list[Entrant] = []
    rounds: list[StoredRound] = []
    options: dict[str, str] = {}
    group: str = ""


class StoredBout(msgspec.Struct):
    """The result of a tournament's table, stored with its last move."""

    tournament: str
    code: str
    places: list[int]
    points: list[int]
    resigned: list[int]


class TableUpdate(msgspec.Struct):
    """Changes of a table, stored in one transaction."""

    moves: list[StoredMove]
    standing: TableStatus
    table: StoredTable | None = None
    """The new table data; None if unchanged."""
    snapshot: Snapshot | None = None
    afresh: bool = False
    """After an undo: the stored snapshot is no longer valid."""
    clocks: list[StoredClock] = []
    results: list[StoredResult] = []
    statistics: list[SeatStatistics] = []
    daily: StoredDaily | None = None
    """Result of a finished daily deal; only a guest's first one is stored."""
    lesson: StoredLesson | None = None
    """Progress of a lesson that was begun or completed; a completed lesson stays completed."""
    bout: StoredBout | None = None
    league: StoredLeagueResult | None = None
    """Result of a finished deal of the league; only a guest's first one is stored."""
    tried: StoredTry | None = None
    """A puzzle that was solved."""

    def is_only_moves(self) -> bool:
        """Whether the update has only moves, clocks and a snapshot, as nearly all updates do."""
        others = (self.results, self.statistics, self.daily, self.lesson, self.bout, self.league, self.tried)
        return not (self.table or self.afresh or any(others))


class TableSummary(msgspec.Struct):
    """A table in a guest's list."""

    table: StoredTable
    standing: TableStatus
    changed: float


class LoadedTable(msgspec.Struct):
    """A table read from the store."""

    id: int
    table: StoredTable
    moves: list[StoredMove]
    chat: list[StoredChat]
    snapshot: Snapshot | None
    clocks: list[StoredClock]
    noted: list[str]
    """Guests with a stored notice that it is their turn."""
