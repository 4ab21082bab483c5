"""The store: SQLite in one writer thread. Whatever waits is committed together, and each caller waits for its commit."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Literal, TypeVar

import msgspec

from meute.server.wire import Phase, PhraseSent, SeatKind

FILE = "meute.sqlite3"

MIGRATIONS = (
    """
    create table guests (guest text primary key, name text not null, language text not null, seen real not null)
        without rowid;
    create table tables (
        id integer primary key, code text not null unique, word text unique, game text not null, phase text not null,
        changed real not null, kept blob not null, asked blob not null, progress blob not null);
    create table sitting (guest text not null, place integer not null, primary key (guest, place)) without rowid;
    create index sitting_at on sitting (place);
    create table moves (
        place integer not null, n integer not null, did text not null, seat integer not null, step integer not null,
        action text not null, chance text not null, key text not null, at real not null,
        primary key (place, n)) without rowid;
    create unique index move_keys on moves (place, seat, key) where key <> '';
    create table chat (
        place integer not null, n integer not null, name text not null, seat integer not null, text text not null,
        at real not null, primary key (place, n)) without rowid;
    create table snapshots (place integer primary key, snapshot blob not null);
    """,
)
"""Each brings the schema to the next version; the version is the number of those applied."""

COLUMNS = "(code, word, game, phase, changed, kept, asked, progress)"

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]
Waiting = tuple[Job, "asyncio.Future[Any]"]
Did = Literal["start", "play", "undo", "resign", "stop"]


class StoreFailed(Exception):
    """Something could not be stored: it has not happened."""


class StoreBusy(Exception):
    """Another server uses the same data folder."""


class GuestKept(msgspec.Struct):
    """A guest, by the fingerprint of the cookie."""

    guest: str
    name: str
    language: str


class SeatKept(msgspec.Struct):
    """A seat: who may play it."""

    kind: SeatKind
    name: str = ""
    bot: str = ""
    guest: str = ""


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
    phase: Phase = "lobby"
    rematch: str = ""


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


class Snapshot(msgspec.Struct, array_like=True):
    """A cache: the table after so many steps, with its events, so that a long game opens at once."""

    made_by: str
    step: int
    position: str
    counts: list[int]
    """How many events had been written before each step."""
    events: list[tuple[int, int, int, int, int, int, int]]


class Standing(msgspec.Struct):
    """What a list of games says about a table."""

    asked: list[int] = []
    progress: PhraseSent | None = None


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


class Store:
    """All that is kept, behind one thread."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.base = connect(self.path)
        self.thread = Thread(target=self.write, name="store", daemon=True)

    def open(self) -> None:
        """Starts the writer thread for the running loop."""
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def close(self) -> None:
        """Writes what waits, and closes."""
        self.queue.put(None)
        await asyncio.to_thread(self.thread.join)
        self.base.close()

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Runs a job in the writer thread and returns when it is durable."""
        assert self.loop is not None
        done: asyncio.Future[T] = self.loop.create_future()
        self.queue.put((job, done))
        return await done

    # --- the thread

    def write(self) -> None:
        """Commits whatever has come in since the last commit, together."""
        closing = False
        while not closing:
            waiting = [self.queue.get()]
            try:
                while True:
                    waiting.append(self.queue.get_nowait())
            except Empty:
                pass
            closing = None in waiting
            batch = [job for job in waiting if job is not None]
            if batch:
                self.tell(self.commit(batch))

    def commit(self, batch: list[Waiting]) -> list[tuple["asyncio.Future[Any]", Any]]:
        """Runs jobs in one transaction; if one fails, each runs by itself so that only that one does."""
        try:
            self.base.execute("begin immediate")
            outcomes = [(done, job(self.base)) for job, done in batch]
            self.base.execute("commit")
        except Exception as error:
            if self.base.in_transaction:
                self.base.execute("rollback")
            if len(batch) > 1:
                return [outcome for one in batch for outcome in self.commit([one])]
            failed = StoreFailed(str(error))
            failed.__cause__ = error
            return [(batch[0][1], failed)]
        return outcomes

    def tell(self, outcomes: list[tuple["asyncio.Future[Any]", Any]]) -> None:
        """Wakes the callers, in the loop."""
        assert self.loop is not None
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle, outcomes)

    # --- guests

    async def guest(self, guest: str) -> GuestKept | None:
        """A guest that has been here."""

        def job(base: sqlite3.Connection) -> GuestKept | None:
            row = base.execute("select guest, name, language from guests where guest = ?", (guest,)).fetchone()
            return GuestKept(*row) if row else None

        return await self.do(job)

    async def keep_guest(self, guest: GuestKept) -> None:
        """A guest's name and language."""
        row = (guest.guest, guest.name, guest.language, time.time())
        await self.do(lambda base: base.execute("insert or replace into guests values (?, ?, ?, ?)", row))

    async def lines(self, guest: str, most: int = 50) -> list[Line]:
        """The guest's tables, the latest first."""
        query = """select kept, asked, progress, changed from sitting join tables on id = place
                   where guest = ? order by changed desc limit ?"""

        def job(base: sqlite3.Connection) -> list[Line]:
            return [
                Line(
                    msgspec.json.decode(kept, type=TableKept),
                    Standing(msgspec.json.decode(asked), msgspec.json.decode(progress, type=PhraseSent | None)),
                    changed,
                )
                for kept, asked, progress, changed in base.execute(query, (guest, most))
            ]

        return await self.do(job)

    # --- tables

    async def add_table(self, table: TableKept, moves: list[MoveKept], standing: Standing) -> int:
        """A new table, with the moves it already has."""
        row = TableRow(table)
        values = (table.code, row.word, table.game, row.phase, time.time(), row.kept, *written(standing))

        def job(base: sqlite3.Connection) -> int:
            cursor = base.execute(f"insert into tables {COLUMNS} values (?, ?, ?, ?, ?, ?, ?, ?)", values)
            place = cursor.lastrowid
            assert place is not None
            row.seat_guests(base, place)
            add_moves(base, place, 0, moves)
            return place

        return await self.do(job)

    async def keep_table(self, place: int, table: TableKept) -> None:
        """A table whose seats, options or phase have changed."""
        row = TableRow(table)
        await self.do(lambda base: row.update(base, place))

    async def load(self, code: str) -> Loaded | None:
        """A table with all that happened at it."""

        def job(base: sqlite3.Connection) -> Loaded | None:
            row = base.execute("select id, kept from tables where code = ?", (code,)).fetchone()
            if row is None:
                return None
            place, kept = row
            moves = base.execute(
                "select did, seat, step, action, chance, key from moves where place = ? order by n", (place,)
            )
            chat = base.execute("select name, seat, text, at from chat where place = ? order by n", (place,))
            shot = base.execute("select snapshot from snapshots where place = ?", (place,)).fetchone()
            return Loaded(
                place,
                msgspec.json.decode(kept, type=TableKept),
                [MoveKept(*move) for move in moves],
                [ChatKept(*line) for line in chat],
                msgspec.msgpack.decode(shot[0], type=Snapshot) if shot else None,
            )

        return await self.do(job)

    async def code_of(self, word: str) -> str | None:
        """The code of the table in the lobby that has this short code."""

        def job(base: sqlite3.Connection) -> str | None:
            row = base.execute("select code from tables where word = ?", (word,)).fetchone()
            return row[0] if row else None

        return await self.do(job)

    async def append(
        self,
        place: int,
        n: int,
        moves: list[MoveKept],
        standing: Standing,
        table: TableKept | None = None,
        snapshot: Snapshot | None = None,
        forget_snapshot: bool = False,
    ) -> None:
        """What happened at a table, with all that changes by it, or nothing of it."""
        values = (time.time(), *written(standing), place)
        row = TableRow(table) if table else None
        shot = msgspec.msgpack.encode(snapshot) if snapshot else b""

        def job(base: sqlite3.Connection) -> None:
            add_moves(base, place, n, moves)
            base.execute("update tables set changed = ?, asked = ?, progress = ? where id = ?", values)
            if row is not None:
                row.update(base, place)
            if forget_snapshot:
                base.execute("delete from snapshots where place = ?", (place,))
            if shot:
                base.execute("insert or replace into snapshots values (?, ?)", (place, shot))

        await self.do(job)

    async def say(self, place: int, n: int, line: ChatKept) -> None:
        """A chat line."""
        row = (place, n, line.name, line.seat, line.text, line.at)
        await self.do(lambda base: base.execute("insert into chat values (?, ?, ?, ?, ?, ?)", row))


def connect(path: Path) -> sqlite3.Connection:
    """The file, in the latest schema and ours alone."""
    base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
    try:
        base.execute("pragma locking_mode = exclusive")
        base.execute("pragma journal_mode = wal")
        base.execute("pragma synchronous = full")
        base.execute("begin immediate")
        version: int = base.execute("pragma user_version").fetchone()[0]
        base.execute("commit")
        for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
            base.executescript(f"begin; {script}; pragma user_version = {number}; commit;")
    except sqlite3.OperationalError as error:
        base.close()
        raise StoreBusy(str(path)) from error
    return base


def settle(outcomes: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    """Hands each caller what came of its job."""
    for done, outcome in outcomes:
        if done.done():
            continue
        if isinstance(outcome, StoreFailed):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)


def written(standing: Standing) -> tuple[bytes, bytes]:
    """Whom a table waits for and how far it has come, as columns."""
    return msgspec.json.encode(standing.asked), msgspec.json.encode(standing.progress)


class TableRow:
    """A table's changing columns, made in the caller's thread since the table goes on changing there."""

    def __init__(self, table: TableKept) -> None:
        self.word = table.word if table.phase == "lobby" else None
        self.phase = table.phase
        self.kept = msgspec.json.encode(table)
        self.guests = sorted({seat.guest for seat in table.seats if seat.guest} | {table.host})

    def update(self, base: sqlite3.Connection, place: int) -> None:
        """Writes the table over what was known of it."""
        base.execute(
            "update tables set word = ?, phase = ?, changed = ?, kept = ? where id = ?",
            (self.word, self.phase, time.time(), self.kept, place),
        )
        base.execute("delete from sitting where place = ?", (place,))
        self.seat_guests(base, place)

    def seat_guests(self, base: sqlite3.Connection, place: int) -> None:
        """Notes in whose lists the table stands."""
        base.executemany("insert into sitting values (?, ?)", [(guest, place) for guest in self.guests])


def add_moves(base: sqlite3.Connection, place: int, n: int, moves: list[MoveKept]) -> None:
    """Appends moves, numbered from n."""
    now = time.time()
    base.executemany(
        "insert into moves values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (place, n + k, move.did, move.seat, move.step, move.action, move.chance, move.key, now)
            for k, move in enumerate(moves)
        ],
    )
