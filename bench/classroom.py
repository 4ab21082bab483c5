"""Load of a school class: thirty learners behind one IP address start the same lesson at once, lesson after lesson.

python bench/classroom.py [--learners 30] [--rounds 1] [--limits]

Measures the time from the click on a lesson to its table (new table, WebSocket, first table message), and from the
click that solves a task to the next step. The server has its default rate limits. With --limits it fails if one start
in a hundred takes more than 100 ms; use it on an idle machine.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import msgspec
from load import processor_time
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

import meute.core.frame
from meute.games import GAMES
from meute.learn import Lesson, LessonProgress, lessons
from meute.learn.validate import play_scripted

SERVER = """
from meute.server.run import serve
from meute.server.settings import Settings, override
serve(port=0, data={data!r}, settings=override(Settings(), bots={{"delay_seconds": (0.0, 0.0)}}))
"""
ALLOWED = 0.1
"""Limit for the start of a lesson in seconds."""
LOOKS = 0.2
"""Seconds between clicks: faster than people, within the limits of one address."""


class Scene(msgspec.Struct):
    step: int


class Standing(msgspec.Struct):
    step: int
    waits: bool


class TableMessage(msgspec.Struct):
    """The parts of a message that a learner reads."""

    kind: str = msgspec.field(name="is")
    scene: Scene | None = None
    lesson: Standing | None = None


decoder = msgspec.json.Decoder(TableMessage)


def right_moves(lesson: Lesson) -> list[str]:
    """The solutions of a lesson, in order."""
    progress = LessonProgress(lesson, lesson.match("1"))
    moves = []
    play_scripted(progress)
    while not progress.is_done():
        moves.append(progress.match.game.codec.text(progress.solutions()[0]))
        progress.match.play(lesson.me, moves[-1])
        play_scripted(progress)
    return moves


class Learner:
    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """Send a request on the keep-alive connection; on a new one if the server has closed it, even while sending."""
        if self.line is None or self.line[0].at_eof():
            self.line = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.line
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Origin: http://127.0.0.1:{self.port}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.line = None
            return await self.request(method, path, body)
        headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        answer = await reader.readexactly(int(headers["content-length"]))
        assert head.startswith("HTTP/1.1 200"), (head, answer)
        for line in head.split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.split(":", 1)[1].strip().partition(";")[0]
        return answer

    async def start(self, lesson: Lesson) -> tuple[float, ClientConnection, TableMessage]:
        """Start a lesson; returns the seconds until its table arrives, its socket, and the first message."""
        begin = time.perf_counter()
        asked = msgspec.json.encode({"game": lesson.game, "lesson": lesson.name})
        code = msgspec.json.decode(await self.request("POST", "/api/learn", asked))["code"]
        url = f"127.0.0.1:{self.port}"
        headers = {"Cookie": self.cookie}
        socket = await connect(
            f"ws://{url}/socket/{code}", origin=Origin(f"http://{url}"), additional_headers=headers, max_size=None
        )
        await socket.send(b'{"do":"hello","seat":%d}' % lesson.me, text=True)
        message = await self.hear(socket)
        return time.perf_counter() - begin, socket, message

    async def hear(self, socket: ClientConnection) -> TableMessage:
        """The lesson in the next message that has one."""
        while True:
            message = decoder.decode(await socket.recv())
            if message.kind == "refused":
                raise SystemExit("refused")
            if message.lesson is not None:
                return message

    async def learn(
        self, lesson: Lesson, socket: ClientConnection, message: TableMessage, moves: list[str]
    ) -> list[float]:
        """Solve every task; returns the seconds from each click to the next step."""
        waits = []
        for number, move in enumerate(moves):
            while message.lesson is None or message.lesson.waits:
                message = await self.hear(socket)
            assert message.lesson.step == number
            assert message.scene is not None
            await asyncio.sleep(LOOKS)
            begin = time.perf_counter()
            asked = {"do": "play", "seat": lesson.me, "action": move, "key": f"k{number}", "step": message.scene.step}
            await socket.send(msgspec.json.encode(asked), text=True)
            message = await self.hear(socket)
            waits.append(time.perf_counter() - begin)
        return waits


async def in_class(process: int, port: int, number: int, rounds: int) -> tuple[list[float], list[float]]:
    """Run all lessons with new learners for each game; returns the seconds of all starts and of all steps."""
    starts, waits, busy = [], [], 0.0
    for game in list(GAMES) * rounds:
        learners = [Learner(port) for _ in range(number)]
        for learner in learners:
            await learner.request("GET", "/api/home")
            await learner.request("POST", "/api/me", b'{"name":"Ana","language":"fr"}')
        for lesson in lessons(game):
            moves = right_moves(lesson)
            before = processor_time(process)
            started = await asyncio.gather(*(learner.start(lesson) for learner in learners))
            busy += processor_time(process) - before
            starts += [taken for taken, _, _ in started]
            at_table = zip(learners, started, strict=True)
            done = await asyncio.gather(*(one.learn(lesson, line, begun, moves) for one, (_, line, begun) in at_table))
            waits += [wait for one in done for wait in one]
            await asyncio.gather(*(line.close() for _, line, _ in started))
    print(f"the server's processor time: {busy / len(starts) * 1e3:.2f} ms for each start")
    return sorted(starts), sorted(waits)


@contextlib.contextmanager
def server(data: str) -> Iterator[tuple[int, int]]:
    """Start a server; yields its process id and port."""
    command = [sys.executable, "-u", "-c", SERVER.format(data=data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        yield process.pid, int(line[line.index("http") :].strip().rstrip("/").rpartition(":")[2])
    finally:
        process.terminate()
        process.wait()


def summary(what: str, seconds: list[float]) -> str:
    p50, p99 = seconds[len(seconds) // 2], seconds[int(len(seconds) * 0.99)]
    return f"{what}: p50 {p50 * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms, worst {seconds[-1] * 1e3:.0f} ms ({len(seconds)})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--learners", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--limits", action="store_true")
    given = parser.parse_args()
    kind = "compiled" if not meute.core.frame.__file__.endswith(".py") else "interpreted"
    print(f"{kind} rules, {os.cpu_count()} processors, {given.learners} learners at once")
    with tempfile.TemporaryDirectory() as folder, server(folder) as (process, port):
        starts, waits = asyncio.run(in_class(process, port, given.learners, given.rounds))
    print(summary("from a press on a lesson to its table", starts))
    print(summary("from a task done to the next step", waits))
    if given.limits and starts[int(len(starts) * 0.99)] > ALLOWED:
        sys.exit("one start in a hundred takes longer than it may")


if __name__ == "__main__":
    main()
