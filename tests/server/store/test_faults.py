"""Two real nodes, PostgreSQL and NATS in processes of their own: what breaks loses nothing."""

import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[3] / "bench"


def test_no_move_is_lost_or_doubled_when_a_node_dies_or_leaves_or_the_database_stops() -> None:
    words = ["--runs", "3", "--tables", "4", "--only", "kill,drain,postgres"]
    completed = subprocess.run(
        [sys.executable, BENCH / "faults.py", *words], check=False, capture_output=True, text=True, timeout=900
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert "none lost, none doubled, no fork, no gap" in completed.stdout
