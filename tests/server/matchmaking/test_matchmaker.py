"""Searches, calls and their tables, with real clients on one and on two nodes."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from helpers.postgres import Postgres
from helpers.visitor import QUICK, Running, Seat, Visitor, running

from meute.server.matchmaking.matchmaker import AWAY_SECONDS
from meute.server.matchmaking.presence import HERE_SECONDS
from meute.server.settings import Rate, Settings, override

LIVE = "/api/home/live?room=1"
CALM = {"kind": "live", "turn": 60, "bank": 900}
DAYS = {"kind": "days", "turn": 86400, "bank": 86400}
PLENTY = Rate(1e9, 1e9)
QUICKLY = override(
    QUICK,
    tables={"home_interval_seconds": 0.0, "clock_interval_seconds": 0.02},
    room={"pairing_interval_seconds": 0.05, "wait_seconds": (0, 90000)},
    limits={"searches": PLENTY, "public_seats": PLENTY},
)
T = TypeVar("T")


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


class Player:
    """A person with an open first page."""

    def __init__(self, visitor: Visitor, home: Seat) -> None:
        self.visitor = visitor
        self.home = home

    async def seek(self, *games: str, **more: Any) -> Any:
        body = {"games": games or ("terres",), "pace": CALM, "wait_seconds": 300, **more}
        return await self.visitor.post("/api/seek", body)

    async def until(self, what: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first state of the search for which `what` is true."""
        while True:
            found = await self.home.hear("seek")
            if what(found):
                return found

    async def called(self) -> dict[str, Any]:
        """The call, once there is one."""
        call: dict[str, Any] = (await self.until(lambda seek: seek["call"]))["call"]
        return call

    async def answer(self, call: dict[str, Any], yes: bool = True, **more: Any) -> Any:
        return await self.visitor.post("/api/call", {"code": call["code"], "yes": yes, **more})

    async def room(self, what: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first state of the public room for which `what` is true."""
        while True:
            found = await self.home.hear("room")
            if what(found):
                return found


@asynccontextmanager
async def players(nodes: list[Running], *names: str) -> AsyncIterator[list[Player]]:
    """People with open first pages, at both nodes in turn."""
    async with AsyncExitStack() as stack:
        found = []
        for n, name in enumerate(names):
            visitor = await stack.enter_async_context(Visitor(nodes[n % len(nodes)], name))
            home = await stack.enter_async_context(visitor.connected(LIVE))
            await home.ask("hello", "lines")
            found.append(Player(visitor, home))
        yield found


def test_two_strangers_are_called_and_play(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with players(nodes, "Ana", "Bob") as (ana, bob):
            assert (await ana.seek())["games"] == [{"game": "terres", "seats": [2], "people": 1}]
            await bob.seek("clan", "terres")
            calls = [await one.called() for one in (ana, bob)]
            assert calls[0]["code"] == calls[1]["code"]
            assert calls[0]["game"] == "terres"
            assert [other["name"] for other in calls[0]["others"]] == ["Bob"]
            await ana.answer(calls[0], contribution="ab" * 32)
            assert (await bob.until(lambda seek: seek["call"]["others"][0]["comes"]))["call"]["accepted"] is False
            await bob.answer(calls[1])
            begun = [await one.until(lambda seek: seek["table"]) for one in (ana, bob)]
            assert {one["table"] for one in begun} == {calls[0]["code"]}
            assert {one["ended"] for one in begun} == {"begun"}
            async with ana.visitor.at(calls[0]["code"], {}) as seat:
                assert seat.table["phase"] == "playing"
                assert sorted(one["name"] for one in seat.table["seats"]) == ["Ana", "Bob"]
                assert seat.table["rated"]
                assert seat.table["deal"]["seal"] == calls[0]["seal"]
                assert sorted(seat.table["deal"]["contributions"]) == ["", "ab" * 32]
            assert (await ana.visitor.post("/api/seek/stop", {}))["games"] == []

    asyncio.run(scene())


def test_many_people_are_called_by_both_nodes_and_nobody_twice(nodes: list[Running]) -> None:
    async def scene() -> None:
        names = [f"P{n}" for n in range(12)]
        async with players(nodes, *names) as people:
            await asyncio.gather(*(one.seek() for one in people))
            calls = [await one.called() for one in people]
            codes = [call["code"] for call in calls]
            assert sorted(map(codes.count, codes)) == [2] * 12
            await asyncio.gather(*(one.answer(call) for one, call in zip(people, calls, strict=True)))
            for one, code in zip(people, codes, strict=True):
                assert (await one.until(lambda seek: seek["table"]))["table"] == code
                lines = await one.visitor.get("/api/home")
                assert [line["code"] for line in lines["tables"]] == [code]

    asyncio.run(scene())


def test_who_passes_leaves_the_others_at_the_head(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with players(nodes, "Ana", "Bob", "Cleo") as (ana, bob, cleo):
            await ana.seek()
            await bob.seek()
            call = await ana.called()
            await ana.answer(call)
            await bob.answer(await bob.called(), yes=False)
            waiting = await ana.until(lambda seek: not seek["call"])
            assert waiting["games"]
            assert not waiting["ended"]
            assert (await bob.until(lambda seek: not seek["games"]))["ended"] == ""
            assert (await bob.answer(call))["code"] == "no_call"
            await cleo.seek()
            assert [one["name"] for one in (await ana.called())["others"]] == ["Cleo"]

    asyncio.run(scene())


def served(
    folder: Path, scene: Callable[[Running], Coroutine[Any, Any, None]], clock: Clock | None = None, **room: Any
) -> None:
    """Run a scene with one server."""
    settings: Settings = override(QUICKLY, now=clock or time.time, room=room)

    with running(folder, settings) as server:
        asyncio.run(asyncio.wait_for(scene(server), 120))


async def in_loop(server: Running, work: Coroutine[Any, Any, T]) -> T:
    """Does something in a server's own loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server.loop))


async def until_here(server: Running, people: int) -> None:
    """Waits until it is stored that so many people are here."""
    store = server.registry.store.matchmaking
    while await in_loop(server, store.count_present(server.app.settings.now())) < people:
        await asyncio.sleep(0.01)


async def pair_again(server: Running) -> None:
    """One more attempt to pair those who wait."""
    await in_loop(server, server.registry.matchmaker.timer.wake())


def test_silence_ends_the_own_search_only(tmp_path: Path) -> None:
    clock = Clock()

    async def scene(server: Running) -> None:
        async with players([server], "Ana", "Bob") as (ana, bob):
            await ana.seek()
            await bob.seek()
            await ana.answer(await ana.called())
            assert (await ana.answer({"code": (await ana.called())["code"]}, yes=False))["code"] == "called"
            clock.ahead = 21
            assert (await bob.until(lambda seek: seek["ended"]))["ended"] == "silent"
            assert (await ana.until(lambda seek: not seek["call"]))["ended"] == ""

    served(tmp_path, scene, clock, call_seconds=20)


def test_a_wait_ends_with_a_reason_or_with_computers(tmp_path: Path) -> None:
    clock = Clock()

    async def scene(server: Running) -> None:
        async with players([server], "Ana", "Bob", "Cleo") as (ana, bob, cleo):
            await cleo.seek(wait_seconds=0)
            assert (await cleo.until(lambda seek: seek["ended"]))["ended"] == "late"
            await ana.seek("clan", seats=[3], wait_seconds=20)
            await bob.seek("clan", seats=[3], wait_seconds=300)
            await until_here(server, 3)
            clock.ahead = 21
            calls = [await one.called() for one in (ana, bob)]
            assert (calls[0]["seats"], len(calls[0]["others"])) == (3, 1)
            for one, call in zip((ana, bob), calls, strict=True):
                await one.answer(call)
            code = (await ana.until(lambda seek: seek["table"]))["table"]
            async with ana.visitor.at(code, {}) as seat:
                assert sorted(one["kind"] for one in seat.table["seats"]) == ["bot", "guest", "guest"]

    served(tmp_path, scene, clock)


def test_a_game_over_days_begins_without_a_call(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with players([server], "Ana", "Bob") as (ana, bob):
            await ana.seek(pace=DAYS)
            await bob.seek(pace=DAYS)
            assert (await ana.until(lambda seek: seek["table"]))["call"] is None

    served(tmp_path, scene)


def test_a_search_ends_when_its_page_is_gone(tmp_path: Path) -> None:
    clock = Clock()

    async def scene(server: Running) -> None:
        registry = server.registry
        async with Visitor(server, "Ana") as ana:
            async with ana.connected(LIVE) as home:
                await home.ask("hello", "lines")
                await Player(ana, home).seek()
                await until_here(server, 1)
                [guest] = registry.presence.connections
                clock.ahead = (AWAY_SECONDS + HERE_SECONDS) / 2
                await pair_again(server)
                assert (await home.ask("hello", "seek"))["ended"] == ""
            while (seek := await in_loop(server, registry.store.matchmaking.seek(guest))) and not seek.ended:
                clock.ahead += 1
                await asyncio.sleep(0.01)
            async with ana.connected(LIVE) as home:
                assert (await home.ask("hello", "seek"))["ended"] == "away"

    served(tmp_path, scene, clock)


def test_blocked_people_never_meet(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with players([server], "Ana", "Bob", "Cleo") as (ana, bob, cleo):
            await ana.visitor.new_table("guest", "open", start=False)
            code = (await ana.visitor.get("/api/home"))["tables"][0]["code"]
            async with ana.visitor.at(code, {}) as host, bob.visitor.at(code, {}) as seat:
                await seat.ask("claim", "table", seat=1, name="")
                await host.say("start")
                await seat.hear("table")
            friend = (await ana.visitor.get("/api/people"))["companions"][0]["person"]
            await ana.visitor.post("/api/people/shut", {"how": "shut", "person": friend})
            await ana.seek()
            await bob.seek()
            await until_here(server, 3)
            await pair_again(server)
            await cleo.seek()
            assert [one["name"] for one in (await ana.called())["others"]] == ["Cleo"]
            # Bob, who was blocked, sees no table of Ana's, and cannot sit there; nor Ana at his.
            open_one = await ana.visitor.new_table("guest", "open", start=False, public=True)
            assert not (await bob.room(lambda _: True))["open"]
            async with ana.visitor.at(open_one, {}), bob.visitor.at(open_one, {}) as seat:
                assert await seat.refused("claim", seat=1, name="") == "shut"
            theirs = await bob.visitor.new_table("guest", "open", start=False, public=True)
            async with bob.visitor.at(theirs, {}), ana.visitor.at(theirs, {}) as seat:
                assert await seat.refused("claim", seat=1, name="") == "shut"

    served(tmp_path, scene)


def test_quick_leavers_wait_longer(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with players([server], "Ana", "Bob") as (ana, bob):
            assert (await ana.seek())["delay_seconds"] == 0
            await bob.seek()
            for one in (ana, bob):
                await one.answer(await one.called())
            code = (await ana.until(lambda seek: seek["table"]))["table"]
            async with ana.visitor.at(code, {}) as seat:
                await seat.ask("resign", "news", seat=seat.table["mine"][0])
            assert 0 < (await ana.seek(wait_seconds=60))["delay_seconds"] <= 30
            assert (await ana.seek(wait_seconds=60))["wait_seconds"] == 90
            assert (await bob.seek())["delay_seconds"] == 0
            await until_here(server, 2)
            await pair_again(server)
            assert (await bob.seek())["call"] is None

    served(tmp_path, scene)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"games": []}, "no_games"),
        ({"games": ["terres"] * 6}, "no_games"),
        ({"games": ["chess"]}, "input"),
        ({"games": ["terres"], "seats": [5]}, "no_seats"),
        ({"wait_seconds": 10**9}, "wait"),
        ({"pace": {"kind": "live", "turn": -1, "bank": 5}}, "pace"),
        ({"pace": None}, "malformed"),
        ({"more": 1}, "malformed"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(server: Running, wrong: dict[str, Any], code: str) -> None:
    async def scene() -> None:
        async with Visitor(server) as ana:
            body = {"games": ["terres"], "pace": CALM, "wait_seconds": 300, **wrong}
            assert (await ana.post("/api/seek", body))["code"] == code

    asyncio.run(scene())


def test_ten_thousand_searches_are_limited_with_a_reason(tmp_path: Path) -> None:
    """One guest may search so often, one address eight times that, and the server holds so many at a time."""

    async def scene(server: Running) -> None:
        reasons = []
        async with Visitor(server) as ana:
            for _ in range(60):
                reasons.append((await Player(ana, None).seek()).get("code", ""))  # type: ignore[arg-type]
        assert reasons[:5] == [""] * 5
        assert set(reasons[5:]) == {"flood"}
        async with AsyncExitStack() as stack:
            answers = []
            for _ in range(30):
                guest = await stack.enter_async_context(Visitor(server))
                answers.append((await Player(guest, None).seek()).get("code", ""))  # type: ignore[arg-type]
        assert answers.count("") == 9
        assert answers.count("full") + answers.count("flood") == 21
        assert "full" in answers

    settings = override(QUICKLY, room={"most_searches": 10}, limits={"searches": Rate(5, 0)})
    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))


def test_without_a_public_room_there_are_no_searches(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server) as ana:
            assert (await ana.get("/api/home"))["room"] is False
            assert (await Player(ana, None).seek())["code"] == "no_room"  # type: ignore[arg-type]
            told = await ana.post(
                "/api/tables", {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "open"}], "public": True}
            )
            assert told["code"] == "no_room"

    served(tmp_path, scene, public=False)


def test_a_table_that_was_promised_begins_after_a_crash(tmp_path: Path, postgres: Postgres) -> None:
    """A node dies after all have accepted: another one begins the table when the time to answer is over."""
    url, clock = postgres.fresh(), Clock()
    settings = override(
        QUICKLY,
        now=clock,
        store={"url": url},
        cluster={"node": "alpha", "private_address": "127.0.0.1:0"},
        room={"call_seconds": 20.0},
    )

    async def promise(server: Running) -> str:
        async with players([server], "Ana", "Bob") as (ana, bob):
            await ana.seek()
            await bob.seek()
            call = await ana.called()
            await ana.answer(call)
            store = server.registry.store.matchmaking
            found = await in_loop(server, store.call(call["code"]))
            assert found is not None
            other = next(one.guest for one in found[1] if not one.answer)
            await in_loop(server, store.accept_call(other, call["code"], ""))
            return str(call["code"])

    async def look(server: Running, code: str) -> None:
        async with Visitor(server) as eve, asyncio.timeout(60):
            while "step" not in await eve.get(f"/api/tables/{code}/at/0"):
                await asyncio.sleep(0.02)

    with running(tmp_path, settings) as server:
        code = asyncio.run(promise(server))
    clock.ahead = 21
    with running(tmp_path, override(settings, cluster={"node": "beta"})) as server:
        asyncio.run(look(server, code))
