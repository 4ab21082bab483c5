"""SQL implementation of the store that both databases share."""

import contextlib
import logging
from collections.abc import Callable, Collection, Generator

import msgspec

from meute.match import Snapshot
from meute.server.messages.responses import PhraseSent
from meute.server.settings import Retention
from meute.server.store.groups import SqlGroups, purge_groups
from meute.server.store.interface import (
    CodeTaken,
    DealTaken,
    GroupStore,
    LeagueStore,
    MatchmakingStore,
    OwnerNode,
    People,
    StatisticsStore,
    StoreFailed,
    TournamentStore,
)
from meute.server.store.job import Database, Job, ManyStatement, Row, Statement
from meute.server.store.league import INSERT_LEAGUE, SqlLeague
from meute.server.store.matchmaking import SqlMatchmaking, listed, purge_matchmaking
from meute.server.store.models import (
    PAR,
    DailyStanding,
    LoadedTable,
    StoredChat,
    StoredClock,
    StoredCurve,
    StoredDaily,
    StoredGuest,
    StoredLesson,
    StoredMove,
    StoredTable,
    StoredTry,
    TableStatus,
    TableSummary,
    TableUpdate,
)
from meute.server.store.people import write_results, write_try
from meute.server.store.ratings import rate, rate_duel
from meute.server.store.schema import columns_of, insert, tables_with, upsert
from meute.server.store.statistics import SqlStatistics, write_statistics
from meute.server.store.tournaments import SqlTournaments, note_bout, purge_tournaments
from meute.server.system import random_bytes, wall_time

log = logging.getLogger(__name__)

INSERT_TABLE = """insert into tables (code, word, game, phase, changed, kept, asked, progress, uploaded, kind)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing returning id"""
UPDATE_STATUS = "update tables set changed = ?, asked = ?, progress = ? where id = ?"
INSERT_MOVE = insert("moves")
UPSERT_SNAPSHOT = upsert("snapshots")
UPSERT_CLOCK = upsert("clocks")
LAST_USE = {"guests": "seen", "devices": "seen", "progress": "at", "daily": "at", "league": "at"}
"""Database tables that are purged of people who have not come for long, each with the column of the time."""
INSERT_DAILY = f"{insert('daily')} on conflict do nothing"
UPSERT_LESSON = f"""{insert("progress")} on conflict (guest, game, lesson) do update
            set code = excluded.code, at = excluded.at,
            done = case when progress.done > excluded.done then progress.done else excluded.done end"""
BEGIN_DAILY = "insert into progress values (?, ?, ?, ?, ?, ?) on conflict do nothing returning code"
TABLE_QUERIES = (
    f"select {columns_of(StoredMove)} from moves where table_id = ? order by n",
    f"select {columns_of(StoredChat)} from chat where table_id = ? order by n",
    "select snapshot from snapshots where table_id = ?",
    f"select {columns_of(StoredClock)} from clocks where table_id = ? order by seat",
    "select distinct guest from notices where table_id = ? and kind in ('turn', 'half', 'last')",
)
"""The queries that load a table."""
Rows = Generator[ManyStatement, list[Row], None]
"""A job that only writes rows."""
DAY = 86400.0
NO_PASSKEY = "guest not in (select guest from passkeys)"
"""SQL condition: people with a passkey are never purged, since they can sign in after years."""
PROBE_KEY, PROBE_BYTES = "trial", 64 * 1024
"""A probe write uses this key, which no guest has."""
TABLES_PER_PURGE = 4
ROWS_PER_PURGE = 500
"""Limits of one purge job, so that other writes do not wait for it."""


class SqlStore:
    """The store; see `interface.py`."""

    node = ""
    is_single_node = True

    def __init__(self, database: Database, people: People) -> None:
        self.read, self.find, self.read_together = database.read, database.find, database.read_together
        self.write, self.write_together = database.write, database.write_together
        self.own_tables = database.own_tables
        self.database = database
        self.people = people
        self.matchmaking: MatchmakingStore = SqlMatchmaking(database)
        self.tournaments: TournamentStore = SqlTournaments(database)
        self.statistics: StatisticsStore = SqlStatistics(database, self.lock_ratings, rate)
        self.league: LeagueStore = SqlLeague(database)
        self.groups: GroupStore = SqlGroups(database)

    # --- ownership: a single server owns every table

    async def acquire(self, code: str, force: bool = False, unreachable: str = "") -> LoadedTable | OwnerNode | None:
        return await self.load(code)

    async def release(self, table_id: int) -> None:
        pass

    async def release_all(self) -> None:
        pass

    def holds_lease(self) -> bool:
        return True

    def write_error(self) -> str:
        return self.database.write_error

    async def probe_write(self) -> None:
        await self.write(upsert("prefs"), PROBE_KEY, random_bytes(PROBE_BYTES))
        await self.write("delete from prefs where guest = ?", PROBE_KEY)

    def epoch(self, table_id: int) -> int:
        return 0

    def set_callbacks(self, on_lost: Callable[[], None], on_message: Callable[[str, str], None]) -> None:
        pass

    async def notify_nodes(self, kind: str, subject: str) -> None:
        pass

    def check_owner(self, table_id: int) -> Job[None]:
        """Raises LeaseLost unless this server owns the table."""
        yield from ()

    def check_and_count_moves(self, table_id: int, n: int, more: int) -> Job[None]:
        """Adds `more` to the move count; raises LeaseLost unless this server owns the table and it has n moves."""
        yield from ()

    def set_move_count(self, table_id: int, moves: int) -> Job[None]:
        """Sets the move count of a new table."""
        yield from ()

    def lock_ratings(self) -> Job[None]:
        """Locks all ratings until the end of the transaction."""
        yield from ()

    # --- guests

    async def guest(self, guest: str) -> StoredGuest | None:
        """Also updates the time of the last visit, once a day."""
        query = "select guest, name, language, seen from guests where guest = ?"
        rows = await self.find(query, guest)
        if not rows:
            return None
        row = rows[0]
        now = wall_time()
        if now - row[3] > DAY:
            with contextlib.suppress(StoreFailed):  # tried again at the next visit
                await self.write("update guests set seen = ? where guest = ?", now, guest)
        return StoredGuest(*row[:3])

    async def save_guest(self, guest: StoredGuest) -> None:
        await self.write(upsert("guests"), guest.guest, guest.name, guest.language, wall_time())

    async def table_summaries(self, guest: str, most: int = 50) -> list[TableSummary]:
        query = """select kept, asked, progress, changed from sitting join tables on id = table_id
                   where guest = ? and kind in ('game', 'daily', 'league', 'tournament')
                   order by changed desc limit ?"""
        rows = await self.read(query, guest, most)
        found = []
        for stored, asked, progress, changed in rows:
            try:
                status = TableStatus(msgspec.json.decode(asked), msgspec.json.decode(progress, type=PhraseSent | None))
                found.append(TableSummary(msgspec.json.decode(stored, type=StoredTable), status, changed))
            except (msgspec.MsgspecError, UnicodeError) as error:
                log.error("a table cannot be read: %s", error)
        return found

    async def lessons(self, guest: str) -> list[StoredLesson]:
        query = "select game, lesson, code, done from progress where guest = ? order by at, lesson"
        rows = await self.find(query, guest)
        return [StoredLesson(guest, game, lesson, code, bool(done)) for game, lesson, code, done in rows]

    async def save_try(self, tried: StoredTry) -> None:
        now = wall_time()

        def job() -> Job[None]:
            yield from self.lock_ratings()
            yield from write_try(tried, rate_duel, now)

        await self.write_together(job())

    async def daily_standings(self, day: str, guest: str) -> list[DailyStanding]:
        query = """select field.game, count(*), mine.margin, mine.points,
                   sum(case when field.margin < mine.margin then 2 when field.margin = mine.margin then 1 else 0 end)
                   from daily field left join daily mine
                   on mine.day = field.day and mine.game = field.game and mine.guest = ?
                   where field.day = ? and field.guest <> ? group by field.game, mine.margin, mine.points"""
        rows = await self.read(query, guest, day, PAR)
        return [
            DailyStanding(game, players, margin, points, 0.0 if margin is None else (halves - 1) / 2)
            for game, players, margin, points, halves in rows
        ]

    async def save_daily(self, result: StoredDaily) -> None:
        await self.write(INSERT_DAILY, *msgspec.structs.astuple(result), wall_time())

    async def has_finished_daily(self, day: str, game: str, guest: str) -> bool:
        return bool(await self.read("select 1 from daily where day = ? and game = ? and guest = ?", day, game, guest))

    # --- tables

    async def add_table(
        self, table: StoredTable, update: TableUpdate, follows: tuple[int, StoredTable] | None = None
    ) -> int:
        row, rows = TableRow(table), UpdateRows(update)
        columns = (table.code, row.word, table.game, row.phase, rows.at, row.encoded, *rows.status)
        kind = (table.uploaded, table.kind)
        before = (follows[0], TableRow(follows[1])) if follows else None

        def job() -> Job[int]:
            inserted = yield Statement(INSERT_TABLE, columns + kind)
            if not inserted:
                raise CodeTaken(table.code)
            if table.kind in ("daily", "league") and rows.lesson and not (yield Statement(BEGIN_DAILY, rows.lesson)):
                raise DealTaken(table.code)
            table_id: int = inserted[0][0]
            yield from row.seat_guests(table_id)
            if table.group:
                yield Statement(insert("group_tables"), (table_id, table.group))
            yield from self.set_move_count(table_id, len(update.moves))
            yield from rows.insert(table_id, 0)
            if before is not None:
                yield from self.check_owner(before[0])
                yield from before[1].update(before[0])
            return table_id

        return await self.write_together(job())

    async def save_table(self, table_id: int, table: StoredTable) -> None:
        row = TableRow(table)

        def job() -> Job[None]:
            yield from self.check_owner(table_id)
            yield from row.update(table_id)

        await self.write_together(job())

    async def load(self, code: str) -> LoadedTable | None:

        def job() -> Job[LoadedTable | None]:
            rows = yield Statement("select id, kept from tables where code = ?", (code,))
            return (yield from load_table(*rows[0])) if rows else None

        return await self.read_together(job())

    async def code_of_word(self, word: str) -> str | None:
        query = "select code from tables where word = ?"
        rows = await self.find(query, word)
        return rows[0][0] if rows else None

    async def append(self, table_id: int, n: int, update: TableUpdate) -> None:
        rows = UpdateRows(update)
        row = TableRow(update.table) if update.table else None

        def job() -> Job[None]:
            yield from self.check_and_count_moves(table_id, n, len(update.moves))
            if update.results or update.tried:
                yield from self.lock_ratings()
            if update.results:
                yield from write_results(table_id, update.results, rate, rows.at)
            if update.tried:
                yield from write_try(update.tried, rate_duel, rows.at)
            yield from update_existing(UPDATE_STATUS, rows.status_values(table_id))
            if row is not None:
                yield from row.update(table_id)
            if update.afresh:
                yield Statement("delete from snapshots where table_id = ?", (table_id,))
            yield from rows.insert(table_id, n)
            if update.statistics:
                yield from write_statistics(table_id, update.statistics)

        await self.write_together(job())

    async def save_clocks(self, table_id: int, clocks: Collection[StoredClock]) -> None:
        rows = with_id(table_id, clock_values(clocks))

        def job() -> Job[None]:
            yield from self.check_owner(table_id)
            yield ManyStatement(UPSERT_CLOCK, rows)

        await self.write_together(job())

    async def tables_with_due_clocks(self, now: float) -> list[str]:
        query = f"select distinct code from clocks join tables on id = table_id where due <= ? {self.own_tables}"
        return [row[0] for row in await self.read(query, now)]

    async def next_clock_due(self) -> float | None:
        query = "select min(due) from clocks where due is not null"
        found: float | None = (await self.read(query))[0][0]
        return found

    async def add_chat_line(self, table_id: int, n: int, line: StoredChat) -> None:
        row = (table_id, n, *msgspec.structs.astuple(line))

        def job() -> Job[None]:
            yield from self.check_owner(table_id)
            yield Statement(insert("chat"), row)

        await self.write_together(job())

    async def save_curve(self, table_id: int, curve: StoredCurve) -> None:
        await self.write(upsert("curves"), table_id, msgspec.msgpack.encode(curve))

    async def curve(self, table_id: int) -> StoredCurve | None:
        rows = await self.read("select curve from curves where table_id = ?", table_id)
        return msgspec.msgpack.decode(rows[0][0], type=StoredCurve) if rows else None

    # --- retention

    async def purge_expired(self, retention: Retention, except_codes: Collection[str]) -> int:
        now = wall_time()
        old = f"""select id, code from tables where (phase = 'lobby' and changed < ?
                  or phase = 'playing' and changed < ? or uploaded = 1 and changed < ?
                  or kind in ('lesson', 'puzzle') and changed < ?) {self.own_tables} limit ?"""
        ages = [
            now - days * DAY
            for days in (
                retention.lobby_days,
                retention.unfinished_days,
                retention.uploaded_days,
                retention.lesson_days,
            )
        ]
        rows = await self.read(old, *ages, TABLES_PER_PURGE + len(except_codes))
        expired = [(table_id,) for table_id, code in rows if code not in except_codes][:TABLES_PER_PURGE]

        def job() -> Job[int]:
            for name in tables_with("table_id"):
                yield ManyStatement(f"delete from {name} where table_id = ?", expired)
            yield ManyStatement("delete from tables where id = ?", expired)
            deleted = len(expired)
            for name, last in LAST_USE.items():
                stale = f"select guest from {name} where {last} < ? and {NO_PASSKEY} limit {ROWS_PER_PURGE}"
                query = f"delete from {name} where {last} < ? and guest in ({stale}) returning guest"
                deleted += len((yield Statement(query, [now - retention.guest_days * DAY] * 2)))
            yield Statement("delete from notices where sent < ?", (now - DAY,))
            yield Statement("delete from codes where until <= ?", (now,))
            yield from purge_matchmaking(now)
            yield from purge_tournaments(now)
            yield from purge_groups()
            return deleted

        return await self.write_together(job())


def load_table(table_id: int, stored: bytes) -> Job[LoadedTable]:
    """Loads a table with its moves."""
    parts = []
    for query in TABLE_QUERIES:
        parts.append((yield Statement(query, (table_id,))))
    return build_table(table_id, stored, *parts)


def build_table(
    table_id: int,
    stored: bytes,
    moves: list[Row],
    chat: list[Row],
    snapshots: list[Row],
    clocks: list[Row],
    notices: list[Row],
) -> LoadedTable:
    """Builds a table from the rows of its queries."""
    return LoadedTable(
        table_id,
        msgspec.json.decode(stored, type=StoredTable),
        [StoredMove(*move) for move in moves],
        [StoredChat(*line) for line in chat],
        decode_snapshot(snapshots[0][0]) if snapshots else None,
        [StoredClock(seat, left, used, since, due, bool(out)) for seat, left, used, since, due, out in clocks],
        [row[0] for row in notices],
    )


class UpdateRows:
    """A table update as rows; encoded at once, since the caller goes on changing the table."""

    def __init__(self, update: TableUpdate) -> None:
        self.at = wall_time()
        self.moves = update.moves
        self.status = (msgspec.json.encode(update.standing.asked), msgspec.json.encode(update.standing.progress))
        """The columns `asked` and `progress`."""
        self.clocks = clock_values(update.clocks)
        self.snapshot = msgspec.msgpack.encode(update.snapshot) if update.snapshot else b""
        self.daily = (*msgspec.structs.astuple(update.daily), self.at) if update.daily else None
        self.lesson = (*msgspec.structs.astuple(update.lesson), self.at) if update.lesson else None
        self.bout = update.bout
        self.league = (*msgspec.structs.astuple(update.league), self.at) if update.league else None

    def status_values(self, table_id: int) -> tuple[object, ...]:
        """Values of UPDATE_STATUS."""
        return self.at, *self.status, table_id

    def move_rows(self, table_id: int, n: int) -> list[Row]:
        """Rows of the moves, for a table that had n moves."""
        return [(table_id, n + k, *msgspec.structs.astuple(move), self.at) for k, move in enumerate(self.moves)]

    def rows(self, table_id: int, n: int) -> Rows:
        """Rows of moves, clocks and snapshot, for a table that had n moves."""
        yield ManyStatement(INSERT_MOVE, self.move_rows(table_id, n))
        if self.clocks:
            yield ManyStatement(UPSERT_CLOCK, with_id(table_id, self.clocks))
        if self.snapshot:
            yield ManyStatement(UPSERT_SNAPSHOT, [(table_id, self.snapshot)])

    def insert(self, table_id: int, n: int) -> Job[None]:
        """Inserts all rows for a table that had n moves, except the table's status, which the caller stores."""
        yield from self.rows(table_id, n)
        if self.daily:
            yield Statement(INSERT_DAILY, self.daily)
        if self.lesson:
            yield Statement(UPSERT_LESSON, self.lesson)
        if self.bout:
            yield from note_bout(table_id, self.bout)
        if self.league:
            yield Statement(INSERT_LEAGUE, self.league)


def decode_snapshot(encoded: bytes) -> Snapshot | None:
    """Decodes a snapshot; None if it cannot be read, since it is only a cache."""
    try:
        return msgspec.msgpack.decode(encoded, type=Snapshot)
    except (msgspec.MsgspecError, UnicodeError) as error:
        log.error("a snapshot cannot be read: %s", error)
        return None


def update_existing(statement: str, values: tuple[object, ...]) -> Job[None]:
    """Runs an update of a game table's row; raises StoreFailed if the row no longer exists."""
    if not (yield Statement(f"{statement} returning id", values)):
        raise StoreFailed("the table no longer exists")


class TableRow:
    """A table's changing columns; encoded at once, since the caller goes on changing the table."""

    def __init__(self, table: StoredTable) -> None:
        self.word = table.word if table.phase == "lobby" else None
        self.phase = table.phase
        self.listed = listed(table)
        """The table's row in the list of public tables, without its id; None if it is not listed."""
        self.encoded = msgspec.json.encode(table)
        self.guests = sorted({who for seat in table.seats for who in (seat.guest, seat.invited) if who} | {table.host})

    def update(self, table_id: int) -> Job[None]:
        """Updates the table's row and the list of its guests."""
        columns = (self.word, self.phase, wall_time(), self.encoded, table_id)
        yield from update_existing("update tables set word = ?, phase = ?, changed = ?, kept = ? where id = ?", columns)
        for name in ("sitting", "listed"):
            yield Statement(f"delete from {name} where table_id = ?", (table_id,))
        yield from self.seat_guests(table_id)

    def seat_guests(self, table_id: int) -> Job[None]:
        """Inserts the guests in whose lists the table appears, and lists a public table."""
        yield ManyStatement(insert("sitting"), [(guest, table_id) for guest in self.guests])
        if self.listed is not None:
            yield Statement(insert("listed"), (table_id, *self.listed))


def clock_values(clocks: Collection[StoredClock]) -> list[Row]:
    """Clocks as rows without the table's id; copied at once, since the caller goes on changing them."""
    return [(*msgspec.structs.astuple(clock)[:-1], int(clock.out)) for clock in clocks]


def with_id(table_id: int, rows: list[Row]) -> list[Row]:
    """Rows with the table's id as their first column."""
    return [(table_id, *row) for row in rows]
