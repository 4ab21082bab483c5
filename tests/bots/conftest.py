"""How strong bots are, and what they learn, is played out where they are quick: the same seeds give the same games in
both builds."""

from helpers.worlds import COMPILED

collect_ignore = [] if COMPILED else ["test_strength.py", "test_learning.py", "test_thrift.py"]
