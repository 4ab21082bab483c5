"""Objects of the kernel are freed safely at the end of a deep chain of other objects."""

import os
import subprocess
import sys

CODE = """
from meute.core.choices import Choices
from meute.match import Match

class Link:
    def __init__(self, before, held):
        self.before, self.held = before, held

state = Match("traces", ["A", "B", "C", "D"], seed=3).state
for _ in range(20):
    chain = None
    for n in range(400):
        chain = Link(chain, [Choices(), state.copy()])
    chain = None
print("freed")
"""


def test_states_and_choices_survive_in_a_deep_chain() -> None:
    env = {**os.environ, "PYTHONMALLOC": "debug"}
    run = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False, env=env)
    assert run.stdout == "freed\n", run.stderr[-2000:]
