"""Thread pool for calls to other machines: such calls may hang, so they do not share asyncio's default threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import Any, TypeVar

T = TypeVar("T")


class Busy(Exception):
    """The pool has no room for another call, or the call has not begun in time."""


class Pool:
    """A thread pool with a limit on running and waiting calls; further ones raise Busy."""

    def __init__(self, name: str, threads: int, most: int) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.slots = BoundedSemaphore(most)

    async def run(self, work: Callable[..., T], *args: Any, timeout: float | None = None) -> T:
        """Runs a function in a thread. Raises TimeoutError if it is still running after the timeout, and Busy if it has
        not begun and never will."""
        if not self.slots.acquire(blocking=False):
            raise Busy("too many calls wait")
        future = self.threads.submit(work, *args)
        future.add_done_callback(lambda _: self.slots.release())
        try:
            async with asyncio.timeout(timeout):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if future.cancel():
                raise Busy("no thread was free in time") from None
            raise

    def close(self) -> None:
        """Ends the threads; waiting calls are cancelled."""
        self.threads.shutdown(wait=False, cancel_futures=True)
