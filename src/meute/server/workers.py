"""Bots think in processes of their own, on the text of their seat's view: there is nothing else to look at."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from heapq import heappop, heappush
from itertools import count
from threading import Thread
from typing import Any, TypeVar

import msgspec

from meute.bots import make_bot
from meute.bots.advice import Advice, Budget, advise
from meute.bots.chances import chances
from meute.core.box import merge
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.games import find
from meute.learn.review import Effort, Price, luck, price
from meute.server.sandbox import TIMED, limit_time

log = logging.getLogger(__name__)

T = TypeVar("T")

BOTS = 5
ADVISERS = 10
"""How far they stand back behind the server, in the system's own measure."""
DUE = 1.1
"""Seconds within which a bot answers, its waiting for a free process included."""
MOST_THOUGHTS = 1024
"""More than are ever under way at once."""
LIMIT = 60.0
"""Seconds of processor time after which the system ends a process that does not answer; where the system does not count
it, seconds by the clock."""
HURRIED = 20
"""A bot that is to answer soon is given up after so many times its time."""
ENDINGS = (signal.SIGINT, signal.SIGTERM)
SLOTS: list[Any] = []
"""In a bots' process, the numbers it shares with the server: which thoughts nobody wants any more."""


class Work(msgspec.Struct, kw_only=True):
    """A table to think about: the game as agreed on, the position as text, and a seed of its own."""

    game: str
    options: dict[str, str]
    box: dict[str, Any]
    position: str
    seed: int


class Thought(Work):
    """All that a bot is given, of its seat's view."""

    seat: int
    bot: str
    unhurried: bool = False
    """Whether it must think the same wherever and whenever: no clock breaks it off."""


class Question(Work):
    """What a seat wants advice on: its view, what it did there if that is past, and how long to think."""

    seat: int
    played: str
    budget: Budget


class Moment(Work):
    """A moment of a finished game, whose chances are to be counted in so many games and milliseconds."""

    games: int
    milliseconds: int


class Decision(Work):
    """A decision of a finished game, by the view of whoever took it: what did it cost?"""

    seat: int
    step: int
    played: str
    effort: Effort


class Draws(Work):
    """The tables before and after each time that chance spoke in a finished game; `position` is not looked at."""

    seat: int
    tables: list[tuple[str, str]]
    effort: Effort


class NoThought(Exception):
    """A bot could not choose."""


class Lost(Exception):
    """Some work was lost with its process."""


def think(thought: Thought, slot: int, due: float) -> str:
    """A bot's choice, in notation; it hears when its answer is due, or its slot says that nobody wants it."""
    with broken_off():
        game, table = laid_out(thought)
        hurried = SLOTS and not thought.unhurried
        wanted = (lambda: time.monotonic() < due and not SLOTS[0][slot]) if hurried else None
        choice = make_bot(thought.bot).choose(View(game, table, thought.seat), Generator(thought.seed), wanted)
        return game.codec.text(choice)


def advice(question: Question) -> Advice:
    """The best choices, by the seat's view."""
    with broken_off():
        game, table = laid_out(question)
        played = tuple(map(game.codec.read, question.played.split()))
        return advise(View(game, table, question.seat), Generator(question.seed), question.budget, played)


def weigh(moment: Moment) -> tuple[list[float], int]:
    """Each seat's chance, and in how many games it was seen."""
    with broken_off():
        game, table = laid_out(moment)
        return chances(game, table, Generator(moment.seed), moment.games, moment.milliseconds)


def priced(decision: Decision) -> Price | None:
    """What a decision cost, if that can be told."""
    with broken_off():
        game, table = laid_out(decision)
        view, played = View(game, table, decision.seat), game.codec.read(decision.played)
        return price(view, decision.step, played, Generator(decision.seed), decision.effort)


def fortune(drawn: Draws) -> tuple[float, float] | None:
    """How much luck a seat had, if that can be told."""
    with broken_off():
        game, box = find(drawn.game), merge(find(drawn.game).box(), drawn.box)
        tables = [
            (game.read_position(before, drawn.options, box), game.read_position(after, drawn.options, box))
            for before, after in drawn.tables
        ]
        return luck(game, tables, drawn.seat, Generator(drawn.seed), drawn.effort)


def laid_out(work: Work) -> tuple[Game, State]:
    """The table that somebody is to think about."""
    game = find(work.game)
    return game, game.read_position(work.position, work.options, merge(game.box(), work.box))


@contextlib.contextmanager
def broken_off() -> Iterator[None]:
    """Errors of ours do not all survive the way between two processes: one that does stands for them."""
    try:
        yield
    except Exception as error:
        raise NoThought(repr(error)) from None


class Queue:
    """Lets so many in at once; of those who wait, the lowest rank first, and of equals who came first."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.came = count()
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    async def enter(self, rank: int) -> None:
        """Waits for one's turn."""
        if self.room:
            self.room -= 1
            return
        called = asyncio.get_running_loop().create_future()
        heappush(self.waiting, (rank, next(self.came), called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.leave()
            raise

    def before(self, rank: int) -> int:
        """How many wait who would not be let in after one of this rank."""
        return sum(other <= rank and not called.done() for other, _, called in self.waiting)

    def leave(self) -> None:
        """Lets the next one in."""
        while self.waiting:
            *_, called = heappop(self.waiting)
            if not called.done():
                called.set_result(None)
                return
        self.room += 1


class Workers:
    """A few processes; with none, everything is thought in the server's own."""

    def __init__(self, workers: int, behind: int, due: float = DUE) -> None:
        self.workers = workers
        self.behind = behind
        self.due = due
        self.pool: ProcessPoolExecutor | None = None
        self.apart: ProcessPoolExecutor | None = None
        """One process, for what was lost with another."""
        self.alone = asyncio.Lock()
        self.unwanted: Any = bytearray(MOST_THOUGHTS)
        self.latest = 0
        self.queue = Queue(workers)

    def open(self) -> None:
        """Starts the processes, so that the first bot need not wait for them."""
        if self.workers and self.pool is None:
            self.unwanted = multiprocessing.get_context("spawn").RawArray("b", MOST_THOUGHTS)
            self.pool = self.started(self.workers)

    def started(self, workers: int) -> ProcessPoolExecutor:
        """So many processes."""
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, settle_in, (self.behind, self.unwanted))
        with unheard():
            for _ in range(workers):
                pool.submit(os.getpid)
        return pool

    def close(self) -> None:
        """Ends the processes, whatever they think about."""
        pools, self.pool, self.apart = (self.pool, self.apart), None, None
        for pool in pools:
            if pool is not None:
                end(pool)

    async def choose(self, thought: Thought) -> str:
        """A bot's choice; once nobody waits for it, the bot stops thinking."""
        self.open()
        slot = self.latest
        self.latest = (slot + 1) % MOST_THOUGHTS
        self.unwanted[slot] = 0
        try:
            limit = LIMIT if thought.unhurried else HURRIED * self.due
            return await self.run(think, thought, slot, time.monotonic() + self.due, limit=limit)
        except asyncio.CancelledError:
            self.unwanted[slot] = 1
            raise

    async def in_turn(self, rank: int, work: Callable[..., T], *args: Any) -> T:
        """Does some work in a process, after all that waits with a lower rank."""
        if not self.workers:
            return await self.run(work, *args)
        await self.queue.enter(rank)
        try:
            return await self.run(work, *args)
        finally:
            self.queue.leave()

    async def run(self, work: Callable[..., T], *args: Any, limit: float = LIMIT) -> T:
        """Does some work in a process. What is lost with one is done once more where nothing else can end it: if it is
        lost again, it is to blame, and not what happened beside it."""
        self.open()
        pool = self.pool
        if pool is None:
            return work(*args)
        try:
            return await self.within(pool, limit, work, *args)
        except Lost:
            if self.pool is pool:
                log.warning("the bots' processes have died; starting new ones")
                self.pool = self.started(self.workers)
        async with self.alone:
            apart = self.apart = self.apart or self.started(1)
            try:
                return await self.within(apart, limit, work, *args)
            except Lost:
                self.apart = None
                raise NoThought("it ends its process") from None

    async def within(self, pool: ProcessPoolExecutor, limit: float, work: Callable[..., T], *args: Any) -> T:
        """Does some work in these processes, which are ended if it is Lost there."""
        loop = asyncio.get_running_loop()
        try:
            with unheard():
                done = loop.run_in_executor(pool, timed, limit, work, *args)
            done.add_done_callback(notice)
            async with asyncio.timeout(None if TIMED else limit):
                # A pool that breaks stumbles over work that was cancelled: who gives his up only stops waiting for it.
                return await asyncio.shield(done)
        except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
            if self.pool is None or is_given_up():
                raise
            end(pool)
            raise Lost from None


def notice(done: "asyncio.Future[Any]") -> None:
    """An error that nobody waits for any more is none."""
    if not done.cancelled():
        done.exception()


def is_given_up() -> bool:
    """Whether this task is to end; else it was only its work in another process that was cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def end(pool: ProcessPoolExecutor) -> None:
    """Ends processes, whatever they do."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def timed(seconds: float, work: Callable[..., T], *args: Any) -> T:
    """Does some work in a process that the system ends if it takes longer."""
    limit_time(seconds)
    try:
        return work(*args)
    finally:
        limit_time(0.0)


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """Processes that start meanwhile do not hear that the server shall end, even before they have settled in."""
    from multiprocessing import resource_tracker  # not in a browser

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would hear again itself, and let the others hear, when it starts
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def settle_in(behind: int, unwanted: Any) -> None:
    """A process leaves with the server, however that ends, and lets the server alone hear that it shall end."""
    SLOTS.append(unwanted)
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(behind)
    server = multiprocessing.parent_process()
    assert server is not None

    def leave_with() -> None:
        server.join()
        os._exit(0)

    Thread(target=leave_with, daemon=True).start()
