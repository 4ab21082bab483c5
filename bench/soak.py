"""Soak test: tables are opened, played by bots, watched, left and unloaded in a loop; memory must stay flat.

python bench/soak.py [--minutes 30] [--settle 5] [--tables 40] [--watch 12] [--silent 20]

Every round opens --tables tables of all games, watches their bots for --watch seconds, disconnects, waits until the
server has unloaded the tables, and reads its memory. At one table of each round, --silent spectators read nothing.
After --settle minutes, memory may not grow by more than a twentieth. Needs Linux (/proc).
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from load import server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

import meute.core.frame
from meute.games import GAMES

PORT = 18686
URL = f"http://127.0.0.1:{PORT}"
BOT = "random"
IDLE = 20.0
"""Seconds until an idle table is unloaded, as set for the server of `load`; the server checks twice as often."""
GROWTH = 1.05
SMALL = 4096
"""Bytes that the kernel buffers for a spectator that reads nothing."""


async def request(method: str, path: str, body: bytes = b"") -> tuple[Any, str]:
    """Send a request on a new connection; returns the answer and the cookie."""
    reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nOrigin: {URL}\r\nConnection: close\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    messages = await reader.read()
    writer.close()
    top, _, rest = messages.partition(b"\r\n\r\n")
    cookies = [line.split(b": ", 1)[1] for line in top.splitlines() if line.lower().startswith(b"set-cookie")]
    return msgspec.json.decode(rest), cookies[0].partition(b";")[0].decode() if cookies else ""


async def watched_table(game: str, seconds: float, silent: int) -> int:
    """Watch a table of bots for a while; returns the number of messages."""
    seats = [{"kind": "bot", "bot": BOT}] * GAMES[game].min_seats
    body = msgspec.json.encode({"game": game, "seats": seats, "start": True})
    answer, cookie = await request("POST", "/api/tables", body)
    address = f"ws://127.0.0.1:{PORT}/socket/{answer['code']}"
    heard = 0
    async with contextlib.AsyncExitStack() as stack:
        headers = {"cookie": cookie}
        line = await stack.enter_async_context(
            connect(
                address,
                origin=Origin(URL),
                additional_headers=headers,
                compression=None,
                max_size=None,
                open_timeout=60,
            )
        )
        await line.send('{"do":"hello"}')
        for _ in range(silent):
            await asyncio.to_thread(look_away, stack.enter_context(socket.socket()), answer["code"])
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(seconds):
                while True:
                    await line.recv()
                    heard += 1
    return heard


def look_away(line: socket.socket, code: str) -> None:
    """Connect a spectator that reads nothing."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    line.connect(("127.0.0.1", PORT))
    head = (
        f"GET /socket/{code} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: {URL}\r\n\r\n"
    )
    line.sendall(head.encode())
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += line.recv(1)
    hello = b'{"do":"hello"}'
    line.sendall(b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello)


async def a_round(tables: int, seconds: float, silent: int) -> int:
    """One round; returns the number of messages."""
    games = itertools.islice(itertools.cycle(GAMES), tables)
    asked = [watched_table(game, seconds, silent if n == 0 else 0) for n, game in enumerate(games)]
    return sum(await asyncio.gather(*asked))


def memory(process: int) -> float:
    """Resident memory of a process in MB."""
    rows = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024


async def soak(process: int, given: argparse.Namespace) -> list[tuple[float, float]]:
    """Run all rounds; returns the minute and the memory in MB after each."""
    began = time.monotonic()
    seen: list[tuple[float, float]] = []
    opened = 0
    print(f"{memory(process):.1f} MB at the start")
    while time.monotonic() - began < 60 * given.minutes:
        heard = await a_round(given.tables, given.watch, given.silent)
        left = memory(process)
        await asyncio.sleep(1.6 * IDLE)
        opened += given.tables
        seen.append(((time.monotonic() - began) / 60, memory(process)))
        minute, swept = seen[-1]
        line = f"{opened:5d} tables, {heard:6d} messages, {left:6.1f} MB, swept {swept:6.1f} MB"
        print(f"minute {minute:5.1f}: {line}", flush=True)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--settle", type=float, default=5)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--watch", type=float, default=12)
    parser.add_argument("--silent", type=int, default=20)
    given = parser.parse_args()
    kind = "compiled" if not meute.core.frame.__file__.endswith(".py") else "interpreted"
    print(f"{kind} rules, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder, server(PORT, folder, workers=2) as process:
        seen = asyncio.run(soak(process.pid, given))
    settled = [size for minute, size in seen if minute >= given.settle]
    if len(settled) < 4:
        sys.exit("too short a run to say whether memory is flat")
    half = len(settled) // 2
    before, after = statistics.mean(settled[:half]), statistics.mean(settled[half:])
    print(f"settled: {before:.1f} MB in the first half, {after:.1f} MB in the second ({after / before - 1:+.1%})")
    sys.exit(0 if after <= GROWTH * before else "memory grows")


if __name__ == "__main__":
    main()
