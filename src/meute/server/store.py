"""The store: SQLite with group commit. What waits is committed together, and each caller waits for its commit."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
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
    """
    create table curves (place integer primary key, curve blob not null);
    """,
    """
    create table house as select lower(hex(randomblob(4))) as mark;
    """,
)
"""Each brings the schema to the next version; the version is the number of those applied."""

COLUMNS = "(code, word, game, phase, changed, kept, asked, progress)"

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]
Waiting = tuple[Job, "asyncio.Future[Any]", bool]
"""A job, who waits for it, and whether it only reads."""
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
    hints: bool | None = None
    """Whether the alpha may be asked for advice; None: if there is nobody but one person and bots."""
    phase: Phase = "lobby"
    rematch: str = ""
    muted: list[str] = []
    removed: list[str] = []
    """Guests without a seat whom the host does not let speak, or look on."""


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
    sealed: list[bool]
    """Whether each step was a sealed answer."""
    events: list[tuple[int, int, int, int, int, int, int]]


class CurveKept(msgspec.Struct):
    """Chances over a finished game: the step of each moment, each seat's chance there, and in how many games seen."""

    points: list[tuple[int, list[float], int]]


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


class Batch:
    """Jobs that are committed together; one that fails takes back only what it did itself."""

    def __init__(self, jobs: list[Waiting]) -> None:
        self.jobs = jobs
        self.outcomes: dict[int, Any] = {}
        self.changes = not all(reads for _, _, reads in jobs)

    def write(self, base: sqlite3.Connection) -> None:
        """Makes the changes, without waiting for the disk."""
        if not self.changes:
            return
        try:
            base.execute("begin immediate")
        except sqlite3.Error as error:
            self.fail(error)
            return
        for n, (job, _, reads) in enumerate(self.jobs):
            if not reads:
                base.execute("savepoint job")
                try:
                    self.outcomes[n] = job(base)
                except Exception as error:
                    base.execute("rollback to job")
                    self.outcomes[n] = failure(error)
                base.execute("release job")

    def commit(self, base: sqlite3.Connection) -> None:
        """Reads what is asked for, and makes the changes durable."""
        try:
            for n, (job, _, reads) in enumerate(self.jobs):
                if reads and n not in self.outcomes:
                    self.outcomes[n] = job(base)
            if base.in_transaction:
                base.execute("commit")
        except Exception as error:
            if base.in_transaction:
                base.execute("rollback")
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """None of it has happened."""
        self.outcomes = {n: failure(error) for n in range(len(self.jobs))}

    def settle(self) -> None:
        """Hands each caller what came of its job."""
        for n, (_, done, _) in enumerate(self.jobs):
            if done.done():
                continue
            outcome = self.outcomes[n]
            if isinstance(outcome, StoreFailed):
                done.set_exception(outcome)
            else:
                done.set_result(outcome)


def failure(error: Exception) -> StoreFailed:
    """What the callers are told of an error."""
    failed = StoreFailed(str(error))
    failed.__cause__ = error
    return failed


class Store:
    """All that is kept, in one file and by one connection."""

    # Changes are made in the loop's thread, which takes microseconds; only reading and the commit, which wait for the
    # disk, happen in the other one. Two busy threads would fight for the interpreter at every statement.

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.base = connect(self.path)
        self.mark: str = self.base.execute("select mark from house").fetchone()[0]
        """Tells this house from others."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiting: list[Waiting] = []
        self.committing = False
        self.idle = asyncio.Event()
        self.batches: SimpleQueue[Batch | None] = SimpleQueue()
        self.thread = Thread(target=self.commit_batches, name="store", daemon=True)

    def open(self) -> None:
        """Starts the committing thread for the running loop."""
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def close(self) -> None:
        """Commits what waits, and closes."""
        while self.waiting or self.committing:
            self.idle.clear()
            await self.idle.wait()
        self.batches.put(None)
        await asyncio.to_thread(self.thread.join)
        self.base.close()

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Changes something, and returns when that is durable."""
        return await self.queue(job, False)

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Reads something that is durable."""
        return await self.queue(job, True)

    def queue(self, job: Callable[[sqlite3.Connection], T], reads: bool) -> "asyncio.Future[T]":
        """Lets a job wait for the next batch, which begins as soon as no other is being committed."""
        assert self.loop is not None
        done: asyncio.Future[T] = self.loop.create_future()
        if not self.waiting and not self.committing:
            self.loop.call_soon(self.begin)
        self.waiting.append((job, done, reads))
        return done

    def begin(self) -> None:
        """Writes what waits into one transaction, and hands it over to be committed."""
        if self.committing or not self.waiting:
            return
        batch = Batch(self.waiting)
        self.waiting = []
        self.committing = True
        batch.write(self.base)
        self.batches.put(batch)

    def commit_batches(self) -> None:
        """The thread: one batch after the other."""
        assert self.loop is not None
        while (batch := self.batches.get()) is not None:
            batch.commit(self.base)
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(self.finish, batch)

    def finish(self, batch: "Batch") -> None:
        """Wakes the callers, and begins the next batch."""
        self.committing = False
        self.begin()
        batch.settle()
        if not self.committing:
            self.idle.set()

    # --- guests

    async def guest(self, guest: str) -> GuestKept | None:
        """A guest that has been here."""

        def job(base: sqlite3.Connection) -> GuestKept | None:
            row = base.execute("select guest, name, language from guests where guest = ?", (guest,)).fetchone()
            return GuestKept(*row) if row else None

        return await self.read(job)

    async def keep_guest(self, guest: GuestKept) -> None:
        """A guest's name and language."""
        row = (guest.guest, guest.name, guest.language, time.time())
        await self.write(lambda base: base.execute("insert or replace into guests values (?, ?, ?, ?)", row))

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

        return await self.read(job)

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

        return await self.write(job)

    async def keep_table(self, place: int, table: TableKept) -> None:
        """A table whose seats, options or phase have changed."""
        row = TableRow(table)
        await self.write(lambda base: row.update(base, place))

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

        return await self.read(job)

    async def code_of(self, word: str) -> str | None:
        """The code of the table in the lobby that has this short code."""

        def job(base: sqlite3.Connection) -> str | None:
            row = base.execute("select code from tables where word = ?", (word,)).fetchone()
            return row[0] if row else None

        return await self.read(job)

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

        await self.write(job)

    async def keep_curve(self, place: int, curve: CurveKept) -> None:
        """The chances over a finished game."""
        row = (place, msgspec.msgpack.encode(curve))
        await self.write(lambda base: base.execute("insert or replace into curves values (?, ?)", row))

    async def curve(self, place: int) -> CurveKept | None:
        """The chances over a finished game, if they have been counted."""

        def job(base: sqlite3.Connection) -> CurveKept | None:
            row = base.execute("select curve from curves where place = ?", (place,)).fetchone()
            return msgspec.msgpack.decode(row[0], type=CurveKept) if row else None

        return await self.read(job)

    async def say(self, place: int, n: int, line: ChatKept) -> None:
        """A chat line."""
        row = (place, n, line.name, line.seat, line.text, line.at)
        await self.write(lambda base: base.execute("insert into chat values (?, ?, ?, ?, ?, ?)", row))


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
