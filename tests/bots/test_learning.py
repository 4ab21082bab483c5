"""Learning is repeatable, goes on where it was, and keeps only what proves itself; played where that is quick."""

import json
from pathlib import Path

import pytest

from meute.bots.crew import Crew
from meute.bots.fitting import fit
from meute.bots.learning import Plan, Round, keep, learn
from meute.bots.selfplay import Field, sow
from meute.bots.weights import FILE, NO_WEIGHTS, fitting
from meute.cli import main
from meute.games import GAMES

SMALL = Plan("aventure", 2, rounds=2, games=8, match=2, simulations=1, seed=3)


def run(folder: Path) -> list[Round]:
    return list(learn(SMALL, Crew(1), folder, lambda *_: None))


def test_a_run_goes_on_where_it_was_and_the_same_seed_teaches_the_same(tmp_path: Path) -> None:
    rounds = run(tmp_path)
    assert [one.games for one in rounds] == [8, 16]
    assert not (tmp_path / FILE).exists(), "two games prove nothing"
    games = tmp_path / "games-2-0.jsonl"
    lines = games.read_text(encoding="utf-8").splitlines(keepends=True)
    games.write_text("".join(lines[:5]) + lines[5][:40], encoding="utf-8")
    for match in tmp_path.glob("match-*"):
        match.unlink()
    assert run(tmp_path) == rounds
    assert sorted(games.read_text(encoding="utf-8").splitlines(keepends=True)) == sorted(lines)


def test_habits_are_trained_the_same_again_and_play_better_by_themselves(tmp_path: Path) -> None:
    plan = Plan("terres", 2, rounds=1, games=1, match=2, simulations=2, seed=3)
    rounds = list(learn(plan, Crew(1), tmp_path, lambda *_: None))
    trials = tmp_path / "trials-2-0.jsonl"
    lines = trials.read_text(encoding="utf-8").splitlines(keepends=True)
    assert rounds[0].games == 2 * (len(lines) - 1)
    assert rounds[0].before == 0.5 > rounds[0].after
    trials.write_text("".join(lines[:-7]), encoding="utf-8")
    assert list(learn(plan, Crew(1), tmp_path, lambda *_: None)) == rounds
    assert trials.read_text(encoding="utf-8").splitlines(keepends=True) == lines


def test_what_is_taught_foresees_winners_better_than_the_judgement() -> None:
    field = Field("aventure", 2, 5, 0, NO_WEIGHTS)
    fitted = fit(GAMES["aventure"], 2, [sow(field, number) for number in range(300)])
    assert fitted.after < fitted.before


def test_weights_are_kept_beside_those_for_other_seats(tmp_path: Path) -> None:
    game = GAMES["aventure"]
    weights = [tuple(0.25 * (k + n) for k in range(2 * len(game.terms))) for n in range(2)]
    for n in range(2):
        keep(game, 2 + n, weights[n], tmp_path / FILE)
    kept = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert [fitting(game, 2 + n, kept) for n in range(2)] == weights


def test_learning_is_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["learn", "aventure", "--rounds", "1", "--games", "6", "--match", "2", "--simulations", "1", "--jobs", "1"]
    with pytest.raises(SystemExit) as left:
        main([*words, "--out", str(tmp_path), "--json"])
    assert left.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plan"]["seats"] == 2
    assert [one["games"] for one in told["rounds"]] == [6]
    with pytest.raises(SystemExit) as left:
        main(["learn", "traces", "--out", str(tmp_path)])
    assert left.value.code == 1
    assert capsys.readouterr().err
