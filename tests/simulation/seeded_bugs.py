"""Bugs that are put into the server on purpose: the laws must find each of them."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from meute.server.notifications.notifications import Notifications
from meute.server.people.accounts import Accounts
from meute.server.registry import TableRegistry
from meute.server.secret import Secret
from meute.server.store.fenced import FencedStore
from meute.server.store.sql import SqlStore
from meute.server.store.tournaments import SqlTournaments
from meute.server.table import broadcast, sealed
from meute.server.table.broadcast import Broadcast
from meute.server.table.clock import Clocks
from meute.server.table.play import GamePlay
from meute.server.table.table import Table
from meute.server.table.tournament import TournamentKind

Bug = Callable[[], Any]


@contextmanager
def fence_left_out() -> Iterator[None]:
    """Writes do not check who owns the table."""

    def no_check(self: FencedStore, *_: object) -> Iterator[Any]:
        yield from ()

    with (
        patch.object(FencedStore, "check_owner", no_check),
        patch.object(FencedStore, "check_and_count_moves", no_check),
    ):
        yield


@contextmanager
def answer_before_commit() -> Iterator[None]:
    """A move is confirmed while it is still being stored."""
    original = SqlStore.append

    async def append(self: SqlStore, *args: Any) -> None:
        task = asyncio.create_task(original(self, *args))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    with patch.object(SqlStore, "append", append):
        yield


@contextmanager
def keys_forgotten() -> Iterator[None]:
    """A repeated move is not recognized."""
    with patch.object(GamePlay, "is_repeated", lambda *_: False):
        yield


@contextmanager
def failed_write_kept() -> Iterator[None]:
    """A table whose write has failed stays in memory as it is."""
    with patch.object(Table, "abort", lambda *_: None), patch.object(Table, "lose_lease", lambda *_: None):
        yield


@contextmanager
def one_view_for_all() -> Iterator[None]:
    """All seats get the view of one."""
    original = Broadcast.send_grouped

    def send_grouped(self: Broadcast, connections: Any, key: Any, message: Any) -> None:
        original(self, connections, lambda _: 0, message)

    with patch.object(Broadcast, "send_grouped", send_grouped):
        yield


@contextmanager
def connection_left_out() -> Iterator[None]:
    """The connection that came last does not hear of moves."""
    original = Broadcast.send_grouped

    def send_grouped(self: Broadcast, connections: Any, key: Any, message: Any) -> None:
        original(self, connections[:1] if len(connections) > 1 else connections, key, message)

    with patch.object(Broadcast, "send_grouped", send_grouped):
        yield


@contextmanager
def clock_early() -> Iterator[None]:
    """Clocks run out a minute early."""
    original = Clocks.expire

    def expire(self: Clocks) -> dict[int, float]:
        now, self.now = self.now, lambda: now() + 60
        try:
            return original(self)
        finally:
            self.now = now

    tables_with_due_clocks = SqlStore.tables_with_due_clocks

    async def tables_soon_due(self: SqlStore, now: float) -> list[str]:
        return await tables_with_due_clocks(self, now + 60)

    with patch.object(Clocks, "expire", expire), patch.object(SqlStore, "tables_with_due_clocks", tables_soon_due):
        yield


@contextmanager
def notice_repeated() -> Iterator[None]:
    """Each notice is sent twice."""
    original = Notifications.push

    async def push(self: Notifications, *args: Any) -> None:
        await original(self, *args)
        await original(self, *args)

    with patch.object(Notifications, "push", push):
        yield


@contextmanager
def event_skipped() -> Iterator[None]:
    """A page that comes back misses the first event that it has not seen."""
    original = Table.send_table

    def send_table(self: Table, connection: Any, first: int = 0) -> None:
        original(self, connection, first + 1 if first else 0)

    with patch.object(Table, "send_table", send_table):
        yield


@contextmanager
def task_left() -> Iterator[None]:
    """A table that is closed leaves its task behind."""
    original = Table.close

    def close(self: Table) -> None:
        if not self.inbox.closed:
            self.task = asyncio.get_running_loop().create_task(asyncio.sleep(0))
        original(self)

    with patch.object(Table, "close", close):
        yield


@contextmanager
def secret_told() -> Iterator[None]:
    """The secret of a deal stands in the list of seals."""
    folders: list[Secret] = []
    original_seal, original_sent = sealed.seal, sealed.deal_sent

    def seal(secret: Secret, name: str) -> str:
        folders[:] = [secret]
        return original_seal(secret, name)

    def deal_sent(table: Any) -> Any:
        sent = original_sent(table)
        if sent is not None and folders:
            sent.rematch = sealed.secret_of(folders[0], table.code).hex()
        return sent

    with patch.object(sealed, "seal", seal), patch.object(broadcast, "deal_sent", deal_sent):
        yield


@contextmanager
def failed_task_kept() -> Iterator[None]:
    """A table stays in memory after a task that was not a message has failed to store something."""

    async def run(task: Any, answer: "asyncio.Future[Any]", table: Table) -> None:
        try:
            result = await task(table)
        except Exception as error:
            if not answer.done():
                answer.set_exception(error.with_traceback(None))
        else:
            if not answer.done():
                answer.set_result(result)

    with patch("meute.server.table.table.run_and_answer", run):
        yield


@contextmanager
def result_left_out() -> Iterator[None]:
    """The result of a tournament's table is not stored with its last move."""
    with patch.object(TournamentKind, "complete_update", lambda *_: None):
        yield


@contextmanager
def round_overwritten() -> Iterator[None]:
    """A tournament is stored though it has changed since it was read."""
    original = SqlTournaments.save_tournament

    async def save(self: SqlTournaments, tournament: Any, turn: int, *args: Any) -> bool:
        found = await self.tournament(tournament.code)
        assert found is not None
        return await original(self, tournament, found[1], *args)

    with patch.object(SqlTournaments, "save_tournament", save):
        yield


@contextmanager
def removed_device_known() -> Iterator[None]:
    """A node goes on to take a removed device for the person's."""
    with patch.object(Accounts, "clear_cache", lambda _: None):
        yield


@contextmanager
def lease_read_stale() -> Iterator[None]:
    """A node does not notice that its lease has expired again while it loaded a table."""
    original = TableRegistry.on_lease_lost

    def on_lease_lost(self: TableRegistry) -> None:
        losses = self.lease_losses
        original(self)
        self.lease_losses = max(1, losses)

    with patch.object(TableRegistry, "on_lease_lost", on_lease_lost):
        yield


BUGS: dict[str, Bug] = {
    bug.__name__: bug
    for bug in (
        fence_left_out,
        answer_before_commit,
        keys_forgotten,
        failed_write_kept,
        one_view_for_all,
        connection_left_out,
        clock_early,
        notice_repeated,
        event_skipped,
        task_left,
        secret_told,
        failed_task_kept,
        result_left_out,
        round_overwritten,
        removed_device_known,
        lease_read_stale,
    )
}
