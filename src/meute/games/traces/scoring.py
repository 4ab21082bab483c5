"""Décompte and Fin de la partie, as pure score sheets."""

from typing import Final

from meute.core.numbers import NOBODY, filled, i64, vec
from meute.core.score import ScoreSheet, places
from meute.games.traces.state import WAYS, WOLVES, Traces, points, ranking, row_of

BY_RANK: Final = 0
BY_RENOWN: Final = 1
DEATH: Final = 2
EXCLUSION: Final = 3
PAIR: Final = 4
ALONE: Final = 5
RULES: Final = {
    BY_RANK: "rank",
    BY_RENOWN: "renown",
    DEATH: "death",
    EXCLUSION: "exclusion",
    PAIR: "pair",
    ALONE: "alone",
}
assert len(RULES) == WAYS

TARGET: Final = 0
EXTINCT: Final = 1
ENDS: Final = {TARGET: "target", EXTINCT: "extinct"}


def rank_points(s: Traces) -> vec[i64]:
    """Each wolf's points for its line: 1 on the lowest that is occupied, one more on each above."""
    out = filled(WOLVES, 0)
    order = ranking(s)
    line: i64 = 0
    last: i64 = NOBODY
    for k in range(len(order) - 1, -1, -1):
        wolf = order[k]
        row = row_of(s, wolf)
        if row != last:  # « Si aucun loup n'occupe la position du loup beta ... qu'un point de plus »
            line += 1
            last = row
        out[wolf] = line
    return out


def score(s: Traces, sheet: ScoreSheet) -> None:
    """What each seat has earned so far, by rule."""
    for seat in range(s.seats):
        for rule in range(WAYS):
            if s.earned[seat * WAYS + rule]:
                sheet.add(seat, rule, s.earned[seat * WAYS + rule], s.year, NOBODY)


def final_places(s: Traces) -> vec[i64]:
    """Most points first, equals together; nobody wins when the pack has died out."""
    if s.ended != TARGET:
        return filled(s.seats, NOBODY)
    values = filled(s.seats, 0)
    for seat in range(s.seats):
        values[seat] = points(s, seat)
    return places(values)
