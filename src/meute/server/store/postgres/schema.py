"""PostgreSQL schema: creation, upgrade, and the checks before a server uses the database."""

import logging
from typing import Any, NamedTuple

import asyncpg

from meute.core.errors import BadInput
from meute.server.store.location import run_in_thread, without_password
from meute.server.store.postgres.database import ALIVE
from meute.server.store.schema import CREATE_INDEXES, CREATE_TABLES, POSTGRES, POSTGRES_VERSION
from meute.server.system import wall_time

log = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds for a connection."""
MAX_CLOCK_SKEW = 30.0
"""Most seconds by which a node's clock may differ from the database's."""
LOCK_CLASS = 77
"""Class of our advisory locks: (77, 0) guards the schema, (77, n) is held by node number n."""

CREATE_DATABASE = f"""
create table if not exists house (mark text not null, version integer not null, secret text not null);
insert into house select substr(md5(random()::text), 1, 8), 0, '' where not exists (select 1 from house);
create table if not exists nodes (
    no integer generated always as identity primary key, node text not null unique, name text not null,
    address text not null, beat timestamptz not null);
alter table nodes add column if not exists since timestamptz not null default clock_timestamp();
{CREATE_TABLES.substitute(POSTGRES)}
alter table tables add column if not exists owner text not null default '',
    add column if not exists epoch bigint not null default 0, add column if not exists moves integer not null default 0;
alter table webhooks add column if not exists topics text not null default 'turn invited over',
    add column if not exists tried double precision, add column if not exists status integer not null default 0;
alter table tables set (fillfactor = 70);
create index if not exists tables_owner on tables (owner) where owner <> '';
{CREATE_INDEXES}
update house set version = {POSTGRES_VERSION};
"""
"""Creates what a database lacks: the declared tables, and what only nodes need."""


class NodeInfo(NamedTuple):
    """A node that wants to use the database."""

    url: str
    node: str
    """Name of the node; unique among live nodes."""
    secret: str
    """Hash of its data folder's secret, which all nodes must share."""
    address: str
    """Address at which other nodes reach it; empty if there are no other nodes."""


def prepare_database(entry: NodeInfo) -> str:
    """Upgrades the database and checks that a node may use it; returns the instance id."""
    return run_in_thread(prepare_async(entry))


async def prepare_async(entry: NodeInfo) -> str:
    where = without_password(entry.url)
    connection = await connect(entry.url)
    try:
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1, 0)", LOCK_CLASS)
            await upgrade(connection, where)
            return await admit_node(connection, entry, where)
    except asyncpg.PostgresError as error:
        raise BadInput("error.store_unusable", where, details=error) from None
    finally:
        await connection.close()


async def check_database(url: str, alone: bool) -> None:
    """Checks that a database is one of ours; `alone`: upgrades it, and requires that no server uses it."""
    connection, where = await connect(url), without_password(url)
    try:
        async with connection.transaction():
            await connection.execute("select pg_advisory_xact_lock($1, 0)", LOCK_CLASS)
            if alone:
                await upgrade(connection, where)
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


async def upgrade(connection: Any, where: str) -> None:
    """Creates or upgrades the schema; raises BadInput if live nodes use an older one."""
    is_new = await connection.fetchval("select to_regclass('house') is null")
    version = 0 if is_new else await connection.fetchval("select version from house")
    versions = {"version": version, "known": POSTGRES_VERSION}
    if version > POSTGRES_VERSION:
        raise BadInput("error.data_newer", where, **versions)
    if version == POSTGRES_VERSION:
        return
    if not is_new and await connection.fetchval(f"select exists (select 1 from nodes where {ALIVE})"):
        raise BadInput("error.store_old", where, **versions)
    await connection.execute(CREATE_DATABASE)


async def admit_node(connection: Any, entry: NodeInfo, where: str) -> str:
    """Checks clock, secret, name and address of a node; returns the instance id."""
    skew = abs(await connection.fetchval("select extract(epoch from clock_timestamp())::float8") - wall_time())
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
