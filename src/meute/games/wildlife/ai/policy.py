"""Priors of actions, and when to exchange food for points: food left after a seat's last turn is lost, and any turn may
be the last."""

from typing import Final

from meute.ai.evaluator import NEVER, Evaluator
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, count, filled, has, i64
from meute.core.seats import Seat
from meute.games.wildlife.actions import BID, DECLINE, END, LAY, TRADE, USE
from meute.games.wildlife.ai.evaluation import HUNDRED, card_gain, scoring_weight
from meute.games.wildlife.ai.weights import KEEP
from meute.games.wildlife.rules.cards import BOUGHT, Deed, can_use, food_found
from meute.games.wildlife.rules.sale import Sale
from meute.games.wildlife.rules.turn import ACT, Turn
from meute.games.wildlife.scoring import rank_points
from meute.games.wildlife.state import (
    ATTACKING,
    FOOD_SOURCE,
    GOES_ON,
    INTELLIGENCE,
    MARKERS,
    MOBILITY,
    TERRAINS,
    TERRITORIES,
    Wildlife,
    abilities_of,
    free_cells,
    markers_used,
)

BOUGHT_A_ROUND: Final = 1
"""Pieces that a player is expected to place with bought cards. Two are rare, and expecting two means to exchange too
early: food brings points in every scoring and pays for a famine, and points draw arrows (docs/measured.md)."""


def forced_move(s: Wildlife, seat: Seat) -> i64:
    """TRADE where the turn may end but food should be exchanged first; else NOBODY."""
    turn = s.on_top(Turn)
    if turn is not None and turn.step == ACT and turn.may_end(s) and should_exchange(s, seat):
        return TRADE
    return NOBODY


def should_exchange(s: Wildlife, seat: Seat) -> bool:
    """Whether this may be the active seat's last turn and exchanging food gains points."""
    return exchange_pays(s, seat) and may_be_last_turn(s, seat)


def exchange_pays(s: Wildlife, seat: Seat) -> bool:
    """Whether some number of exchanges brings more points than the rank in food that it costs."""
    rate = s.box.food_for_a_point
    zeros = s.opt.zero_ranks == 1
    base = rank_points(s.food, seat, s.food[seat], s.box.for_food, zeros)
    for points in range(1, s.food[seat] // rate + 1):
        if points + rank_points(s.food, seat, s.food[seat] - points * rate, s.box.for_food, zeros) > base:
            return True
    return False


def may_be_last_turn(s: Wildlife, seat: Seat) -> bool:
    """Whether the game can end before the active seat's next turn: by the turn limit, by a player who uses every card
    and ability of a turn and buys one card, or by territories filled at the pace of a busy round."""
    rounds: i64 = 2 if s.opt.moving_first_player else 1
    if s.ending != GOES_ON or s.turns + rounds * (s.seats - 1) >= s.opt.turn_limit:
        return True
    placed: i64 = 0
    for other in range(s.seats):
        own: i64 = 0
        if other != seat:
            own = rounds * (s.box.cards - 1 + extra_pieces(s, other))
            placed += own + rounds * abilities_of(s, other, MOBILITY)
        if s.stock[other] <= own + BOUGHT_A_ROUND:
            return True
    return s.seats > 2 and cells_to_last_marker(s) <= placed


def extra_pieces(s: Wildlife, seat: Seat) -> i64:
    """Pieces that a seat's abilities bring into a turn beyond those of its cards."""
    return abilities_of(s, seat, INTELLIGENCE) + abilities_of(s, seat, ATTACKING)


def cells_to_last_marker(s: Wildlife) -> i64:
    """The fewest pieces that must be placed until the last marker is used."""
    free = filled(TERRITORIES, 0)
    for territory in range(TERRITORIES):
        north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
        free[territory] = count(north) + count(south)
    cells: i64 = 0
    taken: i64 = s.marked
    for _ in range(MARKERS - markers_used(s)):
        fullest: i64 = NOBODY
        for territory in range(TERRITORIES):
            if not has(taken, territory) and (fullest == NOBODY or free[territory] < free[fullest]):
                fullest = territory
        taken |= 1 << fullest
        cells += free[fullest]
    return cells


def prior(e: Evaluator, s: Wildlife, seat: Seat, action: i64) -> i64:
    """Prior of an action: laying out a card costs a share of its gain, since it may only be sold.

    NEVER for actions that waste food: bids too high, declining a bought card, ending the turn before an exchange."""
    if BID <= action < LAY:
        return 0 if is_fair_bid(e, s, seat, action - BID) else NEVER
    if LAY <= action < USE:
        return -card_gain(e, s, seat, action - LAY, False, scoring_weight(e, s)) * e.weights[KEEP] // HUNDRED
    if action == DECLINE:
        deed = s.on_top(Deed)
        return NEVER if deed is not None and deed.how == BOUGHT else 0
    if action == END:
        turn = s.on_top(Turn)
        return NEVER if turn is not None and turn.step == ACT and should_exchange(s, seat) else 0
    return 0


def is_fair_bid(e: Evaluator, s: Wildlife, seat: Seat, price: i64) -> bool:
    """Whether a bid is the lowest legal one and the card brings a gain; for a food source, whether the price is at most
    its food. For a species, the lowest bid is fair."""
    auction = s.top
    assert isinstance(auction, Auction)
    if price > auction.next_bid():
        return False
    if not isinstance(auction, Sale):
        return True
    if auction.card == FOOD_SOURCE:
        return price <= food_found(s, seat)
    lively = s.opt.lively_auctions == 1 and auction.card < TERRAINS
    usable_cells = can_use(s, seat, auction.card, lively, True)
    return usable_cells and card_gain(e, s, seat, auction.card, lively, scoring_weight(e, s)) > 0
