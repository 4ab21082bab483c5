"""SQL for playing with people who are here now: presence, searches, calls, and lists of public tables."""

import logging
from collections.abc import Collection, Iterable

import msgspec

from meute.server.messages.responses import PhraseSent
from meute.server.store.interface import CallTaken
from meute.server.store.job import Database, Job, ManyStatement, Row, Statement
from meute.server.store.models import (
    ListedTable,
    Seek,
    SeekEnd,
    StoredCall,
    StoredRating,
    StoredSeek,
    StoredTable,
    TableStatus,
    Waiting,
)
from meute.server.store.schema import insert, upsert

log = logging.getLogger(__name__)

SEEK_COLUMNS = "seeks.guest, kept, since, seeks.until, code, answer, contribution, ended"
DAY = 86400.0
LISTED_DAYS = 14.0
"""Days after which a table in the lobby without a change is no longer listed."""
SEEK_KEPT = DAY
LEAVES_KEPT = 7 * DAY


def listed(table: StoredTable) -> tuple[int] | None:
    """Row of a table in the list of public tables, without its id: whether it is listed while all its people are away.
    None if the table is not public or is over."""
    if not table.public or table.phase == "over":
        return None
    return (int(table.pace is not None and table.pace.kind == "days"),)


class SqlMatchmaking:
    """Implements `MatchmakingStore`; see `interface.py`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.read, self.find = database.read, database.find
        self.write, self.write_together = database.write, database.write_together

    # --- presence

    async def set_present(self, node: str, guests: Collection[str], until: float) -> None:
        rows = [(guest, node, until) for guest in sorted(guests)]

        def job() -> Job[None]:
            yield ManyStatement(upsert("here"), rows)

        await self.write_together(job())

    async def present(self, guests: Collection[str], now: float) -> set[str]:
        wanted = list(guests)
        query = f"select distinct guest from here where until > ? and guest in ({marks(wanted)})"
        return {row[0] for row in await self.find(query, now, *wanted)} if wanted else set()

    async def count_present(self, now: float) -> int:
        return int((await self.read("select count(distinct guest) from here where until > ?", now))[0][0])

    # --- lists of public tables

    async def open_tables(self, now: float, most: int) -> list[ListedTable]:
        query = """select kept, asked, progress, changed from listed join tables on id = table_id
                   where phase = 'lobby' and changed > ? and (days = 1 or exists (select 1 from sitting
                   join here on here.guest = sitting.guest where sitting.table_id = id and until > ?))
                   order by changed limit ?"""
        return list(listed_tables(await self.read(query, now - LISTED_DAYS * DAY, now, most)))

    async def running_tables(self, most: int) -> list[ListedTable]:
        query = """select kept, asked, progress, changed from listed join tables on id = table_id
                   where phase = 'playing' order by changed desc limit ?"""
        return list(listed_tables(await self.read(query, most)))

    async def public_tables_of(self, guest: str) -> list[StoredTable]:
        query = """select kept, asked, progress, changed from sitting join tables on id = sitting.table_id
                   join listed on listed.table_id = id where guest = ?"""
        return [one.table for one in listed_tables(await self.read(query, guest))]

    # --- searches and calls

    async def seek(self, guest: str) -> Seek | None:
        rows = await self.find(f"select {SEEK_COLUMNS} from seeks where guest = ?", guest)
        return read_seek(rows[0]) if rows else None

    async def save_seek(self, seek: Seek, most: int) -> bool:
        row = (seek.guest, msgspec.json.encode(seek.seek), seek.since, seek.until, "", "", "", "")
        statement = f"""{upsert("seeks")} where seeks.code = '' or seeks.ended = 'begun' returning guest"""

        def job() -> Job[bool]:
            count = yield Statement("select count(*) from seeks where ended = '' and guest <> ?", (seek.guest,))
            return count[0][0] < most and bool((yield Statement(statement, row)))

        return await self.write_together(job())

    async def drop_seek(self, guest: str) -> bool:
        statement = "delete from seeks where guest = ? and (code = '' or ended = 'begun') returning guest"
        return bool(await self.write(statement, guest))

    async def end_seek(self, guest: str, why: SeekEnd) -> bool:
        statement = "update seeks set ended = ? where guest = ? and code = '' and ended = '' returning guest"
        return bool(await self.write(statement, why, guest))

    async def waiting(self, now: float) -> list[Waiting]:

        def job() -> Job[list[Waiting]]:
            free = "from seeks where code = '' and ended = ''"
            seeks = yield Statement(f"select {SEEK_COLUMNS} {free}", ())
            found = {row[0]: Waiting(read_seek(row), {}, set(), [], False) for row in seeks}
            theirs = f"guest in (select guest {free})"
            for guest, game, mu, sigma in (
                yield Statement(f"select guest, game, mu, sigma from ratings where {theirs}", ())
            ):
                found[guest].ratings[game] = (mu, sigma)
            blocks = f"""select guest, other from shut where how = 'shut' and {theirs}
                         and other in (select guest {free})"""
            for guest, other in (yield Statement(blocks, ())):
                found[guest].avoids.add(other)
                found[other].avoids.add(guest)
            for guest, at in (yield Statement(f"select guest, at from quick_leaves where {theirs}", ())):
                found[guest].leaves.append(at)
            for (guest,) in (yield Statement(f"select distinct guest from here where until > ? and {theirs}", (now,))):
                found[guest].here = True
            return list(found.values())

        return await self.database.read_together(job())

    async def open_call(self, call: StoredCall) -> None:
        guests = sorted(guest for guest in call.seats if guest)
        statement = """update seeks set code = ?, answer = '', contribution = '' where guest = ? and code = ''
                       and ended = '' returning guest"""

        def job() -> Job[None]:
            for guest in guests:  # in one order, so that two nodes do not wait for each other
                if not (yield Statement(statement, (call.code, guest))):
                    raise CallTaken(guest)
            yield Statement(insert("calls"), (call.code, msgspec.json.encode(call), call.due))

        await self.write_together(job())

    async def call(self, code: str) -> tuple[StoredCall, list[Seek]] | None:

        def job() -> Job[tuple[StoredCall, list[Seek]] | None]:
            rows = yield Statement("select kept from calls where code = ?", (code,))
            seeks = yield Statement(f"select {SEEK_COLUMNS} from seeks where code = ?", (code,))
            return (msgspec.json.decode(rows[0][0], type=StoredCall), [*map(read_seek, seeks)]) if rows else None

        return await self.database.read_together(job())

    async def calls_due(self, now: float) -> list[str]:
        return [row[0] for row in await self.read("select code from calls where due <= ?", now)]

    async def next_call_due(self) -> float | None:
        found: float | None = (await self.read("select min(due) from calls"))[0][0]
        return found

    async def accept_call(self, guest: str, code: str, contribution: str) -> bool:
        statement = """update seeks set answer = 'yes', contribution = ? where guest = ? and code = ? and ended = ''
                       returning guest"""
        return bool(await self.write(statement, contribution, guest, code))

    async def cancel_call(self, code: str, gone: dict[str, SeekEnd]) -> bool:

        def job() -> Job[bool]:
            if not (yield Statement("delete from calls where code = ? returning code", (code,))):
                return False
            for guest, why in sorted(gone.items()):
                if why:
                    yield Statement("update seeks set ended = ? where guest = ? and code = ?", (why, guest, code))
                else:
                    yield Statement("delete from seeks where guest = ? and code = ?", (guest, code))
            free = "update seeks set code = '', answer = '', contribution = '' where code = ?"
            yield Statement(free, (code,))
            return True

        return await self.write_together(job())

    async def finish_call(self, code: str) -> None:

        def job() -> Job[None]:
            yield Statement("delete from calls where code = ?", (code,))
            yield Statement("update seeks set ended = 'begun' where code = ?", (code,))

        await self.write_together(job())

    # --- people

    async def ratings_of(self, guests: Collection[str], game: str) -> dict[str, StoredRating]:
        wanted = list(guests)
        query = f"select guest, game, mu, sigma, games from ratings where game = ? and guest in ({marks(wanted)})"
        rows = await self.find(query, game, *wanted) if wanted else []
        return {row[0]: StoredRating(*row[1:]) for row in rows}

    async def avoided_by(self, guest: str) -> set[str]:
        query = """select other from shut where guest = ? and how = 'shut'
                   union select guest from shut where other = ? and how = 'shut'"""
        return {row[0] for row in await self.find(query, guest, guest)}

    async def note_quick_leave(self, guest: str, table_id: int, now: float) -> None:
        await self.write(f"{insert('quick_leaves')} on conflict do nothing", guest, table_id, now)

    async def quick_leaves(self, guest: str, since: float) -> list[float]:
        query = "select at from quick_leaves where guest = ? and at > ?"
        return [row[0] for row in await self.find(query, guest, since)]


def purge_matchmaking(now: float) -> Job[None]:
    """Deletes expired presence, searches that ended, and old quick leaves."""
    yield Statement("delete from here where until < ?", (now,))
    yield Statement("delete from seeks where ended <> '' and until < ?", (now - SEEK_KEPT,))
    yield Statement("delete from quick_leaves where at < ?", (now - LEAVES_KEPT,))


def marks(values: Collection[object]) -> str:
    """Placeholders for a list of values."""
    return ", ".join("?" * len(values))


def read_seek(row: Row) -> Seek:
    """A search from its columns."""
    guest, kept, *more = row
    return Seek(guest, msgspec.json.decode(kept, type=StoredSeek), *more)


def listed_tables(rows: Iterable[Row]) -> Iterable[ListedTable]:
    """Tables from their columns, without those that cannot be decoded."""
    for kept, asked, progress, changed in rows:
        try:
            status = TableStatus(msgspec.json.decode(asked), msgspec.json.decode(progress, type=PhraseSent | None))
            yield ListedTable(msgspec.json.decode(kept, type=StoredTable), status, changed)
        except (msgspec.MsgspecError, UnicodeError) as error:
            log.error("a table cannot be read: %s", error)
