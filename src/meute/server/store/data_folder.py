"""The data folder and its SQLite file: schema migrations, locking, backup and restore."""

import contextlib
import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from meute.core.errors import BadInput
from meute.server.secret import FILE as SECRET

FILE = "meute.sqlite3"
LOCK = "meute.lock"
OLD_SUFFIX = ".old"
"""Suffix of the previous files, which a restore renames instead of deleting them."""
SQLITE_SUFFIXES = ("-wal", "-shm", "")
"""SQLite's files; the write-ahead log comes first, since a log that outlives its database would corrupt the next
one."""

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
"""Each migrates the schema to the next version; the version is the number of those applied."""
DATED_NAME = re.compile(r"meute-\d{8}T\d{6}Z\.sqlite3")
"""Name of a dated backup; sorting the names sorts the dates."""
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
"""Messages for SQLite's error codes."""


def default_folder() -> Path:
    """The data folder without `--data`."""
    return user_data_path("meute", appauthor=False)


@contextlib.contextmanager
def errors_as_bad_input(path: Path, read: Path | None = None) -> Iterator[None]:
    """Turns file and SQLite errors into a BadInput that names the file; `read` is the file that is copied from."""
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


def prepare_folder(folder: Path) -> None:
    """Creates folder and files with owner-only permissions; a folder that holds other files keeps its own."""
    with errors_as_bad_input(folder / FILE):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in (FILE, LOCK):
            (folder / name).touch(mode=0o600)
        ours = all(entry.name.startswith((FILE, LOCK, SECRET)) for entry in folder.iterdir())
    with contextlib.suppress(OSError):  # another user's folder, or a file system without owners
        (folder / FILE).chmod(0o600)
        if ours:
            folder.chmod(0o700)


def lock_folder(folder: Path) -> sqlite3.Connection:
    """Locks a folder for this server, until the connection is closed or the process ends."""
    with errors_as_bad_input(folder / LOCK):
        lock = sqlite3.connect(folder / LOCK, isolation_level=None, check_same_thread=False, timeout=0.5)
        try:
            lock.execute("begin exclusive")
        except sqlite3.Error:
            lock.close()
            raise
    return lock


def connect(path: Path, saved: bytes = b"") -> sqlite3.Connection:
    """Opens the file and migrates its schema; `saved` is a serialized database to be loaded into memory instead."""
    with errors_as_bad_input(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
        try:
            if saved:
                connection.deserialize(saved)
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("begin immediate")
            version = version_of(connection, path)
            connection.execute("commit")
            for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
                connection.executescript(f"begin; {script}; pragma user_version = {number}; commit;")
        except BaseException:
            connection.close()
            raise
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """A second, read-only connection, which does not wait for writers."""
    with errors_as_bad_input(path):
        reader = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
        reader.execute("pragma query_only = on")
    return reader


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema's version; raises BadInput if it is newer than this program."""
    version: int = connection.execute("pragma user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise BadInput("error.data_newer", str(path), version=version, known=len(MIGRATIONS))
    return version


def back_up(folder: Path, target: Path) -> int:
    """Writes a backup into one file, also while a server runs; returns the number of tables."""
    source = folder / FILE
    if not source.is_file():
        raise BadInput("error.data_none", str(folder))
    if target.is_dir():
        raise BadInput("error.data_unusable", str(target), details=os.strerror(errno.EISDIR))
    if target.exists() and target.samefile(source):
        raise BadInput("error.backup_itself", str(target))
    return copy(source, target, folder / SECRET)


class DatedBackup(NamedTuple):
    """A dated backup in a folder."""

    file: Path
    tables: int
    deleted: int
    """Number of older backups deleted."""
    shrunk: bool
    """It has less than half the size of an older backup, so none was deleted: a database does not shrink by itself."""


def back_up_dated(folder: Path, into: Path, keep: int = 0) -> DatedBackup:
    """Writes a dated backup into a folder; with `keep` not 0, deletes all but the `keep` newest."""
    with errors_as_bad_input(into / FILE):
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = into / f"meute-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite3"
    tables = back_up(folder, file)
    if not keep:
        return DatedBackup(file, tables, 0, shrunk=False)
    with errors_as_bad_input(file):
        older = sorted(
            one for one in into.iterdir() if DATED_NAME.fullmatch(one.name) and is_regular_file(one) and one != file
        )
        largest = max((one.stat().st_size for one in older), default=0)
        if file.stat().st_size * 2 < largest:
            return DatedBackup(file, tables, 0, shrunk=True)
        extra = older[: max(0, len(older) - (keep - 1))]
        for one in extra:
            one.unlink()
    return DatedBackup(file, tables, len(extra), shrunk=False)


def is_regular_file(path: Path) -> bool:
    """Whether it is a file and not a symbolic link."""
    return path.is_file() and not path.is_symlink()


def restore(file: Path, folder: Path) -> int:
    """Replaces the database by a backup; the previous files are renamed. Returns the number of tables."""
    if not file.is_file():
        raise BadInput("error.backup_none", str(file))
    prepare_folder(folder)
    with closing(lock_folder(folder)), errors_as_bad_input(folder / FILE):
        restored = folder / f"{FILE}.new"
        tables = copy(file, restored)
        secret = extract_secret(restored)
        for suffix in SQLITE_SUFFIXES:
            rename_if_exists(folder / f"{FILE}{suffix}", folder / f"{FILE}{OLD_SUFFIX}{suffix}")
        restored.replace(folder / FILE)
        if secret:
            rename_if_exists(folder / SECRET, folder / f"{SECRET}{OLD_SUFFIX}")
            (folder / SECRET).touch(mode=0o600)
            (folder / SECRET).write_text(secret, encoding="ascii")
    return tables


def rename_if_exists(file: Path, target: Path) -> None:
    if file.exists():
        file.replace(target)


def extract_secret(copy: Path) -> str:
    """Removes the secret from a restored database, where it must not stay, and returns it; empty if there is none."""
    with closing(sqlite3.connect(copy)) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'secret'").fetchone():
            return ""
        found: str = connection.execute("select text from secret").fetchone()[0]
        connection.executescript("pragma secure_delete = on; drop table secret;")
    return found


def copy(source: Path, target: Path, secret: Path | None = None) -> int:
    """Copies a database and, optionally, the secret; checks its integrity and replaces the target atomically. Returns
    the number of tables."""
    part = target.with_name(f"{target.name}.part")
    with errors_as_bad_input(part):
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
    try:
        with (
            errors_as_bad_input(source),
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as connection,
        ):
            if version_of(connection, source) == 0:
                raise BadInput("error.data_damaged", str(source))
            with errors_as_bad_input(part, source), closing(sqlite3.connect(part)) as into:
                connection.backup(into)
                if secret is not None and secret.is_file():
                    into.execute("create table secret (text text not null)")
                    into.execute("insert into secret values (?)", (secret.read_text(encoding="ascii"),))
                    into.commit()
                into.execute("pragma journal_mode = delete")
                is_sound = into.execute("pragma integrity_check").fetchone() == ("ok",)
                tables: int = into.execute("select count(*) from tables").fetchone()[0]
        if not is_sound:
            raise BadInput("error.data_damaged", str(source))
        with errors_as_bad_input(target):
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return tables
