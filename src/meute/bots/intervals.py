"""Wilson confidence intervals for win rates."""

import math

Z95 = 1.96
"""z value of a 95 % interval."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a win rate."""
    share = wins / games
    spread = Z95 * math.sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    middle = share + Z95**2 / (2 * games)
    scale = 1 + Z95**2 / games
    return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


def win_rate(wins: float, games: int) -> tuple[float, float, float]:
    """The share of games that were won, with the limits of its interval; 0 to 1 without games."""
    return (wins / games, *wilson(wins, games)) if games else (0.0, 0.0, 1.0)
