"""The data folder and its SQLite file: opening, locking, backup and restore."""

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
from meute.server.store.schema import SQLITE_VERSION, upgrade_sqlite

FILE = "meute.sqlite3"
LOCK = "meute.lock"
OLD_SUFFIX = ".old"
"""Suffix of the previous files, which a restore renames instead of deleting them."""
SQLITE_SUFFIXES = ("-wal", "-shm", "")
"""SQLite's files; the write-ahead log comes first, since a log that outlives its database would corrupt the next
one."""

DATED_NAME = re.compile(r"meute-\d{8}T\d{6}Z\.sqlite3")
"""Name of a dated backup; sorting the names sorts the dates."""

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
"""Message keys by SQLite error code."""


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
    """Creates folder and files with owner-only permissions; a folder with other files in it keeps its permissions."""
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
    """Opens the file and upgrades its schema; `saved` is a serialized database to be loaded into memory instead."""
    with errors_as_bad_input(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.5)
        try:
            if saved:
                connection.deserialize(saved)
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("begin immediate")
            if version_of(connection, path) < SQLITE_VERSION:
                upgrade_sqlite(connection)
            connection.execute("commit")
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
    if version > SQLITE_VERSION:
        raise BadInput("error.data_newer", str(path), version=version, known=SQLITE_VERSION)
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
    """Whether it is less than half as large as an older one. This is suspicious, so that no older one was deleted."""


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
    """Whether the path is a file and not a symbolic link."""
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
