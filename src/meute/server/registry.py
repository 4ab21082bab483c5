"""Table registry: the live tables of this node, and the store, worker pools and timers that they share."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meute.core.errors import BadInput
from meute.match import Match
from meute.server.ladder import Ladder
from meute.server.listings import table_line_sent
from meute.server.matchmaking.matchmaker import Matchmaker
from meute.server.matchmaking.presence import Presence
from meute.server.matchmaking.public_room import PublicRoom
from meute.server.messages.matchmaking import FromHome
from meute.server.messages.requests import TableRequest
from meute.server.messages.responses import DealTicketSent, TableListSent, TableSummarySent
from meute.server.metrics import METRICS
from meute.server.notifications.notifications import Notifications
from meute.server.people.accounts import Accounts
from meute.server.people.groups import Groups
from meute.server.rate_limits import Caller, Limits
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.settings import Settings
from meute.server.store import open_store
from meute.server.store.interface import CodeTaken, OwnerNode, Store, StoreFailed
from meute.server.store.models import LoadedTable, StoredGuest, StoredMove, StoredTable, TableStatus, TableUpdate
from meute.server.table import lobby
from meute.server.table.clock import Clocks
from meute.server.table.connection import GOING_AWAY
from meute.server.table.game_luck import GameLuck
from meute.server.table.home_updates import Homes, Part
from meute.server.table.league import League
from meute.server.table.play import table_status
from meute.server.table.restore import chance_after, fresh_seed, new_match
from meute.server.table.sealed import contribute, deal_of, new_deal, new_ticket, read_ticket, rematch_name, seal
from meute.server.table.table import Table
from meute.server.thinking.sandbox import Sandbox
from meute.server.thinking.workers import ADVISER_NICENESS, BOT_NICENESS, WorkerPool
from meute.server.thread_pool import Pool
from meute.server.timer import Timer
from meute.server.tournaments.organizer import Organizer
from meute.server.uploads.upload_check import UploadChecker

if TYPE_CHECKING:
    from meute.server.cluster.node_proxy import Dial, NodeProxy
    from meute.server.thinking.nats_workers import Broker

log = logging.getLogger(__name__)

WORKERS_START_AFTER = 1.0
"""Seconds until the worker processes start, unless a bot needs one earlier: the first pages have priority."""
SWEEP_EVERY = 3600.0
SWEEP_PAUSE = 0.1
"""Seconds between two sweeps for expired rows, and between two batches of one sweep."""
RECENTLY_USED = 1.0
"""Seconds during which a table that was just requested is not unloaded."""
DRAIN_TIME = 0.5
"""Seconds for running table tasks, and for releasing the leases, before the node stops."""
DRAIN_BATCH = 20
DRAIN_PAUSE = 0.02
"""Tables whose connections are closed at once while draining, and the seconds between two batches."""
FORWARDING, MOST_FORWARDED = 8, 64
"""Requests forwarded to other nodes at the same time, and the most that run or wait."""
CODE_TRIES = 20
"""Attempts to find a short code that no other lobby uses."""


class HeldElsewhere(Exception):
    """Another node holds the table's lease."""

    def __init__(self, where: OwnerNode) -> None:
        super().__init__(where.node)
        self.where = where


@dataclass(frozen=True)
class Platform:
    """Store, worker pool, sandbox and threads: by default files, processes and threads; in a browser and in a
    simulation, replacements for them."""

    store: Callable[[Path, Settings], Store] = open_store
    workers: Callable[[int, int], WorkerPool] = WorkerPool
    sandbox: Callable[[str, int], Sandbox] = Sandbox
    pool: Callable[[str, int, int], Pool] = Pool
    dial: "Dial | None" = None
    """Opens a WebSocket to another node; None: with the `websockets` library."""


LOCAL_PLATFORM = Platform()


class TableRegistry:
    """Loads tables from the store on demand, and unloads idle ones."""

    def __init__(self, folder: Path, settings: Settings | None = None, platform: Platform = LOCAL_PLATFORM) -> None:
        self.settings = settings or Settings()
        self.platform = platform
        self.store = platform.store(folder, self.settings)
        self.store.set_callbacks(self.on_lease_lost, self.on_node_message)
        self.secret = Secret(folder)
        self.accounts = Accounts(self)
        self.notifications = Notifications(self)
        self.homes = Homes(self)
        self.presence = Presence(self)
        self.public_room = PublicRoom(self)
        self.matchmaker = Matchmaker(self)
        self.ladder = Ladder(self)
        self.organizer = Organizer(self)
        self.game_luck = GameLuck(self)
        self.groups = Groups(self)
        self.league = League(self)
        self.broker: Broker | None = None
        self.bots = self.make_workers(platform, self.settings.bots.workers, BOT_NICENESS)
        self.advisers = self.make_workers(platform, self.settings.bots.advisers, ADVISER_NICENESS)
        self.limits = Limits(self.settings)
        self.upload_checker = UploadChecker(self.settings, self.limits.trials, platform.sandbox)
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Task[Table | None]] = {}
        self.may_open = asyncio.Event()
        """Cleared while the store reassigns seats: no table is loaded then."""
        self.may_open.set()
        self.unloading = asyncio.Lock()
        self.write_probe = asyncio.Lock()
        """Held while a write tests whether the store works again."""
        self.clock_timer = Timer("the clocks", self.ring_clocks, self.settings)
        self.background_tasks: list[asyncio.Task[None]] = []
        self.pars_running: set[str] = set()
        """The deals that the computer player plays now, or is about to."""
        self.par_lock = asyncio.Lock()
        self.worker_start: asyncio.TimerHandle | None = None
        self.draining = False
        self.lease_losses = 0
        """How often the lease has expired."""
        self.up_since = 0.0
        """Since when a server has been running without interruption, this one or another node (Unix time)."""
        self.proxies: dict[str, set[NodeProxy]] = {}
        """Proxied WebSockets, by the node that they lead to."""
        self.forwarding = platform.pool("forwarding", FORWARDING, MOST_FORWARDED)
        """Threads that forward requests to other nodes."""
        self.detached_tasks: set[asyncio.Task[None]] = set()
        """Background tasks, kept here so that they are not garbage-collected."""

    def make_workers(self, platform: Platform, processes: int, niceness: int) -> WorkerPool:
        """Worker processes on this machine; with `--nats`, also workers on other machines."""
        if not self.settings.cluster.nats_url:
            return platform.workers(processes, niceness)
        try:
            from meute.server.thinking.nats_workers import Broker, NatsWorkers
        except ModuleNotFoundError:
            raise BadInput("error.extra", "--nats", extra="club") from None
        self.broker = self.broker or Broker(self.settings.cluster.nats_url)
        return NatsWorkers(processes, niceness, self.broker)

    def open(self) -> None:
        """Opens the store, and starts the background tasks."""
        self.up_since = self.settings.now()
        self.store.open()
        if self.broker is not None:
            self.broker.open()
        self.worker_start = asyncio.get_running_loop().call_later(WORKERS_START_AFTER, self.bots.open)
        background = [
            self.sweep_idle(),
            self.delete_expired(),
            self.clock_timer.run(),
            self.notifications.timer.run(),
            self.notifications.webhooks.timer.run(),
        ]
        background += [self.ladder.timer.run(), self.presence.run(), self.organizer.timer.run()]
        if self.settings.room.public:
            background += [self.public_room.run(), self.matchmaker.timer.run()]
        self.background_tasks = [asyncio.create_task(task) for task in background]

    async def close(self) -> None:
        """Disconnects all clients and closes the store; every move is stored already."""
        for task in self.background_tasks:
            task.cancel()
        if self.worker_start is not None:
            self.worker_start.cancel()
        await self.drain()
        await asyncio.gather(*self.detached_tasks, return_exceptions=True)
        self.bots.close()
        self.advisers.close()
        if self.broker is not None:
            await self.broker.close()
        await self.upload_checker.close()
        self.forwarding.close()
        self.notifications.close()
        await self.store.close()

    # --- cluster

    def unready_reason(self) -> str:
        """The reason why this node is not ready for requests; empty if it is ready."""
        if self.draining:
            return "it leaves"
        if not self.store.holds_lease():
            return "the database does not answer"
        refused = self.store.write_error()
        return f"the store refuses writes: {refused}" if refused else ""

    async def check_ready(self) -> str:
        """`unready_reason`, after a test write if the store has refused writes; one test at a time."""
        if self.store.write_error() and not self.write_probe.locked():
            async with self.write_probe:
                with contextlib.suppress(StoreFailed):
                    await self.store.probe_write()
        return self.unready_reason()

    async def drain(self) -> None:
        """Stops loading tables, finishes their running tasks, releases all leases, then disconnects the clients.

        Clients are disconnected last, so that another node can take their table at once.
        """
        self.draining = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_TIME):
                await asyncio.gather(*self.opening.values(), return_exceptions=True)
                pending = [table.ask(lambda _: None) for table in self.tables.values()]
                await asyncio.gather(*pending, return_exceptions=True)
        self.homes.close()
        tables = list(self.tables.values())
        self.tables.clear()
        for table in tables:
            table.close()
        if tables:
            with contextlib.suppress(StoreFailed, TimeoutError):  # then the leases expire
                async with asyncio.timeout(DRAIN_TIME):
                    await self.store.release_all()
        for n, table in enumerate(tables):
            table.abort(GOING_AWAY)
            if n % DRAIN_BATCH == DRAIN_BATCH - 1:
                await asyncio.sleep(DRAIN_PAUSE)  # spreads the reconnecting clients over time

    def check_accepting(self) -> None:
        """Refuses connections while draining, or after the lease was lost: the client tries another node."""
        if self.draining or (self.lease_losses and not self.store.holds_lease()):
            raise Refusal("moving")

    def on_lease_lost(self) -> None:
        """Closes all tables: heartbeats to the database failed for too long, other nodes may take them."""
        self.lease_losses += 1
        for table in list(self.tables.values()):
            METRICS.events["lost"] += 1
            table.abort(GOING_AWAY)

    def on_node_message(self, kind: str, subject: str) -> None:
        """Handles a notification from another node."""
        if kind == "table" and subject in self.tables:
            self.tables[subject].abort(GOING_AWAY)
        elif kind == "gone":
            for proxy in list(self.proxies.get(subject, ())):
                proxy.node_gone.set()
        elif kind == "home":
            self.homes.notify_here(subject)
        elif kind == "room":
            self.public_room.is_changed.set()
        elif kind == "seek" and subject:
            self.homes.notify_here(subject, "seek")
        elif kind == "seek":
            self.matchmaker.timer.schedule(self.settings.now())
        elif kind == "tournament":
            self.organizer.timer.schedule(self.settings.now())
        elif kind == "follow":
            self.homes.notify_followers_here(subject)
        elif kind == "ladder":
            player, *games = subject.split(" ")
            self.ladder.note_ready(player, games)
        elif kind == "people":
            self.accounts.clear_cache()
            self.disconnect(subject)
        elif kind == "wishes":
            if subject in self.accounts.loaded_prefs or subject in self.seated_guests():
                self.run_in_background(self.reset_clocks_here(subject))
        elif kind == "uptime":
            self.up_since = self.settings.now() - float(subject)
        elif kind == "listening":
            self.accounts.clear_cache()
            self.run_in_background(self.reload_preferences())

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Starts a task without waiting for it."""
        task = asyncio.ensure_future(work)
        self.detached_tasks.add(task)
        task.add_done_callback(self.detached_tasks.discard)

    async def reset_clocks_here(self, guest: str) -> None:
        """Recomputes a player's clocks on this node after another node changed the player's preferences."""
        with contextlib.suppress(StoreFailed):
            await self.accounts.load_prefs([guest])
        for table in list(self.tables.values()):
            if table.room.stored.pace is not None and table.room.seats_of(guest):
                with contextlib.suppress(Refusal, StoreFailed):
                    await table.run_task(Table.refresh_clocks)

    async def reload_preferences(self) -> None:
        """Reloads the preferences of seated guests: notifications may have been lost."""
        with contextlib.suppress(StoreFailed):
            await self.accounts.load_prefs(self.seated_guests())

    def seated_guests(self) -> set[str]:
        """Guests with a seat at a live table."""
        return {seat.guest for table in self.tables.values() for seat in table.room.stored.seats} - {""}

    # --- tables in memory

    async def sweep_idle(self) -> None:
        """Periodically unloads idle tables, and disconnects banned players."""
        while True:
            await asyncio.sleep(min(30.0, max(0.05, self.settings.tables.idle_seconds / 2)))
            with contextlib.suppress(StoreFailed):
                for guest in await self.store.people.banned():
                    self.disconnect(guest)
            self.unload_idle()

    def unload_idle(self) -> None:
        """Unloads tables idle for `tables.idle_seconds`, and preferences of guests who are not seated."""
        for table in [table for table in self.tables.values() if table.is_idle(self.settings.tables.idle_seconds)]:
            self.unload(table)
        self.accounts.keep_prefs_of(self.seated_guests())

    def unload_excess(self, most: int) -> None:
        """If more than `most` tables are in memory, unloads those that have been idle longest.

        Unloads a tenth more than necessary: sorting all tables is too slow to repeat for each new one.
        """
        over = len(self.tables) - most
        if over > 0:
            idle = [table for table in self.tables.values() if table.is_idle(RECENTLY_USED)]
            for table in sorted(idle, key=lambda table: table.last_used)[: over + self.settings.tables.in_memory // 10]:
                self.unload(table)

    def unload(self, table: Table) -> None:
        """Removes a table from memory; it stays in the store."""
        self.release_table(table)
        table.close()

    async def delete_expired(self) -> None:
        """Hourly, deletes expired rows from the store in small batches; live tables stay."""
        rule = self.settings.store.retention
        while rule is not None:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                while await self.store.purge_expired(rule, {*self.tables, *self.opening}):
                    await asyncio.sleep(SWEEP_PAUSE)
            except StoreFailed as failed:
                log.error("not swept: %s", failed)

    async def ring_clocks(self) -> float | None:
        """Checks every table with an expired clock, loaded or not. Returns when the next clock expires."""
        for code in await self.store.tables_with_due_clocks(self.settings.now()):
            try:
                table = await self.table(code)
                if table is not None:
                    await table.run_task(Table.check_clocks)
            except (Refusal, HeldElsewhere):
                pass
            except StoreFailed as failed:
                log.error("the clocks of table %s: %s", code, failed)
        return await self.store.next_clock_due()

    async def reset_clocks(self, guest: str) -> None:
        """Recomputes all clocks of a player after the player's preferences changed."""
        for code in await self.store.people.tables_with_running_clocks(guest):
            with contextlib.suppress(HeldElsewhere):
                table = await self.table(code)
                if table is not None:
                    await table.run_task(Table.refresh_clocks)

    async def wake(self, code: str) -> None:
        """Loads a table, so that its bots play; unless another node has it."""
        with contextlib.suppress(Refusal, HeldElsewhere):
            await self.table(code)

    def release_table(self, table: Table) -> None:
        """Removes a table and releases its lease, so that any node can load it again."""
        if self.tables.get(table.room.stored.code) is table:
            del self.tables[table.room.stored.code]
            self.run_in_background(self.release_lease(table.room.id))

    async def release_lease(self, table_id: int) -> None:
        """Lets other nodes load a table."""
        with contextlib.suppress(StoreFailed):  # then the lease expires
            await self.store.release(table_id)

    @contextlib.asynccontextmanager
    async def unloaded(self, codes: Collection[str]) -> AsyncIterator[None]:
        """Keeps tables unloaded while the store reassigns their seats. Clients then reconnect to the new state."""
        async with self.unloading:
            await asyncio.gather(*self.opening.values(), return_exceptions=True)
            self.may_open.clear()
            try:
                for table in [self.tables[code] for code in codes if code in self.tables]:
                    table.abort()
                yield
                for code in codes:
                    await self.store.notify_nodes("table", code)
            finally:
                self.may_open.set()

    async def disconnect_everywhere(self, guest: str) -> None:
        """Closes all connections of a guest, on all nodes; clients reconnect by themselves."""
        self.disconnect(guest)
        await self.store.notify_nodes("people", guest)

    def disconnect(self, guest: str) -> None:
        """Closes all connections of a guest on this node."""
        self.homes.close_pages(guest)
        for table in self.tables.values():
            for watcher in table.room.connections:
                if watcher.guest.guest == guest:
                    watcher.close(GOING_AWAY)

    async def table(self, code: str, unreachable: str = "", force: bool = False) -> Table | None:
        """The table with this code, from memory or from the store; None if there is none.

        Raises HeldElsewhere if another node has it, unless that node is `unreachable`, or `force` moves the table here.
        """
        table = self.tables.get(code)
        if table is not None:
            return table
        if not code.isalnum():  # never a code, and databases reject some characters
            return None
        opening = self.opening.get(code)
        if opening is None:
            opening = self.opening[code] = asyncio.create_task(self.load(code, unreachable, force))
            opening.add_done_callback(lambda _: self.opening.pop(code, None))
        return await asyncio.shield(opening)

    async def load(self, code: str, unreachable: str, force: bool) -> Table | None:
        """Loads a table from the store and takes its lease. If the lease expires meanwhile, another node may have taken
        the table, and this one would never be told of its moves."""
        await self.may_open.wait()
        losses = self.lease_losses
        if self.draining:
            raise Refusal("moving")
        self.unload_excess(self.settings.tables.most_in_memory - 1)
        if len(self.tables) >= self.settings.tables.most_in_memory:
            raise Refusal("full")
        try:
            loaded = await self.store.acquire(code, force, unreachable)
            if loaded is None:
                return None
            if isinstance(loaded, OwnerNode):
                raise HeldElsewhere(loaded)
            METRICS.events["taken"] += 1
            table = await self.install(loaded)
        except HeldElsewhere:
            raise
        except Exception as error:
            log.error("table %s cannot be opened: %r", code, error)
            raise Refusal("store") from None
        if losses != self.lease_losses:
            table.abort(GOING_AWAY)
            raise Refusal("moving")
        return table

    async def install(self, loaded: LoadedTable, match: Match | None = None) -> Table:
        """Puts a loaded table into memory; with its match, if the caller has it."""
        await self.accounts.load_prefs({seat.guest for seat in loaded.table.seats if seat.guest})
        table = self.tables[loaded.table.code] = Table(self, loaded, match)
        table.inbox.post(Table.after_change)
        self.unload_excess(self.settings.tables.in_memory)
        return table

    async def add(
        self,
        table: StoredTable,
        happened: TableUpdate,
        match: Match | None = None,
        follows: tuple[int, StoredTable] | None = None,
    ) -> str:
        """Stores a new table with a free short code; also updates the table (id, data) it `follows`. Returns the code.

        A table with a match stays in memory, unless its players may connect to another node.
        """
        for _ in range(CODE_TRIES):
            try:
                table_id = await self.store.add_table(table, happened, follows)
                break
            except CodeTaken:
                table.word = lobby.new_word()
        else:
            raise Refusal("store")
        has_room = (
            self.may_open.is_set() and not self.draining and len(self.tables) < self.settings.tables.most_in_memory
        )
        if match is not None and has_room and self.store.is_single_node:
            await self.install(LoadedTable(table_id, table, happened.moves, [], None, happened.clocks, []), match)
        return table.code

    async def open_table(self, body: TableRequest, host: StoredGuest, caller: Caller) -> str:
        """Creates a table, in its lobby or started. Returns its code."""
        if body.public:
            await self.public_room.check_may_open(host.guest)
        if body.group:
            await self.groups.check_member(host.guest, body.group)
        table = lobby.new_table(body, host)
        table.group = body.group
        if table.position:
            await self.upload_checker.position(table, caller)
        if body.ticket:
            table.code = await self.redeem_ticket(body.ticket)
            contribute(table, host.guest, body.contribution)
        table.deal = None if body.by_hand else new_deal(self.secret, table.code, table.code)
        lobby.set_patience(table, body.patience, self.settings.tables.patience_seconds)
        lobby.set_pace(table, body.pace)
        lobby.check_rated(table)
        if body.start:
            code = await self.begin(table)
        else:
            code = await self.add(table, TableUpdate([], TableStatus()))
            if table.public:
                await self.homes.notify_room()
        if table.group:
            await self.groups.notify(table.group)
            await self.notifications.webhooks.tell_group_of_table(table.group, code)
        return code

    def deal_ticket(self) -> DealTicketSent:
        """A ticket for a table that starts at once, with the seal of its deal."""
        code = lobby.new_code()
        return DealTicketSent(ticket=new_ticket(self.secret, code, self.settings.now()), seal=seal(self.secret, code))

    async def redeem_ticket(self, ticket: str) -> str:
        """The code of a ticket, once: a second table of the code would be dealt the same."""
        now = self.settings.now()
        code, until = read_ticket(self.secret, ticket, now)
        if not await self.store.people.claim(self.secret.hash("used deal ticket", code), until, now):
            raise Refusal("stale")
        return code

    async def open_rematch(self, table_id: int, table: StoredTable, loser: int) -> None:
        """Creates the rematch of a table and links both, in one transaction; `loser` is a seat, or NOBODY."""
        again = lobby.rematch_of(table, loser)
        again.deal = new_deal(self.secret, rematch_name(table.code), again.code) if table.deal else None
        table.rematch = again.code
        await self.begin(again, (table_id, table))

    async def begin(self, table: StoredTable, follows: tuple[int, StoredTable] | None = None) -> str:
        """Creates a table and starts its game."""
        lobby.fill_open_seats(table)
        table.phase = "playing"
        match = new_match(table, fresh_seed(), deal_of(self.secret, table))
        if match.is_over():
            table.phase = "over"
        clocks = Clocks(table, [], self.settings.now)
        ticking = clocks.update(match.seats_to_act())
        self.clock_timer.schedule(clocks.first_due())
        started = StoredMove("start", chance=chance_after(match, 0))
        return await self.add(table, TableUpdate([started], table_status(match), clocks=ticking), match, follows)

    async def upload(self, text: str, guest: StoredGuest, caller: Caller) -> str:
        """Creates a table from a record: a replay if the game is finished, else a lobby to play on."""
        upload = await self.upload_checker.record(text, guest, caller)
        return await self.add(upload.table, upload.happened)

    async def home_part(self, guest: str, part: Part, followed: str = "") -> FromHome:
        """A part of a guest's page."""
        match part:
            case "seek":
                return await self.matchmaker.seek_sent(guest)
            case "room":
                return await self.public_room.room_sent(guest)
            case "followed":
                return await self.followed_part(guest, followed)
        return TableListSent(tables=await self.game_list(guest))

    async def followed_part(self, guest: str, followed: str) -> FromHome:
        """The tournament, group or list that a guest's page shows."""
        kind, _, code = followed.partition(" ")
        try:
            match kind:
                case "tournament":
                    return await self.organizer.sent(guest, code)
                case "tournaments":
                    return await self.organizer.list_sent(guest)
                case "group":
                    return await self.groups.sent(guest, code)
            raise Refusal("not_found")
        except Refusal as refusal:
            return refusal.to_message()

    async def game_list(self, guest: str) -> list[TableSummarySent]:
        """Summaries of a guest's games."""
        return [table_line_sent(line, guest) for line in await self.store.table_summaries(guest)]


@contextlib.asynccontextmanager
async def opened(folder: Path, settings: Settings | None = None) -> AsyncIterator[TableRegistry]:
    """A registry that is open inside the `async with` block."""
    registry = TableRegistry(folder, settings)
    registry.open()
    try:
        yield registry
    finally:
        await registry.close()
