"""Redacted state of a seat (redact) and sampling of full states (determinize)."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.numbers import filled, has, i64
from meute.core.seats import Seat
from meute.games.wildlife.state import (
    ARROW,
    CARD_BITS,
    CARD_FIELD,
    KINDS,
    Cards,
    Kind,
    Wildlife,
    card_count,
    cards_of,
    one_card,
)


def redact(s: Wildlife, seat: Seat) -> Wildlife:
    """Hides the other hands and the deck: their cards are merged in `deck` as one multiset of unseen cards."""
    v = Wildlife()
    s.redact_stack_to(v, seat)
    s.copy_open_to(v)
    v.deck = s.deck
    v.hands = filled(s.seats, 0)
    for other in range(s.seats):
        if other == seat:
            v.hands[other] = s.hands[other]
        else:
            v.deck += s.hands[other]
    return v


def determinize(v: Wildlife, seat: Seat, rng: Generator) -> Wildlife:
    """Deals the other hands from the unseen cards; a seat that is known to hold an arrow gets one."""
    s = v.copy()
    for other in range(s.seats):
        if other != seat and has(s.sure, other):
            deal_card(s, other, ARROW)
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.held[other] - card_count(s.hands[other])):
                deal_card(s, other, nth_card(s.deck, rng.below(card_count(s.deck))))
    return s


def deal_card(s: Wildlife, seat: Seat, kind: Kind) -> None:
    """Moves a card from the deck to a hand."""
    s.deck -= one_card(kind)
    s.hands[seat] += one_card(kind)


def nth_card(cards: Cards, n: i64) -> Kind:
    """The kind of the n-th card of a multiset, sorted by kind."""
    kind: Kind = 0
    while True:
        here = cards & CARD_FIELD
        if n < here:
            return kind
        n -= here
        cards >>= CARD_BITS
        kind += 1


def hand(s: Wildlife, seat: Seat) -> list[int]:
    """The cards in a hand."""
    return kinds_of(s.hands[seat])


def undealt(s: Wildlife) -> list[int]:
    """The cards of the deck."""
    return kinds_of(s.deck)


def open_hand(v: Wildlife, seat: Seat) -> list[State]:
    """One card of each kind that is not seen."""
    s = v.copy()
    for kind in range(KINDS):
        if cards_of(v.deck, kind):
            s.hands[seat] += one_card(kind)
    return [s]


def kinds_of(cards: Cards) -> list[int]:
    """The kind of each card of a multiset."""
    return [kind for kind in range(KINDS) for _ in range(cards_of(cards, kind))]
