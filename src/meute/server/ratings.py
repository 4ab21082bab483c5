"""What comes of a game for the people who played it, and how strong that lets them seem."""

from collections.abc import Sequence

from meute.match import Match
from meute.server.store.kept import ResultKept, TableKept

SEEN_AFTER = 5
"""Rated games after which a rating is shown."""

Rating = tuple[float, float]


def results_of(table: TableKept, match: Match) -> list[ResultKept]:
    """A line for each guest's seat of a finished game."""
    result = match.result()
    if result is None or table.uploaded or table.kind != "game":
        return []
    rated = is_rated(table) and any(result.places)
    return [
        ResultKept(seat.guest, number, table.game, result.places[number], result.points[number], rated)
        for number, seat in enumerate(table.seats)
        if seat.kind == "guest"
    ]


def is_rated(table: TableKept) -> bool:
    """Whether a game counts: it was asked for, two people or more play it from its beginning, and nobody helped."""
    people = [seat.guest for seat in table.seats if seat.kind == "guest"]
    alone = len(people) < 2 or len(set(people)) < len(people) or any(seat.kind == "here" for seat in table.seats)
    return table.rated and not alone and not table.position and not table.relieved


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings after a game, as the arena counts them."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(place) for place in places])]


def shown(mu: float, sigma: float, games: int) -> int | None:
    """A rating as people read it: what somebody is at least worth; None until it says something."""
    return round(40 * (mu - 2 * sigma) + 1000) if games >= SEEN_AFTER else None
