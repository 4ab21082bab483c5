"""Processor time of pairing people who wait: python bench/pairing.py [people]."""

import sys
from random import Random
from statistics import median
from time import process_time

from meute.games import GAMES
from meute.server.matchmaking.pairing import Seeker, Strength, pairings

RUNS = 15
NEW = Strength(25.0, 25.0 / 3)


def seekers(random: Random, people: int, mixed: bool) -> list[Seeker]:
    """People who come within a minute; `mixed`: with different wishes, else all accept everything."""
    found = []
    for number in range(people):
        games = random.sample(sorted(GAMES), random.randint(1, 3)) if mixed else sorted(GAMES)
        wants = {}
        for game in games:
            sizes = range(GAMES[game].min_seats, GAMES[game].max_seats + 1)
            wants[game] = frozenset([random.choice(sizes)] if mixed and random.random() < 0.5 else sizes)
        known = random.random() < 0.8
        strengths = {game: Strength(random.gauss(25, 5), random.uniform(1, 4)) if known else NEW for game in wants}
        since = random.uniform(0, 60)
        pace = random.choice(("live", "calm", "day")) if mixed else "calm"
        found.append(Seeker(f"p{number}", wants, pace, since, since + 300, True, strengths, frozenset()))
    return found


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for mixed in (True, False):
        times, longest, tables = [], 0.0, 0
        for seed in range(RUNS):
            waiting = seekers(Random(seed), people, mixed)
            began = step = process_time()
            tables = 0
            for table in pairings(waiting, 61.0):
                longest, step = max(longest, process_time() - step), process_time()
                tables += table is not None
            times.append(1000 * (process_time() - began))
        kind = "mixed wishes" if mixed else "everything accepted"
        print(f"{people} people, {kind}: {median(times):.1f} ms (worst {max(times):.1f} ms), {tables} tables,", end=" ")
        print(f"longest time between two pauses {1000 * longest:.1f} ms")


if __name__ == "__main__":
    main()
