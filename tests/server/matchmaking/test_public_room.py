"""Open tables, games to watch, and companions who are here, as each person sees them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import Running, Visitor, running
from server.matchmaking.test_matchmaker import (
    CALM,
    DAYS,
    LIVE,
    QUICKLY,
    in_loop,
    nodes,
    players,
    quick_presence,
    served,
)

from meute.core.numbers import NOBODY
from meute.server.matchmaking.pairing import NEAR
from meute.server.matchmaking.strength import compared, is_near
from meute.server.settings import Rate, override
from meute.server.store.models import StoredRating

__all__ = ["nodes", "quick_presence"]


def test_an_open_table_is_seen_filled_and_begun(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with players(nodes, "Ana", "Bob", "Cleo") as (ana, bob, cleo):
            code = await ana.visitor.new_table(
                "guest", "open", "open", game="clan", start=False, public=True, pace=CALM, rated=True
            )
            async with ana.visitor.at(code, {}):
                [found] = (await bob.room(lambda room: room["open"]))["open"]
                assert (found["code"], found["game"], found["language"]) == (code, "clan", "fr")
                assert [seat["name"] for seat in found["seats"]] == ["Ana", "", ""]
                assert (found["rated"], found["mine"], found["strength"]) == (True, False, "new")
                async with bob.visitor.at(code, {}) as second, cleo.visitor.at(code, {}) as third:
                    await second.ask("claim", "table", seat=1, name="")
                    await cleo.room(lambda room: room["open"] and room["open"][0]["seats"][1]["name"] == "Bob")
                    await third.ask("claim", "table", seat=2, name="")
                    while third.table["phase"] != "playing":
                        await third.hear("table")
                    await cleo.room(lambda room: not room["open"])

    asyncio.run(scene())


def test_a_table_is_listed_while_somebody_waits_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meute.server.matchmaking.presence.LEAVING_SECONDS", 0.1)
    monkeypatch.setattr("meute.server.matchmaking.public_room.STALE_SECONDS", 0.2)

    async def scene(server: Running) -> None:
        async with players([server], "Bob") as (bob,), Visitor(server, "Ana") as ana:
            live = await ana.new_table("guest", "open", start=False, public=True, pace=CALM)
            days = await ana.new_table("guest", "open", start=False, public=True, pace=DAYS)
            async with ana.at(live, {}):
                await bob.room(lambda room: {one["code"] for one in room["open"]} == {live, days})
            await bob.room(lambda room: [one["code"] for one in room["open"]] == [days])

    served(tmp_path, scene)


def test_a_host_opens_and_closes_a_table_and_has_only_so_many(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with players([server], "Ana", "Bob") as (ana, bob):
            code = await ana.visitor.new_table("guest", "open", start=False)
            async with ana.visitor.at(code, {}) as seat:
                assert (await seat.ask("set_public", "table", on=True, near=True))["near"]
                await bob.room(lambda room: room["open"])
                await seat.ask("set_public", "table", on=False)
                await bob.room(lambda room: not room["open"])
            for _ in range(3):
                await ana.visitor.new_table("guest", "open", start=False, public=True)
            async with ana.visitor.at(code, {}) as seat:
                assert await seat.refused("set_public", on=True) == "open_tables"
            async with bob.visitor.at(code, {}) as seat:
                assert await seat.refused("set_public", on=True) == "not_host"

    served(tmp_path, scene)


def test_strangers_cannot_flood_a_table(tmp_path: Path) -> None:
    """They sit and leave only so often, do not write without a seat, and only so many may watch."""

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "open", "open", game="clan", start=False, public=True)
            async with ana.at(code, {}), bob.at(code, {}) as seat:
                assert await seat.refused("say", text="spam") == "seated_only"
                for _ in range(3):
                    await seat.ask("claim", "table", seat=1, name="")
                    await seat.ask("leave", "table", seat=1)
                assert await seat.refused("claim", seat=1, name="") == "flood"
                async with eve.connected(f"/socket/{code}") as other:
                    assert (await other.closing())[1] == {"full"}

    settings = override(QUICKLY, limits={"public_seats": Rate(3, 0)}, room={"spectators": 2})
    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))


def test_strength_in_words() -> None:
    def rated(mu: float, games: int = 20) -> StoredRating:
        return StoredRating("terres", mu, 1.0, games)

    mine = rated(25.0)
    assert compared(mine, None) == compared(mine, rated(40.0, games=4)) == "new"
    words = [compared(mine, rated(25.0 + gap)) for gap in (-20, -6, NEAR, 6, 20)]
    assert words == ["far_below", "below", "near", "above", "far_above"]
    assert is_near(mine, rated(27.0))
    assert not is_near(mine, rated(35.0))
    assert is_near(None, rated(30.0))


def test_a_seat_for_people_of_the_same_strength(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False, public=True, near=True)
            async with ana.at(code, {}), bob.at(code, {}) as seat:
                table = server.registry.tables[code]
                room = table.room
                bob_id = next(one.guest.guest for one in room.connections if one.guest.name == "Bob")
                ratings = [(room.stored.host, 45.0), (bob_id, 15.0)]
                for guest, mu in ratings:
                    write = server.registry.store.write(  # type: ignore[attr-defined]
                        "insert into ratings values (?, 'terres', ?, 1.0, 20)", guest, mu
                    )
                    await in_loop(server, write)
                assert await seat.refused("claim", seat=1, name="") == "strength"

    served(tmp_path, scene)


async def begin(ana: Visitor, bob: Visitor, **more: Any) -> str:
    """The code of a game that has begun between two people."""
    code = await ana.new_table("guest", "open", start=False, **more)
    async with ana.at(code, {}) as host, bob.at(code, {}) as seat:
        await seat.ask("claim", "table", seat=1, name="")
        if seat.table["phase"] == "lobby" and not more.get("public"):
            await host.say("start")
        while seat.table["phase"] == "lobby":
            await seat.hear("table")
    return code


def test_a_public_game_is_watched_as_spectators_see_it(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with players([server], "Eve") as (eve,), Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            private = await begin(ana, bob)
            code = await begin(ana, bob, public=True)
            [found] = (await eve.room(lambda room: room["running"]))["running"]
            assert (found["code"], found["seats"]) == (code, ["Ana", "Bob"])
            scene = await eve.visitor.get(f"/api/watch/{code}")
            assert scene["seat"] == NOBODY
            assert scene == await eve.visitor.get(f"/api/tables/{code}/at/{scene['step']}?view=-1")
            assert (await eve.visitor.get(f"/api/watch/{private}"))["code"] == "not_found"
            changed = found["changed"]
            async with ana.at(code, {}) as one, bob.at(code, {}) as other:
                await (one if one.table["ask"] else other).play()
            await eve.room(lambda room: room["running"] and room["running"][0]["changed"] > changed)
            assert (await eve.visitor.get(f"/api/watch/{code}"))["step"] > scene["step"]

    served(tmp_path, scene)


def test_companions_are_seen_only_if_they_want_to_be(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with players(nodes, "Ana", "Bob") as (ana, bob):
            await begin(ana.visitor, bob.visitor)
            assert (await ana.visitor.get("/api/home"))["visible"] is None
            assert not (await ana.home.ask("hello", "room"))["companions"]
            await bob.visitor.post("/api/people/visible", {"on": True})
            assert (await bob.visitor.get("/api/home"))["visible"] is True
            async with ana.visitor.connected(LIVE) as again:
                nodes[0].registry.public_room.viewers.clear()
                companions: list[dict[str, Any]] = []
                while not companions:
                    companions = (await again.ask("hello", "room"))["companions"]
            assert [(one["name"], one["games"], one["code"]) for one in companions] == [("Bob", 1, "")]

    asyncio.run(scene())
