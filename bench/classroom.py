"""A class: thirty learners behind one address who start the same lesson at the same moment, lesson after lesson.

python bench/classroom.py [--learners 30] [--rounds 1] [--limits]

Measured from the press on a lesson to its table on the screen (the new table, its socket, the table told), and from the
press that does a task to the next step. The server has its ordinary limits. With --limits it fails if one start in a
hundred takes more than 100 ms, as it may not on a quiet machine.
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
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

import meute.core.frame
from meute.games import GAMES
from meute.learn import Course, Lesson, lessons
from meute.learn.proof import answer_for_others

SERVER = """
from meute.server.run import serve
from meute.server.settings import Settings
serve(port=0, data={data!r}, settings=Settings(bot_delay=(0.0, 0.0)))
"""
ALLOWED = 0.1
"""Seconds for a start."""


def right_moves(lesson: Lesson) -> list[str]:
    """What does the tasks of a lesson, one after the other."""
    course = Course(lesson, lesson.match("1"))
    moves = []
    answer_for_others(course)
    while not course.is_done():
        moves.append(course.match.game.codec.text(course.right()[0]))
        course.match.play(lesson.me, moves[-1])
        answer_for_others(course)
    return moves


class Learner:
    """One browser of the class."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    async def request(self, method: str, path: str, body: bytes = b"") -> bytes:
        """One request on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Origin: http://127.0.0.1:{self.port}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        head, _, told = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        assert head.startswith(b"HTTP/1.1 200"), (head, told)
        for line in head.decode().split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.split(":", 1)[1].strip().partition(";")[0]
        return told

    async def start(self, lesson: Lesson) -> tuple[float, ClientConnection, int]:
        """Presses on a lesson: how long it took until the table was there, its socket, and the step it stands at."""
        begin = time.perf_counter()
        asked = msgspec.json.encode({"game": lesson.game, "lesson": lesson.name})
        code = msgspec.json.decode(await self.request("POST", "/api/learn", asked))["code"]
        url = f"127.0.0.1:{self.port}"
        headers = {"Cookie": self.cookie}
        socket = await connect(
            f"ws://{url}/socket/{code}", origin=Origin(f"http://{url}"), additional_headers=headers, max_size=None
        )
        await socket.send(b'{"do":"hello","seat":%d}' % lesson.me, text=True)
        told = await self.hear(socket, "table")
        return time.perf_counter() - begin, socket, told["scene"]["step"]

    async def hear(self, socket: ClientConnection, *kinds: str) -> dict[str, dict[str, int]]:
        """The next message of one of these kinds."""
        while True:
            told = msgspec.json.decode(await socket.recv())
            if told["is"] == "refused":
                raise SystemExit(f"refused: {told}")
            if told["is"] in kinds:
                return dict(told)

    async def learn(self, lesson: Lesson, socket: ClientConnection, step: int, moves: list[str]) -> list[float]:
        """Does every task; the seconds from each press to the next step of the lesson."""
        waits = []
        for number, move in enumerate(moves):
            begin = time.perf_counter()
            asked = {"do": "play", "seat": lesson.me, "action": move, "key": f"k{number}", "step": step}
            await socket.send(msgspec.json.encode(asked), text=True)
            told = await self.hear(socket, "news")
            waits.append(time.perf_counter() - begin)
            while told["lesson"]["waits"]:
                told = await self.hear(socket, "news")
            assert told["lesson"]["step"] == number + 1
            step = told["scene"]["step"]
        return waits


async def in_class(port: int, number: int, rounds: int) -> tuple[list[float], list[float]]:
    """The class goes through all lessons, with other learners for each game."""
    starts, waits = [], []
    for game in list(GAMES) * rounds:
        learners = [Learner(port) for _ in range(number)]
        for learner in learners:
            await learner.request("GET", "/api/home")
            await learner.request("POST", "/api/me", b'{"name":"Ana","language":"fr"}')
        for lesson in lessons(game):
            moves = right_moves(lesson)
            begun = await asyncio.gather(*(learner.start(lesson) for learner in learners))
            starts += [taken for taken, _, _ in begun]
            at_table = zip(learners, begun, strict=True)
            done = await asyncio.gather(*(one.learn(lesson, line, step, moves) for one, (_, line, step) in at_table))
            waits += [wait for one in done for wait in one]
            await asyncio.gather(*(line.close() for _, line, _ in begun))
    return sorted(starts), sorted(waits)


@contextlib.contextmanager
def server(data: str) -> Iterator[int]:
    """The port of a server of its own."""
    command = [sys.executable, "-u", "-c", SERVER.format(data=data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        yield int(line[line.index("http") :].strip().rstrip("/").rpartition(":")[2])
    finally:
        process.terminate()
        process.wait()


def told(what: str, seconds: list[float]) -> str:
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
    with tempfile.TemporaryDirectory() as folder, server(folder) as port:
        starts, waits = asyncio.run(in_class(port, given.learners, given.rounds))
    print(told("from a press on a lesson to its table", starts))
    print(told("from a task done to the next step", waits))
    if given.limits and starts[int(len(starts) * 0.99)] > ALLOWED:
        sys.exit("one start in a hundred takes longer than it may")


if __name__ == "__main__":
    main()
