"""Learning is repeatable, goes on where it was, and keeps only what proves itself; played where that is quick."""

import json
from pathlib import Path

import msgspec
import pytest

from meute.ai.trained_weights import FILE, TrainedWeights, parse_trained
from meute.bots.evaluators import declared, schema
from meute.bots.executor import Executor
from meute.bots.fitting import fit
from meute.bots.selfplay import SelfPlaySetup, play_sample
from meute.bots.spsa import SpsaPlan, compare, seatings, train
from meute.bots.training import Round, TrainingPlan, learn, save_trained
from meute.cli import main
from meute.core.numbers import count, has
from meute.games import GAMES

SMALL = TrainingPlan("aventure", 2, rounds=2, steps=2, trial=1, games=8, match=2, simulations=1, seed=3)

RECKLESS = {"hunt_share", "raising_share"}


def run(folder: Path) -> list[Round]:
    return list(learn(SMALL, Executor(1), folder, lambda *_: None))


def test_a_run_goes_on_where_it_was_and_the_same_seed_teaches_the_same(tmp_path: Path) -> None:
    rounds = run(tmp_path)
    assert [one.number for one in rounds] == [0, 1]
    assert not (tmp_path / FILE).exists(), "two games prove nothing"
    for kind in ("games", "trials"):
        notes = tmp_path / f"{kind}-2-0.jsonl"
        lines = notes.read_text(encoding="utf-8").splitlines(keepends=True)
        notes.write_text("".join(lines[:5]) + lines[5][:10], encoding="utf-8")
        for match in tmp_path.glob("match-*"):
            match.unlink()
        assert run(tmp_path) == rounds
        assert sorted(notes.read_text(encoding="utf-8").splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize("plan", [SpsaPlan("terres", 2, 3, 30, 20, ()), SpsaPlan("aventure", 3, 3, 5, 1, ())], ids=str)
def test_trained_weights_play_better_beside_first_guesses(plan: SpsaPlan, tmp_path: Path) -> None:
    plan = msgspec.structs.replace(plan, start_weights=declared(GAMES[plan.game]).first_guesses())
    trained = train(plan, Executor(2), tmp_path / "trials.jsonl", lambda *_: None)
    assert trained.before == pytest.approx(0, abs=0.1)
    assert trained.after > max(trained.before, 0)


def test_every_seat_is_sat_in_by_both_kinds_of_players() -> None:
    for seats in range(2, 7):
        places = seatings(seats)
        assert len(set(places)) == len(places)
        assert {count(mine) for mine in places} == {seats // 2}
        for seat in range(seats):
            assert {has(mine, seat) for mine in places} == {True, False}


def test_what_is_taught_foresees_winners_better_than_the_judgement() -> None:
    game = GAMES["aventure"]
    field = SelfPlaySetup("aventure", 2, 5, (declared(game).first_guesses(),))
    fitted = fit(game, 2, [play_sample(field, number) for number in range(300)])
    assert fitted.after < fitted.before


def test_the_end_of_a_pack_is_foreseen_as_nobodys_win() -> None:
    game = GAMES["traces"]
    reckless = tuple(
        0 if name in {"hunt_share", "raising_share"} else first for name, first in declared(game).weight_table
    )
    sown = [play_sample(SelfPlaySetup("traces", 3, 5, (reckless,)), number) for number in range(200)]
    assert {len(one.win_shares) for one in sown} == {4}
    assert {sum(one.win_shares) for one in sown} == {1}
    died = sum(one.win_shares[3] for one in sown)
    assert 0 < died < len(sown)
    fitted = fit(game, 3, sown)
    assert fitted.after < fitted.before


def test_a_game_that_nobody_wins_is_lost_to_all() -> None:
    game = GAMES["traces"]
    harmless = declared(game).first_guesses()
    reckless = tuple(
        0 if name in {"hunt_share", "raising_share"} else first for name, first in declared(game).weight_table
    )
    plan = SpsaPlan("traces", 3, 3, 1, 50, harmless)
    assert sum(compare(plan, reckless, reckless, 1)) < sum(compare(plan, harmless, harmless, 1))


def test_a_turn_of_wildlife_is_noted_before_cards_are_drawn() -> None:
    game = GAMES["wildlife"]
    one = play_sample(SelfPlaySetup("wildlife", 2, 5, (declared(game).first_guesses(),)), 0)
    assert len(one.stages) == len(one.features) > 10
    assert sum(one.win_shares) == 1
    at = declared(game).feature_names.index("held_none")
    rows = [[row[n * len(declared(game).feature_names) + at :][:10] for n in range(2)] for row in one.features]
    assert all(any(own) != any(other) for own, other in rows), "only who looks knows his cards"


def test_trained_weights_keep_those_for_other_seats(tmp_path: Path) -> None:
    game = GAMES["aventure"]
    weights = declared(game).first_guesses()
    trained_weights = [
        TrainedWeights(weights, tuple(0.25 * (k + n) for k in range(2 * len(declared(game).feature_names))))
        for n in range(2)
    ]
    for n in range(2):
        save_trained(game, 2 + n, trained_weights[n], tmp_path / FILE)
    stored = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert parse_trained(schema(game), stored) == {2: trained_weights[0], 3: trained_weights[1]}


def test_learning_is_told_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "learn",
        "aventure",
        "--rounds",
        "1",
        "--steps",
        "1",
        "--trial",
        "1",
        "--games",
        "6",
        "--match",
        "2",
        "--simulations",
        "1",
    ]
    with pytest.raises(SystemExit) as left:
        main([*words, "--jobs", "1", "--out", str(tmp_path), "--json"])
    assert left.value.code == 0
    output = json.loads(capsys.readouterr().out)
    assert output["plan"]["seats"] == 2
    assert [one["number"] for one in output["rounds"]] == [0]
    with pytest.raises(SystemExit) as left:
        main(["learn", "traces", "--seats", "2", "--out", str(tmp_path)])
    assert left.value.code == 1
    assert capsys.readouterr().err
