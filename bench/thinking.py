"""Latency of the strongest bots while others play, and memory over many games.

python bench/thinking.py [--seconds 30] [--pace 50] [--games 100]

At three tables (Clan, Wildlife, Traces) a guest plays against bots of level alpha, and each of their moves is timed;
meanwhile guests play at ten tables of Terres at a steady pace. Then --games games of Terres are played against a bot,
and the memory of the server and its child processes is measured between them.
"""

import argparse
import asyncio
import http.client
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from load import PORT, Load, Playing, server
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

URL = f"http://127.0.0.1:{PORT}"
STRONG = {"clan": 2, "wildlife": 2, "traces": 3}
"""Games with bots of level alpha, and the number of seats at each table."""
OTHERS = 10
WARM_UP = 10
"""Games before memory is compared."""

Json = dict[str, Any]


def new_table(game: str, bots: list[str]) -> tuple[str, str]:
    """Open a table against bots; returns its code and the cookie."""
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    seats = [{"kind": "guest"}, *({"kind": "bot", "bot": bot} for bot in bots)]
    body = msgspec.json.encode({"game": game, "seats": seats, "start": True})
    line.request("POST", "/api/tables", body, {"Origin": URL})
    answer = line.getresponse()
    code = msgspec.json.decode(answer.read())["code"]
    cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
    line.close()
    return code, cookie


class Guest:
    """A player that answers at once with the first, middle and last choice in turn."""

    def __init__(self, game: str, bots: list[str]) -> None:
        self.game = game
        self.bots = bots
        self.moves = 0
        self.waits: list[float] = []
        """Seconds of each bot's decision."""

    async def play(self) -> None:
        """Play one game."""
        code, cookie = await asyncio.to_thread(new_table, self.game, self.bots)
        url = f"{URL.replace('http', 'ws', 1)}/socket/{code}"
        headers = {"Cookie": cookie}
        async with connect(url, origin=Origin(URL), additional_headers=headers, compression=None) as socket:
            await socket.send('{"do":"hello","seat":0}')
            since, step = time.perf_counter(), 0
            while True:
                message: Json = msgspec.json.decode(await socket.recv())
                if message["is"] not in ("table", "news"):
                    continue
                now = time.perf_counter()
                if step and message["scene"]["step"] > step and not message.get("key"):
                    self.waits.append(now - since)
                since, step = now, message["scene"]["step"]
                if message["phase"] == "over":
                    return
                if message["ask"]:
                    await self.decide(socket, message)

    async def decide(self, socket: ClientConnection, message: Json) -> None:
        """Send a decision of the guest."""
        self.moves += 1
        choices = message["ask"]["choices"]
        action = choices[self.moves * 7 % len(choices)]["text"]
        move = {"do": "play", "seat": 0, "action": action, "key": f"k{self.moves}", "step": message["scene"]["step"]}
        await socket.send(msgspec.json.encode(move).decode())

    async def play_on(self) -> None:
        """Play games in a loop."""
        while True:
            await self.play()


def memory(process: int) -> float:
    """Memory of a process and its children in MB."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 1e6 + sum(memory(int(child)) for child in children)


async def wait_for_bots(seconds: float, pace: float) -> None:
    """Measure bots of level alpha at three tables, while guests play at other tables."""
    guests = [Guest(game, ["alpha"] * (seats - 1)) for game, seats in STRONG.items()]
    load = Load(PORT)
    for _ in range(OTHERS):
        await Playing(load).open()
    thinking = [asyncio.create_task(guest.play_on()) for guest in guests]
    await asyncio.sleep(5)
    delays = await load.paced(seconds, pace)
    for task in thinking:
        task.cancel()
    for guest in guests:
        waits = sorted(guest.waits)
        print(
            f"{guest.game}: {len(waits)} decisions of alphas, median {median(waits):.2f} s, "
            f"95 in 100 within {waits[int(len(waits) * 0.95)]:.2f} s, longest {waits[-1]:.2f} s"
        )
    p50, p99 = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    print(
        f"others at {pace:.0f} moves/s meanwhile: p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms ({len(delays)} moves)"
    )


async def play_games(process: int, games: int) -> None:
    """Play games against a bot, and print the memory between games."""
    guest = Guest("terres", ["rodeur"])
    for number in range(1, games + 1):
        await guest.play()
        if number in (WARM_UP, games // 2, games):
            print(f"after {number} games: {memory(process):.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=50)
    parser.add_argument("--games", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(PORT, folder, workers=3) as process:
        asyncio.run(wait_for_bots(given.seconds, given.pace))
        asyncio.run(play_games(process.pid, given.games))


if __name__ == "__main__":
    main()
