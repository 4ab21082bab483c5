"""Group commit for PostgreSQL: waiting moves of many tables are stored by one statement."""

import asyncio
import time
from typing import Any

import asyncpg
import msgspec

from meute.server.messages.responses import PhraseSent
from meute.server.store.interface import Fenced, StoreFailed
from meute.server.store.models import TableUpdate
from meute.server.store.postgres.database import PostgresDatabase

TABLES_PER_STATEMENT = 500

APPEND = """
with b as (select * from json_to_recordset($3::json -> 'tables')
           as b (id bigint, epoch bigint, n int, count int, asked json, progress json)),
held as (update tables t set changed = $1, moves = t.moves + b.count,
         asked = convert_to(b.asked::text, 'UTF8'),
         progress = convert_to(coalesce(b.progress::text, 'null'), 'UTF8') from b
         where t.id = b.id and t.owner = $2 and t.epoch = b.epoch and t.moves = b.n returning t.id),
added as (insert into moves
          select m.id, m.n, m.did, m.seat, m.step, m.action, m.chance, m.key, $1
          from json_to_recordset($3::json -> 'moves')
               as m (id bigint, n int, did text, seat int, step int, action text, chance text, key text)
          join held using (id)),
ticking as (insert into clocks (table_id, seat, "left", used, since, due, out)
            select c.id, c.seat, c.rest, c.used, c.since, c.due, c.out::int
            from json_to_recordset($3::json -> 'clocks')
                 as c (id bigint, seat int, rest float8, used float8, since float8, due float8, out bool)
            join held using (id)
            on conflict (table_id, seat) do update set "left" = excluded."left", used = excluded.used,
            since = excluded.since, due = excluded.due, out = excluded.out),
shot as (insert into snapshots
         select s.id, s.snapshot from unnest($4::bigint[], $5::bytea[]) as s (id, snapshot) join held using (id)
         on conflict (table_id) do update set snapshot = excluded.snapshot)
select id from held
"""
"""Skips tables that this node does not own at this epoch with this number of moves, and does not return their ids."""


class TableRow(msgspec.Struct):
    """A table's new status, with the epoch and the number of moves that are expected."""

    id: int
    epoch: int
    n: int
    count: int
    asked: list[int]
    progress: PhraseSent | None


class MoveRow(msgspec.Struct):
    id: int
    n: int
    did: str
    seat: int
    step: int
    action: str
    chance: str
    key: str


class ClockRow(msgspec.Struct):
    id: int
    seat: int
    rest: float
    used: float
    since: float | None
    due: float | None
    out: bool


class Batch(msgspec.Struct):
    """One statement's data except snapshots, sent as one JSON parameter: each further parameter would cost as much
    again."""

    tables: list[TableRow]
    moves: list[MoveRow]
    clocks: list[ClockRow]


class Append:
    """One table's update that waits to be stored, and the future of its caller."""

    def __init__(self, table_id: int, epoch: int, n: int, update: TableUpdate) -> None:
        moves, status = update.moves, update.standing
        self.head = TableRow(table_id, epoch, n, len(moves), status.asked, status.progress)
        self.moves = [
            MoveRow(table_id, n + k, move.did, move.seat, move.step, move.action, move.chance, move.key)
            for k, move in enumerate(moves)
        ]
        self.clocks = [
            ClockRow(table_id, clock.seat, clock.left, clock.used, clock.since, clock.due, clock.out)
            for clock in update.clocks
        ]
        self.snapshot = msgspec.msgpack.encode(update.snapshot) if update.snapshot else b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class AppendQueue:
    """Queue of updates; while one statement runs, the next batch collects."""

    def __init__(self, database: PostgresDatabase, node: str) -> None:
        self.database = database
        self.node = node
        self.waiting: list[Append] = []
        self.storing: asyncio.Task[None] | None = None

    async def store(self, append: Append) -> None:
        """Returns once the update is durable; raises Fenced if another node owns the table."""
        self.waiting.append(append)
        if self.storing is None or self.storing.done():
            self.storing = asyncio.create_task(self.run())
        await append.done

    async def close(self) -> None:
        """Waits for pending updates."""
        if self.storing is not None:
            await self.storing

    async def run(self) -> None:
        """Stores batches on one connection until the queue is empty."""
        while self.waiting:
            batch = self.next_batch()
            try:
                async with self.database.record_write_error(), self.database.connection() as connection:
                    await self.store_batch(connection, batch)
                    while self.waiting:
                        batch = self.next_batch()
                        await self.store_batch(connection, batch)
            except StoreFailed as failed:
                for append in batch:
                    resolve(append, failed)

    def next_batch(self) -> list[Append]:
        """At most one update per table, in order of ids, so that two nodes cannot deadlock."""
        batch: dict[int, Append] = {}
        later = []
        for append in self.waiting:
            if append.head.id in batch or len(batch) == TABLES_PER_STATEMENT:
                later.append(append)
            else:
                batch[append.head.id] = append
        self.waiting = later
        return [batch[table_id] for table_id in sorted(batch)]

    async def store_batch(self, connection: Any, batch: list[Append]) -> None:
        """Stores a batch; if an update violates the schema, each is stored alone."""
        try:
            held = await self.execute(connection, batch)
        except asyncpg.IntegrityConstraintViolationError as error:
            for append in batch:
                if len(batch) > 1:
                    await self.store_batch(connection, [append])
                else:
                    resolve(append, StoreFailed(str(error)))
            return
        for append in batch:
            resolve(append, None if append.head.id in held else Fenced(f"table {append.head.id} has another owner"))

    async def execute(self, connection: Any, batch: list[Append]) -> set[int]:
        """Executes the statement, and returns the ids of the tables that were stored."""
        data = Batch(
            [append.head for append in batch],
            [move for append in batch for move in append.moves],
            [clock for append in batch for clock in append.clocks],
        )
        with_snapshot = [append for append in batch if append.snapshot]
        held = await connection.fetch(
            APPEND,
            time.time(),
            self.node,
            msgspec.json.encode(data).decode(),
            [append.head.id for append in with_snapshot],
            [append.snapshot for append in with_snapshot],
        )
        return {row[0] for row in held}


def resolve(append: Append, failed: StoreFailed | None) -> None:
    if append.done.done():
        return
    if failed is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(failed)
