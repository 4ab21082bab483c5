"""Results and ratings of finished games."""

import math
from collections.abc import Mapping, Sequence

from meute.match import Match
from meute.server.guest_token import is_program
from meute.server.store.models import SeatLuck, SeatStatistics, StoredResult, StoredTable

SHOWN_AFTER_GAMES = 10
"""A rating is shown from this many rated games on."""

SCALE = 40
"""Points of a displayed rating for one of the model."""

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


def statistics_of(table: StoredTable, match: Match) -> list[SeatStatistics]:
    """What statistics need of each guest seat of a finished game; none for uploaded games and lessons."""
    result = match.result()
    if result is None or table.uploaded or table.kind not in ("game", "tournament", "daily"):
        return []
    shares = win_shares(result.places)
    return [
        SeatStatistics(number, seat.guest, table.game, shares[number], plan_of(match, number))
        for number, seat in enumerate(table.seats)
        if seat.kind == "guest"
    ]


def win_shares(places: Sequence[int]) -> list[float]:
    """Each seat's share of the win."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


def plan_of(match: Match, seat: int) -> str:
    """Id of what a seat chose first (`Game.plan`); empty if it did not come to that."""
    game = match.game
    meaning, *names = game.plan
    kinds = {number: kind.meanings for number, kind in enumerate(game.events) if kind.name in names}
    for event in match.events:
        if event.seat == seat and event.kind in kinds:
            number = (event.a, event.b, event.c)[kinds[event.kind].index(meaning)]
            return game.modules.ids[meaning][number]
    return ""


def places_without_luck(places: Sequence[int], luck: Mapping[int, SeatLuck]) -> list[int]:
    """The places of these seats, in their order, by the share of the win minus luck."""
    shares = win_shares(places)
    left = {seat: shares[seat] - luck[seat].luck for seat in sorted(luck)}
    return [1 + sum(other > own for other in left.values()) for own in left.values()]


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
    return round(on_scale(mu - 2 * sigma)) if games >= SHOWN_AFTER_GAMES else None


def on_scale(mu: float) -> float:
    """A strength on the scale of displayed ratings."""
    return SCALE * mu + 1000
