"""Luck ledger: its parts add up, each change belongs to the one that acted, its errors are those of the sampling."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, variance

import pytest
from helpers.record_collection import recorded

from meute.bots.luck import CutValue, Part, cuts, kind_of, ledger, spread_evenly, value_cut, value_cuts
from meute.cli.main import main
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.seats import CHANCE
from meute.learn import puzzles
from meute.match import Match, read_record, replay

RECORD = recorded("terres-2-plain-0")


def finished() -> Match:
    return replay(read_record(RECORD))


def planned(match: Match, seat: int) -> dict[int, CutValue]:
    """Values in which each draw gives 3 points to the first seat, each of its decisions takes 1, each other gives 2."""
    chance, values = 0.5, {}
    for step in range(len(match.steps) + 1):
        values[step] = CutValue((chance, 1 - chance), (0.0001, 0.0001))
        if step < len(match.steps):
            acting = match.steps[step].seat
            chance += 0.03 if acting == CHANCE else -0.01 if acting == seat else 0.02
    return values


def test_each_change_belongs_to_the_one_that_acted() -> None:
    match = finished()
    every = planned(match, 0)
    values = {step: every[step] for step in cuts(match, 0)}
    found = ledger(match, values, 0)
    counts = [sum(past.seat == seat for past in match.steps) for seat in (CHANCE, 0, 1)]
    assert found.luck.change == pytest.approx(0.03 * counts[0])
    assert found.own.change == pytest.approx(-0.01 * counts[1])
    assert found.others.change == pytest.approx(0.02 * counts[2])
    draws = sorted(found.draws, key=lambda draw: draw.first)
    assert all(draw.part.change == pytest.approx(0.03 * (draw.last - draw.first)) for draw in draws)
    assert [draw.part.change for draw in found.draws] == sorted((draw.part.change for draw in draws), reverse=True)
    in_a_row = sum(kind_of(match, here, here + 1, 0) == "luck" for here in values if here < len(match.steps))
    assert len(found.draws) + found.other_draws == in_a_row
    assert found.draws[0].part.error == pytest.approx(1.96 * math.sqrt(0.0002))


def test_the_parts_add_up_whatever_could_be_evaluated() -> None:
    match = finished()
    every = planned(match, 0)
    order = cuts(match)
    assert sorted(order) == sorted(set(order))
    assert set(order[:2]) == {0, len(match.steps)}
    for count in (2, 3, 5, 8, len(order)):
        for seat in range(2):
            found = ledger(match, {step: every[step] for step in order[:count]}, seat)
            parts = found.luck.change + found.own.change + found.others.change + found.rest.change
            assert found.start + parts == pytest.approx(found.end)
    alone = ledger(match, {step: every[step] for step in order[:2]}, 0)
    assert (alone.luck, alone.own, alone.draws) == (Part(0, 0), Part(0, 0), ())
    assert alone.rest.change != 0


def test_a_small_change_or_one_within_its_error_is_only_counted() -> None:
    match = finished()
    values = {step: CutValue((0.5, 0.5), (0.01, 0.01)) for step in cuts(match, 0)}
    first = next(step for step in range(1, len(match.steps)) if match.steps[step].seat != CHANCE)
    values |= {first: CutValue((0.6, 0.4), (0.01, 0.01))}
    found = ledger(match, values, 0)
    assert found.draws == ()
    assert found.other_draws > 0
    values |= {0: CutValue((0.5, 0.5), (0.0, 0.0)), first: CutValue((0.6, 0.4), (0.0, 0.0))}
    assert [(draw.first, draw.last) for draw in ledger(match, values, 0).draws] == [(0, first)]


def after_each_choice(match: Match) -> Iterator[State]:
    """The states after each legal action of the seat to act."""
    seat = match.seats_to_act()[0]
    for action in match.legal_actions(seat):
        s = match.state.copy()
        s.apply(seat, action)
        yield s


def test_before_a_draw_the_value_is_the_mean_over_its_outcomes() -> None:
    """Near the end of a game: the values after each outcome, weighted, give the value before."""
    puzzle = next(one for one in puzzles("terres") if "table 12" in one.position)
    match = Match("terres", ["a", "b"], seed=None, position=puzzle.position)
    s = next(state for state in after_each_choice(match) if state.awaits_chance())
    before = value_cut(match.game, s, Generator(1), 400)
    outcomes = s.choices(CHANCE)
    total = 0.0
    for action in outcomes.to_list():
        after = s.copy()
        after.apply(CHANCE, action)
        total += float(outcomes.weight_of(action)) * value_cut(match.game, after, Generator(2), 100).chances[0]
    error = math.sqrt(before.variances[0])
    assert before.chances[0] == pytest.approx(total / float(outcomes.weight), abs=5 * error + 0.02)
    assert sum(before.chances) == pytest.approx(1)


@pytest.mark.parametrize("game", ["terres", "aventure"])
def test_the_error_is_that_of_repeated_estimates(game: str) -> None:
    match = replay(read_record(recorded(f"{game}-2-plain-0")))
    late = match.state_at(len(match.steps) * 2 // 3)
    estimates = [value_cut(match.game, late, Generator(n), 6) for n in range(8)]
    assert all(sum(one.chances) <= 1 + 1e-9 for one in estimates)
    spread = variance([one.chances[0] for one in estimates])
    stated = fmean(one.variances[0] for one in estimates)
    assert 0 < stated < 0.1
    assert spread < 12 * stated


def test_without_time_only_start_and_end_are_evaluated() -> None:
    match = finished()
    values = value_cuts(match.game, [(step, match.state_at(step)) for step in cuts(match)], Generator(1), 4, 1)
    assert {0, len(match.steps)} <= set(values)
    assert values[len(match.steps)].variances == (0.0, 0.0)
    assert sorted(spread_evenly(range(50))) == list(range(50))


def test_the_command_has_a_ledger_for_every_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.meute"
    file.write_text(RECORD, encoding="utf-8")
    for more in (["--json"], []):
        with pytest.raises(SystemExit) as left:
            main(["review", str(file), "--milliseconds", "2", "--seed", "1", *more])
        assert left.value.code == 0
        said = capsys.readouterr().out
        if not more:
            assert "±" in said
            continue
        ledgers = json.loads(said)["luck"]
        assert [one["seat"] for one in ledgers] == [1, 2]
        for one in ledgers:
            parts = sum(one[part]["change"] for part in ("luck", "own", "others", "rest"))
            assert one["start"] + parts == pytest.approx(one["end"], abs=0.001)
        assert ledgers[0]["luck"]["change"] == pytest.approx(-ledgers[1]["luck"]["change"], abs=0.001)
