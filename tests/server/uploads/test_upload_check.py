"""What strangers hand in is tried in processes of its own: it is refused or stopped, and nobody else notices."""

import asyncio
import dataclasses
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import QUICK, Running, Visitor, running

from meute.games import GAMES
from meute.match import Match, Record, read_record, replay, write_record
from meute.server.settings import override
from meute.server.thinking.sandbox import HAS_CPU_TIMER, JobStopped, Sandbox

TOY = """
import os, signal, time
from meute.server.thinking.sandbox import serve_questions

def answer(question):
    match question.decode().split():
        case ["loop"]:
            while True:
                pass
        case ["memory"]:
            try:
                return str(len(bytes(1 << 31))).encode()
            except MemoryError:
                return b"no memory"
        case ["sleep", seconds]:
            time.sleep(float(seconds))
        case ["break"]:
            os.kill(os.getpid(), signal.SIGSEGV)
        case ["wear"]:
            wear.append(1)
            if len(wear) > 1:
                os._exit(1)
        case ["print"]:
            print("beside the answer")
    return str(os.getpid()).encode()

wear = []
serve_questions(answer)
"""


class Toys(Sandbox):
    """Processes that run any given code, however bad."""

    async def start(self) -> Process:
        return await asyncio.create_subprocess_exec(sys.executable, "-c", TOY, stdin=PIPE, stdout=PIPE)


def test_a_process_ends_with_a_job_that_does_not_end_and_another_takes_its_place() -> None:
    async def scene() -> None:
        toys = Toys("", 1)
        first = await toys.ask(b"who", 0.05)
        assert await toys.ask(b"print", 0.05) == first
        for bad in (b"loop", b"break"):
            with pytest.raises(JobStopped):
                await toys.ask(bad, 0.2)
            assert await toys.ask(b"who", 0.05) != first
        assert await toys.ask(b"memory", 1.0) == b"no memory"
        await toys.close()

    assert HAS_CPU_TIMER
    asyncio.run(scene())


def test_the_limit_counts_the_work_and_not_the_waiting() -> None:
    async def scene() -> None:
        toys = Toys("", 2)
        asked = [toys.ask(b"sleep 0.4", 0.05) for _ in range(4)]
        answers = await asyncio.gather(*asked)
        assert len(set(answers)) == 2
        await toys.close()

    asyncio.run(scene())


def test_what_an_older_process_could_not_do_a_new_one_tries_again() -> None:
    async def scene() -> None:
        toys = Toys("", 1)
        assert await toys.ask(b"wear", 1.0) != await toys.ask(b"wear", 1.0)
        await toys.close()

    asyncio.run(scene())


def test_a_job_that_nobody_waits_for_ends_with_its_process() -> None:
    async def scene() -> None:
        toys = Toys("", 1)
        first = await toys.ask(b"who", 1.0)
        unwanted = asyncio.create_task(toys.ask(b"sleep 50", 1.0))
        await asyncio.sleep(0.1)
        unwanted.cancel()
        await asyncio.gather(unwanted, return_exceptions=True)
        assert await asyncio.wait_for(toys.ask(b"who", 1.0), 30) != first
        await toys.close()

    asyncio.run(scene())


def position_of(game: str, decisions: int = 0) -> str:
    match = Match(game, seed=1)
    for _ in range(decisions):
        seat = match.seats_to_act()[0]
        match.play(seat, match.legal_actions(seat)[0])
    return match.game.write_position(match.state)


async def begin(ana: Visitor, game: str, position: str) -> dict[str, object]:
    seats = [{"kind": "guest"}] + [{"kind": "bot", "bot": "random"}] * (GAMES[game].min_seats - 1)
    answer: dict[str, object] = await ana.post("/api/tables", {"game": game, "seats": seats, "position": position})
    return answer


def endless() -> str:
    """A ballot of Traces that waits for seats that are not there."""
    head, _, frames = position_of("traces", 3).partition("frames")
    ballot = "Ballot(step=0,missing=-1,answers=-1:-1:-1:-1:-1:-1)"
    return f"{head}frames {ballot} {frames.split(' ', 2)[-1]}"


def test_positions_that_cannot_be_played_on(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            for game in GAMES:
                for decisions in (0, 6):
                    assert "code" in await begin(ana, game, position_of(game, decisions))
            good = position_of("traces")
            name = good.rpartition(" ")[2].partition("(")[0]
            fields = good.rpartition(" ")[2]
            code = await ana.new_table()
            async with ana.at(code, {}) as seat:
                for position in (good + " Years()" * 7000, good + f" {fields}" * 40, f"{good} {name}()", "x" * 9000):
                    refused = await begin(ana, "traces", position)
                    assert refused.get("is") == "refused", refused
                    assert refused["code"] in ("input", "position", "too_big")
                three = [{"kind": "guest"}] * 4
                answer = await ana.post("/api/tables", {"game": "traces", "seats": three, "position": good})
                assert answer["phrase"]["gaps"]["what"]["key"] == "error.position_seats"
                await seat.until_to_act()
                assert (await seat.play())["is"] == "news"

    asyncio.run(scene())


def test_nobody_waits_for_a_position_that_never_ends(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "here")
            async with ana.at(code, {"seat": 0}) as seat:
                bad = asyncio.gather(*(begin(eve, "traces", endless()) for _ in range(3)))
                while not bad.done():
                    await seat.ask("say", "said", text="ouh")
                    await asyncio.sleep(0.02)
                assert {str(answer["code"]) for answer in await bad} <= {"position", "input"}

    with running(tmp_path, override(QUICK, uploads={"position_seconds": 0.5, "record_seconds": 5.0})) as server:
        asyncio.run(scene(server))


def record_of(game: str, most: int = 10**9, **changes: Any) -> str:
    match = Match(game, seed=3)
    while not match.is_over() and len(match.steps) < most:
        seat = match.seats_to_act()[0]
        match.play(seat, match.legal_actions(seat)[0])
    return write_record(dataclasses.replace(match.record(), **changes))


def test_records_that_are_larger_than_any_game(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            for text in (
                record_of("clan", 9, box={"calendar_board": {"rows": [6] * 100_000}}),
                record_of("clan", 9, box={"calendar_board": {"source": "x" * 470_000}}),
                record_of("terres", 9, box={"cards": {"source": "SOURCE"}}).replace("SOURCE", r"\ud800"),
                record_of("terres", 9, position="x" * 400_000),
                record_of("terres", 9, box={"cards": [[[]] * 100] * 900}),
                record_of("terres", 9) + "box: " + "[" * 100_000,
                record_of("terres", 9) + "1 r2-N\n" * 20_000,
            ):
                answer = await ana.http.post("/api/records", content=text.encode())
                assert (answer.status_code, answer.json()["code"]) == (400, "input"), text[:200]
                assert len(answer.content) < 4000

    asyncio.run(scene())


def test_honest_records_under_load_are_not_refused(tmp_path: Path) -> None:
    """More than can be tried at once, with less time for each than a process takes to start."""
    texts = [record_of(game, 60) for game in ("terres", "wildlife", "aventure") for _ in range(4)]

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            answer = await asyncio.gather(*(ana.http.post("/api/records", content=text.encode()) for text in texts))
            assert [one.status_code for one in answer] == [200] * len(texts)
            async with ana.at(answer[0].json()["code"], {}) as seat:
                assert seat.table["phase"] == "lobby"

    with running(tmp_path, override(QUICK, uploads={"position_seconds": 1.0, "record_seconds": 0.4})) as server:
        asyncio.run(scene(server))


def test_an_uploaded_record_opens_from_its_snapshot(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            text = record_of("terres")
            code = (await ana.http.post("/api/records", content=text.encode())).json()["code"]
            loaded = await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(server.registry.store.load(code), server.loop)
            )
            assert loaded is not None
            assert loaded.table.uploaded
            assert loaded.snapshot is not None
            assert (await ana.http.get(f"/api/tables/{code}/record")).text == text

    asyncio.run(scene())


def test_a_game_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("bot", "bot")
            async with ana.at(code, {}) as seat:
                while seat.table["phase"] != "over":
                    await seat.hear("news", "table")
            assert seat.table["scene"]["result"]["reason"] == "stopped"
            text = (await ana.http.get(f"/api/tables/{code}/record")).text
        assert 30 <= len(replayed(text).moves) < 40

    with running(tmp_path, override(QUICK, tables={"most_decisions": 30})) as server:
        asyncio.run(scene(server))


def replayed(text: str) -> Record:
    return replay(read_record(text)).record()
