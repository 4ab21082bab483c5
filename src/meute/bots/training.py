"""Habits out of games against oneself: small changes are tried both ways at once, and what wins is kept up.

Each trial lets players whose habits were changed a little sit with others whose same habits were changed the other way;
many such changes together show the way for a step, and steps grow shorter (an evolution strategy with mirrored
sampling). Where all can lose together, what one kind does for everybody the other kind would undo, and no trial would
show it: there each kind sits with others whose habits are as they were. What the last steps led to on average is kept.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from meute.bots.crew import Crew, carry_out, proof_of_rules
from meute.bots.notes import Notes
from meute.bots.playout import duel
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game
from meute.core.learned import minded
from meute.core.numbers import bit
from meute.core.options import settle_options
from meute.core.seats import Seats
from meute.games import find

TRIALS = 24
"""Changes that are tried before each step."""
SETTLED = 2 / 3
"""After this part of the steps, habits are averaged."""
CHANGE = 0.5
"""How large changes are, in units of each habit: a few hundredths of a point, and half of its first guess."""
LEAST_UNIT = 12.0
STEP = 0.2
SHORTER = 0.8
"""How far the first step leads at most, in the same units, and by how much the last one is shorter."""
STEADY = 0.8
"""How much of a step goes where the last ones went."""
LEAST = 1e-9


@dataclass(frozen=True)
class Course:
    """What is trained: habits, from these on, in so many steps, by so many games for each trial and sitting."""

    game: str
    seats: int
    seed: int
    steps: int
    games: int
    habits: tuple[int, ...]


@dataclass(frozen=True)
class Trial:
    """How much better a change did than its opposite."""

    step: int
    number: int
    gain: float


@dataclass(frozen=True)
class Trained:
    """New habits, and how much more of the wins than their part players have by them beside others with first guesses,
    before and after."""

    habits: tuple[int, ...]
    before: float
    after: float


def train(course: Course, crew: Crew, path: Path, tell: Callable[[int, int], None]) -> Trained:
    """One round; what an earlier run has tried is read again."""
    units = units_of(find(course.game))
    notes = Notes(course, Trial, path)
    known = {(trial.step, trial.number): trial for trial in notes.read()}
    proof = partial(proof_of_rules, course.game, [str(seat) for seat in range(course.seats)], {}, {})
    habits = [float(habit) for habit in course.habits]
    way = [0.0] * len(units)
    sums = [0.0] * len(units)
    settled = int(SETTLED * course.steps)
    for step in range(course.steps):
        left = [number for number in range(TRIALS) if (step, number) not in known]
        for trial in carry_out(crew, partial(attempt, course, tuple(habits), step), left, proof):
            known[step, trial.number] = notes.add(trial)
            tell(len(known), course.steps * TRIALS)
        slope = [0.0] * len(units)
        for number in range(TRIALS):
            change, gain = changes(course, step, number), known[step, number].gain
            slope = [old + gain * one for old, one in zip(slope, change, strict=True)]
        longest = math.sqrt(sum(one * one for one in slope) / len(slope)) + LEAST
        way = [STEADY * old + (1 - STEADY) * one / longest for old, one in zip(way, slope, strict=True)]
        length = STEP * (1 - SHORTER * step / course.steps)
        habits = [habit + length * one * unit for habit, one, unit in zip(habits, way, units, strict=True)]
        if step >= settled:
            sums = [old + habit for old, habit in zip(sums, habits, strict=True)]
    found = rounded([total / (course.steps - settled) for total in sums])
    return Trained(found, ahead(course, course.habits), ahead(course, found))


def units_of(game: Game) -> list[float]:
    """By how much habits are changed."""
    return [LEAST_UNIT + abs(first) / 2 for first in game.habits.values()]


def changes(course: Course, step: int, number: int) -> list[float]:
    """The change that a trial tries, in units of each habit."""
    drawn = random.Random(f"{course.seed} {step} {number}")
    return [CHANGE * drawn.gauss(0, 1) for _ in course.habits]


def attempt(course: Course, habits: Sequence[float], step: int, number: int) -> Trial:
    """One trial."""
    game, luck = find(course.game), step * TRIALS + number
    change = [one * unit for one, unit in zip(changes(course, step, number), units_of(game), strict=True)]
    one_way = rounded([habit + one for habit, one in zip(habits, change, strict=True)])
    other_way = rounded([habit - one for habit, one in zip(habits, change, strict=True)])
    if not game.shared:
        return Trial(step, number, sum(compared(course, one_way, other_way, luck)))
    gains = [sum(compared(course, way, rounded(habits), luck)) for way in (one_way, other_way)]
    return Trial(step, number, gains[0] - gains[1])


def compared(course: Course, first: Sequence[int], second: Sequence[int], luck: int) -> tuple[float, float]:
    """How much more of the wins than their part those with the first habits have, and how far they lead, from all
    sittings on the same deals."""
    game = find(course.game)
    start = opening(game, course.seats)
    seed = course.seed * 1_000_003 + luck
    wins, lead = 0.0, 0.0
    for mine in sittings(course.seats):
        more, further = duel(game, start, minded(first), minded(second), mine, course.games, Generator(seed))
        wins, lead = wins + more, lead + further
    return wins / len(sittings(course.seats)), lead / len(sittings(course.seats))


def sittings(seats: int) -> list[Seats]:
    """Where players of the first kind may sit: every other seat, or as near as an odd number allows."""
    turnings = range(seats if seats % 2 else 2)
    return [sum(bit((first + 2 * k) % seats) for k in range(seats // 2)) for first in turnings]


def ahead(course: Course, habits: Sequence[int]) -> float:
    """How much more of the wins than their part players have by habits beside others with first guesses, on deals that
    no trial has seen."""
    guess = tuple(find(course.game).habits.values())
    return compared(replace(course, games=TRIALS * course.games), habits, guess, course.steps * TRIALS)[0]


def opening(game: Game, seats: int) -> State:
    """A table before chance has laid it out."""
    start = game.start(seats, settle_options(game.options, {}, game.version), game.box())
    start.settle()
    return start


def rounded(habits: Sequence[float]) -> tuple[int, ...]:
    """Habits as players have them."""
    return tuple(round(habit) for habit in habits)
