"""Rollouts: play a state to the end of the game."""

from typing import Final

from meute.ai.evaluator import Evaluator
from meute.bots.greedy import greedy_action
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.numbers import i64
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat

LONGEST: Final = 5000
"""Decision limit: a game that is not over by then has no winner."""
GREEDY_HORIZONS: Final = 2
"""Length of the greedy part of a rollout, in horizons of the game."""


def rollout(evaluator: Evaluator, s: State, rng: Generator) -> None:
    """Play a state to the end of the game, in place: greedy moves in the first turns, then the better of two random
    moves by prior. In games without a horizon all moves are greedy."""
    out = Choices()
    scratch = Choices()
    horizon = evaluator.horizon(s.seats)
    greedy_until = evaluator.game.turns_taken(s) + GREEDY_HORIZONS * horizon
    moves: i64 = 0
    while s.to_act != OVER and moves < LONGEST:
        if s.to_act == BY_CHANCE:
            evaluator.apply(s, CHANCE, s.random_action(CHANCE, out, rng))
            continue
        seat = s.turn()
        s.describe(seat, out)
        if out.size == 1:
            evaluator.apply(s, seat, out[0])
        elif horizon == 0 or evaluator.game.turns_taken(s) < greedy_until:
            evaluator.apply(s, seat, greedy_action(evaluator, s, seat, out, scratch, rng))
        else:
            evaluator.apply(s, seat, better_of_two(evaluator, s, seat, out, rng))
        moves += 1


def better_of_two(evaluator: Evaluator, s: State, seat: Seat, out: Choices, rng: Generator) -> i64:
    """Of two random actions, the one with the higher prior."""
    one = out.draw(rng)
    two = out.draw(rng)
    return one if one == two or evaluator.prior(s, seat, one) >= evaluator.prior(s, seat, two) else two
