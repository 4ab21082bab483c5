"""PettingZoo environments of traces."""

from meute.env.zoo import PettingZooModule

module = PettingZooModule("traces")
env, raw_env, parallel_env = module.env, module.raw_env, module.parallel_env
