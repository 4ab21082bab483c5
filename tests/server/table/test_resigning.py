"""Giving up, and playing again."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest
from helpers.tables import ANA, come, open_table, tell
from helpers.visitor import QUICK, Running, Visitor, running
from server.notifications.test_notifications import start

from meute.match import Match, read_record, replay, write_record
from meute.server.messages.requests import Play, Resign
from meute.server.registry import opened
from meute.server.settings import Rate, override
from meute.server.store.models import StoredSeat

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
                    assert await a.until_to_act()
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

    with running(tmp_path, override(QUICK, tables={"snapshot_moves": 4})) as server:
        code = asyncio.run(scene(server))
    with running(tmp_path) as server:
        asyncio.run(go_on(server, code))


async def server_table(server: Running, code: str) -> set[int]:
    """Who has resigned at a table, by the server's own memory."""

    async def resigned() -> set[int]:
        table = await server.registry.table(code)
        assert table is not None
        assert table.room.match is not None
        return set(table.room.match.resigned)

    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(resigned(), server.loop))


def test_where_only_bots_are_left_the_game_ends_without_a_winner(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
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
            again = replay(read_record(text)).result()
            assert again is not None
            assert again.places == (0,) * 5
            copy = (await ana.http.post("/api/records", content=text)).json()["code"]
            assert (await ana.http.get(f"/api/tables/{copy}/record")).text == text

    asyncio.run(scene())


def test_an_older_record_of_a_resignation_can_be_looked_through(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            match = Match("wildlife", ("a", "b", "c"), seed=2)
            text = write_record(match.record()) + "\nresult: resigned 1:2 2:1 3:3\n"
            code = (await ana.http.post("/api/records", content=text)).json()["code"]
            async with ana.at(code, {}) as seat:
                assert seat.table["phase"] == "over"
                assert seat.table["scene"]["result"]["places"] == [0, 0, 0]
                assert [line["resigned"] for line in seat.table["seats"]] == [False, False, True]

    asyncio.run(scene())


@pytest.mark.parametrize("loses", ["host", "guest"])
def test_in_aventure_the_loser_begins_the_next_game(server: Running, loses: str) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            table = {"game": "aventure", "seats": [{"kind": "guest"}, {"kind": "open"}]}
            code = str((await ana.post("/api/tables", table))["code"])
            for number in range(3):
                async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                    if number == 0:
                        assert a.table["phase"] == "lobby"
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
                    await a.ask("rematch", "rematch")
                    code = ""
                    await b.say("rematch")
                    while not code:
                        code = (await b.hear("rematch"))["code"]

    asyncio.run(scene())


CLOCK = {"kind": "live", "turn": 60, "bank": 900}


async def finished(ana: Visitor, bob: Visitor, **more: Any) -> str:
    """The code of a game of two that the first one has given up, with nobody at the table."""
    code = await start(ana, bob, **more)
    async with ana.at(code, {}) as seat:
        await seat.say("resign", seat=0)
        while seat.table["phase"] != "over":
            await seat.hear("news", "table")
    return code


def facts(message: dict[str, Any]) -> tuple[bool, list[int], int | None]:
    return bool(message["code"]), message["agreed"], message["declined"]


def test_a_rematch_begins_when_the_other_agrees_and_not_before(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server, "Eve") as eve:
            code = await finished(ana, bob, rated=True, pace=CLOCK)
            async with ana.at(code, {}) as a, bob.at(code, {}) as b, eve.at(code, {}) as e:
                assert (a.table["mine"], a.table["seated"]) == ([], [0])
                assert await e.refused("rematch") == "not_your_seat"
                assert facts(await a.ask("rematch", "rematch")) == (False, [0], None)
                assert facts(await b.hear("rematch")) == (False, [0], None)
                assert facts(await a.ask("rematch", "rematch")) == (False, [0], None), "once is enough"
                assert facts(await b.ask("rematch", "rematch", yes=False)) == (False, [], 1)
                assert facts(await a.hear("rematch")) == (False, [], 1)
                assert facts(await a.ask("rematch", "rematch")) == (False, [0], None), "and may be offered again"
                assert facts(await a.ask("rematch", "rematch", yes=False)) == (False, [], None), "or withdrawn"
                for _ in range(2):
                    await b.hear("rematch")
                home = await bob.get("/api/home")
                assert (len(home["tables"]), home["tables"][0]["offered"]) == (1, False)
                assert facts(await b.ask("rematch", "rematch")) == (False, [1], None)
                line = (await ana.get("/api/home"))["tables"][0]
                assert (line["code"], line["offered"]) == (code, True)
                await a.say("rematch")
                begun = await e.hear("rematch")
                while not begun["code"]:
                    begun = await e.hear("rematch")
                assert facts(begun) == (True, [1, 0], None)
            async with ana.at(begun["code"], {}) as a:
                assert (a.table["phase"], a.table["counts"], a.table["mine"]) == ("playing", True, [1])

    asyncio.run(scene())


def test_a_rematch_waits_for_the_absent_and_outlives_a_restart(tmp_path: Path) -> None:
    jar: dict[str, str] = {}

    async def offer(server: Running) -> str:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await finished(ana, bob, pace=CLOCK)
            async with ana.at(code, {}) as a:
                assert facts(await a.ask("rematch", "rematch")) == (False, [0], None)
            async with bob.at(code, {}) as b:
                assert b.table["agreed"] == [0]
                assert facts(await b.ask("rematch", "rematch")) == (False, [0, 1], None), "she is not there"
            for who in (ana, bob):
                jar[who.name] = "; ".join(f"{one.name}={one.value}" for one in who.http.cookies.jar)
            return code

    async def begin(server: Running, code: str) -> None:
        async with Visitor(server) as ana, Visitor(server) as bob:
            for who, name in ((ana, "Ana"), (bob, "Bob")):
                who.http.cookies.clear()
                for pair in jar[name].split("; "):
                    key, _, value = pair.partition("=")
                    who.http.cookies.set(key, value)
            async with bob.at(code, {}) as b:
                assert (b.table["agreed"], b.table["rematch"]) == ([0, 1], "")
                async with ana.at(code, {}):
                    assert (await b.hear("rematch"))["code"]

    with running(tmp_path) as server:
        code = asyncio.run(offer(server))
    with running(tmp_path) as server:
        asyncio.run(begin(server, code))


def test_by_days_it_is_enough_that_all_have_agreed(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await finished(ana, bob, pace={"kind": "days", "turn": 86400, "bank": 0})
            async with ana.at(code, {}) as a:
                assert not (await a.ask("rematch", "rematch"))["code"]
            async with bob.at(code, {}) as b:
                await b.say("rematch")
                while not (await b.hear("rematch"))["code"]:
                    pass

    asyncio.run(scene())


def test_of_three_all_must_agree(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "open", "open", "bot", start=False, game="clan")
            async with ana.at(code, {}) as a, bob.at(code, {}) as b, eve.at(code, {}) as e:
                await b.ask("claim", "table", seat=1, name="Bob")
                await e.ask("claim", "table", seat=2, name="Eve")
                await a.say("start")
                for seat in (a, b, e):
                    while seat.table["phase"] == "lobby":
                        await seat.hear("table")
                    await seat.say("resign", seat=seat.table["mine"][0])
                for seat in (a, b, e):
                    while seat.table["phase"] != "over":
                        await seat.hear("news", "table")
                await a.say("rematch")
                await b.say("rematch")
                while (first := await e.hear("rematch"))["agreed"] not in ([0, 1], [1, 0]):
                    pass
                assert not first["code"]
                await e.say("rematch", yes=False)
                while facts(await a.hear("rematch")) != (False, [], 2):
                    pass
                for seat in (e, b, a):
                    await seat.say("rematch")
                while not (last := await e.hear("rematch"))["code"]:
                    pass
                assert sorted(last["agreed"]) == [0, 1, 2]

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

    with running(tmp_path, override(QUICK, limits={"new_tables": Rate(2, 0)})) as server:
        asyncio.run(scene(server))


@pytest.mark.parametrize("every", [1, 1000])
def test_a_table_comes_back_as_it_was_after_resignations(tmp_path: Path, every: int) -> None:
    async def scene() -> None:
        settings = override(QUICK, tables={"snapshot_moves": every})
        async with opened(tmp_path, settings) as registry:
            seats = [StoredSeat("here", name, "", ANA.guest) for name in ("a", "b", "c")]
            table = await open_table(registry, *seats, game="clan")
            ana = await come(table, ANA)
            for gone in (0, 2):
                for _ in range(5):
                    match = table.room.match
                    assert match is not None
                    to_act = next((seat for seat in match.seats_to_act() if seat not in match.resigned), None)
                    if to_act is not None:
                        key = secrets.token_hex(6)
                        play = Play(seat=to_act, action=match.legal_texts(to_act)[0], key=key, step=len(match.steps))
                        await tell(table, ana, play)
                await tell(table, ana, Resign(seat=gone))
                before = table.room.match
                registry.release_table(table)
                table.close()
                found = await registry.table(table.room.stored.code)
                assert found is not None
                table = found
                ana = await come(table, ANA)
                assert before is not None
                assert table.room.match is not None
                assert table.room.match.resigned == before.resigned
                steps = [event.numbers() for event in before.events]
                assert [event.numbers() for event in table.room.match.events][: len(steps)] == steps
            assert table.room.stored.phase == "over"
            assert table.room.match is not None
            assert before is not None
            assert table.room.match.result() == before.result() is not None

    asyncio.run(scene())
