"""Store of several servers: a table has one owner at a time, and every write to it checks the owner (fencing)."""

import asyncio
import contextlib
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

from meute.server.store.interface import LeaseLost, OwnerNode, People, StoreFailed
from meute.server.store.job import Database, Job, Row, Statement
from meute.server.store.lease import Lease
from meute.server.store.models import LoadedTable
from meute.server.store.sql import SqlStore

OWNER = "select owner, coalesce(address, '') from tables left join nodes on node = owner where code = ?"
HEARTBEAT_TIMEOUT = 2.0
"""Seconds that a table to be acquired waits for the first heartbeat."""
CONCURRENT_ACQUIRES = 4
"""Tables acquired at the same time: more would open new connections when another node is gone."""


class FencedStore(SqlStore):
    """Ownership of tables. An owner is known by its node and by the epoch, which counts how often the table was
    acquired."""

    is_single_node = False

    def __init__(self, node: str, database: Database, people: People, lease: Lease) -> None:
        super().__init__(database, people)
        self.node = node
        self.lease = lease
        self.epochs: dict[int, int] = {}
        """Epochs (fencing tokens) of the tables that this node owns."""
        self.acquiring = asyncio.Semaphore(CONCURRENT_ACQUIRES)

    @abstractmethod
    async def try_acquire(self, code: str, force: bool, unreachable: str) -> list[Row]:
        """Takes a table without a live owner: (id, epoch, number of moves, table); no row if another node owns it."""

    @abstractmethod
    async def load_acquired(self, table_id: int, encoded: bytes) -> LoadedTable:
        """Loads a table after it was acquired: so it has all earlier writes, and none can follow."""

    async def acquire(self, code: str, force: bool = False, unreachable: str = "") -> LoadedTable | OwnerNode | None:
        await self.wait_for_heartbeat()
        async with self.acquiring:
            rows = await self.try_acquire(code, force, unreachable)
            if not rows:
                held = await self.read(OWNER, code)
                return OwnerNode(*held[0]) if held else None
            table_id, epoch, moves, encoded = rows[0]
            found = await self.load_acquired(table_id, encoded)
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
                await asyncio.wait_for(self.lease.alive.wait(), HEARTBEAT_TIMEOUT)
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

    async def leave(self) -> None:
        """Releases all tables and ends the membership of this node."""
        await self.lease.close()
        with contextlib.suppress(StoreFailed):
            await self.release_all()
            await self.write("delete from nodes where node = ?", self.node)

    def holds_lease(self) -> bool:
        return self.lease.is_valid()

    def set_callbacks(self, on_lost: Callable[[], None], on_message: Callable[[str, str], None]) -> None:
        self.lease.on_lost, self.lease.on_message = on_lost, on_message

    def epoch(self, table_id: int) -> int:
        return self.epochs.get(table_id, 0)

    def check_owner(self, table_id: int) -> Job[None]:
        query = f"select id from tables where id = ? and owner = ? and epoch = ? {self.database.row_lock}"
        if not (yield Statement(query, (table_id, self.node, self.epoch(table_id)))):
            raise LeaseLost(f"table {table_id} has another owner")

    def check_and_count_moves(self, table_id: int, n: int, more: int) -> Job[None]:
        statement = """update tables set moves = moves + ? where id = ? and owner = ? and epoch = ? and moves = ?
                       returning id"""
        if not (yield Statement(statement, (more, table_id, self.node, self.epoch(table_id), n))):
            raise LeaseLost(f"table {table_id} has another owner")

    def set_move_count(self, table_id: int, moves: int) -> Job[None]:
        yield Statement("update tables set moves = ? where id = ?", (moves, table_id))
