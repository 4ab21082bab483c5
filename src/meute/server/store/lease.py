"""Lease of a node on its tables: it holds while heartbeats reach the database."""

import asyncio
import contextlib
import logging
from abc import abstractmethod
from collections.abc import Callable

from meute.server.system import monotonic

log = logging.getLogger(__name__)

BEAT_INTERVAL = 1.0
LEASE_SECONDS = 4.0
"""Seconds after the start of the last successful heartbeat at which a node gives up its tables, by its own clock; other
nodes wait one second longer, by the database's clock."""
RECONNECT_DELAY = 0.2
"""Seconds before a new connection is tried."""
CLOSE_TIMEOUT = 1.0


class Lease:
    """While heartbeats succeed, the node keeps the tables that it has acquired."""

    failures: tuple[type[Exception], ...]
    """Errors of the connection to the database."""

    def __init__(self) -> None:
        self.expires = 0.0
        """Time at which the lease expires, by `monotonic`."""
        self.on_lost: Callable[[], None] = lambda: None
        self.on_message: Callable[[str, str], None] = lambda kind, subject: None
        self.heartbeat_task: asyncio.Task[None] | None = None
        self.expiry_task: asyncio.Task[None] | None = None
        self.alive = asyncio.Event()
        self.closing = asyncio.Event()
        self.live_nodes: set[str] = set()

    @abstractmethod
    async def heartbeat_on_connection(self) -> None:
        """Connects, then sends heartbeats and calls `renew` until the connection breaks."""

    def open(self) -> None:
        self.heartbeat_task = asyncio.create_task(self.heartbeat())
        self.expiry_task = asyncio.create_task(self.watch_expiry())

    async def close(self) -> None:
        """Ends the heartbeat; waits only briefly if the database does not answer."""
        self.closing.set()
        tasks = [task for task in (self.heartbeat_task, self.expiry_task) if task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=CLOSE_TIMEOUT)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def pause(self, seconds: float) -> None:
        """Sleeps, or returns early when the lease is closed."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.closing.wait(), seconds)

    def is_valid(self) -> bool:
        """Whether the lease has not expired."""
        return monotonic() < self.expires

    async def watch_expiry(self) -> None:
        """Calls `on_lost` when the lease expires."""
        while not self.closing.is_set():
            await self.pause(
                min(BEAT_INTERVAL, max(0.05, self.expires - monotonic())) if self.alive.is_set() else BEAT_INTERVAL
            )
            if self.alive.is_set() and not self.is_valid():
                log.warning("lease expired, all tables released: the database has not answered in time")
                self.alive.clear()
                self.on_lost()

    async def heartbeat(self) -> None:
        """Sends heartbeats, reconnecting when a connection breaks."""
        while not self.closing.is_set():
            try:
                await self.heartbeat_on_connection()
            except self.failures as error:
                log.warning("heartbeat failed: %s", error or type(error).__name__)
            await self.pause(RECONNECT_DELAY)

    def renew(self, began: float, alive: set[str]) -> None:
        """Extends the lease after a heartbeat that started at `began`; reports nodes that are no longer alive."""
        self.expires = began + LEASE_SECONDS
        self.alive.set()
        for node in self.live_nodes - alive:
            self.on_message("gone", node)
        self.live_nodes = alive
