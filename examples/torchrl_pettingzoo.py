"""No learning: torchrl's own check of the parallel environment, and a rollout of a masked random policy.

Needs `pip install torchrl`.

python examples/torchrl_pettingzoo.py terres
"""

import sys

from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from meute.env.zoo import PettingZooModule


def main() -> None:
    for game in sys.argv[1:] or ["terres"]:
        env = PettingZooWrapper(PettingZooModule(game).parallel_env(), use_mask=True, categorical_actions=True)
        check_env_specs(env)
        print(game, env.rollout(100).batch_size)


if __name__ == "__main__":
    main()
