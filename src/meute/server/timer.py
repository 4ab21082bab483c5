"""Periodic timer: wakes at the next due time, at least every 30 s."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from meute.server.settings import Settings
from meute.server.store.interface import StoreFailed

log = logging.getLogger(__name__)

MAX_INTERVAL = 30.0
"""Seconds between two runs at most: another node may have ended without announcing its due times."""


class Timer:
    """Runs work whenever it is due, in a task of its own, so that slow work delays nothing else."""

    def __init__(self, name: str, work: Callable[[], Awaitable[float | None]], settings: Settings) -> None:
        self.name = name
        self.work = work
        """Does everything that is due, and returns the next due time."""
        self.settings = settings
        self.next = 0.0

    def schedule(self, due: float) -> None:
        """Makes sure that the work runs at this time."""
        self.next = min(self.next, due)

    async def wake(self) -> None:
        """Runs the work now."""
        self.next = self.settings.now() + MAX_INTERVAL
        due = await self.work()
        if due is not None:
            self.schedule(due)

    async def run(self) -> None:
        """Checks every `clock_interval_seconds` whether the work is due; runs forever."""
        while True:
            if self.settings.now() >= self.next:
                try:
                    await self.wake()
                except StoreFailed as failed:
                    log.error("%s: %s", self.name, failed)
                except Exception:
                    log.exception(self.name)
            await asyncio.sleep(self.settings.tables.clock_interval_seconds)
