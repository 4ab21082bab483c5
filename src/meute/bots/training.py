"""Habits out of games against oneself: small changes are tried both ways at once, and what wins is kept up.

Each trial lets habits that were changed a little play against the same habits changed the other way; the better half of
many such changes shows the way for a step (an evolution strategy with mirrored sampling).
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from meute.bots.crew import Crew, carry_out, proof_of_rules
from meute.bots.fitting import Fitted
from meute.bots.notes import Notes
from meute.bots.playout import duel
from meute.bots.weights import Weights
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.options import settle_options
from meute.games import find

TRIALS = 24
"""Changes that are tried before each step."""
PERIOD = 30
"""Steps of a round."""
CHANGE = 0.6
"""How large changes are, in units of each habit: a few points, and half of its first guess."""
LEAST_UNIT = 25.0
STEP = 0.15
"""How far a step leads at most, in the same units."""
STEADY = 0.8
"""How much of a step goes where the last ones went."""
LEAST = 1e-9


@dataclass(frozen=True)
class Course:
    """What is trained: habits, from these on, by so many games for each trial and seat."""

    game: str
    seats: int
    seed: int
    games: int
    habits: Weights


@dataclass(frozen=True)
class Trial:
    """How much better a change did than its opposite."""

    step: int
    number: int
    gain: float


def train(course: Course, crew: Crew, path: Path, tell: Callable[[int, int], None]) -> Fitted:
    """The habits after one round, and the share of games by habit alone that they lose to the first guess, before and
    after; what an earlier run has tried is read again."""
    units = units_of(find(course.game))
    notes = Notes(course, Trial, path)
    known = {(trial.step, trial.number): trial for trial in notes.read()}
    proof = partial(proof_of_rules, course.game, [str(seat) for seat in range(course.seats)], {}, {})
    habits = list(course.habits)
    way = [0.0] * len(units)
    for step in range(PERIOD):
        left = [number for number in range(TRIALS) if (step, number) not in known]
        for trial in carry_out(crew, partial(attempt, course, tuple(habits), step), left, proof):
            known[step, trial.number] = notes.add(trial)
            tell(len(known), PERIOD * TRIALS)
        slope = [0.0] * len(units)
        for number in range(TRIALS):
            change, gain = changes(course, step, number), known[step, number].gain
            slope = [old + gain * one for old, one in zip(slope, change, strict=True)]
        longest = math.sqrt(sum(one * one for one in slope) / len(slope)) + LEAST
        way = [STEADY * old + (1 - STEADY) * one / longest for old, one in zip(way, slope, strict=True)]
        habits = [habit + STEP * one * unit for habit, one, unit in zip(habits, way, units, strict=True)]
    games = 2 * course.games * TRIALS * PERIOD
    return Fitted(tuple(habits), games, lost(course, course.habits), lost(course, habits))


def units_of(game: Game) -> list[float]:
    """By how much habits are changed."""
    return [LEAST_UNIT + abs(first) / 2 for first in game.habits.values()]


def changes(course: Course, step: int, number: int) -> list[float]:
    """The change that a trial tries, in units of each habit."""
    drawn = random.Random(f"{course.seed} {step} {number}")
    return [CHANGE * drawn.gauss(0, 1) for _ in course.habits]


def attempt(course: Course, habits: Weights, step: int, number: int) -> Trial:
    """One trial."""
    units = units_of(find(course.game))
    change = [one * unit for one, unit in zip(changes(course, step, number), units, strict=True)]
    better = [habit + one for habit, one in zip(habits, change, strict=True)]
    worse = [habit - one for habit, one in zip(habits, change, strict=True)]
    return Trial(step, number, sum(compared(course, better, worse, step * TRIALS + number)))


def compared(course: Course, first: Sequence[float], second: Sequence[float], luck: int) -> tuple[float, float]:
    """How many games more the first habits win of each, and how far they lead, from both seats on the same deals."""
    game = find(course.game)
    start = opening(game, course.seats)
    seed = course.seed * 1_000_003 + luck
    one, other = rounded(first), rounded(second)
    wins, lead = duel(game, start, one, other, course.games, Generator(seed))
    lost, behind = duel(game, start, other, one, course.games, Generator(seed))
    return (wins - lost) / 2, (lead - behind) / 2


def lost(course: Course, habits: Sequence[float]) -> float:
    """The share of games by habit alone that is lost to the first guess, on deals that no trial has seen."""
    guess = list(map(float, find(course.game).habits.values()))
    wins, _ = compared(replace(course, games=TRIALS * course.games), habits, guess, PERIOD * TRIALS)
    return (1 - wins) / 2


def opening(game: Game, seats: int) -> State:
    """A table before chance has laid it out."""
    start = game.start(seats, settle_options(game.options, {}, game.version), game.box())
    start.settle()
    return start


def rounded(habits: Sequence[float]) -> vec[i64]:
    """Habits as players have them."""
    return vec[i64]([round(habit) for habit in habits])
