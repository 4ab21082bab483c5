"""Open bids round the table."""

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import MAYBE_SEAT, SEATS, Field, below, members
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, i64, shift, without
from meute.core.seats import GO_ON, MOST_SEATS, Seat, Seats, next_of, only

BID_BITS: Final = 8
BID_FIELD: Final = 255

AUCTION_FIELDS: Final[dict[str, Field]] = {
    "step": below(1),
    "bidders": SEATS,
    "speaker": MAYBE_SEAT,
    "best": MAYBE_SEAT,
    "price": below(BID_FIELD),
    "said": members(BID_BITS * MOST_SEATS),
}


@mypyc_attr(acyclic=True)
class Auction(Frame):
    """In turn each bidder raises or passes for good, until one is left, or none."""

    FIELDS: ClassVar[Fields] = AUCTION_FIELDS

    bidders: Seats = 0
    speaker: Seat = NOBODY
    best: Seat = NOBODY
    price: i64 = 0
    said: i64 = 0
    """The last bid of each seat, one more than its number, packed."""

    def open(self, bidders: Seats, first: Seat) -> None:
        """Who may bid, and who speaks first."""
        self.bidders = bidders
        self.speaker = first

    def lowest_bid(self) -> i64:
        """The least that may be offered when nobody has yet."""
        raise AssertionError

    def highest_bid(self, s: Any, seat: Seat) -> i64:
        """The most that this seat may offer."""
        raise AssertionError

    def next_bid(self) -> i64:
        """The least that may be offered now."""
        return self.lowest_bid() if self.best == NOBODY else self.price + 1

    def passing(self) -> i64:
        """The action that passes; a bid of n is the action n + 1 above it."""
        raise AssertionError

    def after(self, s: Any, seat: Seat) -> Seat:
        """Who of the bidders speaks after this seat; a game where people change places says otherwise."""
        return next_of(self.bidders, seat, s.seats)

    def spoke(self, s: Any, seat: Seat, bid: i64) -> None:
        """Tells the table about a bid, or about passing (NOBODY)."""
        raise AssertionError

    def closed(self, s: Any) -> None:
        """Acts on the end: `best` (or NOBODY) has it for `price`. The frame is off the stack."""
        raise AssertionError

    def go(self, s: Any) -> Seats:
        if self.speaker != NOBODY and self.speaker != self.best:
            return only(self.speaker)
        s.pop()
        self.closed(s)
        return GO_ON

    def options(self, s: Any, seat: Seat, out: Choices) -> None:
        out.one(self.passing())
        out.span(self.passing() + self.next_bid() + 1, self.passing() + self.highest_bid(s, seat) + 2)

    def take(self, s: Any, seat: Seat, action: i64) -> None:
        if action == self.passing():
            self.bidders = without(self.bidders, seat)
            self.spoke(s, seat, NOBODY)
        else:
            self.price = action - self.passing() - 1
            self.best = seat
            self.said += shift(self.price - self.bid_of(seat), seat * BID_BITS)
            self.spoke(s, seat, self.price)
        self.speaker = self.after(s, seat)

    def bid_of(self, seat: Seat) -> i64:
        """What a seat offered last; NOBODY if it has not."""
        return ((self.said >> (seat * BID_BITS)) & BID_FIELD) - 1

    def copy_auction_to(self, other: "Auction") -> None:
        """The part of a copy that all auctions share."""
        other.bidders = self.bidders
        other.speaker = self.speaker
        other.best = self.best
        other.price = self.price
        other.said = self.said
