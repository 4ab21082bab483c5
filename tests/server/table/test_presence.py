"""Presence: a single change is sent at once, many are sent together; no other message waits."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from helpers.tables import ANA, BOB, EVE, come, connection, guest, open_table, read, tell
from helpers.visitor import QUICK

from meute.server.messages.requests import Play, Say
from meute.server.registry import opened
from meute.server.store.models import StoredGuest
from meute.server.table.connection import GOING_AWAY, Connection
from meute.server.table.table import Table
from meute.server.throttle import Throttle


def here(message: dict[str, Any]) -> list[bool]:
    return [seat["here"] for seat in message["seats"]]


async def go(table: Table, watcher: Connection) -> None:
    table.leave(watcher)
    await table.ask(lambda _: None)


async def settle(table: Table) -> None:
    """Ends the interval, and does what follows."""
    table.presence.end_interval()
    await table.ask(lambda _: None)


def test_many_who_come_and_go_are_told_together(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB))
            ana = await come(table, ANA)
            await settle(table)
            read(ana)
            bob = await come(table, BOB)
            await table.ask(lambda _: None)
            alone = read(ana)
            assert [message["is"] for message in alone] == ["seats"], "a lone change is sent at once"
            assert here(alone[0]) == [True, True]
            await go(table, bob)
            for n in range(50):
                await go(table, await come(table, StoredGuest(f"guest {n}", "", "fr")))
            await come(table, EVE)
            assert read(ana) == []
            await settle(table)
            messages = read(ana)
            assert [message["is"] for message in messages] == ["seats"]
            assert here(messages[0]) == [True, False]
            assert [spectator["name"] for spectator in messages[0]["spectators"]] == ["Eve"]
            await settle(table)
            assert read(ana) == [], "nothing has changed since"

    asyncio.run(scene())


def test_moves_and_chat_do_not_wait_for_those_who_come_and_go(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), options={"leader": "first"})
            ana, bob = await come(table, ANA), await come(table, BOB)
            await go(table, await come(table, EVE))
            read(ana)
            match = table.room.live_match()
            await tell(table, ana, Play(seat=0, action=match.legal_texts(0)[0], key="k", step=len(match.steps)))
            await tell(table, bob, Say(text="oui"))
            assert [message["is"] for message in read(ana)] == ["news", "said"]

    asyncio.run(scene())


def test_a_newcomer_is_sent_the_seats_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB))
            ana, bob, eve = await come(table, ANA), await come(table, BOB), await come(table, EVE)
            await settle(table)
            kinds = [Counter(message["is"] for message in read(watcher)) for watcher in (ana, bob, eve)]
            assert kinds == [{"table": 1, "seats": 1}, {"table": 1, "seats": 1}, {"table": 1}]

    asyncio.run(scene())


def test_a_table_that_is_closed_leaves_no_timer(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB))
            await come(table, ANA)
            timer = table.presence.timer
            assert timer is not None
            table.close()
            assert timer.cancelled()

    asyncio.run(scene())


def test_a_connection_that_comes_after_its_table_was_unloaded_is_sent_away(tmp_path: Path) -> None:
    """Between finding the table and joining it, a connection waits for the store."""

    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB))
            registry.unload(table)
            late = connection(ANA)
            table.join(late)
            assert late.closed
            assert late.outbox.get_nowait() == GOING_AWAY

    asyncio.run(scene())


def test_a_throttle_runs_at_once_and_then_once_more_for_all_calls_in_between() -> None:
    async def scene() -> None:
        runs, again = list[None](), asyncio.Event()

        def act() -> None:
            runs.append(None)
            if len(runs) > 1:
                again.set()

        throttle = Throttle(act, 0.01)
        for _ in range(100):
            throttle.call()
        assert len(runs) == 1
        await asyncio.wait_for(again.wait(), 60)
        assert len(runs) == 2
        throttle.cancel()

    asyncio.run(scene())
