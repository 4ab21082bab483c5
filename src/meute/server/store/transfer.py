"""Copies all data from one database to another, then reads both and compares them."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from meute.core.errors import BadInput
from meute.server.secret import FILE as SECRET
from meute.server.secret import STORE, Secret
from meute.server.store.data_folder import FILE
from meute.server.store.job import Database, Job, ManyStatement, Row, Statement
from meute.server.store.location import is_database_url, open_database, run_in_thread
from meute.server.store.schema import TABLES, insert, quoted

ROWS_PER_READ = 500


@dataclass(frozen=True)
class TransferResult:
    """Result of a transfer."""

    counts: dict[str, int]
    """Number of rows in each database table."""
    secret: bool
    """Whether a target folder has the secret that the rows were hashed with; true for a database URL."""


def transfer(source: str, target: str, data: str = "") -> TransferResult:
    """Copies everything into an empty location; `data` is the data folder of a server that used a database URL."""
    return run_in_thread(transfer_async(source, target, data))


async def transfer_async(source: str, target: str, data: str = "") -> TransferResult:
    if not is_database_url(source) and not (Path(source) / FILE).is_file():
        raise BadInput("error.data_none", source)
    if source == target:
        raise BadInput("error.store_not_empty", target)
    if data and not (Path(data) / SECRET).is_file():
        raise BadInput("error.secret_none", data)
    data = data or ("" if is_database_url(source) else source)
    async with open_database(source, alone=True) as old, open_database(target, alone=True) as new:
        for name in ("tables", "guests"):
            if await new.read(f"select 1 from {name} limit 1"):
                raise BadInput("error.store_not_empty", target)
        known = (await old.read("select secret from house"))[0][0] if is_database_url(source) else ""
        secret = transfer_secret(known, target, data)
        counts = {}
        for name in TABLES:
            async for rows in all_rows(old, name):
                await new.write_together(insert_rows(name, rows, is_database_url(target)))
        await new.write("update house set mark = ?", (await old.read("select mark from house"))[0][0])
        if is_database_url(target):
            await new.write_together(finish_postgres(secret))
        for name in TABLES:
            counts[name], digest = await count_and_digest(old, name)
            if (counts[name], digest) != await count_and_digest(new, name):
                raise BadInput("error.store_differs", target, table=name)
        return TransferResult(counts, secret=is_database_url(target) or has_secret(target, secret))


def transfer_secret(known: str, target: str, data: str) -> str:
    """The hash of the secret that belongs to the rows; if the target is a folder, the secret is copied into it."""
    if not data:
        return known
    secret = Secret(Path(data))
    if known and known != secret.hash(STORE):
        raise BadInput("error.store_secret", data)
    if not is_database_url(target):
        secret.copy_to(Path(target))
    return secret.hash(STORE)


def has_secret(folder: str, fingerprint: str) -> bool:
    """Whether a folder has the secret with this hash; an empty hash (rows that no server has used) matches any."""
    path = Path(folder)
    return not fingerprint or ((path / SECRET).is_file() and Secret(path).hash(STORE) == fingerprint)


async def all_rows(database: Database, name: str) -> AsyncIterator[list[Row]]:
    """All rows in order of their keys, in chunks."""
    columns, key = TABLES[name]
    places = [[*columns].index(part) for part in key]
    select = f"select {quoted(columns)} from {name}"
    order = f"order by {', '.join(key)} limit {ROWS_PER_READ}"
    rows = await database.read(f"{select} {order}")
    while rows:
        yield rows
        after = f"where ({', '.join(key)}) > ({', '.join('?' * len(key))})"
        rows = await database.read(f"{select} {after} {order}", *(rows[-1][place] for place in places))


def insert_rows(name: str, rows: list[Row], numbered: bool) -> Job[None]:
    """Inserts rows with their ids."""
    statement = insert(name)
    yield ManyStatement(
        statement.replace(" values", " overriding system value values") if numbered else statement, rows
    )


def finish_postgres(secret: str) -> Job[None]:
    """Fills what only PostgreSQL has: move counts, id sequences, the hash of the secret."""
    yield Statement("update tables set moves = (select count(*) from moves where table_id = id)")
    for name in ("tables", "reports"):
        last = f"select max(id) from {name}"
        yield Statement(
            f"select setval(pg_get_serial_sequence('{name}', 'id'), coalesce(({last}), 1), ({last}) is not null)"
        )
    yield Statement("update house set secret = ?", (secret,))


async def count_and_digest(database: Database, name: str) -> tuple[int, int]:
    """Number of rows, and the sum of their hashes (independent of their order)."""
    count, total = 0, 0
    async for rows in all_rows(database, name):
        count += len(rows)
        total += sum(map(fingerprint, rows))
    return count, total % (1 << 64)


def fingerprint(row: Any) -> int:
    """Hash of a row as a number."""
    return int.from_bytes(hashlib.blake2b(msgspec.msgpack.encode(row), digest_size=16).digest(), "big")
