"""What a table promises: a learned judgement, where the terms of each seat, weighed, tell its share of the win
(docs/bots.md), and any table's worth on a scale from 0 to 1."""

import math
from collections.abc import Sequence
from typing import Final

from meute.core.frame import State
from meute.core.game import THOUSAND, Game
from meute.core.numbers import filled, i64, vec
from meute.core.seats import Seat

STEEPEST: Final = 20.0
"""Beyond this, on the logistic scale, nothing is left to hope for."""


class Value:
    """Two weights for each term: one for the beginning of a game, and what is added to it by its end."""

    terms: i64
    contenders: i64

    def __init__(self, game: Game, seats: int, weights: Sequence[float]) -> None:
        self.game = game
        self.terms = len(game.terms)
        assert len(weights) == 2 * self.terms
        self.weights = vec[float](list(weights))
        self.contenders = game.contenders(seats)
        self.told = filled(self.contenders * self.terms, 0)
        self.sums = vec[float]([0.0] * self.contenders)

    def worth(self, s: State, seat: Seat) -> i64:
        """What a table is worth to a seat, by what it sees and in the unit of `worth`: its odds of winning against a
        share of the others' each."""
        told = self.told
        weights = self.weights
        terms = self.terms
        stage = float(self.game.tell(s, seat, told)) / float(THOUSAND)
        sums = self.sums
        at: i64 = 0
        for other in range(self.contenders):
            total = 0.0
            for k in range(terms):
                if told[at] != 0:
                    total += (weights[k] + stage * weights[terms + k]) * float(told[at])
                at += 1
            sums[other] = total
        against = 0.0
        for other in range(self.contenders):
            if other != seat:
                against += math.exp(limited(sums[other] - sums[seat], STEEPEST))
        return int(-0.5 * self.game.spread * math.log(against / float(self.contenders - 1)))


def margin(game: Game, s: State, seat: Seat) -> float:
    """The seat's prospects on a scale from 0 to 1."""
    return prospect(game, game.worth(s, seat))


def prospect(game: Game, worth: i64) -> float:
    """The same scale for a table's worth."""
    lead = 2.0 * float(worth) / game.spread
    return 1.0 / (1.0 + math.exp(-limited(lead, STEEPEST)))


def limited(x: float, most: float) -> float:
    """The nearest number from -most to most."""
    return most if x > most else (-most if x < -most else x)
