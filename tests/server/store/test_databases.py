"""What every store promises: one suite for SQLite and PostgreSQL, and the way from one to the other."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from helpers.postgres import Postgres

from meute.cli import main
from meute.core.errors import BadInput
from meute.match import Match
from meute.server.secret import Secret
from meute.server.settings import Retention, Settings, override
from meute.server.store import open_store
from meute.server.store.data_folder import connect
from meute.server.store.interface import CodeTaken, SharedTable, Store, StoreFailed
from meute.server.store.location import open_database as place_opened
from meute.server.store.models import (
    ADJUSTED,
    LoadedTable,
    SeatLuck,
    SeatStatistics,
    StatisticsSettings,
    StoredChat,
    StoredClock,
    StoredCurve,
    StoredDaily,
    StoredDevice,
    StoredGuest,
    StoredLesson,
    StoredMove,
    StoredNotice,
    StoredPasskey,
    StoredPrefs,
    StoredPush,
    StoredResult,
    StoredSeat,
    StoredTable,
    TableStatus,
    TableUpdate,
)
from meute.server.store.operator import people, reports, resolve_report
from meute.server.store.schema import POSTGRES_VERSION, TABLES
from meute.server.store.transfer import count_and_digest, transfer
from meute.text import LANGUAGES, catalogue

STORED = Path(__file__).parents[1] / "stored"
COLUMNS = """select table_name, column_name, ordinal_position, data_type, is_nullable, is_identity, column_default
             from information_schema.columns where table_schema = 'public' order by 1, 3"""
INDEXES = "select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2"
OPTIONS = "select relname, reloptions from pg_class where relkind = 'r' and relname = 'tables'"
Make = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """A store over one place, as often as it is wanted."""
    if request.param == "sqlite":
        return lambda: open_store(tmp_path)
    url = request.getfixturevalue("postgres").fresh()
    return lambda: open_store(tmp_path, override(Settings(), store={"url": url}))


@asynccontextmanager
async def opened(make: Make) -> AsyncIterator[Store]:
    store = make()
    store.open()
    try:
        yield store
    finally:
        await store.close()


def stored_table(code: str, *guests: str, **more: Any) -> StoredTable:
    seats = [StoredSeat("guest", name.title(), "", name) for name in guests] + [StoredSeat("bot", "Bob", "greedy")]
    return StoredTable(code=code, word=code, game="terres", version=1, host=guests[0], seats=seats, **more)


async def taken(store: Store, code: str) -> LoadedTable:
    found = await store.acquire(code)
    assert isinstance(found, LoadedTable)
    return found


async def added(store: Store, table: StoredTable, *moves: StoredMove) -> int:
    """A new table, to be played at."""
    await store.add_table(table, TableUpdate(list(moves), TableStatus()))
    return (await taken(store, table.code)).id


async def moved(store: Store, table_id: int, n: int, **more: Any) -> None:
    transfer = StoredMove("play", 0, n, "r2-N", "", f"k{n}")
    await store.append(table_id, n, TableUpdate([transfer], TableStatus([1]), **more))


def test_one_wrong_job_does_not_harm_those_stored_with_it(make: Make) -> None:
    async def scene() -> None:
        async with opened(make) as store:
            table_id, other = await added(store, stored_table("a", "ana")), await added(store, stored_table("b", "ana"))
            jobs = [moved(store, table_id, n) for n in (0, 1, 1, 2)]
            twice = [StoredMove("play", 0, n, "r2-N", "", "k") for n in (0, 1)]
            again = store.append(other, 0, TableUpdate(twice, TableStatus()))
            done = await asyncio.gather(*jobs, again, return_exceptions=True)
            assert [one is None for one in done] == [True, True, False, True, False]
            assert all(one is None or isinstance(one, StoreFailed) for one in done)
            for failing in (moved(store, 999, 0), moved(store, table_id, 1, table=stored_table("x", "ana"))):
                with pytest.raises(StoreFailed):
                    await failing
            with pytest.raises(CodeTaken):
                await store.add_table(stored_table("a", "ana"), TableUpdate([], TableStatus()))
            assert [transfer.key for transfer in (await taken(store, "a")).moves] == ["k0", "k1", "k2"]
            assert (await taken(store, "b")).moves == []
            follows = (table_id, stored_table("a", "ana", rematch="c"))
            for code, noted in (("b", ""), ("c", "c")):
                with contextlib.suppress(CodeTaken):
                    await store.add_table(stored_table(code, "ana"), TableUpdate([], TableStatus()), follows)
                assert (await taken(store, "a")).table.rematch == noted

    asyncio.run(scene())


def test_statistics_of_a_game_come_back_and_its_luck_is_stored_once(make: Make) -> None:
    async def scene() -> None:
        async with opened(make) as store:
            table = stored_table("a", "ana", phase="playing")
            begun = TableUpdate([StoredMove("start"), StoredMove("play", 0, 0, "r2-N")], TableStatus())
            table_id = await store.add_table(table, begun)
            await taken(store, "a")
            table.phase = "over"
            results = [StoredResult(who, n, "terres", n + 1, 30 - n, True) for n, who in enumerate(("ana", "eve"))]
            parts = [SeatStatistics(n, who, "terres", 1.0 - n, "forets") for n, who in enumerate(("ana", "eve"))]
            await moved(store, table_id, 2, table=table, results=results, statistics=parts)
            [game] = await store.statistics.played("ana", "terres", 9)
            assert (game.code, game.share, game.plan, game.luck, game.rated) == ("a", 1.0, "forets", None, True)
            assert game.seconds is not None
            assert game.thinking is not None
            assert game.seconds >= game.thinking >= 0
            [rating] = await store.people.ratings("ana")
            assert (game.mu, game.sigma) == (rating.mu, rating.sigma)
            luck = {0: SeatLuck(0.6, 0.1), 1: SeatLuck(-0.6, 0.1)}
            for _ in range(2):
                await store.statistics.save_luck(table_id, luck, [2, 1])
            assert await store.statistics.lucks(["a", "b"]) == {"a": luck}
            adjusted = [one for one in await store.people.ratings("eve") if one.game == "terres" + ADJUSTED]
            assert [(one.games, one.mu > 25) for one in adjusted] == [(1, True)]
            for handle, listed in (("h", False), ("h", True)):
                await store.statistics.save_settings(StatisticsSettings("ana", handle, "all", listed))
            assert await store.statistics.settings_of_handle("h") == await store.statistics.settings("ana")
            assert [one.handle for one in await store.statistics.leaders("terres", 1, 9)] == ["h"]
            assert await store.statistics.counts("eve") == {"terres": 1}
            await store.people.delete_person(StoredGuest("ana", "Ana", "fr"), "parti")
            assert await store.statistics.played("ana", "terres", 9) == []
            assert await store.statistics.settings("ana") is None

    asyncio.run(scene())


def test_all_of_a_table_comes_back_as_it_was(make: Make) -> None:
    async def scene() -> None:
        match = Match("terres", ["Ana", "Bob"], seed=1)
        clocks = [StoredClock(0, 60.0, 1.5, 7.0, 67.0), StoredClock(1, 60.0, out=True)]
        async with opened(make) as store:
            table = stored_table("a", "ana", phase="playing")
            begun = TableUpdate([StoredMove("start", chance="x")], TableStatus(), clocks=clocks)
            table_id = await store.add_table(table, begun)
            await taken(store, "a")
            assert await store.code_of_word("a") is None
            await moved(store, table_id, 1, snapshot=match.snapshot(), clocks=[StoredClock(0, 50.0)])
            await store.add_chat_line(table_id, 0, StoredChat("Ana", 0, "ouh", 1.0, "ana"))
            await store.save_curve(table_id, StoredCurve([(1, [0.5, 0.5], 9)]))
            await store.save_clocks(table_id, [StoredClock(0, 40.0, due=9.0)])
            assert await store.tables_with_due_clocks(9.0) == ["a"]
            assert await store.next_clock_due() == 9.0
            table.phase = "over"
            ended = [StoredResult("ana", 0, "terres", 1, 30, True), StoredResult("eve", 1, "terres", 2, 20, True)]
            await moved(store, table_id, 2, table=table, afresh=True, results=ended)
        async with opened(make) as store:
            found = await taken(store, "a")
            assert found == await store.load("a")
            assert found.table == table
            assert [transfer.key for transfer in found.moves] == ["", "k1", "k2"]
            assert found.chat == [StoredChat("Ana", 0, "ouh", 1.0, "ana")]
            assert found.snapshot is None
            assert found.clocks == [StoredClock(0, 40.0, due=9.0), StoredClock(1, 60.0, out=True)]
            assert await store.curve(found.id) == StoredCurve([(1, [0.5, 0.5], 9)])
            assert [line.standing.asked for line in await store.table_summaries("ana")] == [[1]]
            assert [one.games for one in await store.people.ratings("ana")] == [1]
            assert [(one.place, one.rated) for one in await store.people.history("eve")] == [(2, True)]
            assert await store.load("z") is await store.acquire("z") is None

    asyncio.run(scene())


async def people_scene(store: Store) -> list[object]:
    """Everything that is asked about people, once; what was answered."""
    who = store.people
    found: list[object] = []
    for name in ("ana", "bea", "eve"):
        await store.save_guest(StoredGuest(name, name.title(), "fr"))
        await who.save_device(StoredDevice(f"{name}1", name, "Firefox", 1.0, 2.0))
        await who.save_prefs(name, StoredPrefs(zone="Europe/Paris", quiet=(22, 7)))
    await who.save_device(StoredDevice("ana1", "bea", "Edge", 5.0, 6.0))
    one = await added(store, stored_table("one", "ana", "eve", phase="playing"))
    two = await added(store, stored_table("two", "bea", phase="over"))
    three = await added(store, stored_table("three", "ana"))
    found += [await who.person_of("ana1"), await who.person_of("nobody"), await who.devices("ana")]
    found += [await who.reassign_device("eve1", "eve", "bea"), await who.reassign_device("eve1", "eve", "bea")]
    await who.save_codes("ana", "recover", ["h1", "h2"], 100.0)
    found += [await who.code_owner("h1", "recover", 50.0), await who.redeem_code("h1", "recover", 50.0)]
    found += [await who.redeem_code("h1", "recover", 50.0), await who.codes_left("ana", "recover")]
    found += [await who.code_owner("h2", "carry", 50.0), await who.redeem_code("h2", "recover", 100.0)]
    key = StoredPasskey(b"\x00k", "ana", b"\xff", 1, "key", 1.0, 1.0)
    await who.add_passkey(key)
    found += [await who.passkey(b"\x00k"), await who.passkeys("ana"), await who.use_passkey(key, 2, 3.0)]
    found += [await who.use_passkey(key, 3, 4.0), await who.drop_passkey(b"?", "ana"), await who.passkey(b"?")]
    found += [await who.prefs(["ana", "bea", "zoe"]), await who.prefs([])]
    learnt = (("ana", "c1", True), ("ana", "c2", False), ("bea", "c3", False))
    for n, (guest, code, done) in enumerate(learnt):
        await moved(store, three, n, lesson=StoredLesson(guest, "clan", "l", code, done))
    for n, points in enumerate((7, 9), start=3):
        await moved(store, three, n, daily=StoredDaily("2026-01-01", "clan", "bea", "d", 1, points))
    await who.set_block("ana", "eve", "mute", True)
    await who.set_block("bea", "eve", "mute", True)
    await who.set_block("eve", "bea", "shut", True)
    await who.set_block("ana", "bea", "mute", True)
    await who.set_block("ana", "bea", "mute", False)
    found += [await store.lessons("ana"), await store.daily_standings("2026-01-01", "bea"), await who.blocks_of("ana")]
    due = [StoredNotice("eve", one, "turn", 5.0), StoredNotice("ana", one, "half", 6.0)]
    await who.save_notices(one, due, [])
    await who.save_notices(one, [StoredNotice("eve", one, "turn", 4.0)], ["ana"])
    found += [[notice.notice for notice in await who.notices_due(9.0)], await who.next_notice()]
    await who.mark_notice_sent(due[0], 8.0)
    found += [await who.notices_sent_since("eve", 7.0), await who.next_notice(), (await taken(store, "one")).noted]
    await who.drop_notices("eve", one)
    for n in range(3):
        await who.add_push("ana", StoredPush(f"https://push/{n}", b"k", b"a"), 2, float(n))
    await who.drop_push("ana", "https://push/1")
    found += [await who.pushes("ana"), await who.companions("ana")]
    await store.add_chat_line(one, 0, StoredChat("Ana", 0, "ouh", 1.0, "ana"))
    await who.report("eve", one, 0, 3.0)
    await who.report("eve", one, 0, 4.0)
    found += [await who.chat_lines_of("ana"), await who.seated_tables("ana"), await who.history("ana")]
    with pytest.raises(SharedTable):
        await who.merge("ana", "eve", StoredDevice("new", "eve", "", 1.0, 1.0))
    found += [(await taken(store, "one")).table.host]
    await who.merge("bea", "ana", StoredDevice("new", "ana", "Opera", 1.0, 9.0))
    found += [
        await who.devices("ana"),
        await store.guest("bea"),
        await who.blocks_of("ana"),
        await who.blocks_of("eve"),
    ]
    found += [
        await store.lessons("ana"),
        await store.daily_standings("2026-01-01", "bea"),
        (await taken(store, "two")).table,
    ]
    found += [{(one.code, one.phase) for one in await who.seated_tables("ana")}]
    await who.delete_person(StoredGuest("ana", "Ana", "fr"), "parti")
    found += [(await taken(store, "one")).table, (await taken(store, "one")).chat, await store.load("three")]
    found += [await store.guest("ana"), await who.devices("ana"), await who.pushes("ana"), await who.passkeys("ana")]
    assert len({one, two, three}) == 3
    return found


def test_people_are_the_same_in_every_database(tmp_path: Path, postgres: Postgres) -> None:
    async def scene() -> None:
        async with opened(lambda: open_store(tmp_path)) as store:
            here = await people_scene(store)
        url = postgres.url(await asyncio.to_thread(postgres.create))
        async with opened(lambda: open_store(tmp_path, override(Settings(), store={"url": url}))) as store:
            there = await people_scene(store)
        assert here == there

    asyncio.run(scene())


def test_what_nobody_touches_is_swept_by_the_rule(make: Make) -> None:
    async def scene() -> None:
        async with opened(make) as store:
            phases = {"l": "lobby", "p": "playing", "o": "over", "u": "over", "live": "playing"}
            for code, phase in phases.items():
                await added(store, stored_table(code, "ana", phase=phase, uploaded=code == "u"), StoredMove("start"))
            for guest in ("ana", "gone", "key"):
                await store.save_guest(StoredGuest(guest, "", "fr"))
            await store.people.add_passkey(StoredPasskey(b"k", "key", b"", 1, "", 1.0, 1.0))
            assert await store.purge_expired(Retention(), ()) == 0
            still = Retention(lobby_days=-1, unfinished_days=-1, uploaded_days=-1, lesson_days=-1, guest_days=-1)
            while await store.purge_expired(still, {"live"}):
                pass
            left = {code for code in phases if await store.load(code) is not None}
            assert left == {"o", "live"}
            assert await store.guest("gone") is None
            assert await store.guest("key") is not None
            assert {one.code for one in await store.people.seated_tables("ana")} == left

    asyncio.run(scene())


def test_games_move_from_one_database_to_another_and_back(
    tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fill() -> None:
        async with opened(lambda: open_store(tmp_path / "old")) as store:
            await people_scene(store)
            for n in range(3):
                await added(
                    store,
                    stored_table(f"more{n}", "zoe"),
                    *(StoredMove("play", 0, k, "r2-N", "", "") for k in range(400)),
                )

    async def digests(place: str) -> list[tuple[int, int]]:
        async with place_opened(place) as base:
            return [await count_and_digest(base, name) for name in TABLES]

    async def play_on(url: str) -> None:
        async with opened(lambda: open_store(tmp_path / "old", override(Settings(), store={"url": url}))) as store:
            await moved(store, (await taken(store, "more1")).id, 400)
            assert await added(store, stored_table("new", "zoe")) > (await taken(store, "more2")).id

    asyncio.run(fill())
    url, old, new = postgres.fresh(), str(tmp_path / "old"), str(tmp_path / "new")
    with pytest.raises(SystemExit, match="0"):
        main(["--lang", "en", "move-store", old, url])
    assert "4 tables" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        main(["--lang", "en", "move-store", url, new])
    assert "secret is not in" in " ".join(capsys.readouterr().err.split())
    assert asyncio.run(digests(old)) == asyncio.run(digests(url)) == asyncio.run(digests(new))
    assert [one.name for one in people(url)] == [one.name for one in people(old)] == ["Eve"]
    assert reports(url) == reports(old)
    assert not resolve_report(url, 99)
    with pytest.raises(BadInput, match=r"error\.store_not_empty"):
        transfer(old, url)
    asyncio.run(play_on(url))
    for source, problem in ((str(tmp_path / "none"), "data_none"), (postgres.url("none"), "store_unreachable")):
        with pytest.raises(BadInput, match=rf"error\.{problem}"):
            transfer(source, new)


def test_the_secret_goes_along_to_a_folder(tmp_path: Path, postgres: Postgres) -> None:
    async def fill(folder: Path) -> None:
        async with opened(lambda: open_store(folder)) as store:
            await store.save_guest(StoredGuest("ana", "Ana", "fr"))

    old, other, url = tmp_path / "old", tmp_path / "other", postgres.fresh()
    asyncio.run(fill(old))
    key = Secret(old).key
    assert transfer(str(old), url).secret
    assert not transfer(url, str(tmp_path / "without")).secret
    assert not (tmp_path / "without" / "secret").exists()
    assert transfer(url, str(tmp_path / "with"), str(old)).secret
    assert (tmp_path / "with" / "secret").stat().st_mode & 0o777 == 0o600
    assert transfer(str(old), str(tmp_path / "beside")).secret
    assert Secret(tmp_path / "with").key == Secret(tmp_path / "beside").key == key
    assert Secret(other).key != key
    for target, data, problem in (
        ("new", other, "store_secret"),
        ("other", old, "secret_other"),
        ("new", tmp_path / "none", "secret_none"),
    ):
        with pytest.raises(BadInput, match=rf"error\.{problem}"):
            transfer(url, str(tmp_path / target), str(data))


def test_both_databases_have_the_declared_tables(tmp_path: Path, postgres: Postgres) -> None:
    """Also a PostgreSQL database that version 1.0.0 has made."""

    async def structure(url: str) -> list[list[Any]]:
        base = await asyncpg.connect(url)
        try:
            return [await base.fetch(query) for query in (COLUMNS, INDEXES, OPTIONS)]
        finally:
            await base.close()

    async def scene() -> None:
        new, old = [postgres.url(await asyncio.to_thread(postgres.create)) for _ in range(2)]
        base = await asyncpg.connect(old)
        await base.execute((STORED / "postgres_version_1.sql").read_text(encoding="utf-8"))
        await base.close()
        for url in (new, old):
            async with opened(partial(open_store, tmp_path, override(Settings(), store={"url": url}))):
                pass
        found = await structure(new)
        assert found == await structure(old)
        assert {row["table_name"] for row in found[0]} == {*TABLES, "house", "nodes"}

    asyncio.run(scene())
    with closing(connect(Path(":memory:"))) as here:
        names = {row[0] for row in here.execute("select name from sqlite_master where type = 'table'")}
    assert names == {*TABLES, "house"}


def problem(folder: Path, settings: Settings) -> str:
    """Why a database cannot be used, which must be one sentence in every language, without a password."""
    with pytest.raises(BadInput) as error:
        open_store(folder, settings)
    for language in LANGUAGES:
        sentence = catalogue(language).explain(error.value)
        assert "\n" not in sentence
        assert "hidden" not in sentence
        assert error.value.problem not in sentence
    return error.value.problem


def test_what_is_wrong_with_a_database_is_told_in_one_sentence(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        url = postgres.url(await asyncio.to_thread(postgres.create))
        first = override(Settings(), store={"url": url}, cluster={"node": "loup"})
        assert problem(tmp_path, override(Settings(), store={"url": "mysql://hidden@localhost/x"})) == "error.store_url"
        assert (
            problem(tmp_path, override(Settings(), store={"url": "postgresql://me:hidden@127.0.0.1:1/x"}))
            == "error.store_unreachable"
        )
        assert (
            problem(tmp_path, override(Settings(), store={"url": postgres.url("missing")})) == "error.store_unreachable"
        )
        assert (
            problem(tmp_path, override(Settings(), store={"url": "postgresql://me:hidden@[::1/x"}))
            == "error.store_unreachable"
        )
        assert (
            problem(tmp_path, override(Settings(), store={"url": "postgresql://127.0.0.1:1/x?password=hidden"}))
            == "error.store_unreachable"
        )
        async with opened(lambda: open_store(tmp_path, first)) as store:
            await added(store, stored_table("a", "ana"))
            assert problem(tmp_path, first) == "error.store_node"
            assert problem(tmp_path / "other", override(Settings(), store={"url": url})) == "error.store_secret"
            assert (
                problem(
                    tmp_path,
                    override(
                        Settings(), store={"url": url}, cluster={"node": "louve", "private_address": "10.0.0.1:1"}
                    ),
                )
                == "error.store_private"
            )
            monkeypatch.setattr(time, "time", lambda real=time.time: real() - 3600)
            assert problem(tmp_path, override(Settings(), store={"url": url})) == "error.store_clock"
            monkeypatch.undo()
            await store.notify_nodes("nothing", "")
            await postgres.ask("update house set version = 0", url)
            assert problem(tmp_path, override(Settings(), store={"url": url})) == "error.store_old"
        await postgres.ask(f"update house set version = {POSTGRES_VERSION + 1}", url)
        assert problem(tmp_path, first) == "error.data_newer"

    asyncio.run(scene())
