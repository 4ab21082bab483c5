"""The store in PostgreSQL: tables are held by one server at a time, and every write says so."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from meute.server.store.interface import Elsewhere, Fenced, StoreFailed
from meute.server.store.job import Ask, Job
from meute.server.store.kept import Happened, Loaded
from meute.server.store.people import SqlPeople
from meute.server.store.postgres.appends import Append, Appends
from meute.server.store.postgres.base import ALIVE, PostgresBase, numbered
from meute.server.store.postgres.lease import CHANNEL, Lease
from meute.server.store.postgres.schema import LOCKS, Entry, enter
from meute.server.store.sql import PARTS, SqlStore, laid

TAKE = f"""
update tables t set owner = ?, epoch = epoch + 1 where code = ? and (owner in ('', ?) or ?::boolean
  or not exists (select 1 from nodes n where n.node = t.owner and n.{ALIVE})
  or (owner = ? and exists (select 1 from nodes n where n.node = t.owner and pg_try_advisory_xact_lock({LOCKS}, n.no))))
returning id, epoch, moves, kept
"""
"""A table of nobody's, of ours, of a node that is gone; or of one that could not be reached and holds its lock no more.
With force, anybody's."""
WHERE = """select owner, coalesce(address, '') from tables left join nodes on node = owner where code = ?"""
LOADED = f"select {', '.join(f'array(select part from ({query}) part)' for query in PARTS)}"
"""All of a table in one answer, and only once it is ours: what was stored before is seen, and nothing comes after."""
TAKING = 4
"""Tables that are taken at the same time: when another node is gone, those who wait find connections that are open."""
RATINGS = 78
"""The lock of whoever changes ratings, which follow from each other."""


class PostgresStore(SqlStore):
    """All that is kept; `interface.py` says what each call does."""

    alone = False

    def __init__(self, url: str, name: str = "", address: str = "", secret: str = "") -> None:
        boot = secrets.token_hex(4)
        self.mark = enter(Entry(url, name, secret, address))
        self.node = f"{name or 'meute'}.{boot}"
        self.base = PostgresBase(url, self.node)
        super().__init__(self.base, SqlPeople(self.base))
        self.appends = Appends(self.base, self.node)
        self.lease = Lease(url, name, self.node, address)
        self.epochs: dict[int, int] = {}
        """The tables that we hold, and since which epoch."""
        self.taking = asyncio.Semaphore(TAKING)

    def open(self) -> None:
        self.base.open()
        self.lease.open()
        self.warming = asyncio.create_task(self.warm())

    async def warm(self) -> None:
        """Opens two connections, and tells them how tables are taken, before somebody waits for that."""
        with contextlib.suppress(StoreFailed):
            async with self.base.connection() as one, self.base.connection() as other:
                for connection in (one, other):
                    await connection.fetch(numbered(TAKE), self.node, "", self.node, False, "")
                    await connection.fetch(numbered(LOADED), *[0] * len(PARTS))

    async def close(self) -> None:
        await self.warming
        await self.appends.close()
        await self.lease.close()
        with contextlib.suppress(StoreFailed):
            await self.release_all()
            await self.write("delete from nodes where node = ?", self.node)
        await self.base.close()

    # --- whose a table is

    async def take(self, code: str, force: bool = False, unreachable: str = "") -> Loaded | Elsewhere | None:
        await self.present()
        async with self.taking:
            rows = await self.read(TAKE, self.node, code, self.node, force, unreachable)
            if not rows:
                held = await self.read(WHERE, code)
                return Elsewhere(*held[0]) if held else None
            table_id, epoch, moves, kept = rows[0]
            parts = await self.read(LOADED, *[table_id] * len(PARTS))
        found = laid(table_id, kept, *parts[0])
        if len(found.moves) != moves:
            raise StoreFailed(f"table {code}: {len(found.moves)} moves of {moves}")
        self.epochs[found.id] = epoch
        if force:
            await self.tell("table", code)
        return found

    async def present(self) -> None:
        """Waits until the other nodes know of us: they would take what we take."""
        if not self.lease.holds():
            try:
                await asyncio.wait_for(self.lease.alive.wait(), 2.0)
            except TimeoutError:
                raise StoreFailed("the database does not answer") from None

    def release(self, table_id: int) -> Coroutine[Any, Any, None]:
        return self.free(table_id, self.epochs.pop(table_id, 0))

    async def free(self, table_id: int, epoch: int) -> None:
        """Lets go what was taken at an epoch, unless it has been taken again."""
        await self.write(
            "update tables set owner = '' where id = ? and owner = ? and epoch = ?", table_id, self.node, epoch
        )

    async def release_all(self) -> None:
        self.epochs.clear()
        await self.write("update tables set owner = '' where owner = ?", self.node)

    def is_sure(self) -> bool:
        return self.lease.holds()

    def watch(self, lost: Callable[[], None], heard: Callable[[str, str], None]) -> None:
        self.lease.lost, self.lease.heard = lost, heard

    async def tell(self, kind: str, what: str) -> None:
        await self.read("select pg_notify(?, ?)", CHANNEL, f"{self.node} {kind} {what}")

    def epoch(self, table_id: int) -> int:
        """Since when a table is ours; 0: it is not."""
        return self.epochs.get(table_id, 0)

    def held(self, table_id: int) -> Job[None]:
        query = "select id from tables where id = ? and owner = ? and epoch = ? for no key update"
        if not (yield Ask(query, (table_id, self.node, self.epoch(table_id)))):
            raise Fenced(f"table {table_id} is not ours any more")

    def counted(self, table_id: int, n: int, more: int) -> Job[None]:
        statement = """update tables set moves = moves + ? where id = ? and owner = ? and epoch = ? and moves = ?
                       returning id"""
        if not (yield Ask(statement, (more, table_id, self.node, self.epoch(table_id), n))):
            raise Fenced(f"table {table_id} is not ours any more")

    def begun(self, table_id: int, moves: int) -> Job[None]:
        yield Ask("update tables set moves = ? where id = ?", (moves, table_id))

    def rating(self) -> Job[None]:
        yield Ask("select pg_advisory_xact_lock(?, 0)", (RATINGS,))

    # --- moves

    async def append(self, table_id: int, n: int, happened: Happened) -> None:
        if happened.is_only_moves():
            await self.appends.store(Append(table_id, self.epoch(table_id), n, happened))
        else:
            await super().append(table_id, n, happened)
