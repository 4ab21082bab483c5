"""Fault injection: two nodes over one PostgreSQL under load; components fail at random moments.

python bench/faults.py [--runs 20] [--tables 8] [--pages 0] [--down 0] [--seed 1] [--seconds 20] [--most 8]
    [--only kill,drain]

Nothing is mocked: the nodes run `serve` in separate processes; PostgreSQL (with fsync) and NATS are those of the
development environment, and `meute think` computes for both nodes. Each run draws two to eight faults of one to four
kinds, at random moments of --seconds, as the simulated outages do (tests/simulation/faults.py): a node is killed
(SIGKILL), drained (SIGTERM) or stopped (SIGSTOP); its bytes to the database are held back or late; PostgreSQL is
stopped immediately, and restarted --down seconds later; NATS, `meute think`, or a node's processes of bots are killed.
After each run the database is read: no acknowledged move may be missing or duplicated, no table may have a gap, and all
players must have continued. The printed seconds are the longest wait of any player for an answer since the first fault;
with --most 1 a run has one. With --pages, that many pages in Chromium play, too, through a proxy that polls /readyz
once a second; then their waits are printed, as pages retry later than this script's clients. Build the page first
(`python3 dev.py browser tests/web/test_look.py` does).
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from pages import Front, PagePlayer, browsing, longest_wait
from players import LOST, NotStored, Player
from websockets.asyncio.client import ClientConnection

from meute.games import GAMES
from meute.server.store.models import StoredMove, StoredTable
from meute.server.table.restore import restore

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from helpers.postgres import Postgres  # noqa: E402
from simulation.faults import FAULTS, SHORT, draw_faults  # noqa: E402

NODE = """
from meute.server.run import serve
from meute.server.settings import Rate, Settings, override
plenty = Rate(1e9, 1e9)
many = 100_000
serve(port={port}, data={data!r}, settings=override(
    Settings(), store=dict(url={store!r}), bots=dict(delay_seconds=(0.0, 0.0), workers=1),
    cluster=dict(node={name!r}, private_address="127.0.0.1:{private}", nats_url={nats!r}),
    limits=dict(messages=plenty, requests=plenty, new_tables=plenty, wrong_codes=plenty, work_milliseconds=plenty,
                sockets_per_guest=many, sockets_per_address=many)))
"""
REAL = (
    "kill",
    "drain",
    "hang",
    "cut_from_database",
    "slow_database",
    "database_restart",
    "lost_workers",
    "lost_broker",
    "lost_machine",
)
"""Faults that this machine can have, by their names in a simulation (tests/simulation/faults.py)."""
HUNG = 9.0
CUT = 8.0
"""Seconds beyond those after which a node has lost its lease."""
SLOW = (0.05, 0.5)
"""Seconds by which the bytes of a slow database are late."""
PATIENCE = 3.0
"""Seconds after which a player tries another node."""
FAREWELL = 0.1
"""Seconds that a player waits for the close handshake of a node; a page does not wait."""
AT_MOST = 120.0
"""Seconds within which all players must continue, even on a busy machine."""
NATS = Path(sys.executable).with_name("nats-server")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


class Relay:
    """TCP proxy between a node and PostgreSQL that can delay bytes."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.open = asyncio.Event()
        self.open.set()
        self.delay = 0.0
        self.server: asyncio.Server | None = None

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.lead, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, away = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        with contextlib.suppress(asyncio.CancelledError):  # at the end of the test
            await asyncio.gather(self.pass_on(reader, away), self.pass_on(there, writer))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.open.wait()
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()


class Node:
    """A server that is restarted after each fault."""

    def __init__(self, name: str, folder: Path, store: str, nats: str) -> None:
        self.name = name
        self.folder = folder
        self.store = store
        self.nats = nats
        self.port, self.private = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.has_fault = False

    def start(self) -> None:
        code = NODE.format(
            port=self.port,
            data=str(self.folder),
            store=self.store,
            name=self.name,
            private=self.private,
            nats=self.nats,
        )
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=log)

    async def ready(self) -> None:
        """Wait until the server is ready."""
        for _ in range(3000):
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.private)
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                messages = await reader.read(15)
                writer.close()
                if messages.startswith(b"HTTP/1.1 200"):
                    return
            assert self.process is not None
            assert self.process.poll() is None, (self.folder / f"{self.name}.log").read_text()
            await asyncio.sleep(0.05)
        raise AssertionError(f"{self.name} is not ready")

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def ended(self) -> None:
        assert self.process is not None
        await asyncio.to_thread(self.process.wait)

    def kill_children(self) -> None:
        """Kills the processes of its bots."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)


@dataclass
class Visitor(Player):
    """A player that tries the next node if one does not answer."""

    ports: list[int] = field(default_factory=list)
    bots: bool = False
    answers: list[float] = field(default_factory=list)

    async def keep_playing(self) -> None:
        while True:
            with contextlib.suppress(NotStored, *LOST):
                await self.play()
            self.port = self.ports[(self.ports.index(self.port) + 1) % len(self.ports)]
            await asyncio.sleep(random.uniform(0.05, 0.25))

    def seats(self) -> list[dict[str, str]]:
        if not self.bots:
            return super().seats()
        return [{"kind": "guest"}] + [{"kind": "bot", "bot": "greedy"}] * (GAMES[self.game].min_seats - 1)

    async def say(self, socket: ClientConnection, message: dict[str, Any], kind: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            answer = await super().say(socket, message, kind)
        self.answers.append(time.monotonic())
        return answer

    async def hear(self, socket: ClientConnection) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            message = await super().hear(socket)
        self.answers.append(time.monotonic())
        return message

    def silence(self, since: float) -> float:
        """The longest wait for an answer since this time."""
        return longest_wait(self.answers, since)


class Scene:
    """The database, the broker, two nodes, and the players."""

    def __init__(self, folder: Path, tables: int, down: float, seed: int) -> None:
        self.folder = folder
        self.down = down
        self.moments = random.Random(seed)
        self.postgres = Postgres(folder / "pg")
        self.nats_port = free_port()
        self.nats: subprocess.Popen[bytes] | None = None
        self.machine: subprocess.Popen[bytes] | None = None
        """`meute think`."""
        self.relays: list[Relay] = []
        self.nodes: list[Node] = []
        self.players: list[Visitor] = []
        self.pages: list[PagePlayer] = []
        self.tables = tables
        self.url = ""
        self.compared = 0
        self.counted: Counter[str] = Counter()
        self.one_restart = asyncio.Lock()

    async def open(self) -> None:
        await asyncio.to_thread(self.postgres.start)
        self.url = self.postgres.url(await asyncio.to_thread(self.postgres.create))
        self.start_nats()
        self.start_machine()
        for name in ("one", "two"):
            relay = Relay(self.postgres.port)
            await relay.start()
            self.relays.append(relay)
            store = self.url.replace(f":{self.postgres.port}/", f":{relay.port}/")
            self.nodes.append(Node(name, self.folder, store, f"nats://127.0.0.1:{self.nats_port}"))
        for node in self.nodes:
            node.start()
            await node.ready()
        ports = [node.port for node in self.nodes]
        kinds = list(GAMES)
        for n in range(self.tables):
            game, bots = kinds[n % len(kinds)], n % 4 == 3
            visitor = Visitor(
                ports[n % 2], game, ports=ports, bots=bots, patience=PATIENCE, opening=PATIENCE, farewell=FAREWELL
            )
            self.players.append(visitor)

    def start_nats(self) -> None:
        words: list[str | Path] = [NATS, "-a", "127.0.0.1", "-p", str(self.nats_port)]
        self.nats = subprocess.Popen(words, stderr=subprocess.DEVNULL)

    def start_machine(self) -> None:
        words = [sys.executable, "-m", "meute", "think", "--nats", f"nats://127.0.0.1:{self.nats_port}"]
        self.machine = subprocess.Popen(
            [*words, "--processes", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def close(self) -> None:
        for process in [*(node.process for node in self.nodes), self.machine, self.nats]:
            if process is not None:
                process.kill()
                process.wait()
        self.postgres.stop(signal.SIGQUIT)

    # --- faults

    async def kill(self, node: Node, _: Relay) -> None:
        node.send(signal.SIGKILL)
        await node.ended()
        await self.pause()
        node.start()
        await node.ready()

    async def drain(self, node: Node, _: Relay) -> None:
        node.send(signal.SIGTERM)
        await node.ended()
        await self.pause()
        node.start()
        await node.ready()

    async def hang(self, node: Node, _: Relay) -> None:
        node.send(signal.SIGSTOP)
        await asyncio.sleep(HUNG)
        node.send(signal.SIGCONT)

    async def cut(self, _: Node, relay: Relay) -> None:
        relay.open.clear()
        await asyncio.sleep(CUT)
        relay.open.set()

    async def slow(self, _: Node, relay: Relay) -> None:
        relay.delay = self.moments.uniform(*SLOW)
        await self.pause()
        relay.delay = 0.0

    async def restart(self, _: Node, __: Relay) -> None:
        async with self.one_restart:
            await asyncio.to_thread(self.postgres.stop, signal.SIGQUIT)
            await asyncio.sleep(self.down)
            await asyncio.to_thread(self.postgres.start)

    async def lose_workers(self, node: Node, _: Relay) -> None:
        node.kill_children()

    async def lose_broker(self, _: Node, __: Relay) -> None:
        async with self.one_restart:
            assert self.nats is not None
            self.nats.kill()
            self.nats.wait()
            await self.pause()
            self.start_nats()

    async def lose_machine(self, _: Node, __: Relay) -> None:
        async with self.one_restart:
            assert self.machine is not None
            self.machine.kill()
            self.machine.wait()
            await self.pause()
            self.start_machine()

    async def pause(self) -> None:
        await asyncio.sleep(self.moments.uniform(*SHORT))

    async def happen(self, delay: float, kind: str) -> None:
        """Begins a fault after a while, at the node with most tables that has none, and ends it."""
        faults: dict[str, Callable[[Node, Relay], Coroutine[Any, Any, None]]] = {
            "kill": self.kill,
            "drain": self.drain,
            "hang": self.hang,
            "cut_from_database": self.cut,
            "slow_database": self.slow,
            "database_restart": self.restart,
            "lost_workers": self.lose_workers,
            "lost_broker": self.lose_broker,
            "lost_machine": self.lose_machine,
        }
        await asyncio.sleep(delay)
        order = await self.by_tables()
        which = next((n for n in order if not self.nodes[n].has_fault), None)
        if which is None:
            return
        node = self.nodes[which]
        node.has_fault = True
        try:
            await faults[kind](node, self.relays[which])
        finally:
            node.has_fault = False
        self.counted[kind] += 1

    async def run(self, plan: list[tuple[float, str]]) -> float:
        """Plays, lets faults happen, and goes on; returns the longest wait in seconds since the first one."""
        playing = [asyncio.create_task(player.keep_playing()) for player in self.players]
        try:
            for page in self.pages:
                await page.begin()
            await self.until_all_after(time.monotonic(), playing)
            began = time.monotonic() + plan[0][0]
            await asyncio.gather(*(self.happen(delay, kind) for delay, kind in plan))
            for node in self.nodes:
                await node.ready()
            await asyncio.sleep(0.5)
            await self.until_all_after(time.monotonic(), playing)
            waited = max(player.silence(began) for player in self.pages or self.players)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        await self.check()
        return waited

    async def by_tables(self) -> list[int]:
        """The indices of the nodes, the one with most of the active tables first."""
        query = """select split_part(owner, '.', 1) from tables where code = any($1) and owner <> ''
                   group by 1 order by count(*) desc"""
        names: list[str] = []
        with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            base = await asyncpg.connect(self.url)
            try:
                found = await base.fetch(query, [player.code for player in self.pages or self.players])
                names = [row[0] for row in found]
            finally:
                await base.close()
        return sorted(range(len(self.nodes)), key=lambda n: [*names, self.nodes[n].name].index(self.nodes[n].name))

    async def until_all_after(self, moment: float, playing: list["asyncio.Task[None]"]) -> None:
        """Wait until all players have received an answer after this time."""
        late = time.monotonic() + AT_MOST
        everybody: list[Visitor | PagePlayer] = [*self.players, *self.pages]
        while not all(player.answers and player.answers[-1] > moment for player in everybody):
            for task in playing:
                assert not task.done(), task.exception()
            assert time.monotonic() < late, "a table does not go on"
            await asyncio.sleep(0.01)

    # --- checks of the database

    async def check(self) -> None:
        base = await asyncpg.connect(self.url)
        try:
            for player in self.players:
                if player.code:
                    async with base.transaction(isolation="repeatable_read"):  # bots may still play
                        await self.check_table(base, player)
        finally:
            await base.close()

    async def check_table(self, base: Any, player: Visitor) -> None:
        """Check that no acknowledged move is missing, duplicated or out of order."""
        row = await base.fetchrow("select id, kept, moves from tables where code = $1", player.code)
        assert row is not None, f"the table {player.code} is lost"
        rows = await base.fetch(
            "select did, seat, step, action, chance, key, n from moves where table_id = $1 order by n", row["id"]
        )
        assert [one["n"] for one in rows] == list(range(row["moves"])), "a gap between the stored moves"
        moves = [StoredMove(*tuple(one)[:6]) for one in rows]
        stored = [(move.seat, move.key, move.action) for move in moves if move.did == "play" and move.key]
        unsure = player.unsure
        late = [(unsure["seat"], unsure["key"], unsure["action"])] if unsure else []
        assert stored in (player.acknowledged, player.acknowledged + late), f"{player.code}: a move lost or doubled"
        match = restore(msgspec.json.decode(row["kept"], type=StoredTable), moves, None)
        assert match.seats_to_act() or match.is_over()
        self.compared += len(stored)


async def play(folder: Path, given: argparse.Namespace) -> None:
    scene = Scene(folder, given.tables, given.down, given.seed)
    kinds = [kind for kind in FAULTS if kind in (given.only.split(",") if given.only else REAL)]
    waits: list[float] = []
    async with contextlib.AsyncExitStack() as held:
        held.callback(scene.close)
        await scene.open()
        if given.pages:
            front = Front([(node.port, node.private) for node in scene.nodes])
            await held.enter_async_context(front)
            browser = await held.enter_async_context(browsing())
            scene.pages = [PagePlayer(browser, front.address) for _ in range(given.pages)]
        for number in range(given.runs):
            plan = draw_faults(scene.moments, kinds, given.seconds)[: given.most]
            waits.append(await scene.run(plan))
            moves = sum(player.count for player in scene.players)
            told = ", ".join(f"{kind} at {delay:.1f} s" for delay, kind in plan)
            print(f"run {number + 1}: {told}: {waits[-1]:.2f} s waited at most; {moves} moves so far", flush=True)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(scene.counted.items())))
    print(f"longest wait: median {statistics.median(waits):.2f} s, worst {max(waits):.2f} s")
    print(f"{given.runs} runs, {scene.compared} moves compared: none lost, none doubled, no fork, no gap")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("--down", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=8, help="faults in a run at most")
    parser.add_argument("--seconds", type=float, default=20.0, help="time in which the faults of a run begin")
    parser.add_argument("--only", default="", help="some of " + ", ".join(REAL))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="meute-faults-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "pg").mkdir()
        asyncio.run(play(folder, given))


if __name__ == "__main__":
    main()
