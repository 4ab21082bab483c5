"""Calibrated win probabilities of all seats, from rollouts and from the evaluation of the state.

Rollouts are few and play weakly; the evaluation ignores luck. The weights of both, early and late in a game, were
fitted on games between the difficulty levels (bench/calibration.py) and lie in the game's `ai/calibration.json`.
"""

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from meute.bots.evaluators import trained, trained_evaluator
from meute.bots.rollout import rollout
from meute.bots.value import Value
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game

FILE = "calibration.json"
MIN_ROLLOUT_WEIGHT = 0.05
"""Smallest weight of the rollouts: a choice that wins more of them never gets a lower probability."""
MIN_SHARE = 0.001
"""Floor of a win rate before taking its logarithm."""
LOGIT_MARGIN = 0.01
"""Distance that probabilities keep from 0 and 1 before taking the logit."""

Calibration = tuple[float, float, float, float]
"""Weight of the rollouts at the start of a game and its change by the end; then the same two for the evaluation."""


@dataclass(frozen=True)
class TableSample:
    """Rollout wins of each seat, number of rollouts, each seat's lead by evaluation, and the stage of the game (0 to
    1)."""

    wins: tuple[float, ...]
    games: int
    leads: tuple[float, ...]
    stage: float


@cache
def load_calibration(game: Game) -> Calibration | None:
    """The calibration shipped with a game; None if there is none for this version of the rules."""
    file = files(f"meute.games.{game.id}").joinpath("ai", FILE)
    return parse_calibration(game, json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def parse_calibration(game: Game, stored: Mapping[str, Any]) -> Calibration | None:
    """Parse a calibration; None for another game or another version of the rules."""
    if (stored["game"], stored["rules"]) != (game.id, game.version):
        return None
    rollouts_early, rollouts_added, evaluation_early, evaluation_added = map(float, stored["trust"])
    return rollouts_early, rollouts_added, evaluation_early, evaluation_added


def write_calibration(game: Game, calibration: Sequence[float]) -> str:
    """The calibration as JSON text."""
    return (
        json.dumps({"game": game.id, "rules": game.version, "trust": [round(part, 3) for part in calibration]}) + "\n"
    )


def win_probabilities(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> tuple[list[float], int]:
    """Win probability of each seat in a full state, and the number of rollouts used."""
    sample = sample_table(game, s, rng, games, milliseconds)
    return sample_probabilities(sample, load_calibration(game)), sample.games


def sample_table(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> TableSample:
    """Roll out and evaluate a full state."""
    wins, turns, played = [0.0] * s.seats, 0, 0
    for end in sample_results(game, s, rng, games, milliseconds):
        wins = [sum(pair) for pair in zip(wins, winners(game, end), strict=True)]
        turns += game.turns_taken(end)
        played += 1
    return TableSample(tuple(wins), played, leads(game, s), stage(game, s, turns / played))


def sample_probabilities(sample: TableSample, calibration: Calibration | None) -> list[float]:
    """Win probability of each seat from a sample."""
    seats = len(sample.wins)
    win_rates = [estimate(won, sample.games, seats) for won in sample.wins]
    return calibrated(win_rates, sample.leads, sample.stage, calibration)


def calibrated(
    win_rates: Sequence[float], leads: Sequence[float], stage: float, calibration: Calibration | None
) -> list[float]:
    """Combine win rates of rollouts with leads by evaluation; the result has the same sum as `win_rates`."""
    if calibration is None:
        return list(win_rates)
    rollout_weight = max(calibration[0] + stage * calibration[1], MIN_ROLLOUT_WEIGHT)
    evaluation_weight = max(calibration[2] + stage * calibration[3], 0.0)
    sums = [
        rollout_weight * math.log(max(share, MIN_SHARE)) + evaluation_weight * lead
        for share, lead in zip(win_rates, leads, strict=True)
    ]
    powers = [math.exp(one - max(sums)) for one in sums]
    return [sum(win_rates) * power / sum(powers) for power in powers]


def leads(game: Game, s: State) -> tuple[float, ...]:
    """Each seat's lead as log odds: by the value function if the game has one for this number of seats, else by its
    evaluation."""
    coefficients = trained(game, s.seats).coefficients
    evaluator = trained_evaluator(game, s)
    evaluate = Value(evaluator, s.seats, coefficients).evaluate if coefficients else evaluator.evaluate
    return tuple(2.0 * float(evaluate(s, seat)) / evaluator.decisive_lead for seat in range(s.seats))


def stage(game: Game, s: State, turns: float) -> float:
    """Stage of the game from 0 to 1, if the whole game takes `turns` turns."""
    return min(float(game.turns_taken(s)) / turns, 1.0) if turns else 0.0


def estimate(wins: float, games: int, seats: int) -> float:
    """Win rate with a uniform prior of one win per seat."""
    return (wins + 1) / (games + seats)


def logit(probability: float) -> float:
    """Log odds of a probability."""
    probability = min(max(probability, LOGIT_MARGIN), 1 - LOGIT_MARGIN)
    return math.log(probability / (1 - probability))


def winners(game: Game, s: State) -> list[float]:
    """Each seat's share of the win; all 0 if no seat wins or the game is not over."""
    places = list(game.places(s)) if s.is_over() else []
    first = places.count(1)
    return [1 / first if first and place == 1 else 0.0 for place in places] or [0.0] * s.seats


def sample_results(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> Iterator[State]:
    """Final states of up to `games` rollouts: at least one, then as many as `milliseconds` allow (0: no limit)."""
    end = time.monotonic() + milliseconds / 1000
    evaluator = trained_evaluator(game, s)
    for n in range(games):
        if n and milliseconds and time.monotonic() >= end:
            return
        after = s.copy()
        rollout(evaluator, after, rng)
        yield after
