"""Pairing: groups people who look for a game into tables. Pure and deterministic: no clock, no store, no chance."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from math import inf, isfinite
from typing import NamedTuple

NEAR = 3.0
"""Largest difference in strength (mu of the rating, beyond its uncertainty) at the beginning of a wait; grows later."""
GATHER_SECONDS = 6.0
"""A table with fewer seats than its people would accept is formed only after one of them has waited this long."""
MOST_TRIES = 400
"""Most incomplete groups that are tried for one person and one table size."""
LOOKED_AT = 2
"""People who are looked at first for each free seat, the nearest in strength; all others only if these do not fit."""
PAUSE_EVERY = 8
"""People after whom the pairing pauses, so that the caller can do other work."""


class Strength(NamedTuple):
    """A rating: estimated strength and its uncertainty."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Seeker:
    """A person who is looking for a game."""

    guest: str
    wants: Mapping[str, frozenset[int]]
    """The accepted games, each with the accepted numbers of seats."""
    pace: str
    since: float
    until: float
    """Begin and end of the wait."""
    fills: bool
    """Whether computer players may take the seats that are free at the end of the wait."""
    strengths: Mapping[str, Strength]
    """The rating in each accepted game."""
    avoids: frozenset[str]
    """People with whom this one is never paired: either has blocked the other."""
    delayed_until: float = 0.0
    """Time before which this person is not paired."""

    def tolerance(self, now: float) -> float:
        """The accepted difference in strength; without a limit at the end of the wait."""
        left = (self.until - now) / (self.until - self.since) if self.until > self.since else 0.0
        return NEAR / left if left > 0 else inf


class Pairing(NamedTuple):
    """A table to be formed: its people by seat; an empty name is a computer player."""

    game: str
    pace: str
    seats: tuple[str, ...]


def strength_gap(one: Strength, other: Strength) -> float:
    """Difference in strength beyond the uncertainty of both ratings."""
    gap = abs(one[0] - other[0]) - (one[1] + other[1]) / 2
    return gap if gap > 0 else 0.0


def pairings(seekers: Sequence[Seeker], now: float) -> Iterator[Pairing | None]:
    """Yields the tables that can be formed now, and None at every pause. No person is in two of them.

    Those whose wait ends choose first, then those who have waited longest: the largest table that the people accept,
    then the people whose strength is nearest.
    """
    ready = sorted(
        (one for one in seekers if one.delayed_until <= now),
        key=lambda one: (one.until > now, one.since, one.guest),
    )
    pools = Pools(ready, now)
    yield from pools.fill(ready)
    for count, seeker in enumerate(ready):
        if count % PAUSE_EVERY == PAUSE_EVERY - 1:
            yield None
        if seeker.guest not in pools.waiting:
            continue
        found = pools.full_table(seeker) or (pools.filled_table(seeker) if seeker.until <= now else None)
        if found is not None:
            pools.remove(found.people)
            yield found.pairing()


class Group(NamedTuple):
    """People for one table, and its number of seats."""

    game: str
    size: int
    people: tuple[Seeker, ...]

    def pairing(self) -> Pairing:
        """The group by seats. The order depends on all its people and their waits, so that no seat prefers anyone."""
        names = [one.guest for one in self.people] + [""] * (self.size - len(self.people))
        salt = " ".join(f"{one.guest} {one.since}" for one in self.people)
        order = sorted(
            range(self.size), key=lambda seat: blake2b(f"{seat} {self.game} {salt}".encode(), digest_size=8).digest()
        )
        return Pairing(self.game, self.people[0].pace, tuple(names[seat] for seat in order))


Pool = list[tuple[float, str]]
"""People who accept the same game, number of seats and pace: (mu, guest), sorted."""


class Pools:
    """The people still waiting, by what they accept."""

    def __init__(self, seekers: Sequence[Seeker], now: float) -> None:
        self.now = now
        self.waiting = {one.guest: one for one in seekers}
        self.tolerances = {one.guest: one.tolerance(now) for one in seekers}
        self.widest = max(filter(isfinite, self.tolerances.values()), default=0.0)
        """The widest tolerance of those whose wait goes on: the others have chosen before them."""
        self.least_certain = max((found.sigma for one in seekers for found in one.strengths.values()), default=0.0)
        self.pools: dict[tuple[str, str, int], Pool] = {}

    def fill(self, seekers: Sequence[Seeker]) -> Iterator[None]:
        """Adds everyone to the pools of what they accept; yields at every pause."""
        for count, one in enumerate(seekers):
            for game, sizes in one.wants.items():
                for size in sizes:
                    self.pools.setdefault((one.pace, game, size), []).append((one.strengths[game].mu, one.guest))
            if count % PAUSE_EVERY == PAUSE_EVERY - 1:
                yield None
        for pool in self.pools.values():
            pool.sort()
            yield None

    def remove(self, people: Sequence[Seeker]) -> None:
        """Removes people who have a table."""
        for one in people:
            del self.waiting[one.guest]
            for game, sizes in one.wants.items():
                entry = (one.strengths[game].mu, one.guest)
                for size in sizes:
                    pool = self.pools[one.pace, game, size]
                    del pool[bisect_left(pool, entry)]

    def full_table(self, seeker: Seeker) -> Group | None:
        """A table of people only, which the seeker begins."""
        has_gathered = self.now >= min(seeker.until, seeker.since + GATHER_SECONDS)
        for size in sorted({size for sizes in seeker.wants.values() for size in sizes}, reverse=True):
            groups = [
                Group(game, size, people)
                for game in sorted(seeker.wants)
                if size in seeker.wants[game] and (people := self.group(seeker, game, size, size))
            ]
            groups = [one for one in groups if has_gathered or size == self.largest_accepted(one)]
            if groups:
                return min(groups, key=spread)
        return None

    def filled_table(self, seeker: Seeker) -> Group | None:
        """A table of at least two people who all accept computer players on its other seats; the most people first."""
        if not seeker.fills:
            return None
        sizes = {(size, game) for game, sizes in seeker.wants.items() for size in sizes}
        for most in range(max((size for size, _ in sizes), default=0) - 1, 1, -1):
            for size, game in sorted(sizes):
                people = self.group(seeker, game, size, most, only_filling=True) if size > most else None
                if people:
                    return Group(game, size, people)
        return None

    def largest_accepted(self, group: Group) -> int:
        """The largest number of seats that everyone of a group accepts, in the group's game."""
        return max(frozenset.intersection(*(one.wants[group.game] for one in group.people)))

    def group(
        self, seeker: Seeker, game: str, size: int, people: int, only_filling: bool = False
    ) -> tuple[Seeker, ...] | None:
        """The seeker with the nearest others who accept a table of this size and each other: `people` in all."""
        pool = self.pools[seeker.pace, game, size]
        if len(pool) < people:
            return None
        search = GroupSearch(self, game, people)
        others = (one for one in self.nearest(seeker, game, pool) if one.fills or not only_filling)
        first = list(islice(others, 1 if people == 2 else LOOKED_AT * people))
        found = search.complete((seeker,), first)
        if found is None and len(first) >= LOOKED_AT * people:
            found = search.complete((seeker,), [*first, *others])
        return found

    def nearest(self, seeker: Seeker, game: str, pool: Pool) -> Iterator[Seeker]:
        """The people of a pool whom the seeker accepts, the nearest in strength first."""
        mu, sigma = seeker.strengths[game]
        farthest = (self.tolerances[seeker.guest] + self.widest + sigma + self.least_certain) / 2
        high = bisect_left(pool, (mu, seeker.guest))
        low = high - 1
        while low >= 0 or high < len(pool):
            below = mu - pool[low][0] if low >= 0 else inf
            above = pool[high][0] - mu if high < len(pool) else inf
            if min(below, above) > farthest:
                return
            if below <= above:
                guest, low = pool[low][1], low - 1
            else:
                guest, high = pool[high][1], high + 1
            if guest != seeker.guest and self.accept(seeker, self.waiting[guest], game):
                yield self.waiting[guest]

    def accept(self, one: Seeker, other: Seeker, game: str) -> bool:
        """Whether two people may meet in a game: neither avoids the other, and their strengths are near enough."""
        if other.guest in one.avoids or one.guest in other.avoids:
            return False
        mine, theirs = one.strengths[game], other.strengths[game]
        return 2 * strength_gap(mine, theirs) <= self.tolerances[one.guest] + self.tolerances[other.guest]


class GroupSearch:
    """Depth-first search for people who all accept each other."""

    def __init__(self, pools: Pools, game: str, people: int) -> None:
        self.pools = pools
        self.game = game
        self.people = people
        self.tries = 0

    def complete(self, group: tuple[Seeker, ...], others: Sequence[Seeker]) -> tuple[Seeker, ...] | None:
        """The group completed by some of `others`, who all accept the group; None if none was found."""
        missing = self.people - len(group)
        if not missing:
            return group
        for n in range(len(others) - missing + 1):
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            rest = [one for one in others[n + 1 :] if self.pools.accept(others[n], one, self.game)]
            found = self.complete((*group, others[n]), rest)
            if found:
                return found
        return None


def spread(group: Group) -> float:
    """Difference between the strongest and the weakest of a group."""
    strengths = [one.strengths[group.game].mu for one in group.people]
    return max(strengths) - min(strengths)
