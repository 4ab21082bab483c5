"""What the alpha would play, and why: the best few choices, how often they win, and the score rows that they aim for.

Search finds the choices. Each is then tried in the same imagined worlds, played to the end, beside a choice made at
random: that tells how often it wins, and on which rows of the final score sheet it earns more than any other. Where
there is time for few worlds only, what the choices have in common and what the search makes of each count for more.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeAlias

from meute.bots.chances import estimate, leads, logit, stage, trust_in, weighed, winners
from meute.bots.outlook import play_out_sensibly
from meute.bots.search import Search
from meute.bots.shares import SURE, wilson
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.phrase import Phrase, phrase
from meute.core.score import ScoreSheet

BEST = 3
"""Choices that are shown."""
AIMS = 2
"""Rows named for each of them."""
FOREKNOWN = 20
"""Games that the search's opinion of a choice counts for."""
LEAST_GAIN = 0.2
"""Points that are worth mentioning."""


@dataclass(frozen=True)
class Budget:
    """Simulations and milliseconds of search (0: no limit), then imagined worlds and milliseconds of playing on."""

    simulations: int
    thinking: int
    worlds: int
    playing: int


SECOND = Budget(0, 500, 400, 600)
"""About a second."""


Row: TypeAlias = tuple[int, ...]
"""Decisions that are one choice: an action, a wolf and a space."""


@dataclass(frozen=True)
class Aim:
    """A row of the final score sheet, and how many points more the choice earns there than one made at random."""

    row: int
    gain: float


@dataclass(frozen=True)
class Prospect:
    """A choice: the decisions that make it whole, its share of the simulations, its chance of winning with a 95 %
    interval, and what it aims for."""

    row: Row
    thought: float
    chance: float
    low: float
    high: float
    aims: tuple[Aim, ...]


@dataclass(frozen=True)
class Advice:
    """The best choices first; `played` is what was done instead, where that is known and not among them."""

    simulations: int
    games: int
    choices: tuple[Prospect, ...]
    played: Prospect | None


class Trial:
    """What came of one choice in the worlds so far: each seat's wins, and the asker's score rows."""

    def __init__(self, seats: int) -> None:
        self.wins = [0.0] * seats
        self.rows: list[dict[int, int]] = []


class Trials:
    """The same worlds for a few choices and for one made at random; what the worlds looked like, too."""

    def __init__(self, view: View, rows: Sequence[Row]) -> None:
        self.view = view
        self.each = {row: Trial(view.state.seats) for row in rows}
        self.any_other = Trial(view.state.seats)
        self.worlds = 0
        self.leads = [0.0] * view.state.seats
        self.turns = 0

    def run(self, options: list[int], rng: Generator, budget: Budget) -> None:
        """Plays every choice on in as many worlds as there is time for."""
        view, end = self.view, time.monotonic() + budget.playing / 1000
        while self.worlds == 0 or (self.worlds < budget.worlds and (not budget.playing or time.monotonic() < end)):
            world = view.imagine(rng)
            luck = rng.below(1 << 30)
            self.leads = [sum(pair) for pair in zip(self.leads, leads(view.game, world), strict=True)]
            for row, trial in [*self.each.items(), ((options[rng.below(len(options))],), self.any_other)]:
                s = world.copy()
                for action in row:
                    s.act(view.seat, action)
                play_out_sensibly(view.game, s, Generator(luck))
                self.turns += view.game.turns(s)
                trial.wins = [sum(pair) for pair in zip(trial.wins, winners(view.game, s), strict=True)]
                trial.rows.append(final_rows(view.game, s, view.seat))
            self.worlds += 1

    def estimates(self, rows: Sequence[Row]) -> list[float]:
        """Each seat's chance by these choices together."""
        wins = [sum(won) for won in zip(*(self.each[row].wins for row in rows), strict=True)]
        return [estimate(won, self.worlds * len(rows), len(wins)) for won in wins]

    def weighed(self, chance: float, common: Sequence[float]) -> float:
        """The chance of a choice that wins so many of its games, where these are everybody's: what is not the asker's
        goes to the others as in those."""
        view, seat = self.view, self.view.seat
        others = sum(common) - common[seat]
        shares = [chance if other == seat else share * (1 - chance) / others for other, share in enumerate(common)]
        mean_leads = [lead / self.worlds for lead in self.leads]
        ended = self.turns / (self.worlds * (len(self.each) + 1))
        return weighed(shares, mean_leads, stage(view.game, view.state, ended), trust_in(view.game))[seat]


def advise(view: View, rng: Generator, budget: Budget = SECOND, played: Row = ()) -> Advice:
    """What a seat that is asked might do, by its view alone."""
    options = view.options()
    ranked: list[tuple[int, int, float]] = [(options[0], 0, 0.0)]
    simulations = 0
    search = Search(view, rng)
    if len(options) > 1:
        simulations = search.think(budget.simulations, budget.thinking)
        ranked = search.ranked()
    visits = {action: count / max(simulations, 1) for action, count, _ in ranked}
    values = {action: value for action, _, value in ranked}
    best = [search.whole(action) for action, _, _ in ranked[:BEST]]
    more = [played] if played and played not in best else []
    trials = Trials(view, [*best, *more])
    trials.run(options, rng, budget)

    common = trials.estimates(best)
    opinion = sum(logit(values[row[0]]) for row in best) / len(best)

    def hoped(row: Row) -> float:
        """Games won, with those that the search's opinion counts for."""
        better = logit(values[row[0]]) - opinion if is_known(row) else 0.0
        return trials.each[row].wins[view.seat] + FOREKNOWN * likelihood(logit(common[view.seat]) + better)

    def is_known(row: Row) -> bool:
        return row[0] in values and row[0] not in [other[0] for other in best if other != row]

    def prospect(row: Row, wins: float) -> Prospect:
        known = trials.worlds + FOREKNOWN
        chance, low, high = (trials.weighed(share, common) for share in (wins / known, *wilson(wins, known)))
        thought = visits[row[0]] if is_known(row) else 0.0
        return Prospect(row, thought, chance, low, high, aims(trials.each[row], trials.any_other))

    wins = falling([hoped(row) for row in best])
    shown = tuple(map(prospect, best, wins))
    instead = prospect(more[0], min(hoped(more[0]), wins[0])) if more else None
    return Advice(simulations, trials.worlds, shown, instead)


def falling(values: Sequence[float]) -> list[float]:
    """The nearest numbers that never rise: where a later one is larger, both become their mean."""
    blocks: list[list[float]] = []
    for value in values:
        blocks.append([value])
        while len(blocks) > 1 and mean(blocks[-1]) > mean(blocks[-2]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [mean(block) for block in blocks for _ in block]


def likelihood(scale: float) -> float:
    """The chance that lies there."""
    return 1 / (1 + math.exp(-scale))


def final_rows(game: Game, s: State, seat: int) -> dict[int, int]:
    """What a seat has earned on each row, by its place on the table or by its rule."""
    sheet = ScoreSheet(s.seats, True)
    game.score(s, sheet)
    earned: dict[int, int] = {}
    for row in sheet.rows:
        if row.seat == seat:
            number = row.where if game.row_place else row.rule
            earned[number] = earned.get(number, 0) + row.amount
    return earned


def row_name(game: Game, row: int) -> Phrase:
    """What a row is called."""
    return game.word(game.row_place, row) if game.row_place else phrase(f"{game.id}.score.{game.rules[row]}")


def aims(trial: Trial, any_other: Trial) -> tuple[Aim, ...]:
    """The rows on which a choice earns more than one made at random, beyond what luck explains; the largest first."""
    found = []
    for row in sorted({row for rows in [*trial.rows, *any_other.rows] for row in rows}):
        more = [mine.get(row, 0) - other.get(row, 0) for mine, other in zip(trial.rows, any_other.rows, strict=True)]
        gain = sum(more) / len(more)
        error = math.sqrt(sum((value - gain) ** 2 for value in more)) / len(more)
        if len(more) > 1 and gain >= max(LEAST_GAIN, SURE * error):
            found.append(Aim(row, gain))
    return tuple(sorted(found, key=lambda aim: -aim.gain)[:AIMS])
