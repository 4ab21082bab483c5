"""A policy gradient on a batch of tables, in numpy alone: self-play of one network in all seats of Terres de Loups.

python examples/policy_gradient_batch.py --updates 300
"""

import argparse

import numpy as np
from clone_greedy import Network, duel

from meute.env.vector import Batch

TABLES = 256


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="terres")
    parser.add_argument("--updates", type=int, default=300)
    words = parser.parse_args()
    batch, dice = Batch(words.game, TABLES, rewards="margin"), np.random.default_rng(1)
    network = Network(batch.observation.shape[1], batch.actions, 0)
    network.scale = 1 / (batch.observation.std(0, dtype=np.float32) + 1)
    tables = np.arange(TABLES)
    past: list[list[tuple[int, np.ndarray, np.ndarray, int]]] = [[] for _ in tables]
    finished: list[tuple[np.ndarray, np.ndarray, int, float]] = []
    updates = 0
    while updates < words.updates:
        rows, masks, turn = batch.observation.copy(), batch.action_mask.copy(), batch.turn.copy()
        odds = network.forward(rows.astype(np.float32), masks)[2]
        actions = (odds.cumsum(1) > dice.random((TABLES, 1)) * odds.sum(1, keepdims=True)).argmax(1)
        for table in tables:
            past[table].append((int(turn[table]), rows[table], masks[table], int(actions[table])))
        batch.step(actions)
        for table in np.flatnonzero(batch.done):
            for seat, row, mask, action in past[table]:
                finished.append((row, mask, action, float(np.tanh(batch.rewards[table, seat] / 20))))
            past[table] = []
        while len(finished) >= 4096 and updates < words.updates:
            part, finished = finished[:4096], finished[4096:]
            gains = np.array([gain for *_, gain in part], np.float32)
            network.learn(
                np.array([row for row, *_ in part], np.float32),
                np.array([mask for _, mask, *_ in part]),
                np.array([action for *_, action, _ in part]),
                (gains - gains.mean())[:, None],
            )
            updates += 1
            if updates % 50 == 0:
                share, sure = duel(words.game, network.choose, 200)
                print(f"{updates} updates, {share:.1%} ± {sure:.1%} against random", flush=True)


if __name__ == "__main__":
    main()
