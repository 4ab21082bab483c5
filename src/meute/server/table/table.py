"""A live table: one asyncio task with an inbox. Each change is validated, applied, stored, and only then sent to
clients."""

import asyncio
import copy
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import msgspec

from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.match import Match, Refused, write_record
from meute.match.deal import is_secret
from meute.server.logs import CURRENT_TABLE
from meute.server.messages import requests
from meute.server.messages.requests import AskEffects, AskHint, AskWhy, FromClient, Hello, Play, Sit
from meute.server.messages.responses import DealCheckSent, RematchSent, SceneSent, TurnSent
from meute.server.metrics import METRICS
from meute.server.rate_limits import Caller
from meute.server.refusal import Refusal, from_bad_input, from_rules
from meute.server.store.interface import LeaseLost, StoreFailed
from meute.server.store.models import LoadedTable, StoredGuest
from meute.server.store.ratings import is_rated
from meute.server.system import monotonic
from meute.server.table import by_hand, lobby
from meute.server.table.advice import TableAdvice
from meute.server.table.bots import TableBots
from meute.server.table.broadcast import Broadcast
from meute.server.table.clock import Clocks
from meute.server.table.connection import BROKEN, FLOOD, GOING_AWAY, Connection
from meute.server.table.home_updates import Status, people_of, statuses
from meute.server.table.inbox import Inbox, run_and_answer
from meute.server.table.kinds import kind_of
from meute.server.table.play import GamePlay
from meute.server.table.programs import Programs, check_token
from meute.server.table.restore import record_until, restore
from meute.server.table.review import Review
from meute.server.table.room import Room
from meute.server.table.scene import ahead_sent, ask_sent, current_scene, effects_sent, scene_at, why_sent
from meute.server.table.sealed import check_sent, deal_of, record_of
from meute.server.table.standing_orders import change_orders, follow_orders
from meute.server.table.undo import UndoVote
from meute.server.throttle import Throttle

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

log = logging.getLogger(__name__)

T = TypeVar("T")

METERED_MESSAGES = frozenset(
    (Hello, Sit, AskWhy, AskEffects, AskHint, requests.AskReview, *get_args(requests.LobbyCommand))
)
"""Messages whose CPU time is charged to the guest: each is answered with, or sends to all, a whole table or more."""
SEAT_MESSAGES = (
    Play,
    requests.Draw,
    requests.Undo,
    requests.AgreeUndo,
    requests.Resign,
    requests.Again,
    requests.Reveal,
    requests.SetOrder,
    requests.DropOrder,
    AskWhy,
    AskEffects,
)
HOST_MESSAGES = (requests.Start, requests.Hush, requests.SetSlow)
"""SEAT_MESSAGES: only the owner of the seat may send them. HOST_MESSAGES: only the host."""


class Table:
    """One table in memory. Its parts refer to each other and to the room, but never to the table, so that it can be
    freed."""

    def __init__(self, registry: "TableRegistry", loaded: LoadedTable, match: Match | None = None) -> None:
        self.registry = registry
        if match is None and loaded.table.phase != "lobby":
            match = restore(loaded.table, loaded.moves, loaded.snapshot)
        kind = kind_of(loaded.table, registry.secret)
        if match is not None:
            match.deal = deal_of(registry.secret, loaded.table)
            kind.prepare(match)
        self.room = Room(loaded, match, kind, registry.store, registry.settings)
        self.clocks = Clocks(loaded.table, loaded.clocks, registry.settings.now, registry.accounts.prefs)
        self.game_play = GamePlay(self.room, loaded.moves, self.clocks)
        self.inbox = Inbox()
        self.bots = TableBots(self.room, registry.bots, self.inbox.post)
        self.programs = Programs(self.room, self.game_play, self.inbox.post)
        self.undo_vote = UndoVote(self.room, self.game_play, self.bots.stood_in)
        self.broadcast = Broadcast(self.room, self.bots, self.undo_vote, self.clocks)
        self.advice = TableAdvice(self.room, registry.advisers, registry.limits, self.inbox.post)
        self.review = Review(self.room, registry.advisers, registry.limits)
        self.presence = Throttle(
            partial(self.inbox.post, Table.send_presence), registry.settings.tables.presence_interval_seconds
        )
        self.pending_answers: set[asyncio.Future[Any]] = set()
        """Futures of callers that wait for `run_task`."""
        self.last_statuses = self.statuses()
        """The statuses that home pages were last notified of; empty: no such page has been open since."""
        self.luck_asked = False
        """Whether the luck of the finished game is to be measured."""
        self.busy = False
        self.last_used = monotonic()
        self.task = asyncio.create_task(self.run())
        self.bots.stand_in({*self.clocks.expired_seats(), *loaded.table.stood_in})

    # --- task

    async def run(self) -> None:
        """Runs the inbox's tasks one at a time."""
        CURRENT_TABLE.set((self.room.stored.code, self.room.store.epoch(self.room.id)))
        while True:
            self.busy = False
            task = await self.inbox.next()
            self.busy = True
            self.last_used = monotonic()
            try:
                await task(self)
                self.update_homes()
            except LeaseLost:
                self.lose_lease()
            except StoreFailed as failed:
                log.error("table %s: not stored: %s", self.room.stored.code, failed)
                self.abort()
            except Exception:
                log.exception("table %s", self.room.stored.code)
                self.abort()

    def update_homes(self) -> None:
        """Notifies the home pages of people whose status changed. Other nodes are notified only of people who are not
        connected here, so that a game with all players present costs them nothing."""
        stored = self.room.stored
        if not (stored.public or stored.group) and not self.registry.homes.may_be_open(people_of(stored)):
            self.last_statuses = {}
            return
        statuses, before = self.statuses(), self.last_statuses
        if statuses == before:
            return
        self.last_statuses = statuses
        if stored.group and {one[:3] for one in statuses.values()} != {one[:3] for one in before.values()}:
            self.registry.run_in_background(self.registry.homes.notify_followers(f"group {stored.group}"))
        if stored.public:
            self.announce_in_room(was_playing="playing" in {status.phase for status in before.values()})
        changed = {guest for guest in statuses.keys() | before.keys() if statuses.get(guest) != before.get(guest)}
        self.registry.homes.notify(changed, changed - {connection.guest.guest for connection in self.room.greeted()})

    def announce_in_room(self, was_playing: bool) -> None:
        """Announces a change of a public table: a move only at this node, since other nodes look now and then."""
        if was_playing and self.room.stored.phase == "playing":
            self.registry.public_room.is_changed.set()
        else:
            self.registry.run_in_background(self.registry.homes.notify_room())

    def statuses(self) -> dict[str, Status]:
        """Status of the table for each of its people, as listed on their home pages."""
        match, stored = self.room.match, self.room.stored
        to_act = match.seats_to_act() if match is not None and stored.phase == "playing" else []
        return statuses(stored, [seat for seat in to_act if not self.room.has_resigned(seat)])

    async def ask(self, question: Callable[["Table"], T]) -> T:
        """Calls a function between two tasks, when everything visible is stored, and returns its result."""

        async def task(table: Table) -> T:
            return question(table)

        return await self.run_task(task)

    async def run_task(self, task: Callable[["Table"], Awaitable[T]]) -> T:
        """Runs a task through the inbox and returns its result."""
        if self.inbox.closed:
            raise Refusal("store")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.pending_answers.add(answer)
        answer.add_done_callback(self.pending_answers.discard)
        self.inbox.post(partial(run_and_answer, task, answer))
        try:
            return await answer
        finally:
            del answer  # its exception would keep this frame alive

    def is_idle(self, seconds: float) -> bool:
        """Whether there has been no connection, search or task for this number of seconds."""
        quiet = not (self.room.connections or self.busy or self.bots.searches or self.inbox.tasks)
        return quiet and monotonic() - self.last_used >= seconds

    def close(self) -> None:
        """Unloads the table from memory; the store has everything."""
        if self.inbox.closed:
            return
        self.inbox.close()
        self.presence.cancel()
        self.bots.stop()
        self.programs.stop()
        self.advice.close()
        self.review.close()
        self.task.cancel()
        for answer in self.pending_answers:
            if not answer.done():
                answer.set_exception(Refusal("store"))
        del self.task  # it refers to the table

    def abort(self, code: int = BROKEN) -> None:
        """Disconnects all clients and unloads: memory may differ from the store, so clients reconnect to the stored
        state."""
        self.registry.release_table(self)
        for connection in self.room.connections:
            connection.close(code)
        self.close()

    def lose_lease(self) -> None:
        """Closes the table, as another node holds it now: clients reconnect there and repeat unanswered messages."""
        METRICS.events["fenced"] += 1
        log.warning("table %s is another node's now", self.room.stored.code)
        self.abort(GOING_AWAY)

    # --- connections, presence and clocks

    def join(self, connection: Connection) -> None:
        """Adds a connection, whose first message must be Hello. If the table was unloaded while the connection waited
        for the store, the client must come back."""
        self.room.connections.append(connection)
        if self.inbox.closed:
            connection.close(GOING_AWAY)

    def leave(self, connection: Connection) -> None:
        """Removes a connection."""
        self.room.connections.remove(connection)
        self.advice.leave(connection)
        self.review.leave(connection)
        if connection.greeted:
            self.inbox.post(Table.after_leave)

    async def after_leave(self) -> None:
        """Starts timers for a guest who may be absent now, and announces the change of presence."""
        self.bots.start_searches()
        self.schedule_presence()

    def schedule_presence(self) -> None:
        """Schedules a throttled presence update after a connection came or went."""
        self.room.presence += 1
        self.presence.call()

    async def send_presence(self) -> None:
        """Sends the seats to connections that do not have the latest presence."""
        self.broadcast.send_presence()

    async def greet(self, connection: Connection, hello: Hello) -> None:
        """Answers Hello: sends the table, or only the events that the connection has missed."""
        guest = connection.guest.guest
        if not self.room.may_enter(guest):
            self.room.kick(connection)
            return
        seat = hello.seat if hello.seat is not None else self.room.default_view(connection)
        connection.seat = seat if self.room.may_see(guest, seat) else NOBODY
        known = hello.last + 1
        reset = hello.era != self.room.era or not 0 < known <= self.broadcast.event_count() or connection.seat != seat
        is_new = not connection.greeted
        connection.greeted = True
        if is_new:
            await self.reclaim_seats(self.room.playable_seats(guest))
            await self.registry.notifications.drop_seen(guest, self.room)
            self.bots.start_searches()
            self.schedule_presence()
        self.send_table(connection, 0 if reset else known)
        if is_new:
            await self.begin_rematch()

    def switch_view(self, connection: Connection, seat: int) -> None:
        """Lets a connection view the table from another seat."""
        if not self.room.may_see(connection.guest.guest, seat):
            raise Refusal("not_your_seat")
        connection.seat = seat
        self.send_table(connection)

    def send_table(self, connection: Connection, first: int = 0) -> None:
        """Sends the whole table and charges its size to the caller."""
        self.registry.limits.charge_sent(connection.caller, self.broadcast.send_table(connection, first))

    async def reclaim_seats(self, seats: list[int]) -> None:
        """Returns seats from bots to their guest, with the rest of their time."""
        for seat in seats:
            self.bots.release(seat)
        match = self.room.match
        back = [seat for seat in seats if match is not None and self.clocks.resume(seat, match.seats_to_act())]
        if back:
            await self.store_clocks()
        if set(seats) & set(self.room.stored.stood_in):
            await self.mark_unrated()

    async def store_clocks(self) -> None:
        """Stores the clocks and schedules the next expiry."""
        await self.room.store.save_clocks(self.room.id, list(self.clocks.clocks.values()))
        self.registry.clock_timer.schedule(self.clocks.first_due())

    async def mark_unrated(self) -> None:
        """Stores which seats bots substitute for; the game is no longer rated."""
        seats = sorted(self.bots.stood_in)
        if not self.room.stored.bots_stood_in or seats != self.room.stored.stood_in:
            await self.room.save(msgspec.structs.replace(self.room.stored, bots_stood_in=True, stood_in=seats))

    async def after_change(self, by: int = NOBODY, announce: Callable[[], None] | None = None) -> None:
        """What follows every stored change, caused by seat `by` or by none: reschedules clocks, notifies people who are
        away, starts bots, and tells the connections."""
        self.registry.clock_timer.schedule(self.clocks.first_due())
        match, phase = self.room.match, self.room.stored.phase
        to_act = [] if match is None or phase != "playing" else match.seats_to_act()
        people = [seat for seat in to_act if not self.bots.is_bot_controlled(seat)]
        await self.registry.notifications.update_turns(self.room, people, self.clocks.dues())
        if phase == "over" and by != NOBODY:
            await self.registry.notifications.notify_others(self.room, self.room.stored.seats[by].guest, "over")
        if phase == "over" and self.room.stored.tournament:
            self.registry.organizer.timer.schedule(0.0)
        if phase == "over" and match is not None and not self.luck_asked:
            self.luck_asked = True
            self.registry.game_luck.add(self.room.id, self.room.stored, match)
        self.bots.start_searches()
        self.programs.watch(to_act)
        if announce is not None:
            announce()

    async def check_clocks(self) -> None:
        """Handles expired clocks: a rated game is lost, in any other game a bot substitutes for the player."""
        if self.room.match is None or self.room.stored.phase != "playing":
            return
        people = self.room.human_seats()
        late = {seat: due for seat, due in self.clocks.expire().items() if seat in people}
        loses = is_rated(self.room.stored) or self.room.kind.loses_on_time
        if late and loses and min(late.values()) >= self.registry.up_since:
            await self.lose_on_time(late)
            return
        await self.store_clocks()
        self.bots.stand_in(late)
        if late:
            await self.mark_unrated()
        await self.after_change(announce=self.broadcast.send_seats_to_all)

    async def lose_on_time(self, late: dict[int, float]) -> None:
        """Seats lose a rated game on time, as if they had resigned, the earliest first: the game may end before the
        others are late, whose clocks are then as before."""
        lost = await self.game_play.lose_on_time(late)
        in_time = [seat for seat in late if seat not in lost]
        for seat in in_time:
            self.clocks.resume(seat, [])
        if in_time:
            await self.store_clocks()
        guests = {self.room.stored.seats[seat].guest for seat in lost}
        await self.after_resigning(*lost)
        await self.registry.notifications.notify(guests, self.room.id, "late")

    async def refresh_clocks(self) -> None:
        """Recomputes due times after a player has changed quiet hours or vacations."""
        if self.room.match is not None and self.room.stored.phase == "playing":
            resigned = self.room.match.resigned
            self.clocks.update([seat for seat in self.room.match.seats_to_act() if seat not in resigned])
            await self.store_clocks()
            self.broadcast.send_seats_to_all()

    # --- messages

    def receive(self, connection: Connection, message: FromClient) -> None:
        """Queues a client's message."""
        self.inbox.post(lambda table: table.handle(connection, message))

    async def handle(self, connection: Connection, message: FromClient) -> None:
        """Handles a message, or answers with a refusal."""
        if connection not in self.room.connections:
            return
        try:
            if not connection.greeted and not isinstance(message, Hello):
                raise Refusal("hello_first")
            await self.act(connection, message)
            return
        except Refusal as refusal:
            response = refusal.to_message()  # keeping the exception in a local would keep the table alive
        except Refused as refused:
            response = from_rules(refused).to_message()
        except BadInput as wrong:
            response = from_bad_input(wrong).to_message()
        except LeaseLost:
            raise
        except StoreFailed:
            connection.send(Refusal("store").to_message())
            raise
        except Exception:
            log.exception("table %s: %s", self.room.stored.code, type(message).__name__)
            response = Refusal("broken").to_message()
            if self.game_play.has_unstored_changes():
                self.abort()
        response.key = message.key if isinstance(message, Play | requests.Draw) else ""
        connection.send(response)
        if response.code == "flood" and not connection.greeted:
            connection.close(FLOOD)

    async def act(self, connection: Connection, message: FromClient) -> None:
        """Does what a message asks for; raises if it is refused. Refused decisions of a program are counted."""
        check_token(self.room, connection, message)
        limits = self.registry.limits
        try:
            with limits.metered(connection.caller) if type(message) in METERED_MESSAGES else nullcontext():
                await self.dispatch(connection, message)
        except (Refused, Refusal, BadInput):
            if isinstance(message, Play):
                self.programs.count_mistake(message.seat)
            raise

    async def dispatch(self, connection: Connection, message: FromClient) -> None:
        """Checks permission and calls the handler of a message."""
        if isinstance(message, SEAT_MESSAGES):
            self.room.check_own_seat(connection, message.seat)
        elif isinstance(message, HOST_MESSAGES):
            self.room.check_host(connection)
        match message:
            case Hello():
                await self.greet(connection, message)
            case Sit():
                self.switch_view(connection, message.seat)
            case requests.Start():
                await self.start(connection)
            case Play():
                await self.play(connection, message)
            case requests.Draw():
                await self.draw(connection, message)
            case requests.Undo():
                await self.request_undo(connection, message)
            case requests.AgreeUndo():
                requester = self.undo_vote.requester
                await self.rewind(self.undo_vote.vote(message.seat, message.yes))
                if not message.yes and message.seat != requester:
                    self.announce_refused_undo(requester)
            case requests.Resign():
                await self.resign(message.seat)
            case requests.SetOrder() | requests.DropOrder():
                await change_orders(self, message)
            case requests.Rematch():
                await self.rematch(connection, message.yes, message.contribution)
            case requests.Reveal():
                await self.store_miss()
            case requests.Again():
                self.room.kind.check_allowed("restart")
                await self.restart()
            case requests.Say():
                if not self.registry.limits.chat.take(connection.caller):
                    raise Refusal("flood")
                await self.room.say(connection, message.text)
            case requests.Hush():
                await self.room.moderate(message)
                self.broadcast.send_seats_to_all()
            case requests.SetSlow():
                await self.room.set_slow_mode(message.on)
                self.broadcast.send_seats_to_all()
            case AskWhy():
                begun = self.game_play.read_actions(message.after)
                connection.send(why_sent(self.room.live_match(), message.seat, message.places, begun))
            case AskEffects():
                self.send_effects(connection, message)
            case AskHint():
                self.advice.request_hint(connection, message)
            case requests.AskReview():
                self.review.request(connection, message.seat)
            case requests.AskCurve():
                await self.advice.request_curve(connection, message.on)
            case requests.Claim():
                await self.claim(connection, message)
            case _:
                await self.change(connection, message)

    def send_effects(self, connection: Connection, message: AskEffects) -> None:
        """Answers what each choice will do, unless the game has ended meanwhile."""
        if self.room.stored.phase == "playing":
            begun = self.game_play.read_actions(message.after)
            connection.send(effects_sent(self.room.live_match(), message, begun))

    # --- lobby

    async def change(self, connection: Connection, command: requests.LobbyCommand) -> None:
        """Applies a change of the lobby, and shows it to all."""
        if isinstance(command, requests.SetPublic) and command.on and not self.room.stored.public:
            self.room.check_host(connection)
            await self.registry.public_room.check_may_open(self.room.stored.host)
        was_public = self.room.stored.public
        await self.store_change(connection, command)
        if was_public or self.room.stored.public:
            await self.registry.homes.notify_room()
        self.broadcast.send_table_to_all()

    async def claim(self, connection: Connection, command: requests.Claim) -> None:
        """Seats a guest, if it and the host have not blocked each other, with its preferences."""
        guest, is_public = connection.guest.guest, self.room.stored.public
        await self.registry.accounts.check_may_meet(guest, self.room.stored.host)
        if is_public:
            if not self.registry.limits.public_seats.take(connection.caller):
                raise Refusal("flood")
            await self.registry.public_room.check_may_sit(guest, self.room.stored)
        await self.store_change(connection, command)
        await self.registry.accounts.load_prefs([guest])
        if is_public and self.room.may_begin():
            await self.start(connection)
        else:
            self.broadcast.send_table_to_all()

    async def store_change(self, connection: Connection, command: requests.LobbyCommand) -> None:
        """Applies a change to a copy of the table in the lobby, then stores it: all or nothing."""
        changed = copy.deepcopy(self.room.stored)
        lobby.change(
            changed,
            command,
            connection.guest,
            self.registry.settings.tables.patience_seconds,
            bool(self.game_play.moves),
        )
        await self.room.save(changed)

    async def start(self, connection: Connection) -> None:
        """Fills open seats with bots and starts the game, or continues an uploaded record."""
        lobby.check_in_lobby(self.room.stored)
        lobby.check_rated(self.room.stored)
        changed = copy.deepcopy(self.room.stored)
        lobby.fill_open_seats(changed)
        changed.phase = "playing"
        if changed.position:
            await self.registry.upload_checker.position(changed, connection.caller)
        await self.game_play.start(changed, deal_of(self.registry.secret, changed))
        for connection in self.room.connections:
            connection.seat = self.room.default_view(connection)
        await self.after_change(announce=self.broadcast.send_table_to_all)

    # --- game

    async def play(self, connection: Connection, message: Play) -> None:
        """Handles a seat's decision. A repeated key is answered again but not applied again."""
        if self.game_play.is_repeated(message.seat, message.key, message.action):
            self.broadcast.send_again(connection, message.key)
            return
        actions = self.game_play.read_answer(message.seat, message.action, message.step)
        try:
            self.room.kind.check_play(self.room.live_match(), message.seat, actions, connection.send)
        except Refusal:
            await self.store_miss()
            raise
        await self.reclaim_seats([message.seat])
        with self.registry.limits.metered(connection.caller) if message.whole else nullcontext():
            preview = ahead_sent(self.room.live_match(), message.seat, actions, message.key) if message.whole else None
        if preview is None:
            await self.decide(message.seat, actions, connection, message.key)
        else:
            connection.send(preview)

    async def store_miss(self) -> None:
        """Stores what the table's kind keeps of a mistake."""
        match = self.room.match
        missed = None if match is None else self.room.kind.missed(self.room.stored, match)
        if missed is not None:
            await self.room.store.save_try(missed)

    async def decide(self, seat: int, actions: list[int], mover: Connection | None = None, key: str = "") -> None:
        """Validates, applies, stores and broadcasts a seat's decision."""
        requester = self.undo_vote.requester
        await self.game_play.decide(seat, actions, key)

        def announce() -> None:
            if self.bots.is_mid_choice(seat):
                self.broadcast.defer()
            else:
                self.broadcast.send_changes(mover, key)

        await self.after_change(seat, announce)
        if requester != seat:
            self.announce_refused_undo(requester)
        await follow_orders(self)

    async def draw(self, connection: Connection, message: requests.Draw) -> None:
        """Handles what was drawn at a table of a real box. A repeated key is answered again but not applied again."""
        if await by_hand.draw(self, message):
            await self.after_change(message.seat, partial(self.broadcast.send_changes, connection, message.key))
        else:
            self.broadcast.send_again(connection, message.key)

    def announce_refused_undo(self, requester: int | None) -> None:
        """Sends a refusal to the seat that requested an undo, after another player refused it or played on."""
        for connection in self.room.greeted():
            if connection.seat == requester:
                connection.send(Refusal("undo_refused").to_message())

    def turn_sent(self, guest: str, seat: int | None) -> TurnSent:
        """State of the table for a program that decides for a seat; without a seat, for the one of its own that must
        decide, else for its only one."""
        stored, match, mine = self.room.stored, self.room.match, self.room.playable_seats(guest)
        if seat is None:
            to_act = match.seats_to_act() if match else ()
            seat = next((own for own in mine if own in to_act), mine[0] if len(mine) == 1 else NOBODY)
        if not self.room.may_enter(guest):
            raise Refusal("removed")
        if not self.room.may_see(guest, seat):
            raise Refusal("not_your_seat")
        view = match.view(seat) if match else None
        ask = ask_sent(match, view) if match and view and self.is_turn(guest, seat) and stored.phase != "over" else None
        return TurnSent(
            code=stored.code,
            game=stored.game,
            options=match.options_settled if match else stored.options,
            figures=stored.box,
            phase=stored.phase,
            seat=seat,
            mine=mine,
            to_move=ask is not None,
            step=len(match.steps) if match else 0,
            position=view.text() if view else "",
            seats=self.broadcast.seats(NOBODY),
            scene=current_scene(match, seat) if match else None,
            ask=ask,
        )

    def is_turn(self, guest: str, seat: int | None) -> bool:
        """Whether a seat of the guest (None: any) must decide, or the game is over."""
        match, stored = self.room.match, self.room.stored
        if match is None or stored.phase == "over":
            return stored.phase == "over"
        mine = self.room.playable_seats(guest)
        return any(own in mine for own in match.seats_to_act() if seat in (None, own))

    async def resign(self, seat: int) -> None:
        self.room.kind.check_allowed("resign")
        await self.game_play.resign(seat)
        await self.after_resigning(seat)

    async def after_resigning(self, *seats: int) -> None:
        """Broadcasts resignations; a connection that viewed such a seat gets its default view."""
        await self.registry.public_room.note_leavers(self.room, seats)
        for seat in seats:
            self.bots.release(seat)
        await self.after_change(seats[0], self.broadcast.send_changes)
        for connection in self.room.greeted():
            if connection.seat in seats and self.room.stored.phase != "over":
                connection.seat = self.room.default_view(connection)
                self.broadcast.send_table(connection)

    async def request_undo(self, connection: Connection, message: requests.Undo) -> None:
        """Undoes at once, or asks the other players, who are notified."""
        target = self.undo_vote.request(message.seat, message.step)
        if target is None:
            await self.registry.notifications.notify_others(self.room, connection.guest.guest, "undo")
        await self.rewind(target)

    async def rewind(self, target: tuple[int, int] | None) -> None:
        """Undoes the decisions from a step on; with None, announces that an undo was requested.

        `target` is the step and the seat that undoes freely, or NOBODY if the other players have agreed."""
        if target is None:
            await self.undo_vote.save()
            self.broadcast.send_changes()
            return
        await self.game_play.rewind(*target)
        self.bots.stop()
        await self.after_change(announce=self.broadcast.send_table_to_all)

    async def restart(self) -> None:
        """Plays the game again from its set-up, at a table that allows it."""
        self.room.kind.check_allowed("restart")
        match = self.room.match
        if match is None:
            raise Refusal("not_playing")
        await self.rewind((self.room.kind.first_step(match), NOBODY))

    async def rematch(self, connection: Connection, yes: bool, contribution: str) -> None:
        """Offers, accepts, declines or withdraws a rematch, with a contribution to its deal. The offer is stored, so it
        survives a restart or a move to another node."""
        if contribution and not is_secret(contribution):
            raise Refusal("malformed")
        stored, guest = self.room.stored, connection.guest.guest
        if self.room.match is None or stored.phase != "over":
            raise Refusal("not_over")
        self.room.kind.check_allowed("rematch")
        mine = self.room.seats_of(guest)
        if not mine:
            raise Refusal("not_your_seat")
        others = [seat for seat in stored.agreed if seat not in mine]
        declines = not yes and bool(others) and others == stored.agreed
        agreed = [*others, *mine] if yes else [] if declines else others
        if stored.rematch or sorted(agreed) == sorted(stored.agreed):
            connection.send(self.rematch_sent())
            return
        if not stored.agreed:
            self.registry.limits.count_new_table(connection.caller)
        seats = list(stored.seats)
        seats[mine[0]] = msgspec.structs.replace(seats[mine[0]], rematch_contribution=contribution)
        await self.room.save(msgspec.structs.replace(stored, agreed=agreed, seats=seats))
        if await self.begin_rematch():
            return
        self.room.send_to_all(self.rematch_sent(mine[0] if declines else None))
        if not stored.agreed:
            await self.registry.notifications.notify_others(self.room, guest, "offer")

    def rematch_sent(self, declined: int | None = None) -> RematchSent:
        return RematchSent(code=self.room.stored.rematch, agreed=self.room.stored.agreed, declined=declined)

    async def begin_rematch(self) -> bool:
        """Opens the rematch's table if all people have agreed and are present; returns whether it did."""
        match, stored = self.room.match, self.room.stored
        if (
            match is None
            or stored.phase != "over"
            or stored.rematch
            or not stored.agreed
            or not self.room.may_start_rematch()
        ):
            return False
        changed, result = copy.deepcopy(stored), match.result()
        await self.registry.open_rematch(self.room.id, changed, result.loser() if result else NOBODY)
        self.room.stored = changed
        self.room.send_to_all(self.rematch_sent())
        rematch = await self.registry.table(changed.rematch)
        away = {seat.guest for number, seat in enumerate(stored.seats) if not self.room.is_connected(number)}
        if rematch is not None and away:
            await self.registry.notifications.notify(away, rematch.room.id, "rematch")
        return True

    # --- history

    def scene_at(self, guest: StoredGuest, caller: Caller, step: int, seat: int) -> SceneSent:
        """The table at an earlier step, from a seat that the guest may view."""
        match = self.room.match
        if match is None or not 0 <= step <= len(match.steps):
            raise Refusal("not_found")
        if not self.room.may_enter(guest.guest):
            raise Refusal("removed")
        if not self.room.may_see(guest.guest, seat):
            raise Refusal("not_your_seat")
        with self.registry.limits.metered(caller):
            return scene_at(match, step, seat)

    def record(self, guest: StoredGuest, caller: Caller, until: int | None = None) -> str:
        """The record of the game, or its first steps. It reveals all secrets, so it is available only once the game is
        over."""
        if self.room.match is None or self.room.stored.phase != "over":
            raise Refusal("live_record")
        if not self.room.may_enter(guest.guest):
            raise Refusal("removed")
        with self.registry.limits.metered(caller):
            if until is not None:
                return write_record(record_until(self.room.match, until))
            return write_record(record_of(self.registry.secret, self.room.stored, self.room.match))

    def deal_check(self, guest: StoredGuest, caller: Caller) -> DealCheckSent:
        """What is needed to check the deal, once the game is over."""
        if self.room.match is None or self.room.stored.phase != "over":
            raise Refusal("not_over")
        if not self.room.may_enter(guest.guest):
            raise Refusal("removed")
        with self.registry.limits.metered(caller):
            return check_sent(self.registry.secret, self.room.stored, self.room.match)
