"""The queue of tasks that a table runs one at a time."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from meute.server.store.interface import LeaseLost, StoreFailed

if TYPE_CHECKING:
    from meute.server.table.table import Table

T = TypeVar("T")
TableTask = Callable[["Table"], Awaitable[None]]
"""Gets the table as its argument, so that the sender need not hold a reference to it."""


class Inbox:
    """Accepts tasks until the table is unloaded."""

    def __init__(self) -> None:
        self.tasks: deque[TableTask] = deque()
        self.waiter: asyncio.Future[None] | None = None
        """Future that the next `post` resolves; set while the table waits for a task."""
        self.closed = False

    def post(self, task: TableTask) -> None:
        if not self.closed:
            self.tasks.append(task)
            if self.waiter is not None and not self.waiter.done():
                self.waiter.set_result(None)

    async def next(self) -> TableTask:
        while not self.tasks:
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        return self.tasks.popleft()

    def close(self) -> None:
        """Drops all queued tasks and refuses new ones."""
        self.closed = True
        self.tasks.clear()


async def run_and_answer(task: Callable[["Table"], Awaitable[T]], answer: "asyncio.Future[T]", table: "Table") -> None:
    """Runs a task and sets its result or exception on the caller's future. After a failed write, memory may differ from
    the store."""
    try:
        result = await task(table)
    except Exception as error:
        if isinstance(error, LeaseLost):
            table.lose_lease()
        elif isinstance(error, StoreFailed) or table.game_play.has_unstored_changes():
            table.abort()
        if not answer.done():
            answer.set_exception(error.with_traceback(None))
    else:
        if not answer.done():
            answer.set_result(result)
