"""Operator commands beside a running server: people, bans and reported chat lines."""

from meute.core.errors import BadInput
from meute.server.store.job import Row
from meute.server.store.location import open_database, run_in_thread
from meute.server.store.models import PersonSummary, StoredReport
from meute.server.system import wall_time

REPORT_LIMIT = 200
"""Most reported lines shown at once."""


def execute(location: str, statement: str, *values: float | str) -> list[Row]:
    """Executes one statement and returns its rows."""

    async def ask() -> list[Row]:
        async with open_database(location) as database:
            return await database.write(statement, *values)

    return run_in_thread(ask())


def people(location: str) -> list[PersonSummary]:
    """All people who have a name or are banned, last seen first."""
    query = """select known.guest, coalesce(name, ''), coalesce(seen, banned.at),
               (select count(*) from devices where devices.guest = known.guest),
               (select count(*) from passkeys where passkeys.guest = known.guest),
               (select count(*) from sitting where sitting.guest = known.guest), banned.at is not null
               from (select guest from guests union select guest from banned) known
               left join guests on guests.guest = known.guest left join banned on banned.guest = known.guest
               order by 3 desc"""
    return [
        PersonSummary(guest, name, seen, devices, passkeys, tables, bool(banned))
        for guest, name, seen, devices, passkeys, tables, banned in execute(location, query)
    ]


def ban(location: str, handle: str, on: bool) -> None:
    """Bans a person or lifts the ban; a unique prefix of the id suffices."""
    query = """select guest from (select guest from guests union select guest from sitting
               union select guest from chat union select guest from banned) known where substr(guest, 1, ?) = ?"""
    found = execute(location, query, len(handle), handle) if handle else []
    if len(found) != 1:
        raise BadInput("error.person" if not found else "error.person_several", handle)
    if on:
        execute(location, "insert into banned values (?, ?) on conflict do nothing", *found[0], wall_time())
    else:
        execute(location, "delete from banned where guest = ?", *found[0])


def reports(location: str) -> list[StoredReport]:
    """Unresolved reported chat lines, oldest first."""
    query = """select lines.id, code, chat.guest, chat.name, chat.text, coalesce(guests.name, ''), lines.at, times
               from (select min(id) as id, table_id, n, min(at) as at, count(*) as times from reports
                     where done is null group by table_id, n) lines
               join reports on reports.id = lines.id join tables on tables.id = lines.table_id
               join chat on chat.table_id = lines.table_id and chat.n = lines.n
               left join guests on guests.guest = reports.guest order by lines.at limit ?"""
    return [StoredReport(*row) for row in execute(location, query, REPORT_LIMIT)]


def resolve_report(location: str, report: int) -> bool:
    """Marks all reports of a chat line as resolved; false if there was none."""
    statement = """update reports set done = ? where done is null
                   and (table_id, n) = (select table_id, n from reports where id = ?) returning id"""
    return bool(execute(location, statement, wall_time(), report))
