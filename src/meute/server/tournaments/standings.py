"""Standings of a tournament, as pure functions of its rounds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import mean
from typing import Literal

from meute.server.store.models import StoredRound, StoredTournament, TournamentTable
from meute.server.tournaments.pairing import Contender

TieBreak = Literal["opponents", "direct", "margin"]
TIE_BREAKS: dict[str, tuple[TieBreak, ...]] = {
    "swiss": ("opponents", "margin"),
    "all": ("direct", "margin"),
    "deals": ("margin",),
}
"""What decides between equal points, for each style of tournament, the first one first."""
HALF = Fraction(1, 2)


@dataclass
class Row:
    """A player's line in the standings."""

    player: int
    points: Fraction = Fraction(0)
    rounds: list[Fraction | None] = field(default_factory=list)
    """Points of each round; None: not played (yet)."""
    met: Counter[int] = field(default_factory=Counter)
    direct: Fraction = Fraction(0)
    """Points against those with the same points."""
    opponents: Fraction = Fraction(0)
    """The mean of the points of all opponents."""
    margin: int = 0
    """Own points in the games, less those of the best opponent of each."""
    rank: int = 0


def standings(tournament: StoredTournament) -> list[Row]:
    """All players, the best first; those who cannot be told apart share a rank."""
    rows = [Row(player) for player in range(len(tournament.entrants))]
    for round_ in tournament.rounds:
        scores = round_scores(tournament, round_)
        for row in rows:
            score = scores.get(row.player)
            row.rounds.append(score)
            row.points += score or 0
        for table in round_.tables:
            note_table(rows, table)
    for row in rows:
        row.opponents = mean_of([rows[other].points for other in row.met.elements()])
        row.direct = direct_points(tournament, row, rows)

    def key(row: Row) -> tuple[Fraction | int, ...]:
        return (row.points, *(getattr(row, by) for by in TIE_BREAKS[tournament.style]))

    ordered = sorted(rows, key=lambda row: (*(-value for value in key(row)), row.player))
    for n, row in enumerate(ordered):
        row.rank = ordered[n - 1].rank if n and key(ordered[n - 1]) == key(row) else n + 1
    return ordered


def note_table(rows: list[Row], table: TournamentTable) -> None:
    """Adds opponents and margins of a table that was played."""
    present = [seat for seat in range(len(table.players)) if seat not in table.absent]
    if not table.places:
        return
    for seat in present:
        row = rows[table.players[seat]]
        row.met.update(table.players[other] for other in present if other != seat)
        if not table.resigned:
            row.margin += table.points[seat] - max(points for other, points in enumerate(table.points) if other != seat)


def round_scores(tournament: StoredTournament, round_: StoredRound) -> dict[int, Fraction]:
    """The points of a round for all players whose table is over, and for byes."""
    scores = {player: bye_points(tournament) for player in round_.byes}
    for table in round_.tables:
        if table.done:
            for seat, player in enumerate(table.players):
                scores[player] = seat_score(tournament, round_, table, seat)
    return scores


def bye_points(tournament: StoredTournament) -> Fraction:
    """A bye is worth a win in a Swiss tournament for two, elsewhere an average result."""
    return Fraction(1) if tournament.style == "swiss" and tournament.size == 2 else HALF


def seat_score(tournament: StoredTournament, round_: StoredRound, table: TournamentTable, seat: int) -> Fraction:
    """What a seat of a finished table is worth: the share of those that it has beaten, between 0 and 1."""
    if seat in table.absent:
        return Fraction(0)
    if not table.places:
        return Fraction(1)
    if tournament.style == "deals":
        others = [
            deal_result(other, seat)
            for other in round_.tables
            if other is not table and other.places and seat not in other.absent
        ]
        return share(deal_result(table, seat), others)
    if not any(table.places):
        return Fraction(0)
    others = [(-place, 0) for other, place in enumerate(table.places) if other != seat]
    return share((-table.places[seat], 0), others)


def deal_result(table: TournamentTable, seat: int) -> tuple[int, int]:
    """A seat's result, comparable with that of the same seat at another table of the deal."""
    return int(seat not in table.resigned), table.points[seat]


def share(own: tuple[int, int], others: Sequence[tuple[int, int]]) -> Fraction:
    """The share of the others with a lower result; equal ones count half, and nobody to compare with is a half."""
    if not others:
        return HALF
    return Fraction(sum(2 * (own > other) + (own == other) for other in others), 2 * len(others))


def direct_points(tournament: StoredTournament, row: Row, rows: Sequence[Row]) -> Fraction:
    """Points from the tables against players with the same points."""
    equal = {other.player for other in rows if other.points == row.points and other is not row}
    found = Fraction(0)
    for round_ in tournament.rounds:
        for table in round_.tables:
            if table.done and row.player in table.players and equal & {*table.players}:
                found += seat_score(tournament, round_, table, table.players.index(row.player))
    return found


def mean_of(values: Sequence[Fraction]) -> Fraction:
    return mean(values) if values else Fraction(0)


def contenders(tournament: StoredTournament) -> list[Contender]:
    """The players who can be paired in the next round, with what the rounds before say about them."""
    rows = {row.player: row for row in standings(tournament)}
    found = []
    for number, entrant in enumerate(tournament.entrants):
        if entrant.out:
            continue
        tables = [table for round_ in tournament.rounds for table in round_.tables if number in table.players]
        met = Counter(other for table in tables for other in table.players if other != number)
        byes = sum(number in round_.byes for round_ in tournament.rounds)
        seats = Counter(table.players.index(number) for table in tables)
        found.append(Contender(number, rows[number].points, met, byes, seats))
    return found
