"""aventure, for PettingZoo."""

from meute.env.zoo import Face

face = Face("aventure")
env, raw_env, parallel_env = face.env, face.raw_env, face.parallel_env
