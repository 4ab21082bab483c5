"""Durability: kills the server with -9 at random moments under load, again and again.

python bench/durability.py [--kills 50] [--tables 20] [--games 10000] [--seed 1]

After every kill the store is read as it lies: no acknowledged move may be missing, none may stand there twice, every
table must be the one that its moves tell; and when the server is back, every table must go on. With --games, that many
finished games lie in the store, and the server must be ready again within two seconds.
"""

import argparse
import asyncio
import http.client
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from load import SERVER, processor_time
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.match import Match
from meute.server.past import restore
from meute.server.store import MoveKept, SeatKept, Standing, TableKept, open_store
from meute.server.store.file import FILE
from meute.server.store.file import connect as open_file
from meute.server.table import chance_after

PORT = 18585
URL = f"http://127.0.0.1:{PORT}"
READY = 2.0
SAMPLES = 20

Json = dict[str, Any]


async def told(socket: ClientConnection, message: Json, kind: str) -> Json:
    """Says something and waits for the answer: of this kind, and to this move."""
    await socket.send(msgspec.json.encode(message).decode())
    while True:
        answer: Json = msgspec.json.decode(await socket.recv())
        if answer["is"] == "refused":
            raise SystemExit(f"refused: {message} -> {answer}")
        if answer["is"] == kind and answer.get("key", "") == message.get("key", ""):
            return answer


@dataclass
class Player:
    """One browser that plays both seats of a table, and remembers what the server has acknowledged."""

    code: str = ""
    cookie: str = ""
    acknowledged: list[tuple[int, str, str]] = field(default_factory=list)
    unsure: Json | None = None
    """The move that was under way when the server died."""
    count: int = 0

    async def play(self) -> None:
        """Plays until the server dies, at a new table whenever one is over."""
        try:
            while True:
                if not self.code:
                    await asyncio.to_thread(self.open)
                await self.sit_down()
        except (ConnectionClosed, InvalidHandshake, OSError, http.client.HTTPException):
            return

    def open(self) -> None:
        """A new table."""
        line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
        body = b'{"game":"terres","seats":[{"kind":"guest"},{"kind":"here"}],"start":true}'
        line.request("POST", "/api/tables", body, {"Origin": URL, "Cookie": self.cookie})
        answer = line.getresponse()
        code = msgspec.json.decode(answer.read())["code"]
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        self.acknowledged.clear()
        self.code = code
        line.close()

    async def sit_down(self) -> None:
        """Plays at one table until it is over."""
        url = f"{URL.replace('http', 'ws', 1)}/socket/{self.code}"
        headers = {"Cookie": self.cookie}
        async with connect(url, origin=Origin(URL), additional_headers=headers, compression=None) as socket:
            table = await told(socket, {"do": "hello", "seat": 0}, "table")
            if self.unsure is not None:
                await self.say_again(socket, self.unsure)
                table = await told(socket, {"do": "hello", "seat": 0}, "table")
            while table["phase"] == "playing":
                seat = table["scene"]["asked"][0]
                if table["scene"]["seat"] != seat:
                    table = await told(socket, {"do": "sit", "seat": seat}, "table")
                table = await self.move(socket, table, seat)
        self.code = ""

    async def move(self, socket: ClientConnection, table: Json, seat: int) -> Json:
        """One move, which counts once its answer is here."""
        self.count += 1
        choices = table["ask"]["choices"]
        action = choices[self.count * 7 % len(choices)]["text"]
        step = table["scene"]["step"]
        self.unsure = {"do": "play", "seat": seat, "action": action, "key": f"k{self.count}", "step": step}
        return await self.say_again(socket, self.unsure)

    async def say_again(self, socket: ClientConnection, move: Json) -> Json:
        """Says a move with its key: however often it is said, it happens once."""
        news = await told(socket, move, "news")
        self.acknowledged.append((move["seat"], move["key"], move["action"]))
        self.unsure = None
        return news


class Server:
    """A server that is killed and started again over the same folder."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Starts it; the seconds until it answered."""
        begin = time.perf_counter()
        code = SERVER.format(port=PORT, data=self.folder, workers=1)
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
        """Seconds that the server has used: what counts on a machine that others use too."""
        assert self.process is not None
        return processor_time(self.process.pid)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def check_store(folder: str, players: list[Player]) -> int:
    """Compares what lies in the store with what was acknowledged; how many moves were compared."""
    base = open_file(Path(folder) / FILE)
    compared = 0
    for player in players:
        if not player.code:
            continue
        row = base.execute("select id, kept from tables where code = ?", (player.code,)).fetchone()
        assert row is not None, f"the table {player.code} is lost"
        rows = base.execute(
            "select did, seat, step, action, chance, key, n from moves where place = ? order by n", (row[0],)
        ).fetchall()
        assert [r[6] for r in rows] == list(range(len(rows))), "a gap between the stored moves"
        moves = [MoveKept(*r[:6]) for r in rows]
        stored = [(move.seat, move.key, move.action) for move in moves if move.did == "play"]
        unsure = player.unsure
        late = [(unsure["seat"], unsure["key"], unsure["action"])] if unsure else []
        assert stored in (player.acknowledged, player.acknowledged + late), f"{player.code}: a move lost or doubled"
        match = restore(msgspec.json.decode(row[1], type=TableKept), moves, None)
        assert match.asked() or match.is_over()
        compared += len(stored)
    base.close()
    return compared


async def fill(folder: str, games: int) -> None:
    """Puts that many finished games into the store, out of a few that were really played."""
    rng = Generator(1)
    samples = []
    for seed in range(SAMPLES):
        match = Match("terres", ["Ana", "Bob"], seed=seed)
        moves = [MoveKept("start", chance=chance_after(match, 0))]
        while not match.is_over():
            seat, step = match.asked()[0], len(match.steps)
            action = match.state.random_action(seat, Choices(), rng)
            match.play(seat, action)
            text = match.game.codec.text(action)
            moves.append(MoveKept("play", seat, step, text, chance_after(match, step + 1), f"k{step}"))
        samples.append(moves)
    store = open_store(Path(folder))
    store.open()
    for first in range(0, games, 500):
        jobs = []
        for n in range(first, min(first + 500, games)):
            seats = [SeatKept("guest", "Ana", "", f"guest{n % 100}"), SeatKept("bot", "Bob", "greedy")]
            table = TableKept(f"kept{n}", f"kept{n}", "terres", 1, f"guest{n % 100}", seats, phase="over")
            jobs.append(store.add_table(table, samples[n % SAMPLES], Standing()))
        await asyncio.gather(*jobs)
    await store.close()


async def under_fire(server: Server, players: list[Player], seconds: float) -> None:
    """Everybody plays, and the server is killed in the middle of it."""
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(seconds)
    server.kill()
    for task in playing:
        await task


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    moments = random.Random(given.seed)
    players = [Player() for _ in range(given.tables)]
    with tempfile.TemporaryDirectory() as folder:
        if given.games:
            asyncio.run(fill(folder, given.games))
            print(f"{given.games:,} finished games in the store")
        server = Server(folder)
        starts, compared, moves = [server.start()], 0, 0
        print(f"ready in {starts[0]:.2f} s, of which the server used {server.processor_time():.2f} s of a processor")
        try:
            for kill in range(given.kills):
                before = {player.code for player in players}
                asyncio.run(under_fire(server, players, moments.uniform(0.2, 1.5)))
                compared += check_store(folder, players)
                starts.append(server.start())
                gone_on = sum(player.code not in before for player in players)
                moves = sum(player.count for player in players)
                print(f"kill {kill + 1}: {moves} moves so far, {gone_on} new tables, ready in {starts[-1]:.2f} s")
            asyncio.run(under_fire(server, players, 1.0))
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
