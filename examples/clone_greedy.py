"""Behaviour cloning, in numpy alone: a small network learns to do what `greedy` does, from tensors of its views.

python examples/clone_greedy.py terres aventure        a few minutes; --games and --epochs for less or more

It prints how often the network beats `random`, with a 95 % interval, and draws the curve where matplotlib is installed.
"""

import argparse
import importlib.util
import math
import time
from collections.abc import Callable

import numpy as np

from meute.bots import make_bot
from meute.core.chance import Generator
from meute.core.game import View
from meute.env.table import GameTable

HIDDEN = 128
BATCH = 256
RATE = 1e-3

Choose = Callable[[GameTable, int], int]


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

    def choose(self, table: GameTable, seat: int) -> int:
        """The most probable legal action."""
        mask = table.mask(seat).astype(bool)
        return int(self.forward(table.tensor(seat)[None].astype(np.float32), mask[None])[2][0].argmax())


def lessons(game: str, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Observations, masks and actions of greedy, at every decision of games against itself and against random."""
    table, greedy, rng = GameTable(game), make_bot("greedy"), Generator(1)
    rows, masks, chosen = [], [], []
    for seed in range(games):
        table.deal(seed)
        while not table.is_over() and not table.is_truncated():
            seat = table.turn()
            action = greedy.choose(View(table.game, table.state, seat), rng)
            mask = table.mask(seat)
            if mask.sum() > 1:
                rows.append(table.tensor(seat))
                masks.append(mask.astype(bool))
                chosen.append(action)
            if rng.below(5) == 0:  # now and then something else, so that it learns what to do then
                options = table.state.legal_actions(seat)
                action = options[int(rng.below(len(options)))]
            table.play(seat, action)
    return np.array(rows), np.array(masks), np.array(chosen)


def duel(game: str, choose: Choose, games: int) -> tuple[float, float]:
    """Win rate against random with alternating seats, and its 95 % error."""
    table, rng = GameTable(game), Generator(2)
    wins = 0.0
    for n in range(games):
        table.deal(10**9 + n // table.seats)
        own = n % table.seats
        while not table.is_over() and not table.is_truncated():
            seat = table.turn()
            options = table.state.legal_actions(seat)
            table.play(seat, choose(table, seat) if seat == own else options[int(rng.below(len(options)))])
        final = table.rewards_now()
        wins += (final[own] == max(final)) / final.count(max(final))
    share = wins / games
    return share, 1.96 * math.sqrt(share * (1 - share) / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--games", type=int, default=400, help="games that are learned from")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--duels", type=int, default=400, help="games that are played against random after each epoch")
    parser.add_argument("--plot", metavar="FILE")
    words = parser.parse_args()
    curves = {}
    for game in words.game:
        begin = time.process_time()
        rows, masks, chosen = lessons(game, words.games)
        network = Network(rows.shape[1], masks.shape[1], 0)
        network.mean = rows.mean(0, dtype=np.float32)
        network.scale = 1 / (rows.std(0, dtype=np.float32) + 1)
        order = np.random.default_rng(3)
        curves[game] = [duel(game, network.choose, words.duels)]
        print(f"{game}: {len(rows)} decisions; untrained {curves[game][0][0]:.1%}", flush=True)
        for epoch in range(words.epochs):
            for part in np.array_split(order.permutation(len(rows)), max(1, len(rows) // BATCH)):
                network.learn(rows[part].astype(np.float32), masks[part], chosen[part])
            curves[game].append(duel(game, network.choose, words.duels))
            share, sure = curves[game][-1]
            spent = (time.process_time() - begin) / 60
            print(f"{game}: {spent:.1f} min, epoch {epoch + 1}: {share:.1%} ± {sure:.1%} against random", flush=True)
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
