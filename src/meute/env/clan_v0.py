"""PettingZoo environments of clan."""

from meute.env.zoo import PettingZooModule

module = PettingZooModule("clan")
env, raw_env, parallel_env = module.env, module.raw_env, module.parallel_env
