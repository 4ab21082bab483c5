"""The daily deal: the same for everybody, unknown before, and compared when it has been played."""

import asyncio
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, EVE, come, read, tell
from helpers.visitor import QUICK, Running, Visitor, running

from meute.core.chance import Generator
from meute.core.phrase import phrase
from meute.core.seats import CHANCE
from meute.games import GAMES
from meute.match import Match, Result
from meute.match.deal import Deal
from meute.server.messages.learning import LuckSent
from meute.server.messages.requests import AskHint, Play, Resign, Undo
from meute.server.registry import TableRegistry, opened
from meute.server.settings import override
from meute.server.store.models import PAR, SeatLuck, StoredDaily, StoredTable, TableStatus, TableUpdate
from meute.server.table.connection import Connection
from meute.server.table.daily import daily_codes, daily_record_sent, daily_result, daily_sent, open_daily, start_par
from meute.server.table.play import result_phrase
from meute.server.table.sealed import today
from meute.server.table.table import Table
from meute.text import catalogue


def outcomes(game: str, seed: int) -> dict[str, list[str]]:
    """What chance says, by its kind, in a game of players who decide at random; not which of their own tokens turns."""
    match = Match(game, deal=Deal(b"one day"))
    rng = Generator(seed)
    for _ in range(60):
        if match.is_over():
            break
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        match.play(seat, options[rng.below(len(options))])
    codec = match.game.codec
    drawn = [(codec.kind(past.action).name, codec.text(past.action)) for past in match.steps if past.seat == CHANCE]
    return {kind: [text for own, text in drawn if own == kind] for kind, _ in drawn if kind != "turn"}


@pytest.mark.parametrize("game", list(GAMES))
def test_one_deal_is_the_same_luck_whatever_is_decided(game: str) -> None:
    one, other = outcomes(game, 1), outcomes(game, 2)
    again = outcomes(game, 1)
    assert one == again
    pairs = [pair for kind in one for pair in zip(one[kind], other.get(kind, []), strict=False)]
    assert sum(a == b for a, b in pairs) >= 0.7 * len(pairs) > 0
    assert Deal(b"another").number(1) != Deal(b"one day").number(1)


async def play_on(table: Table, watcher: Connection, choice: int = 0) -> None:
    """To the end, by the first of what is allowed, or the last."""
    match = table.room.match
    assert match is not None
    async with asyncio.timeout(120):
        while table.room.stored.phase == "playing":
            if 0 in match.seats_to_act():
                step = len(match.steps)
                action = match.legal_texts(0)[choice]
                await tell(table, watcher, Play(seat=0, action=action, key=f"k{step}", step=step))
            else:
                await asyncio.sleep(0.005)


async def begin(registry: TableRegistry, who: object) -> tuple[Table, Connection]:
    table = await registry.table(await open_daily(registry, "terres", who))  # type: ignore[arg-type]
    assert table is not None
    return table, await come(table, who)  # type: ignore[arg-type]


def test_everybody_plays_the_same_game_once_and_is_compared(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            games = []
            for who in (ANA, BOB):
                table, watcher = await begin(registry, who)
                assert await open_daily(registry, "terres", who) == table.room.stored.code, "one try"
                await tell(table, watcher, AskHint(seat=0, step=0))
                assert read(watcher)[-1]["code"] == "no_hints"
                await play_on(table, watcher)
                assert table.room.match is not None
                games.append([(past.seat, past.action) for past in table.room.match.steps])
            assert games[0] == games[1], "the same decisions, the same bots, the same luck"
            table, watcher = await begin(registry, EVE)
            await play_on(table, watcher, -1)
            async with asyncio.timeout(60):  # a bot may have had the last word, which is kept in its own time
                while not (fields := await registry.store.daily_standings(today(), "ana")) or fields[0].players < 3:
                    await asyncio.sleep(0.01)
            standings = {
                who: await registry.store.daily_standings(today(), who) for who in ("ana", "bob", "eve", "zoe")
            }
            sent = {who: daily_sent(registry.secret, today(), {}, fields).games[0] for who, fields in standings.items()}
            assert [sent[who].done for who in ("ana", "bob", "eve")] == [True] * 3
            assert sent["ana"].beaten == sent["bob"].beaten
            assert sent["zoe"].beaten is None
            assert not sent["zoe"].done
            assert sent["ana"].players == 3

    asyncio.run(scene())


def test_a_deal_asked_for_twice_at_once_is_one_try(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            codes = await asyncio.gather(*(open_daily(registry, "terres", ANA) for _ in range(3)))
            assert len(set(codes)) == len(registry.tables) == 1
            assert await daily_codes(registry.store, "ana", today()) == {"terres": codes[0]}

    asyncio.run(scene())


def test_there_is_no_way_back_beyond_the_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana = await begin(registry, ANA)
            match = table.room.match
            assert match is not None
            async with asyncio.timeout(30):
                while sum(past.seat == 0 for past in match.steps) < 2 or 0 not in match.seats_to_act():
                    if 0 in match.seats_to_act():
                        step = len(match.steps)
                        await tell(table, ana, Play(seat=0, action=match.legal_texts(0)[0], key=f"k{step}", step=step))
                    else:
                        await asyncio.sleep(0.005)
            read(ana)
            steps = len(match.steps)
            if match.free_undo(0)[0] < 0:
                await tell(table, ana, Undo(seat=0))
                assert read(ana)[-1]["code"] == "daily_undo"
                assert len(match.steps) == steps

    asyncio.run(scene())


def test_whoever_gives_a_deal_up_has_had_his_try(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana = await begin(registry, ANA)
            await tell(table, ana, Resign(seat=0))
            assert await registry.store.has_finished_daily(today(), "terres", "ana")
            assert not await registry.store.has_finished_daily(today(), "terres", "bob")

    asyncio.run(scene())


def test_nobody_sees_anothers_deal_before_the_end_of_his_own(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server) as ana, Visitor(server) as bob:
            code = (await ana.post("/api/daily", {"game": "terres"}))["code"]
            assert (await ana.http.get(f"/api/tables/{code}/at/0")).status_code == 200
            answer = await bob.http.get(f"/api/tables/{code}/at/0")
            assert (answer.status_code, answer.json()["code"]) == (403, "daily")
            lines = (await ana.get("/api/daily"))["games"]
            assert [line["code"] for line in lines if line["game"] == "terres"] == [code]
            assert (await bob.http.post("/api/daily", json={"game": "no"})).status_code == 404

    with running(tmp_path) as server:
        asyncio.run(scene(server))


def test_equals_are_beaten_by_half(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, _ = await begin(registry, ANA)
            for n, (who, margin) in enumerate((("a", 5), ("b", 5), ("c", 1), ("d", 9)), start=1):
                done = StoredDaily("d", "terres", who, "", margin, 0)
                await registry.store.append(table.room.id, n, TableUpdate([], TableStatus(), daily=done))
            beaten = [
                daily_sent(registry.secret, "2026-11-18", {}, await registry.store.daily_standings("d", who))
                .games[0]
                .beaten
                for who in "abcd"
            ]
            assert beaten == [0.5, 0.5, 0.0, 1.0]

    asyncio.run(scene())


def test_a_result_is_the_lead_over_the_best_opponent_unless_the_player_resigned() -> None:
    table = StoredTable(code="c", word="w", game="terres", version=1, host="ana", seats=[], day="2026-01-31")
    finished, resigned = Match("terres", seed=1), Match("terres", seed=1)
    while not finished.is_over():
        seat = finished.seats_to_act()[0]
        finished.play(seat, finished.legal_actions(seat)[0])
    result = finished.result()
    assert result is not None
    own, other = result.points
    assert daily_result(table, finished) == StoredDaily("2026-01-31", "terres", "ana", "c", own - other, own)
    resigned.resign(0)
    assert daily_result(table, resigned).margin < -1000


def test_the_sentence_of_a_result_names_the_winners() -> None:
    match = Match("terres", ["Ana", "Bob"], seed=1)
    words = catalogue("en")
    for places, who in (((1, 2), "Ana"), ((2, 1), "Bob"), ((1, 1), "Ana, Bob")):
        said = result_phrase(match, Result("played_out", (7, 9), places))
        assert words.render(said) == words.render(phrase("server.won", who=who, points="9 – 7"))
    assert result_phrase(match, Result("stopped", (7, 9), (0, 0))).key == "server.no_winner"


def test_the_par_of_a_deal_is_played_once_in_the_background_and_told_after_the_own_game(tmp_path: Path) -> None:
    settings = override(QUICK, bots={"par": "random", "workers": 1})

    async def scene() -> None:
        async with opened(tmp_path, settings) as registry:
            registry.bots.workers = 0  # bots think in this process; the setting still asks for a par
            day = today()
            start_par(registry, "terres", day)
            start_par(registry, "terres", day)
            assert len(registry.pars_running) == 1
            async with asyncio.timeout(60):
                while registry.pars_running:
                    await asyncio.sleep(0.01)
            (par,) = await registry.store.people.daily_results(PAR)
            assert (par.day, par.game) == (day, "terres")
            start_par(registry, "terres", day)
            while registry.pars_running:
                await asyncio.sleep(0.01)
            assert await registry.store.people.daily_results(PAR) == [par], "played once"

            own = StoredDaily(day, "terres", "ana", "", 4, 31)
            await registry.store.save_daily(own)
            (standing,) = await registry.store.daily_standings(day, "ana")
            assert standing.players == 1, "the par is no player"
            told = daily_record_sent("terres", day, [own], [par], {own.code: {0: SeatLuck(0.12, 0.03)}})
            assert [(one.points, one.par, one.resigned) for one in told.results] == [(31, par.points, False)]
            assert told.results[0].luck == LuckSent(points=12.0, error=3.0)
            assert daily_record_sent("terres", day, [], [par], {}).results == [], "hidden before the own game"

    asyncio.run(scene())


def test_the_results_of_a_month_are_told_by_game(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server) as ana:
            record = await ana.get("/api/daily/clan")
            assert (record["game"], record["day"], record["results"]) == ("clan", today(), [])
            assert (await ana.http.get("/api/daily/no")).status_code == 404

    with running(tmp_path) as server:
        asyncio.run(scene(server))
