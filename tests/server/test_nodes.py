"""Several servers over one database: a table lives at one of them, and everybody reaches it."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from server.postgres import Postgres
from server.visitor import QUICK, Running, Seat, Visitor, running

from meute.server.logs import ABOUT, Lines
from meute.server.pipe import HEADER
from meute.server.store import Fenced, GuestKept, Happened, Loaded, MoveKept, Standing
from meute.server.watcher import GOING_AWAY

UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "sec-websocket-version": "13",
}


@pytest.fixture
def nodes(tmp_path: Path, postgres: Postgres) -> Iterator[list[Running]]:
    """Two nodes of one house."""
    url = postgres.fresh()
    with ExitStack() as open_ones:
        yield [
            open_ones.enter_context(running(tmp_path, replace(QUICK, store=url, node=name, private="127.0.0.1:0")))
            for name in ("alpha", "beta")
        ]


def at_node(visitor: Visitor, node: Running) -> Visitor:
    """The same browser, led to another node."""
    other = Visitor(node, visitor.name)
    other.http.cookies = visitor.http.cookies
    return other


def private(node: Running, path: str) -> str:
    return f"http://{node.app.settings.private}{path}"


async def in_loop(node: Running, what: "asyncio.Future[object] | object") -> object:
    """Does something in a node's own loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(what, node.loop))  # type: ignore[arg-type]


@asynccontextmanager
async def two_players(nodes: list[Running]) -> AsyncIterator[tuple[str, Visitor, Visitor, Seat, Seat]]:
    """Ana at the node that has the table, and Bea who comes to it through the other one."""
    async with Visitor(nodes[0], "Ana") as ana, Visitor(nodes[1], "Bea") as bea:
        code = await ana.new_table("guest", "open", start=False)
        async with ana.at(code, {}) as first, bea.at(code, {}) as second:
            await second.ask("claim", "table", seat=1, name="Bea")
            await first.say("start")
            for seat in (first, second):
                while seat.table["phase"] != "playing":
                    await seat.hear("table")
            yield code, ana, bea, first, second


async def play_on(*seats: Seat, moves: int = 6) -> None:
    """A few moves of whoever is asked, each seen by both."""
    for _ in range(moves):
        asked = next(seat for seat in seats if seat.table["ask"])
        assert (await asked.play())["is"] == "news"
        step = asked.step
        for seat in seats:
            while seat.step < step:
                await seat.hear("news")


def test_whoever_comes_to_another_node_is_led_to_the_table(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, bea, first, second):
            await play_on(first, second)
            assert code in nodes[0].house.tables
            assert nodes[1].house.tables == {}
            mine = await ana.get(f"/api/tables/{code}/at/3?view=0")
            async with at_node(ana, nodes[1]) as other:
                assert await other.get(f"/api/tables/{code}/at/3?view=0") == mine
            assert (await bea.get(f"/api/tables/{code}/at/3?view=0"))["code"] == "not_your_seat"
            assert (await bea.get(f"/api/tables/{code}/record"))["code"] == "live_record"
            hidden = {choice["text"] for choice in (first.table["ask"] or {"choices": []})["choices"]}
            assert second.table["ask"] is None or not hidden
            await second.say("sit", seat=0)
            assert (await second.hear("refused"))["code"] == "not_your_seat"
            assert all('"seat":0,' not in text.partition('"scene":')[2][:40] for text in second.raw)

    asyncio.run(scene())


def test_a_forged_pipe_is_refused(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with Visitor(nodes[0], "Ana") as ana:
            code = await ana.new_table()
            async with httpx.AsyncClient() as stranger:
                for ticket in ("", "rubbish", "e30=.00", "é.é"):
                    upgrade = [(name.encode(), value.encode()) for name, value in UPGRADE.items()]
                    headers = [(HEADER.encode(), ticket.encode()), *upgrade]
                    for path in (f"/socket/{code}", f"/api/tables/{code}/at/0", "/"):
                        for asked in (headers, headers[:1]):
                            told = await stranger.get(private(nodes[0], path), headers=asked)
                            assert told.status_code == 403, (path, asked)

    asyncio.run(scene())


def test_what_no_database_takes_is_refused_like_anything_else(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with Visitor(nodes[0], "Ana") as ana, at_node(ana, nodes[1]) as other:
            code = await ana.new_table()
            async with ana.at(code, {}) as seat:
                await seat.until_asked()
                assert (await seat.play(key="nothing\0"))["code"] == "key"
                assert (await seat.play())["is"] == "news"
                for path, reason in (
                    (f"/api/tables/{code}/at/²", "malformed"),
                    (f"/api/tables/{code}/at/1%0D%0AX:%20y", "malformed"),
                    (f"/api/tables/{code}/at/0?view=²", "malformed"),
                    ("/api/tables/%00/at/0", "not_found"),
                    ("/api/word/loup%00", "not_found"),
                ):
                    assert (await other.get(path))["code"] == reason, path

    asyncio.run(scene())


def test_a_table_that_is_taken_is_written_by_nobody_else(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, bea, first, second):
            await play_on(first, second)
            held = nodes[0].house.tables[code]
            before = held.playing.moves
            store, table_id = nodes[0].house.store, held.room.id
            late = store.append(table_id, before, Happened([MoveKept("play", 0, 99, "r2-N")], Standing()))
            await in_loop(nodes[1], nodes[1].house.table(code, force=True))
            assert (await first.closing())[0] == GOING_AWAY
            assert (await second.closing())[0] == GOING_AWAY
            with pytest.raises(Fenced):
                await in_loop(nodes[0], late)
            for failing in (store.keep_table(table_id, held.room.kept), store.keep_clocks(table_id, [])):
                with pytest.raises(Fenced):
                    await in_loop(nodes[0], failing)
            assert code not in nodes[0].house.tables
            async with ana.at(code, {"seat": 0}) as first, bea.at(code, {"seat": 1}) as second:
                await play_on(first, second)
            loaded = await in_loop(nodes[1], nodes[1].house.store.load(code))
            assert isinstance(loaded, Loaded)
            assert len(loaded.moves) == before + 6

    asyncio.run(scene())


def test_a_node_that_leaves_hands_its_tables_over(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, bea, first, second), httpx.AsyncClient() as operator:
            await play_on(first, second)
            assert (await operator.get(private(nodes[0], "/readyz"))).status_code == 200
            await in_loop(nodes[0], nodes[0].house.drain())
            assert (await first.closing())[0] == (await second.closing())[0] == GOING_AWAY
            assert (await operator.get(private(nodes[0], "/readyz"))).status_code == 503
            assert (await operator.get(private(nodes[0], "/healthz"))).text == "ok\n"
            async with (
                at_node(ana, nodes[1]) as other,
                other.at(code, {"seat": 0}) as first,
                bea.at(code, {"seat": 1}) as second,
            ):
                await play_on(first, second)
                told = (await operator.get(private(nodes[1], "/metrics"))).text
            assert code in nodes[1].house.tables
            assert "meute_tables 1.0" in told
            assert "meute_sockets 2.0" in told
            assert 'meute_stored_seconds_bucket{le="+Inf"}' in told
            assert "meute_ready 1.0" in told

    asyncio.run(scene())


def test_what_changes_at_one_node_is_known_at_the_other(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, _, bea, first, second):
            assert nodes[0].house.people.known or nodes[1].house.people.known
            guest = nodes[0].house.tables[code].room.kept.seats[1].guest
            await in_loop(nodes[1], nodes[1].house.send_away(guest))
            assert (await second.closing())[0] == GOING_AWAY
            async with bea.at(code, {}) as second:
                assert second.table["scene"]["seat"] == 1
                forget = nodes[1].house.store.people.forget(GuestKept(guest, "Bea", "fr"), "partie")
                await in_loop(nodes[1], forget)
                await first.say("say", text="encore là ?")
                assert (await first.closing())[0] == GOING_AWAY

    asyncio.run(scene())


def test_logs_tell_node_table_and_epoch() -> None:
    formatter = Lines("alpha")
    record = logging.LogRecord("meute", logging.WARNING, "", 0, "lost %s", ("it",), None)
    assert json.loads(formatter.format(record)) == {
        "at": round(record.created, 3),
        "level": "warning",
        "from": "meute",
        "said": "lost it",
        "node": "alpha",
    }
    before = ABOUT.set(("code", 3))
    told = json.loads(formatter.format(record))
    ABOUT.reset(before)
    assert (told["table"], told["epoch"]) == ("code", 3)
