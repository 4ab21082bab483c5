"""What a table is worth to a seat, in hundredths of a point: the score track, what a general scoring would give, what
species, abilities and food promise, and what the cards and bids on the table are about to bring."""

from typing import Final

from meute.core.game import NEVER, POINT
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, Mask, count, filled, has, i64, vec
from meute.core.seats import Seat
from meute.games.wildlife.actions import BID, LAY, USE
from meute.games.wildlife.habits import (
    ABILITY_WORTH,
    BOARD_WORTH,
    BOUGHT_SHARE,
    COLONY_WORTH,
    DEFENDED_SHARE,
    FOOD_WORTH,
    HELD_CARD,
    HELD_TERRAIN,
    KEEP,
    LATE_FOOD_WORTH,
    LATER_SCORING,
    LEVEL_WORTH,
    MOST_TURNS,
    NEXT_SCORING,
    PIECE_WORTH,
    SALE_WORTH,
    SHIFT_SHARE,
    TURN_SQUARE,
    TURN_WORTH,
    TURNS_A_PIECE,
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
    field,
    first_cell,
    free_cells,
    grown,
    left_of,
    level,
    markers_used,
    north_bit,
    south_bit,
    spread,
    usable,
)

END_IS_NEAR: Final = 2
HUNDRED: Final = 100
NO_GAIN: Final = -100000


def worth(s: Wildlife, seat: Seat) -> i64:
    """The seat's standing against the others'."""
    standings = standings_of(s, filled(s.seats, 0) if s.is_over() else forecast(s))
    others: i64 = 0
    for other in range(s.seats):
        if other != seat:
            others += standings[other]
    return standings[seat] - others // (s.seats - 1) + (0 if s.is_over() else hand_worth(s, seat))


def hand_worth(s: Wildlife, seat: Seat) -> i64:
    """The cards that a seat holds, while there is time to use them."""
    if s.ending != GOES_ON:
        return 0
    total: i64 = 0
    hand = s.hands[seat]
    for kind in range(KINDS):
        number = cards_of(hand, kind)
        if number:
            at = HELD_TERRAIN + level(s, seat, kind) if kind < TERRAINS else HELD_CARD + kind - TERRAINS
            total += s.habits[at] * number
    return total


def standings_of(s: Wildlife, totals: vec[i64]) -> vec[i64]:
    """Each seat's points and what it may hope for, with what a general scoring would give now."""
    standings = filled(s.seats, 0)
    weight = scoring_weight(s)
    over = s.is_over()
    for seat in range(s.seats):
        standings[seat] = s.score[seat] * POINT
        if not over:
            standings[seat] += totals[seat] * weight + prospects(s, seat)
    if not over:
        add_pending(s, standings, weight)
        add_turns(s, standings)
    return standings


def urge(s: Wildlife, seat: Seat, action: i64) -> i64:
    """Cards that could do much are better kept than laid out only to be sold, and nobody bids more than he must."""
    if BID <= action < LAY:
        auction = s.top
        assert isinstance(auction, Auction)
        return NEVER if action - BID > auction.next_bid() else 0
    if LAY <= action < USE:
        return -gain(s, seat, action - LAY, False, scoring_weight(s)) * s.habits[KEEP] // HUNDRED
    return 0


def add_turns(s: Wildlife, standings: vec[i64]) -> None:
    """The turns that are still to come in this round, while the game goes on."""
    if s.played == 0 or s.ending != GOES_ON:
        return
    promise = turn_worth(s)
    seat = s.active
    for _ in range(s.seats - s.played):
        seat = left_of(s, seat)
        standings[seat] += promise + abilities_of(s, seat, FOOD) * s.box.food_points * POINT


def turn_worth(s: Wildlife) -> i64:
    """What the cards of a whole turn promise."""
    turns = turns_left(s)
    return s.habits[TURN_WORTH] + turns * turns * s.habits[TURN_SQUARE]


def scoring_weight(s: Wildlife) -> i64:
    """What a point in a general scoring counts for now: all of it in the one that is due, less in those to come."""
    if s.ending != GOES_ON:
        return POINT
    weight: i64 = POINT if s.due else 0
    ahead: i64 = 0
    for marker in range(markers_used(s) + 1, MARKERS + 1):
        if has(s.box.scorings, marker):
            weight += s.habits[LATER_SCORING] if ahead else s.habits[NEXT_SCORING]
            ahead += 1
    if ahead == 0:  # with two players the last marker is not the end
        weight += s.habits[NEXT_SCORING]
    return weight


def turns_left(s: Wildlife) -> i64:
    """How many turns each will have, by the smallest stock."""
    least = s.stock[0]
    for seat in range(s.seats):
        if s.stock[seat] < least:
            least = s.stock[seat]
    most = s.habits[MOST_TURNS]
    turns = least * s.habits[TURNS_A_PIECE] // HUNDRED
    free: i64 = MARKERS - markers_used(s)
    if s.seats > 2 and free < turns:
        turns = free
    return turns if turns < most else most


def prospects(s: Wildlife, seat: Seat) -> i64:
    """Food, abilities and levels."""
    turns = turns_left(s)
    food = s.habits[FOOD_WORTH]
    if s.ending != GOES_ON:
        turns = 0
        food = s.habits[LATE_FOOD_WORTH] if seat == s.active else 0
    elif turns <= END_IS_NEAR:
        food = s.habits[LATE_FOOD_WORTH]
    total = s.food[seat] * food
    for ability in range(ABILITIES):
        total += abilities_of(s, seat, ability) * s.habits[ABILITY_WORTH + ability] * turns
    for terrain in range(TERRAINS):
        total += s.habits[LEVEL_WORTH + level(s, seat, terrain)] * turns
    return total


def add_pending(s: Wildlife, standings: vec[i64], weight: i64) -> None:
    """What the paragraphs being read are about to bring."""
    turn = s.find(Turn)
    if turn is None:
        add_boards(s, standings)
        return
    standings[s.active] += laid_worth(s, turn, weight) + unbooked_worth(s, turn)
    if s.top is not turn:
        add_piece(s, standings, weight)
        add_card(s, standings, weight)


def add_boards(s: Wildlife, standings: vec[i64]) -> None:
    """A species to be chosen, or bid for."""
    sale = s.find(BoardSale)
    if sale is not None and sale.best != NOBODY:
        standings[sale.best] += s.habits[BOARD_WORTH] - sale.price * s.habits[FOOD_WORTH]
    boards = s.find(Boards)
    if boards is not None and boards.chooser != NOBODY:
        standings[boards.chooser] += s.habits[BOARD_WORTH]


def add_piece(s: Wildlife, standings: vec[i64], weight: i64) -> None:
    """A piece on its way."""
    walk = s.find(Walk)
    if walk is not None:
        standings[walk.seat] += best_walk(s, walk.seat, walk.cell, walk.terrain, weight)
    leaping = s.find(Leaping)
    if leaping is not None:
        standings[leaping.seat] += best_leap(s, leaping, weight)
    assailing = s.find(Assailing)
    if assailing is not None:
        standings[assailing.seat] += best_assault(s, assailing.seat, weight)


def add_card(s: Wildlife, standings: vec[i64], weight: i64) -> None:
    """A card being carried out, or on sale."""
    deed = s.find(Deed)
    if deed is not None:
        standings[deed.seat] += best_of(0, deed_gain(s, deed, weight))
    sale = s.find(Sale)
    if sale is None:
        return
    if sale.best == NOBODY:
        standings[sale.seller] += s.habits[SALE_WORTH]
        return
    lively = s.opt.lively_auctions == 1 and sale.card < TERRAINS
    price = sale.price * s.habits[FOOD_WORTH]
    hoped = best_of(0, gain(s, sale.best, sale.card, lively, weight))
    standings[sale.best] += hoped * s.habits[BOUGHT_SHARE] // HUNDRED - price
    standings[sale.seller] += price


def best_of(a: i64, b: i64) -> i64:
    """The larger one."""
    return a if a > b else b


def laid_worth(s: Wildlife, turn: Turn, weight: i64) -> i64:
    """The cards laid out and not yet used; while none was offered, the least of them is for sale."""
    total: i64 = 0
    least: i64 = -1
    for kind in range(KINDS):
        number = cards_of(turn.laid, kind)
        if number:
            value = best_of(0, gain(s, s.active, kind, False, weight))
            total += value * number
            if least < 0 or value < least:
                least = value
    if turn.offered == 0 and least >= 0 and turn.base >= s.box.cards:
        total += s.habits[SALE_WORTH] - least
    if turn.step == LAY_OUT:
        total += (s.box.cards - turn.base) * turn_worth(s) // s.box.cards
    return total


def unbooked_worth(s: Wildlife, turn: Turn) -> i64:
    """The points of the Food ability that are still to be booked in this turn."""
    if not turn.ready(s, FOOD):
        return 0
    return (abilities_of(s, s.active, FOOD) - field(turn.spent, FOOD)) * s.box.food_points * s.habits[UNBOOKED_POINT]


def deed_gain(s: Wildlife, frame: Deed, weight: i64) -> i64:
    """What a card about to be carried out brings."""
    if frame.how == BONUS:
        return best_placing(s, frame.seat, frame.kind, weight)
    return gain(s, frame.seat, frame.kind, frame.how == BOUGHT and frame.lively(s), weight)


def gain(s: Wildlife, seat: Seat, kind: Kind, lively: bool, weight: i64) -> i64:
    """The most that a card can do for a seat."""
    if kind < TERRAINS:
        return terrain_gain(s, seat, kind, lively, weight)
    if kind == WHEEL:
        return wheel_gain(s, seat, weight)
    if kind == ARROW:
        return arrow_gain(s, seat, weight)
    if kind == BOLT:
        best: i64 = best_of(wheel_gain(s, seat, weight), arrow_gain(s, seat, weight))
        for terrain in range(TERRAINS):
            best = best_of(best, terrain_gain(s, seat, terrain, False, weight))
        return best
    if kind == FOOD_SOURCE:
        return food_found(s, seat) * s.habits[FOOD_WORTH]
    if kind == EPIDEMIC:
        return POINT
    return s.box.famine * s.habits[FOOD_WORTH]


def terrain_gain(s: Wildlife, seat: Seat, terrain: i64, lively: bool, weight: i64) -> i64:
    """The best piece to place, to attack or to move on a terrain."""
    reached = level(s, seat, terrain)
    if reached < MOVE:
        return 0
    if s.stock[seat] > 0 and (reached >= REPRODUCE or lively):
        best = best_placing(s, seat, terrain, weight)
        if best > NO_GAIN:
            return best
    best = NO_GAIN
    north, south = walkers(s, seat, terrain)
    while north | south:
        cell = first_cell(north, south)
        north &= ~north_bit(cell)
        south &= ~south_bit(cell)
        best = best_of(best, best_walk(s, seat, cell, terrain, weight))
    return best_of(0, best) * s.habits[SHIFT_SHARE] // HUNDRED  # a guess, and it leaves a gap elsewhere


def best_placing(s: Wildlife, seat: Seat, terrain: i64, weight: i64) -> i64:
    """The best cell of a terrain for a piece from the stock."""
    north, south = free_in(s, terrain)
    best = best_landing(s, seat, north, south, weight)
    if level(s, seat, terrain) == ATTACK:
        north, south = prey_in(s, seat, terrain)
        best = best_of(best, best_landing(s, seat, north, south, weight))
    return best


def best_landing(s: Wildlife, seat: Seat, north: Mask, south: Mask, weight: i64) -> i64:
    """The best of these cells for one piece more: its territory, a territory filled, its colony, an enemy gone."""
    best: i64 = NO_GAIN
    for territory in range(TERRITORIES):
        if north & s.box.north[territory] | south & s.box.south[territory] == 0:
            continue
        for victim in range(NOBODY, s.seats):
            here_north, here_south = cells_of(s, victim, north & s.box.north[territory], south & s.box.south[territory])
            if here_north | here_south:
                total = ground_gain(s, seat, territory, victim, weight)
                total += largest_colony(here_north, here_south, s.north[seat], s.south[seat]) * s.habits[COLONY_WORTH]
                if victim != NOBODY:
                    total += (s.habits[PIECE_WORTH] + s.habits[COLONY_WORTH]) // (s.seats - 1)
                    total = total * s.habits[DEFENDED_SHARE] // HUNDRED if can_defend(s, victim) else total
                best = best_of(best, total + s.habits[PIECE_WORTH])
    return best


def cells_of(s: Wildlife, seat: Seat, north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """Those of a set of cells where a seat has a piece; for NOBODY, the free ones."""
    if seat == NOBODY:
        return free_cells(s, north, south)
    return north & s.north[seat], south & s.south[seat]


def ground_gain(s: Wildlife, seat: Seat, territory: Territory, victim: Seat, weight: i64) -> i64:
    """What one piece more in a territory changes there, in the place of a victim's or on a free cell."""
    more = territory_points(s, territory, seat, 1, victim) - territory_points(s, territory, seat)
    return more * weight + (filling(s, territory) if victim == NOBODY else 0)


def largest_colony(north: Mask, south: Mask, own_north: Mask, own_south: Mask) -> i64:
    """The largest colony that a piece on one of these cells would belong to, beside those of its own."""
    largest: i64 = 1
    near_north, near_south = spread(own_north, own_south)
    near_north &= north
    near_south &= south
    while near_north | near_south:
        cell = first_cell(near_north, near_south)
        near_north &= ~north_bit(cell)
        near_south &= ~south_bit(cell)
        largest = best_of(largest, colony_size(cell, own_north | north_bit(cell), own_south | south_bit(cell)))
    return largest


def colony_size(cell: Cell, north: Mask, south: Mask) -> i64:
    """How many of a seat's pieces are in the colony of one of them."""
    north, south = grown(north_bit(cell), south_bit(cell), north, south)
    return count(north) + count(south)


def filling(s: Wildlife, territory: Territory) -> i64:
    """The points for the last free cell of a territory."""
    used = markers_used(s)
    if has(s.marked, territory) or used == MARKERS:
        return 0
    north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
    return s.box.marker_points[used] * POINT if count(north) + count(south) == 1 else 0


def best_walk(s: Wildlife, seat: Seat, cell: Cell, terrain: i64, weight: i64) -> i64:
    """The best cell for a piece that walks."""
    north, south = reach(s, seat, cell, terrain)
    return best_shift(s, seat, cell, north, south, weight)


def best_shift(s: Wildlife, seat: Seat, cell: Cell, north: Mask, south: Mask, weight: i64) -> i64:
    """The best of these cells for a piece that stands on another one."""
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
                total = (colony - left_colony) * s.habits[COLONY_WORTH]
                if territory != start:
                    total += left + ground_gain(s, seat, territory, victim, weight)
                best = best_of(best, total)
    return best


def best_leap(s: Wildlife, frame: Leaping, weight: i64) -> i64:
    """The best use of Mobility: with a piece chosen, its best cell; before, the best cell for any."""
    north, south = landings(s, frame.seat)
    if frame.cell != NOBODY:
        return best_shift(s, frame.seat, frame.cell, north, south, weight)
    return best_landing(s, frame.seat, north, south, weight) // 2


def best_assault(s: Wildlife, seat: Seat, weight: i64) -> i64:
    """The best use of the Attack card."""
    north, south = usable(s, seat, ATTACK)
    return best_landing(s, seat, north & ~s.north[seat], south & ~s.south[seat], weight)


def wheel_gain(s: Wildlife, seat: Seat, weight: i64) -> i64:
    """The best level to reach, and the token for the scoring."""
    terrains = adaptable(s, seat)
    best: i64 = 0
    turns = turns_left(s)
    for terrain in range(TERRAINS):
        if has(terrains, terrain):
            reached = level(s, seat, terrain)
            more = s.habits[LEVEL_WORTH + reached + 1] - s.habits[LEVEL_WORTH + reached]
            best = best_of(best, more * turns + weight // 2)
    return best


def arrow_gain(s: Wildlife, seat: Seat, weight: i64) -> i64:
    """The best ability to have, and the card for the scoring."""
    types = obtainable(s, seat)
    best: i64 = 0
    turns = turns_left(s)
    for ability in range(ABILITIES):
        if has(types, ability):
            best = best_of(best, s.habits[ABILITY_WORTH + ability] * turns + weight // 2)
    return best
