"""An event loop on virtual time, and simulated processes that can be stopped, continued and killed."""

import asyncio
import contextvars
import random
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from meute.server.system import System

T = TypeVar("T")

EPOCH = 1_900_000_000.0
"""Wall time at the beginning of a simulation (Unix time)."""


class Deadlock(Exception):
    """Every task waits, and nothing is scheduled."""


class InstantSelector(selectors.SelectSelector):
    """A selector that advances the virtual clock instead of sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Deadlock
        self.time += max(0.0, timeout)
        return []


class Process:
    """A process of the operating system: the tasks that were started in its context."""

    def __init__(self, name: str, skew: float = 0.0) -> None:
        self.name = name
        self.skew = skew
        """Seconds by which its clock is ahead."""
        self.is_alive = True
        self.is_stopped = False
        self.backlog: list[tuple[asyncio.Handle, contextvars.Context, Callable[..., object], tuple[Any, ...]]] = []
        """Callbacks that became due while the process was stopped."""
        self.tasks: set[asyncio.Task[Any]] = set()
        """All tasks of the process; kept after a kill, since a killed process runs no cleanup."""

    def step(
        self,
        handle: list[asyncio.Handle],
        context: contextvars.Context,
        callback: Callable[..., object],
        args: tuple[Any, ...],
    ) -> None:
        """Runs a callback, unless the process is killed; later, if it is stopped."""
        if not self.is_alive:
            return
        if self.is_stopped:
            self.backlog.append((handle[0], context, callback, args))
        else:
            callback(*args)

    def stop(self) -> None:
        """Stops the process, as SIGSTOP does."""
        self.is_stopped = True

    def resume(self, loop: asyncio.AbstractEventLoop) -> None:
        """Continues a stopped process: everything that became due happens now."""
        self.is_stopped = False
        backlog, self.backlog = self.backlog, []
        for handle, context, callback, args in backlog:
            if not handle.cancelled():
                loop.call_soon(callback, *args, context=context)

    def kill(self) -> None:
        """Kills the process, as SIGKILL does: none of its code runs any more."""
        self.is_alive = False
        self.backlog.clear()

    def unfinished(self) -> list[asyncio.Task[Any]]:
        return [task for task in self.tasks if not task.done()]


CURRENT: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)
"""The simulated process that runs; None: the simulation itself, and the people."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop that never sleeps: its time jumps to the next scheduled callback."""

    def __init__(self) -> None:
        self.clock = InstantSelector()
        super().__init__(self.clock)
        self.set_task_factory(record_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return self.clock.time

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        callback, args, context, cell = guarded(callback, args, context)
        handle = super().call_soon(callback, *args, context=context)
        cell.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        callback, args, context, cell = guarded(callback, args, context)
        handle = super().call_at(when, callback, *args, context=context)
        cell.append(handle)
        return handle

    def spawn(self, process: Process | None, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Starts a task in a process."""
        context = contextvars.copy_context()
        context.run(CURRENT.set, process)
        return self.create_task(work, context=context)


def guarded(
    callback: Callable[..., object], args: tuple[Any, ...], context: contextvars.Context | None
) -> tuple[Callable[..., object], tuple[Any, ...], contextvars.Context, list[asyncio.Handle]]:
    """A callback that respects the state of the process that it belongs to, and a place for its handle."""
    context = contextvars.copy_context() if context is None else context
    process, cell = context.get(CURRENT), list[asyncio.Handle]()
    if process is None:
        return callback, args, context, cell
    return process.step, (cell, context, callback, args), context, cell


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
