"""Tables in memory without sockets, with connections and their messages."""

import json
from typing import Any

from meute.server.messages.requests import FromClient, Hello
from meute.server.rate_limits import Caller
from meute.server.registry import TableRegistry
from meute.server.store.models import StoredGuest, StoredSeat, StoredTable
from meute.server.table.connection import Connection
from meute.server.table.table import Table

ANA = StoredGuest("ana", "Ana", "fr")
BOB = StoredGuest("bob", "Bob", "fr")
EVE = StoredGuest("eve", "Eve", "fr")

PLENTY = 1 << 30
NEVER = 1e6
"""Seconds."""


async def open_table(
    registry: TableRegistry, *seats: StoredSeat, code: str = "table", game: str = "terres", **more: Any
) -> Table:
    """A table with a started game."""
    stored = StoredTable(code=code, word=code, game=game, version=1, host=ANA.guest, seats=list(seats), **more)
    table = await registry.table(await registry.begin(stored))
    assert table is not None
    return table


def guest(who: StoredGuest) -> StoredSeat:
    return StoredSeat("guest", who.name, "", who.guest)


def bot(name: str = "Ysengrin", kind: str = "random") -> StoredSeat:
    return StoredSeat("bot", name, kind)


def connection(who: StoredGuest, room: int = PLENTY, network: str = "here") -> Connection:
    """A connection before its hello message."""
    return Connection(who, room, Caller(who.guest, network))


async def come(table: Table, who: StoredGuest, room: int = PLENTY) -> Connection:
    """A connection after its hello message. Presence is sent once, and then only when a test ends the interval: no
    message comes at a time of its own."""
    table.presence.interval = NEVER
    watcher = connection(who, room)
    table.join(watcher)
    await tell(table, watcher, Hello())
    return watcher


async def tell(table: Table, watcher: Connection, message: FromClient) -> None:
    """Send a message and wait until it is handled."""
    table.receive(watcher, message)
    await table.ask(lambda _: None)


def read(watcher: Connection) -> list[dict[str, Any]]:
    """Messages since the last call."""
    messages = []
    while not watcher.outbox.empty():
        message = watcher.outbox.get_nowait()
        if isinstance(message, bytes):
            messages.append(json.loads(message))
    return messages
