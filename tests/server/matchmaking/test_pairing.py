"""Properties of the pairing, over thousands of simulated people in virtual time."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import inf
from random import Random
from statistics import mean

import pytest

from meute.server.matchmaking.pairing import (
    GATHER_SECONDS,
    NEAR,
    Pairing,
    Seeker,
    Strength,
    pairings,
    strength_gap,
)

SIZES = {"terres": (2, 2), "aventure": (2, 4), "clan": (2, 5), "wildlife": (2, 6), "traces": (3, 6)}
PACES = ("live", "calm", "day")
TICK = 2.0
NEW = Strength(25.0, 25.0 / 3)


def seeker(
    guest: str,
    wants: dict[str, set[int]] | None = None,
    *,
    since: float = 0.0,
    wait: float = 300.0,
    strength: Strength = NEW,
    fills: bool = False,
    avoids: frozenset[str] = frozenset(),
    pace: str = "calm",
    delayed_until: float = 0.0,
) -> Seeker:
    found = {game: frozenset(sizes) for game, sizes in (wants or {"terres": {2}}).items()}
    return Seeker(guest, found, pace, since, since + wait, fills, dict.fromkeys(found, strength), avoids, delayed_until)


def tables(*seekers: Seeker, now: float = 100.0) -> list[Pairing]:
    return [one for one in pairings(seekers, now) if one is not None]


def people(found: Pairing) -> set[str]:
    return set(found.seats) - {""}


# --- one choice at a time


def test_two_people_who_want_the_same_are_paired() -> None:
    [found] = tables(seeker("ana"), seeker("bob"))
    assert (found.game, found.pace, people(found)) == ("terres", "calm", {"ana", "bob"})


@pytest.mark.parametrize(
    "other",
    [
        seeker("bob", pace="live"),
        seeker("bob", {"clan": {2}}),
        seeker("bob", avoids=frozenset({"ana"})),
        seeker("bob", delayed_until=101.0),
    ],
)
def test_what_keeps_two_people_apart(other: Seeker) -> None:
    assert tables(seeker("ana"), other) == []


def test_the_nearest_strength_is_chosen() -> None:
    strengths = {"ana": 30.0, "bob": 33.0, "cleo": 29.5, "dan": 27.0}
    waiting = [seeker(name, strength=Strength(mu, 1.0)) for name, mu in strengths.items()]
    assert people(tables(*waiting)[0]) == {"ana", "cleo"}


def test_the_accepted_difference_grows_until_the_end_of_the_wait() -> None:
    far = [seeker("ana", strength=Strength(20.0, 1.0)), seeker("bob", strength=Strength(29.0, 1.0))]
    assert tables(*far, now=60.0) == []
    assert tables(*far, now=270.0)
    assert far[0].tolerance(0.0) == NEAR
    assert far[0].tolerance(300.0) == inf


def test_the_largest_table_that_all_accept_is_formed() -> None:
    waiting = [seeker(name, {"clan": {2, 3}}) for name in ("ana", "bob", "cleo")]
    assert people(tables(*waiting)[0]) == {"ana", "bob", "cleo"}


def test_a_smaller_table_than_accepted_waits_for_more_people() -> None:
    waiting = [seeker(name, {"clan": {2, 3}}) for name in ("ana", "bob")]
    assert tables(*waiting, now=GATHER_SECONDS - 0.1) == []
    assert tables(*waiting, now=GATHER_SECONDS)


def test_computers_take_free_seats_at_the_end_if_all_agree() -> None:
    ana, bob = (seeker(name, {"clan": {4}}, fills=True) for name in ("ana", "bob"))
    assert tables(ana, bob, now=299.0) == []
    [found] = tables(ana, bob, now=300.0)
    assert (len(found.seats), people(found)) == (4, {"ana", "bob"})
    assert tables(ana, seeker("bob", {"clan": {4}}), now=300.0) == []


def test_a_nearer_pair_that_cannot_meet_does_not_hide_a_table_that_can() -> None:
    apart = [
        seeker("ana", {"clan": {3}}),
        seeker("bob", {"clan": {3}}, avoids=frozenset({"cleo", "dan"})),
        seeker("cleo", {"clan": {3}}),
        seeker("dan", {"clan": {3}}),
    ]
    assert people(tables(*apart)[0]) == {"ana", "cleo", "dan"}


# --- many people


def random_seeker(random: Random, number: int, since: float) -> Seeker:
    """A person who wants some games, at any or at one number of seats."""
    wants = {}
    for game in random.sample(sorted(SIZES), random.randint(1, 3)):
        fewest, most = SIZES[game]
        any_size = random.random() < 0.6
        wants[game] = frozenset(range(fewest, most + 1) if any_size else [random.randint(fewest, most)])
    strengths = {
        game: NEW if random.random() < 0.2 else Strength(random.gauss(25.0, 5.0), random.uniform(1.0, 4.0))
        for game in wants
    }
    blocked = random.choice((0, 0, 0, 1, 5))
    avoids = frozenset(f"p{random.randrange(number + 1)}" for _ in range(blocked)) - {f"p{number}"}
    wait = random.choice((60.0, 300.0, 900.0))
    fills = random.random() < 0.5
    pace = random.choice(PACES)
    return Seeker(f"p{number}", wants, pace, since, since + wait, fills, strengths, avoids)


class Simulation:
    """People who come, are paired, or leave at the end of their wait."""

    def __init__(self, seed: int, people: int) -> None:
        self.random = Random(seed)
        self.people = people
        self.all: dict[str, Seeker] = {}
        self.waiting: dict[str, Seeker] = {}
        self.gone: set[str] = set()

    def run(self) -> Iterator[tuple[float, list[Pairing]]]:
        """Yields (time, tables formed) until everyone has a table or has left."""
        now = 1000.0
        while len(self.all) < self.people or self.waiting:
            for _ in range(self.random.randint(0, 6)):
                if len(self.all) < self.people:
                    new = random_seeker(self.random, len(self.all), now)
                    self.all[new.guest] = self.waiting[new.guest] = new
            found = [one for one in pairings(list(self.waiting.values()), now) if one is not None]
            for guest in [guest for one in found for guest in people(one)]:
                del self.waiting[guest]
            yield now, found
            for guest in [guest for guest, one in self.waiting.items() if one.until <= now]:
                self.gone.add(guest)
                del self.waiting[guest]
            now += TICK


def is_refused(one: Seeker, other: Seeker) -> bool:
    return other.guest in one.avoids or one.guest in other.avoids


@pytest.mark.parametrize("seed", range(3))
def test_thousands_of_people(seed: int) -> None:
    simulation = Simulation(seed, 1500)
    seated: Counter[str] = Counter()
    gaps: list[float] = []
    for now, found in simulation.run():
        for table in found:
            group = [simulation.all[guest] for guest in people(table)]
            seated.update(people(table))
            assert len(group) >= 2
            assert all(len(table.seats) in one.wants[table.game] and one.pace == table.pace for one in group)
            assert len(group) == len(table.seats) or all(one.fills for one in group)
            for one, other in combinations(group, 2):
                assert not is_refused(one, other)
                gap = strength_gap(one.strengths[table.game], other.strengths[table.game])
                assert gap <= (one.tolerance(now) + other.tolerance(now)) / 2
                gaps.append(gap)
    assert set(seated.values()) == {1}
    assert not seated.keys() & simulation.gone
    assert len(seated) + len(simulation.gone) == 1500
    assert len(simulation.gone) < 150
    assert mean(gaps) < NEAR / 2


@pytest.mark.parametrize("seed", range(40))
def test_nobody_waits_while_a_match_exists(seed: int) -> None:
    """What remains after a pass cannot form any table: every group of the accepted size is tried here."""
    random = Random(seed)
    waiting = [random_seeker(random, number, 0.0) for number in range(30)]
    now = 59.0
    left = {one.guest: one for one in waiting}
    for table in tables(*waiting, now=now):
        for guest in people(table):
            del left[guest]
    for game, (fewest, most) in SIZES.items():
        for pace in PACES:
            for size in range(fewest, most + 1):
                fit = [one for one in left.values() if size in one.wants.get(game, ()) and one.pace == pace]
                for group in combinations(fit, size):
                    assert not all(
                        not is_refused(one, other)
                        and strength_gap(one.strengths[game], other.strengths[game])
                        <= (one.tolerance(now) + other.tolerance(now)) / 2
                        for one, other in combinations(group, 2)
                    )


def test_seats_are_fair() -> None:
    """Each of three people who meet often is in each seat about equally often, also the one who waited longest."""
    seats: Counter[tuple[str, int]] = Counter()
    for game in range(3000):
        waiting = [seeker(name, {"clan": {3}}, since=game * 60.0 + n) for n, name in enumerate(("ana", "bob", "cleo"))]
        [found] = tables(*waiting, now=game * 60.0 + 10)
        seats.update((guest, seat) for seat, guest in enumerate(found.seats))
    assert all(850 < seats[name, seat] < 1150 for name in ("ana", "bob", "cleo") for seat in range(3))


def test_the_same_people_are_paired_alike_in_any_order() -> None:
    random = Random(7)
    waiting = [random_seeker(random, number, float(number % 50)) for number in range(200)]
    found = tables(*waiting, now=200.0)
    random.shuffle(waiting)
    assert tables(*waiting, now=200.0) == found
