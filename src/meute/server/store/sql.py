"""The store in SQL: what every database of ours is asked, whichever it is."""

import contextlib
import logging
import time
from collections.abc import Callable, Collection, Generator

import msgspec

from meute.match import Snapshot
from meute.server.messages.sent import PhraseSent
from meute.server.ratings import rate
from meute.server.settings import Retention
from meute.server.store.interface import Elsewhere, People, StoreFailed, WordTaken
from meute.server.store.job import Ask, Base, Each, Job, Row
from meute.server.store.kept import (
    ChatKept,
    ClockKept,
    CurveKept,
    FieldKept,
    GuestKept,
    Happened,
    LessonKept,
    Line,
    Loaded,
    MoveKept,
    Standing,
    TableKept,
)
from meute.server.store.people import OF_A_TABLE, write_results

log = logging.getLogger(__name__)

TABLE = """insert into tables (code, word, game, phase, changed, kept, asked, progress, uploaded, kind)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id"""
STANDS = "update tables set changed = ?, asked = ?, progress = ? where id = ?"
MOVE = "insert into moves values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
SNAPSHOT = "insert into snapshots values (?, ?) on conflict (table_id) do update set snapshot = excluded.snapshot"
CLOCK = """insert into clocks (table_id, seat, "left", used, since, due, out) values (?, ?, ?, ?, ?, ?, ?)
           on conflict (table_id, seat) do update set "left" = excluded."left", used = excluded.used,
           since = excluded.since, due = excluded.due, out = excluded.out"""
DAILY = "insert into daily values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing"
LESSON = """insert into progress values (?, ?, ?, ?, ?, ?) on conflict (guest, game, lesson) do update
            set code = excluded.code, at = excluded.at,
            done = case when progress.done > excluded.done then progress.done else excluded.done end"""
PARTS = (
    "select did, seat, step, action, chance, key from moves where table_id = ? order by n",
    "select name, seat, text, at, guest from chat where table_id = ? order by n",
    "select snapshot from snapshots where table_id = ?",
    'select seat, "left", used, since, due, out from clocks where table_id = ? order by seat',
    "select distinct guest from notices where table_id = ? and kind in ('turn', 'half', 'last')",
)
"""What a table is loaded from."""
Rows = Generator[Each, list[Row], None]
"""A job that only writes rows."""
DAY = 86400.0
NO_PASSKEY = "guest not in (select guest from passkeys)"
"""Whoever has a passkey can come back after years."""
AT_ONCE = 4
FORGOTTEN_AT_ONCE = 500
"""Tables that are swept in one job, so that nobody waits for it."""


class SqlStore:
    """All that is kept; `interface.py` says what each call does."""

    alone = True

    def __init__(self, base: Base, people: People) -> None:
        self.read, self.find, self.look = base.read, base.find, base.look
        self.write, self.do = base.write, base.do
        self.ours = base.ours
        self.people = people

    # --- whose a table is: where there is but one server, always its own

    async def take(self, code: str, force: bool = False, unreachable: str = "") -> Loaded | Elsewhere | None:
        return await self.load(code)

    async def release(self, table_id: int) -> None:
        pass

    async def release_all(self) -> None:
        pass

    def is_sure(self) -> bool:
        return True

    def epoch(self, table_id: int) -> int:
        return 0

    def watch(self, lost: Callable[[], None], heard: Callable[[str, str], None]) -> None:
        pass

    async def tell(self, kind: str, what: str) -> None:
        pass

    def held(self, table_id: int) -> Job[None]:
        """Refuses what follows unless the table is this server's."""
        yield from ()

    def counted(self, table_id: int, n: int, more: int) -> Job[None]:
        """The same, if the table has n moves, which are so many more from now on."""
        yield from ()

    def begun(self, table_id: int, moves: int) -> Job[None]:
        """A new table has so many moves."""
        yield from ()

    def rating(self) -> Job[None]:
        """Nobody else changes ratings until this is done."""
        yield from ()

    # --- guests

    async def guest(self, guest: str) -> GuestKept | None:
        """A guest that has been here; once a day it is noted that he has come."""
        query = "select guest, name, language, seen from guests where guest = ?"
        rows = await self.find(query, guest)
        if not rows:
            return None
        row = rows[0]
        now = time.time()
        if now - row[3] > DAY:
            with contextlib.suppress(StoreFailed):  # there is another day
                await self.write("update guests set seen = ? where guest = ?", now, guest)
        return GuestKept(*row[:3])

    async def keep_guest(self, guest: GuestKept) -> None:
        statement = """insert into guests values (?, ?, ?, ?) on conflict (guest) do update
                       set name = excluded.name, language = excluded.language, seen = excluded.seen"""
        await self.write(statement, guest.guest, guest.name, guest.language, time.time())

    async def lines(self, guest: str, most: int = 50) -> list[Line]:
        query = """select kept, asked, progress, changed from sitting join tables on id = table_id
                   where guest = ? and kind in ('game', 'daily') order by changed desc limit ?"""
        rows = await self.read(query, guest, most)
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
        rows = await self.find(query, guest)
        return [LessonKept(guest, game, lesson, code, bool(done)) for game, lesson, code, done in rows]

    async def dailies(self, day: str, guest: str) -> list[FieldKept]:
        query = """select field.game, count(*), mine.margin, mine.points,
                   sum(case when field.margin < mine.margin then 2 when field.margin = mine.margin then 1 else 0 end)
                   from daily field left join daily mine
                   on mine.day = field.day and mine.game = field.game and mine.guest = ?
                   where field.day = ? group by field.game, mine.margin, mine.points"""
        rows = await self.read(query, guest, day)
        return [
            FieldKept(game, players, margin, points, 0.0 if margin is None else (halves - 1) / 2)
            for game, players, margin, points, halves in rows
        ]

    async def has_done_daily(self, day: str, game: str, guest: str) -> bool:
        return bool(await self.read("select 1 from daily where day = ? and game = ? and guest = ?", day, game, guest))

    # --- tables

    async def add_table(
        self, table: TableKept, happened: Happened, follows: tuple[int, TableKept] | None = None
    ) -> int:
        row, came = TableRow(table), Written(happened)
        known = (table.code, row.word, table.game, row.phase, came.at, row.kept, *came.standing)
        kind = (table.uploaded, table.kind)
        before = (follows[0], TableRow(follows[1])) if follows else None

        def job() -> Job[int]:
            rows = yield Ask(TABLE, known + kind)
            if not rows:
                raise WordTaken(table.code)
            table_id: int = rows[0][0]
            yield from row.seat_guests(table_id)
            yield from self.begun(table_id, len(happened.moves))
            yield from came.add(table_id, 0)
            if before is not None:
                yield from self.held(before[0])
                yield from before[1].update(before[0])
            return table_id

        return await self.do(job())

    async def keep_table(self, table_id: int, table: TableKept) -> None:
        row = TableRow(table)

        def job() -> Job[None]:
            yield from self.held(table_id)
            yield from row.update(table_id)

        await self.do(job())

    async def load(self, code: str) -> Loaded | None:

        def job() -> Job[Loaded | None]:
            rows = yield Ask("select id, kept from tables where code = ?", (code,))
            return (yield from loaded(*rows[0])) if rows else None

        return await self.look(job())

    async def code_of(self, word: str) -> str | None:
        query = "select code from tables where word = ?"
        rows = await self.find(query, word)
        return rows[0][0] if rows else None

    async def append(self, table_id: int, n: int, happened: Happened) -> None:
        came = Written(happened)
        row = TableRow(happened.table) if happened.table else None

        def job() -> Job[None]:
            yield from self.counted(table_id, n, len(happened.moves))
            if happened.results:
                yield from self.rating()
                yield from write_results(table_id, happened.results, rate, came.at)
            yield from change_one(STANDS, came.stands(table_id))
            if row is not None:
                yield from row.update(table_id)
            if happened.afresh:
                yield Ask("delete from snapshots where table_id = ?", (table_id,))
            yield from came.add(table_id, n)

        await self.do(job())

    async def keep_clocks(self, table_id: int, clocks: Collection[ClockKept]) -> None:
        ticking = clock_rows(clocks)

        def job() -> Job[None]:
            yield from self.held(table_id)
            yield from set_clocks(table_id, ticking)

        await self.do(job())

    async def due(self, now: float) -> list[str]:
        query = f"select distinct code from clocks join tables on id = table_id where due <= ? {self.ours}"
        return [row[0] for row in await self.read(query, now)]

    async def next_due(self) -> float | None:
        query = "select min(due) from clocks where due is not null"
        found: float | None = (await self.read(query))[0][0]
        return found

    async def say(self, table_id: int, n: int, line: ChatKept) -> None:
        row = (table_id, n, line.name, line.seat, line.text, line.at, line.guest)

        def job() -> Job[None]:
            yield from self.held(table_id)
            yield Ask("insert into chat values (?, ?, ?, ?, ?, ?, ?)", row)

        await self.do(job())

    async def keep_curve(self, table_id: int, curve: CurveKept) -> None:
        statement = "insert into curves values (?, ?) on conflict (table_id) do update set curve = excluded.curve"
        await self.write(statement, table_id, msgspec.msgpack.encode(curve))

    async def curve(self, table_id: int) -> CurveKept | None:
        rows = await self.read("select curve from curves where table_id = ?", table_id)
        return msgspec.msgpack.decode(rows[0][0], type=CurveKept) if rows else None

    # --- what is not kept for ever

    async def sweep(self, rule: Retention, besides: Collection[str]) -> int:
        now = time.time()
        old = f"""select id, code from tables where (phase = 'lobby' and changed < ?
                  or phase = 'playing' and changed < ? or uploaded = 1 and changed < ?
                  or kind in ('lesson', 'puzzle') and changed < ?) {self.ours} limit ?"""
        ages = [now - days * DAY for days in (rule.lobby, rule.unfinished, rule.uploaded, rule.lesson)]
        rows = await self.read(old, *ages, AT_ONCE + len(besides))
        old_ones = [(table_id,) for table_id, code in rows if code not in besides][:AT_ONCE]

        def job() -> Job[int]:
            for name in OF_A_TABLE:
                yield Each(f"delete from {name} where table_id = ?", old_ones)
            yield Each("delete from tables where id = ?", old_ones)
            gone = len(old_ones)
            for name, last in (("guests", "seen"), ("devices", "seen"), ("progress", "at"), ("daily", "at")):
                those = f"select guest from {name} where {last} < ? and {NO_PASSKEY} limit {FORGOTTEN_AT_ONCE}"
                query = f"delete from {name} where {last} < ? and guest in ({those}) returning guest"
                gone += len((yield Ask(query, [now - rule.guest * DAY] * 2)))
            yield Ask("delete from notices where sent < ?", (now - DAY,))
            return gone

        return await self.do(job())


def loaded(table_id: int, kept: bytes) -> Job[Loaded]:
    """A table with all that happened at it."""
    parts = []
    for query in PARTS:
        parts.append((yield Ask(query, (table_id,))))
    return laid(table_id, kept, *parts)


def laid(
    table_id: int, kept: bytes, moves: list[Row], chat: list[Row], shot: list[Row], clocks: list[Row], noted: list[Row]
) -> Loaded:
    """A table out of what its parts were found to be."""
    return Loaded(
        table_id,
        msgspec.json.decode(kept, type=TableKept),
        [MoveKept(*move) for move in moves],
        [ChatKept(*line) for line in chat],
        snapshot_in(shot[0][0]) if shot else None,
        [ClockKept(seat, left, used, since, due, bool(out)) for seat, left, used, since, due, out in clocks],
        [row[0] for row in noted],
    )


class Written:
    """What happened at a table as columns, made in the caller's thread since the table goes on changing there."""

    def __init__(self, happened: Happened) -> None:
        self.at = time.time()
        self.moves = happened.moves
        self.standing = (msgspec.json.encode(happened.standing.asked), msgspec.json.encode(happened.standing.progress))
        """Whom the table waits for, and how far it has come."""
        self.clocks = clock_rows(happened.clocks)
        self.snapshot = msgspec.msgpack.encode(happened.snapshot) if happened.snapshot else b""
        self.daily = (*msgspec.structs.astuple(happened.daily), self.at) if happened.daily else None
        self.lesson = (*msgspec.structs.astuple(happened.lesson), self.at) if happened.lesson else None

    def stands(self, table_id: int) -> tuple[object, ...]:
        """The values of how the table stands."""
        return self.at, *self.standing, table_id

    def rows(self, table_id: int, n: int) -> Rows:
        """What every move brings, for a table that had n moves."""
        moves = [
            (table_id, n + k, move.did, move.seat, move.step, move.action, move.chance, move.key, self.at)
            for k, move in enumerate(self.moves)
        ]
        yield Each(MOVE, moves)
        yield from set_clocks(table_id, self.clocks)
        if self.snapshot:
            yield Each(SNAPSHOT, [(table_id, self.snapshot)])

    def add(self, table_id: int, n: int) -> Job[None]:
        """Adds it to a table that had n moves; how the table stands is for others to say."""
        yield from self.rows(table_id, n)
        if self.daily:
            yield Ask(DAILY, self.daily)
        if self.lesson:
            yield Ask(LESSON, self.lesson)


def snapshot_in(written: bytes) -> Snapshot | None:
    """A snapshot; one that cannot be read is only a cache that is not there."""
    try:
        return msgspec.msgpack.decode(written, type=Snapshot)
    except (msgspec.MsgspecError, UnicodeError) as error:
        log.error("a snapshot cannot be read: %s", error)
        return None


def change_one(statement: str, values: tuple[object, ...]) -> Job[None]:
    """Changes a table that must still be there."""
    if not (yield Ask(f"{statement} returning id", values)):
        raise StoreFailed("there is no such table any more")


class TableRow:
    """A table's changing columns, made in the caller's thread since the table goes on changing there."""

    def __init__(self, table: TableKept) -> None:
        self.word = table.word if table.phase == "lobby" else None
        self.phase = table.phase
        self.kept = msgspec.json.encode(table)
        self.guests = sorted({who for seat in table.seats for who in (seat.guest, seat.invited) if who} | {table.host})

    def update(self, table_id: int) -> Job[None]:
        """Writes the table over what was known of it."""
        known = (self.word, self.phase, time.time(), self.kept, table_id)
        yield from change_one("update tables set word = ?, phase = ?, changed = ?, kept = ? where id = ?", known)
        yield Ask("delete from sitting where table_id = ?", (table_id,))
        yield from self.seat_guests(table_id)

    def seat_guests(self, table_id: int) -> Job[None]:
        """Notes in whose lists the table stands."""
        yield Each("insert into sitting values (?, ?)", [(guest, table_id) for guest in self.guests])


def clock_rows(clocks: Collection[ClockKept]) -> list[tuple[int | float | None, ...]]:
    """Clocks as columns, made in the caller's thread since they go on changing there."""
    return [(clock.seat, clock.left, clock.used, clock.since, clock.due, clock.out) for clock in clocks]


def set_clocks(table_id: int, rows: list[tuple[int | float | None, ...]]) -> Rows:
    """Writes clocks over those that were known."""
    if rows:
        yield Each(CLOCK, [(table_id, *row) for row in rows])
