"""Looks after what is due: when it is, and now and then anyway."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from meute.server.settings import Settings

log = logging.getLogger(__name__)

LOOK_ANYWAY = 30.0
"""Seconds after which it is looked at anyway: another node may have gone with what it expected."""


class Watch:
    """One thing after the other, in a task of its own: what takes long keeps nothing else waiting."""

    def __init__(self, name: str, work: Callable[[], Awaitable[float | None]], settings: Settings) -> None:
        self.name = name
        self.work = work
        """Does all that is due, and tells when something is next."""
        self.settings = settings
        self.next = 0.0

    def expect(self, due: float) -> None:
        """Something is due then."""
        self.next = min(self.next, due)

    async def look(self) -> None:
        """Sees to what is due now."""
        self.next = self.settings.now() + LOOK_ANYWAY
        due = await self.work()
        if due is not None:
            self.expect(due)

    async def run(self) -> None:
        """Whenever something is due."""
        while True:
            if self.settings.now() >= self.next:
                try:
                    await self.look()
                except Exception:
                    log.exception(self.name)
            await asyncio.sleep(self.settings.tick)
