"""Group commit for SQLite: waiting jobs share one transaction; each caller waits until it is durable."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from meute.server.store.interface import StoreFailed
from meute.server.store.job import Job, ManyStatement, Row, Statement

log = logging.getLogger(__name__)

DISK_ERRORS = (sqlite3.OperationalError, sqlite3.DatabaseError)
"""Errors of the file or the disk; errors of a job's SQL have other classes."""
T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class PendingJob(NamedTuple):
    """Work in the queue, the future of its caller, and whether it only reads."""

    work: Work[Any]
    done: "asyncio.Future[Any]"
    reads: bool


class RowWrites:
    """Work that only writes rows: each set of values must change exactly one row. A batch merges all such work."""

    def __init__(self, changes: Sequence[ManyStatement]) -> None:
        self.changes = changes

    def __call__(self, connection: sqlite3.Connection) -> None:
        for change in self.changes:
            if connection.executemany(change.query, change.rows).rowcount != len(change.rows):
                raise StoreFailed("the row to be changed no longer exists")


def merge_writes(writes: Iterable[RowWrites]) -> RowWrites:
    """All rows grouped by statement, so that each statement runs once."""
    rows: dict[str, list[Sequence[Any]]] = {}
    for write in writes:
        for change in write.changes:
            rows.setdefault(change.query, []).extend(change.rows)
    return RowWrites([ManyStatement(query, values) for query, values in rows.items()])


class CommitBatch:
    """Jobs that are committed together; a job that fails is rolled back alone."""

    def __init__(self, jobs: list[PendingJob]) -> None:
        self.writes = [job for job in jobs if not job.reads]
        self.reads = [job for job in jobs if job.reads]
        self.outcomes: list[tuple[PendingJob, Any, StoreFailed | None]] = []
        """(job, result, error) of each."""

    def write(self, connection: sqlite3.Connection) -> None:
        """Executes the writes in a transaction, without committing."""
        if not self.writes:
            return
        try:
            connection.execute("begin immediate")
            done = self.write_rows(connection)
            self.outcomes = [
                (job, *((None, None) if job.done in done else run_in_savepoint(connection, job.work)))
                for job in self.writes
            ]
        except Exception as error:
            self.roll_back(connection, error)

    def write_rows(self, connection: sqlite3.Connection) -> Collection[object]:
        """Executes all RowWrites together, and returns their futures; none if one fails, so that each is then tried
        alone."""
        writes = {job.done: job.work for job in self.writes if isinstance(job.work, RowWrites)}
        try:
            merge_writes(writes.values())(connection)
        except Exception:
            if not connection.in_transaction:
                raise
            connection.execute("rollback")  # no savepoint: it would write all changed pages a second time
            connection.execute("begin immediate")
            return ()
        return writes

    def commit(self, connection: sqlite3.Connection) -> None:
        """Commits the writes."""
        try:
            if connection.in_transaction:
                connection.execute("commit")
        except Exception as error:
            self.roll_back(connection, error)

    def read(self, connection: sqlite3.Connection) -> None:
        """Executes the reads, after the writes."""
        for job in self.reads:
            try:
                self.outcomes.append((job, job.work(connection), None))
            except Exception as error:
                self.outcomes.append((job, None, as_store_failed(error)))

    def roll_back(self, connection: sqlite3.Connection, error: Exception) -> None:
        """Rolls back all writes, and reports the error to their callers."""
        log.error("not stored: %s", error)
        self.outcomes = [(job, None, as_store_failed(error)) for job in self.writes]
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the next batch tries again
                connection.execute("rollback")

    def write_error(self, before: str) -> str:
        """The disk error of the writes, or empty; `before`, the previous error, if all writes failed otherwise."""
        errors = [error for job, _, error in self.outcomes if not job.reads]
        faults = [error for error in errors if error is not None and type(error.__cause__) in DISK_ERRORS]
        if faults:
            return str(faults[0])
        return "" if None in errors else before

    def resolve(self) -> None:
        """Sets the result or exception of every job's future."""
        for job, result, error in self.outcomes:
            if job.done.done():
                continue
            if error is not None:
                job.done.set_exception(error)
            else:
                job.done.set_result(result)


def run_in_savepoint(connection: sqlite3.Connection, work: Work[T]) -> tuple[T | None, StoreFailed | None]:
    """Result or error of work in a savepoint; raises if SQLite has rolled back the whole transaction."""
    connection.execute("savepoint job")
    result, failed = None, None
    try:
        result = work(connection)
    except Exception as error:
        if not connection.in_transaction:  # SQLite has rolled back everything, on a full disk for example
            raise
        connection.execute("rollback to job")
        failed = as_store_failed(error)
    connection.execute("release job")
    return result, failed


def run_job(connection: sqlite3.Connection, job: Job[T]) -> T:
    """Executes a job's statements and sends it their rows; returns its result."""
    try:
        statement = next(job)
        while True:
            if isinstance(statement, Statement):
                rows = connection.execute(statement.query, statement.values).fetchall()
            else:
                connection.executemany(statement.query, statement.rows)
                rows = []
            statement = job.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result


def run_in_snapshot(connection: sqlite3.Connection, job: Job[T]) -> T:
    """Runs a job in a read transaction, which is a consistent snapshot."""
    connection.execute("begin")
    try:
        return run_job(connection, job)
    finally:
        connection.execute("rollback")


def as_store_failed(error: Exception) -> StoreFailed:
    """Wraps an error in StoreFailed."""
    if isinstance(error, StoreFailed):
        return error
    failed = StoreFailed(str(error))
    failed.__cause__ = error
    return failed


class GroupCommit:
    """A SQLite database with one writing connection; see `job.py`."""

    own_tables = row_lock = clear_owner = ""

    # Writes take microseconds and run in the event loop's thread, as do reads by key, on a connection that waits for no
    # commit. Only commits, which wait for the disk, and slow reads run in the other thread: two busy threads would
    # compete for the interpreter lock at every statement.

    def __init__(self, connection: sqlite3.Connection, reader: sqlite3.Connection | None = None) -> None:
        self.connection = connection
        self.reader = reader
        """Read-only connection, which sees committed data; None: reads wait in the queue like writes."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiting: list[PendingJob] = []
        self.committing = False
        self.write_error = ""
        self.idle = asyncio.Event()
        self.batches: SimpleQueue[CommitBatch | None] = SimpleQueue()
        self.thread = Thread(target=self.commit_batches, name="store", daemon=True)

    def open(self) -> None:
        """Starts the thread that commits."""
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def close(self) -> None:
        """Commits pending writes and ends the thread."""
        await self.wait_until_idle()
        self.batches.put(None)
        await asyncio.to_thread(self.thread.join)

    async def wait_until_idle(self) -> None:
        while self.waiting or self.committing:
            self.idle.clear()
            await self.idle.wait()

    async def read(self, query: str, *values: Any) -> list[Row]:
        return await self.enqueue(lambda connection: connection.execute(query, values).fetchall(), True)

    async def write(self, query: str, *values: Any) -> list[Row]:
        return await self.enqueue(lambda connection: connection.execute(query, values).fetchall(), False)

    async def find(self, query: str, *values: Any) -> list[Row]:
        return await self.read_now(lambda connection: connection.execute(query, values).fetchall())

    async def read_together(self, job: Job[T]) -> T:
        return await self.read_now(lambda connection: run_in_snapshot(connection, job))

    async def read_now(self, work: Work[T]) -> T:
        """Reads at once if there is a reading connection, else in the next batch."""
        if self.reader is None:
            return await self.enqueue(work, True)
        try:
            return work(self.reader)
        except Exception as error:
            raise as_store_failed(error) from error

    async def write_together(self, job: Job[T]) -> T:
        return await self.enqueue(lambda connection: run_job(connection, job), False)

    async def write_rows(self, changes: Sequence[ManyStatement]) -> None:
        """Writes rows together with all other waiting row writes; each set of values must change exactly one row."""
        await self.enqueue(RowWrites(changes), False)

    def enqueue(self, work: Work[T], reads: bool) -> "asyncio.Future[T]":
        """Adds work to the next batch, which starts as soon as no other is being committed."""
        assert self.loop is not None
        done: asyncio.Future[T] = self.loop.create_future()
        if not self.waiting and not self.committing:
            self.loop.call_soon(self.start_batch)
        self.waiting.append(PendingJob(work, done, reads))
        return done

    def start_batch(self) -> None:
        """Executes the waiting jobs in one transaction, and submits it to be committed."""
        if self.committing or not self.waiting:
            return
        batch = CommitBatch(self.waiting)
        self.waiting = []
        self.committing = True
        batch.write(self.connection)
        self.submit(batch)

    def submit(self, batch: CommitBatch) -> None:
        """Hands a batch to the committing thread."""
        self.batches.put(batch)

    def commit_batches(self) -> None:
        """The loop of the committing thread."""
        assert self.loop is not None
        while (batch := self.batches.get()) is not None:
            batch.commit(self.connection)
            batch.read(self.connection)
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(self.finish, batch)

    def finish(self, batch: CommitBatch) -> None:
        """Starts the next batch, then resolves the futures of this one."""
        self.committing = False
        self.write_error = batch.write_error(self.write_error)
        self.start_batch()
        batch.resolve()
        if not self.committing:
            self.idle.set()
