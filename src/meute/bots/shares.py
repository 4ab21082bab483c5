"""Shares of games won, and how sure one can be of them."""

import math

SURE = 1.96
"""Standard errors on either side of a 95 % interval."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """A 95 % interval for a share."""
    share = wins / games
    spread = SURE * math.sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2))
    middle = share + SURE**2 / (2 * games)
    scale = 1 + SURE**2 / games
    return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)
