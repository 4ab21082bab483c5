"""The public room: open tables, running games to watch, and companions who are here, as each person sees them."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from meute.core.numbers import NOBODY
from meute.games import GAMES
from meute.server.matchmaking.strength import compared, is_near
from meute.server.messages.matchmaking import (
    CompanionHereSent,
    OpenSeatSent,
    OpenTableSent,
    RoomSent,
    RunningGameSent,
)
from meute.server.messages.responses import SceneSent
from meute.server.refusal import Refusal
from meute.server.store.interface import StoreFailed
from meute.server.store.models import ListedTable, StoredRating, StoredTable
from meute.server.system import monotonic
from meute.server.table.room import Room
from meute.server.table.scene import scene_at
from meute.server.table.table import Table

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

STALE_SECONDS = 10.0
"""The lists are read again after this time even if no change was announced."""
PAGES_PER_SECOND = 250
"""Most pages that get the lists in a second: with more pages, everyone gets them less often."""
VIEWER_SECONDS = 30.0
MOST_VIEWERS = 10_000


class Snapshot(NamedTuple):
    """What the room holds, the same for everyone."""

    people: int
    open: list[ListedTable]
    running: list[ListedTable]
    ratings: dict[tuple[str, str], StoredRating]
    """Ratings of the hosts of open tables, by (guest, game)."""
    at: float


class Viewer(NamedTuple):
    """What a person's view of the room depends on."""

    avoids: set[str]
    ratings: dict[str, StoredRating]
    companions: list[tuple[str, str, int]]
    """(guest, name, games) of those who let companions see that they are here."""
    until: float


class PublicRoom:
    """Reads the lists for all pages of this node together."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.settings = registry.settings.room
        self.store = registry.store.matchmaking
        self.is_changed = asyncio.Event()
        self.snapshot: Snapshot | None = None
        self.viewers: dict[str, Viewer] = {}
        self.scenes: dict[str, SceneSent] = {}
        """The last spectator's view of each watched table."""

    def check_open(self) -> None:
        """Refuses if the operator has switched the public room off."""
        if not self.settings.public:
            raise Refusal("no_room")

    # --- updates

    async def run(self) -> None:
        """Updates the subscribed pages after changes, and now and then; runs forever."""
        while True:
            pages = self.registry.homes.room_pages()
            await asyncio.sleep(max(self.registry.settings.tables.home_interval_seconds, pages / PAGES_PER_SECOND))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STALE_SECONDS):
                    await self.is_changed.wait()
            self.is_changed.clear()
            if self.registry.homes.room_pages():
                with contextlib.suppress(StoreFailed):
                    await self.refresh()
                    self.registry.homes.notify_room_here()

    async def refresh(self) -> Snapshot:
        """Reads the lists."""
        now, most = self.registry.settings.now(), self.settings.listed_tables
        found = await self.store.open_tables(now, most) if self.settings.public else []
        ratings = {}
        for game in {one.table.game for one in found}:
            hosts = {one.table.host for one in found if one.table.game == game}
            for guest, rating in (await self.store.ratings_of(hosts, game)).items():
                ratings[guest, game] = rating
        running = await self.store.running_tables(most) if self.settings.public else []
        self.snapshot = Snapshot(await self.store.count_present(now), found, running, ratings, monotonic())
        codes = {one.table.code for one in running}
        self.scenes = {code: scene for code, scene in self.scenes.items() if code in codes}
        return self.snapshot

    async def is_lively(self) -> bool:
        """Whether there are open tables, public games or people who look for a game."""
        if not self.settings.public:
            return False
        snapshot = self.snapshot
        if snapshot is None or snapshot.at < monotonic() - STALE_SECONDS:
            snapshot = await self.refresh()
        return bool(snapshot.open or snapshot.running or self.registry.matchmaker.counts)

    async def viewer(self, guest: str) -> Viewer:
        """What a person's view depends on, read again after a while."""
        known = self.viewers.pop(guest, None)
        if known is None or known.until < monotonic():
            people = self.registry.store.people
            companions = await people.companions(guest)
            prefs = await people.prefs([other for other, _, _ in companions])
            visible = [one for one in companions if one[0] in prefs and prefs[one[0]].visible]
            avoids = await self.store.avoided_by(guest)
            ratings = {one.game: one for one in await people.ratings(guest)}
            known = Viewer(avoids, ratings, visible, monotonic() + VIEWER_SECONDS)
        self.viewers[guest] = known
        if len(self.viewers) > MOST_VIEWERS:
            del self.viewers[next(iter(self.viewers))]
        return known

    async def room_sent(self, guest: str) -> RoomSent:
        """The room as a person sees it: without the tables of people whom they avoid."""
        snapshot = self.snapshot
        if snapshot is None or snapshot.at < monotonic() - STALE_SECONDS:
            snapshot = await self.refresh()
        viewer = await self.viewer(guest)
        return RoomSent(
            people=snapshot.people,
            open=[
                open_table_sent(one.table, guest, viewer, snapshot.ratings)
                for one in snapshot.open
                if not viewer.avoids & people_of(one.table) and any(seat.kind == "open" for seat in one.table.seats)
            ],
            running=[
                RunningGameSent(
                    code=one.table.code,
                    game=one.table.game,
                    seats=[seat.name for seat in one.table.seats],
                    progress=one.standing.progress,
                    changed=one.changed,
                )
                for one in snapshot.running
                if not viewer.avoids & people_of(one.table) and guest not in people_of(one.table)
            ],
            companions=await self.companions_sent(guest, viewer, snapshot.running),
            waiting=self.registry.matchmaker.waiting_by_game(),
            usual_seconds=self.registry.matchmaker.usual_wait(),
        )

    async def companions_sent(
        self, guest: str, viewer: Viewer, running: Iterable[ListedTable]
    ) -> list[CompanionHereSent]:
        """The companions who are here and let this person see it, with the public game that each is playing."""
        known = [one for one in viewer.companions if one[0] not in viewer.avoids]
        here = await self.store.present([other for other, _, _ in known], self.registry.settings.now())
        playing = {other: one.table for one in running for other in people_of(one.table)}
        return [
            CompanionHereSent(
                person=self.registry.accounts.person_handle(guest, other),
                name=name,
                games=games,
                game=playing[other].game if other in playing else "",
                code=playing[other].code if other in playing else "",
            )
            for other, name, games in known
            if other in here
        ]

    # --- tables

    async def check_may_open(self, guest: str) -> None:
        """Refuses a public table if the room is off or this person has too many in the lobby."""
        self.check_open()
        mine = [one for one in await self.store.public_tables_of(guest) if one.phase == "lobby" and one.host == guest]
        if len(mine) >= self.settings.open_tables_per_person:
            raise Refusal("open_tables")

    def check_may_watch(self, table: Table, guest: str) -> None:
        """Refuses one more spectator than a public table may have."""
        room = table.room
        if room.stored.public and not room.seats_of(guest) and len(room.connections) >= self.settings.spectators:
            raise Refusal("full")

    async def check_may_sit(self, guest: str, table: StoredTable) -> None:
        """Refuses a seat at a public table to people who avoid each other, and to those of another strength."""
        if await self.store.avoided_by(guest) & people_of(table):
            raise Refusal("shut")
        if table.near:
            ratings = await self.store.ratings_of([guest, table.host], table.game)
            if not is_near(ratings.get(guest), ratings.get(table.host)):
                raise Refusal("strength")

    async def note_leavers(self, room: Room, seats: Iterable[int]) -> None:
        """Stores which of these seats have left a public game with a clock after few decisions."""
        table = room.stored
        if not table.public or table.pace is None or table.pace.kind != "live" or len(people_of(table)) < 2:
            return
        for seat in seats:
            if room.count_decisions(seat) < self.settings.quick_leave_decisions:
                await self.store.note_quick_leave(table.seats[seat].guest, room.id, self.registry.settings.now())

    def watched_scene(self, table: Table) -> SceneSent:
        """A spectator's view of a public running game; computed once for each step."""
        room = table.room
        if not room.stored.public or room.match is None or room.stored.phase != "playing":
            raise Refusal("not_found")
        code, step = room.stored.code, len(room.match.steps)
        known = self.scenes.get(code)
        if known is None or known.step != step:
            known = self.scenes[code] = scene_at(room.match, step, NOBODY)
        return known


def people_of(table: StoredTable) -> set[str]:
    """The guests of a table: host and players."""
    return {table.host, *(seat.guest for seat in table.seats)} - {""}


def open_table_sent(
    table: StoredTable, guest: str, viewer: Viewer, ratings: dict[tuple[str, str], StoredRating]
) -> OpenTableSent:
    """An open table as a person sees it."""
    defaults = {option.name: option.default for option in GAMES[table.game].options}
    return OpenTableSent(
        code=table.code,
        game=table.game,
        seats=[OpenSeatSent(kind=seat.kind, name=seat.name) for seat in table.seats],
        pace=table.pace,
        options={name: value for name, value in table.options.items() if value != defaults.get(name)},
        language=table.language,
        rated=table.rated,
        near=table.near,
        strength=compared(viewer.ratings.get(table.game), ratings.get((table.host, table.game))),
        mine=guest in people_of(table),
    )
