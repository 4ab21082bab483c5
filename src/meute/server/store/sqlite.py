"""The store in SQLite: one file, one connection, one server."""

from pathlib import Path

from meute.server.store.file import FILE, connect, connect_reader, hold, prepare
from meute.server.store.group import GroupCommit
from meute.server.store.job import Each
from meute.server.store.kept import Happened
from meute.server.store.people import SqlPeople
from meute.server.store.sql import STANDS, SqlStore, Written


class SqliteStore(SqlStore):
    """All that is kept, in one file; `interface.py` says what each call does."""

    def __init__(self, folder: Path) -> None:
        prepare(folder)
        self.lock = hold(folder)
        try:
            self.stand_on(GroupCommit(connect(folder / FILE), connect_reader(folder / FILE)))
        except BaseException:
            self.lock.close()
            raise

    def stand_on(self, group: GroupCommit) -> None:
        """Everything is read and written through one connection."""
        self.group, self.base = group, group.base
        self.mark: str = self.base.execute("select mark from house").fetchone()[0]
        super().__init__(group, SqlPeople(group))

    def open(self) -> None:
        self.group.open()

    async def append(self, table_id: int, n: int, happened: Happened) -> None:
        if happened.is_only_moves():
            came = Written(happened)
            await self.group.put([Each(STANDS, [came.stands(table_id)]), *came.rows(table_id, n)])
        else:
            await super().append(table_id, n, happened)

    async def close(self) -> None:
        """Commits what waits, and closes."""
        await self.group.close()
        self.shut()

    def shut(self) -> None:
        """Closes a store that nobody waits for."""
        if self.group.reader is not None:
            self.group.reader.close()
        self.base.close()
        self.lock.close()
