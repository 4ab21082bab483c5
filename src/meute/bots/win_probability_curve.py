"""Win probability curve of a finished game: which moments to evaluate next, and its turning points."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from meute.bots.intervals import Z95

MAX_MOMENTS = 60
"""Largest number of moments evaluated."""
EVEN_MOMENTS = 40
"""Moments spread evenly; the others are placed where the probabilities change most."""
MAX_TURNING_POINTS = 3
"""Turning points reported."""
MIN_CHANGE = 0.15
"""Smallest change of probability that counts as a turning point."""


@dataclass(frozen=True)
class Point:
    """Win probability of each seat at a moment, and the number of rollouts it is based on (0: certain)."""

    chances: tuple[float, ...]
    games: int


@dataclass(frozen=True)
class TurningPoint:
    """Two consecutive evaluated moments, and the seat whose probability changed most between them."""

    before: int
    after: int
    seat: int


def next_moment(moments: int, known: Mapping[int, Point]) -> int | None:
    """The next moment to evaluate: first both ends, then the middle of the largest gap, later of the gap with the
    largest change; None when all are done."""
    for end in (0, moments - 1):
        if end not in known:
            return end
    at = sorted(known)
    gaps = [(here, there) for here, there in pairwise(at) if there - here > 1]
    if not gaps or len(known) >= MAX_MOMENTS:
        return None
    if len(known) < EVEN_MOMENTS:
        here, there = max(gaps, key=lambda gap: gap[1] - gap[0])
    else:
        here, there = max(gaps, key=lambda gap: largest_change(known[gap[0]], known[gap[1]])[1])
    return (here + there) // 2


def largest_change(one: Point, two: Point) -> tuple[int, float]:
    """The seat whose probability differs most, and by how much."""
    changes = [abs(after - before) for before, after in zip(one.chances, two.chances, strict=True)]
    seat = max(range(len(changes)), key=changes.__getitem__)
    return seat, changes[seat]


def turning_points(known: Mapping[int, Point]) -> list[TurningPoint]:
    """The largest significant changes, in the order of the game."""
    at = sorted(known)
    found = []
    for here, there in pairwise(at):
        seat, change = largest_change(known[here], known[there])
        if change >= max(MIN_CHANGE, Z95 * error(known[here], known[there], seat)):
            found.append((change, TurningPoint(here, there, seat)))
    best = sorted(found, key=lambda pair: -pair[0])[:MAX_TURNING_POINTS]
    return sorted((turn for _, turn in best), key=lambda turn: turn.before)


def error(one: Point, two: Point, seat: int) -> float:
    """Standard error of the change of a seat's probability."""
    variance = 0.0
    for point in (one, two):
        if point.games:
            share = (point.chances[seat] * point.games + 1) / (point.games + 2)
            variance += share * (1 - share) / point.games
    return math.sqrt(variance)
