"""Group commit: all moves that wait, of many tables, are stored by one statement."""

import asyncio
import time
from typing import Any, NamedTuple

import asyncpg

from meute.server.store.interface import Fenced, StoreFailed
from meute.server.store.postgres.base import PostgresBase

MOST = 500
"""Tables in one statement."""

APPEND = """
with b as (select * from unnest($3::bigint[], $4::bigint[], $5::int[], $6::int[], $7::bytea[], $8::bytea[])
           as b (id, epoch, n, count, asked, progress)),
held as (update tables t set changed = $1, asked = b.asked, progress = b.progress, moves = t.moves + b.count from b
         where t.id = b.id and t.owner = $2 and t.epoch = b.epoch and t.moves = b.n returning t.id),
added as (insert into moves
          select m.id, m.n, m.did, m.seat, m.step, m.action, m.chance, m.key, $1
          from unnest($9::bigint[], $10::int[], $11::text[], $12::int[], $13::int[], $14::text[], $15::text[],
                      $16::text[]) as m (id, n, did, seat, step, action, chance, key) join held using (id)),
ticking as (insert into clocks (table_id, seat, "left", used, since, due, out)
            select c.id, c.seat, c.rest, c.used, c.since, c.due, c.out
            from unnest($17::bigint[], $18::int[], $19::float8[], $20::float8[], $21::float8[], $22::float8[],
                        $23::int[]) as c (id, seat, rest, used, since, due, out) join held using (id)
            on conflict (table_id, seat) do update set "left" = excluded."left", used = excluded.used,
            since = excluded.since, due = excluded.due, out = excluded.out),
shot as (insert into snapshots
         select s.id, s.snapshot from unnest($24::bigint[], $25::bytea[]) as s (id, snapshot) join held using (id)
         on conflict (table_id) do update set snapshot = excluded.snapshot)
select id from held
"""
"""What is not held by us, at this epoch and with this many moves, is left alone, and not in the answer."""


class Append(NamedTuple):
    """What has happened at one table, as columns."""

    head: tuple[int, int, int, int, bytes, bytes]
    """The table, our epoch, its moves before and how many more, whom it waits for, how far it has come."""
    moves: list[tuple[Any, ...]]
    clocks: list[tuple[Any, ...]]
    shot: bytes
    done: "asyncio.Future[None]"


class Appends:
    """What waits to be stored; while one statement is under way, the next one gathers."""

    def __init__(self, base: PostgresBase, node: str) -> None:
        self.base = base
        self.node = node
        self.waiting: list[Append] = []
        self.storing: asyncio.Task[None] | None = None

    async def store(self, append: Append) -> None:
        """Returns when it is durable; raises Fenced if the table is not ours any more."""
        self.waiting.append(append)
        if self.storing is None or self.storing.done():
            self.storing = asyncio.create_task(self.work())
        await append.done

    async def close(self) -> None:
        """Stores what waits."""
        if self.storing is not None:
            await self.storing

    async def work(self) -> None:
        """One statement after the other, until nothing waits."""
        while self.waiting:
            batch: dict[int, Append] = {}
            later = []
            for append in self.waiting:
                if append.head[0] in batch or len(batch) == MOST:
                    later.append(append)
                else:
                    batch[append.head[0]] = append
            self.waiting = later
            await self.try_all([batch[table_id] for table_id in sorted(batch)])

    async def try_all(self, batch: list[Append]) -> None:
        """Stores a batch; if one in it is against the schema, the others are stored without it."""
        try:
            held = await self.ask(batch)
        except StoreFailed as failed:
            if len(batch) > 1 and isinstance(failed.__cause__, asyncpg.IntegrityConstraintViolationError):
                for append in batch:
                    await self.try_all([append])
                return
            for append in batch:
                settle(append, failed)
            return
        for append in batch:
            settle(append, None if append.head[0] in held else Fenced(f"table {append.head[0]} is not ours any more"))

    async def ask(self, batch: list[Append]) -> set[int]:
        """The tables at which it was stored."""
        moves = [move for append in batch for move in append.moves]
        clocks = [clock for append in batch for clock in append.clocks]
        shots = [(append.head[0], append.shot) for append in batch if append.shot]
        values = [
            *columns([append.head for append in batch], 6),
            *columns(moves, 8),
            *columns(clocks, 7),
            *columns(shots, 2),
        ]
        async with self.base.connection() as connection:
            return {row[0] for row in await connection.fetch(APPEND, time.time(), self.node, *values)}


def columns(rows: list[Any], many: int) -> list[list[Any]]:
    """Rows turned into columns, of which there are so many."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(many)]


def settle(append: Append, failed: StoreFailed | None) -> None:
    """Tells whoever waits."""
    if append.done.done():
        return
    if failed is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(failed)
