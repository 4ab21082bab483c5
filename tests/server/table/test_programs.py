"""Programs at a table: they play over HTTP, are marked, need permission, and a bad one loses only its own seat."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from server.http.test_tokens import code_of, make_token, using
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from meute.games import GAMES
from meute.server.settings import Rate, override
from meute.server.store.models import StoredSeat, StoredTable
from meute.server.store.ratings import is_rated

Json = dict[str, Any]
ALL = ("read", "play", "tables")


@asynccontextmanager
async def program(server: Running, owner: Visitor, name: str = "Luna") -> AsyncIterator[httpx.AsyncClient]:
    async with using(server, await make_token(owner, *ALL, program=name)) as client:
        yield client


async def play_out(client: httpx.AsyncClient, code: str, turns: int = 200) -> Json:
    """Plays a random choice of every turn until the game is over; resigns after some turns."""
    rng = random.Random(7)
    for n in range(turns):
        turn: Json = (await client.get(f"/api/tables/{code}/turn", params={"wait": 30})).json()
        if turn["phase"] == "over":
            return turn
        assert turn["to_move"], turn
        action = rng.choice(turn["ask"]["choices"])["text"]
        body = {"seat": turn["seat"], "action": action, "step": turn["step"], "key": f"k{n}"}
        answer = await client.post(f"/api/tables/{code}/play", json=body)
        assert answer.status_code == 200, answer.text
    await client.post(f"/api/tables/{code}/resign", json={"seat": turn["seat"]})
    over: Json = (await client.get(f"/api/tables/{code}/turn", params={"wait": 30})).json()
    assert over["phase"] == "over"
    return over


async def sit_down(client: httpx.AsyncClient, code: str) -> Json:
    answer = await client.post(f"/api/tables/{code}/claim", json={})
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


def test_a_program_opens_tables_and_plays_every_game_over_http(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, program(server, ana) as luna:
            for game, rules in GAMES.items():
                seats = [{"kind": "guest"}, *[{"kind": "bot", "bot": "random"}] * (rules.min_seats - 1)]
                made = await luna.post("/api/tables", json={"game": game, "seats": seats, "start": True})
                end = await play_out(luna, made.json()["code"], 200 if game in ("terres", "traces") else 20)
                assert end["scene"]["result"] is not None
                assert [seat["program"] for seat in end["seats"]] == [True] + [False] * (rules.min_seats - 1)
                assert (await luna.get(f"/api/tables/{end['code']}/record")).status_code == 200

    asyncio.run(scene())


def test_a_program_sits_only_where_the_host_admits_programs_and_all_see_it(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, program(server, bob) as luna:
            code = await ana.new_table("guest", "open", start=False)
            assert code_of(await luna.post(f"/api/tables/{code}/claim", json={})) == (403, "no_programs")
            async with ana.at(code, {}) as host, bob.at(code, {}) as other:
                assert await other.refused("set_programs", on=True) == "not_host"
                assert (await host.ask("set_programs", "table", on=True))["programs"]
                assert (await sit_down(luna, code))["mine"] == [1]
                while [seat["program"] for seat in other.table["seats"]] != [False, True]:
                    await other.hear("table")
                assert other.table["seats"][1]["name"] == "Luna"
                await host.say("set_programs", on=False)
                while host.table["programs"] or host.table["seats"][1]["kind"] != "open":
                    await host.hear("table", seconds=10)
                await host.ask("set_programs", "table", on=True)
                await sit_down(luna, code)
                assert (await luna.get(f"/api/tables/{code}/turn")).json()["phase"] == "lobby"
                assert code_of(await luna.post(f"/api/tables/{code}/start")) == (403, "not_host")
                await host.say("start")
                while host.table["phase"] != "playing":
                    await host.hear("table", "news")
                waits = asyncio.create_task(play_out(luna, code))
                while await host.until_to_act():
                    await host.play()
                assert (await waits)["phase"] == "over"

    asyncio.run(scene())


def test_a_token_of_a_person_plays_only_without_other_people(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            alone, token = await ana.new_table(), await make_token(ana, *ALL)
            async with using(server, token) as client:
                assert (await play_out(client, alone))["mine"] == [0]
                shared = await bob.new_table("guest", "open", start=False, programs=True)
                assert code_of(await client.post(f"/api/tables/{shared}/claim", json={})) == (403, "with_people")

    asyncio.run(scene())


def test_hints_and_resigning_over_http(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            async with using(server, await make_token(ana, *ALL)) as client:
                turn = (await client.get(f"/api/tables/{code}/turn?wait=30")).json()
                hint = (await client.post(f"/api/tables/{code}/hint", json={"seat": turn["seat"]})).json()
                choices = {choice["text"] for choice in turn["ask"]["choices"]}
                assert {one["choice"]["text"] for one in hint["choices"]} <= choices
                assert code_of(await client.post(f"/api/tables/{code}/hint", json={"seat": 1})) == (
                    403,
                    "not_your_seat",
                )
                assert (await client.post(f"/api/tables/{code}/resign", json={"seat": 0})).status_code == 200
                assert (await client.get(f"/api/tables/{code}/turn")).json()["phase"] == "over"
            async with using(server, await make_token(ana, "read")) as client:
                for action in ("claim", "play", "hint", "resign", "start"):
                    body = {"seat": 0, "action": "", "step": 0, "key": "k"} if action == "play" else {"seat": 0}
                    assert code_of(await client.post(f"/api/tables/{code}/{action}", json=body)) == (403, "scope")

    asyncio.run(scene())


async def started_with(owner: Visitor, luna: httpx.AsyncClient) -> str:
    code = await owner.new_table("guest", "open", start=False, programs=True)
    await sit_down(luna, code)
    async with owner.at(code, {}) as host:
        await host.say("start")
        while host.table["phase"] != "playing":
            await host.hear("table", "news")
    return code


def test_a_program_that_hangs_loses_its_seat_and_the_table_goes_on(tmp_path: Path) -> None:
    settings = override(QUICK, tables={"program_seconds": 0.3})

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, program(server, ana) as luna:
            code = await started_with(ana, luna)
            async with ana.at(code, {}) as host:
                while await host.until_to_act():
                    await host.play()
                assert [seat["resigned"] for seat in host.table["seats"]] == [False, True]

    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))


def test_a_program_that_lies_loses_its_seat(tmp_path: Path) -> None:
    settings = override(QUICK, tables={"program_mistakes": 5})

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, program(server, ana) as luna:
            code = await started_with(ana, luna)
            async with ana.at(code, {}) as host:
                for n in range(4):
                    body = {"seat": 0, "action": "r2-N", "step": 0, "key": f"k{n}"}
                    assert code_of(await luna.post(f"/api/tables/{code}/play", json=body)) == (403, "not_your_seat")
                body = {"seat": 1, "step": 999, "action": "r2-N"}
                for n in range(5):
                    answer = await luna.post(f"/api/tables/{code}/play", json={**body, "key": f"l{n}"})
                    assert answer.status_code == 400, "another seat's refusals do not count"
                while host.table["phase"] != "over":
                    await host.hear("table", "news")
                assert [seat["resigned"] for seat in host.table["seats"]] == [False, True]

    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))


def test_a_program_that_floods_is_held_back_and_the_table_goes_on(tmp_path: Path) -> None:
    limits = {"requests": Rate(40, 1), "messages": Rate(100, 1)}
    settings = override(QUICK, tables={"program_seconds": 2.0}, limits=limits)

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            token = await make_token(ana, *ALL, program="Luna")
            async with using(server, token) as luna:
                code = await started_with(ana, luna)
                url = f"{server.url.replace('http', 'ws')}/socket/{code}"
                async with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
                    await socket.send('{"do": "hello"}')
                    with pytest.raises(ConnectionClosed):
                        await forever(
                            socket.send, '{"do": "play", "seat": 1, "action": "r2-N", "key": "k", "step": 9999}'
                        )
                flood = [luna.get(f"/api/tables/{code}/turn") for _ in range(80)]
                statuses = {answer.status_code for answer in await asyncio.gather(*flood)}
                assert statuses == {200, 429}
            async with ana.at(code, {}) as host:
                while await host.until_to_act():
                    await host.play()
                assert [seat["resigned"] for seat in host.table["seats"]] == [False, True]

    async def forever(send: Callable[[str], Awaitable[None]], text: str) -> None:
        while True:
            await send(text)

    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))


def test_a_program_does_not_chat(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code, token = await ana.new_table(start=False, programs=True), await make_token(ana, *ALL, program="Luna")
            async with using(server, token) as client:
                await client.post(f"/api/tables/{code}/claim", json={})
            url = f"{server.url.replace('http', 'ws')}/socket/{code}"
            async with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
                await socket.send('{"do": "hello"}')
                assert '"is":"table"' in str(await socket.recv())
                await socket.send('{"do": "say", "text": "hello"}')
                while '"code":"scope"' not in str(await socket.recv()):
                    pass

    asyncio.run(scene())


def test_programs_are_rated_among_themselves() -> None:
    def rated(*guests: str) -> bool:
        seats = [StoredSeat("guest", guest, "", guest) for guest in guests]
        return is_rated(StoredTable("c", "w", "terres", 1, guests[0], seats, phase="over", rated=True))

    assert rated("ana", "bob")
    assert rated("program-a", "program-b")
    assert not rated("ana", "program-b")
