"""An independent checker of Swiss rounds for two: it shares no code and no method with the pairing that it checks.

Whether a repeated meeting could be avoided is decided by the rank of a random Tutte matrix; whether opponents have near
scores by trying all matchings (few players), and else all rearrangements of any two or three tables."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

PRIME = (1 << 61) - 1
FEW = 8
"""Players up to which all matchings are tried."""
Pair = tuple[int, int]
Pairer = Callable[["Course"], tuple[list[list[int]], list[int]]]
"""Pairs the players of a course: the tables, and who has a bye."""


@dataclass
class Course:
    """What the rounds before have brought; scores in half points."""

    scores: dict[int, int]
    met: Counter[Pair] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def cost(self, pairs: Sequence[Pair]) -> tuple[int, int]:
        """Repeated meetings, then the squares of the differences of scores."""
        scores = self.scores
        return sum(self.met[pair] for pair in pairs), sum((scores[a] - scores[b]) ** 2 for a, b in pairs)


def faults(course: Course, pairs: Sequence[Pair], bye: int | None, seed: int) -> list[str]:
    """What is wrong with a round."""
    players = sorted(course.scores)
    if sorted([*sum(pairs, ()), *([] if bye is None else [bye])]) != players:
        return ["not every player is paired once"]
    found = []
    if bye is not None:
        found += bye_faults(course, pairs, bye, seed)
    resting = [player for player in players if player != bye]
    if max(course.met.values(), default=0) <= 1:
        repeated, needed = course.cost(pairs)[0], repetitions(course, resting, seed)
        if repeated != needed:
            found.append(f"{repeated} repeated meetings, {needed} would do")
    best = course.cost(pairs)
    if len(resting) <= FEW:
        if any(course.cost(other) < best for other in matchings(tuple(resting))):
            found.append("another round is better")
    elif any(is_improvable(course, group) for size in (2, 3) for group in combinations(pairs, size)):
        found.append("an exchange of players is better")
    return found


def bye_faults(course: Course, pairs: Sequence[Pair], bye: int, seed: int) -> list[str]:
    """Whether the bye goes to a player with the fewest byes, and to the lowest score that costs no repetition."""
    fewest = min(course.byes[player] for player in course.scores)
    if course.byes[bye] > fewest:
        return ["a second bye before all have had one"]
    if max(course.met.values(), default=0) > 1:
        return []
    repeated = course.cost(pairs)[0]
    for player, score in course.scores.items():
        if course.byes[player] == fewest and score < course.scores[bye]:
            rest = [other for other in course.scores if other != player]
            if repetitions(course, rest, seed) <= repeated:
                return [f"the bye could have gone to {score} instead of {course.scores[bye]}"]
    return []


def is_improvable(course: Course, group: Sequence[Pair]) -> bool:
    """Whether the players of a few tables could be paired better among themselves."""
    now = course.cost(group)
    return any(course.cost(other) < now for other in matchings(tuple(sorted(sum(group, ())))))


def matchings(players: tuple[int, ...]) -> Iterator[list[Pair]]:
    """All ways to pair an even number of players."""
    for shape in shapes(len(players)):
        yield [(players[a], players[b]) for a, b in shape]


@cache
def shapes(count: int) -> list[list[Pair]]:
    """All ways to pair the numbers below `count`."""

    def rest(left: tuple[int, ...]) -> Iterator[list[Pair]]:
        if not left:
            yield []
        for n in range(1, len(left)):
            for more in rest(left[1:n] + left[n + 1 :]):
                yield [(left[0], left[n]), *more]

    return list(rest(tuple(range(count))))


def repetitions(course: Course, players: Sequence[int], seed: int) -> int:
    """The fewest repeated meetings of a round: the players whom a largest matching of new meetings leaves over, in
    pairs. The rank of a random skew-symmetric matrix over a large field is twice the size of that matching."""
    draw, count = random.Random(seed), len(players)
    matrix = [[0] * count for _ in players]
    for a, b in combinations(range(count), 2):
        if not course.met[min(players[a], players[b]), max(players[a], players[b])]:
            matrix[a][b] = draw.randrange(1, PRIME)
            matrix[b][a] = PRIME - matrix[a][b]
    return (count - rank(matrix)) // 2


def rank(matrix: list[list[int]]) -> int:
    """The rank over the integers modulo a prime."""
    found = 0
    for column in range(len(matrix)):
        pivot = next((row for row in range(found, len(matrix)) if matrix[row][column]), None)
        if pivot is None:
            continue
        matrix[found], matrix[pivot] = matrix[pivot], matrix[found]
        inverse = pow(matrix[found][column], -1, PRIME)
        for row in range(found + 1, len(matrix)):
            factor = matrix[row][column] * inverse % PRIME
            if factor:
                above = matrix[found]
                matrix[row] = [(own - factor * other) % PRIME for own, other in zip(matrix[row], above, strict=True)]
        found += 1
    return found


def advance(course: Course, pairs: Sequence[Pair], bye: int | None, draw: random.Random) -> None:
    """Adds a round with random results; stronger players, those with a lower number, win more often."""
    for a, b in pairs:
        course.met[a, b] += 1
        result = draw.random() - (0.5 + 0.3 * (b - a) / len(course.scores))
        one = 1 if abs(result) < 0.06 else 2 * (result < 0)
        course.scores[a] += one
        course.scores[b] += 2 - one
    if bye is not None:
        course.byes[bye] += 1
        course.scores[bye] += 2


def faults_of_tournament(seed: int, count: int, rounds: int, pair: Pairer) -> list[str]:
    """Plays a Swiss tournament with random results; returns what is wrong with its rounds, and when."""
    course, draw, found = Course(dict.fromkeys(range(count), 0)), random.Random(seed), []
    for number in range(rounds):
        tables, resting = pair(course)
        pairs = [(min(table), max(table)) for table in tables]
        bye = resting[0] if resting else None
        wrong = faults(course, pairs, bye, seed + number)
        found += [f"{count} players, round {number + 1}: {fault}" for fault in wrong]
        advance(course, pairs, bye, draw)
    return found
