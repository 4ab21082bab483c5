"""Connections to PostgreSQL: a few, kept open, and what they may fail with."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from functools import cache
from itertools import count
from typing import Any, TypeVar

import asyncpg

from meute.server.store.interface import StoreFailed
from meute.server.store.job import Ask, Job, Row

T = TypeVar("T")

CONNECTIONS = 8
PATIENCE = 5.0
"""Seconds for a connection, and for an answer."""
ALIVE = "beat > clock_timestamp() - interval '5 s'"
"""What is true of a node that works."""
STUCK = "3000"
"""Milliseconds after which the database ends a transaction whose server has stopped: others wait for its tables."""
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


@contextlib.contextmanager
def told() -> Any:
    """Whatever keeps the database from answering is a StoreFailed: nobody knows what has become of what was asked."""
    try:
        yield
    except FAILURES as error:
        raise StoreFailed(str(error) or type(error).__name__) from error


@cache
def numbered(query: str) -> str:
    """A statement with its values as PostgreSQL counts them."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", query)


async def drive(connection: Any, job: Job[T]) -> T:
    """Asks whatever a job says, and hands it the answers."""
    try:
        said = next(job)
        while True:
            if isinstance(said, Ask):
                rows = await connection.fetch(numbered(said.query), *said.values)
                found = [tuple(row) for row in rows]
            else:
                if said.rows:
                    await connection.executemany(numbered(said.query), said.rows)
                found = []
            said = job.send(found)
    except StopIteration as end:
        value: T = end.value
        return value
    finally:
        job.close()


async def as_it_is(_: Any) -> None:
    """How a connection goes back to the pool: nothing that we ask leaves anything behind in it."""


class PostgresBase:
    """A pool of connections; `job.py` says what each call does."""

    locked = "for update of tables"
    laid_aside = ", owner = '', epoch = epoch + 1"

    def __init__(self, url: str, node: str = "") -> None:
        self.url = url
        live = f"select 1 from nodes where nodes.node = owner and {ALIVE}"
        self.ours = f"and (owner in ('', '{node}') or not exists ({live}))"
        self.pool: Any = None
        self.opening: asyncio.Task[Any] | None = None

    def open(self) -> None:
        """Begins to work for the running loop; connections are made when they are needed."""
        self.pool = asyncpg.create_pool(
            self.url,
            min_size=0,
            max_size=CONNECTIONS,
            timeout=PATIENCE,
            command_timeout=PATIENCE,
            reset=as_it_is,
            server_settings={"idle_in_transaction_session_timeout": STUCK},
        )
        self.opening = asyncio.ensure_future(self.start())

    async def start(self) -> None:
        await self.pool

    async def close(self) -> None:
        """Ends what is under way."""
        if self.opening is not None:
            await self.opening
            try:
                await asyncio.wait_for(self.pool.close(), PATIENCE)
            except FAILURES:
                self.pool.terminate()

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """One of the connections, for a while."""
        assert self.opening is not None, "the store is not open"
        if not self.opening.done():
            await asyncio.shield(self.opening)
        with told():
            async with asyncio.timeout(PATIENCE):
                connection = await self.pool.acquire()
            try:
                yield connection
            finally:
                await self.pool.release(connection)

    async def read(self, query: str, *values: Any) -> list[Row]:
        async with self.connection() as connection:
            return [tuple(row) for row in await connection.fetch(numbered(query), *values)]

    find = write = read

    async def look(self, job: Job[T]) -> T:
        async with self.connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            return await drive(connection, job)

    async def do(self, job: Job[T]) -> T:
        async with self.connection() as connection, connection.transaction():
            return await drive(connection, job)
