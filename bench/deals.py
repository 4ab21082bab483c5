"""Measures sealed deals: whether chance is uniform, and whether honest games verify.

`python bench/deals.py --deals 100000` deals every game so many times, plays each a few decisions further at random, and
compares how often each outcome was drawn with how often it should be (chi-squared): for every draw on its own, and for
every draw after each outcome of the draw of the same kind before. It prints the table of docs/fairness.md.

`python bench/deals.py --honest 2000` plays so many games of each kind at random, writes and reads their records, and
checks their deals.
"""

import argparse
import math
from collections.abc import Iterator
from random import Random
from statistics import NormalDist

import numpy as np

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.codec import Codec
from meute.games import GAMES, find
from meute.match import Match, read_record, replay, write_record
from meute.match.deal import Deal, PastDraw, SealedDeal, past_draws, seal_of, seed_of
from meute.match.verify import check_deal

MOST_DECISIONS = 400
FURTHER = 4
"""Decisions after the first deal: in Traces, chance draws only then."""
BATCH = 500
LEAST_VARIANCE = 5.0
"""Numbers that vary less are left out: what they count is too rare for the normal approximation."""


def random_game(game: str, rng: Random, seats: int, decisions: int) -> Match:
    """A game of players who decide at random, up to a number of decisions, with its sealed deal."""
    secret = rng.randbytes(32)
    contributions = tuple(rng.randbytes(32).hex() if rng.random() < 0.7 else "" for _ in range(seats))
    match = Match(game, [str(n + 1) for n in range(seats)], deal=Deal(seed_of(secret, game, contributions)))
    match.sealed = SealedDeal(seal_of(secret), contributions, secret.hex())
    choices, moves = Choices(), Generator(rng.getrandbits(64))
    for _ in range(decisions):
        if match.is_over():
            break
        seat = match.seats_to_act()[moves.below(len(match.seats_to_act()))]
        match.play(seat, match.state.random_action(seat, choices, moves))
    return match


def check_honest(game: str, games: int, seed: int) -> tuple[int, int]:
    """How many games verify, and the draws of all."""
    rng, proven, draws = Random(f"{game} {seed}"), 0, 0
    for _ in range(games):
        seats = rng.randint(find(game).min_seats, find(game).max_seats)
        match = random_game(game, rng, seats, MOST_DECISIONS)
        if not match.is_over():
            match.stop()
        check = check_deal(replay(read_record(write_record(match.record()))), match.sealed)
        proven += check.is_proven()
        draws += check.draws
    return proven, draws


# --- uniformity


class Row:
    """The draws of one name over all games: for each outcome, how much more often it was drawn than it should be, and
    the covariance of these numbers if chance is fair (the sum of the covariances of every draw, given its past)."""

    def __init__(self, size: int) -> None:
        self.excess = np.zeros(size)
        self.covariance = np.zeros((size, size))
        self.waiting: list[tuple[list[int], np.ndarray, int]] = []
        """Draws not yet added: BATCH at a time are added several times faster than one by one."""

    def add(self, actions: list[int], shares: np.ndarray, drawn: int) -> None:
        self.waiting.append((actions, shares, drawn))
        if len(self.waiting) == BATCH:
            self.flush()

    def flush(self) -> None:
        """Adds the waiting draws."""
        expected = np.zeros((len(self.waiting), len(self.excess)))
        for n, (actions, shares, drawn) in enumerate(self.waiting):
            expected[n, actions] = shares
            self.excess[drawn] += 1
        sums = expected.sum(axis=0)
        self.excess -= sums
        self.covariance += np.diag(sums) - expected.T @ expected
        self.waiting.clear()

    def chi_squared(self) -> tuple[float, int]:
        """The statistic and its degrees of freedom: the squares of the independent parts of the excess."""
        self.flush()
        variances, parts = np.linalg.eigh(self.covariance)
        common = variances > LEAST_VARIANCE
        return float(np.sum((parts.T @ self.excess)[common] ** 2 / variances[common])), int(np.sum(common))


def count(rows: dict[str, Row], name: str, past: PastDraw, codec: Codec) -> None:
    """Adds a draw to the row of a name."""
    if name not in rows:
        rows[name] = Row(codec.size - codec.decisions)
    weights = np.array([weight for _, weight in past.draw.outcomes], dtype=float)
    actions = [action - codec.decisions for action, _ in past.draw.outcomes]
    rows[name].add(actions, weights / weights.sum(), past.outcome - codec.decisions)


def total_chi_squared(rows: dict[str, Row]) -> tuple[float, int]:
    """The sums over all rows: draws are uncorrelated, given their past."""
    found = [row.chi_squared() for row in rows.values()]
    return sum(statistic for statistic, _ in found), sum(freedom for _, freedom in found)


def p_value(statistic: float, freedom: int) -> float:
    """How often chance alone gives so large a statistic (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def measure(game: str, deals: int, seed: int) -> Iterator[str]:
    """The columns of a game's line in the table."""
    rng = Random(f"uniform {game} {seed}")
    single: dict[str, Row] = {}
    after: dict[str, Row] = {}
    draws, codec = 0, find(game).codec
    for _ in range(deals):
        match = random_game(game, rng, find(game).min_seats, FURTHER)
        last: dict[str, int] = {}
        for past in past_draws(match):
            kinds = past.draw.label.rpartition(" ")[0]
            count(single, past.draw.label, past, codec)
            if kinds in last:
                count(after, f"{kinds} {last[kinds]}", past, codec)
            last[kinds] = past.outcome
            draws += 1
    yield game
    yield f"{draws:,}"
    for rows in (single, after):
        statistic, freedom = total_chi_squared(rows)
        yield f"{statistic:.0f} / {freedom}"
        yield f"{p_value(statistic, freedom):.2f}" if freedom else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=0, help="deals of each game for the chi-squared report")
    parser.add_argument("--honest", type=int, default=0, help="games of each kind to check")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.honest:
        for game in arguments.games:
            proven, draws = check_honest(game, arguments.honest, arguments.seed)
            print(f"{game}: {proven} of {arguments.honest} games verify, with {draws:,} draws", flush=True)
    if arguments.deals:
        print("| game | draws | each draw: chi² / freedom | p | after each outcome: chi² / freedom | p |")
        print("|---|---|---|---|---|---|")
        for game in arguments.games:
            print(f"| {' | '.join(measure(game, arguments.deals, arguments.seed))} |", flush=True)


if __name__ == "__main__":
    main()
