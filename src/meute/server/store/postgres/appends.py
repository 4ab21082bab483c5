"""Group commit: all moves that wait, of many tables, are stored by one statement."""

import asyncio
import time
from typing import Any

import asyncpg
import msgspec

from meute.server.messages.sent import PhraseSent
from meute.server.store.interface import Fenced, StoreFailed
from meute.server.store.kept import Happened
from meute.server.store.postgres.base import PostgresBase

MOST = 500
"""Tables in one statement."""

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
"""What is not held by us, at this epoch and with this many moves, is left alone, and not in the answer."""


class Head(msgspec.Struct):
    """A table as we know it: our epoch, its moves before and how many more, whom it waits for, how far it has come."""

    id: int
    epoch: int
    n: int
    count: int
    asked: list[int]
    progress: PhraseSent | None


class Move(msgspec.Struct):
    """A move at a table, by its number."""

    id: int
    n: int
    did: str
    seat: int
    step: int
    action: str
    chance: str
    key: str


class Tick(msgspec.Struct):
    """A seat's clock at a table."""

    id: int
    seat: int
    rest: float
    used: float
    since: float | None
    due: float | None
    out: bool


class Batch(msgspec.Struct):
    """What one statement stores, besides snapshots: as one text, since each value beside it costs as much again."""

    tables: list[Head]
    moves: list[Move]
    clocks: list[Tick]


class Append:
    """What has happened at one table that we hold since an epoch and that had n moves; who waits until it is stored."""

    def __init__(self, table_id: int, epoch: int, n: int, happened: Happened) -> None:
        moves, standing = happened.moves, happened.standing
        self.head = Head(table_id, epoch, n, len(moves), standing.asked, standing.progress)
        self.moves = [
            Move(table_id, n + k, move.did, move.seat, move.step, move.action, move.chance, move.key)
            for k, move in enumerate(moves)
        ]
        self.clocks = [
            Tick(table_id, clock.seat, clock.left, clock.used, clock.since, clock.due, clock.out)
            for clock in happened.clocks
        ]
        self.shot = msgspec.msgpack.encode(happened.snapshot) if happened.snapshot else b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


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
        """One statement after the other, on one connection, until nothing waits."""
        while self.waiting:
            batch = self.next_batch()
            try:
                async with self.base.connection() as connection:
                    await self.try_all(connection, batch)
                    while self.waiting:
                        batch = self.next_batch()
                        await self.try_all(connection, batch)
            except StoreFailed as failed:
                for append in batch:
                    settle(append, failed)

    def next_batch(self) -> list[Append]:
        """Of what waits, one of each table; always in the same order, so that no two nodes wait for each other."""
        batch: dict[int, Append] = {}
        later = []
        for append in self.waiting:
            if append.head.id in batch or len(batch) == MOST:
                later.append(append)
            else:
                batch[append.head.id] = append
        self.waiting = later
        return [batch[table_id] for table_id in sorted(batch)]

    async def try_all(self, connection: Any, batch: list[Append]) -> None:
        """Stores a batch; if one in it is against the schema, the others are stored without it."""
        try:
            held = await self.ask(connection, batch)
        except asyncpg.IntegrityConstraintViolationError as wrong:
            for append in batch:
                if len(batch) > 1:
                    await self.try_all(connection, [append])
                else:
                    settle(append, StoreFailed(str(wrong)))
            return
        for append in batch:
            settle(append, None if append.head.id in held else Fenced(f"table {append.head.id} is not ours any more"))

    async def ask(self, connection: Any, batch: list[Append]) -> set[int]:
        """The tables at which it was stored."""
        stored = Batch(
            [append.head for append in batch],
            [move for append in batch for move in append.moves],
            [clock for append in batch for clock in append.clocks],
        )
        shots = [append for append in batch if append.shot]
        held = await connection.fetch(
            APPEND,
            time.time(),
            self.node,
            msgspec.json.encode(stored).decode(),
            [append.head.id for append in shots],
            [append.shot for append in shots],
        )
        return {row[0] for row in held}


def settle(append: Append, failed: StoreFailed | None) -> None:
    """Tells whoever waits."""
    if append.done.done():
        return
    if failed is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(failed)
