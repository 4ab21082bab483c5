"""Score sheets, and rankings with ties."""

from meute.core.numbers import filled, i64, vec
from meute.core.seats import Seat


class ScoreRow:
    """One row of a score sheet: seat, rule, points (`amount`), and two numbers that each game defines: the place
    (`where`) and the piece or number of pieces (`piece`)."""

    def __init__(self, seat: int, rule: int, amount: int, where: int, piece: int) -> None:
        self.seat = seat
        self.rule = rule
        self.amount = amount
        self.where = where
        self.piece = piece

    def numbers(self) -> tuple[int, int, int, int, int]:
        """All five numbers, for comparing."""
        return (self.seat, self.rule, self.amount, self.where, self.piece)


class ScoreSheet:
    """Sums the points of each seat; keeps the rows only on demand, since searches need just the totals."""

    def __init__(self, seats: i64, keeps_rows: bool) -> None:
        self.totals = filled(seats, 0)
        self.keeps_rows = keeps_rows
        self.rows: list[ScoreRow] = []

    def add(self, seat: Seat, rule: i64, amount: i64, where: i64, piece: i64) -> None:
        self.totals[seat] += amount
        if self.keeps_rows:
            self.rows.append(ScoreRow(seat, rule, amount, where, piece))


def places(values: vec[i64]) -> vec[i64]:
    """Competition ranking, the highest value first: equal values share a place and skip the next (1, 1, 3)."""
    out = filled(len(values), 1)
    for i in range(len(values)):
        for other in values:
            if other > values[i]:
                out[i] += 1
    return out


def places_below(values: vec[i64], owners: vec[i64]) -> vec[i64]:
    """Ranking in which a tie between different owners takes the place below: two owners tied for first are both
    second."""
    out = places(values)
    for i in range(len(values)):
        for k in range(len(values)):
            if values[k] == values[i] and owners[k] != owners[i]:
                out[i] += 1
                break
    return out
