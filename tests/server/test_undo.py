"""Nobody's own decisions are taken back without them."""

import asyncio
import secrets
from pathlib import Path

from server.tables import ANA, BOB, come, guest, open_table, read, tell
from server.visitor import QUICK

from meute.server.house import House, opened
from meute.server.messages.asked import AgreeUndo, Play, Undo
from meute.server.table import Table
from meute.server.watcher import Watcher


async def play(table: Table, watcher: Watcher, seat: int) -> None:
    match = table.room.match
    assert match is not None
    step = len(match.steps)
    await tell(table, watcher, Play(seat=seat, action=match.texts(seat)[0], key=secrets.token_hex(6), step=step))


async def both_play_and_one_leaves(house: House) -> tuple[Table, Watcher, int]:
    """Ana decides, Bob decides himself, goes away, and a bot stands in; how many steps Bob's decision ended at."""
    table = await open_table(house, guest(ANA), guest(BOB), options={"leader": "first"}, patience=0)
    ana, bob = await come(table, ANA), await come(table, BOB)
    match = table.room.match
    assert match is not None
    while match.asked() == [0]:
        await play(table, ana, 0)
    while match.asked() == [1]:
        await play(table, bob, 1)
    decided = len(match.steps)
    table.leave(bob)
    async with asyncio.timeout(10):
        while 1 not in table.bots.stood_in:
            if match.asked() == [0]:
                await play(table, ana, 0)
            await asyncio.sleep(0.01)
    return table, ana, decided


def test_undo_does_not_pass_what_an_absent_guest_decided_himself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as house:
            table, ana, decided = await both_play_and_one_leaves(house)
            match = table.room.match
            assert match is not None
            for _ in range(40):  # each asks for one decision more; those of the bot go, Bob's own stays
                read(ana)
                await tell(table, ana, Undo(seat=0))
                if table.way_back.asked is not None:
                    break
            assert table.way_back.asked == 0, "Bob has to agree"
            assert len(match.steps) >= decided
            assert all(n < len(match.steps) for n in table.playing.by_hand)
            house.forget(table)
            table.close()
            again = await house.table(table.room.kept.code)
            assert again is not None
            assert again.playing.by_hand == table.playing.by_hand
            ana, bob = await come(again, ANA), await come(again, BOB)
            await tell(again, ana, Undo(seat=0))
            await tell(again, bob, AgreeUndo(seat=1, yes=True))
            assert again.room.match is not None
            assert len(again.room.match.steps) < decided

    asyncio.run(scene())
