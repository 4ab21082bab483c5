"""Weights out of games: each seat's share of the win by its terms, fitted on whole games (needs numpy).

A conditional logistic regression: of those who may win, each weighs the exponential of what its terms add up to. The
first term is what the game's own judgement says, and its weight is held near what search makes of that, the others
near 0: what few games do not show stays as it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meute.bots.selfplay import Sown
from meute.core.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

RIDGE = 2.0
"""How strongly weights are held back."""
INDEPENDENT = 4.0
"""Moments of one game teach no more than this many games would with one moment each."""
HELD_OUT = 5
"""Every so many games are kept to tell how well the others taught."""
MOST_STEPS = 30
SMALL_STEP = 1e-5
LEAST = 1e-12


@dataclass(frozen=True)
class Fitted:
    """Weights, and the mean surprise about who wins in games that did not teach them, before and after."""

    weights: tuple[float, ...]
    before: float
    after: float


def fit(game: Game, seats: int, sown: Sequence[Sown]) -> Fitted:
    """The weights that these games teach."""
    import numpy as np

    useful = [one for one in sown if one.terms and sum(one.shares) > 0]
    shape = -1, game.contenders(seats), len(game.terms)
    told = np.array([terms for one in useful for terms in one.terms], dtype=float).reshape(shape)
    stage = np.array([stage for one in useful for stage in one.stages])[:, None, None] / 1000
    won = np.array([one.shares for one in useful for _ in one.terms])
    number = np.array([n for n, one in enumerate(useful) for _ in one.terms])
    each = np.array([INDEPENDENT / len(one.terms) for one in useful for _ in one.terms])

    terms = np.concatenate([told, told * stage], axis=2)
    terms -= terms.mean(axis=1, keepdims=True)
    scale = terms.std(axis=(0, 1)) + LEAST
    terms /= scale
    known = np.zeros(2 * len(game.terms))
    known[0] = 2.0 / game.spread * scale[0]
    kept = number % HELD_OUT == 0
    taught = solved(terms[~kept], won[~kept], each[~kept], known)
    return Fitted(
        weights=tuple(map(float, solved(terms, won, each, known) / scale)),
        before=surprise(terms[kept], won[kept], known),
        after=surprise(terms[kept], won[kept], taught),
    )


def shares(terms: "Numbers", weights: "Numbers") -> "Numbers":
    """Everybody's share of the win."""
    import numpy as np

    sums = terms @ weights
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    found: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return found


def surprise(terms: "Numbers", won: "Numbers", weights: "Numbers") -> float:
    """The mean log loss."""
    import numpy as np

    return float(-(won * np.log(shares(terms, weights) + LEAST)).sum(axis=1).mean())


def solved(terms: "Numbers", won: "Numbers", each: "Numbers", known: "Numbers") -> "Numbers":
    """The weights that explain these games best: Newton's steps, shorter where they would lead too far."""
    import numpy as np

    def cost(weights: "Numbers") -> float:
        lost = (each * -(won * np.log(shares(terms, weights) + LEAST)).sum(axis=1)).sum()
        return float(lost + RIDGE / 2 * ((weights - known) ** 2).sum())

    weights = known.copy()
    for _ in range(MOST_STEPS):
        told = shares(terms, weights)
        slope = np.einsum("r,rs,rsk->k", each, told - won, terms) + RIDGE * (weights - known)
        apart = terms - np.einsum("rs,rsk->rk", told, terms)[:, None, :]
        flat = (apart * np.sqrt(each[:, None, None] * told[:, :, None])).reshape(-1, len(weights))
        step = np.linalg.solve(flat.T @ flat + RIDGE * np.eye(len(weights)), slope)
        while cost(weights - step) > cost(weights) and np.abs(step).max() > SMALL_STEP:
            step /= 2
        weights = weights - step
        if np.abs(step).max() <= SMALL_STEP:
            break
    return weights
