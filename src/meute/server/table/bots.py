"""Bots at a table: those with a seat of their own, and those that substitute for absent guests."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from meute.core.numbers import NOBODY
from meute.core.seats import CHANCE
from meute.server.listings import STAND_IN
from meute.server.metrics import METRICS
from meute.server.system import random_between, random_bits, random_choice
from meute.server.table.inbox import TableTask
from meute.server.table.room import Room
from meute.server.thinking.workers import BotWork, WorkerPool

if TYPE_CHECKING:
    from meute.server.table.table import Table

log = logging.getLogger(__name__)


class TableBots:
    """Running searches and substituted seats of one table."""

    def __init__(self, room: Room, workers: WorkerPool, post: Callable[[TableTask], None]) -> None:
        self.room = room
        self.workers = workers
        self.post = post
        self.searches: dict[int, asyncio.Task[None]] = {}
        self.timers: dict[int, asyncio.TimerHandle] = {}
        """For absent guests: the timer after which a bot takes over."""
        self.stood_in: set[int] = set()

    def is_bot_controlled(self, seat: int) -> bool:
        """Whether a bot decides for the seat now."""
        return self.room.stored.seats[seat].kind == "bot" or seat in self.stood_in or self.room.has_resigned(seat)

    def start_searches(self) -> None:
        """Starts a search for each bot to act, and a timer for each absent guest to act; stops all once the game is
        over."""
        match = self.room.match
        if self.room.stored.phase == "over":
            self.stop()
        if match is None or self.room.stored.phase != "playing" or not self.has_audience():
            return
        for seat in match.seats_to_act():
            if self.is_bot_controlled(seat):
                scripted = self.room.kind.scripted_action(match, seat)
                if scripted != "" and seat not in self.searches:
                    self.searches[seat] = asyncio.create_task(self.search(seat, self.work_for(seat), scripted))
                    self.searches[seat].add_done_callback(partial(self.search_ended, seat))
            elif seat not in self.timers and self.is_waited_for(seat):
                assert self.room.stored.patience is not None
                loop = asyncio.get_running_loop()
                self.timers[seat] = loop.call_later(
                    self.room.stored.patience, self.post, partial(stand_in_for_absent, seat)
                )

    def has_audience(self) -> bool:
        """Whether a person follows or plays the game; bots do not play on alone."""
        return (
            self.room.kind.plays_alone
            or bool(self.room.greeted())
            or not all(map(self.is_bot_controlled, range(len(self.room.stored.seats))))
        )

    def is_waited_for(self, seat: int) -> bool:
        """Whether a connected player waits for this absent seat, at a table with a time limit for that."""
        if self.room.stored.patience is None or self.room.stored.pace is not None or self.room.is_connected(seat):
            return False
        return any(self.room.playable_seats(connection.guest.guest) for connection in self.room.greeted())

    def stand_in(self, seats: Iterable[int]) -> None:
        """Lets bots substitute for seats whose time has expired."""
        self.stood_in.update(seats)
        self.start_searches()

    def take_over(self, seat: int) -> bool:
        """Lets a bot substitute for an absent guest if the seat is still waited for; returns whether it does."""
        self.timers.pop(seat, None)
        missed = self.room.match is not None and seat in self.room.match.seats_to_act() and self.is_waited_for(seat)
        if missed:
            self.stood_in.add(seat)
            self.start_searches()
        return missed

    def release(self, seat: int) -> None:
        """Returns the seat to its guest, and cancels the bot's timer and search."""
        timer = self.timers.pop(seat, None)
        if timer is not None:
            timer.cancel()
        if seat in self.stood_in:
            self.stood_in.remove(seat)
            search = self.searches.pop(seat, None)
            if search is not None:
                search.cancel()

    def work_for(self, seat: int) -> BotWork:
        """The bot's input: its seat's view as text."""
        match = self.room.live_match()
        seed = self.room.kind.bot_seed(match, seat)
        return BotWork(
            game=match.game.id,
            options=match.options_settled,
            box=self.room.stored.box,
            position=match.view(seat).text(),
            seat=seat,
            bot=self.room.stored.seats[seat].bot or STAND_IN,
            seed=random_bits(64) if seed is None else seed,
            unhurried=seed is not None,
        )

    def starts_turn(self, seat: int) -> bool:
        """Whether the seat has a real choice and did not take the previous decision."""
        match = self.room.live_match()
        before = next((past.seat for past in reversed(match.steps) if past.seat != CHANCE), NOBODY)
        return before != seat and len(match.legal_actions(seat)) > 1

    def is_mid_choice(self, seat: int) -> bool:
        """Whether a bot has taken only a part of a choice that people make as one, and searches for the rest."""
        if seat not in self.searches:
            return False
        top = self.room.live_match().state.top
        return top is not None and top.is_mid_move()

    async def search(self, seat: int, work: BotWork, scripted: str | None) -> None:
        """Posts a bot's choice, scripted or computed. The first one of a turn is delayed, so that people can follow."""
        loop = asyncio.get_running_loop()
        shown = loop.time() + (random_between(*self.room.settings.bots.delay_seconds) if self.starts_turn(seat) else 0)
        began = perf_counter()
        try:
            text = await self.workers.choose(work) if scripted is None else scripted
        except Exception:
            log.exception("table %s: the bot %s could not choose", self.room.stored.code, work.bot)
            text = ""
        finally:
            METRICS.thought.observe_since(began)
        await asyncio.sleep(shown - loop.time())
        self.post(partial(play_bot_choice, seat, text, asyncio.current_task()))

    def search_ended(self, seat: int, search: "asyncio.Task[None]") -> None:
        """Restarts a search that failed or was cancelled by the worker, not by the table."""
        if self.searches.get(seat) is search and (search.cancelled() or search.exception() is not None):
            log.warning("table %s: the search of seat %d was lost", self.room.stored.code, seat)
            del self.searches[seat]
            self.post(retry_search)

    def take_choice(self, seat: int, text: str, search: "asyncio.Task[None] | None") -> int:
        """The bot's action, or a random legal one if it is illegal; NOBODY if the search is outdated."""
        if self.searches.get(seat) is not search:
            return NOBODY
        del self.searches[seat]
        match = self.room.match
        if match is None or seat not in match.seats_to_act():
            return NOBODY
        options = match.legal_actions(seat)
        action = match.game.codec.ids.get(text.lower(), NOBODY)
        if action not in options:
            log.warning("table %s: the bot chose an illegal action for seat %d", self.room.stored.code, seat)
            action = random_choice(options)
        return action

    def stop(self) -> None:
        """Cancels searches and timers."""
        for search in self.searches.values():
            search.cancel()
        for timer in self.timers.values():
            timer.cancel()
        self.searches.clear()
        self.timers.clear()


# --- tasks


async def stand_in_for_absent(seat: int, table: "Table") -> None:
    """Runs when the timer of an absent guest expires."""
    if table.bots.take_over(seat):
        await table.mark_unrated()
        table.broadcast.send_seats_to_all()


async def retry_search(table: "Table") -> None:
    table.bots.start_searches()


async def play_bot_choice(seat: int, text: str, search: "asyncio.Task[None] | None", table: "Table") -> None:
    """Applies the result of a search."""
    action = table.bots.take_choice(seat, text, search)
    if action != NOBODY:
        await table.decide(seat, [action])
