"""Memory follows use: tables that leave are freed at once, and nobody who reads nothing is sent without end."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, EVE, bot, come, connection, guest, open_table, read, tell
from helpers.visitor import QUICK, Running, Visitor, running

from meute.server.http.protocols import WebSocketProtocol
from meute.server.messages.requests import AskCurve, AskHint, Claim, Play, Say, Sit, Start, Undo
from meute.server.messages.responses import TableSent
from meute.server.refusal import Refusal
from meute.server.registry import opened
from meute.server.settings import Settings, override
from meute.server.store.models import StoredGuest, StoredPrefs, StoredSeat, StoredTable, TableStatus, TableUpdate
from meute.server.table.broadcast import Broadcast
from meute.server.table.connection import SLOW, Connection
from meute.server.table.table import Table

SPECTATORS = 20
MOST_BYTES = 20_000_000


@contextmanager
def no_collector() -> Iterator[None]:
    """Only what nothing refers to is freed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def play_a_little(table: Table, watcher: Connection, moves: int) -> None:
    """Ana plays against a bot, and asks for all that can be asked."""
    match = table.room.match
    assert match is not None
    for n in range(moves):
        async with asyncio.timeout(60):
            while 0 not in match.seats_to_act() and not match.is_over():
                await asyncio.sleep(0.001)
        if match.is_over():
            return
        step = len(match.steps)
        await tell(table, watcher, AskHint(seat=0, step=step))
        await tell(table, watcher, Play(seat=0, action=match.legal_texts(0)[0], key=f"k{n}", step=step))
        if n == 2:
            await tell(table, watcher, Undo(seat=0))
    await tell(table, watcher, Say(text="salut"))
    await tell(table, watcher, Start())
    await tell(table, watcher, AskCurve(on=True))
    await tell(table, watcher, Sit(seat=1))


def test_tables_that_nobody_sits_at_make_room_for_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, tables={"in_memory": 3})) as registry:
            for n in range(6):
                table = await open_table(registry, guest(ANA), guest(BOB), code=f"table{n}")
                if n == 1:
                    await come(table, ANA)
                await table.ask(lambda _: None)
                table.last_used -= 60 - n
            assert list(registry.tables) == ["table1", "table4", "table5"]
            assert await registry.table("table0") is not None, "and come back when they are wanted"

    asyncio.run(scene())


def test_wishes_are_remembered_of_those_alone_who_sit_at_live_tables(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            people = registry.accounts
            for who in (ANA, BOB, EVE):
                await people.save_prefs(who.guest, StoredPrefs(push=True))
            lobby = StoredTable("lobby", "lobby", "terres", 1, ANA.guest, [guest(ANA), StoredSeat("open", "", "")])
            await registry.add(lobby, TableUpdate([], TableStatus()))
            table = await registry.table("lobby")
            assert table is not None
            registry.unload_idle()
            assert set(people.loaded_prefs) == {ANA.guest}
            bob = await come(table, BOB)
            await tell(table, bob, Claim(seat=1, name="Bob"))
            assert people.prefs(BOB.guest).push, "whoever takes a seat is asked after"
            table.leave(bob)
            await table.ask(lambda _: None)
            table.last_used -= QUICK.tables.idle_seconds
            registry.unload_idle()
            assert not people.loaded_prefs
            assert not people.prefs(ANA.guest).push
            await people.load_prefs([ANA.guest])
            assert people.prefs(ANA.guest).push, "the store has it"

    asyncio.run(scene())


@pytest.mark.parametrize("ending", ["left", "given_up"])
def test_a_table_that_leaves_memory_is_freed_without_the_collector(tmp_path: Path, ending: str) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), bot())
            ana, eve = await come(table, ANA), await come(table, EVE)
            await play_a_little(table, ana, 5)
            gone = weakref.ref(table)
            with no_collector():
                if ending == "given_up":
                    table.abort()
                for watcher in (ana, eve):
                    table.leave(watcher)
                if ending == "left":
                    await table.ask(lambda _: None)
                    registry.release_table(table)
                    table.close()
                del table
                async with asyncio.timeout(60):
                    while gone() is not None:
                        await asyncio.sleep(0.01)

    asyncio.run(scene())


def test_a_connection_that_is_closed_is_freed_without_the_collector(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "open", start=False)
            with no_collector():
                async with ana.at(code, {}):
                    gone = weakref.ref(server.registry.tables[code].room.connections[0].write.__self__)  # type: ignore[attr-defined]
                    assert isinstance(gone(), WebSocketProtocol)
                async with asyncio.timeout(60):
                    while gone() is not None:
                        await asyncio.sleep(0.01)

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_who_asks_a_table_that_leaves_is_answered(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), bot())
            waiting = asyncio.create_task(table.ask(lambda _: 1))
            await asyncio.sleep(0)
            table.abort()
            for question in (waiting, table.ask(lambda _: 1)):
                with pytest.raises(Refusal):
                    await asyncio.wait_for(question, 60)

    asyncio.run(scene())


def test_spectators_who_read_nothing_cost_little(tmp_path: Path) -> None:
    async def scene() -> None:
        room = Settings().http.outbox_bytes
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, bot("Ysengrin"), bot("Hersent"), code="silent")
            silent = [await come(table, StoredGuest(f"eve{n}", "Eve", "fr"), room) for n in range(SPECTATORS)]
            reader = await come(table, BOB)
            async with asyncio.timeout(60):
                while table.room.stored.phase == "playing":
                    read(reader)
                    await asyncio.sleep(0.01)
            for watcher in silent:
                for _ in range(300):
                    watcher.send_encoded(bytes(room // 100))
            assert sum(watcher.outbox.size for watcher in silent) < MOST_BYTES
            assert all(watcher.closed for watcher in silent)
            assert silent[0].outbox.get_nowait() == SLOW

    asyncio.run(scene())


def test_one_message_may_be_as_long_as_it_is() -> None:
    watcher = connection(EVE, 1000)
    watcher.send_encoded(bytes(5000))
    assert not watcher.closed
    watcher.send_encoded(b"more")
    assert watcher.closed


def test_the_whole_table_is_written_once_for_all_who_see_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    table_sent = Broadcast.table_sent

    def counted(news: Broadcast, watcher: Connection, first: int) -> TableSent:
        written.append(watcher.seat)
        return table_sent(news, watcher, first)

    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB))
            watchers = [await come(table, who) for who in (ANA, BOB)]
            watchers += [await come(table, StoredGuest(f"eve{n}", "Eve", "fr")) for n in range(SPECTATORS)]
            for watcher in watchers:
                read(watcher)
            monkeypatch.setattr(Broadcast, "table_sent", counted)
            await table.ask(lambda table: table.broadcast.send_table_to_all())
            assert sorted(written) == [-1, 0, 1]
            sent = [read(watcher) for watcher in watchers]
            assert [one[0]["scene"]["seat"] for one in sent] == [0, 1, *[-1] * SPECTATORS]
            assert [one[0]["host"] for one in sent] == [True, *[False] * (SPECTATORS + 1)]

    asyncio.run(scene())
