"""What is kept of guests, tables and games, in whatever database."""

from typing import Any, Literal

import msgspec

from meute.match import Snapshot
from meute.server.messages import Phase, SeatKind
from meute.server.messages.pace import PaceSent
from meute.server.messages.sent import PhraseSent

Kind = Literal["game", "lesson", "puzzle", "daily"]
"""What a table is for: lessons and puzzles stand in nobody's list, and are not kept for long."""
Did = Literal["start", "play", "undo", "resign", "stop"]


class GuestKept(msgspec.Struct):
    """A person, by the fingerprint of the first cookie."""

    guest: str
    name: str
    language: str


CodeKind = Literal["carry", "recover", "mail", "leave"]
"""What a code is for: another device, once and soon; the day when all devices are lost; to say that an address is
right; to have no more mails."""


class DeviceKept(msgspec.Struct):
    """A browser that somebody uses, by the fingerprint of its cookie."""

    device: str
    guest: str
    label: str
    made: float
    seen: float


class PasskeyKept(msgspec.Struct):
    """A passkey: its public part, and how often it has signed."""

    id: bytes
    guest: str
    key: bytes
    count: int
    label: str
    made: float
    used: float


class Sitting(msgspec.Struct):
    """A table that somebody sits at."""

    code: str
    phase: Phase


class SeatKept(msgspec.Struct):
    """A seat: who may play it."""

    kind: SeatKind
    name: str = ""
    bot: str = ""
    guest: str = ""
    invited: str = ""
    """Whom an open seat is kept for."""


class OrderKept(msgspec.Struct):
    """A standing order: what a seat answers to one kind of question, the first answer that is allowed."""

    n: int
    seat: int
    kind: str
    answers: list[str]
    about: list[str] = []
    """Marks of the things that it is for; empty: for all."""
    most: int | None = None
    until: Literal["round", "game"] = "round"
    turn: int = 0
    """Turns that had been taken when it was given."""


class BackKept(msgspec.Struct):
    """A seat asks the others to go back, while the table has so many moves: since which step, and who has agreed."""

    moves: int
    seat: int
    first: int | None
    agreed: list[int]


class TableKept(msgspec.Struct):
    """What the store knows of a table, apart from its moves."""

    code: str
    word: str
    game: str
    version: int
    host: str
    seats: list[SeatKept]
    options: dict[str, str] = {}
    box: dict[str, Any] = {}
    position: str = ""
    patience: int | None = None
    pace: PaceSent | None = None
    hints: bool | None = None
    """Whether the alpha may be asked for advice; None: if there is nobody but one person and bots."""
    phase: Phase = "lobby"
    rematch: str = ""
    muted: list[str] = []
    removed: list[str] = []
    """Guests without a seat whom the host does not let speak, or look on."""
    slow: bool = False
    """Whether everybody but the host may say a line only now and then."""
    orders: list[OrderKept] = []
    rated: bool = False
    """Whether it counts, if nothing speaks against it at the end."""
    relieved: bool = False
    """Whether a bot stood in for somebody."""
    stood_in: list[int] = []
    """The seats that bots play for absent people."""
    back: BackKept | None = None
    uploaded: bool = False
    """Whether it came as a record; such tables are not kept for ever."""
    kind: Kind = "game"
    lesson: str = ""
    """The name of the lesson or puzzle that is played here."""
    day: str = ""
    """The day whose deal is played here."""


class MoveKept(msgspec.Struct):
    """A decision with the outcomes of chance that followed it; or the start, a way back to a step, the end by will."""

    did: Did
    seat: int = -1
    step: int = 0
    """Steps of the match before it; for a way back, the step it leads to."""
    action: str = ""
    chance: str = ""
    key: str = ""


class ChatKept(msgspec.Struct):
    """A chat line."""

    name: str
    seat: int
    text: str
    at: float
    guest: str = ""
    """Who said it; empty for lines of before that was kept."""


class ClockKept(msgspec.Struct):
    """A seat's clock, in seconds."""

    seat: int
    left: float
    """In the bank, before what this turn takes of it."""
    used: float = 0.0
    """In this turn, before it was stopped."""
    since: float | None = None
    """When it was started; None: it stands."""
    due: float | None = None
    out: bool = False
    """The time is over: a bot plays until somebody comes back."""


class PrefsKept(msgspec.Struct):
    """When a person is not to be hurried, and how to be told."""

    zone: str = ""
    """A time zone by its IANA name."""
    quiet: tuple[int, int] | None = None
    """From which hour to which nothing is due and nothing is sent."""
    vacations: list[tuple[float, float]] = []
    push: bool = False
    """Whether a browser of theirs wants to be told."""
    mail: str = ""
    """An address, which nobody else is ever shown."""
    mail_on: bool = False
    """Whether they have said that it is theirs, and want the list of the day."""
    mail_sent: float = 0.0


class NoticeKept(msgspec.Struct):
    """Something to be told to somebody about a table, when it is due."""

    guest: str
    table_id: int
    kind: str
    due: float


class NoticeDue(msgspec.Struct):
    """A notice with the table that it is about."""

    notice: NoticeKept
    code: str
    table: TableKept


class PushKept(msgspec.Struct):
    """A browser that wants to be told: where its push service takes messages, and for whom they are encrypted."""

    endpoint: str
    key: bytes
    auth: bytes


class ResultKept(msgspec.Struct):
    """What came of a game for one seat."""

    guest: str
    seat: int
    game: str
    place: int
    points: int
    rated: bool


class RatingKept(msgspec.Struct):
    """How strong somebody seems in a game."""

    game: str
    mu: float
    sigma: float
    games: int


class PlayedKept(msgspec.Struct):
    """A finished game in somebody's history."""

    code: str
    table: "TableKept"
    place: int
    points: int
    rated: bool
    at: float


class ReportKept(msgspec.Struct):
    """A chat line that was reported: first by whom and when, and how often."""

    id: int
    code: str
    guest: str
    name: str
    text: str
    by: str
    at: float
    times: int


class PersonSeen(msgspec.Struct):
    """A person as the operator sees them."""

    guest: str
    name: str
    seen: float
    devices: int
    passkeys: int
    tables: int
    banned: bool


class CurveKept(msgspec.Struct):
    """Chances over a finished game: the step of each moment, each seat's chance there, and in how many games seen."""

    points: list[tuple[int, list[float], int]]


class Standing(msgspec.Struct):
    """What a list of games says about a table."""

    asked: list[int] = []
    progress: PhraseSent | None = None


class DailyKept(msgspec.Struct):
    """How somebody did in a day's deal: by how many points he was before the best of the others."""

    day: str
    game: str
    guest: str
    code: str
    margin: int
    points: int


class FieldKept(msgspec.Struct):
    """All who have finished a day's deal of a game, and how somebody did among them, if he has."""

    game: str
    players: int
    margin: int | None
    points: int | None
    beaten: float
    """The others whom he has beaten; equals count half."""


class LessonKept(msgspec.Struct):
    """How far a guest is with a lesson: the code of his last table of it, and whether he has ever done it."""

    guest: str
    game: str
    lesson: str
    code: str
    done: bool


class Happened(msgspec.Struct):
    """What happened at a table, with all that changes by it: stored together, or nothing of it."""

    moves: list[MoveKept]
    standing: Standing
    table: TableKept | None = None
    """As it is now, where it has changed."""
    snapshot: Snapshot | None = None
    afresh: bool = False
    """By a way back: no snapshot of before holds any more."""
    clocks: list[ClockKept] = []
    results: list[ResultKept] = []
    daily: DailyKept | None = None
    """A day's deal that is finished; only the first time counts."""
    lesson: LessonKept | None = None
    """A lesson that is begun again or done; what was done once stays done."""

    def is_only_moves(self) -> bool:
        """Whether it is what nearly all moves are: nothing ends, begins or is taken back by it."""
        return not (self.table or self.afresh or self.results or self.daily or self.lesson)


class Line(msgspec.Struct):
    """A table in somebody's list."""

    table: TableKept
    standing: Standing
    changed: float


class Loaded(msgspec.Struct):
    """A table as it comes out of the store."""

    id: int
    table: TableKept
    moves: list[MoveKept]
    chat: list[ChatKept]
    snapshot: Snapshot | None
    clocks: list[ClockKept]
    noted: list[str]
    """Those for whom it is noted that it is their turn."""
