"""Clocks with a wall clock that the tests set: they stand in the store, and ring where nobody looks."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from helpers.postgres import Postgres
from helpers.tables import ANA, BOB, EVE, bot, come, guest, open_table, read, tell
from helpers.visitor import QUICK, Running, Visitor, running
from server.people.test_accounts import Wall

from meute.server.messages.pace import PaceSent
from meute.server.messages.requests import Play, Undo
from meute.server.quiet_hours import after_quiet, after_vacation, set_vacation
from meute.server.refusal import Refusal
from meute.server.registry import TableRegistry, opened
from meute.server.settings import Settings, override
from meute.server.store.interface import StoreFailed
from meute.server.store.models import StoredGuest, StoredPrefs, StoredSeat, StoredTable, TableUpdate
from meute.server.table.clock import Clocks, check_pace
from meute.server.table.connection import Connection
from meute.server.table.table import Table

HOUR = 3600
DAY = 86400
LIVE = PaceSent(kind="live", turn=30, bank=180)
DAYS = PaceSent(kind="days", turn=DAY, bank=2 * DAY)
WAITS = 1e9
"""Seconds until the server checks its clocks by itself; here the tests check them."""


def clocks(pace: PaceSent, wall: Wall, prefs: StoredPrefs | None = None) -> Clocks:
    seats = [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("guest", "Bob", "", "bob")]
    table = StoredTable(
        code="c", word="w", game="terres", version=1, host="ana", seats=seats, phase="playing", pace=pace
    )
    return Clocks(table, [], wall, lambda _: prefs or StoredPrefs())


def test_a_live_clock_has_a_bank_and_a_little_more_for_each_turn() -> None:
    wall = Wall()
    table = clocks(LIVE, wall)
    table.update([0])
    assert table.first_due() == wall.at + 210
    wall.at += 50
    table.update([0])
    assert table.first_due() == wall.at + 160, "another decision of the same turn brings nothing"
    table.update([1])
    wall.at += 10
    table.update([0])
    assert table.first_due() == wall.at + 190
    assert table.clocks[1].left == 200


def test_a_turn_of_a_day_takes_from_the_bank_only_what_is_beyond_it() -> None:
    wall = Wall()
    table = clocks(DAYS, wall)
    table.update([0, 1])
    assert table.first_due() == wall.at + 3 * DAY
    wall.at += DAY + HOUR
    table.update([1])
    assert table.clocks[0].left == 2 * DAY - HOUR
    wall.at += HOUR
    assert not table.expire()
    table.update([0], after_undo=True)
    assert table.first_due() == wall.at + 2 * DAY - HOUR, "going back gives no new day"


def test_time_that_is_over_rings_and_whoever_comes_back_gets_time() -> None:
    wall = Wall()
    table = clocks(LIVE, wall)
    table.update([0])
    wall.at += 209
    assert not table.expire()
    wall.at += 2
    assert list(table.expire()) == [0]
    assert table.update([0])[0].due is None
    assert table.resume(0, [0])
    assert table.first_due() == wall.at + 60


def test_quiet_hours_and_vacations_move_what_is_due() -> None:
    paris = StoredPrefs(zone="Europe/Paris", quiet=(22, 8))
    midnight = 1_800_054_000.0  # 2027-01-16 00:00 in Paris
    assert after_quiet(midnight - 3 * HOUR, paris) == midnight - 3 * HOUR
    assert after_quiet(midnight - HOUR, paris) == after_quiet(midnight + HOUR, paris) == midnight + 8 * HOUR
    summer = midnight + 180 * DAY - HOUR
    assert after_quiet(summer, paris) == summer + 8 * HOUR
    assert after_vacation(0, 100, [(50, 80)]) == 130
    assert after_vacation(60, 100, [(50, 80), (170, 200)]) == 210
    wall = Wall(midnight + 12 * HOUR)
    prefs = StoredPrefs()
    table = clocks(DAYS, wall, prefs)
    table.update([0])
    set_vacation(wall.at, 14, prefs)
    wall.at += 14 * DAY
    table.update([0])
    assert table.first_due() == wall.at + 3 * DAY
    with pytest.raises(Refusal, match="vacation"):
        set_vacation(wall.at, 8, prefs)
    set_vacation(wall.at, 7, prefs)
    wall.at += 366 * DAY
    set_vacation(wall.at, 14, prefs)


def test_at_a_table_without_vacations_the_clock_runs_on() -> None:
    wall, prefs = Wall(), StoredPrefs()
    table = clocks(msgspec.structs.replace(DAYS, vacation=False), wall, prefs)
    table.update([0])
    set_vacation(wall.at, 14, prefs)
    wall.at += DAY
    sent = table.to_message(0)
    assert sent is not None
    assert (sent.away, sent.seconds) == (False, 2 * DAY)
    wall.at += 2 * DAY
    assert list(table.expire()) == [0]


@pytest.mark.parametrize(("kind", "turn", "bank"), [("live", -1, 600), ("live", 10, 10**9), ("days", 1, 0)])
def test_paces_that_nobody_can_play_by_are_refused(kind: Any, turn: int, bank: int) -> None:
    with pytest.raises(Refusal, match="pace"):
        check_pace(PaceSent(kind=kind, turn=turn, bank=bank))


async def play(table: Table, watcher: Connection, seat: int) -> None:
    assert table.room.match is not None
    text = table.room.match.legal_texts(seat)[0]
    step = len(table.room.match.steps)
    await tell(table, watcher, Play(seat=seat, action=text, key=f"{seat}-{step}", step=step))


async def settled(registry: TableRegistry, table: Table) -> None:
    """Until the bots have decided all that they are asked."""
    while table.bots.searches or table.inbox.tasks:
        await asyncio.sleep(0.005)


def test_a_clock_rings_after_a_restart_at_a_table_that_nobody_looks_at(tmp_path: Path) -> None:
    wall = Wall()
    settings = override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})

    async def begin() -> int:
        async with opened(tmp_path, settings) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), pace=DAYS)
            assert table.room.match is not None
            return table.room.match.seats_to_act()[0]

    async def later(slow: int) -> None:
        async with opened(tmp_path, settings) as registry:
            assert registry.tables == {}
            await registry.clock_timer.wake()
            assert registry.tables == {}, "nothing is due yet"
            wall.at += 3 * DAY + 1
            await registry.clock_timer.wake()
            table = registry.tables["table"]
            await settled(registry, table)
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
    settings = override(QUICK, now=wall, tables={"clock_interval_seconds": 0.01})

    async def first() -> int:
        async with opened(tmp_path, settings) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), pace=LIVE)
            assert table.room.match is not None
            slow = table.room.match.seats_to_act()[0]
            registry.notifications.timer.work = no_answer
            registry.notifications.timer.schedule(wall.at)
            wall.at += 211
            while not table.bots.stood_in:
                await asyncio.sleep(0.005)
            return slow

    async def second(slow: int) -> None:
        async with opened(tmp_path, settings) as registry:
            table = await registry.table("table")
            assert table is not None
            assert table.bots.stood_in == {slow}

    asyncio.run(second(asyncio.run(first())))


def test_going_back_gives_no_time_and_resigning_stops_the_clock(tmp_path: Path) -> None:
    wall = Wall()

    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), pace=LIVE)
            assert table.room.match is not None
            seat = table.room.match.seats_to_act()[0]
            mover = await come(table, (ANA, BOB)[seat])
            before = table.clocks.first_due()
            wall.at += 20
            await play(table, mover, seat)
            await tell(table, mover, Undo(seat=seat))
            if table.room.match.seats_to_act() == [seat]:
                assert table.clocks.first_due() == before
            loaded = await registry.store.load("table")
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

    with running(tmp_path, override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})) as server:
        asyncio.run(scene(server))


def test_bots_have_no_clock(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, tables={"clock_interval_seconds": WAITS})) as registry:
            table = await open_table(registry, guest(ANA), bot(), pace=LIVE)
            assert list(table.clocks.clocks) == [0]

    asyncio.run(scene())


# --- rated games


async def results(registry: TableRegistry, *guests: StoredGuest) -> list[tuple[int, bool]]:
    """What came of the last game: each guest's place, and whether it counts."""
    histories = [await registry.store.people.history(one.guest) for one in guests]
    return [(history[0].place, history[0].rated) for history in histories if history]


@pytest.mark.parametrize("pace", [LIVE, DAYS], ids=["live", "days"])
def test_a_player_out_of_time_loses_a_rated_game(tmp_path: Path, pace: PaceSent) -> None:
    wall = Wall()
    settings = override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})

    async def first() -> int:
        async with opened(tmp_path, settings) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), pace=pace, rated=True)
            watchers = [await come(table, ANA), await come(table, BOB)]
            assert table.room.match is not None
            slow = table.room.match.seats_to_act()[0]
            assert read(watchers[slow])[0]["counts"]
            wall.at = table.clocks.first_due() + 1
            await registry.clock_timer.wake()
            assert table.room.stored.phase == "over"
            news = [message for message in read(watchers[slow]) if message["is"] == "news"][-1]
            assert news["scene"]["result"]["places"] == [1 + (seat == slow) for seat in range(2)]
            assert news["seats"][slow]["clock"]["out"]
            assert [event["phrase"]["key"] for event in news["events"]] == ["event.late.you"]
            assert await results(registry, ANA, BOB) == [(1 + (seat == slow), True) for seat in range(2)]
            assert [one.games for one in await registry.store.people.ratings("ana")] == [1]
            return slow

    async def later(slow: int) -> None:
        async with opened(tmp_path, settings) as registry:
            table = await registry.table("table")
            assert table is not None
            message = read(await come(table, (ANA, BOB)[slow]))[0]
            assert message["seats"][slow]["resigned"]
            assert message["seats"][slow]["clock"]["out"]
            assert message["events"][-1]["phrase"]["key"] == "event.late.you"

    asyncio.run(later(asyncio.run(first())))


def test_with_three_the_others_play_on_and_the_late_one_does_not_come_back(tmp_path: Path) -> None:
    wall = Wall()

    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})) as registry:
            players = (ANA, BOB, EVE)
            seats = [guest(one) for one in players]
            table = await open_table(registry, *seats, game="aventure", pace=DAYS, rated=True)
            assert table.room.match is not None
            first = table.room.match.seats_to_act()[0]
            wall.at = table.clocks.first_due() + 1
            await registry.clock_timer.wake()
            assert set(table.room.match.resigned) == {first}
            assert not table.room.match.is_over()
            back = await come(table, players[first])
            assert read(back)[0]["mine"] == []
            await settled(registry, table)
            second = table.room.match.seats_to_act()[0]
            assert second != first, "a bot has played for the one who is out"
            wall.at = table.clocks.first_due() + 1
            await registry.clock_timer.wake()
            assert table.room.stored.phase == "over"
            places = [1 if seat not in (first, second) else 2 for seat in range(3)]
            assert await results(registry, *players) == [(place, True) for place in places]

    asyncio.run(scene())


def test_a_loss_on_time_whose_write_gets_no_answer_brings_the_pages_back_to_the_stored_end(tmp_path: Path) -> None:
    """Whether it is stored is unknown: a page that stayed would show a game that goes on."""
    wall = Wall()

    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), pace=LIVE, rated=True)
            watchers = [await come(table, ANA), await come(table, BOB)]
            append = registry.store.append

            async def lose_answer(table_id: int, n: int, update: TableUpdate) -> None:
                await append(table_id, n, update)
                raise StoreFailed("the connection is lost after the commit")

            registry.store.append = lose_answer  # type: ignore[method-assign]
            wall.at = table.clocks.first_due() + 1
            await registry.clock_timer.wake()
            assert [watcher.closed for watcher in watchers] == [True, True]
            again = await registry.table("table")
            assert again is not None
            assert again is not table
            assert read(await come(again, ANA))[0]["phase"] == "over"

    asyncio.run(scene())


def test_where_all_are_out_of_time_together_nobody_wins(tmp_path: Path) -> None:
    wall = Wall()

    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})) as registry:
            players = (ANA, BOB, EVE)
            seats = [guest(one) for one in players]
            table = await open_table(registry, *seats, game="traces", pace=DAYS, rated=True)
            match = table.room.match
            assert match is not None
            while match.seats_to_act() != [0, 1, 2]:
                seat = match.seats_to_act()[0]
                await table.decide(seat, [match.legal_actions(seat)[0]])
            wall.at = table.clocks.first_due() + 1
            await registry.clock_timer.wake()
            assert table.room.stored.phase == "over"
            assert await results(registry, *players) == [(0, False)] * 3
            registry.unload(table)
            again = await registry.table("table")
            assert again is not None
            assert again.room.match is not None
            result = again.room.match.result()
            assert result is not None
            assert not any(result.places)

    asyncio.run(scene())


def test_who_is_late_first_loses_first(tmp_path: Path) -> None:
    """Even if one tick finds all of them late: the game has ended before the last one is."""
    wall = Wall()

    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})) as registry:
            players = (ANA, BOB, EVE)
            table = await open_table(registry, *map(guest, players), game="traces", pace=DAYS, rated=True)
            match = table.room.match
            assert match is not None
            while match.seats_to_act() != [0, 1, 2]:
                seat = match.seats_to_act()[0]
                await table.decide(seat, [match.legal_actions(seat)[0]])
            for seat, left in ((0, 60.0), (1, 0.0), (2, 30.0)):
                table.clocks.clocks[seat].left += left
            await table.refresh_clocks()
            watchers = [await come(table, one) for one in players]
            wall.at = table.clocks.first_due() + HOUR
            await registry.clock_timer.wake()
            assert list(match.resigned) == [1, 2]
            assert table.room.stored.phase == "over"
            news = [message for message in read(watchers[0]) if message["is"] == "news"][-1]
            assert [seat["clock"]["out"] for seat in news["seats"]] == [False, True, True]
            registry.unload(table)
            again = await registry.table("table")
            assert again is not None
            assert again.room.match is not None
            assert list(again.room.match.resigned) == [1, 2]
            assert not again.clocks.clocks[0].out

    asyncio.run(scene())


def test_nobody_loses_on_time_while_no_server_was_running(tmp_path: Path) -> None:
    wall = Wall()
    settings = override(QUICK, now=wall, tables={"clock_interval_seconds": WAITS})

    async def begin() -> None:
        async with opened(tmp_path, settings) as registry:
            await open_table(registry, guest(ANA), guest(BOB), pace=LIVE, rated=True)

    async def later() -> None:
        wall.at += HOUR
        async with opened(tmp_path, settings) as registry:
            await registry.clock_timer.wake()
            table = registry.tables["table"]
            assert table.room.stored.phase == "playing"
            assert len(table.bots.stood_in) == 1
            assert not read(await come(table, ANA))[0]["counts"]

    asyncio.run(begin())
    asyncio.run(later())


@pytest.mark.parametrize("is_up", [True, False])
def test_a_clock_that_ran_out_before_this_node_started_counts_if_another_was_up(
    tmp_path: Path, postgres: Postgres, is_up: bool
) -> None:
    wall, url = Wall(), postgres.fresh()

    def node(name: str) -> Settings:
        cluster = {"node": name, "private_address": "127.0.0.1:1"}
        return override(QUICK, now=wall, store={"url": url}, cluster=cluster, tables={"clock_interval_seconds": WAITS})

    async def scene() -> None:
        async with AsyncExitStack() as running:
            alpha = await running.enter_async_context(opened(tmp_path, node("alpha")))
            await open_table(alpha, guest(ANA), guest(BOB), pace=LIVE, rated=True)
            base = await asyncpg.connect(url)
            await base.execute("update nodes set since = since - interval '1 hour'")
            await base.close()
            if not is_up:
                await running.aclose()
            wall.at += HOUR / 2
            async with opened(tmp_path, node("beta")) as beta:
                await alpha.drain()
                await beta.clock_timer.wake()
                table = await beta.table("table")
                assert table is not None
                assert table.room.stored.phase == ("over" if is_up else "playing")
                assert table.room.stored.bots_stood_in is not is_up

    asyncio.run(scene())


def test_a_rated_game_needs_a_clock(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            wanted = {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "open"}], "rated": True}
            assert (await ana.post("/api/tables", wanted))["code"] == "rated_pace"
            pace = msgspec.to_builtins(LIVE)
            code = (await ana.post("/api/tables", {**wanted, "pace": pace}))["code"]
            async with ana.at(code, {}) as seat:
                assert (seat.table["rated"], seat.table["counts"]) == (True, False), "nobody to play against yet"
                assert await seat.refused("set_pace", pace=None) == "rated_pace"
                await seat.ask("set_rated", "table", on=False)
                await seat.ask("set_pace", "table", pace=None)
                assert await seat.refused("set_rated", on=True) == "rated_pace"

    with running(tmp_path) as server:
        asyncio.run(scene(server))
