"""Fuzzing attack on a local server: hostile frames, requests, positions, records and boxes beside honest players.

python bench/attack.py [--frames 500000] [--requests 20000] [--positions 50000] [--records 5000] [--seconds 3600]
                       [--unhurried] [--postgres]

Everything stays on 127.0.0.1, and is bounded in number and time. Frames and requests go to a running server while
honest players play all five games; positions (--positions of each game), records and boxes are checked as the server
checks uploads, in separate processes. Fails if the server dies, answers 5xx or "broken", writes a traceback, uses more
than a second of CPU time while an honest player waits, or keeps much more memory than before. With --unhurried neither
times nor memory count, for busy machines. With --postgres there are two nodes over one PostgreSQL from the development
environment: players use the first, attackers the second, so that their traffic goes through the node proxy.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
from load import processor_time
from mutate import TEXTS, Positions, Records, framed, request
from players import LOST, Player

from meute.games import GAMES
from meute.server.store.models import StoredGuest, StoredSeat, StoredTable
from meute.server.thinking.sandbox import JobStopped, Sandbox
from meute.server.uploads.upload_check import Invalid, Upload, UploadedPosition, answer_decoder

SERVER = """
from meute.bots.advice import Budget
from meute.server.run import serve
from meute.server.settings import Rate, Settings, override
plenty = Rate(1e9, 1e9)
many = 100_000
rates = (
    "messages", "requests", "new_tables", "wrong_codes", "hints", "work_milliseconds", "chat_lines", "lessons",
    "reports", "preferences", "exports", "confirmation_mails", "sign_ins", "empty_frames")
settings = override(
    Settings(), tables=dict(idle_seconds=5.0), uploads=dict(position_seconds=0.5, record_seconds=2.0),
    bots=dict(delay_seconds=(0.0, 0.05), workers=1, hint=Budget(12, 0, 2, 0), curve_rollouts=2, curve_milliseconds=0),
    limits=dict.fromkeys(rates, plenty) | dict(
        excess_messages=1 << 60, sockets_per_guest=many, sockets_per_address=many),
    **{shared})
serve(port=0, data={data!r}, settings=settings)
"""
HANG = 1.0
"""Longest wait of an honest player, in CPU seconds of the server; ten times as much by wall time."""
MORE_MEMORY, SLACK = 1.2, 24
"""Memory growth allowed: a fifth, plus the megabytes that one big request leaves in the allocator."""
SOCKETS = 6
LINES = 4
"""Hostile WebSockets and HTTP connections at the same time."""
BURST = 25
LOOKED_AT = 0.01
"""Share of the positions that are shown to every seat and played on."""
RAISED = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception|Failed|Input)\b.*", re.MULTILINE)
WARM, WARM_REQUESTS = 10_000, 400
REST = 12.0
"""Seconds until idle objects have left memory."""


class Attack:
    """The server, the honest players, and the results."""

    def __init__(self, given: argparse.Namespace, folder: str, store: str) -> None:
        self.given = given
        self.until = time.monotonic() + given.seconds
        self.errors = Path(folder) / "errors.txt"
        self.processes: list[subprocess.Popen[str]] = []
        ports = [self.start(folder, store, name) for name in (("one", "two") if store else ("",))]
        self.process = self.processes[0]
        self.port = ports[-1]
        """Port that the attackers use."""
        self.host = f"127.0.0.1:{self.port}"
        clock = self.clock
        self.players = [Player(ports[0], game, clock) for game in GAMES]
        rng = random.Random(given.seed)
        self.records, self.positions = Records(rng), [Positions(game, rng) for game in GAMES]
        self.outcomes: Counter[str] = Counter()
        self.left = 0

    def start(self, folder: str, store: str, name: str) -> int:
        """Start another server; returns its port."""
        cluster = {"node": name, "private_address": "127.0.0.1:0"}
        shared = {"store": {"url": store}, "cluster": cluster} if store else {}
        code = SERVER.format(data=f"{folder}/data", shared=shared)
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=self.errors.open("ab"), text=True
        )
        self.processes.append(process)
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found is not None, self.errors.read_text()
        return int(found[1])

    def has_died(self) -> bool:
        return any(process.poll() is not None for process in self.processes)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    def clock(self) -> float:
        """CPU time of the server."""
        return processor_time(self.process.pid)

    def memory(self) -> float:
        """Memory of the server in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def take(self, most: int) -> int:
        """Take up to `most` of the remaining attack items; returns the number taken, 0 when the time is up."""
        count = min(most, self.left) if time.monotonic() < self.until else 0
        self.left -= count
        return count

    def code(self, rng: random.Random) -> str:
        """The code of the table of a random honest player."""
        return rng.choice([player.code for player in self.players if player.code] or ["nowhere"])

    async def run(self) -> None:
        """Run all waves of the attack beside the honest players."""
        playing = [asyncio.create_task(self.honest(player)) for player in self.players]
        while not all(player.count > 10 for player in self.players):
            await asyncio.sleep(0.1)
        before = after = 0.0
        if not self.given.unhurried:
            # Warm up first, so that memory of one-time loading does not count as growth.
            await self.wave("frames", min(WARM, self.given.frames), SOCKETS, self.frames)
            await self.wave("requests", min(WARM_REQUESTS, self.given.requests), LINES, self.requests)
            await asyncio.sleep(REST)
            before = self.memory()
        await self.wave("frames", self.given.frames, SOCKETS, self.frames)
        await self.wave("requests", self.given.requests, LINES, self.requests)
        if not self.given.unhurried:
            await asyncio.sleep(REST)
            after = self.memory()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        self.judge(before, after)

    async def honest(self, player: Player) -> None:
        """An honest player that moves at a steady pace."""
        say = player.say

        async def unhurried(*words: object) -> object:
            await asyncio.sleep(0.05)
            return await say(*words)  # type: ignore[arg-type]

        player.say = unhurried  # type: ignore[assignment, method-assign]
        while not self.has_died():
            await player.play()
            if not self.has_died():
                self.outcomes["honest connections lost"] += 1
            await asyncio.sleep(0.1)

    async def wave(self, name: str, count: int, beside: int, work: Callable[[random.Random], Awaitable[None]]) -> None:
        """Run one kind of attack, several at a time."""
        self.left, began = count, time.monotonic()
        rngs = [random.Random(f"{self.given.seed} {name} {n}") for n in range(beside)]
        await asyncio.gather(*(work(rng) for rng in rngs))
        print(f"{count - self.left:,} {name} in {time.monotonic() - began:.0f} s, {self.memory():.0f} MB", flush=True)

    async def frames(self, rng: random.Random) -> None:
        """Open hostile sockets; some read nothing."""
        while self.left and time.monotonic() < self.until and not self.has_died():
            with contextlib.suppress(*LOST, TimeoutError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    async with asyncio.timeout(30):
                        await self.one_socket(rng, reader, writer)
                finally:
                    writer.close()

    async def one_socket(self, rng: random.Random, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send bursts on one socket, at the table of an honest player or at a new one."""
        player = rng.choice(self.players)
        cookie = f"{player.cookie.partition('=')[0]}={rng.randbytes(20).hex()}"
        if rng.random() < 0.5:
            player = Player(self.port, player.game)
            await asyncio.to_thread(player.open)
            cookie = player.cookie
        words = (*TEXTS, *rng.sample(list(GAMES[player.game].codec.ids), 30))
        head = (
            f"GET /socket/{player.code} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://{self.host}\r\nCookie: {cookie}\r\n\r\n"
        )
        writer.write(head.encode() + b"\x81\x8e" + bytes(4) + b'{"do":"hello"}')
        reading = asyncio.create_task(self.listen(reader, rng.random() < 0.1))
        try:
            for _ in range(rng.randint(1, 20)):
                count = self.take(BURST)
                if not count or reading.done():
                    self.left += count
                    break
                writer.write(b"".join(framed(rng, words) for _ in range(count)))
                await writer.drain()
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def listen(self, reader: asyncio.StreamReader, deaf: bool) -> None:
        """Read the server's answers."""
        if deaf:
            await asyncio.sleep(3)
        while part := await reader.read(1 << 16):
            self.outcomes["broken"] += part.count(b'"code":"broken"')
            self.outcomes["refused"] += part.count(b'"is":"refused"')

    async def requests(self, rng: random.Random) -> None:
        """Send hostile requests of a guest with a table, or of strangers, one connection each."""
        own = Player(self.port, rng.choice(list(GAMES)))
        await asyncio.to_thread(own.open)
        while self.take(1):
            with contextlib.suppress(*LOST, TimeoutError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    code = rng.choice((own.code, self.code(rng)))
                    asked, whole = request(rng, self.host, code, own.cookie, self.records, self.positions)
                    writer.write(asked)
                    if rng.random() < 0.05:
                        continue  # disconnects without waiting for the answer
                    async with asyncio.timeout(60 if whole else 0.3):
                        await writer.drain()
                        answer = await reader.read(1 << 16)
                        self.outcomes[f"HTTP {answer[9:12].decode('latin-1') or 'closed'}"] += 1
                        self.outcomes["broken"] += answer.count(b'"code":"broken"')
                finally:
                    writer.close()

    def judge(self, before: float, after: float) -> None:
        """Print the results; exit with an error if a limit was broken."""
        waits = sorted(wait for player in self.players for wait, _ in player.waits)
        work = max(used for player in self.players for _, used in player.waits)
        moves = sum(player.count for player in self.players)
        unhurried = self.given.unhurried
        log = self.errors.read_text(errors="replace")
        traces = Counter(RAISED.findall(log))
        print(f"answers: {', '.join(f'{count} {name}' for name, count in sorted(self.outcomes.items()))}")
        print(
            f"{moves} honest moves at {sum(player.tables for player in self.players)} tables; answers in "
            f"{1e3 * waits[len(waits) // 2]:.0f} ms (median), {1e3 * waits[-1]:.0f} ms (worst); "
            f"at most {1e3 * work:.0f} ms of the server's own work in one wait"
        )
        if not unhurried:
            print(f"memory {before:.0f} MB before, {after:.0f} MB after")
        print(f"{traces.total()} tracebacks")
        for error, count in traces.most_common():
            print(f"  {count} {error[:300]}")
        wrong = [
            name for name in self.outcomes if self.outcomes[name] and (name.startswith("HTTP 5") or name == "broken")
        ]
        failed = {
            "the server died": self.has_died(),
            f"the server broke: {wrong}": bool(wrong),
            "a traceback": "Traceback" in log,
            "an honest player waited too long": not unhurried and (work > HANG or waits[-1] > 10 * HANG),
            "memory was kept": not unhurried and after > MORE_MEMORY * before + SLACK,
            "honest players did not play": moves < 50,
        }
        if any(failed.values()):
            raise SystemExit(f"failed: {', '.join(name for name, is_so in failed.items() if is_so)}")


async def trials(given: argparse.Namespace, until: float) -> None:
    """Check positions, records and boxes, in as many processes as there are cores."""
    sandbox = Sandbox("meute.server.uploads.upload_check", os.cpu_count() or 2)
    outcomes_of: dict[str, Counter[str]] = {name: Counter() for name in (*GAMES, "records")}

    async def one(name: str, question: UploadedPosition | Upload, seconds: float) -> None:
        try:
            answer = answer_decoder.decode(await sandbox.ask(msgspec.msgpack.encode(question), seconds))
        except JobStopped as stopped:
            outcomes_of[name][str(stopped)] += 1
        else:
            unread = isinstance(answer, Invalid) and answer.problem == "server.unreadable"
            outcomes_of[name]["broken" if unread else type(answer).__name__.lower()] += 1

    async def some(
        name: str, count: int, seconds: float, make: Callable[[random.Random], UploadedPosition | Upload]
    ) -> None:
        rng = random.Random(f"{given.seed} {name} {count}")
        for _ in range(count):
            if time.monotonic() < until:
                await one(name, make(rng), seconds)

    jobs = []
    for game in GAMES:
        known = Positions(game, random.Random(given.seed))
        jobs.append(some(game, given.positions, 0.5, partial(a_position, known)))
    records = Records(random.Random(given.seed))
    guest = StoredGuest("eve", "Eve", "fr")
    jobs.append(some("records", given.records, 2.0, lambda _: Upload(records.next(), guest, 10_000, 8192)))
    await asyncio.gather(*jobs)
    await sandbox.close()
    for name, outcomes in outcomes_of.items():
        print(f"{name}: {', '.join(f'{count} {outcome}' for outcome, count in sorted(outcomes.items()))}")
    done = sum(outcomes.total() for outcomes in outcomes_of.values())
    if done < len(GAMES) * given.positions + given.records:
        raise SystemExit(f"failed: only {done} were tried in time")


def a_position(known: Positions, rng: random.Random) -> UploadedPosition:
    """Body of a request for a table from a position."""
    seats, text = known.next()
    places = [StoredSeat("guest", f"s{n}") for n in range(seats)]
    table = StoredTable("code", "word", known.game, GAMES[known.game].version, "eve", places, position=text)
    return UploadedPosition(table, walks=int(rng.random() < LOOKED_AT), steps=2)


@contextlib.contextmanager
def database() -> Iterator[str]:
    """URL of an empty PostgreSQL database."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
    from helpers.postgres import QUICK, running

    with running(*QUICK) as postgres:
        yield postgres.fresh()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=500_000)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--positions", type=int, default=50_000, help="of each game")
    parser.add_argument("--records", type=int, default=5_000, help="half of them with a box of their own")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unhurried", action="store_true")
    parser.add_argument("--postgres", action="store_true", help="two nodes over PostgreSQL")
    given = parser.parse_args()
    until = time.monotonic() + given.seconds
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
        store = held.enter_context(database()) if given.postgres else ""
        attack = Attack(given, folder, store)
        held.callback(attack.close)
        asyncio.run(attack.run())
    asyncio.run(trials(given, until))
    print("nothing died" if given.unhurried else "nothing died, nobody waited, nothing was kept")


if __name__ == "__main__":
    main()
