"""The data folder and the file in it: opening, closing to others, backing up and restoring."""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from platformdirs import user_data_path

from meute.core.errors import BadInput
from meute.server.secret import FILE as SECRET

FILE = "meute.sqlite3"
LOCK = "meute.lock"
OLD = ".old"
"""Names what lay in the folder before something else was restored."""
BESIDE = ("-wal", "-shm", "")
"""What SQLite keeps beside its file, and the file itself: a log that outlives its file would spoil the next one."""

MIGRATIONS = (
    """
    create table guests (guest text primary key, name text not null, language text not null, seen real not null)
        without rowid;
    create table tables (
        id integer primary key, code text not null unique, word text unique, game text not null, phase text not null,
        changed real not null, kept blob not null, asked blob not null, progress blob not null);
    create table sitting (guest text not null, place integer not null, primary key (guest, place)) without rowid;
    create index sitting_at on sitting (place);
    create table moves (
        place integer not null, n integer not null, did text not null, seat integer not null, step integer not null,
        action text not null, chance text not null, key text not null, at real not null,
        primary key (place, n)) without rowid;
    create unique index move_keys on moves (place, seat, key) where key <> '';
    create table chat (
        place integer not null, n integer not null, name text not null, seat integer not null, text text not null,
        at real not null, primary key (place, n)) without rowid;
    create table snapshots (place integer primary key, snapshot blob not null);
    """,
    """
    create table curves (place integer primary key, curve blob not null);
    """,
    """
    create table house as select lower(hex(randomblob(4))) as mark;
    """,
    """
    alter table tables add column uploaded integer not null default 0;
    """,
    """
    alter table sitting rename column place to table_id;
    alter table moves rename column place to table_id;
    alter table chat rename column place to table_id;
    alter table snapshots rename column place to table_id;
    alter table curves rename column place to table_id;
    """,
    """
    create table devices (
        device text primary key, guest text not null, label text not null, made real not null, seen real not null)
        without rowid;
    create index devices_of on devices (guest);
    insert into devices select guest, guest, '', seen, seen from guests;
    create table passkeys (
        id blob primary key, guest text not null, key blob not null, count integer not null, label text not null,
        made real not null, used real not null) without rowid;
    create index passkeys_of on passkeys (guest);
    create table codes (hash text primary key, guest text not null, kind text not null, until real not null)
        without rowid;
    create index codes_of on codes (guest);
    alter table chat add column guest text not null default '';
    create index chat_of on chat (guest) where guest <> '';
    """,
    """
    alter table tables add column kind text not null default 'game';
    create table progress (
        guest text not null, game text not null, lesson text not null, code text not null, done integer not null,
        at real not null, primary key (guest, game, lesson)) without rowid;
    """,
    """
    create table clocks (
        table_id integer not null, seat integer not null, left real not null, used real not null, since real, due real,
        out integer not null, primary key (table_id, seat)) without rowid;
    create index clocks_due on clocks (due) where due is not null;
    create table prefs (guest text primary key, kept blob not null) without rowid;
    """,
    """
    create table notices (
        guest text not null, table_id integer not null, kind text not null, due real not null, sent real,
        primary key (guest, table_id, kind)) without rowid;
    create index notices_due on notices (due) where sent is null;
    create index notices_at on notices (table_id);
    create table pushes (
        endpoint text primary key, guest text not null, key blob not null, auth blob not null, made real not null)
        without rowid;
    create index pushes_of on pushes (guest);
    """,
    """
    create table daily (
        day text not null, game text not null, guest text not null, code text not null, margin integer not null,
        points integer not null, at real not null, primary key (day, game, guest)) without rowid;
    """,
    """
    create table results (
        table_id integer not null, seat integer not null, guest text not null, game text not null,
        place integer not null, points integer not null, rated integer not null, at real not null,
        primary key (table_id, seat)) without rowid;
    create index results_of on results (guest, at);
    create table ratings (
        guest text not null, game text not null, mu real not null, sigma real not null, games integer not null,
        primary key (guest, game)) without rowid;
    create table shut (
        guest text not null, other text not null, how text not null, primary key (guest, other, how)) without rowid;
    create table reports (
        id integer primary key, guest text not null, table_id integer not null, n integer not null, at real not null,
        done real, unique (guest, table_id, n));
    """,
    """
    create table banned (guest text primary key, at real not null) without rowid;
    """,
)
"""Each brings the schema to the next version; the version is the number of those applied."""
LATEST = ";".join(MIGRATIONS)

PROBLEMS = {
    sqlite3.SQLITE_BUSY: "error.data_in_use",
    sqlite3.SQLITE_LOCKED: "error.data_in_use",
    sqlite3.SQLITE_READONLY: "error.data_read_only",
    sqlite3.SQLITE_CANTOPEN: "error.data_read_only",
    sqlite3.SQLITE_PERM: "error.data_read_only",
    sqlite3.SQLITE_CORRUPT: "error.data_damaged",
    sqlite3.SQLITE_NOTADB: "error.data_damaged",
    sqlite3.SQLITE_FULL: "error.data_full",
}
"""What SQLite's errors mean to somebody who starts a server."""


def default_folder() -> Path:
    """Where games are kept unless somebody says otherwise."""
    return user_data_path("meute", appauthor=False)


@contextlib.contextmanager
def told(path: Path, read: Path | None = None) -> Iterator[None]:
    """Turns whatever keeps us from using a file, or from writing it out of another, into a BadInput."""
    try:
        yield
    except (FileExistsError, NotADirectoryError):
        raise BadInput("error.data_not_folder", str(path.parent)) from None
    except PermissionError:
        raise BadInput("error.data_read_only", str(path.parent)) from None
    except OSError as error:
        raise BadInput("error.data_unusable", str(path.parent), details=error.strerror or error) from None
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        problem = PROBLEMS.get(code, "error.data_unusable")
        where = read or path if problem == "error.data_damaged" else path.parent
        raise BadInput(problem, str(where), details=error) from error


def prepare(folder: Path) -> None:
    """The folder and the file, closed to everybody else; a folder that holds other things stays as it is."""
    with told(folder / FILE):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in (FILE, LOCK):
            (folder / name).touch(mode=0o600)
        ours = all(entry.name.startswith((FILE, LOCK, SECRET)) for entry in folder.iterdir())
    with contextlib.suppress(OSError):  # somebody else's folder, or a file system that knows no owners
        (folder / FILE).chmod(0o600)
        if ours:
            folder.chmod(0o700)


def hold(folder: Path) -> sqlite3.Connection:
    """Makes this the only server of a folder, until the connection is closed or the process ends."""
    with told(folder / LOCK):
        lock = sqlite3.connect(folder / LOCK, isolation_level=None, check_same_thread=False, timeout=0.5)
        try:
            lock.execute("begin exclusive")
        except sqlite3.Error:
            lock.close()
            raise
    return lock


def connect(path: Path, kept: bytes = b"") -> sqlite3.Connection:
    """The file, in the latest schema; what was kept of one lies in memory instead."""
    with told(path):
        base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
        try:
            if kept:
                base.deserialize(kept)
            base.execute("pragma journal_mode = wal")
            base.execute("pragma synchronous = full")
            base.execute("begin immediate")
            version = version_of(base, path)
            base.execute("commit")
            for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
                base.executescript(f"begin; {script}; pragma user_version = {number}; commit;")
        except BaseException:
            base.close()
            raise
    return base


def connect_reader(path: Path) -> sqlite3.Connection:
    """A second connection to a file in the latest schema, which waits for nobody who writes."""
    with told(path):
        reader = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
        reader.execute("pragma query_only = on")
    return reader


def version_of(base: sqlite3.Connection, path: Path) -> int:
    """The schema's version; refuses one that is newer than this program."""
    version: int = base.execute("pragma user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise BadInput("error.data_newer", str(path), version=version, known=len(MIGRATIONS))
    return version


def back_up(folder: Path, target: Path) -> int:
    """Writes all that is kept into one file, while a server may be running; how many tables there are in it."""
    source = folder / FILE
    if not source.is_file():
        raise BadInput("error.data_none", str(folder))
    if target.is_dir():
        raise BadInput("error.data_unusable", str(target), details=os.strerror(errno.EISDIR))
    if target.exists() and target.samefile(source):
        raise BadInput("error.backup_itself", str(target))
    return copy(source, target, folder / SECRET)


def restore(file: Path, folder: Path) -> int:
    """Puts a backup in the place of what is kept, which is laid aside; how many tables there are in it."""
    if not file.is_file():
        raise BadInput("error.backup_none", str(file))
    prepare(folder)
    with closing(hold(folder)), told(folder / FILE):
        fresh = folder / f"{FILE}.new"
        tables = copy(file, fresh)
        secret = taken_out(fresh)
        for suffix in BESIDE:
            lay_aside(folder / f"{FILE}{suffix}", folder / f"{FILE}{OLD}{suffix}")
        fresh.replace(folder / FILE)
        if secret:
            lay_aside(folder / SECRET, folder / f"{SECRET}{OLD}")
            (folder / SECRET).touch(mode=0o600)
            (folder / SECRET).write_text(secret, encoding="ascii")
    return tables


def lay_aside(file: Path, aside: Path) -> None:
    """Gives a file another name, if there is one."""
    if file.exists():
        file.replace(aside)


def taken_out(copy: Path) -> str:
    """The secret that a copy brings along, which the file of a server must not hold; empty where there is none."""
    with closing(sqlite3.connect(copy)) as base:
        if not base.execute("select 1 from sqlite_master where name = 'secret'").fetchone():
            return ""
        found: str = base.execute("select text from secret").fetchone()[0]
        base.executescript("pragma secure_delete = on; drop table secret;")
    return found


def copy(source: Path, target: Path, secret: Path | None = None) -> int:
    """A whole and sound copy of a file of ours, or none at all, which brings a secret along; how many tables there are
    in it."""
    part = target.with_name(f"{target.name}.part")
    with told(part):
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
    try:
        with told(source), closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as base:
            if version_of(base, source) == 0:
                raise BadInput("error.data_damaged", str(source))
            with told(part, source), closing(sqlite3.connect(part)) as into:
                base.backup(into)
                if secret is not None and secret.is_file():
                    into.execute("create table secret (text text not null)")
                    into.execute("insert into secret values (?)", (secret.read_text(encoding="ascii"),))
                    into.commit()
                into.execute("pragma journal_mode = delete")
                sound = into.execute("pragma integrity_check").fetchone() == ("ok",)
                tables: int = into.execute("select count(*) from tables").fetchone()[0]
        if not sound:
            raise BadInput("error.data_damaged", str(source))
        with told(target):
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return tables
