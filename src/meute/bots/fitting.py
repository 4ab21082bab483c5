"""Fits the coefficients of the value function on self-play games: conditional logistic regression (needs numpy).

A seat's probability to win is the softmax of its weighted features. The first feature is the game's own evaluation.
Ridge regularization pulls the coefficient of that feature towards the one that search uses, all others towards 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meute.bots.evaluators import declared
from meute.bots.selfplay import GameSample
from meute.core.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

RIDGE = 2.0
"""Strength of the regularization."""
GAME_WEIGHT = 4.0
"""Weight of one game, in independent samples: the samples from one game are correlated."""
HELD_OUT = 5
"""Every n-th game is held out for validation."""
MAX_ITERATIONS = 30
TOLERANCE = 1e-5
EPSILON = 1e-12


@dataclass(frozen=True)
class Fitted:
    """Coefficients, and the mean log loss on held-out games before and after fitting."""

    coefficients: tuple[float, ...]
    before: float
    after: float


def fit(game: Game, seats: int, samples: Sequence[GameSample]) -> Fitted:
    """Fit the coefficients on these games."""
    import numpy as np

    evaluator = declared(game)
    games = [one for one in samples if one.features and sum(one.win_shares) > 0]
    shape = -1, evaluator.contenders(seats), len(evaluator.feature_names)
    values = np.array([features for one in games for features in one.features], dtype=float).reshape(shape)
    stage = np.array([stage for one in games for stage in one.stages])[:, None, None] / 1000
    won = np.array([one.win_shares for one in games for _ in one.features])
    number = np.array([n for n, one in enumerate(games) for _ in one.features])
    sample_weights = np.array([GAME_WEIGHT / len(one.features) for one in games for _ in one.features])

    features = np.concatenate([values, values * stage], axis=2)
    features -= features.mean(axis=1, keepdims=True)
    scale = features.std(axis=(0, 1)) + EPSILON
    features /= scale
    initial = np.zeros(2 * len(evaluator.feature_names))
    initial[0] = 2.0 / evaluator.decisive_lead * scale[0]
    held_out = number % HELD_OUT == 0
    trained = newton_fit(features[~held_out], won[~held_out], sample_weights[~held_out], initial)
    return Fitted(
        coefficients=tuple(map(float, newton_fit(features, won, sample_weights, initial) / scale)),
        before=log_loss(features[held_out], won[held_out], initial),
        after=log_loss(features[held_out], won[held_out], trained),
    )


def probabilities(features: "Numbers", coefficients: "Numbers") -> "Numbers":
    """Softmax: each seat's probability to win."""
    import numpy as np

    sums = features @ coefficients
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    found: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return found


def log_loss(features: "Numbers", won: "Numbers", coefficients: "Numbers") -> float:
    import numpy as np

    return float(-(won * np.log(probabilities(features, coefficients) + EPSILON)).sum(axis=1).mean())


def newton_fit(features: "Numbers", won: "Numbers", sample_weights: "Numbers", initial: "Numbers") -> "Numbers":
    """Minimize the regularized log loss by Newton's method with step halving."""
    import numpy as np

    def cost(coefficients: "Numbers") -> float:
        loss = (sample_weights * -(won * np.log(probabilities(features, coefficients) + EPSILON)).sum(axis=1)).sum()
        return float(loss + RIDGE / 2 * ((coefficients - initial) ** 2).sum())

    coefficients = initial.copy()
    for _ in range(MAX_ITERATIONS):
        predicted = probabilities(features, coefficients)
        gradient = np.einsum("r,rs,rsk->k", sample_weights, predicted - won, features) + RIDGE * (
            coefficients - initial
        )
        centred = features - np.einsum("rs,rsk->rk", predicted, features)[:, None, :]
        flat = (centred * np.sqrt(sample_weights[:, None, None] * predicted[:, :, None])).reshape(-1, len(coefficients))
        step = np.linalg.solve(flat.T @ flat + RIDGE * np.eye(len(coefficients)), gradient)
        while cost(coefficients - step) > cost(coefficients) and np.abs(step).max() > TOLERANCE:
            step /= 2
        coefficients = coefficients - step
        if np.abs(step).max() <= TOLERANCE:
            break
    return coefficients
