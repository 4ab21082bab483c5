"""PostgreSQL store: each table is owned by one server at a time, and fenced writes check that."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from meute.server.store.interface import Fenced, OwnerNode, StoreFailed
from meute.server.store.job import Job, Statement
from meute.server.store.models import LoadedTable, TableUpdate
from meute.server.store.people import SqlPeople
from meute.server.store.postgres.appends import Append, AppendQueue
from meute.server.store.postgres.database import ALIVE, PostgresDatabase, numbered_parameters
from meute.server.store.postgres.lease import CHANNEL, Lease
from meute.server.store.postgres.schema import LOCK_CLASS, NodeInfo, prepare_database
from meute.server.store.sql import TABLE_QUERIES, SqlStore, build_table

ACQUIRE = f"""
update tables t set owner = ?, epoch = epoch + 1 where code = ? and (owner in ('', ?) or ?::boolean
  or not exists (select 1 from nodes n where n.node = t.owner and n.{ALIVE})
  or (owner = ? and exists
    (select 1 from nodes n where n.node = t.owner and pg_try_advisory_xact_lock({LOCK_CLASS}, n.no))))
returning id, epoch, moves, kept
"""
"""Acquires a table without an owner, of this node, of a node whose heartbeat has stopped, or of an unreachable node
that has lost its lock; with force, of any node."""
OWNER = """select owner, coalesce(address, '') from tables left join nodes on node = owner where code = ?"""
LOAD = f"select {', '.join(f'array(select part from ({query}) part)' for query in TABLE_QUERIES)}"
"""Loads a table in one query, after it was acquired: so it sees all earlier writes, and none can follow."""
CONCURRENT_ACQUIRES = 4
"""Tables acquired at the same time: more would open new connections when another node is gone."""
RATINGS_LOCK = 78
"""Advisory lock for ratings: each update depends on the one before."""


class PostgresStore(SqlStore):
    """The store in PostgreSQL; see `interface.py`."""

    is_single_node = False

    def __init__(self, url: str, name: str = "", address: str = "", secret: str = "") -> None:
        boot = secrets.token_hex(4)
        self.instance_id = prepare_database(NodeInfo(url, name, secret, address))
        self.node = f"{name or 'meute'}.{boot}"
        self.postgres = PostgresDatabase(url, self.node)
        super().__init__(self.postgres, SqlPeople(self.postgres))
        self.appends = AppendQueue(self.postgres, self.node)
        self.lease = Lease(url, name, self.node, address)
        self.epochs: dict[int, int] = {}
        """Epochs (fencing tokens) of the tables that this node owns."""
        self.acquiring = asyncio.Semaphore(CONCURRENT_ACQUIRES)

    def open(self) -> None:
        self.postgres.open()
        self.lease.open()
        self.warming = asyncio.create_task(self.warm_up())

    async def warm_up(self) -> None:
        """Opens two connections and prepares the statements that acquire tables, before a player waits for them."""
        with contextlib.suppress(StoreFailed):
            async with self.postgres.connection() as one, self.postgres.connection() as other:
                for connection in (one, other):
                    await connection.fetch(numbered_parameters(ACQUIRE), self.node, "", self.node, False, "")
                    await connection.fetch(numbered_parameters(LOAD), *[0] * len(TABLE_QUERIES))

    async def close(self) -> None:
        await self.warming
        await self.appends.close()
        await self.lease.close()
        with contextlib.suppress(StoreFailed):
            await self.release_all()
            await self.write("delete from nodes where node = ?", self.node)
        await self.postgres.close()

    # --- ownership

    async def acquire(self, code: str, force: bool = False, unreachable: str = "") -> LoadedTable | OwnerNode | None:
        await self.wait_for_heartbeat()
        async with self.acquiring:
            rows = await self.read(ACQUIRE, self.node, code, self.node, force, unreachable)
            if not rows:
                held = await self.read(OWNER, code)
                return OwnerNode(*held[0]) if held else None
            table_id, epoch, moves, kept = rows[0]
            parts = await self.read(LOAD, *[table_id] * len(TABLE_QUERIES))
        found = build_table(table_id, kept, *parts[0])
        if len(found.moves) != moves:
            raise StoreFailed(f"table {code}: {len(found.moves)} moves of {moves}")
        self.epochs[found.id] = epoch
        if force:
            await self.notify_nodes("table", code)
        return found

    async def wait_for_heartbeat(self) -> None:
        """Waits for the first heartbeat: without it, other nodes would take this node's tables."""
        if not self.lease.is_valid():
            try:
                await asyncio.wait_for(self.lease.alive.wait(), 2.0)
            except TimeoutError:
                raise StoreFailed("the database does not answer") from None

    def release(self, table_id: int) -> Coroutine[Any, Any, None]:
        return self.release_epoch(table_id, self.epochs.pop(table_id, 0))

    async def release_epoch(self, table_id: int, epoch: int) -> None:
        """Releases a table, unless it has been acquired again since that epoch."""
        await self.write(
            "update tables set owner = '' where id = ? and owner = ? and epoch = ?", table_id, self.node, epoch
        )

    async def release_all(self) -> None:
        self.epochs.clear()
        await self.write("update tables set owner = '' where owner = ?", self.node)

    def holds_lease(self) -> bool:
        return self.lease.is_valid()

    def set_callbacks(self, on_lost: Callable[[], None], on_message: Callable[[str, str], None]) -> None:
        self.lease.on_lost, self.lease.on_message = on_lost, on_message

    async def notify_nodes(self, kind: str, subject: str) -> None:
        await self.read("select pg_notify(?, ?)", CHANNEL, f"{self.node} {kind} {subject}")

    def epoch(self, table_id: int) -> int:
        return self.epochs.get(table_id, 0)

    def check_owner(self, table_id: int) -> Job[None]:
        query = "select id from tables where id = ? and owner = ? and epoch = ? for no key update"
        if not (yield Statement(query, (table_id, self.node, self.epoch(table_id)))):
            raise Fenced(f"table {table_id} has another owner")

    def check_and_count_moves(self, table_id: int, n: int, more: int) -> Job[None]:
        statement = """update tables set moves = moves + ? where id = ? and owner = ? and epoch = ? and moves = ?
                       returning id"""
        if not (yield Statement(statement, (more, table_id, self.node, self.epoch(table_id), n))):
            raise Fenced(f"table {table_id} has another owner")

    def set_move_count(self, table_id: int, moves: int) -> Job[None]:
        yield Statement("update tables set moves = ? where id = ?", (moves, table_id))

    def lock_ratings(self) -> Job[None]:
        yield Statement("select pg_advisory_xact_lock(?, 0)", (RATINGS_LOCK,))

    # --- moves

    async def append(self, table_id: int, n: int, update: TableUpdate) -> None:
        if update.is_only_moves():
            await self.appends.store(Append(table_id, self.epoch(table_id), n, update))
        else:
            await super().append(table_id, n, update)
