"""Luck-adjusted results: control variates, as in AIVAT, for chance and for the random choices of known bots.

A control is the value of what happened minus the mean value of what could as well have happened: other draws from the
same state, or other choices of the same bot from the same view. Both are values of the same kind from the same
distribution, so the mean of a control is 0 whatever the values are worth, and subtracting it leaves the mean of the
results as it is. Controls are scaled by a coefficient fitted on the other half of the deals, so that this stays true.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from meute.bots.bot import Bot
from meute.bots.intervals import Z95
from meute.bots.luck import draw_all, means, value_cut
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import View
from meute.core.seats import CHANCE
from meute.match import Match

ROLLOUTS = 40
"""Rollouts of a state that is compared."""
SAMPLES = 6
"""Draws or choices with which one that happened is compared."""
KNOWN = ("random", "louveteau", "rodeur", "meneuse", "greedy")
"""Bots whose choices are sampled again: fast ones without a clock."""

StateValue = Callable[[State], Sequence[float]]
"""An estimate of each seat's win probability; need not be good."""


class Alternatives:
    """Samples what could have happened instead."""

    def __init__(self, bots: Mapping[int, Bot], rng: Generator, samples: int = SAMPLES) -> None:
        self.bots = bots
        """The known bots, by seat."""
        self.rng = rng
        self.samples = samples

    def draws(self, before: State) -> list[State]:
        """States after other draws."""
        states = [before.copy() for _ in range(self.samples)]
        for s in states:
            draw_all(s, self.rng)
        return states

    def choices(self, view: View) -> list[int]:
        """Other choices of a seat's bot; empty if it is not known or has no choice."""
        bot = self.bots.get(view.seat)
        if bot is None or len(view.legal_actions()) < 2:
            return []
        return [bot.choose(view, self.rng) for _ in range(self.samples)]


def controls(match: Match, alternatives: Alternatives, value: StateValue) -> list[float]:
    """The sum of the controls of each seat over a match."""
    sums = [0.0] * len(match.seats)
    step, last = 0, len(match.steps)
    while step < last:
        first, seat = step, match.steps[step].seat
        step += 1
        while seat == CHANCE and step < last and match.steps[step].seat == CHANCE:
            step += 1
        before = match.state_at(first)
        if seat == CHANCE:
            happened, others = value(match.state_at(step)), [value(s) for s in alternatives.draws(before)]
        else:
            action, chosen = match.steps[first].action, alternatives.choices(View(match.game, before, seat))
            if all(other == action for other in chosen):
                continue
            values = {one: value(after(before, seat, one)) for one in dict.fromkeys([action, *chosen])}
            happened, others = values[action], [values[one] for one in chosen]
        sums = [total + one - mean for total, one, mean in zip(sums, happened, means(others), strict=True)]
    return sums


def after(before: State, seat: int, action: int) -> State:
    """The state after a decision."""
    s = before.copy()
    s.apply(seat, action)
    return s


def measure_controls(match: Match, bots: Mapping[int, Bot], rng: Generator) -> list[float]:
    """The controls of each seat; `bots` are the known ones."""

    def value(s: State) -> Sequence[float]:
        return value_cut(match.game, s, rng, ROLLOUTS).chances

    return controls(match, Alternatives(bots, rng), value)


# --- adjusted results


@dataclass(frozen=True)
class AdjustedResult:
    """The mean share of the win over all games, with its 95 % error and the standard deviation of a game; then the same
    adjusted for luck."""

    plain: float
    plain_error: float
    plain_deviation: float
    adjusted: float
    adjusted_error: float
    adjusted_deviation: float


def adjust(deals: Sequence[Sequence[tuple[float, float]]]) -> AdjustedResult:
    """Adjusts the results of at least two deals: for each deal, the share of the win and the control of each game."""
    halves = deals[::2], deals[1::2]
    fitted = [coefficient([game for deal in half for game in deal]) for half in halves]
    plain = [[share for share, _ in deal] for deal in deals]
    adjusted = [[share - fitted[1 - n % 2] * control for share, control in deal] for n, deal in enumerate(deals)]
    return AdjustedResult(*summary(plain), *summary(adjusted))


def coefficient(games: Sequence[tuple[float, float]]) -> float:
    """The coefficient of the control that leaves the least variance; 0 without variance."""
    shares, found = [share for share, _ in games], [control for _, control in games]
    middle, mean = fmean(shares), fmean(found)
    spread = sum((control - mean) ** 2 for control in found)
    common = sum((share - middle) * (control - mean) for share, control in games)
    return common / spread if spread else 0.0


def summary(deals: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """The mean, its 95 % error over deals, and the standard deviation of a game."""
    sums = [fmean(deal) for deal in deals]
    return fmean(sums), Z95 * stdev(sums) / len(sums) ** 0.5, stdev(share for deal in deals for share in deal)
