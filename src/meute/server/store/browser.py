"""Store for the static site: SQLite in memory, saved whole by the browser after each commit."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from meute.server.store.data_folder import connect
from meute.server.store.group_commit import CommitBatch, GroupCommit
from meute.server.store.sqlite import SqliteStore

Save = Callable[[bytes], Awaitable[None]]
"""Saves the serialized database in the browser, replacing the previous one; raises on failure."""


class BrowserStore(SqliteStore):
    """The SQLite store over a database that the browser has saved; empty bytes start a new database."""

    def __init__(self, saved: bytes, save: Save) -> None:
        self.attach(BrowserCommit(saved, save))

    def close_files(self) -> None:
        self.connection.close()


class BrowserCommit(GroupCommit):
    """Group commit whose batches are durable once the browser has saved them; a failed save is rolled back."""

    def __init__(self, saved: bytes, save: Save) -> None:
        super().__init__(connect(Path(":memory:"), saved))
        self.save = save
        self.saved = self.connection.serialize()
        self.saving: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def close(self) -> None:
        await self.wait_until_idle()

    def submit(self, batch: CommitBatch) -> None:
        self.saving = asyncio.create_task(self.commit_and_save(batch))

    async def commit_and_save(self, batch: CommitBatch) -> None:
        """Commits a batch, saves the database if it has changed, and resolves the batch."""
        batch.commit(self.connection)
        changed = self.connection.serialize() if batch.writes else self.saved
        if changed != self.saved:
            try:
                await self.save(changed)
                self.saved = changed
            except Exception as error:
                self.connection.deserialize(self.saved)
                batch.roll_back(self.connection, error)
        batch.read(self.connection)
        self.finish(batch)
