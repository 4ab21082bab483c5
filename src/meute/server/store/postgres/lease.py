"""Lease of a node on its tables: heartbeat in the database, and messages between nodes (LISTEN/NOTIFY)."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

import asyncpg

from meute.server.store.postgres.database import ALIVE, FAILURES, TIMEOUT
from meute.server.store.postgres.schema import LOCK_CLASS

log = logging.getLogger(__name__)

BEAT_INTERVAL = 1.0
LEASE_SECONDS = 4.0
"""Seconds after the start of the last successful heartbeat at which a node gives up its tables, by its own clock; other
nodes wait one second longer, by the database's clock."""
RECONNECT_DELAY = 0.2
"""Seconds before a new connection is tried."""
CLOSE_TIMEOUT = 1.0
CHANNEL = "meute"

UPSERT_NODE = """insert into nodes (node, name, address, beat) values ($1, $2, $3, clock_timestamp())
           on conflict (node) do update set beat = clock_timestamp(), address = excluded.address returning no"""
BEAT = f"""with me as (update nodes set beat = clock_timestamp() where no = $1 returning no)
           select node from nodes, me where nodes.{ALIVE}"""
"""Returns the live nodes; none if this node's row has been deleted."""
DELETE_OLD_NODES = "delete from nodes where beat < clock_timestamp() - interval '1 day'"


class Lease:
    """Heartbeat on a connection of its own; while it succeeds, the node keeps the tables that it has acquired."""

    def __init__(self, url: str, name: str, node: str, address: str) -> None:
        self.url = url
        self.name = name
        self.node = node
        self.address = address
        self.expires = 0.0
        """Time at which the lease expires, by `monotonic`."""
        self.on_lost: Callable[[], None] = lambda: None
        self.on_message: Callable[[str, str], None] = lambda kind, what: None
        self.heartbeat_task: asyncio.Task[None] | None = None
        self.expiry_task: asyncio.Task[None] | None = None
        self.alive = asyncio.Event()
        self.live_nodes: set[str] = set()
        self.closing = asyncio.Event()

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
            except FAILURES as error:
                log.warning("heartbeat failed: %s", error or type(error).__name__)
            await self.pause(RECONNECT_DELAY)

    async def heartbeat_on_connection(self) -> None:
        """Sends heartbeats until the connection breaks."""
        began = monotonic()
        connection = await asyncpg.connect(self.url, timeout=TIMEOUT, command_timeout=LEASE_SECONDS - BEAT_INTERVAL)
        try:
            no = await connection.fetchval(UPSERT_NODE, self.node, self.name, self.address)
            await connection.fetchval("select pg_try_advisory_lock($1, $2)", LOCK_CLASS, no)
            await connection.add_listener(CHANNEL, self.receive)
            await connection.execute(DELETE_OLD_NODES)
            self.on_message("listening", self.node)
            self.renew(began)
            while not self.closing.is_set():
                await self.pause(BEAT_INTERVAL)
                began = monotonic()
                alive = {row[0] for row in await connection.fetch(BEAT, no)}
                if not alive:
                    return
                self.renew(began)
                for node in self.live_nodes - alive:
                    self.on_message("gone", node)
                self.live_nodes = alive
            await connection.close(timeout=CLOSE_TIMEOUT)
        finally:
            connection.terminate()

    def renew(self, began: float) -> None:
        """Extends the lease after a heartbeat that started at `began`."""
        self.expires = began + LEASE_SECONDS
        self.alive.set()

    def receive(self, _: Any, __: int, ___: str, payload: str) -> None:
        """Handles a notification; ignores this node's own."""
        node, kind, what = payload.split(" ", 2)
        if node != self.node:
            self.on_message(kind, what)
