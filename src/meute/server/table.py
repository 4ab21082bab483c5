"""A live table: one task with an inbox. Whatever happens is checked, applied, stored, and only then shown."""

import asyncio
import copy
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.match import Match, Refused, write_record
from meute.server import lobby
from meute.server.advice import Advisory
from meute.server.bots import Bots
from meute.server.clock import Clocks
from meute.server.counts import COUNTS
from meute.server.daily import deal_of
from meute.server.inbox import Inbox, do
from meute.server.lesson import check_task
from meute.server.limits import Caller
from meute.server.logs import ABOUT
from meute.server.messages import asked
from meute.server.messages.asked import AskHint, AskWhy, FromClient, Hello, Play, Sit
from meute.server.messages.sent import RematchSent, SceneSent
from meute.server.news import News
from meute.server.orders import follow_orders, give_order
from meute.server.play import Playing
from meute.server.refusal import Refusal, by_the_rules, of_input
from meute.server.restore import beginning, restore
from meute.server.review import Review
from meute.server.room import Room
from meute.server.scene import ahead_sent, scene_at, why_sent
from meute.server.store import Fenced, GuestKept, Loaded, StoreFailed
from meute.server.undo import WayBack
from meute.server.watcher import BROKEN, FLOOD, GOING_AWAY, Watcher

if TYPE_CHECKING:
    from meute.server.house import House

log = logging.getLogger(__name__)

T = TypeVar("T")

QUESTIONS = (Hello, Sit, AskWhy, AskHint, asked.AskReview)
"""Messages that change nothing, and cost as much as there is to look through."""
OF_A_SEAT = (Play, asked.Undo, asked.AgreeUndo, asked.Resign, asked.Again, asked.SetOrder, asked.DropOrder, AskWhy)
OF_THE_HOST = (asked.Start, asked.Hush, asked.SetSlow)
"""What only those may say who have the seat, or the host."""


class Table:
    """One table in memory. Its parts hold each other and the room, but never the table, so that it can be freed."""

    def __init__(self, house: "House", loaded: Loaded, match: Match | None = None) -> None:
        self.house = house
        if match is None and loaded.table.phase != "lobby":
            match = restore(loaded.table, loaded.moves, loaded.snapshot)
        if match is not None:
            match.deal = deal_of(house.secret, loaded.table)
        self.room = Room(loaded, match, house.store, house.settings)
        self.clocks = Clocks(loaded.table, loaded.clocks, house.settings.now, house.people.wishes)
        self.playing = Playing(self.room, loaded.moves, self.clocks)
        self.inbox = Inbox()
        self.bots = Bots(self.room, house.bots, self.inbox.post)
        self.way_back = WayBack(self.room, self.playing, self.bots.stood_in)
        self.news = News(self.room, self.bots, self.way_back, self.clocks)
        self.advice = Advisory(self.room, house.advisers, house.limits, self.inbox.post)
        self.review = Review(self.room, house.advisers, house.limits)
        self.asking: set[asyncio.Future[Any]] = set()
        """Who waits for an answer from between two errands."""
        self.busy = False
        self.used = time.monotonic()
        self.task = asyncio.create_task(self.run())
        self.bots.stand_in({*self.clocks.out(), *loaded.table.stood_in})

    # --- the task

    async def run(self) -> None:
        """Does one errand after the other."""
        ABOUT.set((self.room.kept.code, self.room.store.epoch(self.room.id)))
        while True:
            self.busy = False
            errand = await self.inbox.next()
            self.busy = True
            self.used = time.monotonic()
            try:
                await errand(self)
            except Fenced:
                self.lose()
            except Exception:
                log.exception("table %s", self.room.kept.code)
                self.give_up()

    async def ask(self, question: Callable[["Table"], T]) -> T:
        """An answer from between two errands, when all that can be seen is stored."""

        async def errand(table: Table) -> T:
            return question(table)

        return await self.commission(errand)

    async def commission(self, errand: Callable[["Table"], Awaitable[T]]) -> T:
        """Does something between two errands, and tells what came of it."""
        if self.inbox.closed:
            raise Refusal("store")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.asking.add(answer)
        answer.add_done_callback(self.asking.discard)
        self.inbox.post(partial(do, errand, answer))
        try:
            return await answer
        finally:
            del answer  # an error that it holds would hold this frame

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has looked and nothing has moved for so long."""
        quiet = not (self.room.watchers or self.busy or self.bots.thoughts or self.inbox.errands)
        return quiet and time.monotonic() - self.used >= seconds

    def close(self) -> None:
        """Leaves memory; the store has everything."""
        if self.inbox.closed:
            return
        self.inbox.close()
        self.bots.still()
        self.advice.close()
        self.review.close()
        self.task.cancel()
        for answer in self.asking:
            if not answer.done():
                answer.set_exception(Refusal("store"))
        del self.task  # it holds the table

    def give_up(self, code: int = BROKEN) -> None:
        """What is in memory may differ from the store: everybody is sent away, and comes back to what is stored."""
        self.house.forget(self)
        for watcher in self.room.watchers:
            watcher.close(code)
        self.close()

    def lose(self) -> None:
        """Another node has the table: everybody is sent there, and says again what was not done."""
        COUNTS.events["fenced"] += 1
        log.warning("table %s is another node's now", self.room.kept.code)
        self.give_up(GOING_AWAY)

    # --- who comes and goes

    def join(self, watcher: Watcher) -> None:
        """A connection has come; it says hello next."""
        self.room.watchers.append(watcher)

    def leave(self, watcher: Watcher) -> None:
        """A connection has gone."""
        self.room.watchers.remove(watcher)
        self.advice.leave(watcher)
        self.review.leave(watcher)
        if watcher.greeted:
            self.inbox.post(Table.notice_who_left)

    async def notice_who_left(self) -> None:
        """Somebody may be missed from now on."""
        self.bots.wake()
        self.news.tell_seats()

    async def greet(self, watcher: Watcher, hello: Hello) -> None:
        """A connection says where it stopped reading, and gets what it missed."""
        guest = watcher.guest.guest
        if not self.room.may_come(guest):
            self.room.send_away(watcher)
            return
        seat = hello.seat if hello.seat is not None else self.room.own_view(watcher)
        watcher.seat = seat if self.room.may_see(guest, seat) else NOBODY
        known = hello.last + 1
        fresh = hello.era != self.room.era or not 0 < known <= self.news.events() or watcher.seat != seat
        came = not watcher.greeted
        watcher.greeted = True
        if came:
            await self.come_back(self.room.mine(guest))
            await self.house.notices.seen(guest, self.room)
            self.bots.wake()
        self.news.send_table(watcher, 0 if fresh else known)
        if came:
            self.news.tell_seats(besides=watcher)

    def sit(self, watcher: Watcher, seat: int) -> None:
        """A connection looks from another seat."""
        if not self.room.may_see(watcher.guest.guest, seat):
            raise Refusal("not_your_seat")
        watcher.seat = seat
        self.news.send_table(watcher)

    async def come_back(self, seats: list[int]) -> None:
        """Somebody has his seats again, and what is left of his time."""
        for seat in seats:
            self.bots.give_back(seat)
        match = self.room.match
        back = [seat for seat in seats if match is not None and self.clocks.come_back(seat, match.asked())]
        if back:
            await self.keep_clocks()
        if set(seats) & set(self.room.kept.stood_in):
            await self.relieve()

    async def keep_clocks(self) -> None:
        """The store knows when the next clock rings."""
        await self.room.store.keep_clocks(self.room.id, list(self.clocks.clocks.values()))
        self.house.ringing.expect(self.clocks.first_due())

    async def relieve(self) -> None:
        """A bot stands in for somebody: the game does not count any more."""
        now = sorted(self.bots.stood_in)
        if not self.room.kept.relieved or now != self.room.kept.stood_in:
            await self.room.keep(msgspec.structs.replace(self.room.kept, relieved=True, stood_in=now))

    async def note(self, by: int = NOBODY) -> None:
        """What follows from who is asked now, or from the end of the game by a seat: when a clock rings, and who is
        told."""
        self.house.ringing.expect(self.clocks.first_due())
        match, phase = self.room.match, self.room.kept.phase
        asked = [] if match is None or phase != "playing" else match.asked()
        people = [seat for seat in asked if not self.bots.plays_itself(seat)]
        await self.house.notices.follow(self.room, people, self.clocks.dues())
        if phase == "over" and by != NOBODY:
            await self.house.notices.tell_others(self.room, self.room.kept.seats[by].guest, "over")

    async def ring(self) -> None:
        """Bots stand in for those whose time is over."""
        if self.room.match is None or self.room.kept.phase != "playing":
            return
        late = self.clocks.ring()
        await self.keep_clocks()
        self.bots.stand_in(late)
        if late:
            await self.relieve()
        await self.note()
        self.news.tell_seats()

    async def retime(self) -> None:
        """Somebody's night or vacation has changed."""
        if self.room.match is not None and self.room.kept.phase == "playing":
            self.clocks.turn(self.room.match.asked())
            await self.keep_clocks()
            self.news.tell_seats()

    # --- messages

    def hear(self, watcher: Watcher, message: FromClient) -> None:
        """Puts a message into the inbox."""
        self.inbox.post(lambda table: table.attend(watcher, message))

    async def attend(self, watcher: Watcher, message: FromClient) -> None:
        """Acts on a message, or tells why not."""
        if watcher not in self.room.watchers:
            return
        try:
            if not watcher.greeted and not isinstance(message, Hello):
                raise Refusal("hello_first")
            with self.house.limits.rationed(watcher.who) if isinstance(message, QUESTIONS) else nullcontext():
                await self.act_on(watcher, message)
            return
        except Refusal as refusal:
            told = refusal.sent()  # an error that a name in here kept would keep the table, too
        except Refused as refused:
            told = by_the_rules(refused).sent()
        except BadInput as wrong:
            told = of_input(wrong).sent()
        except Fenced:
            self.lose()
            return
        except StoreFailed:
            log.exception("table %s: not stored", self.room.kept.code)
            watcher.send(Refusal("store").sent())
            self.give_up()
            return
        except Exception:
            log.exception("table %s: %s", self.room.kept.code, type(message).__name__)
            told = Refusal("broken").sent()
            if self.playing.differs():
                self.give_up()
        told.key = message.key if isinstance(message, Play) else ""
        watcher.send(told)
        if told.code == "flood" and not watcher.greeted:
            watcher.close(FLOOD)

    async def act_on(self, watcher: Watcher, message: FromClient) -> None:
        """One message."""
        if isinstance(message, OF_A_SEAT):
            self.room.check_mine(watcher, message.seat)
        elif isinstance(message, OF_THE_HOST):
            self.room.check_host(watcher)
        match message:
            case Hello():
                await self.greet(watcher, message)
            case Sit():
                self.sit(watcher, message.seat)
            case asked.Start():
                await self.start(watcher)
            case Play():
                await self.play(watcher, message)
            case asked.Undo():
                way = self.way_back.ask(message.seat, message.step)
                if way is None:
                    await self.house.notices.tell_others(self.room, watcher.guest.guest, "undo")
                await self.go_back(way)
            case asked.AgreeUndo():
                asker = self.way_back.asked
                await self.go_back(self.way_back.agree(message.seat, message.yes))
                if not message.yes and message.seat != asker:
                    self.tell_refused(asker)
            case asked.Resign():
                await self.resign(message.seat)
            case asked.SetOrder() | asked.DropOrder():
                await give_order(self, message)
            case asked.Rematch():
                await self.rematch(watcher)
            case asked.Again():
                await self.begin_again()
            case asked.Say():
                if not self.house.limits.chat.take(watcher.who):
                    raise Refusal("flood")
                await self.room.say(watcher, message.text)
            case asked.Hush():
                await self.room.hush(message)
                self.news.tell_seats()
            case asked.SetSlow():
                await self.room.set_slow(message.on)
                self.news.tell_seats()
            case AskWhy():
                begun = self.playing.actions(message.after)
                watcher.send(why_sent(self.room.live(), message.seat, message.places, begun))
            case AskHint():
                self.advice.ask(watcher, message)
            case asked.AskReview():
                self.review.ask(watcher, message.seat)
            case asked.AskCurve():
                await self.advice.want_curve(watcher, message.on)
            case _:
                await self.change(watcher, message)

    # --- before the game

    async def change(self, watcher: Watcher, wish: asked.Wish) -> None:
        """Changes the table in the lobby: all of it or nothing."""
        if isinstance(wish, asked.Claim):
            await self.house.people.check_may_meet(watcher.guest.guest, self.room.kept.host)
        changed = copy.deepcopy(self.room.kept)
        lobby.change(changed, wish, watcher.guest, self.house.settings.patience, bool(self.playing.moves))
        await self.room.keep(changed)
        if isinstance(wish, asked.Claim):
            await self.house.people.learn([watcher.guest.guest])
        self.news.tell_table()

    async def start(self, watcher: Watcher) -> None:
        """Open seats are filled, and the game begins (or goes on from its record)."""
        lobby.check_open(self.room.kept)
        changed = copy.deepcopy(self.room.kept)
        lobby.fill(changed)
        changed.phase = "playing"
        if changed.position:
            await self.house.trials.position(changed, watcher.who)
        await self.playing.start(changed)
        await self.note()
        for watcher in self.room.watchers:
            watcher.seat = self.room.own_view(watcher)
        self.bots.wake()
        self.news.tell_table()

    # --- the game

    async def play(self, watcher: Watcher, message: Play) -> None:
        """Decisions of a seat; repeated with their key, they are answered again but not done again."""
        if self.playing.is_repeated(message.seat, message.key, message.action):
            self.news.send_again(watcher, message.key)
            return
        row = self.playing.read(message.seat, message.action, message.step)
        if self.room.course is not None:
            check_task(self.room.course, message.seat, row, watcher)
        await self.come_back([message.seat])
        with self.house.limits.rationed(watcher.who) if message.whole else nullcontext():
            ahead = ahead_sent(self.room.live(), message.seat, row, message.key) if message.whole else None
        if ahead is None:
            await self.decide(message.seat, row, watcher, message.key)
        else:
            watcher.send(ahead)

    async def decide(self, seat: int, row: list[int], mover: Watcher | None = None, key: str = "") -> None:
        """Checks, applies, stores and shows what a seat has decided."""
        await self.playing.decide(seat, row, key)
        await self.note(by=seat)
        asker, self.way_back.asked = self.way_back.asked, None
        self.bots.wake()
        if self.bots.is_half_way(seat):
            self.news.hold_back()
        else:
            self.news.tell_news(mover, key)
        if asker != seat:
            self.tell_refused(asker)
        await follow_orders(self)

    def tell_refused(self, asker: int | None) -> None:
        """Whoever asked to go back is told that somebody did not want to, or played on."""
        for watcher in self.room.greeted():
            if watcher.seat == asker:
                watcher.send(Refusal("undo_refused").sent())

    async def resign(self, seat: int) -> None:
        """A seat gives the game up, and whoever looked from it sees what everybody does."""
        if self.room.course is not None:
            raise Refusal("lesson")
        await self.playing.resign(seat)
        await self.note(by=seat)
        self.bots.give_back(seat)
        if self.room.kept.phase == "over":
            self.bots.still()
        self.bots.wake()
        self.way_back.asked = None
        self.news.tell_news()
        for watcher in self.room.greeted():
            if watcher.seat == seat and self.room.kept.phase != "over":
                watcher.seat = self.room.own_view(watcher)
                self.news.send_table(watcher)

    async def go_back(self, way: tuple[int, int] | None) -> None:
        """Takes decisions back; without a way yet, everybody is told who asks for one."""
        if way is None:
            await self.way_back.keep()
            self.news.tell_news()
            return
        await self.playing.go_back(*way)
        await self.note()
        self.way_back.asked = None
        self.bots.still()
        self.bots.wake()
        self.news.tell_table()

    async def begin_again(self) -> None:
        """The lesson from its beginning."""
        if self.room.course is None:
            raise Refusal("no_lesson")
        self.bots.still()
        await self.playing.begin_again(self.room.course.first())
        self.way_back.asked = None
        self.bots.wake()
        self.news.tell_table()

    async def rematch(self, watcher: Watcher) -> None:
        """Another game with the same people, at a new table."""
        match, kept, guest = self.room.match, self.room.kept, watcher.guest.guest
        if match is None or kept.phase != "over" or self.room.course is not None:
            raise Refusal("not_over")
        if not self.room.seats_of(guest):
            raise Refusal("not_your_seat")
        if kept.rematch:
            watcher.send(RematchSent(code=kept.rematch))
            return
        self.house.limits.open_table(watcher.who)
        changed = copy.deepcopy(kept)
        result = match.result()
        await self.house.open_once_more(self.room.id, changed, result.loser() if result else NOBODY)
        self.room.kept = changed
        self.room.tell(RematchSent(code=changed.rematch))
        again = await self.house.table(changed.rematch)
        if again is not None:
            await self.house.notices.tell_others(again.room, guest, "rematch")

    # --- looking back

    def scene_at(self, guest: GuestKept, who: Caller, step: int, seat: int) -> SceneSent:
        """The table at an earlier moment, from a seat that the guest may look from."""
        match = self.room.match
        if match is None or not 0 <= step <= len(match.steps):
            raise Refusal("not_found")
        if not self.room.may_come(guest.guest):
            raise Refusal("removed")
        if not self.room.may_see(guest.guest, seat):
            raise Refusal("not_your_seat")
        with self.house.limits.rationed(who):
            return scene_at(match, step, seat)

    def record(self, guest: GuestKept, who: Caller, until: int | None = None) -> str:
        """The record, which tells all secrets and is therefore given only once the game is over; all of it, or its
        beginning, to be played on from."""
        if self.room.match is None or self.room.kept.phase != "over":
            raise Refusal("live_record")
        if not self.room.may_come(guest.guest):
            raise Refusal("removed")
        with self.house.limits.rationed(who):
            return write_record(self.room.match.record() if until is None else beginning(self.room.match, until))
