"""Bots at a table: whatever happens to a thought, the table goes on."""

import asyncio
from collections import deque
from itertools import repeat
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, bot, come, guest, open_table
from helpers.visitor import QUICK

from meute.server.registry import TableRegistry, opened
from meute.server.settings import override
from meute.server.table.table import Table
from meute.server.thinking.workers import BOT_NICENESS, BotWork, WorkerPool, WorkFailed

PATIENCE = 60.0


class Losing(WorkerPool):
    """Loses the first thoughts, as it happens when their processes die."""

    def __init__(self, error: BaseException, lost: int) -> None:
        super().__init__(0, BOT_NICENESS)
        self.error = error
        self.lost = lost

    async def choose(self, thought: BotWork) -> str:
        await asyncio.sleep(0)
        if self.lost:
            self.lost -= 1
            raise self.error
        return await super().choose(thought)


async def until_to_act(table: Table, seat: int) -> None:
    """Waits until a person must decide."""
    match = table.room.match
    assert match is not None
    async with asyncio.timeout(PATIENCE):
        while seat not in match.seats_to_act():
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("error", [asyncio.CancelledError(), WorkFailed("gone"), BrokenPipeError()])
def test_a_lost_thought_is_thought_again(tmp_path: Path, error: BaseException) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            registry.bots = Losing(error, 5)
            table = await open_table(registry, guest(ANA), bot(), options={"leader": "second"})
            watcher = await come(table, ANA)
            await until_to_act(table, 0)
            assert not table.bots.searches
            table.leave(watcher)
            await table.ask(lambda _: None)
            assert table.is_idle(0.0), "no dead thought holds the table"

    asyncio.run(scene())


def test_what_never_ends_is_ended_and_others_are_answered() -> None:
    """A thought that never ends by itself, in compiled code, is ended with its process, and nobody else's with it."""

    async def scene() -> None:
        endless = asyncio.create_task(workers.run(spin, limit=0.2))
        others = [asyncio.create_task(workers.run(slow_echo, n)) for n in range(4)]
        assert await asyncio.wait_for(asyncio.gather(*others), PATIENCE) == list(range(4))
        with pytest.raises(WorkFailed):
            await asyncio.wait_for(endless, PATIENCE)
        assert await asyncio.wait_for(workers.run(slow_echo, 5), PATIENCE) == 5

    workers = WorkerPool(2, BOT_NICENESS)
    try:
        asyncio.run(scene())
    finally:
        workers.close()


def spin() -> None:
    """For ever, where no line of Python is run."""
    deque(repeat(0), maxlen=0)


def slow_echo(number: int) -> int:
    import time

    time.sleep(0.05)
    return number


def test_bots_do_not_play_on_for_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, tables={"idle_seconds": 0.2})) as registry:
            table = await open_table(registry, bot("Ysengrin"), bot("Hersent"))
            assert table.room.match is not None
            begun = len(table.room.match.steps)
            await asyncio.sleep(0.1)
            assert len(table.room.match.steps) == begun
            async with asyncio.timeout(PATIENCE):
                while registry.tables:
                    await asyncio.sleep(0.05)
            await watch_the_end(registry, table.room.stored.code)

    asyncio.run(scene())


async def watch_the_end(registry: TableRegistry, code: str) -> None:
    """Somebody comes to look, and the bots play."""
    table = await registry.table(code)
    assert table is not None
    await come(table, BOB)
    async with asyncio.timeout(PATIENCE):
        while table.room.stored.phase == "playing":
            await asyncio.sleep(0.01)
