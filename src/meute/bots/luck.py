"""Luck ledger of a finished game: how much of a seat's result was chance, its own choices, and those of the others.

The game is cut wherever another seat or chance takes over. At each cut, rollouts and the evaluation estimate the win
probability of every seat, as on the curve; before a draw it is the mean over the outcomes. What changes between two
cuts belongs to the one that acted there, so that all parts together lead from the first win probability to the result.
Errors are those of the sampling.
"""

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, variance
from typing import NamedTuple, TypeVar

from meute.bots.evaluators import trained_evaluator
from meute.bots.intervals import Z95
from meute.bots.rollout import rollout
from meute.bots.win_probability import calibrated, estimate, leads, load_calibration, stage, winners
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.seats import BY_CHANCE, CHANCE
from meute.match import Match

MIN_ROLLOUTS = 4
"""Fewest rollouts of a cut."""
MAX_TOLD = 3
"""Largest number of draws told one by one."""
MIN_CHANGE = 0.01
"""Smallest change that is told."""
MAX_CUTS = 250
"""Largest number of cuts: their positions are sent to a worker in one message."""
OTHERS = -2
"""All seats but one and chance, where a game is cut."""

T = TypeVar("T")


class CutValue(NamedTuple):
    """The win probability of each seat at a cut, and the variances of these estimates."""

    chances: tuple[float, ...]
    variances: tuple[float, ...]


class Part(NamedTuple):
    """A change of a seat's win probability, and its 95 % error."""

    change: float
    error: float


class LuckyDraw(NamedTuple):
    """Draws in a row, from a step up to another one, and what they changed."""

    first: int
    last: int
    part: Part

    def is_told(self) -> bool:
        """Whether the change is worth a point and outside its error."""
        return abs(self.part.change) >= max(MIN_CHANGE, self.part.error)


@dataclass(frozen=True)
class Ledger:
    """How a seat came from its win probability at the start to its share of the win: `start` and the four parts add up
    to `end`. `rest`: stretches in which several acted between two cuts, and an early end."""

    seat: int
    start: float
    end: float
    luck: Part
    own: Part
    others: Part
    rest: Part
    draws: tuple[LuckyDraw, ...]
    """The draws that changed most, the largest first."""
    other_draws: int
    """The number of the others."""


def cuts(match: Match, seat: int | None = None) -> list[int]:
    """The steps at which chance, the seat, or one of the others takes over (without a seat: any other seat), with the
    start and the end. They are evaluated in this order: start and end, both sides of each draw, all others."""
    acting = [past.seat if seat is None or past.seat in (seat, CHANCE) else OTHERS for past in match.steps]
    return [*dict.fromkeys([*draw_sides(match), *spread_evenly(changes(acting))])][:MAX_CUTS]


def draw_sides(match: Match) -> list[int]:
    """Start and end, then both sides of each draw: all that the luck of every seat needs."""
    acting = [past.seat == CHANCE for past in match.steps]
    ends = [0, *changes(acting), len(acting)]
    draws = [pair for pair in pairwise(ends) if acting and acting[pair[0]]]
    sides = [step for draw in spread_evenly(draws) for step in draw]
    return [*dict.fromkeys([0, len(acting), *sides])][:MAX_CUTS]


def changes(acting: Sequence[int]) -> list[int]:
    """The steps before which another one acted."""
    return [step for step in range(1, len(acting)) if acting[step - 1] != acting[step]]


def spread_evenly(items: Sequence[T]) -> list[T]:
    """The items in an order whose every beginning is spread over all of them."""
    return [*items[::8], *items[4::8], *items[2::4], *items[1::2]]


def value_cuts(
    game: Game, tables: Sequence[tuple[int, State]], rng: Generator, games: int, milliseconds: int
) -> dict[int, CutValue]:
    """The values of the states at some cuts, each with up to `games` rollouts. `milliseconds` (0: no limit) are shared
    among them; cuts for which none are left are left out."""
    found: dict[int, CutValue] = {}
    begin = time.monotonic()
    for n, (step, table) in enumerate(tables):
        left = milliseconds - 1000 * (time.monotonic() - begin)
        if n > 1 and milliseconds and left <= 0:
            break
        found[step] = value_cut(game, table, rng, games, max(1, round(left / (len(tables) - n))) if milliseconds else 0)
    return found


def value_cut(game: Game, table: State, rng: Generator, games: int, milliseconds: int = 0) -> CutValue:
    """The value of a state."""
    if table.is_over():
        return CutValue(tuple(winners(game, table)), (0.0,) * table.seats)
    end = time.monotonic() + milliseconds / 1000
    evaluator = trained_evaluator(game, table)
    decided, judged, won = list[tuple[float, ...]](), list[tuple[float, ...]](), list[list[float]]()
    turns = 0.0
    for n in range(games):
        if n >= MIN_ROLLOUTS and milliseconds and time.monotonic() >= end:
            break
        after = table.copy()
        draw_all(after, rng)
        if after.is_over():
            decided.append(tuple(winners(game, after)))
            continue
        if not judged or table.awaits_chance():
            judged.append(leads(game, after))
        rollout(evaluator, after, rng)
        won.append(winners(game, after))
        turns += float(game.turns_taken(after))
    if not won:
        return CutValue(means(decided), tuple(spread / len(decided) for spread in variances(decided)))
    sums, reached, weights = [sum(one) for one in zip(*won, strict=True)], turns / len(won), load_calibration(game)

    def chances(wins: Sequence[float], count: int, lead: Sequence[float]) -> list[float]:
        win_rates = [estimate(share, count, len(wins)) for share in wins]
        return calibrated(win_rates, lead, stage(game, table, reached), weights)

    outcomes = [*decided, *(tuple(chances(sums, len(won), lead)) for lead in judged)]
    if not table.awaits_chance():
        spread = tuple(0.0 for _ in sums)
    else:
        spread = tuple(one / len(outcomes) for one in variances(outcomes))
    middle = means(judged)
    without = [
        chances([total - share for total, share in zip(sums, one, strict=True)], len(won) - 1, middle) for one in won
    ]
    part = (len(won) / (len(won) + len(decided))) ** 2
    sampled = [part * (len(won) - 1) ** 2 / len(won) * one for one in variances(without)]
    return CutValue(means(outcomes), tuple(a + b for a, b in zip(spread, sampled, strict=True)))


def draw_all(s: State, rng: Generator) -> None:
    """Draws for chance, in place, until a seat must decide or the game is over."""
    out = Choices()
    while s.to_act == BY_CHANCE:
        s.apply(CHANCE, s.random_action(CHANCE, out, rng))


def means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The mean of each column."""
    return tuple(map(fmean, zip(*rows, strict=True)))


def variances(rows: Sequence[Sequence[float]]) -> list[float]:
    """The variance of each column; 0 for a single row."""
    return [variance(column) if len(rows) > 1 else 0.0 for column in zip(*rows, strict=True)]


def ledger(match: Match, values: Mapping[int, CutValue], seat: int) -> Ledger:
    """The ledger of a seat from the values of the start, the end and other cuts."""
    result = match.result()
    assert result is not None
    first, last = 0, len(match.steps)
    end = 1 / result.places.count(1) if result.places[seat] == 1 else 0.0
    stretches = list(pairwise(sorted(values)))
    kinds = [kind_of(match, here, there, seat) for here, there in stretches]

    def change(here: int, there: int) -> float:
        return values[there].chances[seat] - values[here].chances[seat]

    def part(kind: str) -> Part:
        """All stretches of a kind; a cut between two of them does not count."""
        signs: dict[int, int] = {}
        own = [stretch for stretch, other in zip(stretches, kinds, strict=True) if other == kind]
        for here, there in own:
            signs[here], signs[there] = signs.get(here, 0) - 1, signs.get(there, 0) + 1
        return Part(sum(change(*pair) for pair in own), error_of((step for step, sign in signs.items() if sign)))

    def error_of(steps: Iterable[int]) -> float:
        return Z95 * math.sqrt(sum(values[step].variances[seat] for step in steps))

    drawn = [
        LuckyDraw(here, there, Part(change(here, there), error_of((here, there))))
        for (here, there), kind in zip(stretches, kinds, strict=True)
        if kind == "luck"
    ]
    told = sorted(filter(LuckyDraw.is_told, drawn), key=lambda draw: -abs(draw.part.change))[:MAX_TOLD]
    rest = part("rest")
    return Ledger(
        seat=seat,
        start=values[first].chances[seat],
        end=end,
        luck=part("luck"),
        own=part("own"),
        others=part("others"),
        rest=Part(rest.change + end - values[last].chances[seat], rest.error),
        draws=tuple(told),
        other_draws=len(drawn) - len(told),
    )


def kind_of(match: Match, here: int, there: int, seat: int) -> str:
    """The part of a seat's ledger to which a stretch of a game belongs."""
    acting = {past.seat for past in match.steps[here:there]}
    if acting == {CHANCE}:
        return "luck"
    if acting == {seat}:
        return "own"
    return "rest" if acting & {CHANCE, seat} else "others"
