"""Tournaments at live tables, on one and on two nodes, and over restarts of the server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from helpers.tournament_kills import Site, play, prepare
from helpers.visitor import QUICK, Running, Seat, Visitor, running

from meute.server.settings import Rate, override

LIVE = {"kind": "live", "turn": 60, "bank": 900}
PLENTY = Rate(1e9, 1e9)
QUICKLY = override(
    QUICK,
    tables={"home_interval_seconds": 0.0, "clock_interval_seconds": 0.02},
    tournaments={"pause_seconds": 0.0, "presence_seconds": 0.05, "live_check_seconds": 1.0},
    limits={"searches": PLENTY},
)
BODY = {"name": "Lune froide", "game": "terres", "style": "swiss", "size": 2, "rounds": 2, "pace": LIVE}


@pytest.fixture(autouse=True)
def quick_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes and goes is stored at once."""
    monkeypatch.setattr("meute.server.matchmaking.presence.FLUSH_SECONDS", 0.02)


class Clock:
    """The clock on the wall, which tests put ahead."""

    ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.fixture(params=["one node", "two nodes"])
def nodes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Running]]:
    """Two servers that share a database, or the same one twice."""
    with ExitStack() as open_ones:
        if request.param == "one node":
            yield [open_ones.enter_context(running(tmp_path, QUICKLY))] * 2
            return
        url = request.getfixturevalue("postgres").fresh()
        settings = [
            override(QUICKLY, store={"url": url}, cluster={"node": name, "private_address": "127.0.0.1:0"})
            for name in ("alpha", "beta")
        ]
        yield [open_ones.enter_context(running(tmp_path, one)) for one in settings]


@asynccontextmanager
async def people(nodes: list[Running], *names: str) -> AsyncIterator[list[Visitor]]:
    """People with open first pages, at both nodes in turn."""
    async with AsyncExitStack() as stack:
        found = []
        for n, name in enumerate(names):
            visitor = await stack.enter_async_context(Visitor(nodes[n % len(nodes)], name))
            home = await stack.enter_async_context(visitor.connected("/api/home/live"))
            await home.ask("hello", "lines")
            found.append(visitor)
        yield found


async def in_loop(server: Running, work: Coroutine[Any, Any, Any]) -> Any:
    """Does something in a server's own loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server.loop))


async def until(visitor: Visitor, code: str, what: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The tournament as a person sees it, once `what` is true."""
    async with asyncio.timeout(120):
        while True:
            found: dict[str, Any] = await visitor.get(f"/api/tournaments/{code}")
            if what(found):
                return found
            await asyncio.sleep(0.02)


def begun(tournament: dict[str, Any], number: int = 1) -> bool:
    """Whether all tables of a round have begun."""
    rounds = tournament["rounds"]
    return len(rounds) == number and all(table["code"] for table in rounds[-1]["tables"])


async def give_up(visitor: Visitor, code: str) -> None:
    """Resigns the own seat at a table."""
    async with visitor.at(code, {}) as seat:
        await resign(seat)


async def resign(seat: Seat) -> None:
    await seat.ask("resign", "news", seat=seat.table["mine"][0])


def test_people_play_a_tournament_to_its_end(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with people(nodes, "Ana", "Bob", "Cleo", "Dan") as visitors:
            ana = visitors[0]
            code = (await ana.post("/api/tournaments", BODY))["code"]
            assert (await ana.post(f"/api/tournaments/{code}/start", {}))["code"] == "tournament_few"
            for one in visitors[1:]:
                assert (await one.post(f"/api/tournaments/{code}/join", {}))["line"]["mine"]
            assert (await visitors[1].post(f"/api/tournaments/{code}/start", {}))["code"] == "not_organizer"
            await ana.post(f"/api/tournaments/{code}/start", {})
            losers = []
            for number in (1, 2):
                await until(ana, code, partial(begun, number=number))
                for table in (await ana.get(f"/api/tournaments/{code}"))["rounds"][-1]["tables"]:
                    for visitor in visitors:
                        seen = await visitor.get(f"/api/tournaments/{code}")
                        if seen["me"] == table["players"][1]:
                            assert seen["line"]["table"] == table["code"]
                            await give_up(visitor, table["code"])
                            losers.append(seen["me"])
            over = await until(ana, code, lambda one: one["line"]["phase"] == "over")
            points = {row["player"]: row["points"] for row in over["standings"]}
            assert points == {player: 2 - losers.count(player) for player in range(4)}
            assert [row["rank"] for row in over["standings"]][:2] == [1, 2]
            assert over["breaks"] == ["opponents", "margin"]
            home = await visitors[1].get("/api/home")
            assert len(home["tables"]) == 2
            assert (await visitors[1].get("/api/people"))["ratings"][0]["games"] == 2
            assert await ana.post("/api/me/delete", {"name": "Ana"}) == {}
            left = await visitors[1].get(f"/api/tournaments/{code}")
            assert [one["out"] for one in left["entrants"]] == [True, False, False, False]
            assert "Ana" not in str(left)
            assert left["standings"] == over["standings"]

    asyncio.run(scene())


def test_an_absent_player_forfeits_and_a_blocked_one_is_refused(tmp_path: Path) -> None:
    clock = Clock()

    async def scene(server: Running) -> None:
        async with people([server], "Ana", "Bob", "Cleo") as (ana, bob, cleo), Visitor(server, "Dan") as dan:
            code = (await ana.post("/api/tournaments", {**BODY, "rounds": 1, "public": True}))["code"]
            assert [one["code"] for one in (await dan.get("/api/tournaments"))["tournaments"]] == [code]
            for one in (bob, cleo, dan):
                await one.post(f"/api/tournaments/{code}/join", {})
            await ana.post(f"/api/tournaments/{code}/start", {})
            told = await until(ana, code, lambda one: any(table["missing"] for table in one["rounds"][0]["tables"]))
            absent = next(table for table in told["rounds"][0]["tables"] if 3 in table["players"])
            assert absent["missing"] == [3]
            assert told["rounds"][0]["absent_seconds"] > 0
            clock.ahead = 21
            told = await until(ana, code, lambda one: any(table["done"] for table in one["rounds"][0]["tables"]))
            row = {row["player"]: row["points"] for row in told["standings"]}
            assert row[3] == 0
            assert row[next(player for player in absent["players"] if player != 3)] == 1
            store, again = server.registry.store, (await ana.post("/api/tournaments", BODY))["code"]
            guests = [one.guest for one in (await in_loop(server, store.tournaments.tournament(code)))[0].entrants]
            await in_loop(server, store.people.set_block(guests[0], guests[3], "shut", True))
            assert (await dan.post(f"/api/tournaments/{again}/join", {}))["code"] == "shut"

    with running(tmp_path, override(QUICKLY, now=clock, tournaments={"absent_seconds": 20.0})) as server:
        asyncio.run(scene(server))


def test_a_shared_deal_stays_secret_until_it_is_played(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with people([server], "Ana", "Bob", "Cleo", "Dan") as visitors:
            ana = visitors[0]
            code = (await ana.post("/api/tournaments", {**BODY, "style": "deals", "rounds": 1}))["code"]
            for one in visitors[1:]:
                await one.post(f"/api/tournaments/{code}/join", {})
            await ana.post(f"/api/tournaments/{code}/start", {})
            told = await until(ana, code, begun)
            first, second = told["rounds"][0]["tables"]
            seals = []
            for table in (first, second):
                player = visitors[table["players"][0]]
                async with player.at(table["code"], {}) as seat:
                    seals.append(seat.table["deal"]["seal"])
            assert seals[0] == seals[1]
            other = visitors[second["players"][0]]
            assert (await other.get(f"/api/tournaments/{code}"))["rounds"][0]["tables"][0]["watch"] is False
            assert (await other.get(f"/api/tables/{first['code']}/at/0"))["code"] == "tournament_deal"
            await give_up(visitors[first["players"][0]], first["code"])
            told = await until(ana, code, lambda one: one["rounds"][0]["tables"][0]["done"])
            assert told["rounds"][0]["secret"] == ""
            assert (await ana.get(f"/api/tables/{first['code']}/deal")).get("secret", "") == ""
            await give_up(other, second["code"])
            told = await until(ana, code, lambda one: one["line"]["phase"] == "over")
            check = await other.get(f"/api/tables/{first['code']}/deal")
            assert told["rounds"][0]["secret"] == check["secret"] != ""

    with running(tmp_path, QUICKLY) as server:
        asyncio.run(scene(server))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": " "}, "tournament_name"),
        ({"size": 3}, "no_seats"),
        ({"rounds": 64}, "tournament_rounds"),
        ({"most": 65}, "tournament_players"),
        ({"starts": 1.0}, "tournament_time"),
        ({"game": "chess"}, "input"),
        ({"pace": {"kind": "live", "turn": -1, "bank": 5}}, "pace"),
        ({"bots": ["louveteau"] * 65}, "tournament_full"),
        ({"bots": ["search:99999"]}, "malformed"),
    ],
)
def test_what_cannot_be_held_is_refused(server: Running, wrong: dict[str, Any], code: str) -> None:
    async def scene() -> None:
        async with Visitor(server) as ana:
            assert (await ana.post("/api/tournaments", {**BODY, **wrong}))["code"] == code

    asyncio.run(scene())


def test_tournaments_and_sign_ups_are_limited_with_a_reason(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server) as ana, Visitor(server) as bob:
            codes = [(await ana.post("/api/tournaments", BODY))["code"] for _ in range(4)]
            assert codes[3] == "tournaments"
            told = [(await bob.post(f"/api/tournaments/{codes[0]}/join", {})).get("code", "") for _ in range(8)]
            assert told[:5] == [""] * 5
            assert set(told[5:]) == {"flood"}

    with running(tmp_path, override(QUICKLY, limits={"searches": Rate(5, 0)})) as server:
        asyncio.run(scene(server))


SERVER = """
import sys
from pathlib import Path
sys.path[:0] = {path!r}
from helpers.visitor import running
from server.tournaments.test_tournaments import QUICKLY
with running(Path({folder!r}), QUICKLY) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[str, subprocess.Popen[str]]]:
    """A server in a process of its own."""
    program = SERVER.format(path=sys.path, folder=str(folder))
    process = subprocess.Popen([sys.executable, "-c", program], stdin=-1, stdout=-1, text=True)
    try:
        assert process.stdout is not None
        yield (await asyncio.to_thread(process.stdout.readline)).strip(), process
    finally:
        process.kill()
        await asyncio.to_thread(process.communicate)


def test_a_tournament_of_sixteen_computers_survives_kill_9(tmp_path: Path) -> None:
    async def scene() -> None:
        body = {**BODY, "bots": ["louveteau"] * 16, "plays": False}
        async with served(tmp_path) as (url, process):
            async with Visitor(url, "Ana") as ana:
                cookies = dict(ana.http.cookies)
                code = (await ana.post("/api/tournaments", body))["code"]
                await ana.post(f"/api/tournaments/{code}/start", {})
                before = await until(ana, code, lambda one: any(table["done"] for table in one["rounds"][0]["tables"]))
            os.kill(process.pid, signal.SIGKILL)
        async with served(tmp_path) as (url, _), Visitor(url) as ana:
            ana.http.cookies.update(cookies)
            over = await until(ana, code, lambda one: one["line"]["phase"] == "over")
        for old, new in zip(before["rounds"][0]["tables"], over["rounds"][0]["tables"], strict=True):
            assert old["players"] == new["players"]
            if old["done"]:
                assert old["points"] == new["points"]
        assert sum(row["points"] for row in over["standings"]) == 16
        pairs = [sorted(table["players"]) for one in over["rounds"] for table in one["tables"]]
        assert len(pairs) == 16
        assert len({tuple(pair) for pair in pairs}) == 16

    asyncio.run(scene())


@pytest.mark.parametrize("where", ["one node", "two nodes"])
def test_kills_change_no_result(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """`bench/tournament_kills.py` has sixteen players and more kills."""
    place = Site(tmp_path / "data")
    if where == "two nodes":
        postgres = request.getfixturevalue("postgres")
        place = Site(place.folder, postgres.fresh(), postgres)
    place.folder.mkdir()

    async def scene() -> None:
        prepared = await prepare(place, players=4, rounds=2)
        again = await place.copy(tmp_path / "again")
        calm, wild = await asyncio.gather(play(place, prepared), play(again, prepared, kills=[0, 2]))
        assert wild.kills == 2
        assert wild.lost == calm.lost == []
        assert (wild.standings, wild.tables) == (calm.standings, calm.tables)

    asyncio.run(scene())
