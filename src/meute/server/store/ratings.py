"""Results and ratings of finished games."""

import math
from collections.abc import Sequence

from meute.match import Match
from meute.server.guest_token import is_program
from meute.server.store.models import StoredResult, StoredTable

SHOWN_AFTER_GAMES = 5
"""A rating is shown from this many rated games on."""

Rating = tuple[float, float]


def results_of(table: StoredTable, match: Match) -> list[StoredResult]:
    """One result for each guest seat of a finished game; none for uploaded games and lessons."""
    result = match.result()
    if result is None or table.uploaded or table.kind not in ("game", "tournament"):
        return []
    rated = is_rated(table) and any(result.places)
    return [
        StoredResult(seat.guest, number, table.game, result.places[number], result.points[number], rated)
        for number, seat in enumerate(table.seats)
        if seat.kind == "guest"
    ]


def is_rated(table: StoredTable) -> bool:
    """Whether a game is rated: the host asked for it, at least two people played it from its beginning, and no bot
    replaced one. Programs are rated only among themselves.

    In a rated game with a clock, no bot replaces a player whose time runs out: the player loses (`Table.lose_on_time`).
    """
    guests = [seat.guest for seat in table.seats if seat.kind == "guest"]
    unfit = len(guests) < 2 or len(set(guests)) < len(guests) or any(seat.kind == "here" for seat in table.seats)
    mixed = len({is_program(guest) for guest in guests}) > 1
    return table.rated and not unfit and not mixed and not table.position and not table.bots_stood_in


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings (mu, sigma) after a game, by the Plackett-Luce model."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(place) for place in places])]


def rate_duel(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings of two after one beat the other: as `rate`, without openskill, which a static site does not have."""
    beta, tau, least = 25 / 6, 25 / 300, 0.0001
    means = [mu for mu, _ in before]
    variances = [sigma**2 + tau**2 for _, sigma in before]
    scale = math.sqrt(sum(variances) + 2 * beta**2)
    lost = 1 / (1 + math.exp((means[places.index(1)] - means[places.index(2)]) / scale))
    after = []
    for mean, variance, place in zip(means, variances, places, strict=True):
        shift = variance / scale * lost * (1 if place == 1 else -1)
        shrink = variance**1.5 / scale**3 * lost * (1 - lost)
        after.append((mean + shift, math.sqrt(variance * max(1 - shrink, least))))
    return after


def displayed_rating(mu: float, sigma: float, games: int) -> int | None:
    """A rating as displayed: a lower bound (mu - 2 sigma), scaled; None before enough rated games."""
    return round(40 * (mu - 2 * sigma) + 1000) if games >= SHOWN_AFTER_GAMES else None
