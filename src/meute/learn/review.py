"""Looking back at a finished game: a seat's dearest decisions, and how much of the result was luck.

What was played and what the alpha would have played are played on in the same worlds with the same luck; a difference
is told only beyond its own error. Luck is what the table was worth after chance had spoken, less what before.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from meute.bots.chances import play_many
from meute.bots.search import Search
from meute.bots.shares import SURE
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.seats import CHANCE
from meute.learn.mine import lead, play_on
from meute.match import Match

DEAREST = 3
"""Decisions that are told."""
LEAST_LOSS = 0.5
"""Points that are worth telling."""
FEWEST_WORLDS = 20
"""Fewer tell nothing, not even their own error."""
CLEAR_LUCK = 10.0
"""Points either way within which luck must be known, or nothing is said of it."""


@dataclass(frozen=True)
class Effort:
    """Milliseconds of search, then worlds and milliseconds of playing on, for one decision or one draw."""

    thinking: int
    worlds: int
    playing: int


LOOK_BACK = Effort(400, 300, 600)
"""About a second."""


@dataclass(frozen=True)
class Price:
    """A decision, what the alpha would have played, and how many points less it brought, with its 95 % error."""

    step: int
    played: int
    better: int
    loss: float
    error: float


def decisions(match: Match, seat: int) -> list[int]:
    """The steps before which the seat had something to choose."""
    own = [step for step, past in enumerate(match.steps) if past.seat == seat]
    return [step for step in own if len(View(match.game, match.state_at(step), seat).options()) > 1]


def price(view: View, step: int, played: int, rng: Generator, effort: Effort) -> Price | None:
    """What a decision cost, if that can be told."""
    search = Search(view, rng)
    search.think(0, effort.thinking)
    better = search.ranked()[0][0]
    if better == played:
        return None
    ends = play_on(view, [better, played], effort.worlds, rng, effort.playing)
    if len(ends[played].leads) < FEWEST_WORLDS:
        return None
    loss, error = paired(ends[better].leads, ends[played].leads)
    return Price(step, played, better, loss, error) if loss >= max(LEAST_LOSS, error) else None


def dearest(prices: list[Price]) -> list[Price]:
    """The few that cost most, in the order of the game."""
    return sorted(sorted(prices, key=lambda one: -one.loss)[:DEAREST], key=lambda one: one.step)


def paired(one: list[int], other: list[int]) -> tuple[float, float]:
    """The mean difference world by world, and its 95 % error."""
    more = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(more) / len(more)
    return mean, SURE * math.sqrt(sum((value - mean) ** 2 for value in more)) / len(more)


def draws(match: Match) -> Iterator[tuple[State, State]]:
    """The table before and after each time that chance spoke."""
    for seat, run in groupby(range(len(match.steps)), key=lambda step: match.steps[step].seat):
        steps = list(run)
        if seat == CHANCE:
            yield match.state_at(steps[0]), match.state_at(steps[-1] + 1)


def luck(
    game: Game, tables: list[tuple[State, State]], seat: int, rng: Generator, effort: Effort
) -> tuple[float, float] | None:
    """How many points of lead chance gave the seat, by the tables before and after each time it spoke, and the 95 %
    error; None where that cannot be told."""
    total = variance = 0.0
    for pair in tables:
        for table, sign in zip(pair, (-1, 1), strict=True):
            ends = play_many(game, table, rng, effort.worlds, effort.playing)
            leads = [lead(game, s, seat) for s in ends]
            if len(leads) < FEWEST_WORLDS:
                return None
            mean = sum(leads) / len(leads)
            total += sign * mean
            variance += sum((value - mean) ** 2 for value in leads) / max(1, len(leads) - 1) / len(leads)
    error = SURE * math.sqrt(variance)
    return (total, error) if 0 < error < CLEAR_LUCK else None
