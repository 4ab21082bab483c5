"""A live table: one task with an inbox. Whatever happens is checked, applied, stored, and only then shown."""

import asyncio
import copy
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.core.options import settle_options
from meute.core.seats import CHANCE
from meute.match import Match, Refused, write_record
from meute.server import lobby
from meute.server.bots import Bots
from meute.server.counsel import Counsel
from meute.server.past import by_hand, fresh_seed, restore, snapshot_of
from meute.server.rail import Rail
from meute.server.refusal import Refusal, by_the_rules, of_input, phrase_sent
from meute.server.sight import scene_at, why_sent
from meute.server.store import GuestKept, Loaded, MoveKept, Snapshot, Standing, StoreFailed, TableKept
from meute.server.telling import here_sent, news_sent, table_sent
from meute.server.watcher import BROKEN, FLOOD, Watcher, encoder
from meute.server.way_back import WayBack
from meute.server.wire import (
    AgreeUndo,
    AskCurve,
    AskHint,
    AskSent,
    AskWhy,
    Claim,
    FromClient,
    Hello,
    Hush,
    Leave,
    Play,
    Rematch,
    RematchSent,
    Resign,
    SaidSent,
    Say,
    SceneSent,
    SetHints,
    SetOption,
    SetPatience,
    SetSeat,
    Sit,
    Start,
    Undo,
)

if TYPE_CHECKING:
    from meute.server.house import House

log = logging.getLogger(__name__)

T = TypeVar("T")
Errand = Callable[[], Awaitable[None]]

LONGEST_KEY = 64
PEOPLE = ("guest", "here")
QUESTIONS = (Hello, Sit, AskWhy, AskHint)
"""Messages that change nothing, and cost as much as there is to look through."""


class Table:
    """One table in memory."""

    def __init__(self, house: "House", loaded: Loaded) -> None:
        self.house = house
        self.id = loaded.id
        self.kept = loaded.table
        self.moves = len(loaded.moves)
        self.era = sum(move.did == "undo" for move in loaded.moves)
        self.keys = {(move.seat, move.key): move.action for move in loaded.moves if move.key}
        self.by_hand = by_hand(loaded.moves)
        """The steps that people decided themselves, and no bot for them."""
        self.chat = loaded.chat
        self.match = None if self.kept.phase == "lobby" else restore(self.kept, loaded.moves, loaded.snapshot)
        self.stored_steps = len(self.match.steps) if self.match else 0
        self.watchers: list[Watcher] = []
        self.scenes: dict[int, tuple[SceneSent, AskSent | None]] = {}
        """What each seat sees now, made when somebody looks."""
        self.questions: dict[int, int] = {}
        """For each asked seat, the step at which its question came up."""
        self.bots = Bots(self)
        self.way_back = WayBack(self)
        self.counsel = Counsel(self)
        self.rail = Rail(self)
        self.asking: set[asyncio.Future[Any]] = set()
        """Who waits for an answer from between two errands."""
        self.closed = False
        self.inbox: asyncio.Queue[Errand] = asyncio.Queue()
        self.busy = False
        self.used = time.monotonic()
        self.note_questions({})
        self.task = asyncio.create_task(self.run())
        self.bots.wake()

    # --- the task

    async def run(self) -> None:
        """Does one errand after the other."""
        while True:
            self.busy = False
            errand = await self.inbox.get()
            self.busy = True
            self.used = time.monotonic()
            try:
                await errand()
            except Exception:
                log.exception("table %s", self.kept.code)
                self.give_up()

    def post(self, errand: Errand) -> None:
        """Puts an errand into the inbox, unless the table has left memory."""
        if not self.closed:
            self.inbox.put_nowait(errand)

    async def ask(self, question: Callable[[], T]) -> T:
        """An answer from between two errands, when all that can be seen is stored."""
        if self.closed:
            raise Refusal("store")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.asking.add(answer)
        answer.add_done_callback(self.asking.discard)
        self.post(partial(fulfil, question, answer))
        try:
            return await answer
        finally:
            del answer  # an error that it holds would hold this frame

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has looked and nothing has moved for so long."""
        quiet = not (self.watchers or self.busy or self.bots.thoughts) and self.inbox.empty()
        return quiet and time.monotonic() - self.used >= seconds

    def close(self) -> None:
        """Leaves memory; the store has everything."""
        if self.closed:
            return
        self.closed = True
        self.bots.still()
        self.counsel.close()
        self.task.cancel()
        while not self.inbox.empty():
            self.inbox.get_nowait()
        for answer in self.asking:
            if not answer.done():
                answer.set_exception(Refusal("store"))
        # Nothing that the table holds may hold it, or only the collector could free it.
        for part in (self.bots, self.way_back, self.counsel, self.rail):
            del part.table
        del self.task

    def give_up(self) -> None:
        """What is in memory may differ from the store: everybody is sent away, and comes back to what is stored."""
        self.house.forget(self)
        for watcher in self.watchers:
            watcher.close(BROKEN)
        self.close()

    # --- people

    def join(self, watcher: Watcher) -> None:
        """A connection has come; it says hello next."""
        self.watchers.append(watcher)

    def leave(self, watcher: Watcher) -> None:
        """A connection has gone."""
        self.watchers.remove(watcher)
        self.counsel.leave(watcher)
        if watcher.greeted:
            self.post(self.someone_left)

    async def someone_left(self) -> None:
        self.bots.wake()
        self.tell_seats()

    def seats_of(self, guest: str) -> list[int]:
        """The seats that a guest has taken."""
        return [number for number, seat in enumerate(self.kept.seats) if seat.guest and seat.guest == guest]

    def mine(self, guest: str) -> list[int]:
        """The seats that a guest may play."""
        return [number for number in self.seats_of(guest) if not self.has_resigned(number)]

    def has_resigned(self, number: int) -> bool:
        """Whether whoever has the seat has given the game up."""
        return self.match is not None and number in self.match.resigned

    def people(self) -> list[int]:
        """The seats that people play."""
        seats = enumerate(self.kept.seats)
        return [number for number, seat in seats if seat.kind in PEOPLE and not self.has_resigned(number)]

    def is_here(self, number: int) -> bool:
        """Whether somebody is connected for a seat."""
        seat = self.kept.seats[number]
        if seat.kind in ("open", "bot") or self.has_resigned(number):
            return seat.kind != "open"
        return any(watcher.greeted and watcher.guest.guest == seat.guest for watcher in self.watchers)

    def check_mine(self, watcher: Watcher, seat: int) -> None:
        """Only one's own seats may be played."""
        if seat not in self.mine(watcher.guest.guest):
            raise Refusal("not_your_seat")

    # --- messages

    def hear(self, watcher: Watcher, message: FromClient) -> None:
        """Puts a message into the inbox."""
        self.post(lambda: self.attend(watcher, message))

    async def attend(self, watcher: Watcher, message: FromClient) -> None:
        """Acts on a message, or tells why not."""
        if watcher not in self.watchers:
            return
        try:
            if not watcher.greeted and not isinstance(message, Hello):
                raise Refusal("hello_first")
            with self.house.rationed(watcher.guest.guest) if isinstance(message, QUESTIONS) else nullcontext():
                await self.act_on(watcher, message)
            return
        except Refusal as refusal:
            told = refusal.sent()  # an error that a name in here kept would keep the table, too
        except Refused as refused:
            told = by_the_rules(refused.reason).sent()
        except BadInput as wrong:
            told = of_input(wrong).sent()
        except StoreFailed:
            log.exception("table %s: not stored", self.kept.code)
            watcher.send(Refusal("store").sent())
            self.give_up()
            return
        except Exception:
            log.exception("table %s: %s", self.kept.code, type(message).__name__)
            told = Refusal("broken").sent()
            if self.match is not None and len(self.match.steps) != self.stored_steps:
                self.give_up()
        told.key = message.key if isinstance(message, Play) else ""
        watcher.send(told)
        if told.code == "flood" and not watcher.greeted:
            watcher.close(FLOOD)

    async def act_on(self, watcher: Watcher, message: FromClient) -> None:
        """One message."""
        match message:
            case Hello():
                self.greet(watcher, message)
            case Sit():
                self.sit(watcher, message.seat)
            case Claim():
                guest = watcher.guest
                await self.change(lambda table: lobby.claim(table, message.seat, message.name, guest))
            case Leave():
                self.check_mine(watcher, message.seat)
                await self.change(lambda table: lobby.rise(table, watcher.guest.guest))
            case SetSeat():
                self.check_host(watcher)
                if self.moves:
                    self.check_count(message)
                await self.change(lambda table: lobby.set_seat(table, message.seat, message.to, watcher.guest))
            case SetOption():
                self.check_host(watcher)
                await self.change(lambda table: self.set_option(table, message.name, message.value))
            case SetHints():
                self.check_host(watcher)
                await self.change(lambda table: lobby.set_hints(table, message.on))
            case SetPatience():
                self.check_host(watcher)
                limits = self.house.settings.patience
                await self.change(lambda table: lobby.set_patience(table, message.seconds, limits))
            case Start():
                self.check_host(watcher)
                await self.start()
            case Play():
                await self.play(watcher, message)
            case Undo():
                self.check_mine(watcher, message.seat)
                await self.way_back.undo(message.seat)
            case AgreeUndo():
                self.check_mine(watcher, message.seat)
                await self.way_back.agree(message.seat, message.yes)
            case Resign():
                self.check_mine(watcher, message.seat)
                await self.resign(message.seat)
            case Rematch():
                await self.rematch(watcher)
            case Say():
                await self.rail.say(watcher, message.text)
            case Hush():
                self.check_host(watcher)
                await self.rail.hush(message)
            case AskWhy():
                self.check_mine(watcher, message.seat)
                watcher.send(why_sent(self.playing(), message.seat, message.places))
            case AskHint():
                self.counsel.ask(watcher, message)
            case AskCurve():
                await self.counsel.want_curve(watcher, message.on)

    def greet(self, watcher: Watcher, hello: Hello) -> None:
        """A connection says where it stopped reading, and gets what it missed."""
        if not self.may_come(watcher.guest.guest):
            self.rail.send_away(watcher)
            return
        seat = hello.seat if hello.seat is not None else self.own_view(watcher)
        watcher.seat = seat if self.may_look_from(watcher, seat) else NOBODY
        known = hello.last + 1
        events = len(self.match.events) if self.match else 0
        fresh = hello.era != self.era or not 0 < known <= events or watcher.seat != seat
        came = not watcher.greeted
        watcher.greeted = True
        if came:
            for number in self.mine(watcher.guest.guest):
                self.bots.give_back(number)
            self.bots.wake()
        watcher.send(table_sent(self, watcher, 0 if fresh else known))
        if came:
            self.tell_seats(besides=watcher)

    def sit(self, watcher: Watcher, seat: int) -> None:
        """A connection looks from another seat."""
        if not self.may_look_from(watcher, seat):
            raise Refusal("not_your_seat")
        watcher.seat = seat
        watcher.send(table_sent(self, watcher, 0))

    def own_view(self, watcher: Watcher) -> int:
        """Where a connection looks from by itself: its only seat, or the rail."""
        mine = self.mine(watcher.guest.guest)
        return mine[0] if len(mine) == 1 else NOBODY

    def may_come(self, guest: str) -> bool:
        """Whether the host has not asked a guest to leave."""
        return guest not in self.kept.removed

    def may_look_from(self, watcher: Watcher, seat: int) -> bool:
        """One's own seats and the rail; every seat once the game is over."""
        return self.may_see(watcher.guest.guest, seat)

    def may_see(self, guest: str, seat: int) -> bool:
        """What a guest may see of a table."""
        if seat == NOBODY or seat in self.mine(guest):
            return True
        return self.kept.phase == "over" and 0 <= seat < len(self.kept.seats)

    # --- the lobby

    def check_host(self, watcher: Watcher) -> None:
        """Only the host sets the table."""
        if not self.is_host(watcher):
            raise Refusal("not_host")

    def is_host(self, watcher: Watcher) -> bool:
        """Whether this is the host of the table."""
        return watcher.guest.guest == self.kept.host

    def check_count(self, message: SetSeat) -> None:
        """A game that goes on from a record keeps its number of seats."""
        if message.to is None or message.seat >= len(self.kept.seats):
            raise Refusal("frozen")

    def set_option(self, table: TableKept, name: str, value: str) -> None:
        """The host changes an option."""
        if self.moves:
            raise Refusal("frozen")
        game = self.house.game(table)
        table.options[name] = value
        settle_options(game.options, table.options, table.version)

    async def change(self, edit: Callable[[TableKept], None]) -> None:
        """Changes the table in the lobby: all of it or nothing."""
        if self.kept.phase != "lobby":
            raise Refusal("not_lobby")
        changed = copy.deepcopy(self.kept)
        edit(changed)
        await self.house.store.keep_table(self.id, changed)
        self.kept = changed
        self.tell_table()

    async def start(self) -> None:
        """Open seats are filled, and the game begins (or goes on from its record)."""
        if self.kept.phase != "lobby":
            raise Refusal("not_lobby")
        changed = copy.deepcopy(self.kept)
        lobby.fill(changed)
        changed.phase = "playing"
        if changed.position:
            await self.house.trials.position(changed)
        match = await self.begin(changed)
        move = MoveKept("start", step=self.stored_steps, chance=chance_after(match, self.stored_steps))
        await self.house.store.append(self.id, self.moves, [move], standing(match), table=changed)
        self.kept, self.match = changed, match
        self.moves += 1
        self.stored_steps = len(match.steps)
        for watcher in self.watchers:
            watcher.seat = self.own_view(watcher)
        self.note_questions({})
        self.bots.wake()
        self.tell_table()

    async def begin(self, table: TableKept) -> Match:
        """The match, from the first position or from the record that the table goes on from."""
        if not self.moves:
            names = [seat.name for seat in table.seats]
            self.stored_steps = 0
            return Match(
                table.game,
                names,
                table.options,
                seed=fresh_seed(),
                box=table.box,
                position=table.position,
                version=table.version,
            )
        loaded = await self.house.store.load(table.code)
        assert loaded is not None
        match = restore(table, loaded.moves, loaded.snapshot)
        self.stored_steps = len(match.steps)
        match.let_chance_speak()
        return match

    # --- the game

    def playing(self) -> Match:
        """The match, while it goes on."""
        if self.match is None or self.kept.phase != "playing":
            raise Refusal("not_playing")
        return self.match

    async def play(self, watcher: Watcher, message: Play) -> None:
        """A decision of a seat; repeated with its key, it is answered again but not done again."""
        self.check_mine(watcher, message.seat)
        if not 0 < len(message.key) <= LONGEST_KEY:
            raise Refusal("key")
        done = self.keys.get((message.seat, message.key))
        if done is not None:
            if done.lower() != message.action.strip().lower():
                raise Refusal("key_reused")
            watcher.send(news_sent(self, watcher.seat, watcher.sent, message.key))
            return
        match = self.playing()
        action = match.game.codec.read(message.action)
        if message.seat in self.bots.stood_in:
            self.bots.give_back(message.seat)
        if message.seat in self.questions and not self.questions[message.seat] <= message.step <= len(match.steps):
            raise Refusal("stale")
        await self.decide(message.seat, action, watcher, message.key)

    async def decide(self, seat: int, action: int, mover: Watcher | None = None, key: str = "") -> None:
        """Checks, applies, stores and shows a decision."""
        match = self.playing()
        step = len(match.steps)
        before = self.asked_options(seat)
        match.play(seat, action)
        text = match.game.codec.text(action)
        if len(match.steps) >= self.house.settings.moves and not match.is_over():
            match.stop()
        await self.keep([MoveKept("play", seat, step, text, chance_after(match, step + 1), key)])
        if key:
            self.keys[seat, key] = text
            self.by_hand.add(step)
        self.way_back.asked = None
        self.note_questions(before)
        self.bots.wake()
        self.tell_news(mover, key)

    async def keep(self, moves: list[MoveKept], afresh: bool = False) -> None:
        """Stores what has happened, with the end of the game if it is over; afresh: no snapshot holds any more."""
        match = self.match
        assert match is not None
        self.scenes.clear()
        changed = None
        if match.is_over():
            self.kept.phase = "over"
            changed = self.kept
        await self.house.store.append(
            self.id,
            self.moves,
            moves,
            standing(match),
            table=changed,
            snapshot=None if afresh else self.snapshot_due(len(moves)),
            forget_snapshot=afresh,
        )
        self.moves += len(moves)
        self.stored_steps = len(match.steps)

    def snapshot_due(self, more: int) -> Snapshot | None:
        """A snapshot, once in so many moves."""
        every = self.house.settings.snapshot_every
        if self.match is None or (self.moves + more) // every == self.moves // every:
            return None
        return snapshot_of(self.match)

    def asked_options(self, mover: int) -> dict[int, list[int]]:
        """What the seats are asked that decide at the same time as the mover."""
        match = self.playing()
        return {seat: match.options(seat) for seat in match.asked() if seat != mover}

    def note_questions(self, before: dict[int, list[int]]) -> None:
        """Notes since when each seat has been asked: another's decision may leave a question as it was."""
        if self.match is None:
            return
        asked = self.match.asked()
        step = len(self.match.steps)
        self.questions = {
            seat: self.questions[seat]
            if seat in before and seat in self.questions and before[seat] == self.match.options(seat)
            else step
            for seat in asked
        }

    async def resign(self, seat: int) -> None:
        """A seat gives the game up: a bot goes on for it, unless nobody is left who would play against people."""
        match = self.playing()
        step = len(match.steps)
        match.resign(seat)
        if not match.is_over() and not self.people():
            match.stop()
        await self.keep([MoveKept("resign", seat, step)])
        self.bots.give_back(seat)
        if match.is_over():
            self.bots.still()
        self.bots.wake()
        self.way_back.asked = None
        self.tell_news()
        for watcher in self.watchers:
            if watcher.greeted and watcher.seat == seat and self.kept.phase != "over":
                watcher.seat = self.own_view(watcher)
                watcher.send(table_sent(self, watcher, 0))

    async def rematch(self, watcher: Watcher) -> None:
        """Another game with the same people, at a new table."""
        if self.match is None or self.kept.phase != "over":
            raise Refusal("not_over")
        if not self.seats_of(watcher.guest.guest):
            raise Refusal("not_your_seat")
        if self.kept.rematch:
            watcher.send(RematchSent(code=self.kept.rematch))
            return
        if not self.house.rematches.of(watcher.guest.guest).take():
            raise Refusal("flood")
        changed = copy.deepcopy(self.kept)
        result = self.match.result()
        changed.rematch = await self.house.open_once_more(changed, result.loser() if result else NOBODY)
        await self.house.store.keep_table(self.id, changed)
        self.kept = changed
        self.tell(RematchSent(code=changed.rematch))

    # --- telling

    def tell(self, message: "SaidSent | RematchSent") -> None:
        """The same to everybody."""
        written = encoder.encode(message)
        for watcher in self.watchers:
            if watcher.greeted:
                watcher.send(written)

    def tell_table(self) -> None:
        """The whole table to everybody."""
        self.scenes.clear()
        written: dict[tuple[int, bool, tuple[int, ...]], bytes] = {}
        for watcher in self.watchers:
            if watcher.greeted:
                seen = (watcher.seat, self.is_host(watcher), tuple(self.mine(watcher.guest.guest)))
                if seen not in written:
                    written[seen] = encoder.encode(table_sent(self, watcher, 0))
                watcher.send(written[seen])
                watcher.sent = len(self.match.events) if self.match else 0

    def tell_news(self, mover: Watcher | None = None, key: str = "") -> None:
        """What has happened, to everybody as they may see it."""
        assert self.match is not None
        written: dict[tuple[int, int], bytes] = {}
        for watcher in self.watchers:
            if not watcher.greeted:
                continue
            seen = (watcher.seat, watcher.sent)
            if watcher is mover:
                watcher.send(news_sent(self, *seen, key))
            else:
                if seen not in written:
                    written[seen] = encoder.encode(news_sent(self, *seen, ""))
                watcher.send(written[seen])
            watcher.sent = len(self.match.events)

    def tell_seats(self, besides: Watcher | None = None) -> None:
        """Who is here, to everybody."""
        written: dict[tuple[int, bool], bytes] = {}
        for watcher in self.watchers:
            if watcher.greeted and watcher is not besides:
                seen = (watcher.seat, self.is_host(watcher))
                if seen not in written:
                    written[seen] = encoder.encode(here_sent(self, *seen))
                watcher.send(written[seen])

    # --- looking back

    def scene_at(self, guest: GuestKept, step: int, seat: int) -> SceneSent:
        """The table at an earlier moment, from a seat that the guest may look from."""
        match = self.match
        if match is None or not 0 <= step <= len(match.steps):
            raise Refusal("not_found")
        if not self.may_come(guest.guest):
            raise Refusal("removed")
        if not self.may_see(guest.guest, seat):
            raise Refusal("not_your_seat")
        with self.house.rationed(guest.guest):
            return scene_at(match, step, seat)

    def record(self) -> str:
        """The record, which tells all secrets and is therefore given only once the game is over."""
        if self.match is None or self.kept.phase != "over":
            raise Refusal("live_record")
        return write_record(self.match.record())


async def fulfil(question: Callable[[], T], answer: "asyncio.Future[T]") -> None:
    """Answers somebody, if he still waits."""
    try:
        told = question()
    except Exception as error:
        if not answer.done():
            answer.set_exception(error.with_traceback(None))
    else:
        if not answer.done():
            answer.set_result(told)


def chance_after(match: Match, step: int) -> str:
    """What chance answered from a step on."""
    return " ".join(match.game.codec.text(past.action) for past in match.steps[step:] if past.seat == CHANCE)


def standing(match: Match) -> Standing:
    """What a list of games says about the match."""
    progress = match.game.progress(match.view(NOBODY).table)
    waited_for = [seat for seat in match.asked() if seat not in match.resigned]
    return Standing(waited_for, phrase_sent(progress) if progress else None)
