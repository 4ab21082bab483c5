"""Luck-adjusted results: the adjustment takes nothing from the mean, whatever the values are worth, and less varies."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import stdev

import pytest

from meute.bots import make_bot
from meute.bots.arena import Contest, adjusted_results, run_contest
from meute.bots.executor import Executor
from meute.bots.luck_adjusted import SAMPLES, Alternatives, adjust, coefficient, controls, measure_controls
from meute.bots.win_probability import winners
from meute.cli.main import main
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import View
from meute.core.seats import CHANCE
from meute.learn import puzzles
from meute.match import Match

BOTS = {seat: make_bot("random") for seat in range(2)}


class EveryAlternative(Alternatives):
    """All that could happen, each as often as its weight: the mean over them is exact."""

    def draws(self, before: State) -> list[State]:
        return list(outcomes(before))

    def choices(self, view: View) -> list[int]:
        return view.legal_actions()


def outcomes(s: State) -> Iterator[State]:
    """The states after every sequence of draws, each as often as its weight; all draws of a kind weigh the same."""
    if not s.awaits_chance():
        yield s
        return
    chances = s.choices(CHANCE)
    for action in chances.to_list():
        for _ in range(chances.weight_of(action)):
            after = s.copy()
            after.apply(CHANCE, action)
            yield from outcomes(after)


def paths(match: Match) -> Iterator[tuple[Match, Fraction]]:
    """Every way in which random players can end a game, with its probability."""
    if match.is_over():
        yield match, Fraction(1)
        return
    s = match.state
    seat = CHANCE if s.awaits_chance() else match.seats_to_act()[0]
    possible = s.choices(seat)
    weights = {action: int(possible.weight_of(action)) for action in possible.to_list()}
    for action, weight in weights.items():
        match.apply(seat, action)
        for end, share in paths(match):
            yield end, share * Fraction(weight, sum(weights.values()))
        match.rewind(len(match.steps) - 1)


def arbitrary(match: Match, s: State) -> Sequence[float]:
    """A value that has nothing to do with the game, but is the same for the same state."""
    number = hashlib.sha256(match.game.write_position(s).encode()).digest()[0] / 255
    return (number, 1 - number)


def last_tricks() -> Match:
    """A position of Terres with a few ways to its end, most of them with draws."""
    puzzle = next(one for one in puzzles("terres") if "table 11" in one.position)
    return Match("terres", ["a", "b"], seed=None, position=puzzle.position)


def test_the_adjustment_is_unbiased_by_enumeration() -> None:
    match = last_tricks()
    plain, adjusted, total, largest = Fraction(0), 0.0, Fraction(0), 0.0
    every = EveryAlternative(BOTS, Generator(1))
    for end, share in paths(match):
        control = controls(end, every, lambda s: arbitrary(match, s))
        won = winners(end.game, end.state)
        assert sum(control) == pytest.approx(0)
        plain += share * Fraction(won[0])
        adjusted += float(share) * (won[0] - control[0])
        total += share
        largest = max(largest, abs(control[0]))
    assert total == 1
    assert adjusted == pytest.approx(float(plain), abs=1e-9)
    assert largest > 0.1, "the controls are not 0 one by one"


def test_sampled_alternatives_are_those_that_could_happen() -> None:
    match = last_tricks()
    rng = Generator(2)
    sampled = Alternatives(BOTS, rng)
    seat = match.seats_to_act()[0]
    view = match.view(seat)
    assert set(sampled.choices(view)) <= set(view.legal_actions())
    assert len(sampled.choices(view)) == SAMPLES
    assert Alternatives({}, rng).choices(view) == [], "the choices of an unknown bot are not chance"
    before = next(
        s for end, _ in paths(last_tricks()) for s in map(end.state_at, range(len(end.steps))) if s.awaits_chance()
    )
    possible = {match.game.write_position(s) for s in outcomes(before)}
    assert {match.game.write_position(s) for s in sampled.draws(before)} <= possible


def expected(match: Match, s: State, known: dict[str, list[float]]) -> list[float]:
    """The exact win probabilities of random players."""
    if s.is_over():
        return winners(match.game, s)
    text = match.game.write_position(s)
    if text in known:
        return known[text]
    seat = s.turn()
    possible = s.choices(seat)
    mean = [0.0, 0.0]
    for action in possible.to_list():
        share = float(possible.weight_of(action)) / float(possible.weight)
        after = s.copy()
        after.apply(seat, action)
        mean = [total + share * one for total, one in zip(mean, expected(match, after, known), strict=True)]
    known[text] = mean
    return mean


def test_a_perfect_value_leaves_no_variance() -> None:
    match, known = last_tricks(), dict[str, list[float]]()
    every, start = EveryAlternative(BOTS, Generator(1)), expected(match, match.state, known)
    assert 0 < start[0] < 1
    for end, _ in paths(match):
        control = controls(end, every, lambda s: expected(match, s, known))
        won = winners(end.game, end.state)
        assert [share - one for share, one in zip(won, control, strict=True)] == pytest.approx(start)


def test_the_shipped_value_gives_controls() -> None:
    """Of both seats, opposite, and not 0."""
    match = last_tricks()
    end = next(end for end, _ in paths(match) if any(past.seat == CHANCE for past in end.steps))
    found = measure_controls(end, BOTS, Generator(1))
    assert sum(found) == pytest.approx(0)
    assert any(found)


def test_a_control_that_says_nothing_changes_nothing() -> None:
    assert coefficient([(1.0, 0.0), (0.0, 0.0)]) == 0.0
    assert coefficient([(1.0, 0.5), (0.0, -0.5)]) == pytest.approx(1.0)
    useless = adjust([[(1.0, 0.0)], [(0.0, 0.0)], [(1.0, 0.0)], [(0.0, 0.0)]])
    assert (useless.plain, useless.plain_error) == (useless.adjusted, useless.adjusted_error)
    each_by_the_other = adjust([[(1.0, 0.5)], [(1.0, 1.0)], [(0.0, -0.5)], [(0.0, -1.0)]])
    assert each_by_the_other.adjusted_deviation == pytest.approx(
        stdev([1 - 0.5 * 0.5, 1 - 1.0, 0 + 0.5 * 0.5, 0 + 1.0])
    )


def test_the_arena_keeps_controls_and_measures_those_that_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("meute.bots.luck_adjusted.ROLLOUTS", 1)
    monkeypatch.setattr(Alternatives.__init__, "__defaults__", (1,))
    contest = Contest("terres", ("random", "louveteau"), (), 5)
    file = tmp_path / "arena.jsonl"
    plain = list(run_contest(contest, 4, Executor(1), file))
    assert not any(played.controls for played in plain)
    adjusted = list(run_contest(contest, 4, Executor(1), file, adjusted=True))
    assert [(played.deal, played.turned, played.points) for played in adjusted] == [
        (played.deal, played.turned, played.points) for played in plain
    ]
    for played in adjusted:
        assert sum(played.controls) == pytest.approx(0, abs=1e-6)
        assert any(played.controls)
    lines = len(file.read_text(encoding="utf-8").splitlines())
    again = list(run_contest(contest, 4, Executor(1), file, adjusted=True))
    assert again == adjusted
    assert len(file.read_text(encoding="utf-8").splitlines()) == lines
    results = adjusted_results(contest, again)
    assert results["random"].adjusted == pytest.approx(1 - results["louveteau"].adjusted)
    assert adjusted_results(contest, again[:2]) == {}
    words = ["arena", "terres", "--adjusted", "--bots", "random,louveteau", "--games", "4", "--seed", "5"]
    for more in (["--json"], []):
        with pytest.raises(SystemExit) as left:
            main([*words, "--results", str(file), *more])
        assert left.value.code == 0
        said = capsys.readouterr().out
        if more:
            assert json.loads(said)["adjusted"]["random"]["adjusted"] == results["random"].adjusted
        else:
            assert f"{results['random'].adjusted:.1%} ±" in said
