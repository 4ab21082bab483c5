"""The computer players of a table: those who have a seat, and those who hold one for an absent guest."""

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from meute.core.numbers import NOBODY
from meute.core.seats import CHANCE
from meute.server.counts import COUNTS
from meute.server.inbox import Errand
from meute.server.room import Room
from meute.server.shelf import STAND_IN
from meute.server.workers import Thought, Workers

if TYPE_CHECKING:
    from meute.server.table import Table

log = logging.getLogger(__name__)


class Bots:
    """What the bots at one table think about, and whom they stand in for."""

    def __init__(self, room: Room, workers: Workers, post: Callable[[Errand], None]) -> None:
        self.room = room
        self.workers = workers
        self.post = post
        self.thoughts: dict[int, asyncio.Task[None]] = {}
        self.timers: dict[int, asyncio.TimerHandle] = {}
        """For absent guests: when a bot takes over."""
        self.stood_in: set[int] = set()

    def plays_itself(self, seat: int) -> bool:
        """Whether a bot decides for the seat now."""
        return self.room.kept.seats[seat].kind == "bot" or seat in self.stood_in or self.room.has_resigned(seat)

    def wake(self) -> None:
        """Lets the asked bots think, and waits for absent guests no longer than agreed."""
        if self.room.match is None or self.room.kept.phase != "playing" or not self.is_wanted():
            return
        for seat in self.room.match.asked():
            if self.plays_itself(seat):
                if self.room.course is not None and not self.room.course.answer(seat):
                    continue
                if seat not in self.thoughts:
                    self.thoughts[seat] = asyncio.create_task(self.think(seat, self.thought(seat)))
                    self.thoughts[seat].add_done_callback(partial(self.thought_ended, seat))
            elif seat not in self.timers and self.is_missed(seat):
                assert self.room.kept.patience is not None
                loop = asyncio.get_running_loop()
                self.timers[seat] = loop.call_later(self.room.kept.patience, self.post, partial(stand_in, seat))

    def is_wanted(self) -> bool:
        """Whether anybody follows the game: bots do not play on among themselves for nobody."""
        return bool(self.room.greeted()) or not all(map(self.plays_itself, range(len(self.room.kept.seats))))

    def is_missed(self, seat: int) -> bool:
        """Whether somebody at the table waits for an absent guest, and has agreed on how long."""
        if self.room.kept.patience is None or self.room.kept.pace is not None or self.room.is_here(seat):
            return False
        return any(self.room.mine(watcher.guest.guest) for watcher in self.room.greeted())

    def stand_in(self, seats: Iterable[int]) -> None:
        """Bots play for those whose time is over."""
        self.stood_in.update(seats)
        self.wake()

    def take_over(self, seat: int) -> bool:
        """A bot plays for an absent guest, if one is missed."""
        self.timers.pop(seat, None)
        missed = self.room.match is not None and seat in self.room.match.asked() and self.is_missed(seat)
        if missed:
            self.stood_in.add(seat)
            self.wake()
        return missed

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
        match = self.room.live()
        deal = match.deal
        return Thought(
            game=match.game.id,
            options=match.options_settled,
            box=self.room.kept.box,
            position=match.view(seat).text(),
            seat=seat,
            bot=self.room.kept.seats[seat].bot or STAND_IN,
            seed=deal.number("bot", seat, len(match.steps)) if deal else secrets.randbits(64),
            unhurried=deal is not None,
        )

    def begins(self, seat: int) -> bool:
        """Whether a seat has something to choose, and somebody else chose before."""
        match = self.room.live()
        before = next((past.seat for past in reversed(match.steps) if past.seat != CHANCE), NOBODY)
        return before != seat and len(match.options(seat)) > 1

    def is_half_way(self, seat: int) -> bool:
        """Whether a bot is in the middle of what people choose as one, and thinks about the rest."""
        if seat not in self.thoughts:
            return False
        top = self.room.live().state.top
        return top is not None and top.half_done()

    async def think(self, seat: int, thought: Thought) -> None:
        """Lets a bot choose, not faster than people can follow; its turn goes on without another wait."""
        loop = asyncio.get_running_loop()
        shown = loop.time() + (random.uniform(*self.room.settings.bot_delay) if self.begins(seat) else 0)
        began = perf_counter()
        try:
            text = self.room.course.answer(seat) if self.room.course else await self.workers.choose(thought)
        except Exception:
            log.exception("table %s: the bot %s could not choose", self.room.kept.code, thought.bot)
            text = ""
        finally:
            COUNTS.thought.since(began)
        await asyncio.sleep(shown - loop.time())
        self.post(partial(decide, seat, text, asyncio.current_task()))

    def thought_ended(self, seat: int, thought: "asyncio.Task[None]") -> None:
        """A thought that was lost on its way, and not given up by the table, is thought again."""
        if self.thoughts.get(seat) is thought and (thought.cancelled() or thought.exception() is not None):
            log.warning("table %s: a thought of seat %d was lost", self.room.kept.code, seat)
            del self.thoughts[seat]
            self.post(think_again)

    def chosen(self, seat: int, text: str, thought: "asyncio.Task[None] | None") -> int:
        """A bot's choice, any legal one if it chose nothing that is; NOBODY if it is no longer wanted."""
        if self.thoughts.get(seat) is not thought:
            return NOBODY
        del self.thoughts[seat]
        match = self.room.match
        if match is None or seat not in match.asked():
            return NOBODY
        options = match.options(seat)
        action = match.game.codec.ids.get(text.lower(), NOBODY)
        if action not in options:
            log.warning("table %s: what the bot chose is not a choice of seat %d", self.room.kept.code, seat)
            action = secrets.choice(options)
        return action

    def still(self) -> None:
        """Stops thoughts and timers."""
        for thought in self.thoughts.values():
            thought.cancel()
        for timer in self.timers.values():
            timer.cancel()
        self.thoughts.clear()
        self.timers.clear()


# --- errands


async def stand_in(seat: int, table: "Table") -> None:
    """The time has come to wait no longer for an absent guest."""
    if table.bots.take_over(seat):
        await table.relieve()
        table.news.tell_seats()


async def think_again(table: "Table") -> None:
    """A thought was lost."""
    table.bots.wake()


async def decide(seat: int, text: str, thought: "asyncio.Task[None] | None", table: "Table") -> None:
    """A bot has chosen."""
    action = table.bots.chosen(seat, text, thought)
    if action != NOBODY:
        await table.decide(seat, [action])
