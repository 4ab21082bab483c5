"""An event loop on virtual time, and simulated processes that can be stopped, continued and killed."""

import asyncio
import contextvars
import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from meute.server.system import System

T = TypeVar("T")

EPOCH = 1_900_000_000.0
"""Wall time at the beginning of a simulation (Unix time)."""


class Deadlock(Exception):
    """Every task waits, and nothing is scheduled."""


class Process:
    """A process of the operating system: the tasks that were started in its context."""

    def __init__(self, name: str, skew: float = 0.0) -> None:
        self.name = name
        self.skew = skew
        """Seconds by which its clock is ahead."""
        self.most_skew = skew
        """The most seconds by which its clock has been ahead."""
        self.is_alive = True
        self.is_stopped = False
        self.backlog: list[Call] = []
        """Callbacks that became due while the process was stopped."""
        self.tasks: set[asyncio.Task[Any]] = set()
        """All tasks of the process; kept after a kill, since a killed process runs no cleanup."""

    def stop(self) -> None:
        """Stops the process, as SIGSTOP does."""
        self.is_stopped = True

    def resume(self, loop: "VirtualLoop") -> None:
        """Continues a stopped process: everything that became due happens now."""
        self.is_stopped = False
        backlog, self.backlog = self.backlog, []
        loop.ready.extend(backlog)

    def kill(self) -> None:
        """Kills the process, as SIGKILL does: none of its code runs any more."""
        self.is_alive = False
        self.backlog.clear()

    def unfinished(self) -> list[asyncio.Task[Any]]:
        return [task for task in self.tasks if not task.done()]


CURRENT: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)
"""The simulated process that runs; None: the simulation itself, and the people."""


class Call(asyncio.TimerHandle):
    """A callback that becomes due, and the process that it belongs to."""

    __slots__ = ("process",)

    def __init__(
        self,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        context: contextvars.Context | None,
        due: float,
    ) -> None:
        self._callback = callback
        self._args = args
        self._context = context = contextvars.copy_context() if context is None else context
        self._when = due
        self._cancelled = False
        self.process: Process | None = context.get(CURRENT)

    def cancel(self) -> None:
        self._cancelled = True
        self._callback, self._args = do_nothing, ()

    def cancelled(self) -> bool:
        return self._cancelled

    def __repr__(self) -> str:
        return f"<Call {self._callback} at {self._when}>"


def do_nothing() -> None:
    """What a cancelled call does."""


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop that never sleeps: its time jumps to the next scheduled callback. It waits for no files."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.ready: deque[Call] = deque()
        self.timers: list[tuple[float, int, Call]] = []
        """A heap; calls that are due at the same time run in the order in which they were made."""
        self.numbers = itertools.count()
        self.set_task_factory(record_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.now

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        call = Call(callback, args, context, self.now)
        self.ready.append(call)
        return call

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        call = Call(callback, args, context, when)
        heapq.heappush(self.timers, (when, next(self.numbers), call))
        return call

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def run_in_executor(self, executor: Any, work: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Runs work at once: a simulation has no threads."""
        future = self.create_future()
        try:
            future.set_result(work(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def _run_once(self) -> None:
        """Runs what is ready, one call after another; if nothing is, goes on to the time at which something is due."""
        ready, timers, pop = self.ready, self.timers, heapq.heappop
        while not self._stopping:  # type: ignore[attr-defined]
            if not ready:
                if not timers:
                    raise Deadlock
                due, _, call = pop(timers)
                self.now = max(self.now, due)
                ready.append(call)
                continue
            call = ready.popleft()
            process = call.process
            if call._cancelled or (process is not None and not process.is_alive):
                continue
            if process is not None and process.is_stopped:
                process.backlog.append(call)
                continue
            try:
                call._context.run(call._callback, *call._args)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as error:
                self.call_exception_handler({"message": f"error in {call}", "exception": error, "handle": call})

    def spawn(self, process: Process | None, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts a task in a process."""
        context = contextvars.copy_context()
        context.run(CURRENT.set, process)
        return self.create_task(work, context=context)


def record_task(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, T],
    context: contextvars.Context | None = None,
) -> asyncio.Task[T]:
    """Task factory that notes each task at its process."""
    process = (contextvars.copy_context() if context is None else context).get(CURRENT)
    task = asyncio.Task(work, loop=loop, context=context)
    if process is not None:
        process.tasks.add(task)
        task.add_done_callback(process.tasks.discard)
    return task


class VirtualSystem(System):
    """Clocks of the process that runs, and one seeded generator."""

    def __init__(self, loop: VirtualLoop, seed: int) -> None:
        self.loop = loop
        self.generator = random.Random(seed)

    def wall_time(self) -> float:
        process = CURRENT.get()
        return EPOCH + self.loop.time() + (process.skew if process else 0.0)

    def monotonic(self) -> float:
        return self.loop.time()

    def processor_time(self) -> float:
        return self.loop.time()
