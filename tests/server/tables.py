"""Tables in memory, without sockets: those at them and what they are sent."""

import json
from typing import Any

from meute.server.house import House
from meute.server.limits import Caller
from meute.server.messages.asked import FromClient, Hello
from meute.server.store import GuestKept, SeatKept, TableKept
from meute.server.table import Table
from meute.server.watcher import Watcher

ANA = GuestKept("ana", "Ana", "fr")
BOB = GuestKept("bob", "Bob", "fr")
EVE = GuestKept("eve", "Eve", "fr")

PLENTY = 1 << 30


async def open_table(house: House, *seats: SeatKept, code: str = "table", game: str = "terres", **more: Any) -> Table:
    """A table whose game has begun."""
    kept = TableKept(code=code, word=code, game=game, version=1, host=ANA.guest, seats=list(seats), **more)
    table = await house.table(await house.begin(kept))
    assert table is not None
    return table


def guest(who: GuestKept) -> SeatKept:
    return SeatKept("guest", who.name, "", who.guest)


def bot(name: str = "Ysengrin", kind: str = "random") -> SeatKept:
    return SeatKept("bot", name, kind)


def connection(who: GuestKept, room: int = PLENTY, network: str = "here") -> Watcher:
    """One that has not said hello."""
    return Watcher(who, room, Caller(who.guest, network))


async def come(table: Table, who: GuestKept, room: int = PLENTY) -> Watcher:
    """A connection that has said hello."""
    watcher = connection(who, room)
    table.join(watcher)
    await tell(table, watcher, Hello())
    return watcher


async def tell(table: Table, watcher: Watcher, message: FromClient) -> None:
    """Sends a message and waits until it is done."""
    table.hear(watcher, message)
    await table.ask(lambda _: None)


def read(watcher: Watcher) -> list[dict[str, Any]]:
    """What was sent since the last time."""
    told = []
    while not watcher.outbox.empty():
        message = watcher.outbox.get_nowait()
        if isinstance(message, bytes):
            told.append(json.loads(message))
    return told
