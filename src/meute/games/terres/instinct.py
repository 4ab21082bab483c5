"""What comes to a pack's mind at once: how its games are played on in the mind, by habits that are learned.

Of two moves that come to mind the one with more appeal is made, and a claw goes where it seems to bring most. Appeal is
told in hundredths of a point.
"""

from typing import Final

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.numbers import Mask, count, first_n, i64, lowest, nth, vec
from meute.core.seats import Seat
from meute.games.terres.actions import PLACE, PLAY, TAKE
from meute.games.terres.names import CLAW_NAMES
from meute.games.terres.rules.trick import LEAD, SET_DOWN, Resolution, Trick, beats
from meute.games.terres.scoring import counted, force, prize
from meute.games.terres.state import (
    CLAWS,
    CONQUEST,
    FORCE,
    FORCE_PER_WOLF,
    GROUNDS,
    LONE_WOLF,
    LOWEST_VALUE,
    MOST_PLACES,
    MOST_SLOTS,
    PER_LONE,
    PER_WOLF,
    SMALL,
    SMALL_VALUE,
    TURN_TOKEN,
    VALUES,
    Card,
    Ground,
    Terres,
    claws_at,
    claws_on,
    colour,
    free_slots,
    of_colour,
    room,
    token_on,
    token_value,
    trump,
    value,
    wolves,
)

CARD_VALUES: Final = range(LOWEST_VALUE, LOWEST_VALUE + VALUES)

NARROW: Final = 0
WIDE: Final = 1
"""The lead in Force, in hundredths, that settles a full territory, and how much more it takes for each wolf to come."""
TO_COME: Final = 2
"""What a wolf that may still come adds to a claw that counts wolves, lone or visible or small ones: in hundredths."""
TAKEN: Final = TO_COME + SMALL - PER_WOLF + 1
"""The appeal of taking each kind of claw, and one face down."""
WIN: Final = TAKEN + CLAWS + 1
WIN_FORCE: Final = WIN + 1
WIN_TURNS: Final = WIN + 2
WIN_POINTS: Final = WIN + 3
WIN_VALUE: Final = WIN + 4
WIN_TRUMP: Final = WIN + 5
"""Taking a trick: by itself, for the Force that stays and that of the other wolf, which is turned; for claws that count
the wolf; for each point of the card's value, and for a trump."""
LOSE_FORCE: Final = WIN + 6
LOSE_POINTS: Final = WIN + 7
LOSE_VALUE: Final = WIN + 8
LOSE_CLAW: Final = WIN + 9
"""Losing one, where there is a claw to take."""
LEAD_FORCE: Final = WIN + 10
LEAD_CLAW: Final = LEAD_FORCE + VALUES
LEAD_POINTS: Final = LEAD_CLAW + VALUES
"""Leading a card of each value."""

HABITS: Final = {
    "narrow": 300,
    "wide": 300,
    "wolves_to_come": 45,
    "lone_to_come": 22,
    "visible_to_come": 22,
    "small_to_come": 10,
    **dict.fromkeys((f"take_{name}" for name in (*CLAW_NAMES, "hidden")), 400),
    "win": 0,
    "win_force": 100,
    "win_turns": 100,
    "win_points": 100,
    "win_value": 0,
    "win_trump": 0,
    "lose_force": 100,
    "lose_points": 100,
    "lose_value": 0,
    "lose_claw": 400,
    **{f"lead_force_{number}": 20 * (number - LOWEST_VALUE) for number in CARD_VALUES},
    **{f"lead_claw_{number}": 300 - 40 * (number - LOWEST_VALUE) for number in CARD_VALUES},
    "lead_points": 50,
}
"""Each with a first guess."""
assert len(HABITS) == LEAD_POINTS + 1

HUNDRED: Final = 100
LEAST: Final = -1000000


def instinct(s: Terres, seat: Seat, out: Choices, rng: Generator) -> i64:
    """One of the seat's actions."""
    habits = s.habits
    top = s.top
    if isinstance(top, Trick):
        hand = s.hands[seat]
        if top.must_follow(s, seat):
            hand = of_colour(hand, colour(top.led))
        one = some_play(s, hand, rng)
        other = some_play(s, hand, rng)
        if one == other or appeal(s, seat, top, one, habits) >= appeal(s, seat, top, other, habits):
            return PLAY + one
        return PLAY + other
    if isinstance(top, Resolution):
        if top.step == SET_DOWN:
            return PLACE + slot_for(s, seat, top.claw, habits, rng)
        at = top.ground * MOST_PLACES
        one = one_of(claws_on(s, top.ground), rng)
        other = one_of(claws_on(s, top.ground), rng)
        return TAKE + (one if habits[TAKEN + s.centre[at + one]] >= habits[TAKEN + s.centre[at + other]] else other)
    return s.random_action(seat, out, rng)


def one_of(members: Mask, rng: Generator) -> i64:
    """Any member of a set."""
    return nth(members, rng.below(count(members)))


def some_play(s: Terres, hand: Mask, rng: Generator) -> i64:
    """Any card of these at any territory that is not full."""
    return one_of(hand, rng) * GROUNDS + one_of(first_n(GROUNDS) & ~s.full, rng)


def appeal(s: Terres, seat: Seat, trick: Trick, play: i64, habits: vec[i64]) -> i64:
    """What speaks for a card at a territory."""
    card = play // GROUNDS
    ground = play % GROUNDS
    if trick.step == LEAD:
        return appeal_of_lead(s, seat, card, ground, habits)
    if not beats(card, trick.led, trump(s)):
        total = habits[LOSE_VALUE] * value(card) + (habits[LOSE_CLAW] if claws_on(s, ground) else 0)
        total += habits[LOSE_FORCE] * push(s, seat, ground, s.box.lone_force, habits) // HUNDRED
        return total + habits[LOSE_POINTS] * points_for(s, seat, ground, False, False)
    total = habits[WIN] + habits[WIN_VALUE] * value(card)
    if colour(card) == trump(s):
        total += habits[WIN_TRUMP]
    total += habits[WIN_FORCE] * push(s, seat, ground, value(card), habits) // HUNDRED
    turned = value(trick.led) - s.box.lone_force
    total += habits[WIN_TURNS] * push(s, seat, trick.led_on, turned, habits) // HUNDRED
    return total + habits[WIN_POINTS] * points_for(s, seat, ground, True, value(card) <= SMALL_VALUE)


def appeal_of_lead(s: Terres, seat: Seat, card: Card, ground: Ground, habits: vec[i64]) -> i64:
    """The same for the first card of a trick: large ones will win it, small ones lose it."""
    step = value(card) - LOWEST_VALUE
    small = value(card) <= SMALL_VALUE
    total = habits[LEAD_CLAW + step] if claws_on(s, ground) else 0
    total += habits[LEAD_FORCE + step] * push(s, seat, ground, value(card), habits) // HUNDRED
    return total + habits[LEAD_POINTS] * points_for(s, seat, ground, not small, small)


def push(s: Terres, seat: Seat, ground: Ground, more: i64, habits: vec[i64]) -> i64:
    """What more Force brings at a territory."""
    ahead = force(s, seat, ground) - force(s, 1 - seat, ground)
    settled = settling(s, ground, habits)
    gained = limited((ahead + more) * HUNDRED, settled) - limited(ahead * HUNDRED, settled)
    return prize(s, ground) * HUNDRED * gained // (2 * settled)


def settling(s: Terres, ground: Ground, habits: vec[i64]) -> i64:
    """The lead that settles a territory, in hundredths of Force."""
    lead = habits[NARROW] + habits[WIDE] * room(s, ground)
    return lead if lead > 0 else 1


def limited(x: i64, most: i64) -> i64:
    """The nearest number from -most to most."""
    return most if x > most else (-most if x < -most else x)


def points_for(s: Terres, seat: Seat, ground: Ground, stays: bool, small: bool) -> i64:
    """The points that the seat's claws at a territory give for one wolf more."""
    total: i64 = 0
    left = claws_at(s, seat, ground)
    while left:
        claw = s.slots[seat * MOST_SLOTS + lowest(left)]
        left &= left - 1
        if PER_WOLF <= claw < CONQUEST:
            if claw == PER_WOLF or ((claw == PER_LONE) != stays and (claw != SMALL or small)):
                total += s.box.worth[claw]
    return total


def slot_for(s: Terres, seat: Seat, claw: i64, habits: vec[i64], rng: Generator) -> i64:
    """Where a claw seems to bring most; slots side by side that touch the same are alike."""
    free = free_slots(s, seat)
    chosen: i64 = 0
    best: i64 = LEAST
    before: Mask = 0
    while free:
        slot = lowest(free)
        free &= free - 1
        touched = s.box.touches[seat * MOST_SLOTS + slot]
        if touched == before:
            continue
        before = touched
        gain: i64 = rng.below(HUNDRED)
        while touched:
            gain += claw_gain(s, seat, claw, lowest(touched), habits)
            touched &= touched - 1
        if gain > best:
            best = gain
            chosen = slot
    return chosen


def claw_gain(s: Terres, seat: Seat, claw: i64, ground: Ground, habits: vec[i64]) -> i64:
    """What a claw may bring at a territory."""
    if claw == FORCE:
        return push(s, seat, ground, s.box.worth[FORCE], habits)
    left = room(s, ground)
    if claw == FORCE_PER_WOLF:
        return push(s, seat, ground, s.box.worth[claw] * (wolves(s, seat, ground) + left // 2), habits)
    if claw == LONE_WOLF:
        return push(s, seat, ground, s.box.lone_force, habits) if left > 0 else 0
    if claw == TURN_TOKEN or claw == CONQUEST:
        settled = settling(s, ground, habits)
        sure = limited((force(s, seat, ground) - force(s, 1 - seat, ground)) * HUNDRED, settled)
        if claw == CONQUEST:
            return s.box.worth[claw] * HUNDRED * (sure + settled) // (2 * settled)
        return (s.box.faces[token_on(s, ground) ^ 1] - token_value(s, ground)) * HUNDRED * sure // settled
    there = counted(s, claw, seat, ground, seat) * HUNDRED
    return s.box.worth[claw] * (there + habits[TO_COME + claw - PER_WOLF] * left)
