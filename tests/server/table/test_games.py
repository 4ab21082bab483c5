"""Whole games over real sockets: against bots, between guests, on one screen."""

import asyncio
from pathlib import Path

from helpers.visitor import QUICK, Running, Seat, Visitor, running

from meute.match import read_record, replay
from meute.server.settings import override


async def play_out(*seats: Seat) -> None:
    """Plays until the game is over; the seat to act decides."""
    while seats[0].table["phase"] == "playing":
        for seat in seats:
            while seat.table["ask"] and seat.table["phase"] == "playing":
                await seat.play()
                for other in seats:
                    while other is not seat and other.step < seat.step:
                        await other.hear("news")


def test_a_whole_game_against_a_bot(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                moves = 0
                while await seat.until_to_act():
                    answer = await seat.play()
                    assert answer["is"] == "news"
                    moves += 1
                assert moves >= 13
                result = seat.table["scene"]["result"]
                assert result["reason"] == "played_out"
                assert [event["n"] for event in seat.events] == list(range(len(seat.events)))
                assert [line["place"] for line in seat.table["seats"]] == result["places"]
                assert sum(row["amount"] for row in seat.table["scene"]["rows"]) == sum(result["points"])
            home = await ana.get("/api/home")
            assert home["tables"][0]["code"] == code
            assert home["tables"][0]["phase"] == "over"

    asyncio.run(scene())


def test_two_guests_by_link_with_a_spectator(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server) as eve:
            code = await ana.new_table("guest", "open", start=False)
            async with ana.at(code, {}) as a, bob.at(code, {}) as b, eve.at(code, {}) as e:
                assert (a.table["host"], b.table["host"]) == (True, False)
                assert await bob.get(f"/api/word/{a.table['word']}") == {"code": code}
                await b.ask("claim", "table", seat=1, name="Bob")
                assert b.table["mine"] == [1]
                assert await b.refused("start") == "not_host"
                await a.hear("table")
                await a.ask("start", "table")
                while b.table["phase"] != "playing":
                    await b.hear("table")
                while e.table["phase"] != "playing":
                    await e.hear("table")
                assert [seat.table["scene"]["seat"] for seat in (a, b, e)] == [0, 1, -1]
                assert (await bob.get(f"/api/word/{a.table['word'] or 'loup00'}"))["code"] == "not_found"
                assert e.table["ask"] is None
                await play_out(a, b)
                while e.table["phase"] == "playing":
                    await e.hear("news")
                assert a.table["scene"]["result"] == b.table["scene"]["result"] == e.table["scene"]["result"]
                assert len(a.events) == len(b.events) == len(e.events)

    asyncio.run(scene())


def test_hotseat_keeps_the_curtain_down(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server) as eve:
            code = await ana.new_table("guest", "here")
            async with ana.at(code, {}) as seat, eve.at(code, {}) as other:
                assert seat.table["mine"] == [0, 1]
                assert seat.table["scene"]["seat"] == -1
                assert all(hand["cards"] == [] for hand in seat.table["scene"]["shown"]["hands"])
                while seat.table["phase"] == "playing":
                    to_act = seat.table["scene"]["asked"][0]
                    if seat.table["scene"]["seat"] != to_act:
                        await seat.ask("sit", "table", seat=to_act)
                        hands = seat.table["scene"]["shown"]["hands"]
                        assert not hands[1 - to_act]["cards"]
                    await seat.play()
                assert await other.refused("sit", seat=7) == "not_your_seat"

    asyncio.run(scene())


def test_a_rematch_turns_the_seats(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                assert await seat.refused("rematch") == "not_over"
                await seat.say("resign", seat=0)
                while seat.table["phase"] == "playing":
                    await seat.hear("news")
                assert seat.table["scene"]["result"]["reason"] == "resigned"
                assert seat.table["scene"]["result"]["places"] == [2, 1]
                again = (await seat.ask("rematch", "rematch"))["code"]
                assert (await seat.ask("rematch", "rematch"))["code"] == again
            async with ana.at(again, {}) as seat:
                assert seat.table["mine"] == [1]
                assert [line["kind"] for line in seat.table["seats"]] == ["bot", "guest"]
                assert seat.table["phase"] == "playing"
            async with ana.at(code, {}) as seat:
                assert seat.table["rematch"] == again
                assert seat.table["scene"]["result"]["reason"] == "resigned"

    asyncio.run(scene())


def test_a_bot_stands_in_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def scene(url: str) -> None:
        async with Visitor(url, "Ana") as ana, Visitor(url, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False, patience=0, options={"leader": "second"})
            async with ana.at(code, {}) as a:
                async with bob.at(code, {}) as b:
                    await b.ask("claim", "table", seat=1, name="Bob")
                    await a.hear("table")
                    await a.ask("start", "table")
                while not a.table["seats"][1]["stood_in"]:
                    await a.hear("seats", "news")
                while not a.table["ask"]:
                    await a.hear("news")
                async with bob.at(code, {}) as b:
                    assert not b.table["seats"][1]["stood_in"]
                    while a.table["seats"][1]["stood_in"]:
                        await a.hear("seats", "news")
                    await a.play()
                    while not b.table["ask"] and not a.table["ask"]:
                        await b.hear("news")
                    assert b.table["mine"] == [1]

    with running(tmp_path) as server:
        asyncio.run(scene(server.url))


def test_chat_reaches_everybody_and_stays(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table()
            async with ana.at(code, {}) as a, eve.at(code, {}) as e:
                await a.say("say", text="  bonjour\n à   tous ")
                line = (await e.hear("said"))["line"]
                assert (line["name"], line["seat"], line["text"]) == ("Ana", 0, "bonjour à tous")
                await e.say("say", text="salut")
                await e.hear("said")
                assert await a.refused("say", text="x" * 600) == "too_long"
            async with ana.at(code, {}) as a:
                assert [(line["name"], line["seat"]) for line in a.table["chat"]] == [("Ana", 0), ("Eve", -1)]

    asyncio.run(scene())


def test_records_go_out_and_come_back(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "bot")
            live = await ana.http.get(f"/api/tables/{code}/record")
            assert (live.status_code, live.json()["code"]) == (403, "live_record")
            async with ana.at(code, {}) as seat:
                while await seat.until_to_act():
                    await seat.play()
                steps, points = seat.step, seat.table["scene"]["points"]
            sent = await ana.http.get(f"/api/tables/{code}/record")
            assert sent.headers["content-disposition"].endswith('.meute"')
            text = sent.text
            assert replay(read_record(text)).is_over()

            answer = await bob.http.post("/api/records", content=text)
            copy = answer.json()["code"]
            assert (await bob.http.get(f"/api/tables/{copy}/record")).text == text
            scene = await bob.get(f"/api/tables/{copy}/at/{steps}?view=1")
            assert (scene["points"], scene["result"]["reason"]) == (points, "played_out")

            half = "\n".join(text.splitlines()[:25]) + "\n"
            onward = (await bob.http.post("/api/records", content=half)).json()["code"]
            async with bob.at(onward, {}) as seat:
                assert seat.table["phase"] == "lobby"
                assert await seat.refused("set_option", name="board", value="advanced") == "frozen"
                await seat.ask("start", "table")
                begun = seat.step
                while await seat.until_to_act():
                    await seat.play()
                assert seat.step > begun > 20
            resigned = text.replace("result: played_out", "result: resigned")
            wrong = await bob.http.post("/api/records", content=resigned)
            assert (wrong.status_code, wrong.json()["code"]) == (400, "input")

    asyncio.run(scene())


def test_bots_think_in_processes_of_their_own(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server.url, "Ana") as ana:
            code = await ana.new_table("guest", "bot", bot="greedy")
            async with ana.at(code, {}) as seat:
                for _ in range(4):
                    await seat.until_to_act()
                    await seat.play()
                await seat.until_to_act()
                pool = server.registry.bots.pool
                assert pool is not None
                for process in list(pool._processes.values()):
                    process.kill()
                await seat.play()
                assert await seat.until_to_act()

    with running(tmp_path, override(QUICK, bots={"workers": 1})) as server:
        asyncio.run(scene(server))
