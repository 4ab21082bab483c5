"""Stopping the server: in good order, whatever the bots think about."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.visitor import Visitor

from meute.server.thinking.workers import WorkerPool

SERVER = """
import sys
from meute.server.run import serve
from meute.server.settings import BotSettings, Settings
sys.exit(serve(port={port}, data={data!r}, settings=Settings(bots=BotSettings(workers=2))))
"""
READY = 30.0
"""Seconds: a server that waits for something never ends."""


def start(folder: Path) -> "subprocess.Popen[bytes]":
    """A server in a process of its own, which writes what it says into files."""
    program = SERVER.format(port=0, data=str(folder / "data"))
    with (folder / "out").open("wb") as out, (folder / "errors").open("wb") as errors:
        return subprocess.Popen([sys.executable, "-c", program], stdout=out, stderr=errors, start_new_session=True)


def address(folder: Path) -> str:
    """Where the server is, once it says so."""
    late = time.monotonic() + READY
    while time.monotonic() < late:
        output = (folder / "out").read_text(encoding="utf-8")
        if "\n" in output:
            return next(word for word in output.split() if word.startswith("http://")).rstrip("/")
        time.sleep(0.05)
    raise AssertionError((folder / "errors").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_the_server_ends_in_good_order_while_bots_think(
    tmp_path: Path, number: int, send: Callable[[int, int], None]
) -> None:
    """Whether the signal reaches the server alone or, as from a terminal or a service manager, all its processes."""
    process = start(tmp_path)

    async def scene() -> None:
        async with Visitor(address(tmp_path), "Ana") as ana:
            codes = [await ana.new_table("bot", "bot", bot="alpha") for _ in range(3)]
            async with ana.at(codes[0], {}) as one, ana.at(codes[1], {}) as two, ana.at(codes[2], {}) as three:
                for seat in (one, two, three):
                    await seat.hear("news", seconds=60)
                send(process.pid, number)
                await asyncio.to_thread(process.wait, READY)

    try:
        asyncio.run(scene())
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, (tmp_path / "errors").read_text(encoding="utf-8")) == (0, "")


def test_processes_that_have_not_settled_in_let_the_server_end() -> None:
    """Bots' processes that are still loading are not killed by a signal to all."""
    workers = WorkerPool(1, 0)
    workers.open()
    assert workers.pool is not None
    (loading,) = workers.pool._processes
    os.kill(loading, signal.SIGTERM)
    try:
        assert asyncio.run(workers.run(os.getpid)) == loading
    finally:
        workers.close()
