"""PettingZoo environments of terres."""

from meute.env.zoo import PettingZooModule

module = PettingZooModule("terres")
env, raw_env, parallel_env = module.env, module.raw_env, module.parallel_env
