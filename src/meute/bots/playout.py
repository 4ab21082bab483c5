"""Games in one loop: random ones, the engine's own pace and the source of random records, and those by habit."""

from typing import Final

from meute.bots.greedy import answer
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import count, has, i64, vec
from meute.core.seats import CHANCE, OVER, Seats

LONGEST: Final = 6000
"""Decisions after which a game that runs in circles says nothing."""


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
    game: Game, start: State, first: vec[i64], second: vec[i64], mine: Seats, games: i64, rng: Generator
) -> tuple[float, float]:
    """Games between two kinds of players who think no further than one move, those in some seats by the first habits
    and the others by the second: how much more of the wins the first have than their part, and their lead, where one
    that decides counts one and no lead counts more. A game that nobody wins is lost."""
    out = Choices()
    then = Choices()
    by_habit = game.horizon(start.seats) == 0
    wins = 0.0
    lead = 0.0
    for _ in range(games):
        s = start.copy()
        moves: i64 = 0
        while s.asked != OVER and moves < LONGEST:
            seat = s.turn()
            if seat == CHANCE:
                s.act(seat, s.random_action(seat, out, rng))
                continue
            s.habits = first if has(mine, seat) else second
            moves += 1
            if by_habit:
                s.act(seat, game.instinct(s, seat, out, rng))
                continue
            s.describe(seat, out)
            s.act(seat, out.nth(0) if out.choices == 1 else answer(game, s, seat, out, then, rng))
        if s.asked != OVER:
            continue
        places = game.places(s)
        winners = 0.0
        won = 0.0
        for seat in range(s.seats):
            if places[seat] == 1:
                winners += 1.0
                won += 1.0 if has(mine, seat) else 0.0
            if has(mine, seat):
                lead += max(min(float(game.worth(s, seat)) / game.spread, 1.0), -1.0) / float(count(mine))
        wins += won / max(winners, 1.0) - float(count(mine)) / float(s.seats)
    return wins / float(games), lead / float(games)
