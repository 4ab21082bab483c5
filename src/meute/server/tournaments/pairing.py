"""Pairing of a tournament's round, as pure functions: who meets whom, at which seat, and who has a bye.

A Swiss round for two is a perfect matching of least cost: first nobody has a second bye before all have had one, then
as few repeated opponents as possible, then the bye goes to a low score, then opponents have near scores. Tables of
three to six are found by exchanging players for as long as that is better by the same order.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from typing import NamedTuple

from meute.server.tournaments.matching import cheapest_matching


@dataclass
class Contender:
    """A player who can be paired."""

    number: int
    score: Fraction = Fraction(0)
    met: Counter[int] = field(default_factory=Counter)
    """How often each other player was an opponent."""
    byes: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    """How often the player has had each seat."""


class Pairing(NamedTuple):
    """A round: the players of each table by seat, and those who have a bye."""

    tables: list[list[int]]
    byes: list[int]


def swiss_round(contenders: Sequence[Contender], size: int, smallest: int) -> Pairing:
    """A round for these players, whose order decides between equals; tables of `size`, some one smaller if necessary,
    but none below `smallest`."""
    if size == 2:
        pairs, byes = pairs_and_byes(contenders)
        return Pairing([seated(pair) for pair in pairs], byes)
    sizes = table_sizes(len(contenders), size, smallest)
    resting = sorted(contenders, key=lambda one: (one.byes, one.score))[: len(contenders) - sum(sizes)]
    playing = [one for one in contenders if one not in resting]
    return Pairing([seated(group) for group in groups(playing, sizes)], [one.number for one in resting])


def round_robin(count: int, n: int) -> Pairing:
    """Round `n` (from 0) of all against all, by the circle method: player 0 stays, the others move on by one seat."""
    even = count + count % 2
    turn = n % (even - 1)
    circle = [0] + [1 + (player + turn) % (even - 1) for player in range(even - 1)]
    pairs = [(circle[k], circle[-1 - k]) for k in range(even // 2)]
    tables, byes = [], []
    for k, (one, other) in enumerate(pairs):
        if max(one, other) >= count:
            byes.append(min(one, other))
        else:
            first = one if (turn if k == 0 else k) % 2 == 0 else other
            tables.append([first, one + other - first])
    return Pairing(tables, byes)


def round_robin_length(count: int, size: int) -> int:
    """The rounds after which all players have met; at tables of more than two, the fewest that could suffice."""
    if size == 2:
        return count - 1 + count % 2
    return -(-(count - 1) // (size - 1))


def table_sizes(count: int, size: int, smallest: int) -> list[int]:
    """The sizes of the tables: as many players as possible play, at as few smaller tables as possible."""
    least = max(smallest, 3, size - 1) if size > 3 else size
    best: tuple[int, int] = (0, 0)
    for small in range(count // least + 1 if least < size else 1):
        large = (count - small * least) // size
        if large * size + small * least > best[0] * size + best[1] * least:
            best = large, small
    if best == (0, 0) and count >= max(smallest, 2):
        return [count]
    return [size] * best[0] + [least] * best[1]


# --- two at a table


def pairs_and_byes(contenders: Sequence[Contender]) -> tuple[list[list[Contender]], list[int]]:
    """The best pairs, and who has the bye if the number of players is odd."""
    count = len(contenders)
    if count < 2:
        return [], [one.number for one in contenders]
    scale = lcm(*(one.score.denominator for one in contenders))
    scores = [int(one.score * scale) for one in contenders]
    lowest, span = min(scores), max(scores) - min(scores)
    far = count * span * span + 1  # more than all differences of scores together
    again = far * (span + 1)  # more than the bye of the highest score, too
    second_bye = again * (1 + sum(max(one.met.values(), default=0) for one in contenders))
    fewest_byes = min(one.byes for one in contenders)

    def pair_cost(one: int, other: int) -> int:
        meetings = contenders[one].met[contenders[other].number]
        return meetings * again + (scores[one] - scores[other]) ** 2

    cost = [[pair_cost(one, other) if one != other else 0 for other in range(count)] for one in range(count)]
    if count % 2:
        byes = [
            (one.byes - fewest_byes) * second_bye + (score - lowest) * far
            for one, score in zip(contenders, scores, strict=True)
        ]
        cost = [[*row, bye] for row, bye in zip(cost, byes, strict=True)] + [[*byes, 0]]
    mates = cheapest_matching(cost)
    found = [[contenders[one], contenders[mate]] for one, mate in enumerate(mates) if one < mate < count]
    return found, [contenders[one].number for one, mate in enumerate(mates) if mate == count]


# --- three to six at a table


def groups(players: Sequence[Contender], sizes: Sequence[int]) -> list[list[Contender]]:
    """Players in groups of these sizes: few repeated opponents, then near scores."""
    ordered = sorted(players, key=lambda one: -one.score)
    found, start = [], 0
    for size in sizes:
        found.append(ordered[start : start + size])
        start += size
    improve(found, repeats)
    improve(found, lambda one, other: (*repeats(one, other), (one.score - other.score) ** 2))
    return found


Cost = Callable[[Contender, Contender], tuple[int | Fraction, ...]]


def repeats(one: Contender, other: Contender) -> tuple[int]:
    """How bad it is that two meet again: a third meeting is worse than two second ones."""
    return (one.met[other.number] ** 2,)


def improve(tables: list[list[Contender]], cost: Cost) -> None:
    """Exchanges two players of different tables as long as that lessens the cost."""
    known: dict[tuple[int, int], tuple[int | Fraction, ...]] = {}

    def between(one: Contender, others: Sequence[Contender], but: Contender) -> tuple[int | Fraction, ...]:
        """The sum of the costs of one player with the others but one."""
        total: list[int | Fraction] = []
        for other in others:
            if other is but:
                continue
            key = (one.number, other.number) if one.number < other.number else (other.number, one.number)
            if key not in known:
                known[key] = cost(one, other)
            total = [a + b for a, b in zip(total, known[key], strict=True)] if total else [*known[key]]
        return tuple(total)

    def better() -> bool:
        for left, right in combinations(tables, 2):
            for a, b in exchanges(left, right):
                one, other = left[a], right[b]
                before = plus(between(one, left, one), between(other, right, other))
                after = plus(between(other, left, one), between(one, right, other))
                if after < before:
                    left[a], right[b] = other, one
                    return True
        return False

    while better():
        pass


def exchanges(left: Sequence[Contender], right: Sequence[Contender]) -> Iterator[tuple[int, int]]:
    return ((a, b) for a in range(len(left)) for b in range(len(right)))


def plus(one: tuple[int | Fraction, ...], other: tuple[int | Fraction, ...]) -> tuple[int | Fraction, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


# --- seats


def seated(group: Sequence[Contender]) -> list[int]:
    """The players of a table by seat: each where that player has been least often."""

    def cost(order: Sequence[Contender]) -> int:
        return sum(2 * one.seats[seat] + 1 for seat, one in enumerate(order))

    return [one.number for one in min(permutations(group), key=cost)]
