"""Environments for people who study games: PettingZoo, Gymnasium, batches and OpenSpiel. See docs/environments.md.

`import meute.env` registers `meute/Terres-v0` and the others with Gymnasium, where that is installed."""

from importlib import import_module
from importlib.util import find_spec

from meute.games import GAMES

VERSION = 0
"""Counts changes of actions, planes, rewards or rules: environments of the same version are the same."""

if find_spec("gymnasium"):
    register = import_module("gymnasium.envs.registration").register
    for name in GAMES:
        register(f"meute/{name.capitalize()}-v{VERSION}", entry_point="meute.env.gym:SeatEnv", kwargs={"game": name})
