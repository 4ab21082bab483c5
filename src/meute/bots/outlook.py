"""Games played on in the mind, to their end."""

from typing import Final

from meute.bots.greedy import answer
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64
from meute.core.seats import BY_CHANCE, CHANCE, OVER, Seat

LONGEST: Final = 5000
"""Decisions after which a game that runs in circles is left without a winner."""
CAREFUL: Final = 2
"""Horizons for which everybody looks one move ahead, before things take their course."""


def play_out_sensibly(game: Game, s: State, rng: Generator) -> None:
    """Plays on to the end: everybody with care for as long as it matters most, then as it comes to mind."""
    out = Choices()
    then = Choices()
    horizon = game.horizon(s.seats)
    until = game.turns(s) + CAREFUL * horizon
    moves: i64 = 0
    while s.asked != OVER and moves < LONGEST:
        if s.asked == BY_CHANCE:
            s.act(CHANCE, s.random_action(CHANCE, out, rng))
            continue
        seat = s.turn()
        s.describe(seat, out)
        if out.choices == 1:
            s.act(seat, out[0])
        elif horizon == 0 or game.turns(s) < until:
            s.act(seat, answer(game, s, seat, out, then, rng))
        else:
            s.act(seat, better_of_two(game, s, seat, out, rng))
        moves += 1


def better_of_two(game: Game, s: State, seat: Seat, out: Choices, rng: Generator) -> i64:
    """Of two choices that come to mind, the one that more speaks for before it is tried."""
    one = out.draw(rng)
    two = out.draw(rng)
    return one if one == two or game.urge(s, seat, one) >= game.urge(s, seat, two) else two
