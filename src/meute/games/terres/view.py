"""Redacted state of a seat (redact) and sampling of full states (determinize)."""

from meute.core.chance import Generator, sample
from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, count, first_n, has, i64
from meute.core.seats import Seat
from meute.games.terres.rules.trick import Trick
from meute.games.terres.state import (
    CARDS,
    COLOURS,
    GROUNDS,
    SIDES,
    VALUES,
    Terres,
    colour,
    hand_size,
    is_void,
    of_colour,
)


def redact(s: Terres, seat: Seat) -> Terres:
    """Hides the other hand; face-down claws have no kind in the state until they are revealed."""
    v = Terres()
    s.redact_stack_to(v, seat)
    v.box = s.box
    v.opt = s.opt
    v.trick = s.trick
    v.leader = s.leader
    v.full_moon = s.full_moon
    v.red_moon = s.red_moon
    v.held = s.held
    v.voids = s.voids
    v.tokens = s.tokens
    v.strays = s.strays
    v.full = s.full
    v.claws = s.claws
    v.hidden = s.hidden
    v.taken = s.taken
    v.hands = s.hands[:]
    for side in range(SIDES):
        if side != seat:
            v.hands[side] = 0
    v.up = s.up[:]
    v.lone = s.lone[:]
    v.centre = s.centre[:]
    v.slots = s.slots[:]
    v.unseen = s.unseen[:]
    return v


def determinize(v: Terres, seat: Seat, rng: Generator) -> Terres:
    """Deals the other hand from the unseen cards, without the colours that it could not follow."""
    s = v.copy()
    other = 1 - seat
    candidates = unseen_cards(v, seat)
    for suit in range(COLOURS):
        if is_void(v, other, suit):
            candidates &= ~of_colour(candidates, suit)
    leftover = count(candidates) - hand_size(v, other)
    if leftover < hand_size(v, other):  # fewer cards to leave out than to deal
        s.hands[other] = candidates & ~sample(candidates, leftover, rng)
    else:
        s.hands[other] = sample(candidates, hand_size(v, other), rng)
    return s


def unseen_cards(v: Terres, seat: Seat) -> i64:
    """The cards that this seat has not seen."""
    left = first_n(CARDS)
    if seat != NOBODY:
        left &= ~v.hands[seat]
    for pile in range(SIDES * GROUNDS):
        left &= ~(v.up[pile] | v.lone[pile])
    return left


def hand(s: Terres, seat: Seat) -> list[int]:
    """The cards in a hand."""
    return members_of(s.hands[seat])


def undealt(s: Terres) -> list[int]:
    """The cards that were dealt to no seat."""
    return members_of(unseen_cards(s, NOBODY) & ~(s.hands[0] | s.hands[1]))


def may_hold(s: Terres, seat: Seat, card: i64) -> bool:
    """Whether the seat has not shown that it lacks the card's colour."""
    return not is_void(s, seat, colour(card))


def open_hand(v: Terres, seat: Seat) -> list[State]:
    """All unseen cards, without the colours that the seat lacks; when it follows, also without the colour led."""
    possible = unseen_cards(v, NOBODY)
    for suit in range(COLOURS):
        if is_void(v, seat, suit):
            possible &= ~of_colour(possible, suit)
    full = v.copy()
    full.hands[seat] = possible
    trick = full.on_top(Trick)
    if trick is None or not trick.must_follow(full, seat):
        return [full]
    void = v.copy()
    void.hands[seat] = possible & ~of_colour(possible, colour(trick.led))
    return [full, void]


def members_of(mask: Mask) -> list[int]:
    """The members of a set."""
    return [number for number in range(CARDS) if has(mask, number)]


assert CARDS == COLOURS * VALUES
