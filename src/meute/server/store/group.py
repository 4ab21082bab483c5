"""Group commit: jobs that wait are written together, and each caller waits until the disk has them."""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from meute.server.store.interface import StoreFailed
from meute.server.store.job import Ask, Each, Row
from meute.server.store.job import Job as Said

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class Job(NamedTuple):
    """Some work, who waits for it, and whether it only reads."""

    work: Work[Any]
    done: "asyncio.Future[Any]"
    reads: bool


class Put:
    """Work that only writes rows, each of which must change one: all that a batch has of it is done as one."""

    def __init__(self, changes: Sequence[Each]) -> None:
        self.changes = changes

    def __call__(self, base: sqlite3.Connection) -> None:
        for change in self.changes:
            if base.executemany(change.query, change.rows).rowcount != len(change.rows):
                raise StoreFailed("what was to be changed is not there any more")


def together(puts: Iterable[Put]) -> Put:
    """All of them, each statement once."""
    rows: dict[str, list[Sequence[Any]]] = {}
    for put in puts:
        for change in put.changes:
            rows.setdefault(change.query, []).extend(change.rows)
    return Put([Each(query, those) for query, those in rows.items()])


class Batch:
    """Jobs that are committed together; one that fails takes back only what it did itself."""

    def __init__(self, jobs: list[Job]) -> None:
        self.writes = [job for job in jobs if not job.reads]
        self.reads = [job for job in jobs if job.reads]
        self.outcomes: list[tuple[Job, object]] = []

    def write(self, base: sqlite3.Connection) -> None:
        """Makes the changes, without waiting for the disk."""
        if not self.writes:
            return
        try:
            base.execute("begin immediate")
            done = self.put(base)
            self.outcomes = [(job, None if job.done in done else attempt(base, job.work)) for job in self.writes]
        except Exception as error:
            self.take_back(base, error)

    def put(self, base: sqlite3.Connection) -> Collection[object]:
        """Does first what only writes rows, all at once, and tells whose that was; nobody's if one of them fails: then
        each is done alone, and the others without it."""
        puts = {job.done: job.work for job in self.writes if isinstance(job.work, Put)}
        try:
            together(puts.values())(base)
        except Exception:
            if not base.in_transaction:
                raise
            base.execute("rollback")  # and no savepoint, which would write all that changes a second time
            base.execute("begin immediate")
            return ()
        return puts

    def commit(self, base: sqlite3.Connection) -> None:
        """Makes the changes durable."""
        try:
            if base.in_transaction:
                base.execute("commit")
        except Exception as error:
            self.take_back(base, error)

    def read(self, base: sqlite3.Connection) -> None:
        """Reads what is asked for, after the changes."""
        for job in self.reads:
            try:
                self.outcomes.append((job, job.work(base)))
            except Exception as error:
                self.outcomes.append((job, failure(error)))

    def take_back(self, base: sqlite3.Connection, error: Exception) -> None:
        """None of the changes has happened."""
        log.error("not stored: %s", error)
        self.outcomes = [(job, failure(error)) for job in self.writes]
        if base.in_transaction:
            with contextlib.suppress(sqlite3.Error):  # the next batch tries again
                base.execute("rollback")

    def settle(self) -> None:
        """Hands each caller what came of its job."""
        for job, outcome in self.outcomes:
            if job.done.done():
                continue
            if isinstance(outcome, StoreFailed):
                job.done.set_exception(outcome)
            else:
                job.done.set_result(outcome)


def attempt(base: sqlite3.Connection, work: Work[T]) -> T | StoreFailed:
    """What came of a job; raises if all jobs have failed with it."""
    base.execute("savepoint job")
    try:
        outcome: T | StoreFailed = work(base)
    except Exception as error:
        if not base.in_transaction:  # a full disk, for instance: SQLite has rolled everything back by itself
            raise
        base.execute("rollback to job")
        outcome = failure(error)
    base.execute("release job")
    return outcome


def drive(base: sqlite3.Connection, job: Said[T]) -> T:
    """Asks whatever a job says, and hands it the answers."""
    try:
        said = next(job)
        while True:
            if isinstance(said, Ask):
                found = base.execute(said.query, said.values).fetchall()
            else:
                base.executemany(said.query, said.rows)
                found = []
            said = job.send(found)
    except StopIteration as end:
        told: T = end.value
        return told


def at_one_moment(base: sqlite3.Connection, job: Said[T]) -> T:
    """The same, of one state of the database."""
    base.execute("begin")
    try:
        return drive(base, job)
    finally:
        base.execute("rollback")


def failure(error: Exception) -> StoreFailed:
    """What the callers are told of an error."""
    if isinstance(error, StoreFailed):
        return error
    failed = StoreFailed(str(error))
    failed.__cause__ = error
    return failed


class GroupCommit:
    """One connection, on which batches follow each other; `job.py` says what each call does."""

    ours = locked = laid_aside = ""

    # Changes are made in the loop's thread, which takes microseconds, and so is what is found by a key, on a connection
    # that waits for no commit; only the commit, which waits for the disk, and what may take long to read happen in the
    # other one. Two busy threads would fight for the interpreter at every statement.

    def __init__(self, base: sqlite3.Connection, reader: sqlite3.Connection | None = None) -> None:
        self.base = base
        self.reader = reader
        """Sees what is committed; None: everything is read in its turn."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiting: list[Job] = []
        self.committing = False
        self.idle = asyncio.Event()
        self.batches: SimpleQueue[Batch | None] = SimpleQueue()
        self.thread = Thread(target=self.commit_batches, name="store", daemon=True)

    def open(self) -> None:
        """Starts the committing thread for the running loop."""
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def close(self) -> None:
        """Commits what waits."""
        await self.rest()
        self.batches.put(None)
        await asyncio.to_thread(self.thread.join)

    async def rest(self) -> None:
        """Until nothing waits."""
        while self.waiting or self.committing:
            self.idle.clear()
            await self.idle.wait()

    async def read(self, query: str, *values: Any) -> list[Row]:
        return await self.queue(lambda base: base.execute(query, values).fetchall(), True)

    async def write(self, query: str, *values: Any) -> list[Row]:
        return await self.queue(lambda base: base.execute(query, values).fetchall(), False)

    async def find(self, query: str, *values: Any) -> list[Row]:
        return await self.answer(lambda base: base.execute(query, values).fetchall())

    async def look(self, job: Said[T]) -> T:
        return await self.answer(lambda base: at_one_moment(base, job))

    async def answer(self, work: Work[T]) -> T:
        """Reads at once, if there is a connection for it."""
        if self.reader is None:
            return await self.queue(work, True)
        try:
            return work(self.reader)
        except Exception as error:
            raise failure(error) from error

    async def do(self, job: Said[T]) -> T:
        return await self.queue(lambda base: drive(base, job), False)

    async def put(self, changes: Sequence[Each]) -> None:
        """Rows that each change one, or none of them does; written with all others that wait."""
        await self.queue(Put(changes), False)

    def queue(self, work: Work[T], reads: bool) -> "asyncio.Future[T]":
        """Lets a job wait for the next batch, which begins as soon as no other is being committed."""
        assert self.loop is not None
        done: asyncio.Future[T] = self.loop.create_future()
        if not self.waiting and not self.committing:
            self.loop.call_soon(self.begin)
        self.waiting.append(Job(work, done, reads))
        return done

    def begin(self) -> None:
        """Writes what waits into one transaction, and hands it over to be committed."""
        if self.committing or not self.waiting:
            return
        batch = Batch(self.waiting)
        self.waiting = []
        self.committing = True
        batch.write(self.base)
        self.hand_over(batch)

    def hand_over(self, batch: Batch) -> None:
        """Lets a batch be committed, and then be finished."""
        self.batches.put(batch)

    def commit_batches(self) -> None:
        """The thread: one batch after the other."""
        assert self.loop is not None
        while (batch := self.batches.get()) is not None:
            batch.commit(self.base)
            batch.read(self.base)
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(self.finish, batch)

    def finish(self, batch: Batch) -> None:
        """Wakes the callers, and begins the next batch."""
        self.committing = False
        self.begin()
        batch.settle()
        if not self.committing:
            self.idle.set()
