"""PostgreSQL connection pool, with its errors turned into StoreFailed."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from functools import cache
from itertools import count
from typing import Any, TypeVar

import asyncpg

from meute.server.store.interface import StoreFailed
from meute.server.store.job import Job, Row, Statement

T = TypeVar("T")

CONNECTIONS = 8
TIMEOUT = 5.0
"""Seconds for a connection and for an answer."""
ALIVE = "beat > clock_timestamp() - interval '5 s'"
"""SQL condition: the node's heartbeat is recent."""
IDLE_TRANSACTION_TIMEOUT = "3000"
"""Milliseconds after which the database aborts the transaction of a stopped server, whose locks others wait for."""
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)

WRITE_REFUSALS = (asyncpg.InsufficientResourcesError, asyncpg.PostgresIOError, asyncpg.ReadOnlySQLTransactionError)
"""Errors of a database that accepts no writes: full, broken disk, or a standby."""


@contextlib.contextmanager
def errors_as_store_failed() -> Any:
    """Turns connection and database errors into StoreFailed; whether the statement took effect is then unknown."""
    try:
        yield
    except FAILURES as error:
        raise StoreFailed(str(error) or type(error).__name__) from error


@cache
def numbered_parameters(query: str) -> str:
    """A statement with `$1`, `$2`... in place of each `?`."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", query)


async def run_job(connection: Any, job: Job[T]) -> T:
    """Executes a job's statements and sends it their rows; returns its result."""
    try:
        statement = next(job)
        while True:
            if isinstance(statement, Statement):
                rows = [
                    tuple(row)
                    for row in await connection.fetch(numbered_parameters(statement.query), *statement.values)
                ]
            else:
                if statement.rows:
                    await connection.executemany(numbered_parameters(statement.query), statement.rows)
                rows = []
            statement = job.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        job.close()


async def no_reset(_: Any) -> None:
    """Replaces asyncpg's connection reset, which costs a round trip: our statements leave no session state."""


class PostgresDatabase:
    """A PostgreSQL database with a pool of connections; see `job.py`."""

    row_lock = "for update of tables"
    clear_owner = ", owner = '', epoch = epoch + 1"

    def __init__(self, url: str, node: str = "") -> None:
        self.url = url
        live = f"select 1 from nodes where nodes.node = owner and {ALIVE}"
        self.own_tables = f"and (owner in ('', '{node}') or not exists ({live}))"
        self.write_error = ""
        self.pool: Any = None
        self.opening: asyncio.Task[Any] | None = None

    def open(self) -> None:
        """Creates the pool; connections are opened when needed."""
        self.pool = asyncpg.create_pool(
            self.url,
            min_size=0,
            max_size=CONNECTIONS,
            timeout=TIMEOUT,
            command_timeout=TIMEOUT,
            reset=no_reset,
            server_settings={"idle_in_transaction_session_timeout": IDLE_TRANSACTION_TIMEOUT},
        )
        self.opening = asyncio.ensure_future(self.start())

    async def start(self) -> None:
        await self.pool

    async def close(self) -> None:
        """Closes the pool; aborts connections that do not finish in time."""
        if self.opening is not None:
            await self.opening
            try:
                await asyncio.wait_for(self.pool.close(), TIMEOUT)
            except FAILURES:
                self.pool.terminate()

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """A connection of the pool."""
        assert self.opening is not None, "the store is not open"
        if not self.opening.done():
            await asyncio.shield(self.opening)
        with errors_as_store_failed():
            async with asyncio.timeout(TIMEOUT):
                connection = await self.pool.acquire()
            try:
                yield connection
            finally:
                await self.pool.release(connection)

    async def read(self, query: str, *values: Any) -> list[Row]:
        async with self.connection() as connection:
            return [tuple(row) for row in await connection.fetch(numbered_parameters(query), *values)]

    find = read

    @contextlib.asynccontextmanager
    async def record_write_error(self) -> AsyncIterator[None]:
        """Records in `write_error` whether the database accepts writes."""
        try:
            yield
        except StoreFailed as failed:
            if isinstance(failed.__cause__, WRITE_REFUSALS):
                self.write_error = str(failed)
            raise
        self.write_error = ""

    async def write(self, query: str, *values: Any) -> list[Row]:
        async with self.record_write_error():
            return await self.read(query, *values)

    async def read_together(self, job: Job[T]) -> T:
        async with self.connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            return await run_job(connection, job)

    async def write_together(self, job: Job[T]) -> T:
        async with self.record_write_error(), self.connection() as connection, connection.transaction():
            return await run_job(connection, job)
