"""Games to learn from: computer players against themselves, and what the terms of each seat were between turns."""

from dataclasses import dataclass

from meute.bots.chances import winners
from meute.bots.greedy import answer
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.learned import minded
from meute.core.numbers import filled
from meute.core.seats import BY_CHANCE, CHANCE, OVER
from meute.games import find
from meute.match import Match

SLIPS = (0, 2, 5)
"""Of a hundred decisions, those that are left to chance: each game draws one of these, so that tables differ."""
LONGEST = 6000
"""Decisions after which a game that runs in circles teaches nothing."""


@dataclass(frozen=True)
class Field:
    """Where games are played: by players who look one move ahead, each by some of these habits; the first ones judge
    the tables that are noted."""

    game: str
    seats: int
    seed: int
    habits: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Sown:
    """One game: how far it had come when each turn was over, everybody's terms then as somebody saw them, and who had
    which share of the win, nobody included where all can lose together."""

    number: int
    stages: tuple[int, ...]
    terms: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]


def sow(field: Field, number: int) -> Sown:
    """One game."""
    game = find(field.game)
    rng = Generator(field.seed * 1_000_003 + number)
    match = Match(game, [str(seat) for seat in range(field.seats)], seed=field.seed * 7_919 + number)
    minds = [minded(habits) for habits in field.habits]
    sitting = [minds[rng.below(len(minds))] for _ in range(field.seats)]
    slips = SLIPS[rng.below(len(SLIPS))]
    s, out, then = match.state.copy(), Choices(), Choices()
    turn, rested = game.turns(s), False
    stages, terms = list[int](), list[tuple[int, ...]]()
    for _ in range(LONGEST):
        while s.asked == BY_CHANCE and not (game.rests(s) and game.turns(s) != turn):
            s.act(CHANCE, s.random_action(CHANCE, out, rng))
        if s.asked == OVER:
            break
        resting = game.rests(s)
        rested = rested or resting
        if game.turns(s) != turn and (resting or not rested):
            turn = game.turns(s)
            s.habits = minds[0]
            told = filled(game.contenders(field.seats) * len(game.terms), 0)
            stages.append(game.tell(s, rng.below(field.seats), told))
            terms.append(tuple(told))
        if resting:
            continue
        seat = s.turn()
        s.habits = sitting[seat]
        s.describe(seat, out)
        slipped = out.choices == 1 or rng.below(100) < slips
        s.act(seat, out.draw(rng) if slipped else answer(game, s, seat, out, then, rng))
    shares = winners(game, s)
    if game.shared and s.is_over():
        shares.append(1 - sum(shares))
    return Sown(number, tuple(stages), tuple(terms), tuple(shares))
