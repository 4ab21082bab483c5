"""How strong bots are, and what they learn, is played out where they are quick: the same seeds give the same games in
both builds."""

from pathlib import Path

from helpers.worlds import COMPILED

PLAYED_OUT = [Path(__file__).with_name(name) for name in ("test_strength.py", "test_training.py", "test_thrift.py")]
assert all(file.exists() for file in PLAYED_OUT)
collect_ignore = [] if COMPILED else [file.name for file in PLAYED_OUT]
