"""What a seat sees, field by field, and whole tables that fit it."""

from meute.core.chance import Generator, some_of
from meute.core.numbers import NOBODY, count, first_n, i64
from meute.core.seats import Seat
from meute.games.terres.state import CARDS, COLOURS, GROUNDS, SIDES, VALUES, Terres, held, is_void, of_colour


def look(s: Terres, seat: Seat) -> Terres:
    """Everything on the table lies open but the other hand; face-down claws have no kind until they are turned."""
    v = Terres()
    s.show_stack_to(v, seat)
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


def imagine(v: Terres, seat: Seat, rng: Generator) -> Terres:
    """Deals the other hand out of the cards nobody has shown, respecting the colours it could not follow."""
    s = v.copy()
    other = 1 - seat
    left = unshown(v, seat)
    for suit in range(COLOURS):
        if is_void(v, other, suit):
            left &= ~of_colour(left, suit)
    away = count(left) - held(v, other)
    if away < held(v, other):  # fewer cards to leave out than to deal
        s.hands[other] = left & ~some_of(left, away, rng)
    else:
        s.hands[other] = some_of(left, held(v, other), rng)
    return s


def unshown(v: Terres, seat: Seat) -> i64:
    """The cards that this seat has seen nowhere."""
    left = first_n(CARDS)
    if seat != NOBODY:
        left &= ~v.hands[seat]
    for pile in range(SIDES * GROUNDS):
        left &= ~(v.up[pile] | v.lone[pile])
    return left


assert CARDS == COLOURS * VALUES
