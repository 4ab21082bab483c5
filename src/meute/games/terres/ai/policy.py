"""Rollout policy learned by self-play.

Of two random plays the one with the higher score is made; a claw is placed in the slot with the highest estimated gain.
Scores and gains are in hundredths of a point.
"""

from typing import Final

from meute.ai.evaluator import Evaluator
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.numbers import Mask, count, first_n, i64, lowest, nth, vec
from meute.core.seats import Seat
from meute.games.terres.actions import PLACE, PLAY, TAKE
from meute.games.terres.ai.weights import (
    LEAD_CLAW,
    LEAD_FORCE,
    LEAD_POINTS,
    LOSE_CLAW,
    LOSE_FORCE,
    LOSE_POINTS,
    LOSE_VALUE,
    NARROW,
    TAKEN,
    TO_COME,
    WIDE,
    WIN,
    WIN_FORCE,
    WIN_POINTS,
    WIN_TRUMP,
    WIN_TURNS,
    WIN_VALUE,
)
from meute.games.terres.rules.trick import LEAD, SET_DOWN, Resolution, Trick, beats
from meute.games.terres.scoring import claw_count, force, prize
from meute.games.terres.state import (
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
    Card,
    Ground,
    Terres,
    claw_places,
    colour,
    free_slots,
    of_colour,
    room,
    taken_slots_at,
    token_on,
    token_value,
    trump,
    value,
    wolves,
)

HUNDRED: Final = 100
LOWEST_SCORE: Final = -1000000


def rollout_action(e: Evaluator, s: Terres, seat: Seat, out: Choices, rng: Generator) -> i64:
    """Samples a legal action of the seat: the better of two random plays, the better of two random claws, or the best
    slot for a claw."""
    weights = e.weights
    top = s.top
    if isinstance(top, Trick):
        hand = s.hands[seat]
        if top.must_follow(s, seat):
            hand = of_colour(hand, colour(top.led))
        one = random_play(s, hand, rng)
        other = random_play(s, hand, rng)
        if one == other or play_score(s, seat, top, one, weights) >= play_score(s, seat, top, other, weights):
            return PLAY + one
        return PLAY + other
    if isinstance(top, Resolution):
        if top.step == SET_DOWN:
            return PLACE + best_slot(s, seat, top.claw, weights, rng)
        at = top.ground * MOST_PLACES
        one = random_member(claw_places(s, top.ground), rng)
        other = random_member(claw_places(s, top.ground), rng)
        return TAKE + (one if weights[TAKEN + s.centre[at + one]] >= weights[TAKEN + s.centre[at + other]] else other)
    return s.random_action(seat, out, rng)


def random_member(members: Mask, rng: Generator) -> i64:
    """A random member of a set."""
    return nth(members, rng.below(count(members)))


def random_play(s: Terres, hand: Mask, rng: Generator) -> i64:
    """A random card of the hand at a random territory that is not full."""
    return random_member(hand, rng) * GROUNDS + random_member(first_n(GROUNDS) & ~s.full, rng)


def play_score(s: Terres, seat: Seat, trick: Trick, play: i64, weights: vec[i64]) -> i64:
    """The score of playing a card at a territory; `play` is card * GROUNDS + ground."""
    card = play // GROUNDS
    ground = play % GROUNDS
    if trick.step == LEAD:
        return lead_score(s, seat, card, ground, weights)
    if not beats(card, trick.led, trump(s)):
        total = weights[LOSE_VALUE] * value(card) + (weights[LOSE_CLAW] if claw_places(s, ground) else 0)
        total += weights[LOSE_FORCE] * force_gain(s, seat, ground, s.box.lone_force, weights) // HUNDRED
        return total + weights[LOSE_POINTS] * claw_points_per_wolf(s, seat, ground, False, False)
    total = weights[WIN] + weights[WIN_VALUE] * value(card)
    if colour(card) == trump(s):
        total += weights[WIN_TRUMP]
    total += weights[WIN_FORCE] * force_gain(s, seat, ground, value(card), weights) // HUNDRED
    turned = value(trick.led) - s.box.lone_force
    total += weights[WIN_TURNS] * force_gain(s, seat, trick.led_on, turned, weights) // HUNDRED
    return total + weights[WIN_POINTS] * claw_points_per_wolf(s, seat, ground, True, value(card) <= SMALL_VALUE)


def lead_score(s: Terres, seat: Seat, card: Card, ground: Ground, weights: vec[i64]) -> i64:
    """The score of the first card of a trick: large cards tend to win it, small ones to lose it."""
    step = value(card) - LOWEST_VALUE
    small = value(card) <= SMALL_VALUE
    total = weights[LEAD_CLAW + step] if claw_places(s, ground) else 0
    total += weights[LEAD_FORCE + step] * force_gain(s, seat, ground, value(card), weights) // HUNDRED
    return total + weights[LEAD_POINTS] * claw_points_per_wolf(s, seat, ground, not small, small)


def force_gain(s: Terres, seat: Seat, ground: Ground, more: i64, weights: vec[i64]) -> i64:
    """The gain in expected conquest points from additional Force at a territory."""
    ahead = force(s, seat, ground) - force(s, 1 - seat, ground)
    settled = decisive_lead(s, ground, weights)
    gained = clamp((ahead + more) * HUNDRED, settled) - clamp(ahead * HUNDRED, settled)
    return prize(s, ground) * HUNDRED * gained // (2 * settled)


def decisive_lead(s: Terres, ground: Ground, weights: vec[i64]) -> i64:
    """The lead that decides a territory, in hundredths of Force."""
    lead = weights[NARROW] + weights[WIDE] * room(s, ground)
    return lead if lead > 0 else 1


def clamp(x: i64, most: i64) -> i64:
    """x limited to the range from -most to most."""
    return most if x > most else (-most if x < -most else x)


def claw_points_per_wolf(s: Terres, seat: Seat, ground: Ground, stays: bool, small: bool) -> i64:
    """The points that the seat's claws at a territory give for one more wolf: `stays` if it is no lone wolf, `small` if
    its value is at most SMALL_VALUE."""
    total: i64 = 0
    left = taken_slots_at(s, seat, ground)
    while left:
        claw = s.slots[seat * MOST_SLOTS + lowest(left)]
        left &= left - 1
        if PER_WOLF <= claw < CONQUEST:
            if claw == PER_WOLF or ((claw == PER_LONE) != stays and (claw != SMALL or small)):
                total += s.box.claw_values[claw]
    return total


def best_slot(s: Terres, seat: Seat, claw: i64, weights: vec[i64], rng: Generator) -> i64:
    """The free slot with the highest gain for a claw; adjacent slots that touch the same territories are tried once."""
    free = free_slots(s, seat)
    chosen: i64 = 0
    best: i64 = LOWEST_SCORE
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
            gain += claw_gain(s, seat, claw, lowest(touched), weights)
            touched &= touched - 1
        if gain > best:
            best = gain
            chosen = slot
    return chosen


def claw_gain(s: Terres, seat: Seat, claw: i64, ground: Ground, weights: vec[i64]) -> i64:
    """The estimated gain of a claw at a territory."""
    if claw == FORCE:
        return force_gain(s, seat, ground, s.box.claw_values[FORCE], weights)
    left = room(s, ground)
    if claw == FORCE_PER_WOLF:
        return force_gain(s, seat, ground, s.box.claw_values[claw] * (wolves(s, seat, ground) + left // 2), weights)
    if claw == LONE_WOLF:
        return force_gain(s, seat, ground, s.box.lone_force, weights) if left > 0 else 0
    if claw == TURN_TOKEN or claw == CONQUEST:
        settled = decisive_lead(s, ground, weights)
        sure = clamp((force(s, seat, ground) - force(s, 1 - seat, ground)) * HUNDRED, settled)
        if claw == CONQUEST:
            return s.box.claw_values[claw] * HUNDRED * (sure + settled) // (2 * settled)
        return (s.box.faces[token_on(s, ground) ^ 1] - token_value(s, ground)) * HUNDRED * sure // settled
    there = claw_count(s, claw, seat, ground, seat) * HUNDRED
    return s.box.claw_values[claw] * (there + weights[TO_COME + claw - PER_WOLF] * left)
