"""Computer players of Wildlife throw no food away: bench/thrift.py, with few games of those who think for long."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.mark.parametrize(
    ("level", "games", "options"),
    [
        ("louveteau", 50, []),
        ("rodeur", 50, []),
        ("meneuse", 50, []),
        ("search:4", 3, []),
        ("meneuse", 10, ["--options", "turn_limit=10"]),
    ],
)
def test_no_level_throws_food_away(level: str, games: int, options: list[str]) -> None:
    """Nobody pays more for food than it brings, buys what is then declined, or keeps food that should have
    been exchanged where the end was in reach."""
    command = [sys.executable, str(BENCH / "thrift.py"), "--levels", level, "--games", str(games), *options]
    completed = subprocess.run(command, check=False, capture_output=True, text=True, timeout=1200)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert completed.stdout.count("dear food 0, declined 0, not exchanged 0") == 5, completed.stdout
    end = f"turn limit {games};" if options else "last marker [1-9]"
    assert re.search(end, completed.stdout), "a game that ends so is among them"
