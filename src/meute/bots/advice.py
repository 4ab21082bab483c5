"""Hints: the best few choices with their win probabilities and the score rows they aim for.

A search finds the choices. Each is then rolled out to the end in the same determinized worlds, beside a random choice.
The rollouts give its win rate and the rows of the final score sheet where it earns more than the random choice. With
few worlds, the mean of the choices and the search's values weigh more.
"""

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeAlias

from meute.ai.evaluator import Evaluator
from meute.bots.intervals import Z95, wilson
from meute.bots.rollout import rollout
from meute.bots.search import Search
from meute.bots.win_probability import calibrated, estimate, leads, load_calibration, logit, stage, winners
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.phrase import Phrase, phrase
from meute.core.score import ScoreSheet

MAX_CHOICES = 3
"""Number of choices returned."""
MAX_ROW_GAINS = 2
"""Number of score rows named for each choice."""
SEARCH_GAMES = 20
"""Weight of the search's value of a choice, in rollouts."""
MIN_GAIN = 0.2
"""Smallest gain, in points, for a score row to be named as an aim."""


@dataclass(frozen=True)
class Budget:
    """Limits of the search (`simulations`, `thinking` in ms; 0: no limit), then of the rollouts (`worlds`, `playing` in
    ms)."""

    simulations: int
    thinking: int
    worlds: int
    playing: int


DEFAULT_BUDGET = Budget(0, 500, 400, 600)
"""The default budget: about a second."""


Row: TypeAlias = tuple[int, ...]
"""The decisions of one choice, e.g. an action, a wolf and a space."""


@dataclass(frozen=True)
class RowGain:
    """A row of the final score sheet, and the points that the choice earns there above a random choice."""

    row: int
    gain: float


@dataclass(frozen=True)
class AdvisedChoice:
    """One choice: decisions (`row`), share of simulations (`thought`), win probability with 95 % interval, aims, and
    points above those of the best choice (`margin`)."""

    row: Row
    thought: float
    chance: float
    low: float
    high: float
    row_gains: tuple[RowGain, ...]
    margin: float


@dataclass(frozen=True)
class Advice:
    """The best choices first. `played`: the choice actually made, if given and not among them."""

    simulations: int
    games: int
    choices: tuple[AdvisedChoice, ...]
    played: AdvisedChoice | None


class ChoiceRollouts:
    """Rollout results of one choice: wins of each seat, and the advised seat's score rows."""

    def __init__(self, seats: int) -> None:
        self.wins = [0.0] * seats
        self.rows: list[dict[int, int]] = []


class Trials:
    """Rollouts of several choices, and of a random one, in the same worlds."""

    def __init__(self, view: View, evaluator: Evaluator, rows: Sequence[Row]) -> None:
        self.view = view
        self.evaluator = evaluator
        self.each = {row: ChoiceRollouts(view.state.seats) for row in rows}
        self.any_other = ChoiceRollouts(view.state.seats)
        self.determinizations = 0
        self.leads = [0.0] * view.state.seats
        self.turns = 0

    def run(self, options: list[int], rng: Generator, budget: Budget) -> None:
        """Roll out every choice in as many worlds as the budget allows."""
        view, evaluator, end = self.view, self.evaluator, time.monotonic() + budget.playing / 1000
        while self.determinizations == 0 or (
            self.determinizations < budget.worlds and (not budget.playing or time.monotonic() < end)
        ):
            world = evaluator.determinize(view.state, view.seat, rng)
            seed = rng.below(1 << 30)
            self.leads = [sum(pair) for pair in zip(self.leads, leads(view.game, world), strict=True)]
            for row, trial in [*self.each.items(), ((options[rng.below(len(options))],), self.any_other)]:
                s = world.copy()
                evaluator.trail = evaluator.root
                for action in row:
                    evaluator.apply(s, view.seat, action)
                rollout(evaluator, s, Generator(seed))
                self.turns += view.game.turns_taken(s)
                trial.wins = [sum(pair) for pair in zip(trial.wins, winners(view.game, s), strict=True)]
                trial.rows.append(final_rows(view.game, s, view.seat))
            self.determinizations += 1

    def estimates(self, rows: Sequence[Row]) -> list[float]:
        """Win probability of each seat over all these choices."""
        wins = [sum(won) for won in zip(*(self.each[row].wins for row in rows), strict=True)]
        return [estimate(won, self.determinizations * len(rows), len(wins)) for won in wins]

    def calibrated(self, chance: float, common: Sequence[float]) -> float:
        """Calibrated win probability of a choice with this win rate; the other seats share the rest as in `common`."""
        view, seat = self.view, self.view.seat
        others = sum(common) - common[seat]
        win_rates = [chance if other == seat else share * (1 - chance) / others for other, share in enumerate(common)]
        mean_leads = [lead / self.determinizations for lead in self.leads]
        ended = self.turns / (self.determinizations * (len(self.each) + 1))
        return calibrated(win_rates, mean_leads, stage(view.game, view.state, ended), load_calibration(view.game))[seat]


def advise(view: View, rng: Generator, budget: Budget = DEFAULT_BUDGET, played: Row = ()) -> Advice:
    """Advise the seat to move, from its view alone."""
    options = view.legal_actions()
    ranked: list[tuple[int, int, float]] = [(options[0], 0, 0.0)]
    simulations = 0
    search = Search(view, rng)
    if len(options) > 1:
        simulations = search.think(budget.simulations, budget.thinking)
        ranked = search.ranked()
    visits = {action: count / max(simulations, 1) for action, count, _ in ranked}
    values = {action: value for action, _, value in ranked}
    best = distinct(search.complete_choice(action) for action, _, _ in ranked)
    extra = [played] if played and played not in best else []
    trials = Trials(view, search.evaluator, [*best, *extra])
    trials.run(options, rng, budget)

    common = trials.estimates(best)
    mean_logit = sum(logit(values[row[0]]) for row in best) / len(best)

    def expected_wins(row: Row) -> float:
        """Rollouts won, plus the wins that the search's value stands for in SEARCH_GAMES rollouts."""
        better = logit(values[row[0]]) - mean_logit if is_known(row) else 0.0
        return trials.each[row].wins[view.seat] + SEARCH_GAMES * sigmoid(logit(common[view.seat]) + better)

    def is_known(row: Row) -> bool:
        return row[0] in values and row[0] not in [other[0] for other in best if other != row]

    def describe(row: Row, wins: float) -> AdvisedChoice:
        known = trials.determinizations + SEARCH_GAMES
        chance, low, high = (trials.calibrated(share, common) for share in (wins / known, *wilson(wins, known)))
        thought = visits[row[0]] if is_known(row) else 0.0
        trial = trials.each[row]
        gains, less = row_gains(trial, trials.any_other), margin(trial, trials.each[best[0]])
        return AdvisedChoice(row, thought, chance, low, high, gains, less)

    wins = non_increasing([expected_wins(row) for row in best])
    shown = tuple(map(describe, best, wins))
    instead = describe(extra[0], min(expected_wins(extra[0]), wins[0])) if extra else None
    return Advice(simulations, trials.determinizations, shown, instead)


def distinct(rows: Iterable[Row]) -> list[Row]:
    """The first MAX_CHOICES rows that do not make the same decisions in another order."""
    found: dict[Row, Row] = {}
    for row in rows:
        found.setdefault(tuple(sorted(row)), row)
        if len(found) == MAX_CHOICES:
            break
    return list(found.values())


def non_increasing(values: Sequence[float]) -> list[float]:
    """Isotonic regression: the nearest non-increasing sequence (pool adjacent violators)."""
    blocks: list[list[float]] = []
    for value in values:
        blocks.append([value])
        while len(blocks) > 1 and mean(blocks[-1]) > mean(blocks[-2]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [mean(block) for block in blocks for _ in block]


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def final_rows(game: Game, s: State, seat: int) -> dict[int, int]:
    """Points of a seat on each row of the score sheet, keyed by the row's place or, in games without, by its rule."""
    sheet = ScoreSheet(s.seats, True)
    game.score(s, sheet)
    earned: dict[int, int] = {}
    for row in sheet.rows:
        if row.seat == seat:
            number = row.where if game.row_place else row.rule
            earned[number] = earned.get(number, 0) + row.amount
    return earned


def row_name(game: Game, row: int) -> Phrase:
    return game.word(game.row_place, row) if game.row_place else phrase(f"{game.id}.score.{game.rules[row]}")


def row_gains(trial: ChoiceRollouts, any_other: ChoiceRollouts) -> tuple[RowGain, ...]:
    """Rows where a choice earns significantly more than a random one, largest gain first."""
    found = []
    for row in sorted({row for rows in [*trial.rows, *any_other.rows] for row in rows}):
        more = [mine.get(row, 0) - other.get(row, 0) for mine, other in zip(trial.rows, any_other.rows, strict=True)]
        gain = significant(more)
        if gain >= MIN_GAIN:
            found.append(RowGain(row, gain))
    return tuple(sorted(found, key=lambda aim: -aim.gain)[:MAX_ROW_GAINS])


def margin(trial: ChoiceRollouts, best: ChoiceRollouts) -> float:
    """Points that a choice earns above the best one; 0 if the rollouts do not tell them apart."""
    return significant(
        [sum(mine.values()) - sum(other.values()) for mine, other in zip(trial.rows, best.rows, strict=True)]
    )


def significant(differences: Sequence[int]) -> float:
    """The mean of the middle half of paired differences; 0 if their mean may be 0 (95 %). A few rollouts that go astray
    by a hundred points do not count."""
    average, count = mean(differences), len(differences)
    error = math.sqrt(sum((value - average) ** 2 for value in differences)) / count
    if count < 2 or abs(average) < Z95 * error:
        return 0.0
    return mean(sorted(differences)[count // 4 : count - count // 4])
