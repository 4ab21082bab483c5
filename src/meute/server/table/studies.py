"""Records of people's games for studies: finished public games whose players all agree, without names."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec

from meute.core.errors import BadInput
from meute.match import Record, write_record
from meute.server.store.job import Database
from meute.server.store.location import open_database, run_in_thread
from meute.server.store.models import StoredPrefs, StoredTable
from meute.server.store.sql import load_table
from meute.server.table.restore import restore

FINISHED = "select id, kept from tables where phase = 'over' and kind = 'game' and id > ? order by id limit ?"
PREFS = "select kept from prefs where guest = ?"
BATCH = 100


def write_records(location: str, folder: Path) -> int:
    """Writes each record into a file of a new folder; returns their number."""
    if folder.exists():
        raise BadInput("error.folder_exists", str(folder))
    folder.mkdir(parents=True)

    async def write() -> int:
        written = 0
        async with open_database(location) as database:
            async for record in records(database):
                (folder / f"{record.game}-{written:06}.meute").write_text(write_record(record), encoding="utf-8")
                written += 1
        return written

    return run_in_thread(write())


async def records(database: Database) -> AsyncIterator[Record]:
    """The records, one in memory at a time."""
    last = 0
    while rows := await database.read(FINISHED, last, BATCH):
        for table_id, stored in rows:
            table = msgspec.json.decode(stored, type=StoredTable)
            if table.public and await all_agree(database, table):
                loaded = await database.read_together(load_table(table_id, stored))
                record = restore(table, loaded.moves, loaded.snapshot).record()
                record.seats = unnamed(table)
                yield record
        last = rows[-1][0]


async def all_agree(database: Database, table: StoredTable) -> bool:
    """Whether all seats are computer players, or people who agree now."""
    for seat in table.seats:
        if seat.kind == "bot":
            continue
        rows = await database.read(PREFS, seat.guest)
        if not rows or not msgspec.json.decode(rows[0][0], type=StoredPrefs).studies:
            return False
    return True


def unnamed(table: StoredTable) -> tuple[str, ...]:
    """The level of each computer player, and a number for each person."""
    return tuple(seat.bot if seat.kind == "bot" else f"player {n}" for n, seat in enumerate(table.seats, 1))
