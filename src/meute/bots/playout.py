"""Games in one loop: random ones, the engine's own pace and the source of random records, and those by habit."""

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.seats import CHANCE, OVER


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


def duel(
    game: Game, start: State, first: vec[i64], second: vec[i64], games: i64, rng: Generator
) -> tuple[float, float]:
    """Games between two players by habit, the first in the first seat: how many more it wins of each, and its lead,
    where one that decides counts one."""
    out = Choices()
    wins = 0.0
    lead = 0.0
    for _ in range(games):
        s = start.copy()
        while s.asked != OVER:
            seat = s.turn()
            if seat == CHANCE:
                s.act(seat, s.random_action(seat, out, rng))
            else:
                s.act(seat, game.instinct(s, seat, first if seat == 0 else second, out, rng))
        places = game.places(s)
        if places[0] != places[1]:
            wins += 1.0 if places[0] < places[1] else -1.0
        lead += float(game.worth(s, 0)) / game.spread
    return wins / float(games), lead / float(games)
