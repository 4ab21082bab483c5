"""A database in memory with the promises of ours, shared by simulated nodes: it can be slow, fail, be full, restart."""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from meute.server.store.data_folder import connect
from meute.server.store.fenced import FencedStore
from meute.server.store.group_commit import CommitBatch, GroupCommit, as_store_failed, run_job
from meute.server.store.interface import StoreFailed
from meute.server.store.job import Job, Row
from meute.server.store.lease import BEAT_INTERVAL, LEASE_SECONDS, Lease
from meute.server.store.models import LoadedTable
from meute.server.store.people import SqlPeople
from meute.server.store.sql import load_table
from meute.server.store.sqlite import SqliteStore
from meute.server.system import monotonic
from simulation.network import OUTSIDE
from simulation.virtual_time import CURRENT, EPOCH, VirtualLoop

if TYPE_CHECKING:
    from simulation.laws import Laws

T = TypeVar("T")

INSTANCE = "simulated"
TIMEOUT = 5.0
"""Seconds that a client waits for the database."""
BEAT_VALID = 5.0
"""Seconds for which a node counts as live after a heartbeat, by the database's clock."""
IS_LIVE = f"beat > db_time() - {BEAT_VALID}"
NODES = """
create table nodes (node text primary key, address text not null, beat real not null, since real not null,
                    locked integer not null);
alter table tables add column owner text not null default '';
alter table tables add column epoch integer not null default 0;
alter table tables add column moves integer not null default 0;
"""
WATCH = """
create temp trigger watch_moves after insert on moves begin
    select saw_move(new.table_id, new.seat, owner, epoch) from tables where id = new.table_id; end;
create temp trigger watch_expiry after update of out on clocks when new.out = 1 and old.out = 0 begin
    select saw_expiry(new.table_id, new.seat, old.due); end;
create temp trigger watch_notices after update of sent on notices
when new.sent is not null and old.sent is null begin
    select saw_mark(new.guest, code) from tables where id = new.table_id; end;
"""
"""Triggers that report what is written to the laws."""
ACQUIRE = f"""
update tables set owner = ?, epoch = epoch + 1 where code = ? and (owner in ('', ?) or ?
  or not exists (select 1 from nodes where node = owner and {IS_LIVE})
  or (owner = ? and not exists (select 1 from nodes where node = owner and locked = 1)))
returning id, epoch, moves, kept
"""
OPERATIONAL = (StoreFailed, TimeoutError)


class Faults:
    """How the database behaves now."""

    def __init__(self) -> None:
        self.delay = (0.0005, 0.004)
        """Range of the time of an operation in seconds."""
        self.fail_before = 0.0
        """Probability that an operation fails without an effect."""
        self.fail_after = 0.0
        """Probability that a write is committed, and its answer is lost."""
        self.is_full = False
        self.is_down = False
        self.generation = 0
        """Counts restarts: operations of an earlier generation fail."""


class SharedDatabase:
    """The database server. Every operation is atomic, at one moment of virtual time."""

    def __init__(self, loop: VirtualLoop, luck: random.Random) -> None:
        self.loop = loop
        self.luck = luck
        self.faults = Faults()
        self.connection = connect(Path(":memory:"))
        self.connection.create_function("db_time", 0, self.time)
        self.connection.executescript(NODES)
        self.connection.execute("update house set mark = ?", (INSTANCE,))
        self.cut_off: set[str] = set()
        """Names of the nodes whose packets do not reach the database."""
        self.without_heartbeat: set[str] = set()
        """Names of the nodes whose heartbeats alone do not reach the database: they lose their leases."""
        self.listeners: dict[str, Callable[[str, str], None]] = {}
        """By node: receives the messages of other nodes while its heartbeat is connected."""

    def watch(self, laws: "Laws") -> None:
        """Reports what is written to the laws."""
        self.connection.create_function("saw_move", 4, laws.saw_move)
        self.connection.create_function("saw_expiry", 3, laws.saw_expiry)
        self.connection.create_function("saw_mark", 2, laws.saw_mark)
        self.connection.executescript(WATCH)

    def time(self) -> float:
        """The database's own clock."""
        return EPOCH + self.loop.time()

    def restart(self) -> None:
        """Breaks all connections, and with them the locks."""
        self.faults.generation += 1
        self.connection.execute("update nodes set locked = 0")

    def unlock(self, node: str) -> None:
        """A node's connection is closed: its lock is free, and it gets no messages."""
        self.connection.execute("update nodes set locked = 0 where node = ?", (node,))
        self.listeners.pop(node, None)

    async def run(self, node: str, work: Callable[[sqlite3.Connection], T], writes: bool) -> T:
        """Runs an operation of a node, with the faults of the moment."""
        faults, name = self.faults, node.partition(".")[0]
        generation = faults.generation
        await asyncio.sleep(self.luck.uniform(*faults.delay))
        if name in self.cut_off or faults.is_down:
            await asyncio.sleep(TIMEOUT if name in self.cut_off else 0.001)
            raise StoreFailed("the database does not answer")
        if generation != faults.generation or self.luck.random() < faults.fail_before:
            raise StoreFailed("the connection is lost")
        if writes and faults.is_full:
            raise as_store_failed(sqlite3.OperationalError("database or disk is full"))
        outcome = self.execute(work)
        if writes and self.luck.random() < faults.fail_after:
            raise StoreFailed("the connection is lost after the commit")
        await asyncio.sleep(self.luck.uniform(*faults.delay))
        if generation != faults.generation or name in self.cut_off:
            raise StoreFailed("the connection is lost after the commit")
        return outcome

    def execute(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs work in one transaction."""
        self.connection.execute("begin immediate")
        try:
            outcome = work(self.connection)
        except Exception as error:
            self.connection.execute("rollback")
            raise as_store_failed(error) from error
        self.connection.execute("commit")
        return outcome

    def notify(self, sender: str, kind: str, subject: str) -> None:
        """Delivers a message to the other nodes that listen."""
        for node in sorted(self.listeners):
            if node != sender:
                due = self.loop.time() + self.luck.uniform(*self.faults.delay)
                self.loop.call_at(due, self.deliver, node, kind, subject, context=OUTSIDE)

    def deliver(self, node: str, kind: str, subject: str) -> None:
        listener = self.listeners.get(node)
        if listener is not None and node.partition(".")[0] not in self.cut_off:
            listener(kind, subject)


class Client:
    """A node's connection pool; see `job.py` of the store."""

    own_tables = ""
    row_lock = ""
    clear_owner = ", owner = '', epoch = epoch + 1"

    def __init__(self, shared: SharedDatabase, node: str) -> None:
        self.shared = shared
        self.node = node
        self.own_tables = (
            f"and (owner in ('', '{node}') or not exists (select 1 from nodes where node = owner and {IS_LIVE}))"
        )
        self.write_error = ""

    async def read(self, query: str, *values: Any) -> list[Row]:
        return await self.shared.run(
            self.node, lambda connection: connection.execute(query, values).fetchall(), writes=False
        )

    find = read

    async def write(self, query: str, *values: Any) -> list[Row]:
        with self.record_write_error():
            return await self.shared.run(
                self.node, lambda connection: connection.execute(query, values).fetchall(), writes=True
            )

    async def read_together(self, job: Job[T]) -> T:
        return await self.shared.run(self.node, lambda connection: run_job(connection, job), writes=False)

    async def write_together(self, job: Job[T]) -> T:
        with self.record_write_error():
            return await self.shared.run(self.node, lambda connection: run_job(connection, job), writes=True)

    @contextlib.contextmanager
    def record_write_error(self) -> Iterator[None]:
        try:
            yield
        except StoreFailed as failed:
            if isinstance(failed.__cause__, sqlite3.OperationalError):
                self.write_error = str(failed)
            raise
        self.write_error = ""


class SimulatedLease(Lease):
    """Heartbeats in the shared database."""

    failures = OPERATIONAL

    def __init__(self, shared: SharedDatabase, node: str, address: str) -> None:
        super().__init__()
        self.shared = shared
        self.node = node
        self.address = address
        process = CURRENT.get()
        assert process is not None
        self.process = process

    async def heartbeat_on_connection(self) -> None:
        began, generation = monotonic(), self.shared.faults.generation
        uptime = await self.beat(self.join)
        self.shared.listeners[self.node] = self.receive
        try:
            self.on_message("listening", self.node)
            self.on_message("uptime", str(uptime))
            self.renew(began, self.live_nodes)
            while not self.closing.is_set():
                await self.pause(BEAT_INTERVAL)
                began = monotonic()
                if generation != self.shared.faults.generation:
                    raise StoreFailed("the connection is lost")
                alive = await self.beat(self.renew_row)
                if not alive:
                    return
                self.renew(began, alive)
        finally:
            self.shared.unlock(self.node)

    async def beat(self, work: Callable[[sqlite3.Connection], T]) -> T:
        async with asyncio.timeout(LEASE_SECONDS - BEAT_INTERVAL):
            if self.node.partition(".")[0] in self.shared.without_heartbeat:
                await asyncio.sleep(TIMEOUT)
            return await self.shared.run(self.node, work, writes=True)

    def join(self, connection: sqlite3.Connection) -> float:
        """Enters this node; returns for how long there has been a live node."""
        now = self.shared.time()
        since = connection.execute(f"select min(since) from nodes where {IS_LIVE}").fetchone()[0]
        since = now if since is None else since
        connection.execute(
            "insert into nodes values (?, ?, ?, ?, 1) on conflict (node) do update set beat = excluded.beat,"
            " since = excluded.since, locked = 1",
            (self.node, self.address, now, since),
        )
        return now - float(since)

    def renew_row(self, connection: sqlite3.Connection) -> set[str]:
        """Notes a heartbeat; returns the live nodes, none if this one's last heartbeat is too old."""
        statement = f"update nodes set beat = ? where node = ? and {IS_LIVE} returning node"
        if not connection.execute(statement, (self.shared.time(), self.node)).fetchall():
            return set()
        return {row[0] for row in connection.execute(f"select node from nodes where {IS_LIVE}")}

    def receive(self, kind: str, subject: str) -> None:
        """Hands a message to the node's process."""
        loop = self.shared.loop
        loop.spawn(self.process, self.hand_over(kind, subject))

    async def hand_over(self, kind: str, subject: str) -> None:
        self.on_message(kind, subject)


class SharedStore(FencedStore):
    """The store of one of several nodes."""

    def __init__(self, shared: SharedDatabase, node: str, address: str) -> None:
        self.shared = shared
        self.instance_id = INSTANCE
        client = Client(shared, node)
        super().__init__(node, client, SqlPeople(client), SimulatedLease(shared, node, address))

    def open(self) -> None:
        self.lease.open()

    async def close(self) -> None:
        await self.leave()

    async def try_acquire(self, code: str, force: bool, unreachable: str) -> list[Row]:
        return await self.write(ACQUIRE, self.node, code, self.node, force, unreachable)

    async def load_acquired(self, table_id: int, encoded: bytes) -> LoadedTable:
        return await self.read_together(load_table(table_id, encoded))

    async def notify_nodes(self, kind: str, subject: str) -> None:
        await self.read("select 1")
        self.shared.notify(self.node, kind, subject)


class SingleStore(SqliteStore):
    """The SQLite store of the only node: the real group commit, with a commit that takes time and can fail."""

    def __init__(self, shared: SharedDatabase) -> None:
        self.attach(SimulatedCommit(shared))

    def close_files(self) -> None:
        return


class SimulatedCommit(GroupCommit):
    """Group commit whose commits take virtual time. A process that dies before loses the batch, as a file would."""

    def __init__(self, shared: SharedDatabase) -> None:
        super().__init__(shared.connection)
        self.shared = shared
        self.committing_task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def close(self) -> None:
        await self.wait_until_idle()

    def submit(self, batch: CommitBatch) -> None:
        self.committing_task = asyncio.create_task(self.commit_later(batch))

    async def commit_later(self, batch: CommitBatch) -> None:
        shared = self.shared
        await asyncio.sleep(shared.luck.uniform(*shared.faults.delay))
        if batch.writes and (shared.faults.is_full or shared.luck.random() < shared.faults.fail_before):
            batch.roll_back(self.connection, sqlite3.OperationalError("database or disk is full"))
        batch.commit(self.connection)
        await asyncio.sleep(shared.luck.uniform(*shared.faults.delay))
        batch.read(self.connection)
        self.finish(batch)
