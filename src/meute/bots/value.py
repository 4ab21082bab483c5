"""Linear value function: each seat's probability to win from its features, by coefficients fitted on self-play games
(docs/bots.md)."""

import math
from collections.abc import Sequence
from typing import Final

from meute.ai.evaluator import THOUSAND, Evaluator
from meute.core.frame import State
from meute.core.numbers import filled, i64, vec
from meute.core.seats import Seat

LOGIT_LIMIT: Final = 20.0
"""Largest absolute log odds: beyond it a game counts as decided."""


class Value:
    """Linear value function. Each feature has two coefficients: that of a game's start, and its change by the end."""

    feature_count: i64
    contenders: i64

    def __init__(self, evaluator: Evaluator, seats: int, coefficients: Sequence[float]) -> None:
        self.evaluator = evaluator
        self.feature_count = len(evaluator.feature_names)
        assert len(coefficients) == 2 * self.feature_count
        self.coefficients = vec[float](list(coefficients))
        self.contenders = evaluator.contenders(seats)
        self.values = filled(self.contenders * self.feature_count, 0)
        self.sums = vec[float]([0.0] * self.contenders)

    def evaluate(self, s: State, seat: Seat) -> i64:
        """Evaluation of a state for a seat, from its view and in the unit of `Evaluator.evaluate`: the log odds of
        winning against the average opponent."""
        values = self.values
        coefficients = self.coefficients
        feature_count = self.feature_count
        stage = float(self.evaluator.features(s, seat, values)) / float(THOUSAND)
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
        return int(-0.5 * self.evaluator.decisive_lead * math.log(against / float(self.contenders - 1)))


def state_value(evaluator: Evaluator, s: State, seat: Seat) -> float:
    """The evaluation of a state for a seat, mapped to 0..1."""
    return logistic(evaluator, evaluator.evaluate(s, seat))


def logistic(evaluator: Evaluator, value: i64) -> float:
    """Map an evaluation to 0..1 by the logistic function."""
    lead = 2.0 * float(value) / evaluator.decisive_lead
    return 1.0 / (1.0 + math.exp(-clamp(lead, LOGIT_LIMIT)))


def clamp(x: float, limit: float) -> float:
    return limit if x > limit else (-limit if x < -limit else x)
