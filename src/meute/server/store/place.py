"""A place where something is kept: a data folder, or the address of a database."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from meute.core.errors import BadInput
from meute.server.store.file import FILE, connect, hold, prepare
from meute.server.store.group import GroupCommit
from meute.server.store.job import Base

T = TypeVar("T")


def is_address(place: str) -> bool:
    """Whether a place is a database's address, and not a folder."""
    return "://" in place


def shown(url: str) -> str:
    """A database's address as it may be told: without a password."""
    scheme, parted, rest = url.partition("://")
    where, slash, path = rest.partition("?")[0].partition("/")
    return f"{scheme}{parted}{where.rpartition('@')[2]}{slash}{path}"


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Waits for something in a loop of its own, also where one runs already."""
    done: list[T | BaseException] = []

    def run() -> None:
        try:
            done.append(asyncio.run(work))
        except BaseException as error:
            done.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if isinstance(done[0], BaseException):
        raise done[0]
    return done[0]


@asynccontextmanager
async def opened(place: str, alone: bool = False) -> AsyncIterator[Base]:
    """The database of a place, beside a running server; alone: while no server uses it, and made if there is none."""
    if is_address(place):
        try:
            from meute.server.store.postgres.base import PostgresBase
            from meute.server.store.postgres.schema import look_up
        except ModuleNotFoundError:
            raise BadInput("error.extra", place, extra="postgres") from None
        await look_up(place, alone)
        base = PostgresBase(place)
        base.open()
        try:
            yield base
        finally:
            await base.close()
        return
    with ExitStack() as held:
        folder = Path(place)
        if alone:
            prepare(folder)
            held.enter_context(closing(hold(folder)))
        elif not (folder / FILE).is_file():
            raise BadInput("error.data_none", place)
        group = GroupCommit(held.enter_context(closing(connect(folder / FILE))))
        group.open()
        try:
            yield group
        finally:
            await group.close()
