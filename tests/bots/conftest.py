"""How strong bots are is played out where they are quick: the same seeds give the same games in both builds."""

from worlds import COMPILED

collect_ignore = [] if COMPILED else ["test_strength.py"]
