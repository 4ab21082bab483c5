"""What the alpha would play, and why: the best few choices, how often they win, and the score rows that they aim for.

Search finds the choices. Each is then tried in the same imagined worlds, played to the end, beside a choice made at
random: that tells how often it wins, and on which rows of the final score sheet it earns more than any other. Where
there is time for few worlds only, what the choices have in common and what the search makes of each count for more.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TypeAlias

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
NEVER_SURE = 0.01
"""No opinion is nearer to certainty than this."""
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
    """What came of one choice in the worlds so far."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.rows: list[dict[int, int]] = []


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
    trials = {row: Trial() for row in [*best, *more]}
    any_other = Trial()
    games = try_out(view, options, trials, any_other, rng, budget)

    tried = [trials[row].wins for row in best]
    common = logit(estimate(sum(tried), games * len(best), view.state.seats))
    opinion = sum(logit(values[row[0]]) for row in best) / len(best)

    def hoped(row: Row) -> float:
        """Games won, with those that the search's opinion counts for."""
        better = logit(values[row[0]]) - opinion if is_known(row) else 0.0
        return trials[row].wins + FOREKNOWN * likelihood(common + better)

    def is_known(row: Row) -> bool:
        return row[0] in values and row[0] not in [other[0] for other in best if other != row]

    def prospect(row: Row, wins: float) -> Prospect:
        known = games + FOREKNOWN
        low, high = wilson(wins, known)
        thought = visits[row[0]] if is_known(row) else 0.0
        return Prospect(row, thought, wins / known, low, high, aims(trials[row], any_other))

    wins = falling([hoped(row) for row in best])
    shown = tuple(map(prospect, best, wins))
    return Advice(simulations, games, shown, prospect(more[0], min(hoped(more[0]), wins[0])) if more else None)


def falling(values: Sequence[float]) -> list[float]:
    """The nearest numbers that never rise: where a later one is larger, both become their mean."""
    blocks: list[list[float]] = []
    for value in values:
        blocks.append([value])
        while len(blocks) > 1 and mean(blocks[-1]) > mean(blocks[-2]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [mean(block) for block in blocks for _ in block]


def try_out(
    view: View, options: list[int], trials: dict[Row, Trial], any_other: Trial, rng: Generator, budget: Budget
) -> int:
    """Plays every choice on in the same worlds; how many of them there was time for."""
    end = time.monotonic() + budget.playing / 1000
    worlds = 0
    while worlds == 0 or (worlds < budget.worlds and (not budget.playing or time.monotonic() < end)):
        world = view.imagine(rng)
        luck = rng.below(1 << 30)
        for row, trial in [*trials.items(), ((options[rng.below(len(options))],), any_other)]:
            s = world.copy()
            for action in row:
                s.act(view.seat, action)
            play_out_sensibly(view.game, s, Generator(luck))
            trial.wins += winners(view.game, s)[view.seat]
            trial.rows.append(final_rows(view.game, s, view.seat))
        worlds += 1
    return worlds


def estimate(wins: float, games: int, seats: int) -> float:
    """A chance of winning; before any game was seen all seats had the same, so that a few games prove nothing."""
    return (wins + 1) / (games + seats)


def logit(chance: float) -> float:
    """Where a chance lies on the scale on which differences compare."""
    chance = min(max(chance, NEVER_SURE), 1 - NEVER_SURE)
    return math.log(chance / (1 - chance))


def likelihood(scale: float) -> float:
    """The chance that lies there."""
    return 1 / (1 + math.exp(-scale))


def winners(game: Game, s: State) -> list[float]:
    """Each seat's share of the win; all 0 where nobody wins, or where the game runs in circles."""
    places = list(game.places(s)) if s.is_over() else []
    first = places.count(1)
    return [1 / first if first and place == 1 else 0.0 for place in places] or [0.0] * s.seats


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


def chances(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> tuple[list[float], int]:
    """How often each seat wins from a whole table, and in how many games that was seen."""
    wins = [0.0] * s.seats
    played = 0
    for end in play_many(game, s, rng, games, milliseconds):
        wins = [sum(pair) for pair in zip(wins, winners(game, end), strict=True)]
        played += 1
    return [estimate(won, played, s.seats) for won in wins], played


def play_many(game: Game, s: State, rng: Generator, games: int, milliseconds: int) -> Iterator[State]:
    """Ends of a table: one at least, then as many as there is time for (0: no limit)."""
    end = time.monotonic() + milliseconds / 1000
    for n in range(games):
        if n and milliseconds and time.monotonic() >= end:
            return
        after = s.copy()
        play_out_sensibly(game, after, rng)
        yield after
