"""Giving up, and playing again."""

import asyncio
import dataclasses
import secrets
from pathlib import Path

import pytest
from server.tables import ANA, come, open_table, tell
from server.visitor import QUICK, Running, Visitor, running

from meute.match import Match, read_record, replay, write_record
from meute.server.house import opened
from meute.server.messages.asked import Play, Resign
from meute.server.settings import Rate
from meute.server.store import SeatKept

SEATS = [{"kind": "guest"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]


def test_others_go_on_and_a_bot_takes_the_seat(tmp_path: Path) -> None:
    async def scene(server: Running) -> str:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            table = {"game": "wildlife", "seats": SEATS}
            code = str((await ana.post("/api/tables", table))["code"])
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                await b.ask("claim", "table", seat=1, name="Bob")
                await a.hear("table")
                await a.ask("start", "table")
                while b.table["phase"] != "playing":
                    await b.hear("table")
                await b.say("resign", seat=1)
                while b.table["mine"]:
                    await b.hear("table")
                assert (b.table["scene"]["seat"], b.table["ask"], b.table["phase"]) == (-1, None, "playing")
                assert b.events[-1]["kind"] == "resigns"
                assert await b.refused("resign", seat=1) == "not_your_seat"
                while not a.table["seats"][1]["resigned"]:
                    await a.hear("news")
                assert [line["resigned"] for line in a.table["seats"]] == [False, True, False]
                assert "resigns" in [event["kind"] for event in a.events]
                for _ in range(12):
                    assert await a.until_asked()
                    await a.play()
            home = await bob.get("/api/home")
            assert home["tables"][0]["code"] == code
            assert not home["tables"][0]["my_turn"]
            return code

    async def go_on(server: Running, code: str) -> None:
        async with Visitor(server, "Ana") as ana:
            live = await server_table(server, code)
            assert live == {1}
            async with ana.at(code, {}) as seat:
                assert seat.table["seats"][1]["resigned"]
                assert "resigns" in [event["kind"] for event in seat.events]

    with running(tmp_path, dataclasses.replace(QUICK, snapshot_every=4)) as server:
        code = asyncio.run(scene(server))
    with running(tmp_path) as server:
        asyncio.run(go_on(server, code))


async def server_table(server: Running, code: str) -> set[int]:
    """Who has resigned at a table, by the server's own memory."""

    async def resigned() -> set[int]:
        table = await server.house.table(code)
        assert table is not None
        assert table.room.match is not None
        return set(table.room.match.resigned)

    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(resigned(), server.loop))


def test_where_only_bots_are_left_the_game_ends_without_a_winner(house: Running) -> None:
    async def scene() -> None:
        async with Visitor(house, "Ana") as ana:
            seats = [{"kind": "guest"}, *[{"kind": "bot", "bot": "random"}] * 4]
            code = str((await ana.post("/api/tables", {"game": "traces", "seats": seats, "start": True}))["code"])
            async with ana.at(code, {}) as seat:
                await seat.say("resign", seat=0)
                while seat.table["phase"] == "playing":
                    await seat.hear("news")
                result = seat.table["scene"]["result"]
                assert result == {"reason": "resigned", "points": [0] * 5, "places": [0] * 5, "tie": None}
            text = (await ana.http.get(f"/api/tables/{code}/record")).text
            assert "\n1 resigns\n" in text
            told = replay(read_record(text)).result()
            assert told is not None
            assert told.places == (0,) * 5
            copy = (await ana.http.post("/api/records", content=text)).json()["code"]
            assert (await ana.http.get(f"/api/tables/{copy}/record")).text == text

    asyncio.run(scene())


def test_an_older_record_of_a_resignation_can_be_looked_through(house: Running) -> None:
    async def scene() -> None:
        async with Visitor(house, "Ana") as ana:
            match = Match("wildlife", ("a", "b", "c"), seed=2)
            text = write_record(match.record()) + "\nresult: resigned 1:2 2:1 3:3\n"
            code = (await ana.http.post("/api/records", content=text)).json()["code"]
            async with ana.at(code, {}) as seat:
                assert seat.table["phase"] == "over"
                assert seat.table["scene"]["result"]["places"] == [0, 0, 0]
                assert [line["resigned"] for line in seat.table["seats"]] == [False, False, True]

    asyncio.run(scene())


@pytest.mark.parametrize("loses", ["host", "guest"])
def test_in_aventure_the_loser_begins_the_next_game(house: Running, loses: str) -> None:
    async def scene() -> None:
        async with Visitor(house, "Ana") as ana, Visitor(house, "Bob") as bob:
            table = {"game": "aventure", "seats": [{"kind": "guest"}, {"kind": "open"}]}
            code = str((await ana.post("/api/tables", table))["code"])
            for _ in range(3):
                async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                    if a.table["phase"] == "lobby":
                        await b.ask("claim", "table", seat=1, name="Bob")
                        await a.hear("table")
                        await a.ask("start", "table")
                    else:
                        begins = (a, b)[loses == "guest"]
                        assert begins.table["scene"]["asked"] == begins.table["mine"]
                    gives_up = (a, b)[loses == "guest"]
                    while not gives_up.table["mine"] or gives_up.table["phase"] == "lobby":
                        await gives_up.hear("table")
                    await gives_up.say("resign", seat=gives_up.table["mine"][0])
                    while gives_up.table["phase"] == "playing":
                        await gives_up.hear("news")
                    code = (await gives_up.ask("rematch", "rematch"))["code"]

    asyncio.run(scene())


def test_rematches_are_counted_like_new_tables(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            for _ in range(3):
                async with ana.at(code, {}) as seat:
                    await seat.say("resign", seat=seat.table["mine"][0])
                    while seat.table["phase"] == "playing":
                        await seat.hear("news")
                    answer = await seat.ask("rematch", "rematch", "refused")
                    if answer["is"] == "refused":
                        assert answer["code"] == "flood"
                        return
                    code = answer["code"]
            raise AssertionError("three rematches within a rate of two")

    with running(tmp_path, dataclasses.replace(QUICK, new_tables=Rate(2, 0))) as server:
        asyncio.run(scene(server))


@pytest.mark.parametrize("every", [1, 1000])
def test_a_table_comes_back_as_it_was_after_resignations(tmp_path: Path, every: int) -> None:
    async def scene() -> None:
        settings = dataclasses.replace(QUICK, snapshot_every=every)
        async with opened(tmp_path, settings) as house:
            seats = [SeatKept("here", name, "", ANA.guest) for name in ("a", "b", "c")]
            table = await open_table(house, *seats, game="clan")
            ana = await come(table, ANA)
            for gone in (0, 2):
                for _ in range(5):
                    match = table.room.match
                    assert match is not None
                    asked = next((seat for seat in match.asked() if seat not in match.resigned), None)
                    if asked is not None:
                        key = secrets.token_hex(6)
                        play = Play(seat=asked, action=match.texts(asked)[0], key=key, step=len(match.steps))
                        await tell(table, ana, play)
                await tell(table, ana, Resign(seat=gone))
                before = table.room.match
                house.forget(table)
                table.close()
                found = await house.table(table.room.kept.code)
                assert found is not None
                table = found
                ana = await come(table, ANA)
                assert before is not None
                assert table.room.match is not None
                assert table.room.match.resigned == before.resigned
                steps = [event.numbers() for event in before.events]
                assert [event.numbers() for event in table.room.match.events][: len(steps)] == steps
            assert table.room.kept.phase == "over"
            assert table.room.match is not None
            assert before is not None
            assert table.room.match.result() == before.result() is not None

    asyncio.run(scene())
