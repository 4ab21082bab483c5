"""Programs that decide: a bot of the Python API, or a process that reads and writes lines of JSON (docs/api.md)."""

import contextlib
import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import httpx
import msgspec

from meute.bots.bot import Bot
from meute.client.calls import POLL_SECONDS, ServerRefused
from meute.client.client import Client
from meute.client.views import view_of
from meute.core.chance import Generator
from meute.server.messages.responses import TableSummarySent, TurnSent

MOST_LINES = 1000
"""Lines that a process may write for one decision; the others are notes to itself."""
LONGEST_LINE = 64 * 1024
SECONDS = 50.0
"""Time for a decision, below the 60 seconds that a server gives by default."""
PROTOCOL = 1


MOST_TABLES = 8
"""Games that a program plays at the same time."""
PAUSE = 1.0
"""Seconds between two requests for tables while none is new."""


class ProgramFailed(Exception):
    """No decision of a program; `code` is "time", "ended", "chatty" or "error"."""

    def __init__(self, code: str, details: str = "") -> None:
        super().__init__(f"{code}: {details}" if details else code)
        self.code = code
        self.details = details


class Program(Protocol):
    """Decides for one seat in one game."""

    def choose(self, turn: TurnSent) -> str:
        """The decision in notation; raises ProgramFailed."""
        ...

    def close(self, turn: TurnSent | None) -> None:
        """Ends; gets the table after the end of the game, if there was one."""
        ...


class BotProgram:
    """A bot of the Python API; it is asked to answer within `seconds`."""

    def __init__(self, bot: Bot, seed: int, seconds: float = SECONDS) -> None:
        self.bot = bot
        self.rng = Generator(seed)
        self.seconds = seconds

    def choose(self, turn: TurnSent) -> str:
        view, due = view_of(turn), time.monotonic() + self.seconds
        try:
            return view.game.codec.text(self.bot.choose(view, self.rng, lambda: time.monotonic() < due))
        except Exception as error:
            raise ProgramFailed("error", repr(error)) from error

    def close(self, turn: TurnSent | None) -> None:
        """Nothing to end."""


class LineProgram:
    """A process: gets a line of JSON for each decision, and answers with one."""

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
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
                raise ProgramFailed("time", f"{self.seconds:g}") from None
            if not line:
                raise ProgramFailed("ended")
            action = read_action(line, turn.step)
            if action is not None:
                return action
        raise ProgramFailed("chatty", f"{MOST_LINES}")

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


class Listener(Protocol):
    """Is told what happens to the games of a program."""

    def failed(self, code: str, error: Exception) -> None:
        """The program has lost its seat at a table, or could not reach it."""
        ...

    def finished(self, turn: TurnSent) -> None:
        """A game is over, or has no longer a seat for the program."""
        ...


def play_seat(client: Client, code: str, make: Callable[[], Program], listener: Listener) -> None:
    """Plays the client's seat at a table to the end of the game; resigns if the program fails."""
    program, last = make(), None
    try:
        while (turn := client.turn(code, wait=POLL_SECONDS)).phase != "over" and turn.mine:
            if not turn.to_move:
                continue
            try:
                client.play(turn, program.choose(turn))
            except (ProgramFailed, ServerRefused) as error:
                if isinstance(error, ServerRefused) and (error.status >= 500 or error.code == "stale"):
                    continue  # the question has changed meanwhile
                listener.failed(code, error)
                client.resign(turn)
                return
        last = client.turn(code)
        listener.finished(last)
    finally:
        program.close(last)


def sit_and_play(
    client: Client, code: str, make: Callable[[], Program], listener: Listener, seat: int | None = None
) -> None:
    """Takes a seat at a table, unless the player has one, and plays it to the end of the game."""
    try:
        turn = client.turn(code)
        if turn.phase == "lobby" and not turn.mine:
            client.claim(code, seat)
        play_seat(client, code, make, listener)
    except (ServerRefused, httpx.TransportError) as error:
        listener.failed(code, error)


def waiting(client: Client, ladder: Sequence[str]) -> list[TableSummarySent]:
    """The tables where the player must decide or is invited; none while the server cannot be reached."""
    try:
        return client.waiting(ladder).tables
    except httpx.TransportError:
        return []


def play_everywhere(
    client: Client, make: Callable[[], Program], listener: Listener, ladder: Sequence[str], most: int | None
) -> None:
    """Plays wherever the token's player must decide or is invited, and in ladder games of `ladder`; ends after `most`
    games."""
    playing: dict[str, threading.Thread] = {}
    begun: set[str] = set()
    while True:
        playing = {code: thread for code, thread in playing.items() if thread.is_alive()}
        if most is not None and len(begun) >= most:
            break
        left = min(MOST_TABLES - len(playing), MOST_TABLES if most is None else most - len(begun))
        fresh = [
            table.code
            for table in waiting(client, ladder if left else ())
            if table.code not in playing and (table.my_turn or (table.invited and table.code not in begun))
        ]
        for code in fresh[:left]:
            begun.add(code)
            playing[code] = threading.Thread(target=sit_and_play, args=(client, code, make, listener), daemon=True)
            playing[code].start()
        if not fresh[:left]:
            time.sleep(PAUSE)
    for thread in playing.values():
        thread.join()
