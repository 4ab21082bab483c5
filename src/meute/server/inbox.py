"""What waits to be done at a table, one errand after the other."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from meute.server.store import Fenced

if TYPE_CHECKING:
    from meute.server.table import Table

T = TypeVar("T")
Errand = Callable[["Table"], Awaitable[None]]
"""Is handed the table in whose inbox it lies: whoever posts it need not hold one."""


class Inbox:
    """Takes errands until the table has left memory."""

    def __init__(self) -> None:
        self.errands: deque[Errand] = deque()
        self.woken: asyncio.Future[None] | None = None
        """Done by the next errand, where the table waits for one."""
        self.closed = False

    def post(self, errand: Errand) -> None:
        """Lets an errand wait for its turn."""
        if not self.closed:
            self.errands.append(errand)
            if self.woken is not None and not self.woken.done():
                self.woken.set_result(None)

    async def next(self) -> Errand:
        """The errand whose turn it is."""
        while not self.errands:
            self.woken = asyncio.get_running_loop().create_future()
            await self.woken
        return self.errands.popleft()

    def close(self) -> None:
        """Nothing that waits is done any more."""
        self.closed = True
        self.errands.clear()


async def do(errand: Callable[["Table"], Awaitable[T]], answer: "asyncio.Future[T]", table: "Table") -> None:
    """Does something for somebody, if he still waits; what fails is told to him alone."""
    try:
        done = await errand(table)
    except Exception as error:
        if isinstance(error, Fenced):
            table.lose()
        elif table.playing.differs():
            table.give_up()
        if not answer.done():
            answer.set_exception(error.with_traceback(None))
    else:
        if not answer.done():
            answer.set_result(done)
