"""Trains heuristic weights by self-play: SPSA (an evolution strategy with mirrored sampling) with averaging.

Each trial perturbs all weights at random; bots with the perturbation play bots with its mirror image. Many trials
estimate a gradient for one step; steps get shorter, and the result averages the last ones. In games that all can lose
together, the effects of both sides would cancel out: there each side plays against the unchanged weights instead.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from meute.ai.trained_weights import TrainedWeights, weights_vector
from meute.bots.evaluators import declared, evaluator_for
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.bots.random_games import duel
from meute.bots.resume_log import ResumeLog
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import bit
from meute.core.options import settle_options
from meute.core.seats import Seats
from meute.games import find

TRIALS = 24
"""Perturbations tried for each step."""
AVERAGE_AFTER = 2 / 3
"""Share of the steps after which weights are averaged."""
PERTURBATION = 0.5
"""Standard deviation of a perturbation, in units of each weight."""
MIN_UNIT = 12.0
"""The unit of a weight is MIN_UNIT, in hundredths of a point, plus half of the weight's default."""
STEP = 0.2
DECAY = 0.8
"""Length of the first step in units of each weight, and the fraction by which the last step is shorter."""
MOMENTUM = 0.8
EPSILON = 1e-9


class SpsaPlan(msgspec.Struct, frozen=True):
    """One training: start weights, steps, and games per trial and seating. The encoded names are stored in resume
    logs."""

    game: str
    seats: int
    seed: int
    steps: int
    games: int
    start_weights: tuple[int, ...] = msgspec.field(name="habits")


@dataclass(frozen=True)
class SpsaTrial:
    """Result of one trial: how much better a perturbation did than its mirror image."""

    step: int
    number: int
    gain: float


@dataclass(frozen=True)
class Trained:
    """Trained weights, and the wins above the fair share against default weights before and after training."""

    weights: tuple[int, ...]
    before: float
    after: float


def train(plan: SpsaPlan, executor: Executor, path: Path, progress: Callable[[int, int], None]) -> Trained:
    """Train the weights; trials of an earlier run are read from the file at `path`."""
    units = units_of(find(plan.game))
    log = ResumeLog(plan, SpsaTrial, path)
    known = {(trial.step, trial.number): trial for trial in log.read()}
    fingerprint = partial(rules_fingerprint, plan.game, [str(seat) for seat in range(plan.seats)], {}, {})
    weights = [float(weight) for weight in plan.start_weights]
    momentum = [0.0] * len(units)
    sums = [0.0] * len(units)
    average_from = int(AVERAGE_AFTER * plan.steps)
    for step in range(plan.steps):
        left = [number for number in range(TRIALS) if (step, number) not in known]
        for trial in run_all(executor, partial(run_trial, plan, tuple(weights), step), left, fingerprint):
            known[step, trial.number] = log.add(trial)
            progress(len(known), plan.steps * TRIALS)
        gradient = [0.0] * len(units)
        for number in range(TRIALS):
            change, gain = perturbation(plan, step, number), known[step, number].gain
            gradient = [old + gain * one for old, one in zip(gradient, change, strict=True)]
        norm = math.sqrt(sum(one * one for one in gradient) / len(gradient)) + EPSILON
        momentum = [MOMENTUM * old + (1 - MOMENTUM) * one / norm for old, one in zip(momentum, gradient, strict=True)]
        length = STEP * (1 - DECAY * step / plan.steps)
        weights = [weight + length * one * unit for weight, one, unit in zip(weights, momentum, units, strict=True)]
        if step >= average_from:
            sums = [old + weight for old, weight in zip(sums, weights, strict=True)]
    found = rounded([total / (plan.steps - average_from) for total in sums])
    return Trained(found, wins_above_share(plan, plan.start_weights), wins_above_share(plan, found))


def units_of(game: Game) -> list[float]:
    """The unit of each weight (see MIN_UNIT)."""
    return [MIN_UNIT + abs(first) / 2 for first in declared(game).first_guesses()]


def perturbation(plan: SpsaPlan, step: int, number: int) -> list[float]:
    """The perturbation of a trial, in units of each weight."""
    drawn = random.Random(f"{plan.seed} {step} {number}")
    return [PERTURBATION * drawn.gauss(0, 1) for _ in plan.start_weights]


def run_trial(plan: SpsaPlan, weights: Sequence[float], step: int, number: int) -> SpsaTrial:
    game, deals = find(plan.game), step * TRIALS + number
    change = [one * unit for one, unit in zip(perturbation(plan, step, number), units_of(game), strict=True)]
    plus = rounded([weight + one for weight, one in zip(weights, change, strict=True)])
    minus = rounded([weight - one for weight, one in zip(weights, change, strict=True)])
    if not game.can_all_lose:
        return SpsaTrial(step, number, sum(compare(plan, plus, minus, deals)))
    gains = [sum(compare(plan, side, rounded(weights), deals)) for side in (plus, minus)]
    return SpsaTrial(step, number, gains[0] - gains[1])


def compare(plan: SpsaPlan, first: Sequence[int], second: Sequence[int], deals: int) -> tuple[float, float]:
    """Mean wins of the first weights above the fair share, and their mean lead, over all seatings of the same deals."""
    game = find(plan.game)
    start = initial_state(game, plan.seats)
    evaluator = evaluator_for(game, start, TrainedWeights((), ()))
    seed = plan.seed * 1_000_003 + deals
    wins, lead = 0.0, 0.0
    for mine in seatings(plan.seats):
        more, further = duel(
            evaluator, start, weights_vector(first), weights_vector(second), mine, plan.games, Generator(seed)
        )
        wins, lead = wins + more, lead + further
    return wins / len(seatings(plan.seats)), lead / len(seatings(plan.seats))


def seatings(seats: int) -> list[Seats]:
    """For each seating, the set of seats that play by the first weights: every other seat, or as near to that as an odd
    number of seats allows."""
    rotations = range(seats if seats % 2 else 2)
    return [sum(bit((first + 2 * k) % seats) for k in range(seats // 2)) for first in rotations]


def wins_above_share(plan: SpsaPlan, weights: Sequence[int]) -> float:
    """Wins above the fair share against default weights, on deals that no trial has used."""
    defaults = declared(find(plan.game)).first_guesses()
    return compare(msgspec.structs.replace(plan, games=TRIALS * plan.games), weights, defaults, plan.steps * TRIALS)[0]


def initial_state(game: Game, seats: int) -> State:
    """The state before the first chance event."""
    start = game.start(seats, settle_options(game.options, {}, game.version), game.box())
    start.advance()
    return start


def rounded(weights: Sequence[float]) -> tuple[int, ...]:
    """Weights rounded to integers, as games use them."""
    return tuple(round(weight) for weight in weights)
