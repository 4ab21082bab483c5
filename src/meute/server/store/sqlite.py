"""The store in SQLite: one file, one connection, one server."""

import contextlib
import logging
import sqlite3
import time
from collections.abc import Collection
from pathlib import Path

import msgspec

from meute.match import Snapshot
from meute.server.messages.sent import PhraseSent
from meute.server.ratings import rate
from meute.server.settings import Retention
from meute.server.store.file import FILE, connect, hold, prepare
from meute.server.store.group import GroupCommit
from meute.server.store.interface import People, StoreFailed, WordTaken
from meute.server.store.kept import (
    ChatKept,
    ClockKept,
    CurveKept,
    DailyKept,
    GuestKept,
    LessonKept,
    Line,
    Loaded,
    MoveKept,
    ResultKept,
    Standing,
    TableKept,
)
from meute.server.store.people import OF_A_TABLE, SqlitePeople, write_results

log = logging.getLogger(__name__)

COLUMNS = "(code, word, game, phase, changed, kept, asked, progress, uploaded, kind)"
DAY = 86400.0
NO_PASSKEY = "guest not in (select guest from passkeys)"
"""Whoever has a passkey can come back after years."""
AT_ONCE = 4
FORGOTTEN_AT_ONCE = 500
"""Tables that are swept in one job, so that nobody waits for it."""


class SqliteStore:
    """All that is kept, in one file; `interface.py` says what each call does."""

    def __init__(self, folder: Path) -> None:
        prepare(folder)
        self.held = hold(folder)
        try:
            self.base = connect(folder / FILE)
        except BaseException:
            self.held.close()
            raise
        self.mark: str = self.base.execute("select mark from house").fetchone()[0]
        """Tells this house from others."""
        self.group = GroupCommit(self.base)
        self.read, self.write = self.group.read, self.group.write
        self.people: People = SqlitePeople(self.group)

    def open(self) -> None:
        self.group.open()

    async def close(self) -> None:
        """Commits what waits, and closes."""
        await self.group.close()
        self.shut()

    def shut(self) -> None:
        """Closes a store that nobody waits for."""
        self.base.close()
        self.held.close()

    # --- guests

    async def guest(self, guest: str) -> GuestKept | None:
        """A guest that has been here; once a day it is noted that he has come."""
        query = "select guest, name, language, seen from guests where guest = ?"
        row = await self.read(lambda base: base.execute(query, (guest,)).fetchone())
        if row is None:
            return None
        now = time.time()
        if now - row[3] > DAY:
            with contextlib.suppress(StoreFailed):  # there is another day
                await self.write(lambda base: base.execute("update guests set seen = ? where guest = ?", (now, guest)))
        return GuestKept(*row[:3])

    async def keep_guest(self, guest: GuestKept) -> None:
        row = (guest.guest, guest.name, guest.language, time.time())
        await self.write(lambda base: base.execute("insert or replace into guests values (?, ?, ?, ?)", row))

    async def lines(self, guest: str, most: int = 50) -> list[Line]:
        query = """select kept, asked, progress, changed from sitting join tables on id = table_id
                   where guest = ? and kind in ('game', 'daily') order by changed desc limit ?"""
        rows = await self.read(lambda base: base.execute(query, (guest, most)).fetchall())
        found = []
        for kept, asked, progress, changed in rows:
            try:
                standing = Standing(msgspec.json.decode(asked), msgspec.json.decode(progress, type=PhraseSent | None))
                found.append(Line(msgspec.json.decode(kept, type=TableKept), standing, changed))
            except (msgspec.MsgspecError, UnicodeError) as error:
                log.error("a table cannot be read: %s", error)
        return found

    async def lessons(self, guest: str) -> list[LessonKept]:
        query = "select game, lesson, code, done from progress where guest = ?"
        rows = await self.read(lambda base: base.execute(query, (guest,)).fetchall())
        return [LessonKept(game, lesson, code, bool(done)) for game, lesson, code, done in rows]

    async def keep_daily(self, done: DailyKept) -> None:
        row = (done.day, done.game, done.guest, done.code, done.margin, done.points, time.time())
        await self.write(lambda base: base.execute("insert or ignore into daily values (?, ?, ?, ?, ?, ?, ?)", row))

    async def dailies(self, day: str) -> list[DailyKept]:
        query = "select day, game, guest, code, margin, points from daily where day = ?"
        return [DailyKept(*row) for row in await self.read(lambda base: base.execute(query, (day,)).fetchall())]

    async def keep_lesson(self, guest: str, lesson: LessonKept) -> None:
        statement = """insert into progress values (?, ?, ?, ?, ?, ?) on conflict do update
                       set code = excluded.code, done = max(done, excluded.done), at = excluded.at"""
        row = (guest, lesson.game, lesson.lesson, lesson.code, lesson.done, time.time())
        await self.write(lambda base: base.execute(statement, row))

    # --- tables

    async def add_table(
        self,
        table: TableKept,
        moves: list[MoveKept],
        standing: Standing,
        snapshot: Snapshot | None = None,
        clocks: Collection[ClockKept] = (),
    ) -> int:
        row = TableRow(table)
        known = (table.code, row.word, table.game, row.phase, time.time(), row.kept, *written(standing))
        kind = (table.uploaded, table.kind)
        shot = msgspec.msgpack.encode(snapshot) if snapshot else b""
        ticking = clock_rows(clocks)

        def job(base: sqlite3.Connection) -> int:
            try:
                cursor = base.execute(
                    f"insert into tables {COLUMNS} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", known + kind
                )
            except sqlite3.IntegrityError as error:
                raise WordTaken(str(error)) from error
            table_id = cursor.lastrowid
            assert table_id is not None
            row.seat_guests(base, table_id)
            add_moves(base, table_id, 0, moves)
            set_clocks(base, table_id, ticking)
            if shot:
                base.execute("insert into snapshots values (?, ?)", (table_id, shot))
            return table_id

        return await self.write(job)

    async def keep_table(self, table_id: int, table: TableKept) -> None:
        row = TableRow(table)
        await self.write(lambda base: row.update(base, table_id))

    async def load(self, code: str) -> Loaded | None:

        def job(base: sqlite3.Connection) -> Loaded | None:
            row = base.execute("select id, kept from tables where code = ?", (code,)).fetchone()
            if row is None:
                return None
            table_id, kept = row
            moves = base.execute(
                "select did, seat, step, action, chance, key from moves where table_id = ? order by n", (table_id,)
            )
            chat = base.execute(
                "select name, seat, text, at, guest from chat where table_id = ? order by n", (table_id,)
            )
            shot = base.execute("select snapshot from snapshots where table_id = ?", (table_id,)).fetchone()
            clocks = base.execute(
                "select seat, left, used, since, due, out from clocks where table_id = ? order by seat", (table_id,)
            )
            noted = base.execute(
                "select distinct guest from notices where table_id = ? and kind in ('turn', 'half', 'last')",
                (table_id,),
            )
            return Loaded(
                table_id,
                msgspec.json.decode(kept, type=TableKept),
                [MoveKept(*move) for move in moves],
                [ChatKept(*line) for line in chat],
                snapshot_in(shot[0]) if shot else None,
                [ClockKept(seat, left, used, since, due, bool(out)) for seat, left, used, since, due, out in clocks],
                [row[0] for row in noted],
            )

        return await self.read(job)

    async def code_of(self, word: str) -> str | None:
        query = "select code from tables where word = ?"
        row = await self.read(lambda base: base.execute(query, (word,)).fetchone())
        return row[0] if row else None

    async def append(
        self,
        table_id: int,
        n: int,
        moves: list[MoveKept],
        standing: Standing,
        table: TableKept | None = None,
        snapshot: Snapshot | None = None,
        forget_snapshot: bool = False,
        clocks: Collection[ClockKept] = (),
        results: Collection[ResultKept] = (),
    ) -> None:
        values = (time.time(), *written(standing), table_id)
        row = TableRow(table) if table else None
        shot = msgspec.msgpack.encode(snapshot) if snapshot else b""
        ticking = clock_rows(clocks)

        ended = list(results)

        def job(base: sqlite3.Connection) -> None:
            add_moves(base, table_id, n, moves)
            set_clocks(base, table_id, ticking)
            write_results(base, table_id, ended, rate, values[0])
            change_one(base, "update tables set changed = ?, asked = ?, progress = ? where id = ?", values)
            if row is not None:
                row.update(base, table_id)
            if forget_snapshot:
                base.execute("delete from snapshots where table_id = ?", (table_id,))
            if shot:
                base.execute("insert or replace into snapshots values (?, ?)", (table_id, shot))

        await self.write(job)

    async def keep_clocks(self, table_id: int, clocks: Collection[ClockKept]) -> None:
        ticking = clock_rows(clocks)
        await self.write(lambda base: set_clocks(base, table_id, ticking))

    async def due(self, now: float) -> list[str]:
        query = "select distinct code from clocks join tables on id = table_id where due <= ?"
        return [row[0] for row in await self.read(lambda base: base.execute(query, (now,)).fetchall())]

    async def next_due(self) -> float | None:
        query = "select min(due) from clocks where due is not null"
        found: float | None = await self.read(lambda base: base.execute(query).fetchone()[0])
        return found

    async def say(self, table_id: int, n: int, line: ChatKept) -> None:
        row = (table_id, n, line.name, line.seat, line.text, line.at, line.guest)
        await self.write(lambda base: base.execute("insert into chat values (?, ?, ?, ?, ?, ?, ?)", row))

    async def keep_curve(self, table_id: int, curve: CurveKept) -> None:
        row = (table_id, msgspec.msgpack.encode(curve))
        await self.write(lambda base: base.execute("insert or replace into curves values (?, ?)", row))

    async def curve(self, table_id: int) -> CurveKept | None:

        def job(base: sqlite3.Connection) -> CurveKept | None:
            row = base.execute("select curve from curves where table_id = ?", (table_id,)).fetchone()
            return msgspec.msgpack.decode(row[0], type=CurveKept) if row else None

        return await self.read(job)

    # --- what is not kept for ever

    async def sweep(self, rule: Retention, besides: Collection[str]) -> int:
        now = time.time()
        old = f"""select id from tables where code not in (select value from json_each(:besides)) and (
                  phase = 'lobby' and changed < :lobby or phase = 'playing' and changed < :unfinished
                  or uploaded and changed < :uploaded
                  or kind in ('lesson', 'puzzle') and changed < :lesson) limit {AT_ONCE}"""
        values = {
            "lobby": now - rule.lobby * DAY,
            "unfinished": now - rule.unfinished * DAY,
            "uploaded": now - rule.uploaded * DAY,
            "lesson": now - rule.lesson * DAY,
            "besides": msgspec.json.encode(list(besides)).decode(),
        }
        old_ones = await self.read(lambda base: base.execute(old, values).fetchall())

        def job(base: sqlite3.Connection) -> int:
            for name in OF_A_TABLE:
                base.executemany(f"delete from {name} where table_id = ?", old_ones)
            base.executemany("delete from tables where id = ?", old_ones)
            gone = len(old_ones)
            for name, last in (("guests", "seen"), ("devices", "seen"), ("progress", "at"), ("daily", "at")):
                those = f"select guest from {name} where {last} < :old and {NO_PASSKEY} limit {FORGOTTEN_AT_ONCE}"
                query = f"delete from {name} where {last} < :old and guest in ({those})"
                gone += base.execute(query, {"old": now - rule.guest * DAY}).rowcount
            base.execute("delete from notices where sent < ?", (now - DAY,))
            return gone

        return await self.write(job)


def written(standing: Standing) -> tuple[bytes, bytes]:
    """Whom a table waits for and how far it has come, as columns."""
    return msgspec.json.encode(standing.asked), msgspec.json.encode(standing.progress)


def snapshot_in(written: bytes) -> Snapshot | None:
    """A snapshot; one that cannot be read is only a cache that is not there."""
    try:
        return msgspec.msgpack.decode(written, type=Snapshot)
    except (msgspec.MsgspecError, UnicodeError) as error:
        log.error("a snapshot cannot be read: %s", error)
        return None


def change_one(base: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> None:
    """Changes a table that must still be there."""
    if base.execute(statement, values).rowcount != 1:
        raise StoreFailed("there is no such table any more")


class TableRow:
    """A table's changing columns, made in the caller's thread since the table goes on changing there."""

    def __init__(self, table: TableKept) -> None:
        self.word = table.word if table.phase == "lobby" else None
        self.phase = table.phase
        self.kept = msgspec.json.encode(table)
        self.guests = sorted({who for seat in table.seats for who in (seat.guest, seat.invited) if who} | {table.host})

    def update(self, base: sqlite3.Connection, table_id: int) -> None:
        """Writes the table over what was known of it."""
        known = (self.word, self.phase, time.time(), self.kept, table_id)
        change_one(base, "update tables set word = ?, phase = ?, changed = ?, kept = ? where id = ?", known)
        base.execute("delete from sitting where table_id = ?", (table_id,))
        self.seat_guests(base, table_id)

    def seat_guests(self, base: sqlite3.Connection, table_id: int) -> None:
        """Notes in whose lists the table stands."""
        base.executemany("insert into sitting values (?, ?)", [(guest, table_id) for guest in self.guests])


def clock_rows(clocks: Collection[ClockKept]) -> list[tuple[int | float | None, ...]]:
    """Clocks as columns, made in the caller's thread since they go on changing there."""
    return [(clock.seat, clock.left, clock.used, clock.since, clock.due, clock.out) for clock in clocks]


def set_clocks(base: sqlite3.Connection, table_id: int, rows: list[tuple[int | float | None, ...]]) -> None:
    """Writes clocks over those that were known."""
    base.executemany(
        "insert or replace into clocks (table_id, seat, left, used, since, due, out) values (?, ?, ?, ?, ?, ?, ?)",
        [(table_id, *row) for row in rows],
    )


def add_moves(base: sqlite3.Connection, table_id: int, n: int, moves: list[MoveKept]) -> None:
    """Appends moves, numbered from n."""
    now = time.time()
    base.executemany(
        "insert into moves values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (table_id, n + k, move.did, move.seat, move.step, move.action, move.chance, move.key, now)
            for k, move in enumerate(moves)
        ],
    )
