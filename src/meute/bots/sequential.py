"""Sequential tests: a match ends as soon as it is clear which of two win rates is nearer the truth."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from meute.bots.arena import Contest, GameResult, adjusted_results
from meute.bots.intervals import Z95

LEAST_DEALS = 30
"""Deals before the first decision: with fewer, the variance is known too badly to keep the error rates."""
Verdict = Literal["", "low", "high"]


@dataclass(frozen=True)
class SequentialResult:
    """The log likelihood ratio of `high` against `low` after so many deals; `verdict`: which was accepted, if any."""

    low: float
    high: float
    error: float
    deals: int
    ratio: float
    verdict: Verdict


class SequentialTest:
    """A sequential probability ratio test (Wald) of the share of wins of a contest's first bot, over all games.

    The likelihood is that of a normal distribution with the variance measured (a generalized SPRT), and its samples are
    deals: the games of a deal depend on each other. Deals count in their order, not in that of their ends: a short game
    is not a better one. Shares are adjusted for luck where games have controls."""

    def __init__(self, contest: Contest, low: float, high: float, error: float) -> None:
        self.contest = contest
        self.low = low
        self.high = high
        self.error = error
        self.bound = math.log((1 - error) / error)
        self.games: list[GameResult] = []
        """The games of the deals that count."""
        self.waiting: dict[int, list[GameResult]] = {}
        self.deals = 0
        self.ratio = 0.0

    def add(self, played: GameResult) -> Verdict:
        """Adds a game; returns what is accepted, if the match can end."""
        self.waiting.setdefault(played.deal, []).append(played)
        for deal in self.complete_deals():
            self.games += deal
            self.deals += 1
            if self.deals >= LEAST_DEALS:
                self.ratio = self.log_likelihood_ratio()
            if self.verdict():
                break
        return self.verdict()

    def complete_deals(self) -> Iterator[list[GameResult]]:
        """The next deals in order, as far as all their games were played."""
        while len(self.waiting.get(self.deals, ())) == len(self.contest.bots):
            yield self.waiting.pop(self.deals)

    def log_likelihood_ratio(self) -> float:
        found = adjusted_results(self.contest, self.games)[self.contest.bots[0]]
        variance = (found.adjusted_error / Z95) ** 2
        if not variance:
            return 0.0
        return (self.high - self.low) * (2 * found.adjusted - self.low - self.high) / (2 * variance)

    def verdict(self) -> Verdict:
        if abs(self.ratio) < self.bound:
            return ""
        return "high" if self.ratio > 0 else "low"

    def result(self) -> SequentialResult:
        return SequentialResult(self.low, self.high, self.error, self.deals, self.ratio, self.verdict())
