"""Clocks with a wall clock that the tests set: they stand in the store, and ring where nobody looks."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.tables import ANA, BOB, bot, come, guest, open_table, read, tell
from server.test_people import Wall
from server.visitor import QUICK, Running, Visitor, running

from meute.server.clock import Clocks, check_pace
from meute.server.house import House, opened
from meute.server.messages.asked import Play, Undo
from meute.server.messages.pace import PaceSent
from meute.server.people.calm import after_quiet, after_vacation, go_away
from meute.server.refusal import Refusal
from meute.server.store import PrefsKept, SeatKept, TableKept
from meute.server.table import Table
from meute.server.watcher import Watcher

HOUR = 3600
DAY = 86400
LIVE = PaceSent(kind="live", turn=30, bank=180)
DAYS = PaceSent(kind="days", turn=DAY, bank=2 * DAY)
WAITS = 1e9
"""Seconds until the house looks at its clocks by itself: here, the tests let it."""


def clocks(pace: PaceSent, wall: Wall, prefs: PrefsKept | None = None) -> Clocks:
    seats = [SeatKept("guest", "Ana", "", "ana"), SeatKept("guest", "Bob", "", "bob")]
    table = TableKept(code="c", word="w", game="terres", version=1, host="ana", seats=seats, phase="playing", pace=pace)
    return Clocks(table, [], wall, lambda _: prefs or PrefsKept())


def test_a_live_clock_has_a_bank_and_a_little_more_for_each_turn() -> None:
    wall = Wall()
    table = clocks(LIVE, wall)
    table.turn([0])
    assert table.first_due() == wall.at + 210
    wall.at += 50
    table.turn([0])
    assert table.first_due() == wall.at + 160, "another decision of the same turn brings nothing"
    table.turn([1])
    wall.at += 10
    table.turn([0])
    assert table.first_due() == wall.at + 190
    assert table.clocks[1].left == 200


def test_a_turn_of_a_day_takes_from_the_bank_only_what_is_beyond_it() -> None:
    wall = Wall()
    table = clocks(DAYS, wall)
    table.turn([0, 1])
    assert table.first_due() == wall.at + 3 * DAY
    wall.at += DAY + HOUR
    table.turn([1])
    assert table.clocks[0].left == 2 * DAY - HOUR
    wall.at += HOUR
    assert table.ring() == []
    table.turn([0], again=True)
    assert table.first_due() == wall.at + 2 * DAY - HOUR, "going back gives no new day"


def test_time_that_is_over_rings_and_whoever_comes_back_gets_time() -> None:
    wall = Wall()
    table = clocks(LIVE, wall)
    table.turn([0])
    wall.at += 209
    assert table.ring() == []
    wall.at += 2
    assert table.ring() == [0]
    assert table.turn([0])[0].due is None
    assert table.come_back(0, [0])
    assert table.first_due() == wall.at + 60


def test_quiet_hours_and_vacations_move_what_is_due() -> None:
    paris = PrefsKept(zone="Europe/Paris", quiet=(22, 8))
    midnight = 1_800_054_000.0  # 2027-01-16 00:00 in Paris
    assert after_quiet(midnight - 3 * HOUR, paris) == midnight - 3 * HOUR
    assert after_quiet(midnight - HOUR, paris) == after_quiet(midnight + HOUR, paris) == midnight + 8 * HOUR
    summer = midnight + 180 * DAY - HOUR
    assert after_quiet(summer, paris) == summer + 8 * HOUR
    assert after_vacation(0, 100, [(50, 80)]) == 130
    assert after_vacation(60, 100, [(50, 80), (170, 200)]) == 210
    wall = Wall(midnight + 12 * HOUR)
    prefs = PrefsKept()
    table = clocks(DAYS, wall, prefs)
    table.turn([0])
    go_away(wall.at, 14, prefs)
    wall.at += 14 * DAY
    table.turn([0])
    assert table.first_due() == wall.at + 3 * DAY
    with pytest.raises(Refusal, match="vacation"):
        go_away(wall.at, 8, prefs)
    go_away(wall.at, 7, prefs)
    wall.at += 366 * DAY
    go_away(wall.at, 14, prefs)


def test_at_a_table_without_vacations_the_clock_runs_on() -> None:
    wall, prefs = Wall(), PrefsKept()
    table = clocks(msgspec.structs.replace(DAYS, vacation=False), wall, prefs)
    table.turn([0])
    go_away(wall.at, 14, prefs)
    wall.at += DAY
    sent = table.sent(0)
    assert sent is not None
    assert (sent.away, sent.seconds) == (False, 2 * DAY)
    wall.at += 2 * DAY
    assert table.ring() == [0]


@pytest.mark.parametrize(("kind", "turn", "bank"), [("live", -1, 600), ("live", 10, 10**9), ("days", 1, 0)])
def test_paces_that_nobody_can_play_by_are_refused(kind: Any, turn: int, bank: int) -> None:
    with pytest.raises(Refusal, match="pace"):
        check_pace(PaceSent(kind=kind, turn=turn, bank=bank))


async def play(table: Table, watcher: Watcher, seat: int) -> None:
    assert table.room.match is not None
    text = table.room.match.texts(seat)[0]
    step = len(table.room.match.steps)
    await tell(table, watcher, Play(seat=seat, action=text, key=f"{seat}-{step}", step=step))


async def settled(house: House, table: Table) -> None:
    """Until the bots have decided all that they are asked."""
    while table.bots.thoughts or table.inbox.errands:
        await asyncio.sleep(0.005)


def test_a_clock_rings_after_a_restart_at_a_table_that_nobody_looks_at(tmp_path: Path) -> None:
    wall = Wall()
    settings = replace(QUICK, now=wall, tick=WAITS)

    async def begin() -> int:
        async with opened(tmp_path, settings) as house:
            table = await open_table(house, guest(ANA), guest(BOB), pace=DAYS)
            assert table.room.match is not None
            return table.room.match.asked()[0]

    async def later(slow: int) -> None:
        async with opened(tmp_path, settings) as house:
            assert house.tables == {}
            await house.ringing.look()
            assert house.tables == {}, "nothing is due yet"
            wall.at += 3 * DAY + 1
            await house.ringing.look()
            table = house.tables["table"]
            await settled(house, table)
            assert table.room.match is not None
            assert {step.seat for step in table.room.match.steps if step.seat >= 0} == {slow}
            assert table.bots.stood_in == {slow}
            late, other = ([ANA, BOB] if slow == 0 else [BOB, ANA])[:2]
            seats = next(message for message in read(await come(table, other)) if "seats" in message)["seats"]
            assert [seat["stood_in"] for seat in seats] == [number == slow for number in range(2)]
            back = await come(table, late)
            assert table.bots.stood_in == set()
            assert read(back)[0]["mine"] == [slow]

    slow = asyncio.run(begin())
    asyncio.run(later(slow))


async def no_answer() -> None:
    """A push service that keeps us waiting."""
    await asyncio.Event().wait()


def test_a_clock_rings_by_itself_and_a_stand_in_stays_over_a_restart(tmp_path: Path) -> None:
    wall = Wall()
    settings = replace(QUICK, now=wall, tick=0.01)

    async def first() -> int:
        async with opened(tmp_path, settings) as house:
            table = await open_table(house, guest(ANA), guest(BOB), pace=LIVE)
            assert table.room.match is not None
            slow = table.room.match.asked()[0]
            house.notices.telling.work = no_answer
            house.notices.telling.expect(wall.at)
            wall.at += 211
            while not table.bots.stood_in:
                await asyncio.sleep(0.005)
            return slow

    async def second(slow: int) -> None:
        async with opened(tmp_path, settings) as house:
            table = await house.table("table")
            assert table is not None
            assert table.bots.stood_in == {slow}

    asyncio.run(second(asyncio.run(first())))


def test_going_back_gives_no_time_and_resigning_stops_the_clock(tmp_path: Path) -> None:
    wall = Wall()

    async def scene() -> None:
        async with opened(tmp_path, replace(QUICK, now=wall, tick=WAITS)) as house:
            table = await open_table(house, guest(ANA), guest(BOB), pace=LIVE)
            assert table.room.match is not None
            seat = table.room.match.asked()[0]
            mover = await come(table, (ANA, BOB)[seat])
            before = table.clocks.first_due()
            wall.at += 20
            await play(table, mover, seat)
            await tell(table, mover, Undo(seat=seat))
            if table.room.match.asked() == [seat]:
                assert table.clocks.first_due() == before
            loaded = await house.store.load("table")
            assert loaded is not None
            assert loaded.clocks == list(table.clocks.clocks.values())
            await table.resign(seat)
            assert table.clocks.first_due() == float("inf")

    asyncio.run(scene())


def test_a_pace_is_agreed_on_in_the_lobby_and_a_night_moves_the_clock(tmp_path: Path) -> None:
    wall = Wall(1_800_054_000.0 - 3 * HOUR)

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False)
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                await b.ask("claim", "table", seat=1, name="Bob")
                refused = await a.refused("set_pace", pace={"kind": "days", "turn": 1, "bank": 0})
                assert refused == "pace"
                pace = {"kind": "days", "turn": DAY, "bank": 0, "vacation": True}
                assert (await a.ask("set_pace", "table", pace=pace))["pace"] == pace
                await a.ask("start", "table")
                while b.table["phase"] != "playing":
                    await b.hear("table")
                slow = b.table["scene"]["asked"][0]
                clock = a.table["seats"][slow]["clock"]
                assert (clock["runs"], clock["seconds"]) == (True, DAY)
                night = {"zone": "Europe/Paris", "quiet": [20, 9]}
                me = await (ana, bob)[slow].post("/api/me/wishes", night)
                assert me["quiet"] == [20, 9]
                seats = (await a.hear("seats"))["seats"]
                assert seats[slow]["clock"]["seconds"] == DAY + 12 * HOUR
                assert (await ana.post("/api/me/wishes", {"zone": "Mars", "quiet": None}))["code"] == "zone"
                assert (await ana.post("/api/me/wishes", {"zone": "", "quiet": [7, 99]}))["code"] == "quiet"
                assert (await (ana, bob)[slow].post("/api/me/vacation", {"days": 10}))["vacation"] == 11
                seats = (await a.hear("seats"))["seats"]
                assert seats[slow]["clock"]["away"]
                assert seats[slow]["clock"]["seconds"] == 11 * DAY + 12 * HOUR
                assert (await ana.post("/api/me/vacation", {"days": 99}))["code"] == "vacation"

    with running(tmp_path, replace(QUICK, now=wall, tick=WAITS)) as server:
        asyncio.run(scene(server))


def test_bots_have_no_clock(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, replace(QUICK, tick=WAITS)) as house:
            table = await open_table(house, guest(ANA), bot(), pace=LIVE)
            assert list(table.clocks.clocks) == [0]

    asyncio.run(scene())
