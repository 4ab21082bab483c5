"""Programs that decide: a bot of the Python API, or a process that reads and writes lines of JSON (docs/api.md)."""

import contextlib
import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from meute.bots.bot import Bot
from meute.client.calls import ServerRefused
from meute.client.client import Client
from meute.client.views import view_of
from meute.core.chance import Generator
from meute.server.messages.responses import TurnSent

MOST_LINES = 1000
"""Lines that a process may write for one decision; the others are notes to itself."""
LONGEST_LINE = 64 * 1024
PROTOCOL = 1


class ProgramFailed(Exception):
    """No decision: the program exceeded its time, ended, or wrote too many lines."""


class Program(Protocol):
    """Decides for one seat in one game."""

    def choose(self, turn: TurnSent) -> str:
        """The decision in notation; raises ProgramFailed."""
        ...

    def close(self, turn: TurnSent | None) -> None:
        """Ends; gets the table after the end of the game, if there was one."""
        ...


class BotProgram:
    """A bot of the Python API."""

    def __init__(self, bot: Bot, seed: int) -> None:
        self.bot = bot
        self.rng = Generator(seed)

    def choose(self, turn: TurnSent) -> str:
        view = view_of(turn)
        return view.game.codec.text(self.bot.choose(view, self.rng))

    def close(self, turn: TurnSent | None) -> None:
        """Nothing to end."""


class LineProgram:
    """A process: gets a line of JSON for each decision, and answers with one."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.seconds = seconds
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines: queue.Queue[bytes] = queue.Queue(MOST_LINES)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        """Reads lines until the process ends; an empty one marks the end. A full queue stops the reading."""
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError), self.process.stdout as lines:
            while line := lines.readline(LONGEST_LINE):
                self.lines.put(line)
        self.lines.put(b"")

    def choose(self, turn: TurnSent) -> str:
        due = time.monotonic() + self.seconds
        self.write(question(turn, self.seconds))
        for _ in range(MOST_LINES):
            try:
                line = self.lines.get(timeout=max(0.0, due - time.monotonic()))
            except queue.Empty:
                raise ProgramFailed(f"no answer within {self.seconds:g} s") from None
            if not line:
                raise ProgramFailed("the program has ended")
            action = read_action(line, turn.step)
            if action is not None:
                return action
        raise ProgramFailed(f"more than {MOST_LINES} lines without an answer")

    def write(self, message: dict[str, Any]) -> None:
        """Writes a line from a thread of its own: a process that does not read must not block."""
        text = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        writer = threading.Thread(target=self.write_text, args=(text,), daemon=True)
        writer.start()

    def write_text(self, text: bytes) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(text)
            self.process.stdin.flush()

    def close(self, turn: TurnSent | None) -> None:
        if turn is not None and turn.scene is not None and turn.scene.result is not None:
            result = turn.scene.result
            self.write({"type": "over", "seat": turn.seat, "points": result.points, "places": result.places})
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(1.0)
        self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        with contextlib.suppress(queue.Empty):  # frees the reader of a full queue, so that it closes the pipe
            while self.reader.is_alive() and self.lines.get(timeout=1.0):
                pass


def question(turn: TurnSent, seconds: float) -> dict[str, Any]:
    """The line that asks for a decision."""
    assert turn.ask is not None
    return {
        "type": "turn",
        "protocol": PROTOCOL,
        "table": turn.code,
        "game": turn.game,
        "options": turn.options,
        "seat": turn.seat,
        "seats": [seat.name for seat in turn.seats],
        "step": turn.step,
        "choices": [choice.text for choice in turn.ask.choices],
        "position": turn.position,
        "scene": msgspec.to_builtins(turn.scene),
        "seconds": seconds,
    }


def read_action(line: bytes, step: int) -> str | None:
    """The action in an answer to the question of this step; None for any other line."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict) or answer.get("step", step) != step or not isinstance(answer.get("action"), str):
        return None
    return str(answer["action"])


def play_seat(client: Client, code: str, make: Callable[[], Program], note: Callable[[str], None]) -> TurnSent:
    """Plays the client's seat at a table to the end of the game; resigns if the program fails."""
    program, last = make(), None
    try:
        for turn in client.turns(code):
            try:
                client.play(turn, program.choose(turn))
            except ProgramFailed as failed:
                note(f"{code}: {failed}")
                client.resign(turn)
                break
            except ServerRefused as refused:
                if refused.status >= 500 or refused.code == "stale":  # the question has changed meanwhile
                    continue
                note(f"{code}: {refused}")
                client.resign(turn)
                break
        last = client.turn(code)
        return last
    finally:
        program.close(last)
