"""Review of a game: mistakes with their cost, and no remark on the best moves."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.tables import ANA, come, guest, open_table, read, tell
from helpers.visitor import QUICK

from meute.bots import make_bot
from meute.cli.main import main
from meute.core.chance import Generator
from meute.games import GAMES, find
from meute.learn import puzzles
from meute.learn.review import (
    MAX_REASONS,
    Effort,
    Move,
    MoveCost,
    RowReason,
    count_small,
    most_costly,
    move_cost,
    moves,
    paired_difference,
    row_phrase,
    rows_of,
)
from meute.match import Match, write_record
from meute.server.messages.requests import AskReview, Play
from meute.server.registry import opened
from meute.text import catalogue


def late() -> tuple[Match, list[str], str]:
    """A puzzle near the end of a game, its right moves and a wrong one."""
    puzzle = next(one for one in puzzles("terres") if "table 12" in one.position and len(one.steps[0].expect) == 1)
    match = puzzle.match("vous")
    right = puzzle.steps[0].expect
    return match, right, next(text for text in match.legal_texts(puzzle.me) if text not in right)


def test_a_move_costs_what_the_better_one_brings_in_the_same_worlds_and_says_why() -> None:
    match, right, wrong = late()
    seat = match.seats_to_act()[0]
    read_text = match.game.codec.read
    found = move_cost(match.view(seat), Move(0, (read_text(wrong),)), Generator(3), Effort(200, 40, 0))
    assert found is not None
    assert match.game.codec.text(found.better[0]) in right
    assert found.loss > found.error
    assert found.is_told()
    assert found.chance >= found.chance_played
    assert 0 < len(found.rows) + len(found.events) <= MAX_REASONS
    earned = sum(row.gain if row.seat == seat else -row.gain for row in found.rows)
    assert earned > 0, "the rows named speak for the better move"
    assert all(abs(event.better - event.played) > 0 for event in found.events)


@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_words_of_every_game(game: str) -> None:
    known = find(game)
    assert set(known.outcomes) <= {kind.name for kind in known.events}
    words = catalogue("fr")
    match = Match(game, ["a", "b", "c"][: max(2, known.min_seats)], seed=4)
    bot, rng = make_bot("random"), Generator(4)
    while not match.is_over() and len(match.steps) < 200:
        match.play(match.seats_to_act()[0], bot.choose(match.view(match.seats_to_act()[0]), rng))
    for seat, rule, where, piece in rows_of(known, match.state):
        name = words.render(row_phrase(known, RowReason(seat, rule, where, piece, 1.0)))
        assert name
        assert "review." not in name
        assert f"{game}." not in name


def test_a_move_of_several_decisions_is_one_move() -> None:
    match = Match("clan", ["a", "b"], seed=2)
    bot, rng = make_bot("random"), Generator(2)
    while len(match.steps) < 40:
        match.play(match.seats_to_act()[0], bot.choose(match.view(match.seats_to_act()[0]), rng))
    found = moves(match, 0)
    assert max(len(move.row) for move in found) > 1
    for move in found:
        s = match.state_at(move.step)
        for action in move.row:
            assert action in s.legal_actions(0)
            s.apply(0, action)
        assert s.top is None or not s.top.continues_move(0)


def test_a_difference_within_its_error_is_not_told() -> None:
    mean, error = paired_difference([30, -20, 10, 0], [0, 10, -10, 10])
    assert mean == 2.5
    assert error > mean


def cost(step: int, loss: float, error: float = 0.5) -> MoveCost:
    return MoveCost(step, (0,), (1,), loss, error, 0.5, 0.4, (), ())


def test_the_three_dearest_are_told_the_dearest_first_and_small_ones_only_counted() -> None:
    costs = [cost(1, 2.0), cost(5, 9.0), cost(7, 1.5), cost(9, 4.0), cost(11, 0.9), cost(12, 3.0, error=3.5)]
    assert [one.step for one in most_costly(costs)] == [5, 9, 1]
    assert [one.step for one in most_costly(costs, dearest_first=False)] == [1, 5, 9]
    assert count_small(costs) == 2


def test_the_command_tells_the_price_of_a_bad_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match, _, wrong = late()
    seat = match.seats_to_act()[0]
    match.play(seat, wrong)
    while not match.is_over():
        match.play(match.seats_to_act()[0], match.legal_texts(match.seats_to_act()[0])[0])
    file = tmp_path / "game.meute"
    file.write_text(write_record(match.record()), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["review", str(file), "--seat", str(seat + 1), "--json", "--milliseconds", "2000", "--seed", "1"])
    assert left.value.code == 0
    output = json.loads(capsys.readouterr().out)
    assert output["seat"] == seat + 1
    assert [one["played"] for one in output["decisions"]][:1] == [wrong]


def test_a_table_is_reviewed_once_its_game_is_over_and_played_on_from_a_moment(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            match, _, wrong = late()
            seat = match.seats_to_act()[0]
            table = await open_table(registry, guest(ANA), guest(ANA), position=match.position)
            ana = await come(table, ANA)
            await tell(table, ana, AskReview(seat=seat))
            assert read(ana)[-1]["code"] == "not_over"
            live = table.room.match
            assert live is not None
            number = 0
            while not live.is_over():
                asked, number = live.seats_to_act()[0], number + 1
                action = wrong if number == 1 else live.legal_texts(asked)[0]
                await tell(table, ana, Play(seat=asked, action=action, key=f"k{number}", step=len(live.steps)))
            read(ana)
            await tell(table, ana, AskReview(seat=seat))
            messages: list[dict[str, Any]] = []
            async with asyncio.timeout(60):
                while not messages or messages[-1]["progress"] != 1.0:
                    await asyncio.sleep(0.05)
                    messages += [message for message in read(ana) if message["is"] == "review"]
            told = messages[-1]
            assert told["read"] == told["moves"] == len(moves(live, seat))
            assert [price["loss"] for price in told["prices"]] == sorted(
                (price["loss"] for price in told["prices"]), reverse=True
            )
            luck = told["luck"]
            parts = luck["points"] + sum(luck[part]["points"] for part in ("own", "others", "rest"))
            assert luck["start"] + parts == pytest.approx(luck["end"], abs=0.01)
            first = told["prices"][0]
            assert first["played"]["choice"]["places"] != first["better"]["choice"]["places"]
            assert first["rows"] or first["events"]
            code = await registry.upload(table.record(ANA, ana.caller, 0), ANA, ana.caller)
            again = await registry.store.load(code)
            assert again is not None
            assert again.table.phase == "lobby"
            assert again.table.position.split() == match.position.split()

    asyncio.run(scene())
