"""Live updates of the first page: what is sent, when, and the limit for one guest."""

import asyncio
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from helpers.postgres import Postgres
from helpers.visitor import QUICK, Running, Seat, Visitor, running
from server.notifications.test_notifications import start
from websockets.exceptions import ConnectionClosed

from meute.server.settings import Rate, override
from meute.server.store.models import StoredSeat, StoredTable
from meute.server.table.home_updates import statuses

LIVE = "/api/home/live"
QUICKLY = override(QUICK, tables={"home_interval_seconds": 0.0})


async def listed_games(home: Seat, **wanted: Any) -> list[dict[str, Any]]:
    """The list of games, once the first of them has these values."""
    while True:
        lines: list[dict[str, Any]] = (await home.hear("lines"))["tables"]
        if lines and all(lines[0][name] == value for name, value in wanted.items()):
            return lines


async def follow_a_game(ana: Visitor, bob: Visitor) -> None:
    """Bob's first page receives his turn, an invitation and a rematch while Ana plays."""
    code = await start(ana, bob)
    async with bob.connected(LIVE) as home:
        assert [line["code"] for line in (await home.ask("hello", "lines"))["tables"]] == [code]
        async with ana.at(code, {}) as seat:
            if not seat.table["ask"]:
                async with bob.at(code, {}) as own:
                    while not seat.table["ask"]:
                        await own.until_to_act()
                        await own.play()
                        await seat.hear("news")
            while seat.table["ask"] and seat.table["phase"] == "playing":
                await seat.play()
            assert (await listed_games(home, my_turn=True))[0]["code"] == code
            await seat.say("resign", seat=0)
            await listed_games(home, phase="over")
            await seat.say("rematch")
            await listed_games(home, offered=True)
            await seat.say("rematch", yes=False)
            await listed_games(home, offered=False)
        friend = (await ana.get("/api/people"))["companions"][0]["person"]
        lobby = await ana.new_table("guest", "open", start=False)
        await ana.post(f"/api/tables/{lobby}/invite", {"seat": 1, "person": friend})
        assert (await listed_games(home, invited=True))[0]["code"] == lobby


def test_an_open_first_page_is_told_what_changes(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            await follow_a_game(ana, bob)

    with running(tmp_path, QUICKLY) as server:
        asyncio.run(scene(server))
    assert not server.registry.homes.pages


def test_also_at_another_node(tmp_path: Path, postgres: Postgres) -> None:
    async def scene(nodes: list[Running]) -> None:
        async with Visitor(nodes[0], "Ana") as ana, Visitor(nodes[1], "Bob") as bob:
            await follow_a_game(ana, bob)

    url = postgres.fresh()
    with ExitStack() as open_ones:
        settings = [
            override(QUICKLY, store={"url": url}, cluster={"node": name, "private_address": "127.0.0.1:0"})
            for name in ("alpha", "beta")
        ]
        asyncio.run(scene([open_ones.enter_context(running(tmp_path, one)) for one in settings]))


def test_it_is_told_no_more_often_than_allowed(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, ana.connected(LIVE) as home:
            await home.ask("hello", "lines")
            for _ in range(50):
                await home.say("hello")
            with pytest.raises(TimeoutError):
                await home.hear("lines", seconds=0.2)

    with running(tmp_path, override(QUICK, tables={"home_interval_seconds": 3600.0})) as server:
        asyncio.run(scene(server))


def test_whoever_asks_in_haste_or_opens_too_many_is_sent_away(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, ana.connected(LIVE) as home:
            await home.ask("hello", "lines")
            async with ana.connected(LIVE) as second:
                assert await second.closing() == (4429, {"flood"})
            with suppress(ConnectionClosed):
                for _ in range(30):
                    await home.say("hello")
            assert (await home.closing())[0] == 4429

    with running(tmp_path, override(QUICK, limits={"sockets_per_guest": 1, "messages": Rate(20, 0)})) as server:
        asyncio.run(scene(server))


def test_a_person_who_becomes_another_is_asked_to_come_again(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, ana.connected(LIVE) as home:
            await home.ask("hello", "lines")
            assert await ana.post("/api/me/delete", {"name": "Ana"}) == {}
            assert (await home.closing())[0] == 1012

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_lessons_are_in_no_list() -> None:
    seats = [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("open", invited="bob")]
    table = StoredTable(code="c", word="w", game="terres", version=1, host="eve", seats=seats)
    assert statuses(table, [0]).keys() == {"ana", "bob", "eve"}
    table.kind = "lesson"
    assert statuses(table, [0]) == {}
