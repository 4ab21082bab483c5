"""The standard evaluation, and bots that are classes of one's own."""

import sys
from pathlib import Path

import pytest

from meute.bots import benchmark_protocol, make_bot
from meute.bots.arena import Contest, GameResult, run_contests
from meute.bots.executor import Executor
from meute.bots.loading import load_bot
from meute.core.errors import BadInput

OWN = """
from meute.bots.random import RandomBot

class First:
    def choose(self, view, rng, wanted=None):
        return view.legal_actions()[0]

class Idle:
    pass

class Demanding(RandomBot):
    def __init__(self, weights):
        pass
"""


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module in the working directory."""
    (tmp_path / "own_bots.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    return "own_bots"


def result(deal: int, turned: int, *places: int) -> GameResult:
    return GameResult(deal, turned, "played_out", (0,) * len(places), places, (0.0,) * len(places))


def test_wins_count_games_with_a_winner_and_rewards_count_all() -> None:
    contest = Contest("traces", ("mine", "random", "random"), (), 0)
    games = [result(0, 0, 1, 2, 3), result(0, 1, 2, 1, 3), result(0, 2, 1, 1, 3), result(1, 0, 0, 0, 0)]
    row = benchmark_protocol.row(contest, games)
    assert (row.opponent, row.games, row.won_games) == ("random", 4, 3)
    assert row.wins == pytest.approx((1 + 0 + 0.5) / 3)
    assert row.wins_low < row.wins < row.wins_high
    assert row.reward == pytest.approx(((1 + 0 + 0.5) / 3 + 0) / 2)
    assert row.reward_error == pytest.approx(1.96 * 0.5 / 2**0.5 / 2**0.5)


def test_every_deal_is_played_in_every_seat_and_taken_up_again(tmp_path: Path, own_module: str) -> None:
    tables = benchmark_protocol.contests("terres", f"{own_module}:First", ["random", "greedy"], 2, (), 0)
    games = list(run_contests(tables, 3, Executor(), tmp_path))
    assert [(contest.bots[1], played.deal, played.turned) for contest, played in games] == [
        (opponent, deal, turned) for opponent in ("random", "greedy") for deal in (0, 1) for turned in (0, 1)
    ]
    assert list(run_contests(tables, 3, Executor(), tmp_path)) == games


def test_a_name_is_a_bot_or_a_class(own_module: str) -> None:
    assert type(load_bot(f"{own_module}:First")).__name__ == "First"
    for name in ("greedy", "search:5", "old:alpha"):
        assert type(load_bot(name)) is type(make_bot(name))


@pytest.mark.parametrize("name", ["{}:None", "{}:Idle", "{}:Demanding", "no_such_module:First"])
def test_a_class_that_makes_no_player_is_refused(name: str, own_module: str) -> None:
    with pytest.raises(BadInput, match="bot_class"):
        load_bot(name.format(own_module))
