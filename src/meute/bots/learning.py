"""Learning a judgement: games against oneself, weights that they teach, and a match for every new one to prove itself.

Round by round: games are played by players who look one move ahead, later by searchers with the best weights so far;
all games teach new weights (where games are played on in the mind, games by habit train habits instead); a search with
these meets one with the best so far on deals that were never used before, and takes its place if it wins more than its
share of the games beyond doubt. All that was done is kept in a folder, and an interrupted run goes on where it was.
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
from meute.bots.fitting import fit
from meute.bots.notes import Notes
from meute.bots.search import Thinker
from meute.bots.selfplay import Field, Sown, sow
from meute.bots.training import Course, train
from meute.bots.weights import FILE, NO_WEIGHTS, Weights, fitting, written
from meute.core.game import Game
from meute.games import find

FRESH = 500_000
"""Seeds of matches lie far from those of the games that teach."""


@dataclass(frozen=True)
class Plan:
    """What is learned, and how: rounds of so many games, in all but the first by searchers with so many simulations, or
    of so many by habit for each trial and seat; then so many games of a match between searchers."""

    game: str
    seats: int
    rounds: int
    games: int
    match: int
    simulations: int
    seed: int


@dataclass(frozen=True)
class Round:
    """One round: how far what all games so far taught was from the truth, before and after, and how the new weights did
    against the best before."""

    number: int
    games: int
    before: float
    after: float
    wins: float
    wins_low: float
    wins_high: float
    promoted: bool


Told = Callable[[str, int, int], None]
"""Told what is being done, how much of it, and of how much."""


def learn(plan: Plan, crew: Crew, folder: Path, tell: Told) -> Iterator[Round]:
    """Round after round; what an earlier run has done is read again."""
    game = find(plan.game)
    champion = NO_WEIGHTS
    sown: list[Sown] = []
    habits: Weights = tuple(map(float, game.habits.values()))
    for number in range(plan.rounds):
        seed = plan.seed * plan.rounds + number
        if game.habits:
            course = Course(plan.game, plan.seats, seed, plan.games, habits)
            fitted = train(course, crew, folder / f"trials-{plan.seats}-{number}.jsonl", partial(tell, "games"))
            habits = fitted.weights
        else:
            field = Field(plan.game, plan.seats, seed, plan.simulations if number else 0, champion)
            sown += played(field, plan.games, crew, folder / f"games-{plan.seats}-{number}.jsonl", tell)
            fitted = fit(game, plan.seats, sown)
        standing = match(plan, number, fitted.weights, champion, crew, folder, tell)
        promoted = standing.wins_low > 1 / plan.seats
        if promoted:
            champion = fitted.weights
            keep(game, plan.seats, champion, folder / FILE)
        interval = standing.wins, standing.wins_low, standing.wins_high
        yield Round(number, fitted.games, fitted.before, fitted.after, *interval, promoted)


def keep(game: Game, seats: int, weights: Weights, path: Path) -> None:
    """Writes weights, beside those that the file has for other numbers of seats."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    others = {number: fitting(game, number, kept) for number in range(game.fewest, game.most + 1) if kept}
    known = {number: other for number, other in others.items() if other is not None}
    path.write_text(written(game, {**known, seats: weights}), encoding="utf-8")


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
    plan: Plan, number: int, weights: Weights, champion: Weights, crew: Crew, folder: Path, tell: Told
) -> Standing:
    """How a search with new weights does against others with the best before, on deals of this round's own."""
    known = {name_of(weights): weights, name_of(champion): champion}
    bots = (name_of(weights), *[name_of(champion)] * (plan.seats - 1))
    contest = Contest(plan.game, bots, (), plan.seed * plan.rounds + number + FRESH)
    games: list[Played] = []
    path = folder / f"match-{plan.seats}-{number}-{name_of(weights)}.jsonl"
    for one in fight(contest, plan.match, crew, path, partial(player, plan.simulations, known)):
        games.append(one)
        tell("match", len(games), whole(contest, plan.match))
    return standings(contest, games)[0]


def name_of(weights: Weights) -> str:
    """What weights are called in a match."""
    return hashlib.sha256(repr(weights).encode()).hexdigest()[:8] if weights else "worth"


def player(simulations: int, known: Mapping[str, Weights], name: str) -> Bot:
    """Who plays under a name in a match."""
    return Thinker(simulations, 0, weights=known[name])
