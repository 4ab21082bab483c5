"""Opens a store by its location: a data folder or a database URL."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, TypeVar

from meute.core.errors import BadInput
from meute.server.store.data_folder import FILE, connect, lock_folder, prepare_folder
from meute.server.store.group_commit import GroupCommit
from meute.server.store.job import Database

T = TypeVar("T")


def is_database_url(location: str) -> bool:
    """Whether a location is a database URL, not a folder."""
    return "://" in location


def without_password(url: str) -> str:
    """A database URL for messages, without the password."""
    scheme, separator, rest = url.partition("://")
    where, slash, path = rest.partition("?")[0].partition("/")
    return f"{scheme}{separator}{where.rpartition('@')[2]}{slash}{path}"


def run_in_thread(coroutine: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in an event loop of its own, also where another loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


@asynccontextmanager
async def open_database(location: str, alone: bool = False) -> AsyncIterator[Database]:
    """Opens a database that a server may be using; `alone`: refuses if one does, and creates or upgrades it."""
    if is_database_url(location):
        try:
            from meute.server.store.postgres.database import PostgresDatabase
            from meute.server.store.postgres.schema import check_database
        except ModuleNotFoundError:
            raise BadInput("error.extra", location, extra="postgres") from None
        await check_database(location, alone)
        database = PostgresDatabase(location)
        database.open()
        try:
            yield database
        finally:
            await database.close()
        return
    with ExitStack() as stack:
        folder = Path(location)
        if alone:
            prepare_folder(folder)
            stack.enter_context(closing(lock_folder(folder)))
        elif not (folder / FILE).is_file():
            raise BadInput("error.data_none", location)
        group = GroupCommit(stack.enter_context(closing(connect(folder / FILE))))
        group.open()
        try:
            yield group
        finally:
            await group.close()
