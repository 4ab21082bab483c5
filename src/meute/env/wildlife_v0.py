"""PettingZoo environments of wildlife."""

from meute.env.zoo import PettingZooModule

module = PettingZooModule("wildlife")
env, raw_env, parallel_env = module.env, module.raw_env, module.parallel_env
