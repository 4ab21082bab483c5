"""Who is here: people with an open connection to any node, as stored leases that expire."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from meute.server.rate_limits import decrement
from meute.server.store.interface import StoreFailed

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

FLUSH_SECONDS = 1.0
RENEW_SECONDS = 20.0
HERE_SECONDS = 45.0
"""How long a lease is valid without being renewed, if a node dies."""
LEAVING_SECONDS = 15.0
"""How long a person is still here after the last connection has closed: pages reconnect when they change."""


class Presence:
    """Counts the connections of each guest at this node, and writes the changes of a second together."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry
        self.connections: Counter[str] = Counter()
        self.changed: set[str] = set()
        """Guests who have come or gone since the last write."""
        self.renew_at = 0.0

    @contextmanager
    def connected(self, guest: str) -> Iterator[None]:
        """Counts a connection while the `with` block runs."""
        if not self.connections[guest]:
            self.changed.add(guest)
        self.connections[guest] += 1
        try:
            yield
        finally:
            decrement(self.connections, guest)
            if guest not in self.connections:
                self.changed.add(guest)

    async def run(self) -> None:
        """Writes changes and renewals; runs forever."""
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            with contextlib.suppress(StoreFailed):  # the next flush tries again
                await self.flush()

    async def flush(self) -> None:
        """Writes who has come and gone since the last time, and renews everyone when that is due."""
        now, changed = self.registry.settings.now(), self.changed
        is_due = now >= self.renew_at
        if not changed and not is_due:
            return
        self.changed = set()
        here = {*self.connections} if is_due else changed & self.connections.keys()
        gone = changed - self.connections.keys()
        store, node = self.registry.store.matchmaking, self.registry.store.node
        try:
            if here:
                await store.set_present(node, here, now + HERE_SECONDS)
            if gone:
                await store.set_present(node, gone, now + LEAVING_SECONDS)
        except StoreFailed:
            self.changed |= changed
            raise
        if is_due:
            self.renew_at = now + RENEW_SECONDS
        if changed:
            await self.registry.homes.notify_room()
