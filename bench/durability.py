"""Durability test: kills the server with SIGKILL at random moments under load, and checks the store each time.

python bench/durability.py [--kills 100] [--tables 20] [--games 10000] [--seed 1]

All five games are played. After every kill the store is read before a restart: no acknowledged move may be missing or
duplicated, and every table must be restorable from its moves; after the restart, every table must continue. Half way,
the disk is full for a while (simulated by a file size limit), then the rows of one table are damaged: other tables must
not be affected. With --games, the store holds that many finished games, and a restart must take at most two seconds.
"""

import argparse
import asyncio
import http.client
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from load import SERVER, processor_time
from players import Player

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.games import GAMES
from meute.match import Match
from meute.server.store import open_store
from meute.server.store.data_folder import FILE
from meute.server.store.data_folder import connect as open_file
from meute.server.store.models import StoredMove, StoredSeat, StoredTable, TableStatus, TableUpdate
from meute.server.table.restore import chance_after, restore

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    PORT: int = free.getsockname()[1]
READY = 2.0
SAMPLES = 20

FULL = 3.0
"""Seconds with a full disk, and seconds in which all players must continue after it."""
PATIENCE = 180.0
"""Limit in seconds for both waits on a busy machine."""


class Server:
    """A server that is killed and restarted over the same folder."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start the server; returns the seconds until its first answer."""
        begin = time.perf_counter()
        code = SERVER.format(port=PORT, data=self.folder, workers=1, store="")
        self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
        while True:
            line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
            try:
                line.request("GET", "/api/home")
                line.getresponse().read()
                return time.perf_counter() - begin
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.01)
            finally:
                line.close()

    def processor_time(self) -> float:
        """CPU seconds of the server: unlike wall time, comparable on a shared machine."""
        assert self.process is not None
        return processor_time(self.process.pid)

    def fill_disk(self) -> None:
        """Simulate a full disk: the server's files cannot grow."""
        assert self.process is not None
        size = max(file.stat().st_size for file in Path(self.folder).iterdir())
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def empty_disk(self) -> None:
        """End the simulation of a full disk."""
        assert self.process is not None
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def check_store(folder: str, players: list[Player]) -> int:
    """Compare the store with the acknowledged moves; returns the number of moves compared."""
    base = open_file(Path(folder) / FILE)
    compared = 0
    for player in players:
        if not player.code:
            continue
        row = base.execute("select id, kept from tables where code = ?", (player.code,)).fetchone()
        assert row is not None, f"the table {player.code} is lost"
        rows = base.execute(
            "select did, seat, step, action, chance, key, n from moves where table_id = ? order by n", (row[0],)
        ).fetchall()
        assert [r[6] for r in rows] == list(range(len(rows))), "a gap between the stored moves"
        moves = [StoredMove(*r[:6]) for r in rows]
        stored = [(move.seat, move.key, move.action) for move in moves if move.did == "play"]
        unsure = player.unsure
        late = [(unsure["seat"], unsure["key"], unsure["action"])] if unsure else []
        assert stored in (player.acknowledged, player.acknowledged + late), f"{player.code}: a move lost or doubled"
        match = restore(msgspec.json.decode(row[1], type=StoredTable), moves, None)
        assert match.seats_to_act() or match.is_over()
        compared += len(stored)
    base.close()
    return compared


async def fill(folder: str, games: int) -> None:
    """Fill the store with copies of a few real games."""
    rng = Generator(1)
    samples = []
    for seed in range(SAMPLES):
        match = Match("terres", ["Ana", "Bob"], seed=seed)
        moves = [StoredMove("start", chance=chance_after(match, 0))]
        while not match.is_over():
            seat, step = match.seats_to_act()[0], len(match.steps)
            action = match.state.random_action(seat, Choices(), rng)
            match.play(seat, action)
            text = match.game.codec.text(action)
            moves.append(StoredMove("play", seat, step, text, chance_after(match, step + 1), f"k{step}"))
        samples.append(moves)
    store = open_store(Path(folder))
    store.open()
    for first in range(0, games, 500):
        jobs = []
        for n in range(first, min(first + 500, games)):
            seats = [StoredSeat("guest", "Ana", "", f"guest{n % 100}"), StoredSeat("bot", "Bob", "greedy")]
            table = StoredTable(f"kept{n}", f"kept{n}", "terres", 1, f"guest{n % 100}", seats, phase="over")
            jobs.append(store.add_table(table, TableUpdate(samples[n % SAMPLES], TableStatus())))
        await asyncio.gather(*jobs)
    await store.close()


async def keep_playing(player: Player) -> None:
    """Play, and reconnect after each kill."""
    while True:
        await player.play()
        await asyncio.sleep(0.1)


async def at_least(seconds: float, done: Callable[[], bool]) -> None:
    """Wait for a time, then until a condition holds, up to a limit."""
    await asyncio.sleep(seconds)
    until = time.monotonic() + PATIENCE
    while not done() and time.monotonic() < until:
        await asyncio.sleep(0.1)


async def full_disk(server: Server, players: list[Player]) -> int:
    """Play while the disk is full and afterwards; returns the number of moves stored afterwards."""
    began = [len(player.waits) for player in players]

    def moved_since(then: list[int]) -> list[int]:
        return [len(player.waits) - before for player, before in zip(players, then, strict=True)]

    playing = [asyncio.create_task(keep_playing(player)) for player in players]
    await at_least(FULL / 2, lambda: any(moved_since(began)))
    server.fill_disk()
    await at_least(FULL, lambda: any(player.refused for player in players))
    stuck = [len(player.waits) for player in players]
    server.empty_disk()
    await at_least(FULL, lambda: all(moved_since(stuck)))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    assert sum(player.refused for player in players), "the disk was never full"
    later = moved_since(stuck)
    assert all(later), "a table does not go on after the disk was full"
    return sum(later)


async def under_fire(server: Server, players: list[Player], seconds: float) -> None:
    """Play for some seconds, then kill the server while players play on."""
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(seconds)
    server.kill()
    for task in playing:
        await task


def damage(folder: str, code: str) -> None:
    """Damage the rows of a table."""
    base = open_file(Path(folder) / FILE)
    spoil = "update moves set chance = 'rubbish' where table_id = (select id from tables where code = ?)"
    assert base.execute(spoil, (code,)).rowcount
    base.execute("delete from snapshots where table_id = (select id from tables where code = ?)", (code,))
    base.close()


def status_of(code: str) -> int:
    """The HTTP status of a request for a table."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    line.request("GET", f"/api/tables/{code}/at/0")
    status = line.getresponse().status
    line.close()
    return status


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    moments = random.Random(given.seed)
    kinds = list(GAMES)
    players = [Player(PORT, kinds[n % len(kinds)]) for n in range(given.tables)]
    victim = Player(PORT, kinds[0])
    with tempfile.TemporaryDirectory() as folder:
        if given.games:
            asyncio.run(fill(folder, given.games))
            print(f"{given.games:,} finished games in the store")
        server = Server(folder)
        starts, compared, moves = [server.start()], 0, 0
        print(f"ready in {starts[0]:.2f} s, of which the server used {server.processor_time():.2f} s of a processor")
        victim.open()
        try:
            for kill in range(given.kills):
                before = {player.code for player in players}
                if kill == given.kills // 2:
                    stored = asyncio.run(full_disk(server, players))
                    print(f"the disk was full for {FULL:.0f} s; {stored} answers after it")
                asyncio.run(under_fire(server, players, moments.uniform(0.2, 1.5)))
                compared += check_store(folder, players)
                if kill == given.kills // 2:
                    damage(folder, victim.code)
                starts.append(server.start())
                if kill >= given.kills // 2:
                    assert status_of(victim.code) == 503, "a damaged table is shown"
                gone_on = sum(player.code not in before for player in players)
                moves = sum(player.count for player in players)
                print(f"kill {kill + 1}: {moves} moves so far, {gone_on} new tables, ready in {starts[-1]:.2f} s")
            asyncio.run(under_fire(server, players, 2.0))
            check_store(folder, players)
            assert sum(player.count for player in players) > moves, "the tables do not go on"
        finally:
            server.kill()
    starts.sort()
    print(
        f"{given.kills} kills, {moves} moves, {compared} compared: none lost, none doubled, every table went on; "
        f"ready in {starts[len(starts) // 2]:.2f} s (median), {starts[-1]:.2f} s (worst)"
    )
    if given.games:
        assert starts[len(starts) // 2] <= READY, "not ready in time"


if __name__ == "__main__":
    main()
