"""What the operator looks at beside a running server: people, and what was reported."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from meute.core.errors import BadInput
from meute.server.store.file import FILE, connect
from meute.server.store.kept import PersonSeen, ReportKept


def opened(folder: Path) -> sqlite3.Connection:
    """The file of a data folder, which must be there."""
    if not (folder / FILE).is_file():
        raise BadInput("error.data_none", str(folder))
    return connect(folder / FILE)


def people(folder: Path) -> list[PersonSeen]:
    """Everybody who has a name, the last seen first."""
    query = """select guests.name, guests.seen, (select count(*) from devices where devices.guest = guests.guest),
               (select count(*) from passkeys where passkeys.guest = guests.guest),
               (select count(*) from sitting where sitting.guest = guests.guest)
               from guests order by guests.seen desc"""
    with closing(opened(folder)) as base:
        return [PersonSeen(*row) for row in base.execute(query)]


def reports(folder: Path) -> list[ReportKept]:
    """Reported chat lines that nobody has seen to, the oldest first."""
    query = """select reports.id, code, coalesce(guests.name, ''), chat.name, chat.text, reports.at from reports
               join tables on tables.id = reports.table_id
               join chat on chat.table_id = reports.table_id and chat.n = reports.n
               left join guests on guests.guest = reports.guest where done is null order by reports.at"""
    with closing(opened(folder)) as base:
        return [ReportKept(*row) for row in base.execute(query)]


def settle(folder: Path, report: int) -> bool:
    """Somebody has seen to a report; whether there was one."""
    statement = "update reports set done = ? where id = ? and done is null"
    with closing(opened(folder)) as base:
        return bool(base.execute(statement, (time.time(), report)).rowcount)
