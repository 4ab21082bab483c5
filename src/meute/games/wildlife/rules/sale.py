"""VENDRE UNE CARTE"""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from meute.core.frame import Frame
from meute.core.mechanisms.auction import Auction
from meute.core.numbers import NOBODY, has, i64, without
from meute.core.seats import Seat, Seats, everyone
from meute.games.wildlife.rules.cards import BOUGHT, deed
from meute.games.wildlife.rules.names import BIDS, BUYS, OFFERS, PASS, PASSES, STEPS_BACK, UNSOLD
from meute.games.wildlife.rules.pieces import earn
from meute.games.wildlife.state import PAID, Kind, Wildlife, left_of


def next_speaker(s: Wildlife, those: Seats, seat: Seat) -> Seat:
    """The first of those on the left of a seat; the seat itself comes last, NOBODY if there is none."""
    if those == 0:
        return NOBODY
    other = left_of(s, seat)
    while not has(those, other):
        other = left_of(s, other)
    return other


@mypyc_attr(acyclic=True, free_list_len=1)
class Sale(Auction):
    """VENDRE UNE CARTE"""

    FIELDS: ClassVar[tuple[str, ...]] = (*Auction.FIELDS, "least", "seller", "card")

    least: i64
    seller: Seat
    card: Kind

    def __init__(self) -> None:
        super().__init__()
        self.least = 0
        self.seller = NOBODY
        self.card = NOBODY

    def copy(self) -> Frame:
        f = Sale()
        self.copy_auction_to(f)
        f.least = self.least
        f.seller = self.seller
        f.card = self.card
        return f

    def lowest_bid(self) -> i64:
        return self.least  # « La mise minimale est toujours de 3 points de Nourriture. »

    def highest_bid(self, s: Wildlife, seat: Seat) -> i64:
        # « L'adversaire ne paie à chaque fois que la mise de départ »
        return self.least if s.seats == 2 else s.opt.bid_cap

    def passing(self) -> i64:
        return PASS

    def after(self, s: Wildlife, seat: Seat) -> Seat:
        return next_speaker(s, self.bidders, seat)

    def spoke(self, s: Wildlife, seat: Seat, bid: i64) -> None:
        if bid == NOBODY:
            s.say(PASSES, seat, self.card, 0, 0)
        else:
            s.say(BIDS, seat, bid, self.card, 0)

    def closed(self, s: Wildlife) -> None:
        if self.best == NOBODY:  # « la vente est annulée et la carte défaussée »
            s.say(UNSOLD, self.seller, self.card, 0, 0)
            return
        s.say(BUYS, self.best, self.card, self.price, self.seller)
        pay(s, self.best, self.seller, self.price)
        s.push(deed(self.best, self.card, BOUGHT))


def sell(s: Wildlife, seller: Seat, card: Kind) -> None:
    """« place celle-ci sur la case vente »; « Son voisin de gauche fait la première offre »"""
    s.say(OFFERS, seller, card, 0, 0)
    f = Sale()
    f.least = s.box.least_bid
    f.seller = seller
    f.card = card
    f.open(without(everyone(s.seats), seller), left_of(s, seller))
    s.push(f)


def pay(s: Wildlife, buyer: Seat, seller: Seat, price: i64) -> None:
    """« donne les points de nourriture qu'il a misés au vendeur »"""
    back = steps_back(s, buyer, price)
    if back:  # « On peut reculer d'autant de cases que nécessaire »
        earn(s, buyer, PAID, -back)
        s.food[buyer] += back * s.box.food_for_a_point
        s.say(STEPS_BACK, buyer, back, back * s.box.food_for_a_point, 0)
    s.food[buyer] -= price
    s.food[seller] += price


def steps_back(s: Wildlife, buyer: Seat, price: i64) -> i64:
    """How many spaces back a price costs a buyer who « ne peut pas payer »."""
    short = price - s.food[buyer]
    rate = s.box.food_for_a_point
    return (short + rate - 1) // rate if short > 0 else 0
