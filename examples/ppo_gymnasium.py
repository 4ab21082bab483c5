"""Masked PPO with sb3-contrib (`pip install sb3-contrib`): one seat of Mon Aventure against random.

python examples/ppo_gymnasium.py --steps 400000       one core, a few minutes; prints games won as it learns
"""

import argparse
import math
import time

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import meute.env  # noqa: F401

TABLES = 64
BETWEEN = 65_536
"""Steps between two measurements."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--id", default="meute/Aventure-v0")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--duels", type=int, default=400, help="games at each measurement")
    words = parser.parse_args()
    torch.set_num_threads(1)

    def make() -> gymnasium.Env:
        return gymnasium.make(words.id, opponents=words.opponents)

    tables, judged = (VecMonitor(DummyVecEnv([make] * TABLES)) for _ in range(2))
    model = MaskablePPO(
        "MlpPolicy",
        tables,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        ent_coef=0.01,
        seed=1,
        device="cpu",
        policy_kwargs={"net_arch": [256, 256]},
    )
    spent = 0.0
    while True:
        rewards, _ = evaluate_policy(model, judged, words.duels, return_episode_rewards=True)
        won = sum((reward + 1) / 2 for reward in rewards) / len(rewards)
        sure = 1.96 * math.sqrt(won * (1 - won) / len(rewards))
        print(
            f"{spent / 60:.1f} min, {model.num_timesteps} steps: {won:.1%} ± {sure:.1%} against {words.opponents}",
            flush=True,
        )
        if model.num_timesteps >= words.steps:
            break
        begin = time.process_time()
        model.learn(BETWEEN, reset_num_timesteps=False)
        spent += time.process_time() - begin


if __name__ == "__main__":
    main()
