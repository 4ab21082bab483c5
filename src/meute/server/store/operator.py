"""What the operator looks at and decides beside a running server: people, and what was reported."""

import time

from meute.core.errors import BadInput
from meute.server.store.job import Row
from meute.server.store.kept import PersonSeen, ReportKept
from meute.server.store.place import apart, opened

MOST_REPORTS = 200
"""Reported lines that are told at once: thousands would hide them all."""


def asked(place: str, statement: str, *values: float | str) -> list[Row]:
    """The answer to one question, or to one change."""

    async def ask() -> list[Row]:
        async with opened(place) as base:
            return await base.write(statement, *values)

    return apart(ask())


def people(place: str) -> list[PersonSeen]:
    """Everybody who has a name or is banned, the last seen first."""
    query = """select known.guest, coalesce(name, ''), coalesce(seen, banned.at),
               (select count(*) from devices where devices.guest = known.guest),
               (select count(*) from passkeys where passkeys.guest = known.guest),
               (select count(*) from sitting where sitting.guest = known.guest), banned.at is not null
               from (select guest from guests union select guest from banned) known
               left join guests on guests.guest = known.guest left join banned on banned.guest = known.guest
               order by 3 desc"""
    return [
        PersonSeen(guest, name, seen, devices, passkeys, tables, bool(banned))
        for guest, name, seen, devices, passkeys, tables, banned in asked(place, query)
    ]


def ban(place: str, handle: str, on: bool) -> None:
    """Does not let somebody play here any more, or lets them again; the beginning of what they are called will do."""
    query = """select guest from (select guest from guests union select guest from sitting
               union select guest from chat union select guest from banned) known where substr(guest, 1, ?) = ?"""
    found = asked(place, query, len(handle), handle) if handle else []
    if len(found) != 1:
        raise BadInput("error.person" if not found else "error.person_several", handle)
    if on:
        asked(place, "insert into banned values (?, ?) on conflict do nothing", *found[0], time.time())
    else:
        asked(place, "delete from banned where guest = ?", *found[0])


def reports(place: str) -> list[ReportKept]:
    """Reported chat lines that nobody has seen to, the oldest first."""
    query = """select lines.id, code, chat.guest, chat.name, chat.text, coalesce(guests.name, ''), lines.at, times
               from (select min(id) as id, table_id, n, min(at) as at, count(*) as times from reports
                     where done is null group by table_id, n) lines
               join reports on reports.id = lines.id join tables on tables.id = lines.table_id
               join chat on chat.table_id = lines.table_id and chat.n = lines.n
               left join guests on guests.guest = reports.guest order by lines.at limit ?"""
    return [ReportKept(*row) for row in asked(place, query, MOST_REPORTS)]


def settle(place: str, report: int) -> bool:
    """Somebody has seen to a line and all reports of it; whether there was one."""
    statement = """update reports set done = ? where done is null
                   and (table_id, n) = (select table_id, n from reports where id = ?) returning id"""
    return bool(asked(place, statement, time.time(), report))
