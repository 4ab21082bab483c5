"""Chances of winning over a finished game: at which moments to look next, and where the game turned."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from meute.bots.shares import SURE

MOST = 60
"""Moments looked at."""
EVENLY = 40
"""Those spread evenly over the game; the others go where the chances changed most."""
TURNS = 3
"""Turning points told."""
LEAST_TURN = 0.15
"""A change that counts as one."""


@dataclass(frozen=True)
class Point:
    """Each seat's chance at a moment, seen in so many games; none of them where it is certain."""

    chances: tuple[float, ...]
    games: int


@dataclass(frozen=True)
class Turn:
    """The seat whose chance changed most between two moments that were looked at, one after the other."""

    before: int
    after: int
    seat: int


def next_moment(moments: int, known: Mapping[int, Point]) -> int | None:
    """The next of so many moments to look at, coarse before fine; the ends are known or come first."""
    for end in (0, moments - 1):
        if end not in known:
            return end
    at = sorted(known)
    gaps = [(here, there) for here, there in pairwise(at) if there - here > 1]
    if not gaps or len(known) >= MOST:
        return None
    if len(known) < EVENLY:
        here, there = max(gaps, key=lambda gap: gap[1] - gap[0])
    else:
        here, there = max(gaps, key=lambda gap: largest(known[gap[0]], known[gap[1]])[1])
    return (here + there) // 2


def largest(one: Point, two: Point) -> tuple[int, float]:
    """The seat whose chance differs most, and by how much."""
    changes = [abs(after - before) for before, after in zip(one.chances, two.chances, strict=True)]
    seat = max(range(len(changes)), key=changes.__getitem__)
    return seat, changes[seat]


def turning_points(known: Mapping[int, Point]) -> list[Turn]:
    """The largest changes that are more than luck in the counting, in the order of the game."""
    at = sorted(known)
    found = []
    for here, there in pairwise(at):
        seat, change = largest(known[here], known[there])
        if change >= max(LEAST_TURN, SURE * error(known[here], known[there], seat)):
            found.append((change, Turn(here, there, seat)))
    best = sorted(found, key=lambda pair: -pair[0])[:TURNS]
    return sorted((turn for _, turn in best), key=lambda turn: turn.before)


def error(one: Point, two: Point, seat: int) -> float:
    """The standard error of a change."""
    variance = 0.0
    for point in (one, two):
        if point.games:
            share = (point.chances[seat] * point.games + 1) / (point.games + 2)
            variance += share * (1 - share) / point.games
    return math.sqrt(variance)
