"""Cost of joining and leaving a table: one IP address, within the default limits of the server.

python bench/presence.py [--watchers 300] [--seconds 15]

Everything stays on 127.0.0.1. Some connections watch one table; others from the same address open a socket there, say
hello and close it, as often as the server allows. Prints the rate of these visits, the server's CPU time for each, its
CPU load, and the number of messages to each watcher.
"""

import argparse
import asyncio
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from load import processor_time
from players import LOST, Player

SERVER = "from meute.server.run import serve; serve(port=0, data={data!r})"
OF_A_GUEST = 20
"""Connections of one guest; the server's limit is a little higher."""
COMERS = 16
HELLO = b"\x81\x8e" + bytes(4) + b'{"do":"hello"}'
TABLE = b'table"'
SEATS = b'"is":"seats"'


class Presence:
    """One table with spectators that stay and visitors that join and leave."""

    def __init__(self, port: int) -> None:
        self.host = Player(port, "clan")
        self.host.open()
        self.joined = self.refused = self.seat_lists = 0

    def guest(self) -> str:
        """The cookie of a new guest with a table: known guests have separate rate limits."""
        player = Player(self.host.port, "terres")
        player.open()
        return player.cookie

    async def connect(self, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a socket at the table and send the hello message."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.host.port)
        head = (
            f"GET /socket/{self.host.code} HTTP/1.1\r\nHost: 127.0.0.1:{self.host.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: {self.host.url}\r\nCookie: {cookie}\r\n\r\n"
        )
        writer.write(head.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HELLO)
        return reader, writer

    async def look_on(self, cookie: str) -> None:
        """Read the messages of one connection."""
        reader, _ = await self.connect(cookie)
        while part := await reader.read(1 << 16):
            self.seat_lists += part.count(SEATS)

    async def come_and_go(self, cookie: str, until: float) -> None:
        """Join and leave in a loop."""
        while time.monotonic() < until:
            with contextlib.suppress(*LOST, TimeoutError):
                reader, writer = await self.connect(cookie)
                try:
                    async with asyncio.timeout(10):
                        await reader.readuntil(b'"is":"')
                        kind = await reader.readuntil(b'"')
                finally:
                    writer.transport.abort()
                if kind == TABLE:
                    self.joined += 1
                    continue
            self.refused += 1
            await asyncio.sleep(0.1)

    async def run(self, process: int, watchers: int, seconds: float) -> None:
        cookies = [await asyncio.to_thread(self.guest) for _ in range(-(-watchers // OF_A_GUEST) + COMERS)]
        looking = [asyncio.create_task(self.look_on(cookies[n // OF_A_GUEST])) for n in range(watchers)]
        await asyncio.sleep(5)
        self.seat_lists, used, began = 0, processor_time(process), time.monotonic()
        await asyncio.gather(*(self.come_and_go(cookie, began + seconds) for cookie in cookies[-COMERS:]))
        used, took = processor_time(process) - used, time.monotonic() - began
        for task in looking:
            task.cancel()
        print(
            f"{watchers} watchers; {self.joined / took:.0f} joined and left a second ({self.refused} refused): "
            f"{100 * used / took:.0f} % of a core, {1000 * used / max(1, self.joined):.2f} ms each; "
            f"{self.seat_lists / took / max(1, watchers):.1f} seat lists a second to each watcher"
        )


@contextlib.contextmanager
def server(folder: str) -> Iterator[tuple[int, int]]:
    """Start a server with default limits; yields its process id and port."""
    process = subprocess.Popen([sys.executable, "-c", SERVER.format(data=folder)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found is not None
        yield process.pid, int(found[1])
    finally:
        process.kill()
        process.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--watchers", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=15)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(folder) as (process, port):
        asyncio.run(Presence(port).run(process, given.watchers, given.seconds))


if __name__ == "__main__":
    main()
