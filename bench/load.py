"""Load test: 100 WebSockets at 50 tables of Terres, with real rules, views and a durable store, on this machine.

python bench/load.py [--sockets 100] [--seconds 10] [--pace 200] [--peer] [--postgres] [--beside PYTHON]

First the throughput: each move follows as soon as the other player has received the last one. Then the latency at a
steady pace (--pace moves per second), from one player's click to the other's screen. Needs only Meute; run it with the
environment to measure. With --peer, a boardgame.io server gets the same load, with a minimal game and matches stored in
files (without waiting for the disk); its Node comes from the build environment of `python3 dev.py setup`.
With --postgres, a second server stores its games in a PostgreSQL of the development environment; with --beside, the
first server runs in another environment, such as that of an older version. Both servers are loaded alternately, and
the cost of a move is compared; with --beside, also the latency.
"""

import argparse
import asyncio
import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import msgspec

import meute.core.frame

SERVER = """
from dataclasses import fields
from meute.server.run import serve
from meute.server.settings import Rate, Settings
plenty = Rate(1e9, 1e9)
many = 100_000
try:
    from meute.server.settings import override
    settings = override(
        Settings(), bots=dict(delay_seconds=(0.0, 0.0), workers={workers}), tables=dict(idle_seconds=20.0),
        limits=dict(messages=plenty, requests=plenty, new_tables=plenty, wrong_codes=plenty, work_milliseconds=plenty,
                    sockets_per_guest=many, sockets_per_address=many), store=dict(url={store!r}))
except ImportError:  # an older version
    wanted = dict(
        bot_delay=(0.0, 0.0), workers={workers}, messages=plenty, requests=plenty, new_tables=plenty, guesses=plenty,
        work=plenty, sockets=many, sockets_of_address=many, idle=20.0, store={store!r})
    known = [field.name for field in fields(Settings)]
    settings = Settings(**{{name: wanted[name] for name in wanted if name in known}})
serve(port={port}, data={data!r}, settings=settings)
"""
PORT = 18484
PEER_PORT = 18485
ROOT = Path(__file__).resolve().parent.parent
NODE = [ROOT / ".envs/build/bin/python", ROOT / "build_tools/node.py"]
ROUNDS = 6


class Choice(msgspec.Struct):
    text: str


class Ask(msgspec.Struct):
    choices: list[Choice]


class Scene(msgspec.Struct):
    step: int
    seat: int


class TableMessage(msgspec.Struct):
    """The parts of a message that players read."""

    kind: str = msgspec.field(name="is")
    scene: Scene | None = None
    ask: Ask | None = None
    phase: str = ""
    key: str = ""
    code: str = ""


decoder = msgspec.json.Decoder(TableMessage)


class Socket(asyncio.Protocol):
    """A minimal WebSocket client, so that the load generator costs little."""

    def __init__(self, player: "Player") -> None:
        self.player = player
        self.buffer = b""
        self.upgraded = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        table = self.player.table
        head = (
            f"GET /socket/{table.code} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://127.0.0.1:{table.port}\r\nCookie: {table.cookie}\r\n\r\n"
        )
        self.transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.upgraded, self.buffer = True, rest
            self.send({"do": "hello", "seat": self.player.seat})
        at = 0
        while True:
            size = len(self.buffer) - at
            if size < 2:
                break
            length, start = self.buffer[at + 1], 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[at + 2 : at + 10], "big"), 10
            if size < start + length:
                break
            if self.buffer[at] == 0x81:
                self.player.hear(decoder.decode(self.buffer[at + start : at + start + length]))
            at += start + length
        self.buffer = self.buffer[at:]

    def send(self, message: object) -> None:
        """Send a text frame with a zero mask."""
        body = msgspec.json.encode(message)
        assert self.transport is not None
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(b"\x81" + length + bytes(4) + body)


class Player:
    """A socket at a table; plays the first, middle and last choice in turn."""

    def __init__(self, table: "Playing", seat: int) -> None:
        self.table = table
        self.seat = seat
        self.socket: Socket | None = None
        self.latest: TableMessage | None = None

    async def sit_down(self) -> None:
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(lambda: Socket(self), "127.0.0.1", self.table.port)

    def hear(self, message: TableMessage) -> None:
        if message.kind == "refused":
            raise SystemExit(f"refused: {message}")
        if message.kind in ("table", "news"):
            self.latest = message
            self.table.heard(self, message)

    def leave(self) -> None:
        if self.socket is not None and self.socket.transport is not None:
            self.socket.transport.close()

    def play(self) -> None:
        """Send a move."""
        assert self.latest is not None
        assert self.latest.ask is not None
        assert self.latest.scene is not None
        choices = self.latest.ask.choices
        self.table.moves += 1
        text = choices[(self.table.moves * 7) % len(choices)].text
        self.table.clicked = time.perf_counter()
        self.table.seen = 0
        assert self.socket is not None
        key = f"k{self.table.moves}"
        self.socket.send({"do": "play", "seat": self.seat, "action": text, "key": key, "step": self.latest.scene.step})


class Playing:
    """A table with two players of one browser; replaced by a new one when its game is over."""

    def __init__(self, load: "Load") -> None:
        self.load = load
        self.port = load.port
        self.code = self.cookie = ""
        self.moves = 0
        self.clicked = 0.0
        self.seen = 0
        self.ready: asyncio.Event = asyncio.Event()
        self.players: list[Player] = []

    async def open(self) -> None:
        """Open a new table with both players."""
        self.code, self.cookie = await asyncio.to_thread(self.load.new_table)
        self.moves = 0
        self.seen = 0
        self.clicked = 0.0
        self.players = [Player(self, 0), Player(self, 1)]
        for player in self.players:
            await player.sit_down()

    def heard(self, player: Player, message: TableMessage) -> None:
        """Handle a message: count a move once both players have received it, and allow the next move."""
        self.seen += 1
        if message.kind == "news" and not message.key:
            self.load.delays.append(time.perf_counter() - self.clicked)
        if self.seen == len(self.players):
            if self.clicked:
                self.load.done += 1
            if message.phase == "over":
                for one in self.players:
                    one.leave()
                self.load.opening.add(asyncio.ensure_future(self.open()))
            else:
                self.ready.set()
                self.load.free.put_nowait(self)

    def play(self) -> None:
        """Send a move of the player to act."""
        self.ready.clear()
        next(player for player in self.players if player.latest and player.latest.ask).play()


class Load:
    """All tables and the measurements."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.done = 0
        self.delays: list[float] = []
        self.free: asyncio.Queue[Playing] = asyncio.Queue()
        self.opening: set[asyncio.Future[None]] = set()

    def new_table(self) -> tuple[str, str]:
        """Open a table where one guest has both seats; returns its code and the cookie."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        body = b'{"game":"terres","seats":[{"kind":"guest"},{"kind":"here"}],"start":true}'
        line.request("POST", "/api/tables", body, {"Origin": f"http://127.0.0.1:{self.port}"})
        answer = line.getresponse()
        created = msgspec.json.decode(answer.read())
        cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        line.close()
        return str(created["code"]), cookie

    async def flat_out(self, seconds: float) -> float:
        """Moves per second when each move follows the last one at once."""
        end = time.perf_counter() + seconds
        begin, before = time.perf_counter(), self.done
        while time.perf_counter() < end:
            try:
                async with asyncio.timeout(0.5):
                    (await self.free.get()).play()
            except TimeoutError:
                continue
        return (self.done - before) / (time.perf_counter() - begin)

    async def paced(self, seconds: float, pace: float) -> list[float]:
        """Latencies from one player's click to the other's screen, at a steady pace."""
        self.delays.clear()
        begin = time.perf_counter()
        for n in range(int(seconds * pace)):
            wait = begin + n / pace - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            (await self.free.get()).play()
        await asyncio.sleep(0.3)
        return sorted(self.delays)


@contextmanager
def server(
    port: int, data: str, workers: int = 0, store: str = "", python: str = sys.executable
) -> Iterator[subprocess.Popen[str]]:
    """Start a server process."""
    code = SERVER.format(port=port, data=data, workers=workers, store=store)
    process = subprocess.Popen([python, "-P", "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def processor_time(process: int) -> float:
    """CPU seconds of the server's threads: unlike wall time, comparable on a shared machine."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return float("nan")
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(process: subprocess.Popen[str], sockets: int, seconds: float, pace: float, port: int) -> float:
    """Measure and print the throughput; returns the moves per second."""
    load = Load(port)
    tables = [Playing(load) for _ in range(sockets // 2)]
    for table in tables:
        await table.open()
    await asyncio.sleep(0.5)
    await load.flat_out(2.0)
    before, begin = processor_time(process.pid), load.done
    rate = await load.flat_out(seconds)
    cost = (processor_time(process.pid) - before) / (load.done - begin)
    print(f"{sockets} sockets, {sockets // 2} tables: {rate:,.0f} durable moves/s, each seen by both players")
    print(f"the server's processor time: {cost * 1e6:.0f} us for each move")
    await asyncio.sleep(1.0)
    delays = await load.paced(seconds, pace)
    tell_delays("the server", delays, pace)
    return rate


def tell_delays(name: str, delays: list[float], pace: float) -> None:
    """Print the latencies at a steady pace."""
    if delays:
        p50, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
        print(
            f"{name} at {pace:.0f} moves/s, click to the other's screen: p50 {p50 * 1e3:.1f} ms, "
            f"p99 {p99 * 1e3:.1f} ms, worst {delays[-1] * 1e3:.1f} ms ({len(delays)} moves)"
        )


async def in_turn(
    servers: dict[str, tuple[subprocess.Popen[str], int]], sockets: int, seconds: float, pace: float = 0
) -> None:
    """Load two servers alternately and print the cost of a move on each."""
    loads = {name: Load(port) for name, (_, port) in servers.items()}
    for load in loads.values():
        for _ in range(sockets // 2):
            await Playing(load).open()
        await load.flat_out(2.0)
    spent, done = dict.fromkeys(loads, 0.0), dict.fromkeys(loads, 0)
    for _ in range(ROUNDS):
        for name, load in loads.items():
            process = servers[name][0].pid
            before, begin = processor_time(process), load.done
            await load.flat_out(seconds / ROUNDS)
            await asyncio.sleep(0.2)
            spent[name] += processor_time(process) - before
            done[name] += load.done - begin
    cost = {name: spent[name] / done[name] for name in loads}
    for name in loads:
        rate = done[name] / seconds
        print(f"{name}: {rate:,.0f} durable moves/s, {cost[name] * 1e6:.0f} us of the server's processor for each")
    first, second = loads
    print(f"the second costs the server {cost[second] / cost[first]:.2f} times what the first does", end=", ")
    print(f"and takes {done[second] / done[first]:.2f} times as many")
    delays: dict[str, list[float]] = {name: [] for name in loads}
    for _ in range(ROUNDS if pace else 0):
        for name, load in loads.items():
            delays[name] += await load.paced(seconds / ROUNDS, pace)
    for name, those in delays.items():
        tell_delays(name, sorted(those), pace)


def peer_rate(sockets: int, seconds: float) -> float:
    """Moves per second of a boardgame.io server."""
    numbers = [str(sockets), str(seconds), str(PEER_PORT)]
    done = subprocess.run([*NODE, "load", *numbers], check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout.split()[-1])


def beside_postgres(sockets: int, seconds: float) -> None:
    """Compare two servers, one with SQLite and one with PostgreSQL."""
    sys.path.insert(0, str(ROOT / "tests"))
    from helpers.postgres import running

    with (
        tempfile.TemporaryDirectory() as folder,
        running() as postgres,
        server(PORT, f"{folder}/lite") as lite,
        server(PORT + 20, f"{folder}/shared", store=postgres.fresh()) as shared,
    ):
        both = {"SQLite": (lite, PORT), "PostgreSQL": (shared, PORT + 20)}
        asyncio.run(in_turn(both, sockets, seconds))


def beside(python: str, sockets: int, seconds: float, pace: float, disk: str) -> None:
    """Compare the server of this environment with that of another one."""
    with (
        tempfile.TemporaryDirectory(dir=disk or None) as folder,
        server(PORT, f"{folder}/other", python=python) as other,
        server(PORT + 20, f"{folder}/this") as this,
        asyncio.Runner(loop_factory=quick_loop()) as runner,
    ):
        both = {"the other": (other, PORT), "this one": (this, PORT + 20)}
        runner.run(in_turn(both, sockets, seconds, pace))


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """A fast event loop for the players, if available."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sockets", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=200)
    parser.add_argument("--data", default="", help="a folder on the disk to measure")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL beside SQLite")
    parser.add_argument("--beside", default="", help="the Python of another environment")
    parser.add_argument("--peer", action="store_true", help="boardgame.io beside it")
    given = parser.parse_args()
    if given.postgres:
        beside_postgres(given.sockets, given.seconds)
        return
    if given.beside:
        beside(given.beside, given.sockets, given.seconds, given.pace, given.data)
        return
    kind = "compiled" if not meute.core.frame.__file__.endswith(".py") else "interpreted"
    print(f"{kind} rules, {os.cpu_count()} processors")
    with (
        tempfile.TemporaryDirectory(dir=given.data or None) as folder,
        server(PORT, folder) as process,
        asyncio.Runner(loop_factory=quick_loop()) as runner,
    ):
        rate = runner.run(run(process, given.sockets, given.seconds, given.pace, PORT))
    if given.peer:
        peer = peer_rate(given.sockets, given.seconds)
        print(f"boardgame.io under the same load: {peer:,.0f} moves/s; x {rate / peer:.1f}")


if __name__ == "__main__":
    main()
