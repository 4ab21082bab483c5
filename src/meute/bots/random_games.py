"""Compiled game loops: random games (engine benchmark, random records) and games between two sets of weights."""

from typing import Final

from meute.ai.evaluator import Evaluator
from meute.bots.greedy import greedy_action
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.numbers import count, has, i64, vec
from meute.core.seats import CHANCE, OVER, Seats

LONGEST: Final = 6000
"""Decision limit: a game that is not over by then has no result."""


def play_out(s: State, out: Choices, rng: Generator) -> i64:
    """Play random moves to the end, chance included; return their number."""
    moves: i64 = 0
    while s.to_act != OVER:
        seat = s.turn()
        s.apply(seat, s.random_action(seat, out, rng))
        moves += 1
    return moves


def play_many(start: State, games: i64, rng: Generator) -> i64:
    """Play random games from copies of one state; return the number of moves."""
    out = Choices()
    moves: i64 = 0
    while games > 0:
        moves += play_out(start.copy(), out, rng)
        games -= 1
    return moves


def copy_many(s: State, copies: i64) -> None:
    """Make `copies` copies of a state (benchmark of copying)."""
    while copies > 0:
        s.copy()
        copies -= 1


def duel(
    evaluator: Evaluator, start: State, first: vec[i64], second: vec[i64], mine: Seats, games: i64, rng: Generator
) -> tuple[float, float]:
    """Play greedy games in which the seats of `mine` use the first weights and the others the second. Returns, for the
    seats of `mine`, the mean share of wins above the fair share, and the mean lead (1: decisive). A game without a
    winner counts as lost."""
    out = Choices()
    scratch = Choices()
    to_the_end = evaluator.horizon(start.seats) == 0
    wins = 0.0
    lead = 0.0
    for _ in range(games):
        s = start.copy()
        moves: i64 = 0
        while s.to_act != OVER and moves < LONGEST:
            seat = s.turn()
            if seat == CHANCE:
                s.apply(seat, s.random_action(seat, out, rng))
                continue
            evaluator.weights = first if has(mine, seat) else second
            moves += 1
            if to_the_end:
                s.apply(seat, evaluator.rollout_action(s, seat, out, rng))
                continue
            s.describe(seat, out)
            s.apply(seat, out.nth(0) if out.size == 1 else greedy_action(evaluator, s, seat, out, scratch, rng))
        if s.to_act != OVER:
            continue
        places = evaluator.game.places(s)
        winners = 0.0
        won = 0.0
        for seat in range(s.seats):
            if places[seat] == 1:
                winners += 1.0
                won += 1.0 if has(mine, seat) else 0.0
            if has(mine, seat):
                share = float(evaluator.evaluate(s, seat)) / evaluator.decisive_lead
                lead += max(min(share, 1.0), -1.0) / float(count(mine))
        wins += won / max(winners, 1.0) - float(count(mine)) / float(s.seats)
    return wins / float(games), lead / float(games)
