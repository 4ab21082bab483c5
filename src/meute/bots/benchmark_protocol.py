"""The standard evaluation of a player: alone against each standard opponent, on the same deals, in every seat.

Protocol 1: one seat has the player, all others the same opponent; every deal is played once with the player in each
seat; deals are those of a seed. Results are a share of wins with its Wilson interval, and a mean reward by rank with an
interval over the deals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from meute.bots.arena import Contest, GameResult
from meute.bots.intervals import Z95, win_rate

PROTOCOL = 1
"""Version of the protocol: figures of different versions must not be compared."""
OPPONENTS = ("random", "louveteau", "rodeur", "meneuse")
"""Opponents that decide alike on every machine, weakest first."""
GAMES = 400
"""Games against each opponent, rounded up to whole deals."""


@dataclass(frozen=True)
class Row:
    """The result against one opponent; wins count only games that have a winner."""

    opponent: str
    games: int
    won_games: int
    wins: float
    wins_low: float
    wins_high: float
    reward: float
    reward_error: float


def contests(
    game: str, player: str, opponents: Sequence[str], seats: int, options: tuple[tuple[str, str], ...], seed: int
) -> list[Contest]:
    """One contest for each opponent; the player comes first."""
    return [Contest(game, (player, *[opponent] * (seats - 1)), options, seed) for opponent in opponents]


def row(contest: Contest, games: Sequence[GameResult]) -> Row:
    """The result of a contest's first player."""
    ordered = sorted(games, key=lambda played: (played.deal, played.turned))
    won = [played for played in ordered if 1 in played.places]
    shares = [(played.places[0] == 1) / played.places.count(1) for played in won]
    wins, low, high = win_rate(sum(shares), len(won))
    deals: dict[int, list[float]] = {}
    for played in ordered:
        deals.setdefault(played.deal, []).append(reward(played.places))
    means = [mean(rewards) for rewards in deals.values()]
    return Row(
        opponent=contest.bots[1],
        games=len(ordered),
        won_games=len(won),
        wins=wins,
        wins_low=low,
        wins_high=high,
        reward=mean(means),
        reward_error=Z95 * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 1.0,
    )


def reward(places: Sequence[int]) -> float:
    """The first player's reward: (seats beaten - seats lost to) / (seats - 1), 0 if no seat wins."""
    if 1 not in places:
        return 0.0
    own, *others = places
    return sum((other > own) - (other < own) for other in others) / len(others)
