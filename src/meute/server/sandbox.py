"""Processes of their own for what strangers hand in: so much processor time, so much memory, and then they are gone."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import BinaryIO

log = logging.getLogger(__name__)

BEHIND = 10
"""How far they stand back behind the server, in the system's own measure."""
MEMORY = 1 << 30
"""Bytes of address space."""
HEAD = 4
"""Bytes before each message, which tell its length."""
LONGEST_WAIT = 60.0
"""Seconds by the clock after which a process is given up that has used little of its processor time."""
JOBS = 5000
"""A process is replaced after so many, whatever they have left behind in it."""

TIMED = hasattr(signal, "setitimer")
"""Whether the system counts processor time for us; elsewhere the clock on the wall must do."""


class Stopped(Exception):
    """A job did not end by itself: it took too long or too much memory, or it broke its process."""


class Sandbox:
    """At most a few processes that run one module; they are started when needed, and replaced when they die."""

    def __init__(self, module: str, most: int) -> None:
        self.module = module
        self.room = asyncio.Semaphore(most)
        self.free: list[Worker] = []
        self.busy: set[Worker] = set()

    async def ask(self, question: bytes, seconds: float) -> bytes:
        """The module's answer, if it takes no more than so many seconds of processor time; else Stopped."""
        async with self.room:
            while True:
                worker = self.free.pop() if self.free else Worker(await self.start())
                known = worker.jobs > 0
                self.busy.add(worker)
                try:
                    answer = await worker.ask(question, seconds)
                except Stopped:
                    if not known or worker.exhausted:
                        raise
                    log.warning("a trial has ended an older process; once more in a new one")
                    continue
                finally:
                    self.busy.discard(worker)
                    if worker.is_done():
                        worker.kill()
                    else:
                        self.free.append(worker)
                return answer

    async def start(self) -> Process:
        """A process, with pipes to talk through; it leaves when they are closed."""
        return await asyncio.create_subprocess_exec(sys.executable, "-m", self.module, stdin=PIPE, stdout=PIPE)

    async def close(self) -> None:
        """Ends the processes, whatever they do."""
        workers = (*self.free, *self.busy)
        self.free.clear()
        for worker in workers:
            worker.kill()
        for worker in workers:
            await worker.process.wait()


class Worker:
    """One process, seen from the server."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.jobs = 0
        self.answered = True
        self.exhausted = False
        """Whether a job has used up its time, and would again."""

    async def ask(self, question: bytes, seconds: float) -> bytes:
        """One question, one answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.jobs += 1
        self.answered = False
        wait = LONGEST_WAIT if TIMED else seconds
        try:
            async with asyncio.timeout(wait):
                for part in (f"{seconds:.3f}".encode(), question):
                    self.process.stdin.write(len(part).to_bytes(HEAD, "big") + part)
                await self.process.stdin.drain()
                length = int.from_bytes(await self.process.stdout.readexactly(HEAD), "big")
                answer = await self.process.stdout.readexactly(length)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError) as ended:
            self.kill()
            code = await self.process.wait()
            self.exhausted = isinstance(ended, TimeoutError) or (TIMED and code == -signal.SIGPROF)
            raise Stopped(f"exit code {code}") from None
        self.answered = True
        return answer

    def is_done(self) -> bool:
        """Whether it can be asked no more."""
        return not self.answered or self.jobs >= JOBS or self.process.returncode is not None

    def kill(self) -> None:
        """Ends it."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


# --- in the process


def serve_questions(answer: Callable[[bytes], bytes]) -> None:
    """Answers one question after the other until the server has gone."""
    asked, told = own_pipes()
    limit_memory()
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (seconds := read(asked)) and (question := read(asked)):
        limit_time(float(seconds))
        written = answer(question)
        limit_time(0.0)
        told.write(len(written).to_bytes(HEAD, "big") + written)
        told.flush()


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server; whatever else is printed goes beside them."""
    told = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, told


def read(pipe: BinaryIO) -> bytes:
    """The next message; nothing when there will be none."""
    return pipe.read(int.from_bytes(pipe.read(HEAD), "big"))


def limit_time(seconds: float) -> None:
    """The system ends this process after so much processor time, even in the midst of compiled code; 0: no limit."""
    if TIMED:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory() -> None:
    """A job that wants too much gets a MemoryError; one that breaks its process leaves no picture of it on the disk."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with contextlib.suppress(ValueError, OSError):  # some systems do not count address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
