"""A live table: one task with an inbox. Whatever happens is checked, applied, stored, and only then shown."""

import asyncio
import copy
import logging
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.core.options import settle_options
from meute.core.phrase import phrase
from meute.core.seats import CHANCE
from meute.match import Match, Refused, write_record
from meute.server import lobby
from meute.server.past import fresh_seed, restore, snapshot_of
from meute.server.refusal import Refusal, by_the_rules, of_input, phrase_sent
from meute.server.shelf import STAND_IN
from meute.server.sight import scene_at, why_sent
from meute.server.store import ChatKept, GuestKept, Loaded, MoveKept, Snapshot, Standing, StoreFailed, TableKept
from meute.server.telling import chat_sent, news_sent, seats_sent, table_sent
from meute.server.think import Thought
from meute.server.watcher import BROKEN, Watcher, encoder
from meute.server.wire import (
    AgreeUndo,
    AskSent,
    AskWhy,
    Claim,
    FromClient,
    Hello,
    Leave,
    Play,
    Rematch,
    RematchSent,
    Resign,
    SaidSent,
    Say,
    SceneSent,
    SeatsSent,
    SetOption,
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


class Table:
    """One table in memory."""

    def __init__(self, house: "House", loaded: Loaded) -> None:
        self.house = house
        self.id = loaded.id
        self.kept = loaded.table
        self.moves = len(loaded.moves)
        self.era = sum(move.did == "undo" for move in loaded.moves)
        self.keys = {(move.seat, move.key): move.action for move in loaded.moves if move.key}
        self.chat = loaded.chat
        self.match = None if self.kept.phase == "lobby" else restore(self.kept, loaded.moves, loaded.snapshot)
        self.stored_steps = len(self.match.steps) if self.match else 0
        self.watchers: list[Watcher] = []
        self.scenes: dict[int, tuple[SceneSent, AskSent | None]] = {}
        """What each seat sees now, made when somebody looks."""
        self.questions: dict[int, int] = {}
        """For each asked seat, the step at which its question came up."""
        self.thoughts: dict[int, asyncio.Task[None]] = {}
        self.timers: dict[int, asyncio.TimerHandle] = {}
        self.stood_in: set[int] = set()
        self.undo_asked: int | None = None
        self.undo_agreed: set[int] = set()
        self.inbox: asyncio.Queue[Errand] = asyncio.Queue()
        self.busy = False
        self.used = time.monotonic()
        self.note_questions({})
        self.task = asyncio.create_task(self.run())
        self.wake()

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
        """Puts an errand into the inbox."""
        self.inbox.put_nowait(errand)

    async def ask(self, question: Callable[[], T]) -> T:
        """An answer from between two errands, when all that can be seen is stored."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def errand() -> None:
            try:
                told = question()
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(told)

        self.post(errand)
        return await answer

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has looked and nothing has moved for so long."""
        quiet = not (self.watchers or self.busy or self.thoughts) and self.inbox.empty()
        return quiet and time.monotonic() - self.used >= seconds

    def close(self) -> None:
        """Leaves memory; the store has everything."""
        self.still()
        self.task.cancel()

    def still(self) -> None:
        """Stops thoughts and timers."""
        for thought in self.thoughts.values():
            thought.cancel()
        for timer in self.timers.values():
            timer.cancel()
        self.thoughts.clear()
        self.timers.clear()

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
        if watcher.greeted:
            self.post(self.someone_left)

    async def someone_left(self) -> None:
        self.wake()
        self.tell_seats()

    def mine(self, guest: str) -> list[int]:
        """The seats that a guest may play."""
        return [number for number, seat in enumerate(self.kept.seats) if seat.guest and seat.guest == guest]

    def is_here(self, number: int) -> bool:
        """Whether somebody is connected for a seat."""
        seat = self.kept.seats[number]
        if seat.kind in ("open", "bot"):
            return seat.kind == "bot"
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
            await self.act_on(watcher, message)
            return
        except Refusal as refusal:
            told = refusal
        except Refused as refused:
            told = by_the_rules(refused.reason)
        except BadInput as wrong:
            told = of_input(wrong)
        except StoreFailed:
            log.exception("table %s: not stored", self.kept.code)
            watcher.send(Refusal("store").sent())
            self.give_up()
            return
        except Exception:
            log.exception("table %s: %s", self.kept.code, type(message).__name__)
            told = Refusal("broken")
            if self.match is not None and len(self.match.steps) != self.stored_steps:
                self.give_up()
        told.key = message.key if isinstance(message, Play) else ""
        watcher.send(told.sent())

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
            case Start():
                self.check_host(watcher)
                await self.start()
            case Play():
                await self.play(watcher, message)
            case Undo():
                self.check_mine(watcher, message.seat)
                await self.undo(message.seat)
            case AgreeUndo():
                self.check_mine(watcher, message.seat)
                await self.agree(message.seat, message.yes)
            case Resign():
                self.check_mine(watcher, message.seat)
                await self.resign(message.seat)
            case Rematch():
                await self.rematch(watcher)
            case Say():
                await self.say(watcher, message.text)
            case AskWhy():
                self.check_mine(watcher, message.seat)
                watcher.send(why_sent(self.playing(), message.seat, message.places))

    def greet(self, watcher: Watcher, hello: Hello) -> None:
        """A connection says where it stopped reading, and gets what it missed."""
        mine = self.mine(watcher.guest.guest)
        seat = hello.seat if hello.seat is not None else mine[0] if len(mine) == 1 else NOBODY
        watcher.seat = seat if self.may_look_from(watcher, seat) else NOBODY
        known = hello.last + 1
        events = len(self.match.events) if self.match else 0
        fresh = hello.era != self.era or not 0 < known <= events or watcher.seat != seat
        came = not watcher.greeted
        watcher.greeted = True
        if came:
            for number in mine:
                self.give_back(number)
            self.wake()
        watcher.send(table_sent(self, watcher, 0 if fresh else known))
        if came:
            self.tell_seats(besides=watcher)

    def sit(self, watcher: Watcher, seat: int) -> None:
        """A connection looks from another seat."""
        if not self.may_look_from(watcher, seat):
            raise Refusal("not_your_seat")
        watcher.seat = seat
        watcher.send(table_sent(self, watcher, 0))

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
        if watcher.guest.guest != self.kept.host:
            raise Refusal("not_host")

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
        match = await self.begin(changed)
        move = MoveKept("start", step=self.stored_steps, chance=chance_after(match, self.stored_steps))
        await self.house.store.append(self.id, self.moves, [move], standing(match), table=changed)
        self.kept, self.match = changed, match
        self.moves += 1
        self.stored_steps = len(match.steps)
        for watcher in self.watchers:
            mine = self.mine(watcher.guest.guest)
            watcher.seat = mine[0] if len(mine) == 1 else NOBODY
        self.note_questions({})
        self.wake()
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
        if message.seat in self.stood_in:
            self.give_back(message.seat)
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
        await self.keep([MoveKept("play", seat, step, text, chance_after(match, step + 1), key)])
        if key:
            self.keys[seat, key] = text
        self.undo_asked = None
        self.note_questions(before)
        self.wake()
        self.tell_news(mover, key)

    async def keep(self, moves: list[MoveKept], went_back: bool = False) -> None:
        """Stores what has happened, with the end of the game if it is over."""
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
            snapshot=self.snapshot_due(len(moves)),
            forget_snapshot=went_back,
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
        """A seat gives the game up."""
        match = self.playing()
        match.resign(seat)
        await self.keep([MoveKept("resign", seat, len(match.steps))])
        self.still()
        self.undo_asked = None
        self.tell_news()

    async def rematch(self, watcher: Watcher) -> None:
        """Another game with the same people, at a new table."""
        if self.kept.phase != "over":
            raise Refusal("not_over")
        if not self.mine(watcher.guest.guest):
            raise Refusal("not_your_seat")
        if self.kept.rematch:
            watcher.send(RematchSent(code=self.kept.rematch))
            return
        changed = copy.deepcopy(self.kept)
        changed.rematch = await self.house.open_once_more(changed)
        await self.house.store.keep_table(self.id, changed)
        self.kept = changed
        self.tell(RematchSent(code=changed.rematch))

    async def say(self, watcher: Watcher, text: str) -> None:
        """A chat line."""
        text = " ".join(text.split())
        if len(text) > self.house.settings.chat or len(self.chat) >= self.house.settings.chat_lines * 100:
            raise Refusal("too_long")
        if not text:
            return
        mine = self.mine(watcher.guest.guest)
        seat = watcher.seat if watcher.seat in mine else mine[0] if mine else NOBODY
        name = self.kept.seats[seat].name if seat != NOBODY else lobby.name_of(watcher.guest)
        line = ChatKept(name, seat, text, time.time())
        await self.house.store.say(self.id, len(self.chat), line)
        self.chat.append(line)
        self.tell(SaidSent(line=chat_sent(line)))

    # --- the way back

    def own_step(self, seat: int) -> int:
        """The seat's last decision, which an agreed way back takes away."""
        steps = self.playing().steps
        return next((n for n in reversed(range(len(steps))) if steps[n].seat == seat), -1)

    def voters(self, seat: int) -> set[int]:
        """Seats of other people, who must agree to going back; bots always do."""
        seats = self.kept.seats
        return {
            number
            for number, other in enumerate(seats)
            if other.guest and other.guest != seats[seat].guest and number not in self.stood_in
        }

    async def undo(self, seat: int) -> None:
        """Takes a seat's last decision back, or asks the others whether it may."""
        own, why = self.playing().way_back(seat)
        if own >= 0:
            await self.go_back(own, seat)
        elif why in ("undo.nothing", "undo.over"):
            raise Refusal("undo", phrase(why))
        elif not self.voters(seat):
            await self.go_back(self.own_step(seat))
        else:
            self.undo_asked = seat
            self.undo_agreed = set()
            self.tell_news()

    async def agree(self, seat: int, yes: bool) -> None:
        """A seat answers somebody who wants to go back."""
        asker = self.undo_asked
        if asker is None or seat not in self.voters(asker):
            raise Refusal("no_question")
        self.undo_agreed.add(seat)
        if not yes:
            self.undo_asked = None
            self.tell_news()
        elif self.undo_agreed >= self.voters(asker):
            await self.go_back(self.own_step(asker))

    async def go_back(self, step: int, freely_by: int = NOBODY) -> None:
        """Back before a step; freely, only that one decision goes, and others' sealed answers stay."""
        match = self.playing()
        if freely_by == NOBODY:
            match.go_back(step)
        else:
            match.undo(freely_by)
        again = [
            MoveKept("play", past.seat, step + n, match.game.codec.text(past.action))
            for n, past in enumerate(match.steps[step:])
        ]
        self.still()
        await self.keep([MoveKept("undo", freely_by, step), *again], went_back=True)
        self.era += 1
        self.undo_asked = None
        self.note_questions({})
        self.wake()
        self.tell_table()

    # --- bots

    def plays_itself(self, seat: int) -> bool:
        """Whether a bot decides for the seat now."""
        return self.kept.seats[seat].kind == "bot" or seat in self.stood_in

    def wake(self) -> None:
        """Lets the asked bots think, and waits for absent guests no longer than agreed."""
        if self.match is None or self.kept.phase != "playing":
            return
        for seat in self.match.asked():
            if self.plays_itself(seat):
                if seat not in self.thoughts:
                    self.thoughts[seat] = asyncio.create_task(self.think(seat, self.thought(seat)))
            elif seat not in self.timers and self.is_missed(seat):
                assert self.kept.patience is not None
                loop = asyncio.get_running_loop()
                self.timers[seat] = loop.call_later(
                    self.kept.patience, self.post, lambda seat=seat: self.stand_in(seat)
                )

    def is_missed(self, seat: int) -> bool:
        """Whether somebody at the table waits for an absent guest, and has agreed on how long."""
        someone = any(watcher.greeted and self.mine(watcher.guest.guest) for watcher in self.watchers)
        return self.kept.patience is not None and someone and not self.is_here(seat)

    async def stand_in(self, seat: int) -> None:
        """A bot takes over for an absent guest."""
        self.timers.pop(seat, None)
        if self.match is not None and seat in self.match.asked() and self.is_missed(seat):
            self.stood_in.add(seat)
            self.wake()
            self.tell_seats()

    def give_back(self, seat: int) -> None:
        """The guest is back: the seat is his again."""
        timer = self.timers.pop(seat, None)
        if timer is not None:
            timer.cancel()
        if seat in self.stood_in:
            self.stood_in.remove(seat)
            thought = self.thoughts.pop(seat, None)
            if thought is not None:
                thought.cancel()

    def thought(self, seat: int) -> Thought:
        """What a bot is given: its seat's view, as text."""
        match = self.playing()
        return Thought(
            game=match.game.id,
            options=match.options_settled,
            box=self.kept.box,
            view=match.view(seat).text(),
            seat=seat,
            bot=self.kept.seats[seat].bot or STAND_IN,
            seed=secrets.randbits(64),
        )

    async def think(self, seat: int, thought: Thought) -> None:
        """Lets a bot choose, not faster than people can follow."""
        least, most = self.house.settings.bot_delay
        pause = asyncio.create_task(asyncio.sleep(random.uniform(least, most)))
        try:
            text = await self.house.thinkers.choose(thought)
        except Exception:
            log.exception("table %s: the bot %s could not choose", self.kept.code, thought.bot)
            text = ""
        await pause
        me = asyncio.current_task()
        self.post(lambda: self.bot_decides(seat, text, me))

    async def bot_decides(self, seat: int, text: str, thought: "asyncio.Task[None] | None") -> None:
        """A bot's choice, if it is still wanted; any legal one if it chose nothing that is."""
        if self.thoughts.get(seat) is not thought:
            return
        del self.thoughts[seat]
        match = self.match
        if match is None or seat not in match.asked():
            return
        options = match.options(seat)
        action = match.game.codec.ids.get(text.lower(), NOBODY)
        if action not in options:
            log.warning("table %s: %r is not a choice of seat %d", self.kept.code, text, seat)
            action = secrets.choice(options)
        await self.decide(seat, action)

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
        for watcher in self.watchers:
            if watcher.greeted:
                watcher.send(table_sent(self, watcher, 0))

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
        written: dict[int, bytes] = {}
        for watcher in self.watchers:
            if watcher.greeted and watcher is not besides:
                if watcher.seat not in written:
                    written[watcher.seat] = encoder.encode(SeatsSent(seats=seats_sent(self, watcher.seat)))
                watcher.send(written[watcher.seat])

    # --- looking back

    def scene_at(self, guest: GuestKept, step: int, seat: int) -> SceneSent:
        """The table at an earlier moment, from a seat that the guest may look from."""
        match = self.match
        if match is None or not 0 <= step <= len(match.steps):
            raise Refusal("not_found")
        if not self.may_see(guest.guest, seat):
            raise Refusal("not_your_seat")
        return scene_at(match, step, seat)

    def record(self) -> str:
        """The record, which tells all secrets and is therefore given only once the game is over."""
        if self.match is None or self.kept.phase != "over":
            raise Refusal("live_record")
        return write_record(self.match.record())


def chance_after(match: Match, step: int) -> str:
    """What chance answered from a step on."""
    return " ".join(match.game.codec.text(past.action) for past in match.steps[step:] if past.seat == CHANCE)


def standing(match: Match) -> Standing:
    """What a list of games says about the match."""
    progress = match.game.progress(match.view(NOBODY).table)
    return Standing(match.asked(), phrase_sent(progress) if progress else None)
