"""SQLite implementation of the store: one file, one writing connection, one server."""

from pathlib import Path

from meute.server.store.data_folder import FILE, connect, connect_reader, lock_folder, prepare_folder
from meute.server.store.group_commit import GroupCommit
from meute.server.store.job import ManyStatement
from meute.server.store.models import TableUpdate
from meute.server.store.people import SqlPeople
from meute.server.store.sql import UPDATE_STATUS, SqlStore, UpdateRows


class SqliteStore(SqlStore):
    """The store in one SQLite file; see `interface.py`."""

    def __init__(self, folder: Path) -> None:
        prepare_folder(folder)
        self.lock = lock_folder(folder)
        try:
            self.attach(GroupCommit(connect(folder / FILE), connect_reader(folder / FILE)))
        except BaseException:
            self.lock.close()
            raise

    def attach(self, group: GroupCommit) -> None:
        """Initializes the store with its database, and reads the instance id."""
        self.group, self.connection = group, group.connection
        self.instance_id: str = self.connection.execute("select mark from house").fetchone()[0]
        super().__init__(group, SqlPeople(group))

    def open(self) -> None:
        self.group.open()

    async def append(self, table_id: int, n: int, update: TableUpdate) -> None:
        if update.is_only_moves():
            rows = UpdateRows(update)
            status = ManyStatement(UPDATE_STATUS, [rows.status_values(table_id)])
            await self.group.write_rows([status, *rows.rows(table_id, n)])
        else:
            await super().append(table_id, n, update)

    async def close(self) -> None:
        """Commits pending writes and closes."""
        await self.group.close()
        self.close_files()

    def close_files(self) -> None:
        """Closes without waiting for pending writes."""
        if self.group.reader is not None:
            self.group.reader.close()
        self.connection.close()
        self.lock.close()
