"""The store: what it promises, and that kill -9 changes nothing."""

import asyncio
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from helpers.visitor import Running, Visitor, running

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.match import Match
from meute.server.settings import Retention
from meute.server.store.interface import StoreFailed
from meute.server.store.models import (
    LoadedTable,
    StoredChat,
    StoredGuest,
    StoredMove,
    StoredSeat,
    StoredTable,
    TableStatus,
    TableUpdate,
)
from meute.server.store.sql import DAY
from meute.server.store.sqlite import SqliteStore
from meute.server.table.restore import chance_after, effective_moves, restore

NOTHING = TableUpdate([], TableStatus())
STARTED = TableUpdate([StoredMove("start")], TableStatus())
BENCH = Path(__file__).parents[3] / "bench"


def stored_table(code: str = "a") -> StoredTable:
    seats = [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("bot", "Bob", "greedy")]
    return StoredTable(code=code, word=code, game="terres", version=1, host="ana", seats=seats)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(folder)
    store.open()
    try:
        yield store
    finally:
        await store.close()


async def moved(store: SqliteStore, table_id: int, n: int, chance: str = "") -> None:
    await store.append(table_id, n, TableUpdate([StoredMove("play", 0, n, "r2-N", chance, f"k{n}")], TableStatus()))


async def loaded(store: SqliteStore, code: str) -> LoadedTable:
    found = await store.load(code)
    assert found is not None
    return found


def test_a_full_disk_fails_its_batch_and_the_store_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as store:
            table_id = await store.add_table(stored_table(), NOTHING)
            await moved(store, table_id, 0)
            pages = store.connection.execute("pragma page_count").fetchone()[0]
            store.connection.execute(f"pragma max_page_count = {pages}")
            store.connection.execute("pragma cache_size = 2")
            big = "x" * 100_000
            jobs = [moved(store, table_id, 1), moved(store, table_id, 2, big), moved(store, table_id, 3, big)]
            read = store.load("a")
            *done, seen = await asyncio.wait_for(asyncio.gather(*jobs, read, return_exceptions=True), 60)
            assert any(isinstance(one, StoreFailed) for one in done)
            assert isinstance(seen, LoadedTable)
            here = [move.key for move in seen.moves]
            assert here == ["k0", *(f"k{n}" for n, one in enumerate(done, start=1) if one is None)]
            store.connection.execute("pragma max_page_count = 1000000")
            await asyncio.wait_for(moved(store, table_id, 7, big), 60)
            assert [move.key for move in (await loaded(store, "a")).moves] == [*here, "k7"]

    asyncio.run(scene())


def test_when_sqlite_takes_everything_back_the_store_goes_on(tmp_path: Path) -> None:
    """What a full disk makes SQLite do at its worst: the whole transaction is gone, and the savepoint with it."""

    async def scene() -> None:
        async with opened(tmp_path) as store:
            table_id = await store.add_table(stored_table(), NOTHING)

            def overflow(base: sqlite3.Connection) -> None:
                base.execute("insert or rollback into tables (id) values (null)")

            async def overflowing() -> None:
                await store.group.enqueue(overflow, False)

            jobs = [moved(store, table_id, 0), overflowing(), moved(store, table_id, 1)]
            done = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 60)
            assert [type(one) for one in done] == [StoreFailed] * 3
            await asyncio.wait_for(moved(store, table_id, 0), 60)
            assert [move.key for move in (await loaded(store, "a")).moves] == ["k0"]

    asyncio.run(scene())


LIMITED = """
import asyncio, resource, sys
from pathlib import Path
from meute.server.store.interface import StoreFailed
from meute.server.store.models import StoredMove, StoredSeat, StoredTable, TableStatus, TableUpdate
from meute.server.store.sqlite import SqliteStore

async def scene(folder):
    store = SqliteStore(folder)
    store.open()
    table = StoredTable(code="a", word="a", game="terres", version=1, host="ana", seats=[StoredSeat("open")])
    table_id = await store.add_table(table, TableUpdate([], TableStatus()))
    stored, failed = 0, 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    for n in range(80):
        if n == 60:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        try:
            move = StoredMove("play", 0, n, "r2-N", "x" * 9000, f"k{n}")
            await store.append(table_id, stored, TableUpdate([move], TableStatus()))
            stored += 1
        except StoreFailed:
            failed += 1
    found = await store.load("a")
    print(stored, failed, len(found.moves), found.moves[-1].key)
    await store.close()

asyncio.run(scene(Path(sys.argv[1])))
"""


def test_files_that_may_not_grow_fail_and_grow_again(tmp_path: Path) -> None:
    """The system itself refuses to write on, as a full disk does, and later allows it again."""
    completed = subprocess.run([sys.executable, "-c", LIMITED, tmp_path], check=True, capture_output=True, text=True)
    stored, failed, found, last = completed.stdout.split()
    assert int(failed) > 10
    assert int(stored) >= 20
    assert found == stored
    assert last == "k79"


def test_one_unreadable_row_fails_its_own_reader(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as store:
            for code in "abc":
                table_id = await store.add_table(stored_table(code), STARTED)
                await store.add_chat_line(table_id, 0, StoredChat("Ana", 0, "ouh", 1.0))
            store.connection.execute("update tables set kept = ? where code = 'b'", (b"\xff\x00 damaged",))
            store.connection.execute("insert into snapshots select id, x'c1ff' from tables where code = 'c'")
            jobs = [store.load(code) for code in "abc"]
            a, b, c, lines = await asyncio.gather(*jobs, store.table_summaries("ana"), return_exceptions=True)
            assert isinstance(a, LoadedTable)
            assert isinstance(b, StoreFailed)
            assert isinstance(c, LoadedTable)
            assert c.snapshot is None
            assert isinstance(lines, list)
            assert sorted(line.table.code for line in lines) == ["a", "c"]

    asyncio.run(scene())


def test_a_damaged_table_turns_its_own_visitors_away(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            whole, damaged = await ana.new_table(), await ana.new_table()
            for table in list(server.registry.tables.values()):
                server.loop.call_soon_threadsafe(server.registry.unload, table)
            await in_loop(server, damage(server, damaged))
            async with ana.at(damaged) as seat:
                assert (await seat.hear("refused"))["code"] == "store"
            assert (await ana.get(f"/api/tables/{damaged}/at/0"))["code"] == "store"
            assert len((await ana.get("/api/home"))["tables"]) == 2
            async with ana.at(whole, {}) as seat:
                await seat.until_to_act()
                assert (await seat.play())["is"] == "news"

    async def damage(server: Running, code: str) -> None:
        store = server.registry.store
        assert isinstance(store, SqliteStore)
        spoil = "update moves set chance = 'rubbish' where table_id = (select id from tables where code = ?)"
        await store.write(spoil, code)

    async def in_loop(server: Running, what: Coroutine[Any, Any, None]) -> None:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(what, server.loop))

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_what_nobody_touches_is_swept_by_the_rule(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as store:
            phases = {"l": "lobby", "p": "playing", "o": "over", "u": "over", "live": "playing"}
            for days in (1, 1000):
                for code, phase in phases.items():
                    table = stored_table(f"{code}{days}")
                    table.phase = phase  # type: ignore[assignment]
                    table.uploaded = code == "u"
                    table_id = await store.add_table(table, STARTED)
                    age = (time.time() - days * DAY, table_id)
                    store.connection.execute("update tables set changed = ? where id = ?", age)
                await store.save_guest(StoredGuest(f"guest{days}", "Ana", "fr"))
                store.connection.execute("update guests set seen = ? where guest = ?", (age[0], f"guest{days}"))
            for code in ("back", "gone"):
                await store.save_guest(StoredGuest(code, "Ana", "fr"))
                store.connection.execute("update guests set seen = ? where guest = ?", (time.time() - 1000 * DAY, code))
            assert await store.guest("back") is not None
            while await store.purge_expired(Retention(), {"live1000"}):
                pass
            left = {row[0] for row in store.connection.execute("select code from tables")}
            assert left == {*(f"{code}1" for code in phases), "o1000", "live1000"}
            for name in ("moves", "sitting"):
                orphans = f"select count(*) from {name} where table_id not in (select id from tables)"
                assert store.connection.execute(orphans).fetchone() == (0,)
            assert {row[0] for row in store.connection.execute("select guest from guests")} == {"guest1", "back"}

    asyncio.run(scene())


def test_a_snapshot_opens_the_same_table_as_all_its_moves() -> None:
    rng = Generator(4)
    match = Match("terres", ["Ana", "Bob"], seed=4)
    moves = [StoredMove("start", chance=chance_after(match, 0))]
    snapshot = None
    while not match.is_over():
        seat, step = match.seats_to_act()[0], len(match.steps)
        action = match.state.random_action(seat, Choices(), rng)
        match.play(seat, action)
        text = match.game.codec.text(action)
        moves.append(StoredMove("play", seat, step, text, chance_after(match, step + 1)))
        if len(moves) == 20:
            snapshot = match.snapshot()
        slow, quick = (restore(stored_table(), moves, shot) for shot in (None, snapshot))
        for one in (slow, quick):
            assert one.game.write_position(one.state) == match.game.write_position(match.state)
            assert [event.numbers() for event in one.events] == [event.numbers() for event in match.events]
            assert one.steps == match.steps
    quick.rewind(30)
    assert quick.steps == match.steps[:30]


def test_a_way_back_takes_moves_away_and_others_follow() -> None:
    moves = [
        StoredMove("start", chance="x"),
        StoredMove("play", 0, 1, "a"),
        StoredMove("play", 1, 2, "b"),
        StoredMove("undo", 1, 2),
        StoredMove("play", 1, 2, "c"),
        StoredMove("undo", -1, 1),
        StoredMove("play", 0, 1, "d"),
    ]
    assert [move.action for move in effective_moves(moves)] == ["", "d"]


def test_kill_9_loses_nothing() -> None:
    completed = subprocess.run(
        [sys.executable, BENCH / "durability.py", "--kills", "2", "--tables", "5"],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert "none lost, none doubled" in completed.stdout
