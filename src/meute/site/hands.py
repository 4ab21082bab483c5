"""Bots and advice in workers of their own: what a process does on a machine, another worker does in a browser."""

import asyncio
import pickle
import time
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from meute.server.sandbox import LONGEST_WAIT, Sandbox, Stopped
from meute.server.trial import answer
from meute.server.workers import DUE, LIMIT, SLOTS, NoThought, Thought, Workers, think

T = TypeVar("T")
Buffer = bytes | memoryview

Post = Callable[[int, bytes], None]
"""Hands a numbered errand to a worker; an empty one only wakes it."""


class Hands(Workers):
    """One worker, reached by messages. It cannot be interrupted; what it thinks about in vain ends when it is due."""

    def __init__(self, post: Post, replace: Callable[[], None], behind: int) -> None:
        super().__init__(1, behind)
        self.post = post
        self.replace = replace
        """Ends the worker, whatever it does, and hires another."""
        self.numbers = count(1)
        self.waiting: dict[int, asyncio.Future[Any]] = {}

    def open(self) -> None:
        """Wakes the worker, so that the first bot need not wait for it."""
        self.post(0, b"")

    def close(self) -> None:
        for done in self.waiting.values():
            done.cancel()

    async def choose(self, thought: Thought) -> str:
        return await self.run(think_until, thought, time.time() + DUE)

    async def run(self, work: Callable[..., T], *args: Any, limit: float = LIMIT) -> T:
        """Does some work there, however long it takes."""
        number = next(self.numbers)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting[number] = done
        self.post(number, pickle.dumps((work, args)))
        try:
            return await done
        finally:
            del self.waiting[number]

    def hear(self, number: int, outcome: Buffer) -> None:
        """What came of an errand: an answer, or why there is none."""
        done = self.waiting.get(number)
        if done is None or done.done():
            return
        found = pickle.loads(outcome)
        if isinstance(found, Exception):
            done.set_exception(found)
        else:
            done.set_result(found)

    def lose(self) -> None:
        """The worker has gone, with all that it was thinking about."""
        for done in self.waiting.values():
            if not done.done():
                done.set_exception(NoThought("lost with its worker"))


class Trial(Sandbox):
    """Tries records and positions in the advisers' worker, which is replaced if one takes too long."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    async def ask(self, question: bytes, seconds: float) -> bytes:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                return await self.hands.in_turn(0, answer, question)
        except (TimeoutError, NoThought) as ended:
            self.hands.replace()
            raise Stopped(repr(ended)) from None

    async def close(self) -> None:
        return


# --- in the other worker


def think_until(thought: Thought, due: float) -> str:
    """A bot's choice by a time on the wall, which both workers have in common."""
    if not SLOTS:
        SLOTS.append(bytes(1))
    return think(thought, 0, time.monotonic() + due - time.time())


def do(errand: Buffer) -> bytes:
    """Does an errand; whatever goes wrong with it is the answer."""
    try:
        work, args = pickle.loads(errand)
        return pickle.dumps(work(*args))
    except Exception as error:
        return pickle.dumps(NoThought(repr(error)))
