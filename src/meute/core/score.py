"""Score sheets, and rankings with ties."""

from meute.core.numbers import filled, i64, vec
from meute.core.seats import Seat


class Row:
    """One line of a score sheet: who earned how much by which rule, with which piece, where."""

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
    """Adds up what each seat earns; keeps the rows only for people, since search wants just the totals."""

    def __init__(self, seats: i64, keeps_rows: bool) -> None:
        self.totals = filled(seats, 0)
        self.keeps_rows = keeps_rows
        self.rows: list[Row] = []

    def add(self, seat: Seat, rule: i64, amount: i64, where: i64, piece: i64) -> None:
        """Writes one line."""
        self.totals[seat] += amount
        if self.keeps_rows:
            self.rows.append(Row(seat, rule, amount, where, piece))


def places(values: vec[i64]) -> vec[i64]:
    """Each one's place, the highest value first: equals share a place and leave the next ones free (1, 1, 3)."""
    out = filled(len(values), 1)
    for i in range(len(values)):
        for other in values:
            if other > values[i]:
                out[i] += 1
    return out


def places_below(values: vec[i64], owners: vec[i64]) -> vec[i64]:
    """Places where a tie between different owners is worth the place below (tied firsts are second)."""
    out = places(values)
    for i in range(len(values)):
        for k in range(len(values)):
            if values[k] == values[i] and owners[k] != owners[i]:
                out[i] += 1
                break
    return out
