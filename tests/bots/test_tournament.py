"""Tournaments: everybody meets everybody, and who carries the games out does not matter."""

import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from meute.bots.arena import Contest, GameResult, count_games, run_contests
from meute.bots.executor import Executor, rules_fingerprint, run_all, run_block
from meute.bots.tournament import contests, ranking
from meute.cli import main

BOTS = ["random", "louveteau", "greedy"]


def test_every_pair_meets_as_often_and_the_better_are_rated_higher() -> None:
    tables = contests("terres", BOTS, 2, (), 3)
    games = list(run_contests(tables, 8, Executor(1), None))
    assert len(games) == count_games(tables, 8) == 24
    assert set(Counter(contest.bots for contest, _ in games).values()) == {8}
    rows = ranking(BOTS, games)
    assert rows[-1].bot == "random"
    assert rows == ranking(BOTS, games[::-1]), "the order in which games end does not matter"
    for row in rows:
        for other, share in row.against.items():
            back = next(each for each in rows if each.bot == other).against[row.bot]
            assert share + back == pytest.approx(1)


def test_at_larger_tables_each_is_alone_against_several_of_the_other() -> None:
    tables = contests("aventure", BOTS, 3, (), 3)
    assert len(tables) == 6
    assert ("greedy", "random", "random") in [contest.bots for contest in tables]
    contest = Contest("aventure", ("greedy", "random", "random"), (), 0)
    lost = GameResult(0, 0, "played_out", (1, 2, 3), (3, 2, 1), (0.0, 0.0, 0.0))
    won = GameResult(0, 1, "played_out", (3, 1, 1), (1, 2, 2), (0.0, 0.0, 0.0))
    greedy, random = sorted(ranking(["greedy", "random"], [(contest, lost), (contest, won)]), key=lambda row: row.bot)
    assert (greedy.wins, random.wins) == (0.5, 0.5)


def test_a_worker_with_other_rules_does_nothing() -> None:
    proof = partial(rules_fingerprint, "terres", ("a", "b"), {}, {})
    assert run_block(abs, [-1, 2], proof, proof()) == [1, 2]
    other = rules_fingerprint("terres", ("a", "b"), {"board": "advanced"}, {})
    assert run_block(abs, [-1, 2], proof, other) is None
    assert list(run_all(Executor(1), abs, [-1, 2], proof)) == [1, 2]


def test_a_tournament_is_told_as_json_and_taken_up_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "terres", "--bots", "greedy,random", "--games", "2", "--jobs", "1", "--json"]
    lines = []
    for _ in range(2):
        with pytest.raises(SystemExit) as left:
            main([*words, "--results", str(tmp_path / "kept")])
        assert left.value.code == 0
        lines.append(json.loads(capsys.readouterr().out))
    assert lines[0] == lines[1]
    assert {row["bot"] for row in lines[0]["bots"]} == {"greedy", "random"}
    assert len(list((tmp_path / "kept").iterdir())) == 1


@pytest.mark.parametrize("bots", ["greedy", "greedy,greedy", "greedy,zozo"])
def test_a_tournament_of_one_is_refused(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["tournament", "terres", "--bots", bots])
    assert left.value.code == 1
    assert capsys.readouterr().err
