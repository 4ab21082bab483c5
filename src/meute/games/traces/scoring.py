"""Score sheets and final ranking: Décompte, Fin de la partie."""

from typing import Final

from meute.core.numbers import NOBODY, filled, i64, vec
from meute.core.score import ScoreSheet, places
from meute.games.traces.options import AT_ONCE
from meute.games.traces.state import BETA_ROW, FLOOR_ROW, SOURCES, WOLVES, Traces, points, ranking, row_of

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
assert len(RULES) == SOURCES

TARGET: Final = 0
EXTINCT: Final = 1
ENDS: Final = {TARGET: "target", EXTINCT: "extinct"}


def rank_points(s: Traces) -> vec[i64]:
    """Each wolf's points for its line: 1 on the lowest occupied line, one more on each line above."""
    out = filled(WOLVES, 0)
    order = ranking(s)
    line: i64 = 0
    last: i64 = NOBODY
    for k in range(len(order) - 1, -1, -1):
        wolf = order[k]
        row = row_of(s, wolf)
        if row != last:
            line += lines_up(s, last, row)
            last = row
        out[wolf] = line
    return out


def lines_up(s: Traces, last: i64, row: i64) -> i64:
    """The points by which a line exceeds the next occupied line below it (`last`): 1, or more if gaps between them stay
    open."""
    if s.opt.gaps == AT_ONCE or last == NOBODY or last >= FLOOR_ROW:
        return 1
    # « Si aucun loup n'occupe la position du loup beta ... qu'un point de plus »
    return last - row - 1 if row < BETA_ROW < last else last - row


def score(s: Traces, sheet: ScoreSheet) -> None:
    """Adds each seat's points by rule."""
    for seat in range(s.seats):
        for rule in range(SOURCES):
            if s.earned[seat * SOURCES + rule]:
                sheet.add(seat, rule, s.earned[seat * SOURCES + rule], s.year, NOBODY)


def final_places(s: Traces) -> vec[i64]:
    """Most points first, equals share a place; no seat has a place if the pack has died out."""
    if s.ended != TARGET:
        return filled(s.seats, NOBODY)
    values = filled(s.seats, 0)
    for seat in range(s.seats):
        values[seat] = points(s, seat)
    return places(values)
