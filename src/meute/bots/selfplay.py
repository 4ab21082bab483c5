"""Games to learn from: computer players against themselves, and what the terms of each seat were between turns."""

from collections.abc import Callable
from dataclasses import dataclass

from meute.bots.chances import winners
from meute.bots.greedy import answer
from meute.bots.search import Thinker
from meute.bots.weights import Weights
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game, View
from meute.core.numbers import filled, i64
from meute.core.seats import BY_CHANCE, CHANCE, OVER
from meute.games import find
from meute.match import Match

SLIPS = (0, 3, 6, 12)
"""Of a hundred decisions, those that are left to chance: each seat draws one of these, so that tables differ."""
LONGEST = 6000
"""Decisions after which a game that runs in circles teaches nothing."""

Decide = Callable[[State, int], int]


@dataclass(frozen=True)
class Field:
    """Where games are played: by players who look one move ahead, or who search so often with these weights."""

    game: str
    seats: int
    seed: int
    simulations: int
    weights: Weights


@dataclass(frozen=True)
class Sown:
    """One game: how far it had come at the start of each turn and everybody's terms then, and who won."""

    number: int
    stages: tuple[int, ...]
    terms: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]


def sow(field: Field, number: int) -> Sown:
    """One game."""
    game = find(field.game)
    rng = Generator(field.seed * 1_000_003 + number)
    match = Match(game, [str(seat) for seat in range(field.seats)], seed=field.seed * 7_919 + number)
    slips = [SLIPS[rng.below(len(SLIPS))] for _ in range(field.seats)]
    decide = looking_ahead(game, rng) if field.simulations == 0 else searching(game, field, rng)
    s, out, turn = match.state.copy(), Choices(), game.turns(match.state)
    stages, terms = list[int](), list[tuple[int, ...]]()
    for _ in range(LONGEST):
        while s.asked == BY_CHANCE:
            s.act(CHANCE, s.random_action(CHANCE, out, rng))
        if s.asked == OVER:
            break
        if game.turns(s) != turn:
            turn = game.turns(s)
            told = filled(field.seats * len(game.terms), 0)
            stages.append(game.tell(s, told))
            terms.append(tuple(told))
        seat = s.turn()
        s.describe(seat, out)
        slipped = out.choices == 1 or rng.below(100) < slips[seat]
        s.act(seat, out.draw(rng) if slipped else decide(s, seat))
    return Sown(number, tuple(stages), tuple(terms), tuple(winners(game, s)))


def looking_ahead(game: Game, rng: Generator) -> Decide:
    """Does what leads to the best table."""
    out, then = Choices(), Choices()

    def decide(s: State, seat: int) -> i64:
        s.describe(seat, out)
        return answer(game, s, seat, out, then, rng)

    return decide


def searching(game: Game, field: Field, rng: Generator) -> Decide:
    """Searches, by what its seat sees."""
    bot = Thinker(field.simulations, 0, weights=field.weights)
    return lambda s, seat: bot.choose(View(game, s, seat), rng)
