"""What chances are told by, where they are learned, out of what lies open: of each seat, and of the pack's end, which
nobody wins."""

from typing import Final

from meute.core.game import THOUSAND
from meute.core.numbers import count, has, i64, vec, write
from meute.core.seats import Seat
from meute.games.traces.judgement import ABLE_FOR_EACH, FRAIL, prospects
from meute.games.traces.planning import pack_capacity
from meute.games.traces.scoring import rank_points
from meute.games.traces.state import (
    FEMALE,
    OPEN,
    SEXES,
    WOLVES,
    Traces,
    all_pups,
    cards_in,
    index_of,
    points,
    sex_of,
    wolves_of,
)

OF_A_SEAT: Final = (
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
OF_THE_END: Final = ("end", "pack", "able", "missing", "young", "lone_sex", "no_sex", "prey", "way")
TERMS: Final = (*OF_A_SEAT, *OF_THE_END)


def tell(s: Traces, out: vec[i64]) -> i64:
    """Writes the terms of each seat, in their order, then those of the pack's end; how far the game has come, in
    thousandths."""
    at: i64 = 0
    ranks = rank_points(s)
    best: i64 = 0
    for seat in range(s.seats):
        at = tell_seat(s, seat, ranks, out, at)
        at = skip(out, at, len(OF_THE_END))
        best = max(best, points(s, seat))
    tell_end(s, s.opt.target - best, out, skip(out, at, len(OF_A_SEAT)))
    return min(THOUSAND * best // s.opt.target, THOUSAND)


def skip(out: vec[i64], at: i64, terms: i64) -> i64:
    """Writes that so many terms say nothing."""
    for _ in range(terms):
        at = write(out, at, 0)
    return at


def tell_seat(s: Traces, seat: Seat, ranks: vec[i64], out: vec[i64], at: i64) -> i64:
    """A seat's points, and what its wolves and pups will bring."""
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
    at = write(out, at, prospects(s, seat, ranks))
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


def tell_end(s: Traces, way: i64, out: vec[i64], at: i64) -> None:
    """How near the pack is to its end, and how far everybody is from another one."""
    able = pack_capacity(s)
    needed: i64 = ABLE_FOR_EACH * s.seats
    lone: i64 = 0
    none: i64 = 0
    for sex in range(SEXES):
        lone += 1 if s.size[sex] == 1 else 0
        none += 1 if s.size[sex] == 0 else 0
    at = write(out, at, 1)
    at = write(out, at, count(s.pack))
    at = write(out, at, able)
    at = write(out, at, needed - able if able < needed else 0)
    at = write(out, at, all_pups(s))
    at = write(out, at, lone)
    at = write(out, at, none)
    at = write(out, at, cards_in(s, OPEN))
    write(out, at, way)
