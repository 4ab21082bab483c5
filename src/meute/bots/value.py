"""Linear value function: each seat's probability to win from its features, by coefficients fitted on self-play games
(docs/bots.md)."""

import math
from collections.abc import Sequence
from typing import Final

from meute.core.frame import State
from meute.core.game import THOUSAND, Game
from meute.core.numbers import filled, i64, vec
from meute.core.seats import Seat

LOGIT_LIMIT: Final = 20.0
"""Limit on the logistic scale: beyond it a game counts as decided."""


class Value:
    """Two coefficients for each feature: one for the start of a game, one for what is added by its end."""

    feature_count: i64
    contenders: i64

    def __init__(self, game: Game, seats: int, coefficients: Sequence[float]) -> None:
        self.game = game
        self.feature_count = len(game.feature_names)
        assert len(coefficients) == 2 * self.feature_count
        self.coefficients = vec[float](list(coefficients))
        self.contenders = game.contenders(seats)
        self.values = filled(self.contenders * self.feature_count, 0)
        self.sums = vec[float]([0.0] * self.contenders)

    def evaluate(self, s: State, seat: Seat) -> i64:
        """Evaluation of a state for a seat, from its view and in the unit of `Game.evaluate`: the log odds of winning
        against the average opponent."""
        values = self.values
        coefficients = self.coefficients
        feature_count = self.feature_count
        stage = float(self.game.features(s, seat, values)) / float(THOUSAND)
        sums = self.sums
        at: i64 = 0
        for other in range(self.contenders):
            total = 0.0
            for k in range(feature_count):
                if values[at] != 0:
                    total += (coefficients[k] + stage * coefficients[feature_count + k]) * float(values[at])
                at += 1
            sums[other] = total
        against = 0.0
        for other in range(self.contenders):
            if other != seat:
                against += math.exp(clamp(sums[other] - sums[seat], LOGIT_LIMIT))
        return int(-0.5 * self.game.decisive_lead * math.log(against / float(self.contenders - 1)))


def state_value(game: Game, s: State, seat: Seat) -> float:
    """The game's evaluation mapped to 0..1."""
    return logistic(game, game.evaluate(s, seat))


def logistic(game: Game, value: i64) -> float:
    """Map an evaluation to 0..1 by the logistic function."""
    lead = 2.0 * float(value) / game.decisive_lead
    return 1.0 / (1.0 + math.exp(-clamp(lead, LOGIT_LIMIT)))


def clamp(x: float, limit: float) -> float:
    return limit if x > limit else (-limit if x < -limit else x)
