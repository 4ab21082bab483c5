"""Review of a game: mistakes with their cost, no remark on the best moves, and luck only where it is measurable."""

import asyncio
import json
from pathlib import Path

import pytest
from helpers.record_collection import recorded
from helpers.tables import ANA, come, guest, open_table, read, tell
from helpers.visitor import QUICK

from meute.cli.main import main
from meute.core.chance import Generator
from meute.learn import puzzles
from meute.learn.review import (
    MAX_LUCK_ERROR,
    DecisionCost,
    Effort,
    chance_events,
    decision_cost,
    decisions,
    luck,
    most_costly,
    paired_difference,
)
from meute.match import Match, read_record, replay, write_record
from meute.server.messages.requests import AskReview, Play
from meute.server.registry import opened

RECORD = recorded("terres-2-plain-0")
SHORT = Effort(0, 40, 0)


def late() -> tuple[Match, list[str], str]:
    """A puzzle near the end of a game, its right moves and a wrong one."""
    puzzle = next(one for one in puzzles("terres") if "table 12" in one.position and len(one.steps[0].expect) == 1)
    match = puzzle.match("vous")
    right = puzzle.steps[0].expect
    return match, right, next(text for text in match.legal_texts(puzzle.me) if text not in right)


def test_a_decision_costs_what_the_better_one_brings_in_the_same_worlds() -> None:
    match, right, wrong = late()
    seat = match.seats_to_act()[0]
    read_text = match.game.codec.read
    found = decision_cost(match.view(seat), 0, read_text(wrong), Generator(3), Effort(200, 40, 0))
    assert found is not None
    assert match.game.codec.text(found.better) in right
    assert found.loss > found.error
    assert decision_cost(match.view(seat), 0, read_text(right[0]), Generator(3), Effort(200, 40, 0)) is None


def test_a_difference_within_its_error_is_not_told() -> None:
    mean, error = paired_difference([30, -20, 10, 0], [0, 10, -10, 10])
    assert mean == 2.5
    assert error > mean


def test_the_three_dearest_are_told_in_the_order_of_the_game() -> None:
    prices = [DecisionCost(step, 0, 1, loss, 0.5) for step, loss in ((1, 2.0), (5, 9.0), (7, 1.0), (9, 4.0))]
    assert [one.step for one in most_costly(prices)] == [1, 5, 9]


def test_luck_is_told_where_its_interval_is_narrow() -> None:
    match = replay(read_record(RECORD))
    last = list(chance_events(match))[-1:]
    found = luck(match.game, last, 0, Generator(1), SHORT)
    assert found is None or 0 < found[1] < MAX_LUCK_ERROR
    assert luck(match.game, last, 0, Generator(1), Effort(0, 5, 0)) is None, "five games tell nothing"
    assert decisions(match, 0)
    assert all(match.steps[step].seat == 0 for step in decisions(match, 0))


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
            messages: list[dict[str, object]] = []
            async with asyncio.timeout(60):
                while not messages or messages[-1]["progress"] != 1.0:
                    await asyncio.sleep(0.05)
                    messages += [message for message in read(ana) if message["is"] == "review"]
            assert messages[-1]["prices"]
            code = await registry.upload(table.record(ANA, ana.caller, 0), ANA, ana.caller)
            again = await registry.store.load(code)
            assert again is not None
            assert again.table.phase == "lobby"
            assert again.table.position.split() == match.position.split()

    asyncio.run(scene())
