"""A tournament of computer players at live tables while servers are killed:

python bench/tournament_kills.py [--players 16] [--rounds 4] [--kills 6] [--postgres] [--seed 1]

A tournament is stored, and its server is killed at once. From this state it is played twice: undisturbed, and
with that many kills (SIGKILL) at random moments, each followed by a new start; with --postgres by two nodes that share
a database, of which one is killed at a time. Standings and points of all tables must be the same, and no result that
was told before a kill may differ later.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from helpers.postgres import running
from helpers.tournament_kills import Site, play, prepare


@contextmanager
def site(with_postgres: bool) -> Iterator[Site]:
    """An empty place for the tournament."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        data.mkdir()
        if not with_postgres:
            yield Site(data)
            return
        with running() as postgres:
            yield Site(data, postgres.fresh(), postgres)


async def compare(place: Site, players: int, rounds: int, kills: list[int]) -> bool:
    """Whether both runs end the same."""
    prepared = await prepare(place, players, rounds)
    again = await place.copy(place.folder.with_name("again"))
    began = time.perf_counter()
    calm = await play(place, prepared)
    print(f"undisturbed: {time.perf_counter() - began:.0f} s, first {calm.standings[:3]}")
    began = time.perf_counter()
    wild = await play(again, prepared, kills)
    print(f"{wild.kills} kills: {time.perf_counter() - began:.0f} s, first {wild.standings[:3]}")
    is_same = (calm.standings, calm.tables) == (wild.standings, wild.tables)
    print("the same standings and points" if is_same else "OTHER RESULTS", *wild.lost, sep="\n")
    return is_same and not wild.lost


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    tables = words.players // 2 * (words.rounds - 1)
    moments = sorted(random.Random(words.seed).choices(range(tables), k=words.kills))
    with site(words.postgres) as place:
        is_same = asyncio.run(compare(place, words.players, words.rounds, moments))
    sys.exit(0 if is_same else 1)


if __name__ == "__main__":
    main()
