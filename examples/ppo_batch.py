"""Masked PPO by self-play on a batch of tables, in torch (`pip install torch`): one network in all seats.

python examples/ppo_batch.py --game aventure --minutes 4        one core; prints games won against random as it learns
"""

import argparse
import math
import time

import numpy as np
import torch
from torch import nn

from meute.env.vector import Batch

TABLES, STEPS, EPOCHS, MINIBATCH = 256, 128, 3, 4096
LAMBDA, CLIP, ENTROPY, RATE = 0.95, 0.2, 0.01, 5e-4


class Network(nn.Module):
    """Two hidden layers; a logit for each action and the expected reward of the seat that decides."""

    def __init__(self, rows: torch.Tensor, actions: int) -> None:
        super().__init__()
        self.mean, self.scale = rows.mean(0), 1 / (rows.std(0) + 1)
        self.body = nn.Sequential(nn.Linear(rows.shape[1], 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the legal actions, and values."""
        hidden = self.body((rows.float() - self.mean) * self.scale)
        return self.policy(hidden).masked_fill(~masks, -1e9).log_softmax(1), self.value(hidden)[:, 0]


def sample(logits: torch.Tensor) -> torch.Tensor:
    """One action for each row, by the Gumbel trick."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(1)


def rollout(batch: Batch, network: Network) -> list[torch.Tensor]:
    """Collect STEPS decisions at each table: observations, masks, actions, log-probabilities, advantages and
    returns."""
    steps, tables = [], np.arange(TABLES)
    for _ in range(STEPS):
        rows, masks, turn = torch.tensor(batch.observation), torch.tensor(batch.action_mask), batch.turn.copy()
        with torch.no_grad():
            logits, values = network(rows, masks)
            actions = sample(logits)
        batch.step(actions.numpy())
        likely = logits.gather(1, actions[:, None])[:, 0]
        steps.append((rows, masks, actions, likely, values.numpy(), turn, batch.done.copy(), batch.rewards.copy()))
    gains = np.zeros((TABLES, batch.seats), np.float32)
    after, learned = np.full_like(gains, np.nan), []
    for rows, masks, actions, likely, values, turn, done, rewards in reversed(steps):
        after[done], gains[done] = rewards[done], 0  # what each seat's last decision has led to
        known = after[tables, turn]
        known = np.where(np.isnan(known), values, known)  # the rollout ends before the seat's next decision
        gain = known - values + LAMBDA * gains[tables, turn]
        after[tables, turn], gains[tables, turn] = values, gain
        learned.append((rows, masks, actions, likely, torch.tensor(gain), torch.tensor(gain + values)))
    return [torch.cat(part) for part in zip(*learned, strict=True)]


def update(network: Network, adam: torch.optim.Optimizer, learned: list[torch.Tensor]) -> None:
    """A few epochs of clipped policy gradient."""
    several = learned[1].sum(1) > 1  # nothing is learned where there is no choice
    learned = [part[several] for part in learned]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(learned[0])).split(MINIBATCH):
            rows, masks, actions, likely, gains, returns = (each[part] for each in learned)
            logits, values = network(rows, masks)
            ratio = (logits.gather(1, actions[:, None])[:, 0] - likely).exp()
            gains = (gains - gains.mean()) / (gains.std() + 1e-6)
            policy = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            entropy = -(logits.exp() * logits).sum(1).mean()
            loss = -policy - ENTROPY * entropy + 0.5 * (values - returns).square().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            adam.step()


def duel(game: str, network: Network, games: int) -> tuple[float, float]:
    """Win rate against random with alternating seats, and its 95 % error."""
    batch = Batch(game, games, seed=10**9, rewards="win")
    own, won, over = np.arange(games) % batch.seats, np.zeros(games), np.zeros(games, bool)
    while not over.all():
        masks = torch.tensor(batch.action_mask)
        with torch.no_grad():
            best = network(torch.tensor(batch.observation), masks)[0].argmax(1)
        anything = sample(torch.zeros(masks.shape).masked_fill(~masks, -1e9))
        batch.step(np.where(batch.turn == own, best, anything))
        ended = batch.done & ~over
        won[ended] = batch.rewards[ended, own[ended]] + 1 / batch.seats
        over |= batch.done
    return won.mean(), 1.96 * won.std() / math.sqrt(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="aventure")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--duels", type=int, default=400, help="games against random at each measurement")
    words = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    batch = Batch(words.game, TABLES, seed=1)
    network = Network(torch.tensor(batch.observation).float(), batch.actions)
    adam = torch.optim.Adam(network.parameters(), lr=RATE)
    spent, told, updates = 0.0, 0.0, 0
    while True:
        if spent >= told:
            share, sure = duel(words.game, network, words.duels)
            print(f"{spent / 60:.1f} min, {updates} updates: {share:.1%} ± {sure:.1%} against random", flush=True)
            told += 30
        if spent >= 60 * words.minutes:
            break
        begin = time.process_time()
        update(network, adam, rollout(batch, network))
        spent, updates = spent + time.process_time() - begin, updates + 1


if __name__ == "__main__":
    main()
