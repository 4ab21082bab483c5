"""Live updates of open pages: a person's list of games, the search for people to play with, and the public room."""

import asyncio
import contextlib
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from starlette.websockets import WebSocket, WebSocketState

from meute.server.listings import is_offered
from meute.server.rate_limits import Caller
from meute.server.store.interface import StoreFailed
from meute.server.store.models import StoredTable
from meute.server.table.connection import FLOOD, GOING_AWAY, encoder
from meute.server.table.websocket import CLOSE_TIMEOUT, DISCONNECTED

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

Part = Literal["followed", "lines", "seek", "room"]
"""What a page shows: the tournament, group or list that it follows, the person's games, the search, and the public room
(only on the home page)."""
LONGEST_FOLLOWED = 64
LISTED_KINDS = ("game", "daily", "league", "tournament", "by_hand")
"""Kinds of tables that appear in a person's list."""


class Status(NamedTuple):
    """Status of a table in a person's list of games; a change triggers an update of the home page."""

    phase: str
    rematch: str
    names: tuple[str, ...]
    my_turn: bool
    invited: bool
    offered: bool


def statuses(table: StoredTable, to_act: Collection[int]) -> dict[str, Status]:
    """Status of a table for each person whose list has it."""
    if table.kind not in LISTED_KINDS:
        return {}
    names = tuple(seat.name for seat in table.seats)
    turns = {table.seats[seat].guest for seat in to_act}
    invited = {seat.invited for seat in table.seats}
    return {
        guest: Status(table.phase, table.rematch, names, guest in turns, guest in invited, is_offered(table, guest))
        for guest in people_of(table)
    }


def people_of(table: StoredTable) -> set[str]:
    """The host, and all who have a seat or are invited to one."""
    return {table.host, *[seat.guest for seat in table.seats], *[seat.invited for seat in table.seats]} - {""}


class Homes:
    """Open pages at this node, by guest."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.pages: dict[str, set[HomePage]] = {}
        self.events: dict[str, set[asyncio.Event]] = {}
        """Set when the tables of a guest change, by guest: of requests that wait for it."""

    @contextlib.contextmanager
    def watched(self, guest: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever a table of the guest changes."""
        event = asyncio.Event()
        self.events.setdefault(guest, set()).add(event)
        try:
            yield event
        finally:
            self.events[guest].discard(event)
            if not self.events[guest]:
                del self.events[guest]

    def may_be_open(self, guests: Collection[str]) -> bool:
        """Whether a page of these guests may be open, or a request of theirs wait for a change. False only for sure:
        other nodes may have some."""
        is_alone = self.registry.store.is_single_node
        return not (is_alone and self.pages.keys().isdisjoint(guests) and self.events.keys().isdisjoint(guests))

    def notify(self, guests: Collection[str], elsewhere: Collection[str]) -> None:
        """Updates the games on the pages of these guests; those in `elsewhere` may also have pages at other nodes."""
        for guest in guests:
            self.notify_here(guest)
        if elsewhere and not self.registry.store.is_single_node:
            self.registry.run_in_background(self.notify_nodes(elsewhere))

    async def notify_nodes(self, guests: Collection[str]) -> None:
        """Notifies other nodes. Failures are ignored: the page reads its list again when it is next shown."""
        with contextlib.suppress(StoreFailed):
            for guest in guests:
                await self.registry.store.notify_nodes("home", guest)

    async def notify_part(self, guest: str, part: Part) -> None:
        """Updates a part of a guest's pages, at all nodes."""
        self.notify_here(guest, part)
        await self.registry.store.notify_nodes(part, guest)

    def notify_here(self, guest: str, part: Part = "lines") -> None:
        """Updates a part of a guest's pages at this node."""
        for page in self.pages.get(guest, ()):
            page.update(part)
        if part == "lines":
            for event in self.events.get(guest, ()):
                event.set()

    async def notify_room(self) -> None:
        """Announces a change of the public room, to all nodes."""
        self.registry.public_room.is_changed.set()
        with contextlib.suppress(StoreFailed):
            await self.registry.store.notify_nodes("room", "")

    def notify_room_here(self) -> None:
        """Updates the public room on all pages at this node that show it."""
        for pages in self.pages.values():
            for page in pages:
                if page.has_room:
                    page.update("room")

    async def notify_followers(self, followed: str) -> None:
        """Updates the pages that show a tournament, a group or a list, at all nodes."""
        self.notify_followers_here(followed)
        with contextlib.suppress(StoreFailed):
            await self.registry.store.notify_nodes("follow", followed)

    def notify_followers_here(self, followed: str) -> None:
        """Updates the pages at this node that show a tournament, a group or a list."""
        for pages in self.pages.values():
            for page in pages:
                if page.followed == followed:
                    page.update("followed")

    def room_pages(self) -> int:
        """The number of pages at this node that show the public room."""
        return sum(page.has_room for pages in self.pages.values() for page in pages)

    def close_pages(self, guest: str) -> None:
        """Closes a guest's pages, which may reconnect as another guest."""
        for page in self.pages.get(guest, ()):
            page.close(GOING_AWAY)

    def close(self) -> None:
        """Closes all pages, which reconnect to another node."""
        for guest in list(self.pages):
            self.close_pages(guest)


class HomePage:
    """WebSocket of an open page: sends everything on any message, and what changes, throttled (`home_interval`)."""

    def __init__(
        self,
        socket: WebSocket,
        registry: "TableRegistry",
        guest: str,
        caller: Caller,
        has_room: bool = False,
        followed: str = "",
    ) -> None:
        self.socket = socket
        self.registry = registry
        self.guest = guest
        self.caller = caller
        self.has_room = has_room
        """Whether the page shows the public room."""
        self.followed = followed[:LONGEST_FOLLOWED]
        """What else the page shows, such as `tournament abc`."""
        self.changed = asyncio.Event()
        self.parts: set[Part] = set()
        """The parts that have changed since the last message."""
        self.last: dict[Part, bytes] = {}
        """The last message about parts that change without need."""
        self.close_code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Serves the page until either side closes."""
        pages = self.registry.homes.pages
        pages.setdefault(self.guest, set()).add(self)
        tasks = [asyncio.create_task(self.read()), asyncio.create_task(self.write())]
        ends: list[asyncio.Future[Any]] = [*tasks, self.close_code]
        try:
            with self.registry.presence.connected(self.guest):
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pages[self.guest].discard(self)
            if not pages[self.guest]:
                del pages[self.guest]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.close_code.done() and self.socket.application_state is WebSocketState.CONNECTED:
                with contextlib.suppress(TimeoutError, *DISCONNECTED):
                    await asyncio.wait_for(self.socket.close(self.close_code.result()), CLOSE_TIMEOUT)

    def close(self, code: int) -> None:
        if not self.close_code.done():
            self.close_code.set_result(code)

    def update(self, *parts: Part) -> None:
        """Sends these parts soon."""
        self.parts.update(parts)
        self.changed.set()

    async def read(self) -> None:
        """Treats any message as a request for everything."""
        with contextlib.suppress(*DISCONNECTED):
            while (await self.socket.receive())["type"] != "websocket.disconnect":
                if not self.registry.limits.messages.take(self.caller):
                    self.close(FLOOD)
                self.last.clear()
                self.update("lines", "seek")
                if self.has_room:
                    self.update("room")
                if self.followed:
                    self.update("followed")

    async def write(self) -> None:
        """Sends what has changed."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            parts, self.parts = self.parts, set()
            try:
                for part in sorted(parts):
                    encoded = encoder.encode(await self.registry.home_part(self.guest, part, self.followed))
                    if encoded != self.last.get(part):
                        await self.socket.send_text(encoded.decode())
                    if part in ("room", "followed"):
                        self.last[part] = encoded
            except (StoreFailed, *DISCONNECTED):
                self.close(GOING_AWAY)
                return
            await asyncio.sleep(self.registry.settings.tables.home_interval_seconds)
