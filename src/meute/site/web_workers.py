"""Web workers for bots and hints, in place of worker processes."""

import asyncio
import pickle
import time
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from meute.server.rate_limits import Caller
from meute.server.thinking.sandbox import WALL_LIMIT, JobStopped, Sandbox
from meute.server.thinking.workers import (
    BOT_TIMEOUT,
    CANCEL_FLAGS,
    TIME_LIMIT,
    BotWork,
    WorkerPool,
    WorkFailed,
    choose_action,
)
from meute.server.uploads.upload_check import answer

T = TypeVar("T")
Buffer = bytes | memoryview

VISITOR = Caller("visitor", "browser")
"""The only client: the visitor of the site."""
Post = Callable[[int, bytes], None]
"""Posts a job with its number to a worker; an empty job only wakes the worker."""


class WebWorkers(WorkerPool):
    """A pool of one web worker. Jobs cannot be interrupted; a cancelled bot move ends at its deadline."""

    def __init__(self, post: Post, replace: Callable[[], None], behind: int) -> None:
        super().__init__(1, behind)
        self.post = post
        self.replace = replace
        """Terminates the worker and starts another."""
        self.numbers = count(1)
        self.waiting: dict[int, asyncio.Future[Any]] = {}

    def open(self) -> None:
        """Wake the worker, so that the first bot need not wait for it."""
        self.post(0, b"")

    def close(self) -> None:
        for done in self.waiting.values():
            done.cancel()

    async def choose(self, thought: BotWork) -> str:
        return await self.run(think_until, thought, time.time() + BOT_TIMEOUT)

    async def run(self, work: Callable[..., T], *args: Any, limit: float = TIME_LIMIT) -> T:
        """Run a function in the worker, without a time limit."""
        number = next(self.numbers)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting[number] = done
        self.post(number, pickle.dumps((work, args)))
        try:
            return await done
        finally:
            del self.waiting[number]

    def hear(self, number: int, outcome: Buffer) -> None:
        """Complete a job with its result or error."""
        done = self.waiting.get(number)
        if done is None or done.done():
            return
        found = pickle.loads(outcome)
        if isinstance(found, Exception):
            done.set_exception(found)
        else:
            done.set_result(found)

    def lose(self) -> None:
        """The worker has terminated: fail all its jobs."""
        for done in self.waiting.values():
            if not done.done():
                done.set_exception(WorkFailed("lost with its worker"))


class UploadSandbox(Sandbox):
    """Checks uploads in the worker for hints, which is replaced if a check takes too long."""

    def __init__(self, workers: WebWorkers) -> None:
        self.workers = workers

    async def ask(self, question: bytes, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(WALL_LIMIT):
                return await self.workers.run_queued(0, VISITOR, answer, question)
        except (TimeoutError, WorkFailed) as ended:
            self.workers.replace()
            raise JobStopped(repr(ended)) from None

    async def close(self) -> None:
        return


# --- run inside the web worker


def think_until(thought: BotWork, due: float) -> str:
    """Choose a bot's move before a deadline by the wall clock: workers share no other clock."""
    if not CANCEL_FLAGS:
        CANCEL_FLAGS.append(bytes(1))
    return choose_action(thought, 0, time.monotonic() + due - time.time())


def do(job: Buffer) -> bytes:
    """Run a pickled job; an error becomes its result."""
    try:
        work, args = pickle.loads(job)
        return pickle.dumps(work(*args))
    except Exception as error:
        return pickle.dumps(WorkFailed(repr(error)))
