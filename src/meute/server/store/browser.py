"""The store where there is no disk and no thread: SQLite in memory, which the browser keeps whole after each commit."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from meute.server.store.file import connect
from meute.server.store.group import Batch, GroupCommit
from meute.server.store.sqlite import SqliteStore

Save = Callable[[bytes], Awaitable[None]]
"""Keeps all that there is, in the place of what was kept before; raises if it cannot."""


class BrowserStore(SqliteStore):
    """The server's own store over what a browser has kept; empty: nothing yet."""

    def __init__(self, kept: bytes, save: Save) -> None:
        self.stand_on(KeptCommit(kept, save))

    def shut(self) -> None:
        self.base.close()


class KeptCommit(GroupCommit):
    """Batches that count once the browser has kept them; what it could not keep has not happened."""

    def __init__(self, kept: bytes, save: Save) -> None:
        super().__init__(connect(Path(":memory:"), kept))
        self.save = save
        self.kept = self.base.serialize()
        self.keeping: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def close(self) -> None:
        await self.rest()

    def hand_over(self, batch: Batch) -> None:
        self.keeping = asyncio.create_task(self.keep(batch))

    async def keep(self, batch: Batch) -> None:
        """Commits a batch, and waits for the browser."""
        batch.commit(self.base)
        changed = self.base.serialize() if batch.writes else self.kept
        if changed != self.kept:
            try:
                await self.save(changed)
                self.kept = changed
            except Exception as error:
                self.base.deserialize(self.kept)
                batch.take_back(self.base, error)
        batch.read(self.base)
        self.finish(batch)
