"""A node among others: its heartbeat, and what the nodes call out to each other."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

import asyncpg

from meute.server.store.postgres.base import ALIVE, FAILURES, PATIENCE
from meute.server.store.postgres.schema import LOCKS

log = logging.getLogger(__name__)

EVERY = 1.0
LETS_GO = 4.0
"""Seconds after the beginning of its last good beat at which a node lets its tables go, by its own clock; the others
wait one second longer, by the database's."""
AGAIN = 0.2
"""Seconds until the next connection is tried."""
FAREWELL = 1.0
CHANNEL = "meute"

ENTER = """insert into nodes (node, name, address, beat) values ($1, $2, $3, clock_timestamp())
           on conflict (node) do update set beat = clock_timestamp(), address = excluded.address returning no"""
BEAT = f"""with me as (update nodes set beat = clock_timestamp() where no = $1 returning no)
           select node from nodes, me where nodes.{ALIVE}"""
"""Those who work now; nobody, if we were forgotten."""
FORGET = "delete from nodes where beat < clock_timestamp() - interval '1 day'"


class Lease:
    """One connection of its own: while it beats, the tables that the node has taken are its own."""

    def __init__(self, url: str, name: str, node: str, address: str) -> None:
        self.url = url
        self.name = name
        self.node = node
        self.address = address
        self.until = 0.0
        """When our tables must be let go, by our own clock."""
        self.lost: Callable[[], None] = lambda: None
        self.heard: Callable[[str, str], None] = lambda kind, what: None
        self.beating: asyncio.Task[None] | None = None
        self.watching: asyncio.Task[None] | None = None
        self.alive = asyncio.Event()
        self.neighbours: set[str] = set()
        self.leaving = asyncio.Event()

    def open(self) -> None:
        self.beating = asyncio.create_task(self.beat())
        self.watching = asyncio.create_task(self.watch())

    async def close(self) -> None:
        """Leaves in good order, but does not wait long for a database that is gone."""
        self.leaving.set()
        tasks = [task for task in (self.beating, self.watching) if task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=FAREWELL)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def pause(self, seconds: float) -> None:
        """Waits so long, unless we leave."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.leaving.wait(), seconds)

    def holds(self) -> bool:
        """Whether our tables are surely still ours."""
        return monotonic() < self.until

    async def watch(self) -> None:
        """Lets everything go when no beat has come through in time."""
        while not self.leaving.is_set():
            await self.pause(min(EVERY, max(0.05, self.until - monotonic())) if self.alive.is_set() else EVERY)
            if self.alive.is_set() and not self.holds():
                log.warning("the database has not answered in time: all tables are let go")
                self.alive.clear()
                self.lost()

    async def beat(self) -> None:
        """Beats on one connection after the other."""
        while not self.leaving.is_set():
            try:
                await self.beat_on_one()
            except FAILURES as error:
                log.warning("the beat has stopped: %s", error or type(error).__name__)
            await self.pause(AGAIN)

    async def beat_on_one(self) -> None:
        """Beats until the connection breaks."""
        began = monotonic()
        line = await asyncpg.connect(self.url, timeout=PATIENCE, command_timeout=LETS_GO - EVERY)
        try:
            no = await line.fetchval(ENTER, self.node, self.name, self.address)
            await line.fetchval("select pg_try_advisory_lock($1, $2)", LOCKS, no)
            await line.add_listener(CHANNEL, self.hear)
            await line.execute(FORGET)
            self.come_through(began)
            while not self.leaving.is_set():
                await self.pause(EVERY)
                began = monotonic()
                alive = {row[0] for row in await line.fetch(BEAT, no)}
                if not alive:
                    return
                self.come_through(began)
                for node in self.neighbours - alive:
                    self.heard("gone", node)
                self.neighbours = alive
            await line.close(timeout=FAREWELL)
        finally:
            line.terminate()

    def come_through(self, began: float) -> None:
        """A beat that was begun then has reached the database."""
        self.until = began + LETS_GO
        self.alive.set()

    def hear(self, _: Any, __: int, ___: str, payload: str) -> None:
        """Something that a node has called out; one's own is known."""
        node, kind, what = payload.split(" ", 2)
        if node != self.node:
            self.heard(kind, what)
