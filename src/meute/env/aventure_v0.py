"""PettingZoo environments of aventure."""

from meute.env.zoo import PettingZooModule

module = PettingZooModule("aventure")
env, raw_env, parallel_env = module.env, module.raw_env, module.parallel_env
