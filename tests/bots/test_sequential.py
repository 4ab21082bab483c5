"""Sequential tests: their error rates, their order, and the command."""

import json
import random
from statistics import fmean

import pytest

from meute.bots.arena import Contest, GameResult
from meute.bots.sequential import LEAST_DEALS, SequentialTest, Verdict
from meute.cli import main

CONTEST = Contest("terres", ("greedy", "random"), (), 0)
TRIALS = 120


def game(deal: int, turned: int, won: bool) -> GameResult:
    places = (1, 2) if won else (2, 1)
    return GameResult(deal, turned, "played_out", (0, 0), places, (0.0, 0.0))


def tried(share: float, rng: random.Random) -> tuple[Verdict, int]:
    """What a test of 50 % against 65 % accepts if the first bot wins this share, and after how many deals."""
    test = SequentialTest(CONTEST, 0.5, 0.65, 0.05)
    for deal in range(1000):
        for turned in range(2):
            verdict = test.add(game(deal, turned, rng.random() < share))
        if verdict:
            return verdict, test.deals
    return "", 1000


@pytest.mark.parametrize(("share", "wrong"), [(0.5, "high"), (0.65, "low")])
def test_errors_are_as_rare_as_stated_and_fewer_games_are_needed(share: float, wrong: Verdict) -> None:
    rng = random.Random(7)
    found = [tried(share, rng) for _ in range(TRIALS)]
    errors = sum(verdict == wrong for verdict, _ in found)
    assert errors <= 12, "5 % are 6; 13 or more have a chance of 1 %"
    fixed = 2 * (1.645 / 0.15) ** 2 * 0.25
    assert fmean(deals for _, deals in found) < 0.8 * fixed, "deals that a test of fixed size needs"


def test_deals_count_in_their_order_whatever_ends_first() -> None:
    test = SequentialTest(CONTEST, 0.5, 0.6, 0.05)
    for deal in range(LEAST_DEALS, 4 * LEAST_DEALS):
        for turned in range(2):
            assert not test.add(game(deal, turned, True))
    assert test.deals == 0
    rng = random.Random(1)
    for deal in range(LEAST_DEALS):
        for turned in range(2):
            verdict = test.add(game(deal, turned, rng.random() < 0.5))
    assert verdict == "high"
    assert LEAST_DEALS <= test.deals < 4 * LEAST_DEALS, "it ends where it is clear"


def test_an_arena_ends_when_it_is_clear(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "terres", "--bots", "greedy,random", "--games", "2000", "--sprt", "0.5,0.6", "--lang", "en"]
    with pytest.raises(SystemExit) as left:
        main([*words, "--json"])
    assert left.value.code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sprt"]["verdict"] == "high"
    assert told["games"] == 2 * told["sprt"]["deals"] < 2000
    for wrong in ("0.6", "0.6,0.5", "0,0.5", "a,b"):
        with pytest.raises(SystemExit) as left:
            main([*words[:-3], wrong, "--lang", "en"])
        assert left.value.code == 1
        assert "--sprt" in capsys.readouterr().err
