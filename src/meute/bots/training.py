"""Training loop: heuristic weights by self-play, coefficients of the value function, and a promotion match.

Each round trains the weights in games of greedy bots and fits the coefficients on games by the new and the default
weights. A search with both then plays the best search so far on fresh deals. It is promoted if its win rate is
significantly above its fair share. All results lie in a folder, and an interrupted run resumes.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from meute.ai.trained_weights import FILE, TrainedWeights, parse_trained, write_trained
from meute.bots.arena import Contest, GameResult, Standing, round_up_games, run_contest, standings
from meute.bots.bot import Bot
from meute.bots.evaluators import declared, schema, untrained
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.bots.fitting import Fitted, fit
from meute.bots.resume_log import ResumeLog
from meute.bots.search_player import SearchBot
from meute.bots.selfplay import GameSample, SelfPlaySetup, play_sample
from meute.bots.spsa import SpsaPlan, train
from meute.core.game import Game
from meute.games import find

FRESH = 500_000
"""Offset that keeps the seeds of promotion matches apart from those of training games."""


@dataclass(frozen=True)
class TrainingPlan:
    """A training run of `rounds`: SPSA `steps` with `trial` games per trial and seating, `games` self-play games for
    fitting, then a promotion match of `match` games between searches of `simulations` each."""

    game: str
    seats: int
    rounds: int
    steps: int
    trial: int
    games: int
    match: int
    simulations: int
    seed: int


@dataclass(frozen=True)
class Round:
    """Result of one round: wins above the fair share against default weights (`before` and `after` training), log loss
    of the evaluation (`surprise`) and of the value function, and the win rate against the best search so far."""

    number: int
    before: float
    after: float
    surprise: float
    learned_surprise: float
    wins: float
    wins_low: float
    wins_high: float
    promoted: bool


Progress = Callable[[str, int, int], None]
"""Progress callback: stage of the work, number done, total."""


def learn(plan: TrainingPlan, executor: Executor, folder: Path, progress: Progress) -> Iterator[Round]:
    """Run all rounds and yield their results; work of an earlier run is read from the folder."""
    game = find(plan.game)
    champion = untrained(game, plan.seats)
    defaults = weights = declared(game).first_guesses()
    for number in range(plan.rounds):
        seed = plan.seed * plan.rounds + number
        training = SpsaPlan(plan.game, plan.seats, seed, plan.steps, plan.trial, weights)
        trained = train(training, executor, folder / f"trials-{plan.seats}-{number}.jsonl", partial(progress, "trials"))
        weights = trained.weights
        fitted = Fitted((), 0.0, 0.0)
        if declared(game).feature_names:
            setup = SelfPlaySetup(plan.game, plan.seats, seed, (weights, defaults))
            samples = play_samples(setup, plan.games, executor, folder / f"games-{plan.seats}-{number}.jsonl", progress)
            fitted = fit(game, plan.seats, samples)
        candidate = TrainedWeights(weights, fitted.coefficients)
        standing = promotion_match(plan, number, candidate, champion, executor, folder, progress)
        promoted = standing.wins_low > 1 / plan.seats
        if promoted:
            champion = candidate
            save_trained(game, plan.seats, champion, folder / FILE)
        interval = standing.wins, standing.wins_low, standing.wins_high
        yield Round(number, trained.before, trained.after, fitted.before, fitted.after, *interval, promoted)


def save_trained(game: Game, seats: int, candidate: TrainedWeights, path: Path) -> None:
    """Save weights and coefficients, keeping those of other numbers of seats in the file."""
    known = parse_trained(schema(game), json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
    path.write_text(write_trained(schema(game), {**known, seats: candidate}), encoding="utf-8")


def play_samples(
    setup: SelfPlaySetup, games: int, executor: Executor, path: Path, progress: Progress
) -> list[GameSample]:
    """Play the self-play games of a round that the file at `path` lacks; return all of them, in order."""
    log = ResumeLog(setup, GameSample, path)
    known = log.read()
    left = sorted(set(range(games)) - {one.number for one in known})
    fingerprint = partial(rules_fingerprint, setup.game, [str(seat) for seat in range(setup.seats)], {}, {})
    for one in run_all(executor, partial(play_sample, setup), left, fingerprint):
        known.append(log.add(one))
        progress("games", len(known), games)
    return sorted(known, key=lambda one: one.number)


def promotion_match(
    plan: TrainingPlan,
    number: int,
    candidate: TrainedWeights,
    champion: TrainedWeights,
    executor: Executor,
    folder: Path,
    progress: Progress,
) -> Standing:
    """Result of a search with the new weights against searches with the best so far."""
    known = {name_of(candidate): candidate, name_of(champion): champion}
    bots = (name_of(candidate), *[name_of(champion)] * (plan.seats - 1))
    contest = Contest(plan.game, bots, (), plan.seed * plan.rounds + number + FRESH)
    games: list[GameResult] = []
    path = folder / f"match-{plan.seats}-{number}-{name_of(candidate)}.jsonl"
    for one in run_contest(contest, plan.match, executor, path, partial(player, plan.simulations, known)):
        games.append(one)
        progress("match", len(games), round_up_games(contest, plan.match))
    return standings(contest, games)[0]


def name_of(candidate: TrainedWeights) -> str:
    """Short hash of trained weights: the name of their bot in a match."""
    return hashlib.sha256(repr(candidate).encode()).hexdigest()[:8]


def player(simulations: int, known: Mapping[str, TrainedWeights], name: str) -> Bot:
    """The search bot that plays with the trained weights of this name."""
    return SearchBot(simulations, 0, source=lambda game, seats: known[name])
