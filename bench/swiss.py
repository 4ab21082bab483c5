"""Swiss tournaments with random results against an independent checker: python bench/swiss.py [tournaments]."""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from helpers.swiss import Course, faults_of_tournament
from server.tournaments.test_pairing import paired

SEED = 1_000_000
MOST_ROUNDS = 9
BATCH = 20


def run(seed: int) -> tuple[int, int, float, list[str]]:
    """One tournament: its players and rounds, the longest time to pair a round, and what is wrong."""
    draw = Random(SEED + seed)
    count = draw.randint(3, 64)
    rounds = draw.randint(1, min(MOST_ROUNDS, count + 1))
    longest = 0.0

    def timed(course: Course) -> tuple[list[list[int]], list[int]]:
        nonlocal longest
        began = process_time()
        found = paired(course)
        longest = max(longest, process_time() - began)
        return found

    wrong = faults_of_tournament(seed, count, rounds, timed)
    return count, rounds, longest, wrong


def main() -> None:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    began, rounds, longest, players, wrong = perf_counter(), 0, 0.0, set(), []
    with ProcessPoolExecutor() as pool:
        for count, own, slowest, faults in pool.map(run, range(tournaments), chunksize=BATCH):
            players.add(count)
            rounds += own
            longest = max(longest, slowest)
            wrong += faults
    print(f"{tournaments} tournaments of {min(players)} to {max(players)} players, {rounds} rounds:", end=" ")
    print(f"{len(wrong)} faults; slowest round {1000 * longest:.0f} ms; {perf_counter() - began:.0f} s")
    for fault in wrong[:10]:
        print(fault)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
