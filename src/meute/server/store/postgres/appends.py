"""Group commit for PostgreSQL: waiting moves of many tables are stored by one statement."""

import asyncio
from typing import Any

import asyncpg
import msgspec

from meute.server.store.interface import LeaseLost, StoreFailed
from meute.server.store.job import Row
from meute.server.store.models import TableUpdate
from meute.server.store.postgres.database import PostgresDatabase
from meute.server.store.schema import TABLES, update_on_conflict
from meute.server.store.sql import UpdateRows, with_id
from meute.server.system import wall_time

TABLES_PER_STATEMENT = 500

APPEND = f"""
with b as (select * from json_to_recordset($3::json -> 'tables')
           as b (id bigint, epoch bigint, n int, count int, asked json, progress json)),
held as (update tables t set changed = $1, moves = t.moves + b.count,
         asked = convert_to(b.asked::text, 'UTF8'),
         progress = convert_to(coalesce(b.progress::text, 'null'), 'UTF8') from b
         where t.id = b.id and t.owner = $2 and t.epoch = b.epoch and t.moves = b.n returning t.id as table_id),
added as (insert into moves
          select m.* from json_populate_recordset(null::moves, $3::json -> 'moves') m join held using (table_id)),
ticking as (insert into clocks
            select c.* from json_populate_recordset(null::clocks, $3::json -> 'clocks') c join held using (table_id)
            {update_on_conflict("clocks")}),
shot as (insert into snapshots
         select s.* from unnest($4::bigint[], $5::bytea[]) as s (table_id, snapshot) join held using (table_id)
         {update_on_conflict("snapshots")})
select table_id from held
"""
"""Skips tables that this node does not own at this epoch with this number of moves, and does not return their ids."""


class Append:
    """One table's update that waits to be stored, and the future of its caller."""

    def __init__(self, table_id: int, epoch: int, n: int, update: TableUpdate) -> None:
        rows = UpdateRows(update)
        asked, progress = map(msgspec.Raw, rows.status)
        self.id = table_id
        self.head = {
            "id": table_id,
            "epoch": epoch,
            "n": n,
            "count": len(rows.moves),
            "asked": asked,
            "progress": progress,
        }
        self.moves = as_records("moves", rows.move_rows(table_id, n))
        self.clocks = as_records("clocks", with_id(table_id, rows.clocks))
        self.snapshot = rows.snapshot
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


def as_records(name: str, rows: list[Row]) -> list[dict[str, Any]]:
    """Rows of a database table as JSON objects."""
    columns = TABLES[name].columns
    return [dict(zip(columns, row, strict=True)) for row in rows]


class AppendQueue:
    """Queue of updates; while one statement runs, the next batch collects."""

    def __init__(self, database: PostgresDatabase, node: str) -> None:
        self.database = database
        self.node = node
        self.waiting: list[Append] = []
        self.storing: asyncio.Task[None] | None = None

    async def store(self, append: Append) -> None:
        """Returns once the update is durable; raises LeaseLost if another node owns the table."""
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
            if append.id in batch or len(batch) == TABLES_PER_STATEMENT:
                later.append(append)
            else:
                batch[append.id] = append
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
            resolve(append, None if append.id in held else LeaseLost(f"table {append.id} has another owner"))

    async def execute(self, connection: Any, batch: list[Append]) -> set[int]:
        """Executes the statement, and returns the ids of the tables that were stored. All data except snapshots is one
        JSON parameter: each further parameter would cost as much again."""
        data = {
            "tables": [append.head for append in batch],
            "moves": [move for append in batch for move in append.moves],
            "clocks": [clock for append in batch for clock in append.clocks],
        }
        with_snapshot = [append for append in batch if append.snapshot]
        held = await connection.fetch(
            APPEND,
            wall_time(),
            self.node,
            msgspec.json.encode(data).decode(),
            [append.id for append in with_snapshot],
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
