"""Features of a seat for the value function, and of the pack's extinction (an outcome without a winner); all public."""

from typing import Final

from meute.ai.evaluator import THOUSAND, Evaluator
from meute.core.numbers import count, has, i64, vec, write
from meute.core.seats import Seat
from meute.games.traces.ai.evaluation import CAPACITY_PER_SEAT, prospects
from meute.games.traces.ai.policy import FRAIL, pack_capacity
from meute.games.traces.scoring import rank_points
from meute.games.traces.state import (
    FEMALE,
    OPEN,
    SEXES,
    WOLVES,
    Traces,
    index_of,
    points,
    prey_count,
    pup_count,
    sex_of,
    wolves_of,
)

SEAT_FEATURES: Final = (
    "standing",
    "points",
    "ranks",
    "renown",
    "strength",
    "frail",
    "wolves",
    "females",
    "alphas",
    "omega",
    "pups",
)
END_FEATURES: Final = ("end", "pack", "able", "missing", "young", "lone_sex", "no_sex", "prey", "way")
FEATURE_NAMES: Final = (*SEAT_FEATURES, *END_FEATURES)


def features(e: Evaluator, s: Traces, out: vec[i64]) -> i64:
    """Writes the features of every seat, then of the extinction; returns the stage of the game, in thousandths."""
    at: i64 = 0
    ranks = rank_points(s)
    best: i64 = 0
    for seat in range(s.seats):
        at = write_seat(e, s, seat, ranks, out, at)
        at = write_zeros(out, at, len(END_FEATURES))
        best = max(best, points(s, seat))
    write_end(s, s.opt.target - best, out, write_zeros(out, at, len(SEAT_FEATURES)))
    return min(THOUSAND * best // s.opt.target, THOUSAND)


def write_zeros(out: vec[i64], at: i64, terms: i64) -> i64:
    """Writes zeros for features that do not apply."""
    for _ in range(terms):
        at = write(out, at, 0)
    return at


def write_seat(e: Evaluator, s: Traces, seat: Seat, ranks: vec[i64], out: vec[i64], at: i64) -> i64:
    """Writes the features of a seat: its points, wolves and pups."""
    mine = wolves_of(s, seat) & s.pack
    rank: i64 = 0
    renown: i64 = 0
    strength: i64 = 0
    frail: i64 = 0
    females: i64 = 0
    alphas: i64 = 0
    for wolf in range(WOLVES):
        if has(mine, wolf):
            rank += ranks[wolf]
            renown += s.renown[wolf]
            strength += s.strength[wolf]
            frail += 1 if s.strength[wolf] < FRAIL else 0
            females += 1 if sex_of(s, wolf) == FEMALE else 0
            alphas += 1 if index_of(s, wolf) == 0 else 0
    at = write(out, at, prospects(e, s, seat, ranks))
    at = write(out, at, points(s, seat))
    at = write(out, at, rank)
    at = write(out, at, renown)
    at = write(out, at, strength)
    at = write(out, at, frail)
    at = write(out, at, count(mine))
    at = write(out, at, females)
    at = write(out, at, alphas)
    at = write(out, at, 1 if s.omega >= 0 and has(mine, s.omega) else 0)
    return write(out, at, s.pups[seat])


def write_end(s: Traces, way: i64, out: vec[i64], at: i64) -> None:
    """Writes the features of the extinction: health of the pack, and points that the best seat still lacks."""
    able = pack_capacity(s)
    needed: i64 = CAPACITY_PER_SEAT * s.seats
    lone: i64 = 0
    none: i64 = 0
    for sex in range(SEXES):
        lone += 1 if s.size[sex] == 1 else 0
        none += 1 if s.size[sex] == 0 else 0
    at = write(out, at, 1)
    at = write(out, at, count(s.pack))
    at = write(out, at, able)
    at = write(out, at, needed - able if able < needed else 0)
    at = write(out, at, pup_count(s))
    at = write(out, at, lone)
    at = write(out, at, none)
    at = write(out, at, prey_count(s, OPEN))
    write(out, at, way)
