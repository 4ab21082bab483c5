"""Chances are calibrated by what was learned, where it fits the rules, and keep what imagined games say in order."""

import json
from itertools import pairwise

import pytest

from meute.bots.win_probability import (
    Calibration,
    TableSample,
    calibrated,
    load_calibration,
    parse_calibration,
    sample_probabilities,
    write_calibration,
)
from meute.games import GAMES

TRUST: Calibration = (0.4, 0.6, 0.1, 0.4)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_how_far_chances_are_to_be_trusted(game: str) -> None:
    trust = load_calibration(GAMES[game])
    assert trust is not None
    assert trust[0] + trust[1] > 0, "imagined games"
    assert trust[2] + trust[3] > 0, "and the judgement count by the end"


def test_a_calibration_of_other_rules_is_refused() -> None:
    game = GAMES["clan"]
    stored = json.loads(write_calibration(game, TRUST))
    assert parse_calibration(game, stored) == TRUST
    assert parse_calibration(game, stored | {"rules": game.version + 1}) is None
    assert parse_calibration(GAMES["terres"], stored) is None


def test_without_trust_imagined_games_count_alone() -> None:
    assert sample_probabilities(TableSample((3.0, 1.0), 4, (-9.0, 9.0), 0.5), None) == pytest.approx([4 / 6, 2 / 6])


@pytest.mark.parametrize("stage", [0.0, 0.5, 1.0])
def test_who_wins_more_imagined_games_is_told_more(stage: float) -> None:
    rising = [calibrated([share, 1 - share], (0.3, -0.3), stage, TRUST)[0] for share in (0.0, 0.2, 0.5, 0.8, 1.0)]
    assert all(one < two for one, two in pairwise(rising))
    never_less = [calibrated([share, 1 - share], (0.3, -0.3), stage, (-1.0, 0.0, 0.5, 0.0))[0] for share in (0.2, 0.8)]
    assert never_less[0] < never_less[1]


def test_who_leads_is_told_more_the_later_the_more() -> None:
    early, late = (calibrated([0.4, 0.4, 0.2], (2.0, 0.0, 0.0), stage, TRUST) for stage in (0.0, 1.0))
    assert early[1] < early[0] < late[0]
    assert sum(early) == pytest.approx(1)


def test_what_nobody_wins_stays_nobodys() -> None:
    sample = TableSample((2.0, 0.0, 1.0), 9, (1.0, 0.0, -1.0), 0.5)
    assert sum(sample_probabilities(sample, TRUST)) == pytest.approx(6 / 12)
