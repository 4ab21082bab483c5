"""Planes of the observation tensor that frames write; `tensor.py` lists all planes in their order."""

from typing import Final

from meute.core.mechanisms.auction import BID_BITS, BID_FIELD, Auction
from meute.core.seats import Seat
from meute.core.tensor import Plane, PlaneWriter
from meute.games.wildlife.state import (
    ABILITIES,
    CARD_FIELD,
    CELLS,
    COLUMNS,
    COUNT_FIELD,
    KINDS,
    MOST_SEATS,
    ROWS,
    TERRAINS,
)

FRAME_KINDS: Final = 15
"""The number of frames; `tensor.py` checks it."""

LAID: Final = Plane("laid", (KINDS,), "cards laid out in this turn", CARD_FIELD)
USED: Final = Plane("used", (KINDS,), "cards used in this turn", CARD_FIELD)
SOLD: Final = Plane("sold", (KINDS,), "cards sold in this turn", CARD_FIELD)
SPENT: Final = Plane("spent", (ABILITIES,), "abilities used in this turn", COUNT_FIELD)
TURN: Final = Plane(
    "turn", (4,), "cards laid out, more by Intelligence, cards offered, whether a piece has moved", CARD_FIELD
)
WHOSE: Final = Plane("whose", (FRAME_KINDS,), "for each frame, one more than its seat", MOST_SEATS)
CELL: Final = Plane("cell", (ROWS, COLUMNS), "the piece that moves or the cell that is attacked")
LIFTED: Final = Plane("lifted", (1,), "one more than the cell of the piece that swaps", CELLS)
LEAPS_FROM: Final = Plane("leaps_from", (1,), "one more than the cell of a piece lifted by Mobility", CELLS)
WAY: Final = Plane("way", (1,), "one more than the terrain on which a piece moves", TERRAINS)
DEED: Final = Plane("deed", (2, KINDS), "the card that is used, and the kind it is used as")
HOW: Final = Plane("how", (1,), "one more than its origin: own card, bought card, bonus", 3)
TAKING: Final = Plane("taking", (ABILITIES,), "the ability card that is taken")
VICTIMS: Final = Plane("victims", (MOST_SEATS,), "seats that still lose a piece to an epidemic")
BIDDERS: Final = Plane("bidders", (MOST_SEATS,), "who may still bid")
SPEAKER: Final = Plane("speaker", (MOST_SEATS,), "who speaks now")
BEST: Final = Plane("best", (MOST_SEATS,), "the highest bidder")
SAID: Final = Plane("said", (MOST_SEATS,), "one more than the last bid of each seat", BID_FIELD)
PRICE: Final = Plane("price", (2,), "the highest offer, and the least that may be offered", BID_FIELD)
FOR_SALE: Final = Plane("for_sale", (KINDS,), "the card for sale")
LAID_OUT: Final = Plane("laid_out", (1,), "progress of the set-up", CELLS)


def write_whose(out: PlaneWriter, seat: Seat) -> None:
    """Writes the seat that a frame belongs to."""
    out.seat_number(WHOSE, seat, out.kind)


def write_auction(out: PlaneWriter, auction: Auction) -> None:
    """Writes the bidders and their bids."""
    out.seat_set(BIDDERS, auction.bidders)
    out.seat(SPEAKER, auction.speaker)
    out.seat(BEST, auction.best)
    out.packed_by_seat(SAID, auction.said, BID_BITS)
    out.number(PRICE, auction.price)
