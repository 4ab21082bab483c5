"""Heuristic evaluation of a state for one seat, in hundredths of a point.

The value adds up the points, the next general scorings, food, abilities and levels, and pending cards and bids."""

from typing import Final

from meute.ai.evaluator import POINT, Evaluator
from meute.core.numbers import NOBODY, Mask, count, filled, has, i64, vec
from meute.core.seats import Seat
from meute.games.wildlife.ai.weights import (
    ABILITY_VALUE,
    BOARD_VALUE,
    BOUGHT_SHARE,
    COLONY_VALUE,
    DEFENDED_SHARE,
    FOOD_VALUE,
    HELD_CARD,
    HELD_TERRAIN,
    LATE_FOOD_VALUE,
    LATER_SCORING,
    LEVEL_VALUE,
    MOST_TURNS,
    NEXT_SCORING,
    PIECE_VALUE,
    SALE_VALUE,
    SHIFT_SHARE,
    TURN_SQUARE,
    TURN_VALUE,
    TURNS_PER_PIECE,
    UNBOOKED_POINT,
)
from meute.games.wildlife.rules.abilities import Assailing, Leaping, landings
from meute.games.wildlife.rules.cards import BONUS, BOUGHT, Deed, adaptable, food_found, obtainable
from meute.games.wildlife.rules.pieces import Walk, can_defend, free_in, prey_in, reach, walkers
from meute.games.wildlife.rules.sale import Sale
from meute.games.wildlife.rules.setup import Boards, BoardSale
from meute.games.wildlife.rules.turn import LAY_OUT, Turn
from meute.games.wildlife.scoring import forecast, territory_points
from meute.games.wildlife.state import (
    ABILITIES,
    ARROW,
    ATTACK,
    BOLT,
    EPIDEMIC,
    FOOD,
    FOOD_SOURCE,
    GOES_ON,
    KINDS,
    MARKERS,
    MOVE,
    REPRODUCE,
    TERRAINS,
    TERRITORIES,
    WHEEL,
    Cell,
    Kind,
    Territory,
    Wildlife,
    abilities_of,
    cards_of,
    first_cell,
    flood_fill,
    free_cells,
    left_of,
    level,
    markers_used,
    north_bit,
    packed_field,
    south_bit,
    usable_cells,
    with_neighbours,
)

LATE_TURNS: Final = 2
"""Turns left at which food gets its late value."""
HUNDRED: Final = 100
NO_GAIN: Final = -100000


def evaluate(e: Evaluator, s: Wildlife, seat: Seat) -> i64:
    """The seat's standing minus the average of the others, plus the value of its hand."""
    standings = standings_of(e, s, filled(s.seats, 0) if s.is_over() else forecast(s))
    others: i64 = 0
    for other in range(s.seats):
        if other != seat:
            others += standings[other]
    return standings[seat] - others // (s.seats - 1) + (0 if s.is_over() else hand_value(e, s, seat))


def hand_value(e: Evaluator, s: Wildlife, seat: Seat) -> i64:
    """The value of a seat's cards in hand; 0 in the last turn."""
    if s.ending != GOES_ON:
        return 0
    total: i64 = 0
    hand = s.hands[seat]
    for kind in range(KINDS):
        number = cards_of(hand, kind)
        if number:
            at = HELD_TERRAIN + level(s, seat, kind) if kind < TERRAINS else HELD_CARD + kind - TERRAINS
            total += e.weights[at] * number
    return total


def standings_of(e: Evaluator, s: Wildlife, totals: vec[i64]) -> vec[i64]:
    """Each seat's points plus expected future points; `totals` is what a general scoring would give now."""
    standings = filled(s.seats, 0)
    weight = scoring_weight(e, s)
    over = s.is_over()
    for seat in range(s.seats):
        standings[seat] = s.score[seat] * POINT
        if not over:
            standings[seat] += totals[seat] * weight + prospects(e, s, seat)
    if not over:
        add_pending(e, s, standings, weight)
        add_remaining_turns(e, s, standings)
    return standings


def add_remaining_turns(e: Evaluator, s: Wildlife, standings: vec[i64]) -> None:
    """Adds the value of the turns that remain in this round."""
    if s.played == 0 or s.ending != GOES_ON:
        return
    value = turn_value(e, s)
    seat = s.active
    for _ in range(s.seats - s.played):
        seat = left_of(s, seat)
        standings[seat] += value + abilities_of(s, seat, FOOD) * s.box.food_points * POINT


def turn_value(e: Evaluator, s: Wildlife) -> i64:
    """The expected value of the cards of a whole turn."""
    turns = turns_left(e, s)
    return e.weights[TURN_VALUE] + turns * turns * e.weights[TURN_SQUARE]


def scoring_weight(e: Evaluator, s: Wildlife) -> i64:
    """The weight of a point in general scorings: full for one that is due, discounted for later ones."""
    if s.ending != GOES_ON:
        return POINT
    weight: i64 = POINT if s.due else 0
    ahead: i64 = 0
    for marker in range(markers_used(s) + 1, MARKERS + 1):
        if has(s.box.scorings, marker):
            weight += e.weights[LATER_SCORING] if ahead else e.weights[NEXT_SCORING]
            ahead += 1
    if ahead == 0:  # with two players the last marker is not the end
        weight += e.weights[NEXT_SCORING]
    return weight


def turns_left(e: Evaluator, s: Wildlife) -> i64:
    """Estimated turns left for each seat, by the smallest stock and the free markers."""
    least = s.stock[0]
    for seat in range(s.seats):
        if s.stock[seat] < least:
            least = s.stock[seat]
    most = e.weights[MOST_TURNS]
    turns = least * e.weights[TURNS_PER_PIECE] // HUNDRED
    free: i64 = MARKERS - markers_used(s)
    if s.seats > 2 and free < turns:
        turns = free
    return turns if turns < most else most


def prospects(e: Evaluator, s: Wildlife, seat: Seat) -> i64:
    """The expected future value of a seat's food, abilities and levels."""
    turns = turns_left(e, s)
    food = e.weights[FOOD_VALUE]
    if s.ending != GOES_ON:
        turns = 0
        food = e.weights[LATE_FOOD_VALUE] if seat == s.active else 0
    elif turns <= LATE_TURNS:
        food = e.weights[LATE_FOOD_VALUE]
    total = s.food[seat] * food
    for ability in range(ABILITIES):
        total += abilities_of(s, seat, ability) * e.weights[ABILITY_VALUE + ability] * turns
    for terrain in range(TERRAINS):
        total += e.weights[LEVEL_VALUE + level(s, seat, terrain)] * turns
    return total


def add_pending(e: Evaluator, s: Wildlife, standings: vec[i64], weight: i64) -> None:
    """Adds the expected gains of the frames on the stack."""
    turn = s.find(Turn)
    if turn is None:
        add_species_choice(e, s, standings)
        return
    standings[s.active] += laid_cards_value(e, s, turn, weight) + unbooked_value(e, s, turn)
    if s.top is not turn:
        add_moving_piece(e, s, standings, weight)
        add_pending_card(e, s, standings, weight)


def add_species_choice(e: Evaluator, s: Wildlife, standings: vec[i64]) -> None:
    """Adds the choice of a species: to the seat that chooses, or to the highest bidder."""
    sale = s.find(BoardSale)
    if sale is not None and sale.best != NOBODY:
        standings[sale.best] += e.weights[BOARD_VALUE] - sale.price * e.weights[FOOD_VALUE]
    boards = s.find(Boards)
    if boards is not None and boards.chooser != NOBODY:
        standings[boards.chooser] += e.weights[BOARD_VALUE]


def add_moving_piece(e: Evaluator, s: Wildlife, standings: vec[i64], weight: i64) -> None:
    """Adds the best target of a piece that moves, leaps or attacks."""
    walk = s.find(Walk)
    if walk is not None:
        standings[walk.seat] += best_walk(e, s, walk.seat, walk.cell, walk.terrain, weight)
    leaping = s.find(Leaping)
    if leaping is not None:
        standings[leaping.seat] += best_leap(e, s, leaping, weight)
    assailing = s.find(Assailing)
    if assailing is not None:
        standings[assailing.seat] += best_assault(e, s, assailing.seat, weight)


def add_pending_card(e: Evaluator, s: Wildlife, standings: vec[i64], weight: i64) -> None:
    """Adds the gain of a card being used, and of a card on sale to bidder and seller."""
    deed = s.find(Deed)
    if deed is not None:
        standings[deed.seat] += larger(0, deed_gain(e, s, deed, weight))
    sale = s.find(Sale)
    if sale is None:
        return
    if sale.best == NOBODY:
        standings[sale.seller] += e.weights[SALE_VALUE]
        return
    lively = s.opt.lively_auctions == 1 and sale.card < TERRAINS
    price = sale.price * e.weights[FOOD_VALUE]
    gain = larger(0, card_gain(e, s, sale.best, sale.card, lively, weight))
    standings[sale.best] += gain * e.weights[BOUGHT_SHARE] // HUNDRED - price
    standings[sale.seller] += price


def larger(a: i64, b: i64) -> i64:
    return a if a > b else b


def laid_cards_value(e: Evaluator, s: Wildlife, turn: Turn, weight: i64) -> i64:
    """The gain of the cards laid out and unused; until one was offered for sale, the worst one counts as sold."""
    total: i64 = 0
    least: i64 = -1
    for kind in range(KINDS):
        number = cards_of(turn.laid, kind)
        if number:
            value = larger(0, card_gain(e, s, s.active, kind, False, weight))
            total += value * number
            if least < 0 or value < least:
                least = value
    if turn.offered == 0 and least >= 0 and turn.base >= s.box.cards:
        total += e.weights[SALE_VALUE] - least
    if turn.step == LAY_OUT:
        total += (s.box.cards - turn.base) * turn_value(e, s) // s.box.cards
    return total


def unbooked_value(e: Evaluator, s: Wildlife, turn: Turn) -> i64:
    """The value of the Food ability's points that are not yet booked in this turn."""
    if not turn.ready(s, FOOD):
        return 0
    unbooked = abilities_of(s, s.active, FOOD) - packed_field(turn.spent, FOOD)
    return unbooked * s.box.food_points * e.weights[UNBOOKED_POINT]


def deed_gain(e: Evaluator, s: Wildlife, frame: Deed, weight: i64) -> i64:
    """The best gain of the card being used."""
    if frame.how == BONUS:
        return best_placing(e, s, frame.seat, frame.kind, weight)
    return card_gain(e, s, frame.seat, frame.kind, frame.how == BOUGHT and frame.lively(s), weight)


def card_gain(e: Evaluator, s: Wildlife, seat: Seat, kind: Kind, lively: bool, weight: i64) -> i64:
    """The best gain of a card for a seat; with `lively`, the level MOVE suffices to place a piece."""
    if kind < TERRAINS:
        return terrain_gain(e, s, seat, kind, lively, weight)
    if kind == WHEEL:
        return wheel_gain(e, s, seat, weight)
    if kind == ARROW:
        return arrow_gain(e, s, seat, weight)
    if kind == BOLT:
        best: i64 = larger(wheel_gain(e, s, seat, weight), arrow_gain(e, s, seat, weight))
        for terrain in range(TERRAINS):
            best = larger(best, terrain_gain(e, s, seat, terrain, False, weight))
        return best
    if kind == FOOD_SOURCE:
        return food_found(s, seat) * e.weights[FOOD_VALUE]
    if kind == EPIDEMIC:
        return POINT
    return s.box.famine * e.weights[FOOD_VALUE]


def terrain_gain(e: Evaluator, s: Wildlife, seat: Seat, terrain: i64, lively: bool, weight: i64) -> i64:
    """The best gain of a terrain card: placing or attacking if possible, else moving."""
    reached = level(s, seat, terrain)
    if reached < MOVE:
        return 0
    if s.stock[seat] > 0 and (reached >= REPRODUCE or lively):
        best = best_placing(e, s, seat, terrain, weight)
        if best > NO_GAIN:
            return best
    best = NO_GAIN
    north, south = walkers(s, seat, terrain)
    while north | south:
        cell = first_cell(north, south)
        north &= ~north_bit(cell)
        south &= ~south_bit(cell)
        best = larger(best, best_walk(e, s, seat, cell, terrain, weight))
    return larger(0, best) * e.weights[SHIFT_SHARE] // HUNDRED  # the piece leaves a gap elsewhere


def best_placing(e: Evaluator, s: Wildlife, seat: Seat, terrain: i64, weight: i64) -> i64:
    """The best gain of placing a piece from the stock on a terrain or, with the level ATTACK, of attacking there;
    NO_GAIN if neither is possible."""
    north, south = free_in(s, terrain)
    best = best_landing(e, s, seat, north, south, weight)
    if level(s, seat, terrain) == ATTACK:
        north, south = prey_in(s, seat, terrain)
        best = larger(best, best_landing(e, s, seat, north, south, weight))
    return best


def best_landing(e: Evaluator, s: Wildlife, seat: Seat, north: Mask, south: Mask, weight: i64) -> i64:
    """The best gain of a new piece on one of these cells, by the territory's ranks, a filled territory, the colony and
    an eliminated piece; NO_GAIN if no cell is possible."""
    best: i64 = NO_GAIN
    for territory in range(TERRITORIES):
        if north & s.box.north[territory] | south & s.box.south[territory] == 0:
            continue
        for victim in range(NOBODY, s.seats):
            here_north, here_south = cells_of(s, victim, north & s.box.north[territory], south & s.box.south[territory])
            if here_north | here_south:
                total = territory_gain(s, seat, territory, victim, weight)
                total += largest_colony(here_north, here_south, s.north[seat], s.south[seat]) * e.weights[COLONY_VALUE]
                if victim != NOBODY:
                    total += (e.weights[PIECE_VALUE] + e.weights[COLONY_VALUE]) // (s.seats - 1)
                    total = total * e.weights[DEFENDED_SHARE] // HUNDRED if can_defend(s, victim) else total
                best = larger(best, total + e.weights[PIECE_VALUE])
    return best


def cells_of(s: Wildlife, seat: Seat, north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """The cells of a set that hold a piece of the seat; for NOBODY, the free cells."""
    if seat == NOBODY:
        return free_cells(s, north, south)
    return north & s.north[seat], south & s.south[seat]


def territory_gain(s: Wildlife, seat: Seat, territory: Territory, victim: Seat, weight: i64) -> i64:
    """The gain in a territory from one more piece, in place of a victim's piece or on a free cell."""
    more = territory_points(s, territory, seat, 1, victim) - territory_points(s, territory, seat)
    return more * weight + (filling_points(s, territory) if victim == NOBODY else 0)


def largest_colony(north: Mask, south: Mask, own_north: Mask, own_south: Mask) -> i64:
    """The size of the largest colony that a new piece on one of these cells would belong to."""
    largest: i64 = 1
    near_north, near_south = with_neighbours(own_north, own_south)
    near_north &= north
    near_south &= south
    while near_north | near_south:
        cell = first_cell(near_north, near_south)
        near_north &= ~north_bit(cell)
        near_south &= ~south_bit(cell)
        largest = larger(largest, colony_size(cell, own_north | north_bit(cell), own_south | south_bit(cell)))
    return largest


def colony_size(cell: Cell, north: Mask, south: Mask) -> i64:
    """The size of the colony of the piece on a cell, among the given pieces."""
    north, south = flood_fill(north_bit(cell), south_bit(cell), north, south)
    return count(north) + count(south)


def filling_points(s: Wildlife, territory: Territory) -> i64:
    """The points of the next territory marker if one more piece fills the territory, else 0."""
    used = markers_used(s)
    if has(s.marked, territory) or used == MARKERS:
        return 0
    north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
    return s.box.marker_points[used] * POINT if count(north) + count(south) == 1 else 0


def best_walk(e: Evaluator, s: Wildlife, seat: Seat, cell: Cell, terrain: i64, weight: i64) -> i64:
    """The best gain of moving a piece on foot."""
    north, south = reach(s, seat, cell, terrain)
    return best_relocation(e, s, seat, cell, north, south, weight)


def best_relocation(e: Evaluator, s: Wildlife, seat: Seat, cell: Cell, north: Mask, south: Mask, weight: i64) -> i64:
    """The best gain of moving a piece from its cell to one of these cells."""
    best: i64 = NO_GAIN
    start = s.box.territory[cell]
    left = (territory_points(s, start, seat, -1) - territory_points(s, start, seat)) * weight
    left_colony = colony_size(cell, s.north[seat], s.south[seat])
    own_north = s.north[seat] & ~north_bit(cell)
    own_south = s.south[seat] & ~south_bit(cell)
    for territory in range(TERRITORIES):
        if north & s.box.north[territory] | south & s.box.south[territory] == 0:
            continue
        for victim in range(NOBODY, s.seats):
            here_north, here_south = cells_of(s, victim, north & s.box.north[territory], south & s.box.south[territory])
            if here_north | here_south:
                colony = largest_colony(here_north, here_south, own_north, own_south)
                total = (colony - left_colony) * e.weights[COLONY_VALUE]
                if territory != start:
                    total += left + territory_gain(s, seat, territory, victim, weight)
                best = larger(best, total)
    return best


def best_leap(e: Evaluator, s: Wildlife, frame: Leaping, weight: i64) -> i64:
    """The best gain of Mobility: exact once a piece is chosen, else half the gain of the best landing."""
    north, south = landings(s, frame.seat)
    if frame.cell != NOBODY:
        return best_relocation(e, s, frame.seat, frame.cell, north, south, weight)
    return best_landing(e, s, frame.seat, north, south, weight) // 2


def best_assault(e: Evaluator, s: Wildlife, seat: Seat, weight: i64) -> i64:
    """The best gain of the Attack ability."""
    north, south = usable_cells(s, seat, ATTACK)
    return best_landing(e, s, seat, north & ~s.north[seat], south & ~s.south[seat], weight)


def wheel_gain(e: Evaluator, s: Wildlife, seat: Seat, weight: i64) -> i64:
    """The best gain of a wheel: a higher level, and the token in the scoring."""
    terrains = adaptable(s, seat)
    best: i64 = 0
    turns = turns_left(e, s)
    for terrain in range(TERRAINS):
        if has(terrains, terrain):
            reached = level(s, seat, terrain)
            more = e.weights[LEVEL_VALUE + reached + 1] - e.weights[LEVEL_VALUE + reached]
            best = larger(best, more * turns + weight // 2)
    return best


def arrow_gain(e: Evaluator, s: Wildlife, seat: Seat, weight: i64) -> i64:
    """The best gain of an arrow: an ability, and the card in the scoring."""
    types = obtainable(s, seat)
    best: i64 = 0
    turns = turns_left(e, s)
    for ability in range(ABILITIES):
        if has(types, ability):
            best = larger(best, e.weights[ABILITY_VALUE + ability] * turns + weight // 2)
    return best
