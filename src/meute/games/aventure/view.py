"""Redacted state of a seat (redact) and sampling of full states (determinize)."""

from meute.core.chance import Generator
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, nth, without
from meute.core.seats import Seat
from meute.games.aventure.rules.deck import Replace, Rummage
from meute.games.aventure.rules.powers import BLANK_PAGE, DOUBLE_PAGE, NEW_DESIGNS, RUMMAGE, SET_ASIDE
from meute.games.aventure.rules.turn import PLACE, Turn, in_hand
from meute.games.aventure.state import GOALS, KINDS, QUICK_LOOK, Aventure, face_of, front_of, is_goal, rummage_cards


def redact(s: Aventure, seat: Seat) -> Aventure:
    """Hides the backs of Stories that the seat has not seen; the shuffled part of the deck has no order yet."""
    v = Aventure()
    s.redact_stack_to(v, seat)
    s.copy_things_to(v)
    known = known_backs(s, seat)
    backs = filled(KINDS, NOBODY)
    for story in range(KINDS):
        if has(known, story):
            backs[story] = s.backs[story] if len(s.backs) else story
    v.backs = backs
    return v


def determinize(v: Aventure, seat: Seat, rng: Generator) -> Aventure:
    """Assigns the unseen Objectives at random to the Stories whose back the seat does not know."""
    world = v.copy()
    backs = v.backs[:]
    left = first_n(KINDS)
    for story in range(KINDS):
        if backs[story] != NOBODY:
            left = without(left, backs[story])
    for story in range(KINDS):
        if backs[story] == NOBODY:
            backs[story] = nth(left, rng.below(count(left)))
            left = without(left, backs[story])
    world.backs = backs
    return world


def known_backs(s: Aventure, seat: Seat) -> Mask:
    """The Stories whose back a seat knows: those that lie turned over, and those it has looked at."""
    known: Mask = 0
    for card in [*s.grid, *s.market, *s.aside, in_hand(s)]:
        if card != NOBODY and is_goal(face_of(card)):  # all seats saw the Story before it was turned over
            known |= bit(front_of(s, face_of(card)))
    for place in range(len(s.looked)):
        story = s.market[place]
        if seat != NOBODY and has(s.looked[place], seat) and story != NOBODY and not is_goal(story):
            known |= bit(story)
    for goal in s.borrowed:
        if goal != NOBODY:
            known |= bit(front_of(s, goal + GOALS))
    if seat == s.mover:
        if is_deck_back_visible(s):
            known |= bit(s.shown)
        for story in rummaged_cards(s):
            known |= bit(story)
    return known


def is_deck_back_visible(s: Aventure) -> bool:
    """« Un coup d'œil »: whether the deck's top card is still the one at the start of the turn."""
    if s.permanent != QUICK_LOOK or s.shown == NOBODY:
        return False
    turn = s.find(Turn)
    if turn is None or turn.step > PLACE or s.find(Replace) is not None:
        return False
    second = turn.power == DOUBLE_PAGE and not turn.again
    return not second and turn.power not in (BLANK_PAGE, NEW_DESIGNS, RUMMAGE, SET_ASIDE)


def rummaged_cards(s: Aventure) -> list[int]:
    """The cards on top of the deck while a player rummages in them."""
    return [] if s.find(Rummage) is None else rummage_cards(s)
