"""What the operator looks at and decides beside a running server: people, and what was reported."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from meute.core.errors import BadInput
from meute.server.store.file import FILE, connect
from meute.server.store.kept import PersonSeen, ReportKept

MOST_REPORTS = 200
"""Reported lines that are told at once: thousands would hide them all."""


def opened(folder: Path) -> sqlite3.Connection:
    """The file of a data folder, which must be there."""
    if not (folder / FILE).is_file():
        raise BadInput("error.data_none", str(folder))
    return connect(folder / FILE)


def people(folder: Path) -> list[PersonSeen]:
    """Everybody who has a name or is banned, the last seen first."""
    query = """select known.guest, coalesce(name, ''), coalesce(seen, banned.at),
               (select count(*) from devices where devices.guest = known.guest),
               (select count(*) from passkeys where passkeys.guest = known.guest),
               (select count(*) from sitting where sitting.guest = known.guest), banned.at is not null
               from (select guest from guests union select guest from banned) known
               left join guests on guests.guest = known.guest left join banned on banned.guest = known.guest
               order by 3 desc"""
    with closing(opened(folder)) as base:
        return [
            PersonSeen(guest, name, seen, devices, passkeys, tables, bool(banned))
            for guest, name, seen, devices, passkeys, tables, banned in base.execute(query)
        ]


def ban(folder: Path, handle: str, on: bool) -> None:
    """Does not let somebody play here any more, or lets them again; the beginning of what they are called will do."""
    query = """select guest from (select guest from guests union select guest from sitting
               union select guest from chat union select guest from banned) where substr(guest, 1, ?) = ?"""
    with closing(opened(folder)) as base:
        found = base.execute(query, (len(handle), handle)).fetchall() if handle else []
        if len(found) != 1:
            raise BadInput("error.person" if not found else "error.person_several", handle)
        if on:
            base.execute("insert or ignore into banned values (?, ?)", (*found[0], time.time()))
        else:
            base.execute("delete from banned where guest = ?", found[0])


def reports(folder: Path) -> list[ReportKept]:
    """Reported chat lines that nobody has seen to, the oldest first."""
    query = """select min(reports.id), code, chat.guest, chat.name, chat.text, coalesce(guests.name, ''),
               min(reports.at), count(*) from reports
               join tables on tables.id = reports.table_id
               join chat on chat.table_id = reports.table_id and chat.n = reports.n
               left join guests on guests.guest = reports.guest
               where done is null group by reports.table_id, reports.n order by 7 limit ?"""
    with closing(opened(folder)) as base:
        return [ReportKept(*row) for row in base.execute(query, (MOST_REPORTS,))]


def settle(folder: Path, report: int) -> bool:
    """Somebody has seen to a line and all reports of it; whether there was one."""
    statement = """update reports set done = ? where done is null
                   and (table_id, n) = (select table_id, n from reports where id = ?)"""
    with closing(opened(folder)) as base:
        return bool(base.execute(statement, (time.time(), report)).rowcount)
