"""A short attack, in the test command: bench/attack.py with the least of its numbers."""

import runpy
import subprocess
import sys
from pathlib import Path

from helpers.worlds import COMPILED
from starlette.routing import Route

from meute.server.http.app import App
from meute.server.store.sqlite import SqliteStore

BENCH = Path(__file__).parents[3] / "bench"
SHARE = 1 if COMPILED else 10
"""The interpreter is slow: it stands a tenth of it."""


def test_every_request_that_changes_something_is_among_them(tmp_path: Path) -> None:
    app = App(tmp_path)
    assert isinstance(app.registry.store, SqliteStore)
    ways = {route.path for route in app.routes() if isinstance(route, Route) and "POST" in (route.methods or ())}
    app.registry.store.close_files()
    assert set(runpy.run_path(str(BENCH / "mutate.py"))["WANTED"]) == ways


def test_strangers_harm_nobody() -> None:
    many = {"frames": 20_000, "requests": 800, "positions": 5000, "records": 250}
    numbers = [word for name, number in many.items() for word in (f"--{name}", str(number // SHARE))]
    completed = subprocess.run(
        [sys.executable, BENCH / "attack.py", *numbers, "--seconds", "3000", "--unhurried"],
        check=False,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert "nothing died" in completed.stdout
