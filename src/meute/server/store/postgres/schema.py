"""PostgreSQL schema: migrations, and the checks before a server uses the database."""

import logging
import time
from typing import Any, NamedTuple

import asyncpg

from meute.core.errors import BadInput
from meute.server.store.location import run_in_thread, without_password
from meute.server.store.postgres.database import ALIVE

log = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds for a connection."""
MAX_CLOCK_SKEW = 30.0
"""Most seconds by which a node's clock may differ from the database's."""
LOCK_CLASS = 77
"""Class of our advisory locks: (77, 0) guards the schema, (77, n) is held by node number n."""

MIGRATIONS = (
    """
    create table house (mark text not null, version integer not null, secret text not null);
    insert into house values (substr(md5(random()::text), 1, 8), 0, '');
    create table nodes (
        no integer generated always as identity primary key, node text not null unique, name text not null,
        address text not null, beat timestamptz not null);
    create table guests (
        guest text primary key, name text not null, language text not null, seen double precision not null);
    create table tables (
        id bigint generated always as identity primary key, code text not null unique, word text unique,
        game text not null, phase text not null, changed double precision not null, kept bytea not null,
        asked bytea not null, progress bytea not null, uploaded integer not null default 0,
        kind text not null default 'game', owner text not null default '', epoch bigint not null default 0,
        moves integer not null default 0) with (fillfactor = 70);
    create index tables_owner on tables (owner) where owner <> '';
    create table sitting (guest text not null, table_id bigint not null, primary key (guest, table_id));
    create index sitting_at on sitting (table_id);
    create table moves (
        table_id bigint not null, n integer not null, did text not null, seat integer not null, step integer not null,
        action text not null, chance text not null, key text not null, at double precision not null,
        primary key (table_id, n));
    create unique index move_keys on moves (table_id, seat, key) where key <> '';
    create table chat (
        table_id bigint not null, n integer not null, name text not null, seat integer not null, text text not null,
        at double precision not null, guest text not null default '', primary key (table_id, n));
    create index chat_of on chat (guest) where guest <> '';
    create table snapshots (table_id bigint primary key, snapshot bytea not null);
    create table curves (table_id bigint primary key, curve bytea not null);
    create table devices (
        device text primary key, guest text not null, label text not null, made double precision not null,
        seen double precision not null);
    create index devices_of on devices (guest);
    create table passkeys (
        id bytea primary key, guest text not null, key bytea not null, count bigint not null, label text not null,
        made double precision not null, used double precision not null);
    create index passkeys_of on passkeys (guest);
    create table codes (
        hash text primary key, guest text not null, kind text not null, until double precision not null);
    create index codes_of on codes (guest);
    create table progress (
        guest text not null, game text not null, lesson text not null, code text not null, done integer not null,
        at double precision not null, primary key (guest, game, lesson));
    create table clocks (
        table_id bigint not null, seat integer not null, "left" double precision not null,
        used double precision not null, since double precision, due double precision, out integer not null,
        primary key (table_id, seat));
    create index clocks_due on clocks (due) where due is not null;
    create table prefs (guest text primary key, kept bytea not null);
    create table notices (
        guest text not null, table_id bigint not null, kind text not null, due double precision not null,
        sent double precision, primary key (guest, table_id, kind));
    create index notices_due on notices (due) where sent is null;
    create index notices_at on notices (table_id);
    create table pushes (
        endpoint text primary key, guest text not null, key bytea not null, auth bytea not null,
        made double precision not null);
    create index pushes_of on pushes (guest);
    create table daily (
        day text not null, game text not null, guest text not null, code text not null, margin integer not null,
        points integer not null, at double precision not null, primary key (day, game, guest));
    create table results (
        table_id bigint not null, seat integer not null, guest text not null, game text not null,
        place integer not null, points integer not null, rated integer not null, at double precision not null,
        primary key (table_id, seat));
    create index results_of on results (guest, at);
    create table ratings (
        guest text not null, game text not null, mu double precision not null, sigma double precision not null,
        games integer not null, primary key (guest, game));
    create table shut (
        guest text not null, other text not null, how text not null, primary key (guest, other, how));
    create table reports (
        id bigint generated always as identity primary key, guest text not null, table_id bigint not null,
        n integer not null, at double precision not null, done double precision, unique (guest, table_id, n));
    create table banned (guest text primary key, at double precision not null);
    """,
)
"""Each migrates the schema to the next version; the version is the number of those applied."""


class NodeInfo(NamedTuple):
    """A node that wants to use the database."""

    url: str
    node: str
    """Its name; unique among live nodes."""
    secret: str
    """Hash of its data folder's secret, which all nodes must share."""
    address: str
    """Where other nodes reach it; empty if there are none."""


def prepare_database(entry: NodeInfo) -> str:
    """Migrates the database and checks that a node may use it; returns the instance id."""
    return run_in_thread(prepare_async(entry))


async def prepare_async(entry: NodeInfo) -> str:
    where = without_password(entry.url)
    connection = await connect(entry.url)
    try:
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1, 0)", LOCK_CLASS)
            await migrate(connection, where)
            return await admit_node(connection, entry, where)
    except asyncpg.PostgresError as error:
        raise BadInput("error.store_unusable", where, details=error) from None
    finally:
        await connection.close()


async def check_database(url: str, alone: bool) -> None:
    """Checks that a database is one of ours; `alone`: migrates it, and requires that no server uses it."""
    connection, where = await connect(url), without_password(url)
    try:
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1, 0)", LOCK_CLASS)
            if alone:
                await migrate(connection, where)
                if await connection.fetchval(f"select exists (select 1 from nodes where {ALIVE})"):
                    raise BadInput("error.data_in_use", where)
            elif await connection.fetchval("select to_regclass('house') is null"):
                raise BadInput("error.data_none", where)
    finally:
        await connection.close()


async def connect(url: str) -> Any:
    """Connects; raises BadInput with the reason if that fails."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise BadInput("error.store_url", without_password(url))
    try:
        return await asyncpg.connect(url, timeout=TIMEOUT, command_timeout=60)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise BadInput(
            "error.store_unreachable", without_password(url), details=str(error) or type(error).__name__
        ) from None


async def migrate(connection: Any, where: str) -> None:
    """Applies missing migrations; raises BadInput if live nodes use the old schema."""
    is_new = await connection.fetchval("select to_regclass('house') is null")
    version = 0 if is_new else await connection.fetchval("select version from house")
    if version > len(MIGRATIONS):
        raise BadInput("error.data_newer", where, version=version, known=len(MIGRATIONS))
    if version == len(MIGRATIONS):
        return
    if not is_new and await connection.fetchval(f"select exists (select 1 from nodes where {ALIVE})"):
        raise BadInput("error.store_old", where, version=version, known=len(MIGRATIONS))
    for script in MIGRATIONS[version:]:
        await connection.execute(script)
    await connection.execute("update house set version = $1", len(MIGRATIONS))


async def admit_node(connection: Any, entry: NodeInfo, where: str) -> str:
    """Checks clock, secret, name and address of a node; returns the instance id."""
    skew = abs(await connection.fetchval("select extract(epoch from clock_timestamp())::float8") - time.time())
    if skew > MAX_CLOCK_SKEW:
        raise BadInput("error.store_clock", where, seconds=round(skew))
    mark, secret = await connection.fetchrow("select mark, secret from house")
    if secret not in ("", entry.secret):
        raise BadInput("error.store_secret", where)
    await connection.execute("update house set secret = $1", entry.secret)
    others = await connection.fetch(
        f"select name, address from nodes where {ALIVE} and not pg_try_advisory_xact_lock($1, no)", LOCK_CLASS
    )
    if any(name == entry.node for name, _ in others):
        raise BadInput("error.store_node", entry.node)
    if any("" in (entry.address, address) for _, address in others):
        raise BadInput("error.store_private", where)
    return str(mark)
