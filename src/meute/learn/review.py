"""Reviews a finished game: a seat's most costly decisions, and how much of the result was luck.

The move played and the best move of a search are rolled out in the same worlds; only significant differences are
reported. Luck is the mean lead after chance events minus the mean lead before them.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from meute.bots.intervals import Z95
from meute.bots.search import Search
from meute.bots.win_probability import sample_results
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.seats import CHANCE
from meute.learn.puzzle_mining import lead, roll_out
from meute.match import Match

MAX_REPORTED = 3
"""Largest number of decisions reported."""
MIN_LOSS = 0.5
"""Smallest loss reported, in points."""
MIN_WORLDS = 20
"""Fewer worlds give no reliable error."""
MAX_LUCK_ERROR = 10.0
"""Largest 95 % error, in points, with which luck is reported."""


@dataclass(frozen=True)
class Effort:
    """Milliseconds of search, then worlds and milliseconds of rollouts, for one decision or one chance event."""

    thinking: int
    worlds: int
    playing: int


DEFAULT_EFFORT = Effort(400, 300, 600)
"""Takes about a second."""


@dataclass(frozen=True)
class DecisionCost:
    """A decision, the better move, and the points lost with their 95 % error."""

    step: int
    played: int
    better: int
    loss: float
    error: float


def decisions(match: Match, seat: int) -> list[int]:
    """Steps at which the seat had a choice."""
    own = [step for step, past in enumerate(match.steps) if past.seat == seat]
    return [step for step in own if len(View(match.game, match.state_at(step), seat).legal_actions()) > 1]


def decision_cost(view: View, step: int, played: int, rng: Generator, effort: Effort) -> DecisionCost | None:
    """The cost of a decision; None if it is not significant."""
    search = Search(view, rng)
    search.think(0, effort.thinking)
    better = search.ranked()[0][0]
    if better == played:
        return None
    ends = roll_out(view, [better, played], effort.worlds, rng, effort.playing)
    if len(ends[played].leads) < MIN_WORLDS:
        return None
    loss, error = paired_difference(ends[better].leads, ends[played].leads)
    return DecisionCost(step, played, better, loss, error) if loss >= max(MIN_LOSS, error) else None


def most_costly(prices: list[DecisionCost]) -> list[DecisionCost]:
    """The most costly decisions, in the order of the game."""
    return sorted(sorted(prices, key=lambda one: -one.loss)[:MAX_REPORTED], key=lambda one: one.step)


def paired_difference(one: list[int], other: list[int]) -> tuple[float, float]:
    """Mean paired difference and its 95 % error."""
    more = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(more) / len(more)
    return mean, Z95 * math.sqrt(sum((value - mean) ** 2 for value in more)) / len(more)


def chance_events(match: Match) -> Iterator[tuple[State, State]]:
    """States before and after each run of chance events."""
    for seat, run in groupby(range(len(match.steps)), key=lambda step: match.steps[step].seat):
        steps = list(run)
        if seat == CHANCE:
            yield match.state_at(steps[0]), match.state_at(steps[-1] + 1)


def luck(
    game: Game, tables: list[tuple[State, State]], seat: int, rng: Generator, effort: Effort
) -> tuple[float, float] | None:
    """Points of lead that chance events gave the seat, with the 95 % error; None if the error is too large."""
    total = variance = 0.0
    for pair in tables:
        for table, sign in zip(pair, (-1, 1), strict=True):
            ends = sample_results(game, table, rng, effort.worlds, effort.playing)
            leads = [lead(game, s, seat) for s in ends]
            if len(leads) < MIN_WORLDS:
                return None
            mean = sum(leads) / len(leads)
            total += sign * mean
            variance += sum((value - mean) ** 2 for value in leads) / max(1, len(leads) - 1) / len(leads)
    error = Z95 * math.sqrt(variance)
    return (total, error) if 0 < error < MAX_LUCK_ERROR else None
