"""What a seat sees, field by field, and whole tables that fit it."""

from meute.core.chance import Generator
from meute.core.numbers import filled, has, i64
from meute.core.seats import Seat
from meute.games.wildlife.state import ARROW, CARD_BITS, CARD_FIELD, Cards, Kind, Wildlife, a_card, how_many


def look(s: Wildlife, seat: Seat) -> Wildlife:
    """Everything lies open but the other hands and the deck: their cards are seen only as one heap of unseen ones."""
    v = Wildlife()
    s.show_stack_to(v, seat)
    s.copy_open_to(v)
    v.deck = s.deck
    v.hands = filled(s.seats, 0)
    for other in range(s.seats):
        if other == seat:
            v.hands[other] = s.hands[other]
        else:
            v.deck += s.hands[other]
    return v


def imagine(v: Wildlife, seat: Seat, rng: Generator) -> Wildlife:
    """Deals the other hands out of the unseen cards; who is known to hold an arrow gets one."""
    s = v.copy()
    for other in range(s.seats):
        if other != seat and has(s.sure, other):
            give(s, other, ARROW)
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other] - how_many(s.hands[other])):
                give(s, other, nth_card(s.deck, rng.below(how_many(s.deck))))
    return s


def give(s: Wildlife, seat: Seat, kind: Kind) -> None:
    """Out of the heap into a hand."""
    s.deck -= a_card(kind)
    s.hands[seat] += a_card(kind)


def nth_card(cards: Cards, n: i64) -> Kind:
    """The kind of the n-th card of a heap."""
    kind: Kind = 0
    while True:
        here = cards & CARD_FIELD
        if n < here:
            return kind
        n -= here
        cards >>= CARD_BITS
        kind += 1
