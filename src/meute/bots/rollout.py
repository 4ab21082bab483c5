"""Rollouts: play a state to the end of the game."""

from typing import Final

from meute.bots.greedy import greedy_action
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat

LONGEST: Final = 5000
"""Decision limit: a game that repeats itself has no winner."""
GREEDY_HORIZONS: Final = 2
"""Length of the greedy part of a rollout, in horizons of the game."""


def rollout(game: Game, s: State, rng: Generator) -> None:
    """Play to the end in place: greedy moves for a while, then quick moves by prior. Games without a horizon stay
    greedy."""
    out = Choices()
    scratch = Choices()
    horizon = game.horizon(s.seats)
    greedy_until = game.turns_taken(s) + GREEDY_HORIZONS * horizon
    moves: i64 = 0
    while s.asked != OVER and moves < LONGEST:
        if s.asked == BY_CHANCE:
            s.apply(CHANCE, s.random_action(CHANCE, out, rng))
            continue
        seat = s.turn()
        s.describe(seat, out)
        if out.size == 1:
            s.apply(seat, out[0])
        elif horizon == 0 or game.turns_taken(s) < greedy_until:
            s.apply(seat, greedy_action(game, s, seat, out, scratch, rng))
        else:
            s.apply(seat, better_of_two(game, s, seat, out, rng))
        moves += 1


def better_of_two(game: Game, s: State, seat: Seat, out: Choices, rng: Generator) -> i64:
    """Of two random actions, the one with the higher prior."""
    one = out.draw(rng)
    two = out.draw(rng)
    return one if one == two or game.prior(s, seat, one) >= game.prior(s, seat, two) else two
