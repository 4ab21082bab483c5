"""Score sheets and final ranking: DECOMPTES DES POINTS."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, append, count, filled, i64, vec
from meute.core.score import ScoreRow, ScoreSheet, places, places_below
from meute.core.seats import Seat
from meute.games.wildlife.options import BY_FOOD, BY_PIECES
from meute.games.wildlife.state import (
    SOURCES,
    TERRITORIES,
    Territory,
    Wildlife,
    ability_count,
    first_cell,
    flood_fill,
    is_full,
    neighbours,
    pieces_in,
    pieces_of,
    tokens_on,
)

START: Final = 0
FILLED: Final = 1
TERRITORY_RANK: Final = 2
COLONY_RANK: Final = 3
ADAPTATION_RANK: Final = 4
ABILITY_RANK: Final = 5
FOOD_RANK: Final = 6
GATHERED: Final = 7
TRADED: Final = 8
PAID: Final = 9
STARVED: Final = 10
RULES: Final = {
    START: "start",
    FILLED: "filled",
    TERRITORY_RANK: "territory",
    COLONY_RANK: "colony",
    ADAPTATION_RANK: "adaptation",
    ABILITY_RANK: "abilities",
    FOOD_RANK: "food",
    GATHERED: "gathered",
    TRADED: "traded",
    PAID: "paid",
    STARVED: "starved",
}

LAST_MARKER: Final = 0
LAST_PIECE: Final = 1
TURN_LIMIT: Final = 2
ENDS: Final = {LAST_MARKER: "last_marker", LAST_PIECE: "last_piece", TURN_LIMIT: "turn_limit"}

TIE_ROOM: Final = 100000


def points_for(table: vec[i64], rank: i64) -> i64:
    """The points of a rank; 0 beyond the table."""
    if rank <= len(table):
        return table[rank - 1]
    return 0


def general_scoring(s: Wildlife) -> list[ScoreRow]:
    """Décompte général: « tous les territoires, les plus grandes colonies, l'adaptation, les capacités » and food."""
    rows: list[ScoreRow] = []
    for territory in range(TERRITORIES):
        for seat in range(s.seats):
            amount = territory_points(s, territory, seat)
            if amount:
                rows.append(ScoreRow(seat, TERRITORY_RANK, amount, territory, pieces_in(s, seat, territory)))
    score_colonies(s, rows)
    for rule in (ADAPTATION_RANK, ABILITY_RANK, FOOD_RANK):
        score_ranking(s, rule, rows)
    return rows


def territory_points(s: Wildlife, territory: Territory, seat: Seat, more: i64 = 0, victim: Seat = NOBODY) -> i64:
    """Décompte des territoires: a seat's points in a territory, with `more` additional own pieces and one piece of
    `victim` removed; 0 without an own piece."""
    own = pieces_in(s, seat, territory) + more
    if own <= 0:
        return 0
    alone = True
    rank: i64 = 1
    tied: i64 = 0
    for other in range(s.seats):
        if other != seat:
            theirs = pieces_in(s, other, territory)
            if other == victim:
                theirs -= 1
            if theirs > 0:
                alone = False
            if theirs > own:
                rank += 1
            elif theirs == own:
                tied = 1
    if alone:  # « grand monopole », « petit monopole »
        return s.box.monopoly_full if is_full(s, territory) else s.box.monopoly
    return points_for(s.box.for_territory, rank + tied)  # « les points du rang juste en dessous »


def first_colony(north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """« Les pions d'une même espèce, placés sur des cases adjacentes, forment une colonie »: the colony of the first
    cell."""
    if north:
        return flood_fill(north & -north, 0, north, south)
    return flood_fill(0, south & -south, north, south)


class Colonies:
    """All colonies on the board: owner, size, cells and rank of each."""

    def __init__(self, s: Wildlife) -> None:
        self.owners = vec[i64]()
        self.sizes = vec[i64]()
        self.north = vec[i64]()
        self.south = vec[i64]()
        for seat in range(s.seats):
            self.find(seat, s.north[seat], s.south[seat])
        self.ranks = places_below(self.sizes, self.owners)
        """« ce n'est que lorsque plusieurs joueurs »: only a tie between several players takes the rank below."""

    def find(self, seat: Seat, north: Mask, south: Mask) -> None:
        """Appends the colonies of a seat."""
        while north | south:
            part_north, part_south = first_colony(north, south)
            north &= ~part_north
            south &= ~part_south
            self.owners = append(self.owners, seat)
            self.sizes = append(self.sizes, count(part_north) + count(part_south))
            self.north = append(self.north, part_north)
            self.south = append(self.south, part_south)


def score_colonies(s: Wildlife, rows: list[ScoreRow]) -> None:
    """Décompte des colonies"""
    colonies = Colonies(s)
    for k in range(len(colonies.sizes)):
        amount = points_for(s.box.for_colony, colonies.ranks[k])
        if amount:
            cell = first_cell(colonies.north[k], colonies.south[k])
            rows.append(ScoreRow(colonies.owners[k], COLONY_RANK, amount, cell, colonies.sizes[k]))


def score_ranking(s: Wildlife, rule: i64, rows: list[ScoreRow]) -> None:
    """Décompte des jetons « Adaptation », des cartes « Capacités », des jetons « Nourriture »"""
    amounts = filled(s.seats, 0)
    add_ranking(s, rule, filled(s.seats, 0), amounts)
    for seat in range(s.seats):
        if amounts[seat]:
            rows.append(ScoreRow(seat, rule, amounts[seat], 0, amount_owned(s, rule, seat)))


def add_ranking(s: Wildlife, rule: i64, values: vec[i64], totals: vec[i64]) -> None:
    """Adds the points for each seat's rank in tokens, cards or food; `values` receives the amounts."""
    for seat in range(s.seats):
        values[seat] = amount_owned(s, rule, seat)
    if rule == ADAPTATION_RANK:
        table = s.box.for_adaptation
    elif rule == ABILITY_RANK:
        table = s.box.for_abilities
    else:
        table = s.box.for_food
    add_ranks(values, table, s.opt.zero_ranks == 1, totals)


def amount_owned(s: Wildlife, rule: i64, seat: Seat) -> i64:
    """The amount of tokens, cards or food that a rule counts for a seat."""
    if rule == ADAPTATION_RANK:
        return tokens_on(s, seat)
    if rule == ABILITY_RANK:
        return ability_count(s, seat)
    return s.food[seat]


def forecast(s: Wildlife) -> vec[i64]:
    """Points of each seat in a general scoring now: the sums of `general_scoring`, without its rows."""
    totals = filled(s.seats, 0)
    values = filled(s.seats, 0)
    north: Mask = 0
    south: Mask = 0
    for seat in range(s.seats):
        north |= s.north[seat]
        south |= s.south[seat]
    for territory in range(TERRITORIES):
        all_north = s.box.north[territory]
        all_south = s.box.south[territory]
        if north & all_north | south & all_south == 0:
            continue
        present: i64 = 0
        for seat in range(s.seats):
            values[seat] = count(s.north[seat] & all_north) + count(s.south[seat] & all_south)
            if values[seat]:
                present += 1
        if present > 1:
            add_ranks(values, s.box.for_territory, False, totals)
            continue
        is_filled = all_north & ~north | all_south & ~south == 0
        for seat in range(s.seats):
            if values[seat]:
                totals[seat] += s.box.monopoly_full if is_filled else s.box.monopoly
    add_colonies(s, totals)
    add_ranking(s, ADAPTATION_RANK, values, totals)
    add_ranking(s, ABILITY_RANK, values, totals)
    add_ranking(s, FOOD_RANK, values, totals)
    return totals


def add_colonies(s: Wildlife, totals: vec[i64]) -> None:
    """Adds the points of the colonies, from the largest down, until no rank is left."""
    numbers = filled((s.box.pieces + 1) * s.seats, 0)
    largest: i64 = 1
    for seat in range(s.seats):
        near_north, near_south = neighbours(s.north[seat], s.south[seat])
        north = s.north[seat] & near_north
        south = s.south[seat] & near_south
        numbers[s.seats + seat] = pieces_of(s, seat) - count(north) - count(south)
        while north | south:
            part_north, part_south = first_colony(north, south)
            north &= ~part_north
            south &= ~part_south
            size = count(part_north) + count(part_south)
            numbers[size * s.seats + seat] += 1
            largest = size if size > largest else largest
    rank: i64 = 1
    size = largest
    while size > 0 and rank <= len(s.box.for_colony):
        together: i64 = 0
        owners: i64 = 0
        for seat in range(s.seats):
            together += numbers[size * s.seats + seat]
            owners += 1 if numbers[size * s.seats + seat] else 0
        if together:
            amount = points_for(s.box.for_colony, rank + 1 if owners > 1 else rank)
            for seat in range(s.seats):
                totals[seat] += amount * numbers[size * s.seats + seat]
        rank += together
        size -= 1


def add_ranks(values: vec[i64], table: vec[i64], zeros: bool, totals: vec[i64]) -> None:
    """Adds the points of each seat's rank."""
    for seat in range(len(values)):
        totals[seat] += rank_points(values, seat, values[seat], table, zeros)


def rank_points(values: vec[i64], seat: Seat, own: i64, table: vec[i64], zeros: bool) -> i64:
    """The points for a seat's rank with the amount `own`, against the other seats' `values`; the amount 0 has no rank
    unless `zeros`."""
    if own == 0 and not zeros:
        return 0
    rank: i64 = 1
    tied: i64 = 0
    for other in range(len(values)):
        if other != seat:
            if values[other] > own:
                rank += 1
            elif values[other] == own:
                tied = 1
    return points_for(table, rank + tied)


def score(s: Wildlife, sheet: ScoreSheet) -> None:
    """Adds each seat's points by source."""
    for seat in range(s.seats):
        for rule in range(SOURCES):
            amount = s.tally[seat * SOURCES + rule]
            if amount:
                sheet.add(seat, rule, amount, 0, 0)


def final_places(s: Wildlife) -> vec[i64]:
    """« Le joueur qui a le plus de points de victoire gagne la partie »; the tie-break is an option."""
    values = filled(s.seats, 0)
    for seat in range(s.seats):
        values[seat] = s.score[seat] * TIE_ROOM
        if s.opt.tie_break == BY_FOOD:
            values[seat] += s.food[seat]
        elif s.opt.tie_break == BY_PIECES:
            values[seat] += pieces_of(s, seat)
    return places(values)


def tie_breaks(s: Wildlife) -> list[tuple[str, list[int]]]:
    """The values of the tie-break option, by name."""
    if s.opt.tie_break == BY_FOOD:
        return [("food", [s.food[seat] for seat in range(s.seats)])]
    if s.opt.tie_break == BY_PIECES:
        return [("pieces", [pieces_of(s, seat) for seat in range(s.seats)])]
    return []


assert len(RULES) == SOURCES
