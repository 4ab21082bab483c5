"""Cost of opening a table and storing a move, with a growing number of other tables in PostgreSQL.

python bench/sleeping.py [--tables 1000,10000,100000] [--samples 300]

PostgreSQL copies the rows of one game of Terres: the table, its moves and its guests. Times are medians over --samples
random tables; the server holds none of the other tables in memory.
"""

import argparse
import asyncio
import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.match import Match
from meute.server.settings import Settings, override
from meute.server.store import open_store
from meute.server.store.interface import Store
from meute.server.store.models import LoadedTable, StoredMove, StoredSeat, StoredTable, TableStatus, TableUpdate
from meute.server.table.restore import chance_after

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from helpers.postgres import running  # noqa: E402

COPIES = """
with new as (insert into tables (code, game, phase, changed, kept, asked, progress, moves)
    select 's' || n, game, 'playing', changed, convert_to(replace(convert_from(kept, 'UTF8'), '"code":"model"',
    '"code":"s' || n || '"'), 'UTF8'), asked, progress, moves from tables, generate_series($1::int, $2::int) n
    where code = 'model' returning id),
seated as (insert into sitting select 'guest' || (id % 5000), id from new)
insert into moves select new.id, m.n, did, seat, step, action, chance, key, at from new, moves m
    where m.table_id = (select id from tables where code = 'model')
"""


def one_game() -> list[StoredMove]:
    """Moves of a real game, without its end."""
    match, rng = Match("terres", ["Ana", "Bob"], seed=1), Generator(1)
    moves = [StoredMove("start", chance=chance_after(match, 0))]
    while not match.is_over():
        seat, step = match.seats_to_act()[0], len(match.steps)
        action = match.state.random_action(seat, Choices(), rng)
        match.play(seat, action)
        moves.append(StoredMove("play", seat, step, match.game.codec.text(action), chance_after(match, step + 1)))
    return moves[:-2]


async def measured(store: Store, tables: int, samples: int) -> tuple[float, float]:
    """Median milliseconds to open a random table, and to store a move."""
    opened, stored = [], []
    for n in random.Random(tables).sample(range(tables), samples):
        began = time.perf_counter()
        found = await store.acquire(f"s{n}")
        between = time.perf_counter()
        assert isinstance(found, LoadedTable)
        count = len(found.moves)
        await store.append(found.id, count, TableUpdate([StoredMove("play", 0, count, "n4-O")], TableStatus([1])))
        opened.append(between - began)
        stored.append(time.perf_counter() - between)
        await store.release(found.id)
    return statistics.median(opened) * 1e3, statistics.median(stored) * 1e3


async def scene(url: str, folder: Path, sizes: list[int], samples: int) -> None:
    store = open_store(folder, override(Settings(), store={"url": url}))
    store.open()
    base: Any = await asyncpg.connect(url)
    try:
        seats = [StoredSeat("guest", "Ana", "", "ana"), StoredSeat("bot", "Bob", "greedy")]
        table = StoredTable("model", "model", "terres", 1, "ana", seats, phase="playing")
        await store.add_table(table, TableUpdate(one_game(), TableStatus()))
        there = 0
        for size in sizes:
            while there < size:
                more = min(size, there + 5000)
                await base.execute(COPIES, there, more - 1)
                there = more
            await base.execute("analyze")
            bytes_stored = await base.fetchval("select pg_database_size(current_database())")
            opened, stored = await measured(store, size, min(samples, size))
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            line = f"{size:>9,} tables: opened in {opened:.2f} ms, a move stored in {stored:.2f} ms"
            print(f"{line}; {bytes_stored / size / 1024:.1f} kB each, the server at {memory:.0f} MB", flush=True)
    finally:
        await base.close()
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", default="1000,10000,100000")
    parser.add_argument("--samples", type=int, default=300)
    given = parser.parse_args()
    sizes = [int(size) for size in given.tables.split(",")]
    with tempfile.TemporaryDirectory() as folder, running() as postgres:
        asyncio.run(scene(postgres.fresh(), Path(folder), sizes, given.samples))


if __name__ == "__main__":
    main()
