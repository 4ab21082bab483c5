"""Statistics: kept when a game ends, shown to those who may see them, luck measured behind the games."""

import asyncio
import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers.record_collection import recorded
from helpers.visitor import QUICK, Running, Visitor, running

from meute.games import GAMES
from meute.match import read_record, replay
from meute.server.people.statistics import harmless
from meute.server.settings import override
from meute.server.store.models import (
    SeatLuck,
    SeatStatistics,
    StatisticsSettings,
    StoredMove,
    StoredResult,
    StoredSeat,
    StoredTable,
    TableStatus,
    TableUpdate,
)
from meute.server.store.ratings import SHOWN_AFTER_GAMES, places_without_luck, plan_of, statistics_of
from meute.text import LANGUAGES, catalogue

GAME = "terres"


def table(code: str, *guests: str, **more: Any) -> StoredTable:
    seats = [StoredSeat("guest", guest.title(), "", guest) for guest in guests]
    seats += [StoredSeat("bot", "Rôdeur", "rodeur")] * (2 - len(seats))
    return StoredTable(code, code, GAME, 1, guests[0], seats, phase="playing", rated=True, **more)


async def played(server: Running, table: StoredTable, places: Sequence[int]) -> int:
    """Stores a game whose first seat decides after 4 and 10 seconds; returns the table's id."""
    store = server.registry.store
    moves = [StoredMove("start"), StoredMove("play", 0, 1, "r2-N"), StoredMove("play", 1, 2, "r3-N")]
    table_id = await store.add_table(table, TableUpdate(moves, TableStatus()))
    assert await store.acquire(table.code)
    guests = [(n, seat.guest) for n, seat in enumerate(table.seats) if seat.guest]
    results = [StoredResult(guest, n, GAME, places[n], 30 - places[n], len(guests) > 1) for n, guest in guests]
    statistics = [SeatStatistics(n, guest, GAME, float(places[n] == 1), "ground.forets") for n, guest in guests]
    table.phase = "over"
    last = StoredMove("play", 0, 3, "r4-N")
    await store.append(
        table_id, 3, TableUpdate([last], TableStatus(), table=table, results=results, statistics=statistics)
    )
    return table_id


async def play_whole(visitor: Visitor) -> str:
    """Plays a game against a computer player; returns the table's code."""
    code = await visitor.new_table()
    async with visitor.at(code, {}) as seat:
        while await seat.until_to_act():
            await seat.play()
    return code


def test_every_game_tells_a_plan_of_every_seat_and_names_it() -> None:
    for name, game in GAMES.items():
        match = replay(read_record(recorded(f"{name}-{game.min_seats}-plain-0")))
        plans = [plan_of(match, seat) for seat in range(len(match.seats))]
        assert any(plans), name
        for plan in filter(None, plans):
            assert plan in game.modules.ids[game.plan[0]]
        assert all(f"{name}.plan" in catalogue(language).entries for language in LANGUAGES)


def test_places_without_luck_turn_where_luck_decided() -> None:
    assert places_without_luck([1, 2], {0: SeatLuck(0.6, 0.1), 1: SeatLuck(-0.6, 0.1)}) == [2, 1]
    assert places_without_luck([1, 2], {0: SeatLuck(0.4, 0.1), 1: SeatLuck(-0.4, 0.1)}) == [1, 2]
    assert places_without_luck([2, 1, 1], {0: SeatLuck(0.0, 0.0), 2: SeatLuck(0.5, 0.0)}) == [1, 1]


def test_lessons_and_uploads_leave_no_statistics() -> None:
    match = replay(read_record(recorded("terres-2-plain-0")))
    ended = table("a", "ana", "bob")
    assert [one.share for one in statistics_of(ended, match)] == [
        float(place == 1)
        for place in match.result().places  # type: ignore[union-attr]
    ]
    assert statistics_of(table("a", "ana", kind="lesson"), match) == []
    assert statistics_of(table("a", "ana", uploaded=True), match) == []


def test_a_finished_game_is_told_to_its_player_as_rows_and_csv(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await play_whole(ana)
            found = await ana.get(f"/api/statistics/{GAME}")
            [game] = found["games"]
            assert (game["code"], game["seat"], game["share"] in (0, 0.5, 1)) == (code, 0, True)
            assert [rival["bot"] for rival in game["rivals"]] == ["random"]
            assert game["plan"] in {plan["plan"] for plan in found["plans"]}
            assert game["seconds"] >= game["thinking"] >= 0
            assert game["rating"] is game["luck"] is None
            assert (found["counts"], found["viewers"], found["handle"]) == ({GAME: 1}, "self", "")
            answer = await ana.http.get(f"/api/statistics/{GAME}/csv")
            assert answer.headers["content-type"].startswith("text/csv")
            [row] = csv.DictReader(io.StringIO(answer.text))
            assert (row["rivals"], row["seat"], row["plan"]) == ("random", "1", game["plan"])
            assert (await ana.http.get("/api/statistics/chess")).status_code == 404

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_statistics_are_private_until_the_person_says_otherwise(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server, "Eve") as eve:
            people = {}
            for visitor in (ana, bob, eve):
                await visitor.post("/api/statistics", {"viewers": "companions", "listed": False})
                people[visitor] = (await visitor.get(f"/api/statistics/{GAME}"))["handle"]
            settings = await server.registry.store.statistics.settings_of_handle(people[ana])
            other = await server.registry.store.statistics.settings_of_handle(people[bob])
            assert settings is not None
            assert other is not None
            await played(server, table("a", settings.guest, other.guest), [1, 2])
            address = f"/api/statistics/{GAME}?of={people[ana]}"
            for viewers, seen in (("self", (False, False)), ("companions", (True, False)), ("all", (True, True))):
                await ana.post("/api/statistics", {"viewers": viewers, "listed": True})
                for visitor, sees in zip((bob, eve), seen, strict=True):
                    answer = await visitor.http.get(address)
                    assert answer.status_code == (200 if sees else 404), (viewers, visitor.name)
                    if sees:
                        [game] = answer.json()["games"]
                        assert (game["code"], game["rivals"]) == ("", [{"bot": "", "name": ""}])
                        assert answer.json()["name"] == "Ana"
            own = (await ana.get(address))["games"][0]
            assert (own["code"], own["rivals"][0]["name"], own["rated"]) == ("a", other.guest.title(), True)
            assert own["rating"] > 1000
            wrong = await eve.http.post("/api/statistics", json={"viewers": "friends", "listed": True})
            assert wrong.status_code == 400

    with running(tmp_path) as server:
        asyncio.run_coroutine_threadsafe(scene(server), server.loop).result(60)


def test_leaders_are_those_who_want_to_be_listed(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        store = server.registry.store.statistics
        for n in range(SHOWN_AFTER_GAMES):
            table_id = await played(server, table(f"t{n}", "ana", "bob"), [1, 2])
            luck = {0: SeatLuck(0.6, 0.1), 1: SeatLuck(-0.6, 0.1)}
            await store.save_luck(table_id, luck, places_without_luck([1, 2], luck))
            await store.save_luck(table_id, {0: SeatLuck(0.0, 0.0), 1: SeatLuck(0.0, 0.0)}, [1, 2])
        await store.save_settings(StatisticsSettings("ana", "a1", "self", True))
        await store.save_settings(StatisticsSettings("bob", "b1", "all", False))
        async with Visitor(server, "Eve") as eve:
            [leader] = (await eve.get(f"/api/leaderboards/{GAME}"))["leaders"]
            assert (leader["games"], leader["handle"], leader["me"]) == (SHOWN_AFTER_GAMES, "", False)
            await store.save_settings(StatisticsSettings("bob", "b1", "all", True))
            first, second = (await eve.get(f"/api/leaderboards/{GAME}"))["leaders"]
            assert (first["rating"] > second["rating"], second["handle"]) == (True, "b1")
            assert first["adjusted"] < second["adjusted"], "without luck, the other one won; counted once"
        assert (await store.lucks(["t0", "none"])) == {"t0": {0: SeatLuck(0.6, 0.1), 1: SeatLuck(-0.6, 0.1)}}
        [*_, game] = await store.played("ana", GAME, 100)
        assert (game.seconds, game.thinking) == (game.seconds, game.thinking)
        assert (game.luck, game.luck_error) == (0.6, 0.1)

    with running(tmp_path, override(QUICK, tables={"adjusted_ratings": True})) as server:
        asyncio.run_coroutine_threadsafe(scene(server), server.loop).result(60)


def test_luck_is_measured_behind_the_games(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            await play_whole(ana)
            async with asyncio.timeout(60):
                while (await ana.get(f"/api/statistics/{GAME}"))["games"][0]["luck"] is None:
                    await asyncio.sleep(0.1)
            [game] = (await ana.get(f"/api/statistics/{GAME}"))["games"]
            assert -100 < game["luck"] < 100
            assert game["luck_error"] > 0

    with running(tmp_path, override(QUICK, bots={"advisers": 1, "luck_milliseconds": 2000})) as server:
        asyncio.run(scene(server))


def test_a_cell_is_no_formula() -> None:
    assert [harmless(cell) for cell in ("=1+1", "@x", "plain", 3)] == ["'=1+1", "'@x", "plain", 3]
