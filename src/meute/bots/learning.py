"""Learning a judgement: games against oneself, weights that they teach, and a match for every new one to prove itself.

Round by round: games of players who look one move ahead train their habits; games by the new habits and by first
guesses teach weights; a search with both meets the best one so far on deals that were never used before, and takes its
place if it wins more than its share of the games beyond doubt. All that was done is kept in a folder, and an
interrupted run goes on where it was.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from meute.bots.arena import Contest, Played, Standing, fight, standings, whole
from meute.bots.bot import Bot
from meute.bots.crew import Crew, carry_out, proof_of_rules
from meute.bots.fitting import Fitted, fit
from meute.bots.notes import Notes
from meute.bots.selfplay import Field, Sown, sow
from meute.bots.thinker import Thinker, unlearned
from meute.bots.training import Course, train
from meute.core.game import Game
from meute.core.learned import FILE, Learned, fitting, written
from meute.games import find

FRESH = 500_000
"""Seeds of matches lie far from those of the games that teach."""


@dataclass(frozen=True)
class Plan:
    """What is learned, and how: rounds of so many steps, with so many games for each trial of habits, and so many games
    that teach weights; then so many of a match between searchers with so many simulations."""

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
    """One round: how far ahead of first guesses habits were, before and after, how surprising winners were by the
    game's own judgement and by weights, and how both together did against the best before."""

    number: int
    before: float
    after: float
    surprise: float
    learned_surprise: float
    wins: float
    wins_low: float
    wins_high: float
    promoted: bool


Told = Callable[[str, int, int], None]
"""Told what is being done, how much of it, and of how much."""


def learn(plan: Plan, crew: Crew, folder: Path, tell: Told) -> Iterator[Round]:
    """Round after round; what an earlier run has done is read again."""
    game = find(plan.game)
    champion = unlearned(game)
    guesses = habits = tuple(game.habits.values())
    for number in range(plan.rounds):
        seed = plan.seed * plan.rounds + number
        course = Course(plan.game, plan.seats, seed, plan.steps, plan.trial, habits)
        trained = train(course, crew, folder / f"trials-{plan.seats}-{number}.jsonl", partial(tell, "trials"))
        habits = trained.habits
        fitted = Fitted((), 0.0, 0.0)
        if game.terms:
            field = Field(plan.game, plan.seats, seed, (habits, guesses))
            sown = played(field, plan.games, crew, folder / f"games-{plan.seats}-{number}.jsonl", tell)
            fitted = fit(game, plan.seats, sown)
        learned = Learned(habits, fitted.weights)
        standing = match(plan, number, learned, champion, crew, folder, tell)
        promoted = standing.wins_low > 1 / plan.seats
        if promoted:
            champion = learned
            keep(game, plan.seats, champion, folder / FILE)
        interval = standing.wins, standing.wins_low, standing.wins_high
        yield Round(number, trained.before, trained.after, fitted.before, fitted.after, *interval, promoted)


def keep(game: Game, seats: int, learned: Learned, path: Path) -> None:
    """Writes what was learned, beside what the file has for other numbers of seats."""
    known = fitting(game.names(), json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
    path.write_text(written(game.names(), {**known, seats: learned}), encoding="utf-8")


def played(field: Field, games: int, crew: Crew, path: Path, tell: Told) -> list[Sown]:
    """The games of a round, in their order."""
    notes = Notes(field, Sown, path)
    known = notes.read()
    left = sorted(set(range(games)) - {one.number for one in known})
    proof = partial(proof_of_rules, field.game, [str(seat) for seat in range(field.seats)], {}, {})
    for one in carry_out(crew, partial(sow, field), left, proof):
        known.append(notes.add(one))
        tell("games", len(known), games)
    return sorted(known, key=lambda one: one.number)


def match(
    plan: Plan, number: int, learned: Learned, champion: Learned, crew: Crew, folder: Path, tell: Told
) -> Standing:
    """How a search with what was learned now does against others with the best before, on deals of this round's own."""
    known = {name_of(learned): learned, name_of(champion): champion}
    bots = (name_of(learned), *[name_of(champion)] * (plan.seats - 1))
    contest = Contest(plan.game, bots, (), plan.seed * plan.rounds + number + FRESH)
    games: list[Played] = []
    path = folder / f"match-{plan.seats}-{number}-{name_of(learned)}.jsonl"
    for one in fight(contest, plan.match, crew, path, partial(player, plan.simulations, known)):
        games.append(one)
        tell("match", len(games), whole(contest, plan.match))
    return standings(contest, games)[0]


def name_of(learned: Learned) -> str:
    """What is learned is called so in a match."""
    return hashlib.sha256(repr(learned).encode()).hexdigest()[:8]


def player(simulations: int, known: Mapping[str, Learned], name: str) -> Bot:
    """Who plays under a name in a match."""
    return Thinker(simulations, 0, learned=known[name])
