"""Sandboxed subprocesses for untrusted input, with limits of CPU time and memory."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import BinaryIO

from meute.server.logs import configure_child_logging

log = logging.getLogger(__name__)

NICENESS = 10
"""Niceness of the processes (lower priority than the server)."""
MEMORY = 1 << 30
"""Bytes of address space."""
LENGTH_BYTES = 4
"""Size of the length prefix of each message."""
WALL_LIMIT = 60.0
"""Seconds of wall time after which a process is killed even if it has CPU time left."""
MAX_JOBS = 5000
"""Jobs after which a process is replaced, so that state which they leave behind does not accumulate."""

HAS_CPU_TIMER = hasattr(signal, "setitimer")
"""Whether the system can limit CPU time; elsewhere wall time is limited."""


class JobStopped(Exception):
    """A job exceeded its time or memory, or crashed its process."""


class Sandbox:
    """A pool of processes that run one module; they are started on demand and replaced when they die."""

    def __init__(self, module: str, most: int) -> None:
        self.module = module
        self.slots = asyncio.Semaphore(most)
        self.free: list[Worker] = []
        self.busy: set[Worker] = set()

    async def ask(self, question: bytes, seconds: float) -> bytes:
        """The module's answer; raises JobStopped if it takes more than `seconds` of CPU time."""
        async with self.slots:
            while True:
                worker = self.free.pop() if self.free else Worker(await self.start())
                reused = worker.jobs > 0
                self.busy.add(worker)
                try:
                    answer = await worker.ask(question, seconds)
                except JobStopped:
                    if not reused or worker.exhausted:
                        raise
                    log.warning("a check has ended a reused process; retrying in a new one")
                    continue
                finally:
                    self.busy.discard(worker)
                    if worker.is_done():
                        worker.kill()
                    else:
                        self.free.append(worker)
                return answer

    async def start(self) -> Process:
        """Starts a process, which exits when its pipes are closed."""
        return await asyncio.create_subprocess_exec(sys.executable, "-m", self.module, stdin=PIPE, stdout=PIPE)

    async def close(self) -> None:
        """Kills the processes."""
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
        """Whether a job exceeded its time, so that a retry is useless."""

    async def ask(self, question: bytes, seconds: float) -> bytes:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.jobs += 1
        self.answered = False
        wait = WALL_LIMIT if HAS_CPU_TIMER else seconds
        try:
            async with asyncio.timeout(wait):
                for part in (f"{seconds:.3f}".encode(), question):
                    self.process.stdin.write(len(part).to_bytes(LENGTH_BYTES, "big") + part)
                await self.process.stdin.drain()
                length = int.from_bytes(await self.process.stdout.readexactly(LENGTH_BYTES), "big")
                answer = await self.process.stdout.readexactly(length)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError) as ended:
            self.kill()
            code = await self.process.wait()
            self.exhausted = isinstance(ended, TimeoutError) or (HAS_CPU_TIMER and code == -signal.SIGPROF)
            raise JobStopped(f"exit code {code}") from None
        self.answered = True
        return answer

    def is_done(self) -> bool:
        """Whether the process must not get another job."""
        return not self.answered or self.jobs >= MAX_JOBS or self.process.returncode is not None

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


# --- in the process


def serve_questions(answer: Callable[[bytes], bytes]) -> None:
    """Answers questions until the server closes the pipe."""
    requests, responses = reserve_stdout()
    configure_child_logging()
    limit_memory()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (seconds := read_message(requests)) and (question := read_message(requests)):
        limit_time(float(seconds))
        encoded = answer(question)
        limit_time(0.0)
        responses.write(len(encoded).to_bytes(LENGTH_BYTES, "big") + encoded)
        responses.flush()


def reserve_stdout() -> tuple[BinaryIO, BinaryIO]:
    """The pipes (requests, responses) from and to the server; other output is redirected to stderr."""
    responses = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, responses


def read_message(pipe: BinaryIO) -> bytes:
    """The next message; empty at the end of the pipe."""
    return pipe.read(int.from_bytes(pipe.read(LENGTH_BYTES), "big"))


def limit_time(seconds: float) -> None:
    """Lets the system kill this process after `seconds` of CPU time, even inside compiled code; 0: no limit."""
    if HAS_CPU_TIMER:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory() -> None:
    """Limits address space (a job gets MemoryError beyond) and disables core dumps."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with contextlib.suppress(ValueError, OSError):  # some systems cannot limit address space
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
