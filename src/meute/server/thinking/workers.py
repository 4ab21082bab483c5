"""Worker processes for bots, hints and reviews. A bot gets only the text of its seat's view, so it cannot see more.

Not on pebble (tried with 5.2.3): it limits wall time, not CPU time, waits 3 s before it kills, polls 20 times a second,
and its pool has to be replaced, too, once idle processes have died.
"""

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
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from meute.bots import make_bot
from meute.bots.advice import Advice, Budget, advise
from meute.bots.luck import CutValue, value_cuts
from meute.bots.win_probability import win_probabilities
from meute.core.box import merge
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.games import find
from meute.learn.review import Effort, Move, MoveCost, move_cost
from meute.server.logs import configure_child_logging
from meute.server.thinking.sandbox import HAS_CPU_TIMER, limit_time

if TYPE_CHECKING:
    from meute.server.rate_limits import Caller

log = logging.getLogger(__name__)

T = TypeVar("T")

BOT_NICENESS = 5
ADVISER_NICENESS = 10
"""Niceness of the processes (lower priority than the server)."""
BOT_TIMEOUT = 1.1
"""Seconds within which a bot answers, including the wait for a free process."""
MAX_SEARCHES = 1024
"""Number of cancel flags: more than searches ever run at once."""
TIME_LIMIT = 60.0
"""Seconds of CPU time (of wall time where the system cannot limit it) after which a process is killed."""
LIMIT_FACTOR = 20
"""A bot with a timeout is given up after this many times the timeout."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
CANCEL_FLAGS: list[Any] = []
"""In a bot's process: the array shared with the server; a set flag cancels the search of that slot."""


class Work(msgspec.Struct, kw_only=True):
    """A position to compute on: the game with its options, the position as text, and a random seed."""

    game: str
    options: dict[str, str]
    box: dict[str, Any]
    position: str
    seed: int


class BotWork(Work):
    """Input of a bot: its seat's view."""

    seat: int
    bot: str
    unhurried: bool = False
    """Whether the result must be reproducible: no timeout interrupts the search."""


class AdviceWork(Work):
    """Input for a hint: the seat's view, the action played there if any, and the budget."""

    seat: int
    played: str
    budget: Budget


class ChanceWork(Work):
    """A state of a finished game; its win probabilities are estimated by at most `games` rollouts or `milliseconds`."""

    games: int
    milliseconds: int


class ReviewWork(Work):
    """A move of a finished game, with the view of its seat before it; `played` in notation."""

    seat: int
    step: int
    played: str
    effort: Effort


class LuckWork(Work):
    """States of a finished game with their steps, to be evaluated by at most `games` rollouts each, or `milliseconds`
    for all together; `position` is unused."""

    tables: list[tuple[int, str]]
    games: int
    milliseconds: int


class WorkFailed(Exception):
    """The work raised an exception or ended its process."""


class ProcessLost(Exception):
    """The work's process died."""


def choose_action(work: BotWork, slot: int, due: float) -> str:
    """A bot's choice in notation. The search stops when due, or when the flag of its slot is set."""
    with portable_errors():
        game, state = read_state(work)
        hurried = CANCEL_FLAGS and not work.unhurried
        should_continue = (lambda: time.monotonic() < due and not CANCEL_FLAGS[0][slot]) if hurried else None
        choice = make_bot(work.bot).choose(View(game, state, work.seat), Generator(work.seed), should_continue)
        return game.codec.text(choice)


def compute_advice(work: AdviceWork) -> Advice:
    """The best choices, computed from the seat's view alone."""
    with portable_errors():
        game, state = read_state(work)
        played = tuple(map(game.codec.read, work.played.split()))
        return advise(View(game, state, work.seat), Generator(work.seed), work.budget, played)


def compute_win_chances(work: ChanceWork) -> tuple[list[float], int]:
    """The win probability of each seat, and the number of rollouts."""
    with portable_errors():
        game, state = read_state(work)
        return win_probabilities(game, state, Generator(work.seed), work.games, work.milliseconds)


def compute_move_cost(work: ReviewWork) -> MoveCost | None:
    """The cost of a move; None if no better one is found."""
    with portable_errors():
        game, state = read_state(work)
        move = Move(work.step, tuple(map(game.codec.read, work.played.split())))
        return move_cost(View(game, state, work.seat), move, Generator(work.seed), work.effort)


def compute_luck(work: LuckWork) -> dict[int, CutValue]:
    """The value of each state, by step; those for which no time was left are missing."""
    with portable_errors():
        game, box = find(work.game), merge(find(work.game).box(), work.box)
        tables = [(step, game.read_position(position, work.options, box)) for step, position in work.tables]
        return value_cuts(game, tables, Generator(work.seed), work.games, work.milliseconds)


def read_state(work: Work) -> tuple[Game, State]:
    game = find(work.game)
    return game, game.read_position(work.position, work.options, merge(game.box(), work.box))


@contextlib.contextmanager
def portable_errors() -> Iterator[None]:
    """Replaces exceptions, not all of which can be pickled, with WorkFailed."""
    try:
        yield
    except Exception as error:
        raise WorkFailed(repr(error)) from None


class PriorityGate:
    """Fair semaphore. The lowest rank enters first; within a rank, networks take turns, then the guests of a network,
    then a guest's requests in order."""

    MAX_REMEMBERED = 1000

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.free = capacity
        """Below zero after the capacity has been lowered, until enough places are free again."""
        self.waiting: list[tuple[int, Caller, asyncio.Future[None]]] = []
        self.entries = count(1)
        self.latest: dict[str, int] = {}
        """Number of the last entry of each network and guest, while others are waiting."""

    async def enter(self, rank: int, caller: "Caller") -> None:
        """Waits for a free place."""
        if self.free > 0:
            self.free -= 1
            self.record_turn(caller)
            return
        ready = asyncio.get_running_loop().create_future()
        self.waiting.append((rank, caller, ready))
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():
                self.leave()
            raise

    def count_ahead(self, rank: int) -> int:
        """Number of waiting requests of this rank or a lower one."""
        return sum(other <= rank and not ready.done() for other, _, ready in self.waiting)

    def leave(self) -> None:
        """Frees a place, and lets the next request enter."""
        self.free += 1
        if not any(not ready.done() for _, _, ready in self.waiting):
            self.latest.clear()
        self.admit()

    def resize(self, capacity: int) -> None:
        """Changes the number of places."""
        self.free += capacity - self.capacity
        self.capacity = capacity
        self.admit()

    def admit(self) -> None:
        """Lets requests enter while there are free places."""
        self.waiting = [entry for entry in self.waiting if not entry[2].done()]
        while self.waiting and self.free > 0:
            chosen = min(self.waiting, key=self.precedence)
            self.waiting.remove(chosen)
            _, caller, ready = chosen
            self.free -= 1
            self.record_turn(caller)
            ready.set_result(None)

    def precedence(self, entry: "tuple[int, Caller, asyncio.Future[None]]") -> tuple[int, int, int]:
        """Sort key: lowest first; `min` keeps arrival order among equals."""
        rank, caller, _ = entry
        return rank, self.latest.get(caller.network, 0), self.latest.get(caller.name, 0)

    def record_turn(self, caller: "Caller") -> None:
        """Records that a network and its guest have entered."""
        entry = next(self.entries)
        for name in (caller.network, caller.name):
            self.latest.pop(name, None)
            self.latest[name] = entry
        while len(self.latest) > self.MAX_REMEMBERED:
            del self.latest[next(iter(self.latest))]


class WorkerPool:
    """A pool of processes; with 0 workers, everything runs in the server's own process."""

    def __init__(self, workers: int, niceness: int, timeout: float = BOT_TIMEOUT) -> None:
        self.workers = workers
        self.niceness = niceness
        self.timeout = timeout
        self.pool: ProcessPoolExecutor | None = None
        self.fallback_pool: ProcessPoolExecutor | None = None
        """One process that retries work whose process died."""
        self.fallback_lock = asyncio.Lock()
        self.cancel_flags: Any = bytearray(MAX_SEARCHES)
        self.next_slot = 0
        self.queue = PriorityGate(workers)

    def open(self) -> None:
        """Starts the processes in advance."""
        if self.workers and self.pool is None:
            self.cancel_flags = multiprocessing.get_context("spawn").RawArray("b", MAX_SEARCHES)
            self.pool = self.start_pool(self.workers)

    def start_pool(self, workers: int) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, init_process, (self.niceness, self.cancel_flags))
        with ignoring_signals():
            for _ in range(workers):
                pool.submit(os.getpid)
        return pool

    def close(self) -> None:
        """Kills the processes."""
        pools, self.pool, self.fallback_pool = (self.pool, self.fallback_pool), None, None
        for pool in pools:
            if pool is not None:
                kill_pool(pool)

    async def choose(self, work: BotWork) -> str:
        """A bot's choice; cancelling the caller stops the search."""
        self.open()
        slot = self.next_slot
        self.next_slot = (slot + 1) % MAX_SEARCHES
        self.cancel_flags[slot] = 0
        try:
            limit = TIME_LIMIT if work.unhurried else LIMIT_FACTOR * self.timeout
            return await self.run(choose_action, work, slot, time.monotonic() + self.timeout, limit=limit)
        except asyncio.CancelledError:
            self.cancel_flags[slot] = 1
            raise

    async def run_queued(self, rank: int, caller: "Caller", work: Callable[..., T], *args: Any) -> T:
        """Runs work in a process, queued by rank and caller."""
        if not self.workers:
            return await self.run(work, *args)
        await self.queue.enter(rank, caller)
        try:
            return await self.run(work, *args)
        finally:
            self.queue.leave()

    async def run(self, work: Callable[..., T], *args: Any, limit: float = TIME_LIMIT) -> T:
        """Runs work in a process. If the process dies, other work may be the cause: the work is retried once in a
        process of its own, and fails if that dies, too."""
        self.open()
        pool = self.pool
        if pool is None:
            return work(*args)
        try:
            return await self.run_in(pool, limit, work, *args)
        except ProcessLost:
            if self.pool is pool:
                log.warning("the bots' processes have died; starting new ones")
                self.pool = self.start_pool(self.workers)
        async with self.fallback_lock:
            pool = self.fallback_pool = self.fallback_pool or self.start_pool(1)
            try:
                return await self.run_in(pool, limit, work, *args)
            except ProcessLost:
                self.fallback_pool = None
                raise WorkFailed("it ends its process") from None

    async def run_in(self, pool: ProcessPoolExecutor, limit: float, work: Callable[..., T], *args: Any) -> T:
        """Runs work in this pool; kills the pool and raises ProcessLost if the process dies or takes too long."""
        loop = asyncio.get_running_loop()
        try:
            with ignoring_signals():
                done = loop.run_in_executor(pool, run_limited, limit, work, *args)
            done.add_done_callback(retrieve_error)
            async with asyncio.timeout(None if HAS_CPU_TIMER else limit):
                # Shielded: a breaking pool fails on cancelled futures, so a cancelled caller only stops waiting.
                return await asyncio.shield(done)
        except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
            if self.pool is None or is_cancelling():
                raise
            kill_pool(pool)
            raise ProcessLost from None


def retrieve_error(done: "asyncio.Future[Any]") -> None:
    """Marks an abandoned future's exception as retrieved, so that asyncio does not log it."""
    if not done.cancelled():
        done.exception()


def is_cancelling() -> bool:
    """Whether the current task itself is being cancelled, not only its future."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def kill_pool(pool: ProcessPoolExecutor) -> None:
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def run_limited(seconds: float, work: Callable[..., T], *args: Any) -> T:
    """Runs work in a process that the system kills if it exceeds the CPU time."""
    limit_time(seconds)
    try:
        return work(*args)
    finally:
        limit_time(0.0)


@contextlib.contextmanager
def ignoring_signals() -> Iterator[None]:
    """Blocks stop signals while processes start, so that they inherit the mask; the parent stops them."""
    from multiprocessing import resource_tracker  # not in a browser

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signals, also for others
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def init_process(niceness: int, cancel_flags: Any) -> None:
    """Initializes a worker process: ignores stop signals, lowers its priority, and exits when the server does."""
    configure_child_logging()
    CANCEL_FLAGS.append(cancel_flags)
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    server = multiprocessing.parent_process()
    assert server is not None

    def exit_with_server() -> None:
        server.join()
        os._exit(0)

    Thread(target=exit_with_server, daemon=True).start()
