"""Games played on in the mind, to their end."""

from typing import Final

from meute.bots.greedy import gain
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat

LONGEST: Final = 5000
"""Decisions after which a game that runs in circles is left without a winner."""


def play_out_sensibly(game: Game, s: State, out: Choices, rng: Generator) -> None:
    """Plays on to the end; of two actions that come to mind, everybody takes the better one."""
    moves: i64 = 0
    while s.asked != OVER and moves < LONGEST:
        if s.asked == BY_CHANCE:
            s.act(CHANCE, s.random_action(CHANCE, out, rng))
        else:
            seat = s.turn()
            s.act(seat, better_of_two(game, s, seat, out, rng))
            moves += 1


def better_of_two(game: Game, s: State, seat: Seat, out: Choices, rng: Generator) -> i64:
    """By what speaks for each before it is tried, or where the game has nothing to say on that, by where each leads."""
    s.describe(seat, out)
    one = out.draw(rng)
    two = out.draw(rng)
    if one == two:
        return one
    if game.horizon:
        return one if game.urge(s, seat, one) >= game.urge(s, seat, two) else two
    return one if gain(game, s, seat, one, out, rng) >= gain(game, s, seat, two, out, rng) else two
