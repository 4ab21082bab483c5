"""What the server asks of a database, and the only ways in which one may fail."""

from collections.abc import Callable, Collection, Coroutine
from typing import Any, NamedTuple, Protocol

from meute.server.settings import Retention
from meute.server.store.kept import (
    ChatKept,
    ClockKept,
    CodeKind,
    CurveKept,
    DailyKept,
    DeviceKept,
    FieldKept,
    GuestKept,
    Happened,
    LessonKept,
    Line,
    Loaded,
    NoticeDue,
    NoticeKept,
    PasskeyKept,
    PlayedKept,
    PrefsKept,
    PushKept,
    RatingKept,
    Sitting,
    TableKept,
)


class StoreFailed(Exception):
    """Something could not be stored or read: it has not happened."""


class Fenced(StoreFailed):
    """Another server has the table now: what was to be stored has not happened."""


class WordTaken(StoreFailed):
    """Another table has this code or short code."""


class AtOneTable(StoreFailed):
    """Two people who sit at one unfinished table cannot become one: he would see two hands."""


class Elsewhere(NamedTuple):
    """The server that has a table, and where the others reach it."""

    node: str
    address: str


class People(Protocol):
    """What is kept of people beside their names. A person is called by the device he first came with."""

    async def person_of(self, device: str) -> str | None:
        """Whose device this is; None: nobody's but its own."""

    async def keep_device(self, device: DeviceKept) -> None:
        """A device, or that it was used again; it stays whose it is."""

    async def devices(self, guest: str) -> list[DeviceKept]:
        """A person's devices, the last used first."""

    async def give_device(self, device: str, guest: str, to: str) -> bool:
        """A person's device becomes another's; whether it was his."""

    async def keep_codes(self, guest: str, kind: CodeKind, hashes: list[str], until: float) -> None:
        """Codes of a person, in the place of those of this kind before."""

    async def code(self, hash: str, kind: CodeKind, now: float) -> str | None:
        """Whose code this is, which stays."""

    async def use_code(self, hash: str, kind: CodeKind, now: float) -> str | None:
        """Whose code this is, which holds no longer."""

    async def codes_left(self, guest: str, kind: CodeKind) -> int:
        """How many codes a person has."""

    async def passkey(self, id: bytes) -> PasskeyKept | None:
        """A passkey by its id."""

    async def passkeys(self, guest: str) -> list[PasskeyKept]:
        """A person's passkeys."""

    async def add_passkey(self, passkey: PasskeyKept) -> None:
        """A new passkey."""

    async def use_passkey(self, passkey: PasskeyKept, count: int, now: float) -> bool:
        """A passkey has signed; false if it has signed something else meanwhile."""

    async def drop_passkey(self, id: bytes, guest: str) -> bool:
        """A passkey of a person's opens nothing any more; whether it was his."""

    async def sittings(self, guest: str) -> list[Sitting]:
        """Every table at which a person sits, or which he hosts."""

    async def clocked(self, guest: str) -> list[str]:
        """The codes of the tables at which somebody sits while a clock runs."""

    async def merge(self, gone: str, stays: str, device: DeviceKept) -> None:
        """Two people become one, who comes with this device as well; or AtOneTable."""

    async def forget(self, guest: GuestKept, called: str) -> None:
        """Removes a person, and the games played with nobody else; what others keep of theirs calls him so."""

    async def prefs(self, guests: Collection[str]) -> dict[str, PrefsKept]:
        """What people wish, as far as they have said."""

    async def keep_prefs(self, guest: str, prefs: PrefsKept) -> None:
        """What a person wishes."""

    async def ratings(self, guest: str) -> list[RatingKept]:
        """How strong somebody seems, in each game that he has played rated."""

    async def history(self, guest: str, most: int = 100) -> list[PlayedKept]:
        """A person's finished games, the latest first."""

    async def companions(self, guest: str, most: int = 50) -> list[tuple[str, str, int]]:
        """With whom somebody has played: who, the name, and at how many tables; the latest first."""

    async def shut(self, guest: str, other: str, how: str, on: bool) -> None:
        """A person wants to read or to meet another no longer, or again."""

    async def shut_by(self, guest: str) -> set[tuple[str, str]]:
        """Whom a person does not want to read (mute) or to meet (shut)."""

    async def banned(self) -> set[str]:
        """Whom the operator does not let play here."""

    async def is_banned(self, guest: str) -> bool:
        """Whether the operator does not let somebody play here."""

    async def report(self, guest: str, table_id: int, n: int, now: float) -> None:
        """A chat line is reported; by one person once."""

    async def keep_notices(self, table_id: int, notices: list[NoticeKept], gone: list[str]) -> None:
        """Notices of a table, in the place of those of their kind; what was to be told of a turn of those who are gone
        is not told any more."""

    async def drop_notices(self, guest: str, table_id: int) -> None:
        """What was to be told of a table, reminders apart, is not told any more."""

    async def notices_due(self, now: float, most: int = 100) -> list[NoticeDue]:
        """What is to be told now, the oldest first."""

    async def next_notice(self) -> float | None:
        """When the next notice is due."""

    async def sent_notice(self, notice: NoticeKept, now: float) -> bool:
        """A notice is told now; false if another server has told it."""

    async def sent_since(self, guest: str, since: float) -> int:
        """How much somebody was told since then."""

    async def add_push(self, guest: str, push: PushKept, most: int, now: float) -> None:
        """One more browser to be told; of more than so many, the oldest is forgotten."""

    async def pushes(self, guest: str) -> list[PushKept]:
        """The browsers of a person that want to be told."""

    async def drop_push(self, guest: str, endpoint: str) -> None:
        """One of them no longer does."""

    async def dailies(self, guest: str) -> list[DailyKept]:
        """The deals of the day that somebody has finished, the first one first."""

    async def said(self, guest: str) -> list[tuple[str, float, str]]:
        """All chat lines of a person: the table's code, when, and what."""


class Store(Protocol):
    """All that is kept. A call that changes something returns when that is durable, and raises if it is not."""

    mark: str
    """Tells this house from others."""
    alone: bool
    """Whether there is but one server: a new table is its own."""
    people: People

    def open(self) -> None:
        """Begins to work for the running loop."""

    async def close(self) -> None:
        """Ends what is under way, and closes."""

    async def guest(self, guest: str) -> GuestKept | None:
        """A guest that has been here."""

    async def keep_guest(self, guest: GuestKept) -> None:
        """A guest's name and language."""

    async def lines(self, guest: str, most: int = 50) -> list[Line]:
        """The guest's games, the latest first; those that cannot be read are left out."""

    async def lessons(self, guest: str) -> list[LessonKept]:
        """How far the guest is with every lesson that he has begun."""

    async def dailies(self, day: str, guest: str) -> list[FieldKept]:
        """How a guest did in a day's deals among all who have finished one."""

    async def has_done_daily(self, day: str, game: str, guest: str) -> bool:
        """Whether a guest has finished a day's deal of a game."""

    async def add_table(
        self, table: TableKept, happened: Happened, follows: tuple[int, TableKept] | None = None
    ) -> int:
        """A new table, with what has happened at it already, and with it the table that it follows as that is then; or
        WordTaken."""

    async def keep_table(self, table_id: int, table: TableKept) -> None:
        """A table whose seats, options or phase have changed."""

    async def load(self, code: str) -> Loaded | None:
        """A table with all that happened at it, to be looked at."""

    # Several servers may share a database. Whoever has taken a table is the only one that writes to it: every write
    # that names its `table_id` raises Fenced once another has.

    async def take(self, code: str, force: bool = False, unreachable: str = "") -> Loaded | Elsewhere | None:
        """The same, to be played at; or the server that has it, unless that is gone, or could not be reached, or force
        takes it from there."""

    def release(self, table_id: int) -> Coroutine[Any, Any, None]:
        """Lets a table go at once; then waits until any server may take it."""

    async def release_all(self) -> None:
        """The same, for all tables that this server has."""

    def is_sure(self) -> bool:
        """Whether what this server has taken is surely still its own."""

    def epoch(self, table_id: int) -> int:
        """How often a table that this server has was taken; 0: it is not counted."""

    def watch(self, lost: Callable[[], None], heard: Callable[[str, str], None]) -> None:
        """What to do when all that was taken is lost, and when another server tells something."""

    async def tell(self, kind: str, what: str) -> None:
        """Tells all other servers something."""

    async def code_of(self, word: str) -> str | None:
        """The code of the table in the lobby that has this short code."""

    async def append(self, table_id: int, n: int, happened: Happened) -> None:
        """What happened at a table that had n moves."""

    async def keep_clocks(self, table_id: int, clocks: Collection[ClockKept]) -> None:
        """The clocks of a table."""

    async def due(self, now: float) -> list[str]:
        """The tables where a clock has rung."""

    async def next_due(self) -> float | None:
        """When the next clock rings."""

    async def say(self, table_id: int, n: int, line: ChatKept) -> None:
        """A chat line."""

    async def keep_curve(self, table_id: int, curve: CurveKept) -> None:
        """The chances over a finished game."""

    async def curve(self, table_id: int) -> CurveKept | None:
        """The chances over a finished game, if they have been counted."""

    async def sweep(self, rule: Retention, besides: Collection[str]) -> int:
        """Forgets some of what the rule lets go, besides tables of these codes; how much: 0 when nothing is left."""
