"""Open auction: bids go round the table."""

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
    """An open auction: in turn each bidder raises the bid or passes for good, until none but the highest bidder is
    left."""

    FIELDS: ClassVar[Fields] = AUCTION_FIELDS

    bidders: Seats = 0
    speaker: Seat = NOBODY
    best: Seat = NOBODY
    price: i64 = 0
    said: i64 = 0
    """The last bid of each seat plus 1, packed BID_BITS each; 0: none."""

    def open(self, bidders: Seats, first: Seat) -> None:
        """Sets the bidders and the one to begin."""
        self.bidders = bidders
        self.speaker = first

    def lowest_bid(self) -> i64:
        """The lowest bid with which the auction can begin."""
        raise AssertionError

    def highest_bid(self, s: Any, seat: Seat) -> i64:
        """The highest bid that this seat may make."""
        raise AssertionError

    def next_bid(self) -> i64:
        """The lowest bid that is legal now."""
        return self.lowest_bid() if self.best == NOBODY else self.price + 1

    def pass_action(self) -> i64:
        """The action id of passing; the id of a bid of n is this id + 1 + n."""
        raise AssertionError

    def next_bidder(self, s: Any, seat: Seat) -> Seat:
        """The next bidder after this seat, the seat itself last: clockwise, unless a game overrides it; NOBODY if none
        is left."""
        return next_of(self.bidders, seat, s.seats)

    def log_bid(self, s: Any, seat: Seat, bid: i64) -> None:
        """Logs the bid of a seat; a bid of NOBODY means that the seat passed."""
        raise AssertionError

    def finish(self, s: Any) -> None:
        """Applies the result, after the frame was popped: `best` wins for `price`; `best` is NOBODY if all have
        passed."""
        raise AssertionError

    def advance(self, s: Any) -> Seats:
        if self.speaker != NOBODY and self.speaker != self.best:
            return only(self.speaker)
        s.pop()
        self.finish(s)
        return GO_ON

    def legal_actions(self, s: Any, seat: Seat, out: Choices) -> None:
        out.add(self.pass_action())
        out.add_range(self.pass_action() + self.next_bid() + 1, self.pass_action() + self.highest_bid(s, seat) + 2)

    def apply(self, s: Any, seat: Seat, action: i64) -> None:
        if action == self.pass_action():
            self.bidders = without(self.bidders, seat)
            self.log_bid(s, seat, NOBODY)
        else:
            self.price = action - self.pass_action() - 1
            self.best = seat
            self.said += shift(self.price - self.bid_of(seat), seat * BID_BITS)
            self.log_bid(s, seat, self.price)
        self.speaker = self.next_bidder(s, seat)

    def bid_of(self, seat: Seat) -> i64:
        """The last bid of a seat; NOBODY if it has none."""
        return ((self.said >> (seat * BID_BITS)) & BID_FIELD) - 1

    def copy_auction_to(self, other: "Auction") -> None:
        """Copies to `other` the fields that all auctions share."""
        other.bidders = self.bidders
        other.speaker = self.speaker
        other.best = self.best
        other.price = self.price
        other.said = self.said
