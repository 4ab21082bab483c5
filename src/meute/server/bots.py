"""The computer players of a table: those who have a seat, and those who hold one for an absent guest."""

import asyncio
import logging
import random
import secrets
from functools import partial
from typing import TYPE_CHECKING

from meute.core.numbers import NOBODY
from meute.server.shelf import STAND_IN
from meute.server.think import Thought

if TYPE_CHECKING:
    from meute.server.table import Table

log = logging.getLogger(__name__)


class Bots:
    """What the bots at one table think about, and whom they stand in for."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.thoughts: dict[int, asyncio.Task[None]] = {}
        self.timers: dict[int, asyncio.TimerHandle] = {}
        """For absent guests: when a bot takes over."""
        self.stood_in: set[int] = set()

    def plays_itself(self, seat: int) -> bool:
        """Whether a bot decides for the seat now."""
        return self.table.kept.seats[seat].kind == "bot" or seat in self.stood_in or self.table.has_resigned(seat)

    def wake(self) -> None:
        """Lets the asked bots think, and waits for absent guests no longer than agreed."""
        if self.table.match is None or self.table.kept.phase != "playing" or not self.is_wanted():
            return
        for seat in self.table.match.asked():
            if self.plays_itself(seat):
                if seat not in self.thoughts:
                    self.thoughts[seat] = asyncio.create_task(self.think(seat, self.thought(seat)))
                    self.thoughts[seat].add_done_callback(partial(self.thought_ended, seat))
            elif seat not in self.timers and self.is_missed(seat):
                assert self.table.kept.patience is not None
                loop = asyncio.get_running_loop()
                self.timers[seat] = loop.call_later(
                    self.table.kept.patience, self.table.post, lambda seat=seat: self.stand_in(seat)
                )

    def is_wanted(self) -> bool:
        """Whether anybody follows the game: bots do not play on among themselves for nobody."""
        seats = range(len(self.table.kept.seats))
        return any(watcher.greeted for watcher in self.table.watchers) or not all(map(self.plays_itself, seats))

    def is_missed(self, seat: int) -> bool:
        """Whether somebody at the table waits for an absent guest, and has agreed on how long."""
        someone = any(watcher.greeted and self.table.mine(watcher.guest.guest) for watcher in self.table.watchers)
        return self.table.kept.patience is not None and someone and not self.table.is_here(seat)

    async def stand_in(self, seat: int) -> None:
        """A bot takes over for an absent guest."""
        self.timers.pop(seat, None)
        if self.table.match is not None and seat in self.table.match.asked() and self.is_missed(seat):
            self.stood_in.add(seat)
            self.wake()
            self.table.tell_seats()

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
        match = self.table.playing()
        return Thought(
            game=match.game.id,
            options=match.options_settled,
            box=self.table.kept.box,
            view=match.view(seat).text(),
            seat=seat,
            bot=self.table.kept.seats[seat].bot or STAND_IN,
            seed=secrets.randbits(64),
        )

    async def think(self, seat: int, thought: Thought) -> None:
        """Lets a bot choose, not faster than people can follow."""
        loop = asyncio.get_running_loop()
        shown = loop.time() + random.uniform(*self.table.house.settings.bot_delay)
        try:
            text = await self.table.house.thinkers.choose(thought)
        except Exception:
            log.exception("table %s: the bot %s could not choose", self.table.kept.code, thought.bot)
            text = ""
        await asyncio.sleep(shown - loop.time())
        me = asyncio.current_task()
        self.table.post(lambda: self.decides(seat, text, me))

    def thought_ended(self, seat: int, thought: "asyncio.Task[None]") -> None:
        """A thought that was lost on its way, and not given up by the table, is thought again."""
        if self.thoughts.get(seat) is thought and (thought.cancelled() or thought.exception() is not None):
            log.warning("table %s: a thought of seat %d was lost", self.table.kept.code, seat)
            del self.thoughts[seat]
            self.table.post(self.think_again)

    async def think_again(self) -> None:
        self.wake()

    async def decides(self, seat: int, text: str, thought: "asyncio.Task[None] | None") -> None:
        """A bot's choice, if it is still wanted; any legal one if it chose nothing that is."""
        if self.thoughts.get(seat) is not thought:
            return
        del self.thoughts[seat]
        match = self.table.match
        if match is None or seat not in match.asked():
            return
        options = match.options(seat)
        action = match.game.codec.ids.get(text.lower(), NOBODY)
        if action not in options:
            log.warning("table %s: what the bot chose is not a choice of seat %d", self.table.kept.code, seat)
            action = secrets.choice(options)
        await self.table.decide(seat, action)

    def still(self) -> None:
        """Stops thoughts and timers."""
        for thought in self.thoughts.values():
            thought.cancel()
        for timer in self.timers.values():
            timer.cancel()
        self.thoughts.clear()
        self.timers.clear()
