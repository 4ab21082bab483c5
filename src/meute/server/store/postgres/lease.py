"""Heartbeats in PostgreSQL on a connection of their own, and messages between nodes (LISTEN/NOTIFY)."""

from typing import Any

import asyncpg

from meute.server.store.lease import BEAT_INTERVAL, CLOSE_TIMEOUT, LEASE_SECONDS, Lease
from meute.server.store.postgres.database import ALIVE, FAILURES, TIMEOUT
from meute.server.store.postgres.schema import LOCK_CLASS
from meute.server.system import monotonic

CHANNEL = "meute"

UPSERT_NODE = f"""insert into nodes (node, name, address, beat, since) values ($1, $2, $3, clock_timestamp(),
             coalesce((select min(since) from nodes where {ALIVE}), clock_timestamp()))
           on conflict (node) do update
             set beat = clock_timestamp(), address = excluded.address, since = excluded.since
           returning no, extract(epoch from clock_timestamp() - since)::float8"""
"""Returns the node's number, and for how many seconds there has been a live node without interruption."""
BEAT = f"""with me as (update nodes set beat = clock_timestamp() where no = $1 and {ALIVE} returning no)
           select node from nodes, me where nodes.{ALIVE}"""
"""Returns the live nodes; none if this node's row has been deleted, or its last heartbeat is too long ago."""
DELETE_OLD_NODES = "delete from nodes where beat < clock_timestamp() - interval '1 day'"


class PostgresLease(Lease):
    """The lease, with PostgreSQL as the witness."""

    failures = FAILURES

    def __init__(self, url: str, name: str, node: str, address: str) -> None:
        super().__init__()
        self.url = url
        self.name = name
        self.node = node
        self.address = address

    async def heartbeat_on_connection(self) -> None:
        began = monotonic()
        connection = await asyncpg.connect(self.url, timeout=TIMEOUT, command_timeout=LEASE_SECONDS - BEAT_INTERVAL)
        try:
            no, uptime = await connection.fetchrow(UPSERT_NODE, self.node, self.name, self.address)
            await connection.fetchval("select pg_try_advisory_lock($1, $2)", LOCK_CLASS, no)
            await connection.add_listener(CHANNEL, self.receive)
            await connection.execute(DELETE_OLD_NODES)
            self.on_message("listening", self.node)
            self.on_message("uptime", str(uptime))
            self.renew(began, self.live_nodes)
            while not self.closing.is_set():
                await self.pause(BEAT_INTERVAL)
                began = monotonic()
                alive = {row[0] for row in await connection.fetch(BEAT, no)}
                if not alive:
                    return
                self.renew(began, alive)
            await connection.close(timeout=CLOSE_TIMEOUT)
        finally:
            connection.terminate()

    def receive(self, _: Any, __: int, ___: str, payload: str) -> None:
        """Handles a notification; ignores this node's own."""
        node, kind, subject = payload.split(" ", 2)
        if node != self.node:
            self.on_message(kind, subject)
