"""Behaviour cloning, in numpy alone: a small network learns to do what `greedy` does, from data sets of its games.

meute dataset aventure --bots greedy,random --games 800 --seed 1 --out data
python examples/clone_greedy.py data                   a few minutes; --epochs for less or more
meute evaluate aventure --policy examples.clone_greedy:Clone

It prints how often the network beats `random`, with a 95 % interval, and draws the curve where matplotlib is installed.
The weights are left in the working directory, where `Clone` finds them.
"""

import argparse
import importlib.util
import math
import time
from functools import lru_cache
from pathlib import Path

import numpy as np

from meute.bots import benchmark_protocol, make_bot
from meute.bots.arena import Contest, run_contest
from meute.bots.executor import Executor
from meute.env.dataset import parts, read_card
from meute.env.policy import ArrayPolicy
from meute.games import find

HIDDEN = 128
BATCH = 256
RATE = 1e-3


class Network:
    """One hidden layer and masked logits, trained by Adam on the cross-entropy of the teacher's choice."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, 1 / math.sqrt(inputs), (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.1 / math.sqrt(HIDDEN), (HIDDEN, actions)).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.mean = np.zeros(inputs, np.float32)
        self.scale = np.ones(inputs, np.float32)
        self.steps = 0

    def forward(self, rows: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The normalised input, the hidden layer, and a probability for each legal action."""
        first, bias, second, last = self.weights
        x = (rows - self.mean) * self.scale
        hidden = np.maximum(x @ first + bias, 0)
        logits = np.where(masks, hidden @ second + last, -np.inf)
        logits -= logits.max(1, keepdims=True)
        odds = np.exp(logits)
        return x, hidden, odds / odds.sum(1, keepdims=True)

    def learn(self, rows: np.ndarray, masks: np.ndarray, chosen: np.ndarray) -> None:
        """One Adam step on a batch."""
        x, hidden, odds = self.forward(rows, masks)
        odds[np.arange(len(chosen)), chosen] -= 1
        odds /= len(chosen)
        back = (odds @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        gradients = [x.T @ back, back.sum(0), hidden.T @ odds, odds.sum(0)]
        for each, gradient, (one, two) in zip(self.weights, gradients, self.moments, strict=True):
            one += 0.1 * (gradient - one)
            two += 0.001 * (gradient**2 - two)
            corrected = np.sqrt(two / (1 - 0.999**self.steps)) + 1e-8
            each -= RATE * one / (1 - 0.9**self.steps) / corrected

    def save(self, path: str) -> None:
        np.savez(path, *self.weights, self.mean, self.scale)

    @classmethod
    def load(cls, path: str) -> "Network":
        with np.load(path) as stored:
            *weights, mean, scale = (stored[name] for name in stored.files)
        network = cls(len(mean), len(weights[-1]), 0)
        network.weights, network.mean, network.scale = weights, mean, scale
        return network


class Trained(ArrayPolicy):
    """Plays the most probable legal action of a network."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def act(self, game: str, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(self.network.forward(observation[None].astype(np.float32), action_mask[None])[2][0].argmax())


class Clone(Trained):
    """The network that was trained for the game, from the working directory."""

    def __init__(self) -> None:
        """The network is known with the first decision, which names the game."""

    def act(self, game: str, observation: np.ndarray, action_mask: np.ndarray) -> int:
        self.network = loaded(f"clone-{game}.npz")
        return super().act(game, observation, action_mask)


loaded = lru_cache(Network.load)


def lessons(folder: Path, player: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Observations, masks and actions of a bot at its decisions with more than one legal action."""
    number = read_card(folder)["made"]["players"].index(player)
    rows, masks, chosen = [], [], []
    for part in parts(folder, ("observation", "action_mask", "action", "player")):
        own = (part["player"] == number) & (part["action_mask"].sum(1) > 1)
        rows.append(part["observation"][own])
        masks.append(part["action_mask"][own])
        chosen.append(part["action"][own])
    return np.concatenate(rows), np.concatenate(masks), np.concatenate(chosen)


def duel(game: str, network: Network, games: int) -> tuple[float, float]:
    """Win rate alone against random players in each seat, and its 95 % error."""
    contest = Contest(game, ("clone", *["random"] * (find(game).min_seats - 1)), (), 0)
    make = {"clone": lambda: Trained(network), "random": lambda: make_bot("random")}
    result = benchmark_protocol.row(
        contest, list(run_contest(contest, games, Executor(), None, lambda name: make[name]()))
    )
    return result.wins, (result.wins_high - result.wins_low) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="folders that `meute dataset` has written")
    parser.add_argument("--player", default="greedy", help="the bot that is imitated")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--duels", type=int, default=400, help="games that are played against random after each epoch")
    parser.add_argument("--plot", metavar="FILE")
    words = parser.parse_args()
    curves = {}
    for folder in words.data:
        begin = time.process_time()
        game = read_card(folder)["made"]["game"]
        rows, masks, chosen = lessons(folder, words.player)
        network = Network(rows.shape[1], masks.shape[1], 0)
        network.mean = rows.mean(0, dtype=np.float32)
        network.scale = 1 / (rows.std(0, dtype=np.float32) + 1)
        order = np.random.default_rng(3)
        curves[game] = [duel(game, network, words.duels)]
        print(f"{game}: {len(rows)} decisions; untrained {curves[game][0][0]:.1%}", flush=True)
        for epoch in range(words.epochs):
            for part in np.array_split(order.permutation(len(rows)), max(1, len(rows) // BATCH)):
                network.learn(rows[part].astype(np.float32), masks[part], chosen[part])
            curves[game].append(duel(game, network, words.duels))
            share, sure = curves[game][-1]
            spent = (time.process_time() - begin) / 60
            print(f"{game}: {spent:.1f} min, epoch {epoch + 1}: {share:.1%} ± {sure:.1%} against random", flush=True)
        network.save(f"clone-{game}.npz")
    if words.plot and importlib.util.find_spec("matplotlib"):
        draw(curves, words.plot)


def draw(curves: dict[str, list[tuple[float, float]]], path: str) -> None:
    """Plot the win rates by epoch."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5))
    for game, curve in curves.items():
        shares, sure = zip(*curve, strict=True)
        axes.errorbar(range(len(curve)), shares, sure, label=game, capsize=3)
    axes.set_xlabel("epochs of cloning greedy")
    axes.set_ylabel("games won against random")
    axes.set_ylim(0, 1)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    main()
