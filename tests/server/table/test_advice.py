"""Advice at the table: for one's own seat, from its view alone, where the table allows it; and the curve of chances."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from helpers.tables import connection
from helpers.visitor import QUICK, Running, Seat, Visitor, running

from meute.bots.win_probability_curve import Point
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View
from meute.match import Match
from meute.server.messages.requests import AskHint
from meute.server.registry import TableRegistry, opened
from meute.server.settings import Rate, override
from meute.server.store.models import StoredGuest, StoredMove, StoredSeat, StoredTable, TableUpdate
from meute.server.table.advice import decision_steps
from meute.server.table.play import table_status
from meute.server.table.table import Table

HOST = StoredGuest("host", "Ana", "fr")
Json = dict[str, Any]


async def until_my_turn(seat: Seat) -> None:
    while not seat.table["ask"]:
        await seat.hear("news", "table")


def test_the_best_choices_with_chances_and_aims(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                assert seat.table["hints"]
                await until_my_turn(seat)
                hint = await seat.ask("hint", "hint", "refused", seat=0, step=seat.step)
                assert (hint["step"], hint["seat"], hint["done"]) == (seat.step, 0, "")
                assert (hint["simulations"], hint["games"]) == (12, 2)
                legal = [choice["text"] for choice in seat.table["ask"]["choices"]]
                places = {choice["text"]: choice["places"] for choice in seat.table["ask"]["choices"]}
                assert 1 <= len(hint["choices"]) <= 3
                for found in hint["choices"]:
                    assert found["choice"]["text"] in legal
                    assert found["choice"]["places"] == places[found["choice"]["text"]]
                    assert 0 <= found["low"] <= found["chance"] <= found["high"] <= 1
                    assert found["phrase"]["key"].startswith("terres.action.")
                thoughts = [found["thought"] for found in hint["choices"]]
                assert thoughts == sorted(thoughts, reverse=True)

                step = seat.step
                await seat.play(0)
                again = await seat.ask("hint", "hint", "refused", seat=0, step=step)
                shown = [found["choice"]["text"] for found in again["choices"]]
                assert again["done"] == legal[0]
                assert again["played"] is None or again["played"]["choice"]["text"] == legal[0] not in shown

    asyncio.run(scene())


def test_whom_the_alpha_does_not_advise(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat, bob.at(code, {}) as other:
                await until_my_turn(seat)
                assert await other.refused("hint", seat=0, step=seat.step) == "not_your_seat"
                assert await other.refused("hint", seat=-1, step=seat.step) == "not_your_seat"
                assert await seat.refused("hint", seat=1, step=0) == "not_your_seat"
                assert await seat.refused("hint", seat=0, step=seat.step + 1) == "not_found"
                assert await seat.refused("hint", seat=0, step=-1) == "not_found"
                assert await seat.refused("curve", on=True) == "not_over"
            two = await ana.new_table("guest", "here")
            async with ana.at(two, {"seat": 0}) as seat:
                assert not seat.table["hints"]
                asked = seat.table["scene"]["asked"][0]
                assert await seat.refused("hint", seat=asked, step=seat.step) == "no_hints"
                assert await seat.refused("hint", seat=1 - asked, step=seat.step) == "no_hints"

    asyncio.run(scene())


def test_the_host_decides_in_the_lobby(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False)
            async with ana.at(code, {}) as seat, bob.at(code, {}) as other:
                assert not seat.table["hints"], "two people may come to play"
                assert await seat.refused("hint", seat=0, step=0) == "not_playing"
                assert await other.refused("set_hints", on=True) == "not_host"
                assert (await seat.ask("set_hints", "table", on=True))["hints"]
                started = await seat.ask("start", "table")
                assert started["hints"]
                assert await seat.refused("set_hints", on=False) == "not_lobby"
            allowed = await ana.new_table("guest", "here", hints=True)
            async with ana.at(allowed, {"seat": 0}) as seat:
                assert seat.table["hints"]
            alone = await ana.new_table("guest", "bot", hints=False)
            async with ana.at(alone, {}) as seat:
                await until_my_turn(seat)
                assert await seat.refused("hint", seat=0, step=seat.step) == "no_hints"

    asyncio.run(scene())


def test_a_guest_who_asks_too_often_waits(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                await until_my_turn(seat)
                for _ in range(2):
                    assert (await seat.ask("hint", "hint", "refused", seat=0, step=seat.step))["is"] == "hint"
                assert await seat.refused("hint", seat=0, step=seat.step) == "flood"

    with running(tmp_path, override(QUICK, limits={"hints": Rate(2, 0.0)})) as server:
        asyncio.run(scene(server))


def test_an_adviser_thinks_in_a_process_of_its_own(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                await until_my_turn(seat)
                await seat.say("hint", seat=0, step=seat.step)
                hint = await seat.hear("hint", seconds=60)
                assert hint["choices"]
        assert server.registry.advisers.pool is not None

    with running(tmp_path, override(QUICK, bots={"advisers": 1})) as server:
        asyncio.run(scene(server))


async def lay_out(registry: TableRegistry, match: Match, code: str) -> Table:
    """A table that goes on from a match."""
    table = StoredTable(
        code=code,
        word=code,
        game=match.game.id,
        version=match.version,
        host=HOST.guest,
        seats=[StoredSeat("here", name, "", HOST.guest) for name in match.seats],
        position=match.game.write_position(match.state),
        hints=True,
        phase="playing",
    )
    await registry.add(table, TableUpdate([StoredMove("start")], table_status(match)))
    live = await registry.table(code)
    assert live is not None
    return live


@pytest.mark.parametrize("game", ["terres", "aventure", "wildlife", "traces"])
def test_two_worlds_that_look_the_same_ask_the_adviser_the_same(tmp_path: Path, game: str) -> None:
    async def scene() -> None:
        rng = Generator(3)
        async with opened(tmp_path, QUICK) as registry:
            match = Match(game, seed=5)
            for _ in range(25):
                mover = match.seats_to_act()[0]
                match.play(mover, match.state.random_action(mover, Choices(), rng))
            for seat in match.seats_to_act():
                world = View(match.game, match.state, seat).determinize(rng)
                other = Match(match.game, match.seats, position=match.game.write_position(world), seed=1)
                asked = []
                for n, one in enumerate((match, other)):
                    table = await lay_out(registry, one, f"t{seat}x{n}")
                    question = table.advice.advice_work(connection(HOST), AskHint(seat=seat, step=0))
                    question.seed = 0
                    asked.append(question)
                assert asked[0] == asked[1]

    asyncio.run(scene())


async def whole_curve(seat: Seat) -> list[Json]:
    """All messages of the curve until it is complete."""
    message = [await seat.ask("curve", "curve", on=True)]
    while message[-1]["progress"] < 1:
        message.append(await seat.hear("curve"))
    return message


def test_the_curve_of_a_finished_game_grows_and_is_kept(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("bot", "bot")
            async with ana.at(code, {}) as seat:
                while seat.table["phase"] == "playing":
                    await seat.hear("news", "table")
                message = await whole_curve(seat)
                assert len(message) > 10
                points = message[-1]["points"]
                assert 40 < len(points) <= 60
                steps = [point["step"] for point in points]
                assert steps == sorted(steps)
                assert steps[-1] == seat.table["scene"]["steps"]
                assert all(sum(point["chances"]) == pytest.approx(1, abs=0.01) for point in points)
                places = seat.table["scene"]["result"]["places"]
                assert points[-1]["chances"] == [places.count(1) ** -1 if place == 1 else 0 for place in places]
                assert all(turn["before"] < turn["after"] for turn in message[-1]["turns"])
                assert not any(part["turns"] for part in message[:-1])

                first = await ana.get(f"/api/tables/{code}/at/{steps[0]}")
                hint = await seat.ask("hint", "hint", "refused", seat=first["asked"][0], step=steps[0])
                assert hint["done"], "any seat is advised once the game is over"
            live = server.registry.tables[code]
            asyncio.run_coroutine_threadsafe(close(live, server.registry), server.loop).result()
            async with bob.at(code, {}) as seat:
                again = await whole_curve(seat)
                assert len(again) == 1
                assert again[0] == message[-1]

    asyncio.run(scene())


async def close(table: Table, registry: TableRegistry) -> None:
    """A table leaves memory."""
    registry.release_table(table)
    table.close()


def test_a_curve_that_nobody_waits_for_is_left(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            match = Match("terres", seed=5)
            table = await lay_out(registry, match, "curve")
            assert table.room.match is not None
            rng = Generator(1)
            while not table.room.match.is_over():
                mover = table.room.match.seats_to_act()[0]
                table.room.match.play(mover, table.room.match.state.random_action(mover, Choices(), rng))
            table.room.stored.phase = "over"
            watcher = connection(HOST)
            await table.advice.request_curve(watcher, True)
            assert table.advice.curve_task is not None
            for _ in range(5):
                await asyncio.sleep(0)
            await table.advice.request_curve(watcher, False)
            await table.advice.curve_task
            assert len(table.advice.points) < 20
            assert await registry.store.curve(table.room.id) is None

    asyncio.run(scene())


def test_a_resignation_is_no_turning_point(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            match = Match("terres", seed=5)
            for _ in range(4):
                mover = match.seats_to_act()[0]
                match.play(mover, match.legal_texts(mover)[0])
            match.resign(0)
            table = await lay_out(registry, match, "resigned")
            steps = decision_steps(match)
            last = len(steps) - 1
            table.advice.points = {n: Point((0.5, 0.5), 0) for n in range(last + 1)}
            table.advice.points |= {1: Point((0.9, 0.1), 0), last: Point((0.0, 1.0), 0)}
            turns = table.advice.curve_sent(steps).turns
            assert [turn.after for turn in turns] == [steps[1], steps[2]]

    asyncio.run(scene())
