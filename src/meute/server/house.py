"""The house: the live tables, the store behind them and the bots beside them."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meute.core.errors import BadInput
from meute.games import GAMES
from meute.learn import find_lesson
from meute.match import Match
from meute.server import lobby
from meute.server.clock import Clocks
from meute.server.counts import COUNTS
from meute.server.daily import deal_of, set_daily, today
from meute.server.limits import Caller, Limits
from meute.server.messages.asked import LearnAsked, TableAsked
from meute.server.messages.sent import TableLineSent
from meute.server.notices.notices import Notices
from meute.server.people.people import People
from meute.server.play import standing
from meute.server.refusal import Refusal
from meute.server.restore import chance_after, fresh_seed, moves_of, new_match
from meute.server.sandbox import Sandbox
from meute.server.secret import Secret
from meute.server.settings import Settings
from meute.server.shelf import table_line_sent
from meute.server.store import (
    Elsewhere,
    GuestKept,
    Happened,
    LessonKept,
    Loaded,
    MoveKept,
    Standing,
    Store,
    StoreFailed,
    TableKept,
    WordTaken,
    open_store,
)
from meute.server.table import Table
from meute.server.trial import Trials
from meute.server.watch import Watch
from meute.server.watcher import GOING_AWAY
from meute.server.workers import ADVISERS, BOTS, Workers

if TYPE_CHECKING:
    from meute.server.afar import Broker
    from meute.server.pipe import Pipe

log = logging.getLogger(__name__)

AWAKE_AFTER = 1.0
"""Seconds until the bots' processes start, unless they are needed before: visitors come first."""
TIDY_EVERY = 3600.0
TIDY_PAUSE = 0.1
"""Seconds between two rounds of forgetting, and between two steps of one."""
JUST_ASKED = 1.0
"""Seconds for which a table stays for whoever has asked for it."""
LAST_ERRANDS = 0.5
"""Seconds for what tables are at, before they are handed over."""
HANDED_OVER = 20
JITTER = 0.02
"""Tables whose visitors are sent on at once, and the seconds between."""
TRIES = 20
"""For a short code that no other lobby has."""


class Away(Exception):
    """Another node has the table."""

    def __init__(self, where: Elsewhere) -> None:
        super().__init__(where.node)
        self.where = where


@dataclass(frozen=True)
class Grounds:
    """What a house stands on: files and processes of a machine; in a browser, other things."""

    store: Callable[[Path, Settings], Store] = open_store
    workers: Callable[[int, int], Workers] = Workers
    sandbox: Callable[[str, int], Sandbox] = Sandbox


A_MACHINE = Grounds()


class House:
    """Opens tables when somebody comes, and lets them go when nobody is left."""

    def __init__(self, folder: Path, settings: Settings | None = None, grounds: Grounds = A_MACHINE) -> None:
        self.settings = settings or Settings()
        self.store = grounds.store(folder, self.settings)
        self.store.watch(self.lose_all, self.hear)
        self.secret = Secret(folder)
        self.people = People(self)
        self.notices = Notices(self)
        self.broker: Broker | None = None
        self.bots = self.hire(grounds, self.settings.workers, BOTS)
        self.advisers = self.hire(grounds, self.settings.advisers, ADVISERS)
        self.limits = Limits(self.settings)
        self.trials = Trials(self.settings, self.limits.trials, grounds.sandbox)
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[Table | None]] = {}
        self.may_open = asyncio.Event()
        """Not while the store changes whose seats are."""
        self.may_open.set()
        self.aside = asyncio.Lock()
        self.ringing = Watch("the clocks", self.ring, self.settings)
        self.chores: list[asyncio.Task[None]] = []
        self.waking: asyncio.TimerHandle | None = None
        self.draining = self.lost = False
        self.pipes: dict[str, set[Pipe]] = {}
        """The ways of visitors to other nodes."""
        self.errands: set[asyncio.Task[None]] = set()
        """What is done beside everything else."""

    def hire(self, grounds: Grounds, processes: int, behind: int) -> Workers:
        """Those who think for us: here, and on other machines if a broker is named."""
        if not self.settings.nats:
            return grounds.workers(processes, behind)
        try:
            from meute.server.afar import Afar, Broker
        except ModuleNotFoundError:
            raise BadInput("error.extra", "--nats", extra="club") from None
        self.broker = self.broker or Broker(self.settings.nats)
        return Afar(processes, behind, self.broker)

    def open(self) -> None:
        """Opens the store and wakes the bots."""
        self.store.open()
        if self.broker is not None:
            self.broker.open()
        self.waking = asyncio.get_running_loop().call_later(AWAKE_AFTER, self.bots.open)
        chores = (self.sweep(), self.tidy(), self.ringing.run(), self.notices.telling.run())
        self.chores = [asyncio.create_task(chore) for chore in chores]

    async def close(self) -> None:
        """Sends everybody away; whatever happened is stored already."""
        for chore in self.chores:
            chore.cancel()
        if self.waking is not None:
            self.waking.cancel()
        await self.drain()
        await asyncio.gather(*self.errands, return_exceptions=True)
        self.bots.close()
        self.advisers.close()
        if self.broker is not None:
            await self.broker.close()
        await self.trials.close()
        await self.store.close()

    # --- among other nodes

    def is_ready(self) -> bool:
        """Whether visitors should come here."""
        return not self.draining and self.store.is_sure()

    async def drain(self) -> None:
        """Takes no more tables, ends what those here are at, hands all of them over at once, and only then sends the
        visitors to where they may be had; whatever happened is stored."""
        self.draining = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_ERRANDS):
                await asyncio.gather(*self.opening.values(), return_exceptions=True)
                errands = [table.ask(lambda _: None) for table in self.tables.values()]
                await asyncio.gather(*errands, return_exceptions=True)
        tables = list(self.tables.values())
        self.tables.clear()
        for table in tables:
            table.close()
        if tables:
            with contextlib.suppress(StoreFailed, TimeoutError):  # then the others see that we are gone
                async with asyncio.timeout(LAST_ERRANDS):
                    await self.store.release_all()
        for n, table in enumerate(tables):
            table.give_up(GOING_AWAY)
            if n % HANDED_OVER == HANDED_OVER - 1:
                await asyncio.sleep(JITTER)  # not all of them come to the other nodes at the same moment

    def check_open(self) -> None:
        """Sends visitors on to other nodes while we leave, or have lost the database."""
        if self.draining or (self.lost and not self.store.is_sure()):
            raise Refusal("moving")

    def lose_all(self) -> None:
        """The database has not heard from us in time: our tables are anybody's."""
        self.lost = True
        for table in list(self.tables.values()):
            COUNTS.events["lost"] += 1
            table.give_up(GOING_AWAY)

    def hear(self, kind: str, what: str) -> None:
        """Another node tells what it has changed."""
        if kind == "table" and what in self.tables:
            self.tables[what].give_up(GOING_AWAY)
        elif kind == "gone":
            for pipe in list(self.pipes.get(what, ())):
                pipe.cut.set()
        elif kind == "people":
            self.people.known.clear()
            self.hang_up(what)
        elif kind == "wishes" and self.people.wished.pop(what, None) is not None:
            self.beside(self.retime_here(what))

    def beside(self, errand: Coroutine[Any, Any, None]) -> None:
        """Does something that nobody waits for."""
        task = asyncio.ensure_future(errand)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    async def retime_here(self, guest: str) -> None:
        """The clocks of a person whose wishes were changed at another node."""
        await self.people.learn([guest])
        for table in list(self.tables.values()):
            if table.room.kept.pace is not None and table.room.seats_of(guest):
                with contextlib.suppress(Refusal, StoreFailed):
                    await table.commission(Table.retime)

    # --- which tables are in memory

    async def sweep(self) -> None:
        """Lets idle tables leave memory, and shows the door to those who are not to play here any more."""
        while True:
            await asyncio.sleep(min(30.0, max(0.05, self.settings.idle / 2)))
            with contextlib.suppress(StoreFailed):
                for guest in await self.store.people.banned():
                    self.hang_up(guest)
            self.let_idle_go()

    def let_idle_go(self) -> None:
        """Tables leave memory that nobody has used for long, and people who sit at none."""
        for table in [table for table in self.tables.values() if table.is_idle(self.settings.idle)]:
            self.let_go(table)
        self.people.let_go({seat.guest for table in self.tables.values() for seat in table.room.kept.seats})

    def make_room(self, most: int) -> None:
        """With more tables in memory, those go that nobody sits at and nobody has asked for longest, and some more
        with them: all are looked through, which is not done for each new one."""
        over = len(self.tables) - most
        if over > 0:
            quiet = [table for table in self.tables.values() if table.is_idle(JUST_ASKED)]
            for table in sorted(quiet, key=lambda table: table.used)[: over + self.settings.tables // 10]:
                self.let_go(table)

    def let_go(self, table: Table) -> None:
        """A table leaves memory; the store has it."""
        self.forget(table)
        table.close()

    async def tidy(self) -> None:
        """Lets the store forget what nobody has touched for long, a little at a time; live tables stay."""
        rule = self.settings.retention
        while rule is not None:
            await asyncio.sleep(TIDY_EVERY)
            try:
                while await self.store.sweep(rule, {*self.tables, *self.opening}):
                    await asyncio.sleep(TIDY_PAUSE)
            except StoreFailed:
                log.exception("not swept")

    async def ring(self) -> float | None:
        """Lets bots stand in wherever somebody's time is over, also at tables that nobody looks at; when the next clock
        rings."""
        for code in await self.store.due(self.settings.now()):
            with contextlib.suppress(Refusal, Away):
                table = await self.table(code)
                if table is not None:
                    await table.commission(Table.ring)
        return await self.store.next_due()

    async def retime(self, guest: str) -> None:
        """A person's clocks are set by what he wishes now."""
        for code in await self.store.people.clocked(guest):
            with contextlib.suppress(Away):
                table = await self.table(code)
                if table is not None:
                    await table.commission(Table.retime)
        await self.store.tell("wishes", guest)

    def forget(self, table: Table) -> None:
        """The next visitor gets the table from the store, at whichever node."""
        if self.tables.get(table.room.kept.code) is table:
            del self.tables[table.room.kept.code]
            self.beside(self.release(table.room.id))

    async def release(self, table_id: int) -> None:
        """Another node may have a table."""
        with contextlib.suppress(StoreFailed):  # then they see that it is not in use
            await self.store.release(table_id)

    @contextlib.asynccontextmanager
    async def laid_aside(self, codes: Collection[str]) -> AsyncIterator[None]:
        """Tables leave memory while the store changes whose their seats are; everybody comes back to what it says."""
        async with self.aside:
            await asyncio.gather(*self.opening.values(), return_exceptions=True)
            self.may_open.clear()
            try:
                for table in [self.tables[code] for code in codes if code in self.tables]:
                    table.give_up()
                yield
                for code in codes:
                    await self.store.tell("table", code)
            finally:
                self.may_open.set()

    async def send_away(self, guest: str) -> None:
        """Closes all connections of a person, at whichever node, who may come back as whoever he is then."""
        self.hang_up(guest)
        await self.store.tell("people", guest)

    def hang_up(self, guest: str) -> None:
        """The same, at this node."""
        for table in self.tables.values():
            for watcher in table.room.watchers:
                if watcher.guest.guest == guest:
                    watcher.close(GOING_AWAY)

    async def table(self, code: str, unreachable: str = "", force: bool = False) -> Table | None:
        """The table of this code, from memory or from the store; or Away, unless that node cannot be reached, or force
        has it here."""
        table = self.tables.get(code)
        if table is not None:
            return table
        if not code.isalnum():  # no code of ours, and there are letters that a database does not take
            return None
        opening = self.opening.get(code)
        if opening is None:
            opening = self.opening[code] = asyncio.create_task(self.load(code, unreachable, force))
            opening.add_done_callback(lambda _: self.opening.pop(code, None))
        return await asyncio.shield(opening)

    async def load(self, code: str, unreachable: str, force: bool) -> Table | None:
        """A table out of the store."""
        await self.may_open.wait()
        if self.draining:
            raise Refusal("moving")
        self.make_room(self.settings.most_tables - 1)
        if len(self.tables) >= self.settings.most_tables:
            raise Refusal("full")
        try:
            loaded = await self.store.take(code, force, unreachable)
            if loaded is None:
                return None
            if isinstance(loaded, Elsewhere):
                raise Away(loaded)
            COUNTS.events["taken"] += 1
            return await self.lay(loaded)
        except Away:
            raise
        except Exception as error:
            log.error("table %s cannot be opened: %r", code, error)
            raise Refusal("store") from None

    async def lay(self, loaded: Loaded, match: Match | None = None) -> Table:
        """A table comes into memory; with its match, where that is known."""
        await self.people.learn({seat.guest for seat in loaded.table.seats if seat.guest})
        table = self.tables[loaded.table.code] = Table(self, loaded, match)
        table.inbox.post(Table.note)
        self.make_room(self.settings.tables)
        return table

    async def add(
        self,
        table: TableKept,
        happened: Happened,
        match: Match | None = None,
        follows: tuple[int, TableKept] | None = None,
    ) -> str:
        """Stores a new table, under a short code that is free, and the one that it follows. Its match, if it has begun,
        is kept in memory for those who are about to come, unless they may come to another node."""
        for _ in range(TRIES):
            try:
                table_id = await self.store.add_table(table, happened, follows)
                break
            except WordTaken:
                table.word = lobby.new_word()
        else:
            raise Refusal("store")
        room = self.may_open.is_set() and not self.draining and len(self.tables) < self.settings.most_tables
        if match is not None and room and self.store.alone:
            await self.lay(Loaded(table_id, table, happened.moves, [], None, happened.clocks, []), match)
        return table.code

    async def open_table(self, asked: TableAsked, host: GuestKept, who: Caller) -> str:
        """A new table, in its lobby or already begun."""
        table = lobby.set_table(asked, host)
        if table.position:
            await self.trials.position(table, who)
        lobby.set_patience(table, asked.patience, self.settings.patience)
        lobby.set_pace(table, asked.pace)
        if asked.start:
            return await self.begin(table)
        return await self.add(table, Happened([], Standing()))

    async def open_once_more(self, table_id: int, table: TableKept, loser: int) -> None:
        """The rematch of a table, which somebody has lost or (NOBODY) has not; both know of it, or neither."""
        again = lobby.once_more(table, loser)
        table.rematch = again.code
        await self.begin(again, (table_id, table))

    async def begin(self, table: TableKept, follows: tuple[int, TableKept] | None = None) -> str:
        """A new table whose game begins at once."""
        lobby.fill(table)
        table.phase = "playing"
        match = new_match(table, fresh_seed())
        if match.is_over():
            table.phase = "over"
        clocks = Clocks(table, [], self.settings.now)
        ticking = clocks.turn(match.asked())
        self.ringing.expect(clocks.first_due())
        started = MoveKept("start", chance=chance_after(match, 0))
        return await self.add(table, Happened([started], standing(match), clocks=ticking), match, follows)

    async def open_lesson(self, asked: LearnAsked, guest: GuestKept) -> str:
        """The table of a lesson: the one that was left before its end, or a new one."""
        lesson = find_lesson(asked.game, asked.lesson)
        if lesson is None:
            raise Refusal("not_found")
        for kept in await self.store.lessons(guest.guest):
            if (kept.game, kept.lesson) == (lesson.game, lesson.name) and await self.is_open(kept.code):
                return kept.code
        table, match = lobby.set_lesson(lesson, guest)
        begun = LessonKept(guest.guest, lesson.game, lesson.name, table.code, False)
        return await self.add(table, Happened(moves_of(match.record()), standing(match), lesson=begun), match)

    async def open_daily(self, game: str, guest: GuestKept) -> str:
        """Today's deal of a game: one table for each guest."""
        if game not in GAMES:
            raise Refusal("not_found")
        day = today()
        code = (await self.begun_today(guest.guest, day)).get(game)
        if code:
            return code
        table = set_daily(game, day, guest)
        match = new_match(table, None)
        match.deal = deal_of(self.secret, table)
        match.let_chance_speak()
        started = MoveKept("start", chance=chance_after(match, 0))
        begun = LessonKept(guest.guest, game, f"daily {day}", table.code, False)
        return await self.add(table, Happened([started], standing(match), lesson=begun), match)

    async def begun_today(self, guest: str, day: str) -> dict[str, str]:
        """The codes of a guest's tables of a day's deals."""
        return {kept.game: kept.code for kept in await self.store.lessons(guest) if kept.lesson == f"daily {day}"}

    async def is_open(self, code: str) -> bool:
        """Whether a lesson's table is there, and not at its end."""
        table = await self.table(code, force=True)
        return table is not None and table.room.course is not None and not table.room.course.is_done()

    async def upload(self, text: str, guest: GuestKept, who: Caller) -> str:
        """A table from a record: to be looked through if it is finished, else to be played on from a lobby."""
        laid = await self.trials.record(text, guest, who)
        return await self.add(laid.table, laid.happened)

    async def lines(self, guest: str) -> list[TableLineSent]:
        """A guest's games."""
        return [table_line_sent(line, guest) for line in await self.store.lines(guest)]


@contextlib.asynccontextmanager
async def opened(folder: Path, settings: Settings | None = None) -> AsyncIterator[House]:
    """A house that is closed again."""
    house = House(folder, settings)
    house.open()
    try:
        yield house
    finally:
        await house.close()
