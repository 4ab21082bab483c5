"""PostgreSQL store: the store of several servers in one database."""

import asyncio
import contextlib

from meute.server.store.fenced import FencedStore
from meute.server.store.interface import StoreFailed
from meute.server.store.job import Job, Row, Statement
from meute.server.store.models import LoadedTable, TableUpdate
from meute.server.store.people import SqlPeople
from meute.server.store.postgres.appends import Append, AppendQueue
from meute.server.store.postgres.database import ALIVE, PostgresDatabase, numbered_parameters
from meute.server.store.postgres.lease import CHANNEL, PostgresLease
from meute.server.store.postgres.schema import LOCK_CLASS, NodeInfo, prepare_database
from meute.server.store.sql import TABLE_QUERIES, build_table
from meute.server.system import random_hex

ACQUIRE = f"""
update tables t set owner = ?, epoch = epoch + 1 where code = ? and (owner in ('', ?) or ?::boolean
  or not exists (select 1 from nodes n where n.node = t.owner and n.{ALIVE})
  or (owner = ? and exists
    (select 1 from nodes n where n.node = t.owner and pg_try_advisory_xact_lock({LOCK_CLASS}, n.no))))
returning id, epoch, moves, kept
"""
"""Acquires a table without an owner, of this node, of a node whose heartbeat has stopped, or of an unreachable node
that has lost its lock; with force, of any node."""
LOAD = f"select {', '.join(f'array(select part from ({query}) part)' for query in TABLE_QUERIES)}"
"""Loads a table in one query."""
RATINGS_LOCK = 78
"""Advisory lock for ratings: each update depends on the one before."""


class PostgresStore(FencedStore):
    """The store in PostgreSQL; see `interface.py`."""

    def __init__(self, url: str, name: str = "", address: str = "", secret: str = "") -> None:
        self.instance_id = prepare_database(NodeInfo(url, name, secret, address))
        node = f"{name or 'meute'}.{random_hex(4)}"
        self.postgres = PostgresDatabase(url, node)
        super().__init__(node, self.postgres, SqlPeople(self.postgres), PostgresLease(url, name, node, address))
        self.appends = AppendQueue(self.postgres, self.node)

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
        await self.leave()
        await self.postgres.close()

    async def try_acquire(self, code: str, force: bool, unreachable: str) -> list[Row]:
        return await self.read(ACQUIRE, self.node, code, self.node, force, unreachable)

    async def load_acquired(self, table_id: int, stored: bytes) -> LoadedTable:
        parts = await self.read(LOAD, *[table_id] * len(TABLE_QUERIES))
        return build_table(table_id, stored, *parts[0])

    async def notify_nodes(self, kind: str, subject: str) -> None:
        await self.read("select pg_notify(?, ?)", CHANNEL, f"{self.node} {kind} {subject}")

    def lock_ratings(self) -> Job[None]:
        yield Statement("select pg_advisory_xact_lock(?, 0)", (RATINGS_LOCK,))

    async def append(self, table_id: int, n: int, update: TableUpdate) -> None:
        if update.is_only_moves():
            await self.appends.store(Append(table_id, self.epoch(table_id), n, update))
        else:
            await super().append(table_id, n, update)
