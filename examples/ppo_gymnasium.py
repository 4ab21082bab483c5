"""Masked PPO with sb3-contrib (`pip install sb3-contrib`): one seat of Terres de Loups against random.

python examples/ppo_gymnasium.py --steps 200000
"""

import argparse

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor

import meute.env  # noqa: F401


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--id", default="meute/Terres-v0")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=200_000)
    words = parser.parse_args()

    def make() -> gymnasium.Env:
        env = gymnasium.make(words.id, opponents=words.opponents, rewards="margin")
        return gymnasium.wrappers.TransformReward(env, lambda reward: reward / 20)

    model = MaskablePPO(
        "MlpPolicy", make(), n_steps=1024, batch_size=256, ent_coef=0.01, seed=1, device="cpu", verbose=1
    )
    model.learn(words.steps)
    judged = Monitor(gymnasium.make(words.id, opponents=words.opponents, rewards="rank"))
    mean, _ = evaluate_policy(model, judged, n_eval_episodes=300)
    print(f"{(mean + 1) / 2:.1%} of the games against {words.opponents} are won")


if __name__ == "__main__":
    main()
