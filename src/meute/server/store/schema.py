"""The schema: one declaration of all database tables, for SQLite and PostgreSQL, and the SQL that follows from it.

A change is made here: a column added to a table needs a default, and both databases a new version.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from string import Template
from typing import NamedTuple

import msgspec

SQLITE_VERSION = 18
POSTGRES_VERSION = 7
SQLITE = {"id": "integer primary key", "ref": "integer", "real": "real", "bytes": "blob", "keyed": " without rowid"}
POSTGRES = {
    "id": "bigint generated always as identity primary key",
    "ref": "bigint",
    "real": "double precision",
    "bytes": "bytea",
    "keyed": "",
}
"""What the words with a dollar sign mean in each database."""

CREATE_TABLES = Template("""
create table if not exists guests (
    guest text primary key, name text not null, language text not null, seen $real not null)$keyed;
create table if not exists tables (
    id $id, code text not null unique, word text unique, game text not null, phase text not null,
    changed $real not null, kept $bytes not null, asked $bytes not null, progress $bytes not null,
    uploaded integer not null default 0, kind text not null default 'game');
create table if not exists sitting (guest text not null, table_id $ref not null, primary key (guest, table_id))$keyed;
create table if not exists moves (
    table_id $ref not null, n integer not null, did text not null, seat integer not null, step integer not null,
    action text not null, chance text not null, key text not null, at $real not null, primary key (table_id, n))$keyed;
create table if not exists chat (
    table_id $ref not null, n integer not null, name text not null, seat integer not null, text text not null,
    at $real not null, guest text not null default '', primary key (table_id, n))$keyed;
create table if not exists snapshots (table_id $ref primary key, snapshot $bytes not null);
create table if not exists curves (table_id $ref primary key, curve $bytes not null);
create table if not exists devices (
    device text primary key, guest text not null, label text not null, made $real not null, seen $real not null)$keyed;
create table if not exists passkeys (
    id $bytes primary key, guest text not null, key $bytes not null, count $ref not null, label text not null,
    made $real not null, used $real not null)$keyed;
create table if not exists tokens (
    hash text primary key, guest text not null, player text not null, label text not null, scopes text not null,
    made $real not null, seen $real not null)$keyed;
create table if not exists webhooks (
    id text primary key, guest text not null, url text not null, form text not null, made $real not null,
    topics text not null default 'turn invited over', tried $real, status integer not null default 0)$keyed;
create table if not exists deliveries (
    id text primary key, guest text not null, webhook text not null, table_id $ref not null, kind text not null,
    due $real not null, tries integer not null)$keyed;
create table if not exists codes (
    hash text primary key, guest text not null, kind text not null, until $real not null)$keyed;
create table if not exists progress (
    guest text not null, game text not null, lesson text not null, code text not null, done integer not null,
    at $real not null, primary key (guest, game, lesson))$keyed;
create table if not exists clocks (
    table_id $ref not null, seat integer not null, "left" $real not null, used $real not null, since $real, due $real,
    out integer not null, primary key (table_id, seat))$keyed;
create table if not exists prefs (guest text primary key, kept $bytes not null)$keyed;
create table if not exists notices (
    guest text not null, table_id $ref not null, kind text not null, due $real not null, sent $real,
    primary key (guest, table_id, kind))$keyed;
create table if not exists pushes (
    endpoint text primary key, guest text not null, key $bytes not null, auth $bytes not null,
    made $real not null)$keyed;
create table if not exists daily (
    day text not null, game text not null, guest text not null, code text not null, margin integer not null,
    points integer not null, at $real not null, primary key (day, game, guest))$keyed;
create table if not exists results (
    table_id $ref not null, seat integer not null, guest text not null, game text not null, place integer not null,
    points integer not null, rated integer not null, at $real not null, primary key (table_id, seat))$keyed;
create table if not exists ratings (
    guest text not null, game text not null, mu $real not null, sigma $real not null, games integer not null,
    primary key (guest, game))$keyed;
create table if not exists shut (
    guest text not null, other text not null, how text not null, primary key (guest, other, how))$keyed;
create table if not exists reports (
    id $id, guest text not null, table_id $ref not null, n integer not null, at $real not null, done $real,
    unique (guest, table_id, n));
create table if not exists banned (guest text primary key, at $real not null)$keyed;
create table if not exists listed (table_id $ref primary key, days integer not null);
create table if not exists here (
    guest text not null, node text not null, until $real not null, primary key (guest, node))$keyed;
create table if not exists seeks (
    guest text primary key, kept $bytes not null, since $real not null, until $real not null, code text not null,
    answer text not null, contribution text not null, ended text not null)$keyed;
create table if not exists calls (code text primary key, kept $bytes not null, due $real not null)$keyed;
create table if not exists quick_leaves (
    guest text not null, table_id $ref not null, at $real not null, primary key (guest, table_id))$keyed;
create table if not exists tournaments (
    code text primary key, kept $bytes not null, turn integer not null, phase text not null, public integer not null,
    changed $real not null, due $real)$keyed;
create table if not exists entries (
    guest text not null, tournament text not null, primary key (guest, tournament))$keyed;
create table if not exists bouts (
    table_id $ref primary key, tournament text not null, kept $bytes not null);
create table if not exists league (
    week text not null, deal integer not null, guest text not null, game text not null, code text not null,
    margin integer not null, points integer not null, adjusted $real, at $real not null,
    primary key (week, deal, guest))$keyed;
create table if not exists player_groups (code text primary key, name text not null, made $real not null)$keyed;
create table if not exists members (
    guest text not null, group_code text not null, joined $real not null, removed integer not null,
    primary key (guest, group_code))$keyed;
create table if not exists group_tables (table_id $ref primary key, group_code text not null);
create table if not exists group_tournaments (tournament text primary key, group_code text not null)$keyed;
create table if not exists game_statistics (
    table_id $ref not null, seat integer not null, guest text not null, game text not null, share $real not null,
    plan text not null, seconds $real not null, thinking $real not null, mu $real, sigma $real, luck $real,
    luck_error $real, primary key (table_id, seat))$keyed;
create table if not exists statistics_settings (
    guest text primary key, handle text not null unique, viewers text not null, listed integer not null)$keyed;
""")
CREATE_INDEXES = """
create index if not exists sitting_at on sitting (table_id);
create unique index if not exists move_keys on moves (table_id, seat, key) where key <> '';
create index if not exists chat_of on chat (guest) where guest <> '';
create index if not exists devices_of on devices (guest);
create index if not exists passkeys_of on passkeys (guest);
create index if not exists tokens_of on tokens (guest);
create index if not exists webhooks_of on webhooks (guest);
create index if not exists deliveries_due on deliveries (due);
create index if not exists codes_of on codes (guest);
create index if not exists clocks_due on clocks (due) where due is not null;
create index if not exists notices_due on notices (due) where sent is null;
create index if not exists notices_at on notices (table_id);
create index if not exists pushes_of on pushes (guest);
create index if not exists results_of on results (guest, at);
create index if not exists seeks_of on seeks (code) where code <> '';
create index if not exists tournaments_due on tournaments (due) where due is not null;
create index if not exists entries_of on entries (tournament);
create index if not exists bouts_of on bouts (tournament);
create index if not exists league_of on league (guest);
create index if not exists members_of on members (group_code);
create index if not exists group_tables_of on group_tables (group_code);
create index if not exists group_tournaments_of on group_tournaments (group_code);
create index if not exists game_statistics_of on game_statistics (guest, game);
"""


class DatabaseTable(NamedTuple):
    """A declared table: its columns with their definitions in SQLite, in order, and its primary key."""

    columns: dict[str, str]
    key: list[str]


def read_declaration() -> dict[str, DatabaseTable]:
    """The declared tables by name, as SQLite understands them."""
    tables = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(CREATE_TABLES.substitute(SQLITE))
        for (name,) in connection.execute("select name from sqlite_master where type = 'table'").fetchall():
            rows = connection.execute(f"pragma table_info({name})").fetchall()
            tables[name] = DatabaseTable(
                {
                    column: f"{kind}{' not null' if required else ''}{f' default {default}' if default else ''}"
                    for _, column, kind, required, default, _ in rows
                },
                [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]],
            )
    return tables


TABLES = read_declaration()


def tables_with(column: str) -> list[str]:
    """The names of the tables that have a column."""
    return [name for name, table in TABLES.items() if column in table.columns]


def quoted(names: Iterable[str]) -> str:
    """Column names for SQL: some are reserved words."""
    return ", ".join(f'"{name}"' for name in names)


def columns_of(kind: type[msgspec.Struct]) -> str:
    """The columns of a structure whose fields are columns."""
    return quoted(kind.__struct_fields__)


def insert(name: str) -> str:
    """SQL that inserts a row with a value for each column."""
    columns = TABLES[name].columns
    return f"insert into {name} ({quoted(columns)}) values ({', '.join('?' * len(columns))})"


def update_on_conflict(name: str) -> str:
    """SQL clause of an insertion that updates the row with the same key, if there is one."""
    columns, key = TABLES[name]
    changes = ", ".join(f'"{column}" = excluded."{column}"' for column in columns if column not in key)
    return f"on conflict ({quoted(key)}) do update set {changes}"


def upsert(name: str) -> str:
    """SQL that inserts a row with a value for each column, or updates the row with the same key."""
    return f"{insert(name)} {update_on_conflict(name)}"


def upgrade_sqlite(connection: sqlite3.Connection) -> None:
    """Creates what a SQLite database of any older version lacks, within the current transaction."""
    has_devices = connection.execute("select 1 from sqlite_master where name = 'devices'").fetchone()
    connection.execute("create table if not exists house as select lower(hex(randomblob(4))) as mark")
    run_script(connection, CREATE_TABLES.substitute(SQLITE))
    for name, table in TABLES.items():
        found = {row[1] for row in connection.execute(f"pragma table_info({name})")}
        if "place" in found - {*table.columns}:
            connection.execute(f"alter table {name} rename column place to table_id")
            found.add("table_id")
        for column in table.columns:
            if column not in found:
                connection.execute(f'alter table {name} add column "{column}" {table.columns[column]}')
    run_script(connection, CREATE_INDEXES)
    if not has_devices:  # a guest of such an old version has one device
        connection.execute("insert into devices select guest, guest, '', seen, seen from guests")
    connection.execute(f"pragma user_version = {SQLITE_VERSION}")


def run_script(connection: sqlite3.Connection, script: str) -> None:
    """Executes statements without ending the transaction, as `executescript` would."""
    for statement in script.split(";"):
        connection.execute(statement)
