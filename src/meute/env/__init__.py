"""Reinforcement learning environments: PettingZoo, Gymnasium, batches and OpenSpiel (docs/environments.md). `import
meute.env` registers `meute/Terres-v0` and the others with Gymnasium, if it is installed."""

from importlib import import_module
from importlib.util import find_spec

from meute.games import GAMES

VERSION = 0
"""Version of actions, planes, rewards and rules; part of the environments' names."""

if find_spec("gymnasium"):
    register = import_module("gymnasium.envs.registration").register
    for name in GAMES:
        register(
            f"meute/{name.capitalize()}-v{VERSION}",
            entry_point="meute.env.gym:SeatEnv",
            vector_entry_point="meute.env.gym_vector:SeatVectorEnv",
            kwargs={"game": name},
        )
