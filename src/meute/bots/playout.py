"""Random games in one loop: the engine's own pace, and the source of random records."""

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.numbers import i64
from meute.core.seats import OVER


def play_out(s: State, out: Choices, rng: Generator) -> i64:
    """Plays random moves to the end, chance included, and counts them."""
    moves: i64 = 0
    while s.asked != OVER:
        seat = s.turn()
        s.act(seat, s.random_action(seat, out, rng))
        moves += 1
    return moves


def play_many(start: State, games: i64, rng: Generator) -> i64:
    """Plays that many random games from copies of one table, and counts the moves."""
    out = Choices()
    moves: i64 = 0
    while games > 0:
        moves += play_out(start.copy(), out, rng)
        games -= 1
    return moves


def copy_many(s: State, copies: i64) -> None:
    """Copies one table that often."""
    while copies > 0:
        s.copy()
        copies -= 1
