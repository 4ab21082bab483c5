"""VENDRE UNE CARTE"""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.fields import SEAT, below
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.auction import AUCTION_FIELDS, Auction
from meute.core.numbers import NOBODY, has, i64, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import Seat, Seats, everyone
from meute.core.tensor import PlaneWriter
from meute.games.wildlife import planes
from meute.games.wildlife.actions import BID, PASS
from meute.games.wildlife.display_names import word
from meute.games.wildlife.events import BIDS, BUYS, OFFERS, PASSES, STEPS_BACK, UNSOLD
from meute.games.wildlife.options import HIGHEST_BID
from meute.games.wildlife.rules.cards import BOUGHT, Deed
from meute.games.wildlife.rules.pieces import earn, feed
from meute.games.wildlife.scoring import PAID
from meute.games.wildlife.state import KINDS, Kind, Wildlife, left_of

TOO_LOW: Final = Reason("wildlife.why.too_low", "VENDRE UNE CARTE")
TOO_HIGH: Final = Reason("wildlife.why.too_high", "VENDRE UNE CARTE")
ONLY_THE_LEAST: Final = Reason("wildlife.why.only_the_least", "REGLES POUR DEUX JOUEURS")


def next_speaker(s: Wildlife, those: Seats, seat: Seat) -> Seat:
    """The next seat of a set, clockwise from a seat, which comes last itself; NOBODY if the set is empty."""
    if those == 0:
        return NOBODY
    other = left_of(s, seat)
    while not has(those, other):
        other = left_of(s, other)
    return other


def invalid_bidding_field(s: Wildlife, auction: Auction, those: Seats) -> str:
    """The name of an impossible field of an auction among these seats; "" if all are possible."""
    if auction.bidders & ~those:
        return "bidders"
    if auction.speaker != NOBODY and not has(auction.bidders, auction.speaker):
        return "speaker"
    if auction.best == NOBODY:
        return ""
    if not has(auction.bidders, auction.best):
        return "best"
    return "price" if auction.price > auction.highest_bid(s, auction.best) else ""


@mypyc_attr(acyclic=True, free_list_len=1)
class Sale(Auction):
    """VENDRE UNE CARTE"""

    FIELDS: ClassVar[Fields] = {
        **AUCTION_FIELDS,
        "least": below(HIGHEST_BID),
        "seller": SEAT,
        "card": below(KINDS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (BID,)

    def __init__(self, least: i64 = 0, seller: Seat = NOBODY, card: Kind = NOBODY) -> None:
        self.least = least
        self.seller = seller
        self.card = card

    def copy(self) -> Frame:
        f = Sale(self.least, self.seller, self.card)
        self.copy_auction_to(f)
        return f

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seller)
        planes.write_auction(out, self)
        out.number(planes.PRICE, self.least, 1)
        out.one_hot(planes.FOR_SALE, self.card)

    def invalid_field(self, s: Wildlife) -> str:
        return invalid_bidding_field(s, self, without(everyone(s.seats), self.seller))

    def lowest_bid(self) -> i64:
        return self.least  # « La mise minimale est toujours de 3 points de Nourriture. »

    def highest_bid(self, s: Wildlife, seat: Seat) -> i64:
        # « L'adversaire ne paie à chaque fois que la mise de départ »
        return self.least if s.seats == 2 else s.opt.bid_cap

    def pass_action(self) -> i64:
        return PASS

    def next_bidder(self, s: Wildlife, seat: Seat) -> Seat:
        return next_speaker(s, self.bidders, seat)

    def log_bid(self, s: Wildlife, seat: Seat, bid: i64) -> None:
        if bid == NOBODY:
            s.say(PASSES, seat, self.card)
        else:
            s.say(BIDS, seat, bid, self.card)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        if s.seats == 2:
            return phrase("wildlife.prompt.buy", card=word("card", self.card), price=self.least)
        if self.best == NOBODY:
            return phrase("wildlife.prompt.open", card=word("card", self.card), price=self.least)
        return phrase("wildlife.prompt.raise", card=word("card", self.card), price=self.price)

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        if action - BID < self.next_bid():
            return TOO_LOW
        return ONLY_THE_LEAST if s.seats == 2 else TOO_HIGH

    def finish(self, s: Wildlife) -> None:
        if self.best == NOBODY:  # « la vente est annulée et la carte défaussée »
            s.say(UNSOLD, self.seller, self.card)
            return
        s.say(BUYS, self.best, self.card, self.price, self.seller)
        pay(s, self.best, self.seller, self.price)
        s.push(Deed(self.best, self.card, BOUGHT))


def sell(s: Wildlife, seller: Seat, card: Kind) -> None:
    """« place celle-ci sur la case vente »; « Son voisin de gauche fait la première offre »"""
    s.say(OFFERS, seller, card)
    f = Sale(s.box.least_bid, seller, card)
    f.open(without(everyone(s.seats), seller), left_of(s, seller))
    s.push(f)


def pay(s: Wildlife, buyer: Seat, seller: Seat, price: i64) -> None:
    """« donne les points de nourriture qu'il a misés au vendeur »"""
    back = steps_back(s, buyer, price)
    if back:  # « On peut reculer d'autant de cases que nécessaire »
        earn(s, buyer, PAID, -back)
        feed(s, buyer, back * s.box.food_for_a_point)
        s.say(STEPS_BACK, buyer, back, back * s.box.food_for_a_point)
    feed(s, buyer, -price)
    feed(s, seller, price)


def steps_back(s: Wildlife, buyer: Seat, price: i64) -> i64:
    """How many spaces back a price costs a buyer who « ne peut pas payer »."""
    short = price - s.food[buyer]
    rate = s.box.food_for_a_point
    return (short + rate - 1) // rate if short > 0 else 0
