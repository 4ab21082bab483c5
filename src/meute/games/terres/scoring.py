"""Score sheets and final ranking (FIN DE PARTIE ET DÉCOMPTE DES POINTS)."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, lowest, vec
from meute.core.score import ScoreSheet, places
from meute.games.terres.state import (
    CARDS,
    CONQUEST,
    FORCE,
    FORCE_PER_WOLF,
    GROUNDS,
    MOST_SLOTS,
    PER_LONE,
    PER_VISIBLE,
    PER_WOLF,
    SIDES,
    SMALL,
    SMALL_VALUE,
    Ground,
    Terres,
    lone_wolves,
    taken_slots,
    taken_slots_at,
    token_on,
    token_value,
    value,
    visible_wolves,
    wolves,
)

TOKEN: Final = 0
FULL_MOON: Final = 1
RED_MOON: Final = 2
CLAW: Final = 3
FORCE_BITS: Final = 12
"""Width of one territory's Force where five of them are packed in one number."""
MORE_THAN_WOLVES: Final = 100
"""Makes one point outweigh all lone wolves in the tie-break."""
RULES: Final = {TOKEN: "token", FULL_MOON: "full_moon", RED_MOON: "red_moon", CLAW: "claw"}

PLAYED_OUT: Final = 0
ENDS: Final = {PLAYED_OUT: "played_out"}


def cards_with_bit(part: i64) -> Mask:
    """The cards whose value has this binary digit (1, 2 or 4)."""
    cards: Mask = 0
    for card in range(CARDS):
        if value(card) & part:
            cards |= bit(card)
    return cards


def cards_up_to(most: i64) -> Mask:
    """The cards of at most this value."""
    cards: Mask = 0
    for card in range(CARDS):
        if value(card) <= most:
            cards |= bit(card)
    return cards


WITH_ONE: Final = cards_with_bit(1)
WITH_TWO: Final = cards_with_bit(2)
WITH_FOUR: Final = cards_with_bit(4)
SMALL_CARDS: Final = cards_up_to(SMALL_VALUE)


def sum_of_values(cards: Mask) -> i64:
    """The sum of the values of cards, one popcount per binary digit."""
    return count(cards & WITH_ONE) + 2 * count(cards & WITH_TWO) + 4 * count(cards & WITH_FOUR)


def force(s: Terres, side: i64, ground: Ground) -> i64:
    """A side's Force at a territory: its wolves' values, lone wolves 1 each, and the claws that add Force."""
    total = lone_wolves(s, side, ground) * s.box.lone_force + sum_of_values(s.up[side * GROUNDS + ground])
    left = taken_slots_at(s, side, ground)
    while left:
        claw = s.slots[side * MOST_SLOTS + lowest(left)]
        left &= left - 1
        if claw == FORCE:
            total += s.box.claw_values[claw]
        elif claw == FORCE_PER_WOLF:
            total += s.box.claw_values[claw] * wolves(s, side, ground)
    return total


def prize(s: Terres, ground: Ground) -> i64:
    """The points for conquering a territory: its victory token and its moon."""
    total = token_value(s, ground)
    if s.full_moon == ground:
        total += s.box.full_moon
    if s.red_moon == ground:
        total += s.box.red_moon
    return total


def conqueror(s: Terres, ground: Ground) -> i64:
    """The side with more Force; NOBODY in a tie."""
    a = force(s, 0, ground)
    b = force(s, 1, ground)
    return NOBODY if a == b else (0 if a > b else 1)


def claw_count(s: Terres, claw: i64, side: i64, ground: Ground, winner: i64) -> i64:
    """The number of things that a claw counts at a territory."""
    if claw == PER_WOLF:
        return wolves(s, side, ground)
    if claw == PER_LONE:
        return lone_wolves(s, side, ground)
    if claw == PER_VISIBLE:
        return visible_wolves(s, side, ground)
    if claw == SMALL:
        return small_wolves(s, side, ground)
    if claw == CONQUEST:
        return 1 if side == winner else 0
    return 0


def small_wolves(s: Terres, side: i64, ground: Ground) -> i64:
    """The number of face-up wolves of value 2, 3 or 4."""
    return count(s.up[side * GROUNDS + ground] & SMALL_CARDS)


def score(s: Terres, sheet: ScoreSheet) -> None:
    """Adds victory tokens, moons and claws, territory by territory."""
    for ground in range(GROUNDS):
        winner = conqueror(s, ground)
        if winner != NOBODY:
            sheet.add(winner, TOKEN, token_value(s, ground), ground, token_on(s, ground))
            if s.full_moon == ground:
                sheet.add(winner, FULL_MOON, s.box.full_moon, ground, 0)
            if s.red_moon == ground:
                sheet.add(winner, RED_MOON, s.box.red_moon, ground, 0)
        for side in range(SIDES):
            score_claws(s, side, ground, winner, sheet)


def score_claws(s: Terres, side: i64, ground: Ground, winner: i64, sheet: ScoreSheet) -> None:
    """Adds the claws of one side that give points at a territory, including those that earn nothing."""
    for slot in range(s.box.slots[side]):
        claw = s.slots[side * MOST_SLOTS + slot]
        if claw >= PER_WOLF and has(s.box.touches[side * MOST_SLOTS + slot], ground):
            sheet.add(side, CLAW, s.box.claw_values[claw] * claw_count(s, claw, side, ground, winner), ground, slot)


def all_lone_wolves(s: Terres, side: i64) -> i64:
    """The number of a side's lone wolf cards on the whole board."""
    total: i64 = 0
    for ground in range(GROUNDS):
        total += lone_wolves(s, side, ground)
    return total


def final_places(s: Terres) -> vec[i64]:
    """Ranks by points; in a tie, by lone wolves."""
    values = filled(SIDES, 0)
    values[0] = lead(s) * MORE_THAN_WOLVES + all_lone_wolves(s, 0) - all_lone_wolves(s, 1)
    return places(values)


def tie_breaks(s: Terres) -> list[tuple[str, list[int]]]:
    """The number of lone wolves of each side."""
    return [("lone_wolves", [all_lone_wolves(s, side) for side in range(SIDES)])]


def lead(s: Terres) -> i64:
    """The points by which side 0 is ahead: a fast equivalent of the score sheet, for search."""
    ours = packed_forces(s, 0)
    theirs = packed_forces(s, 1)
    won: Mask = 0
    lost: Mask = 0
    total: i64 = 0
    for ground in range(GROUNDS):
        ahead = (ours & first_n(FORCE_BITS)) - (theirs & first_n(FORCE_BITS))
        ours >>= FORCE_BITS
        theirs >>= FORCE_BITS
        if ahead == 0:
            continue
        if ahead > 0:
            won |= bit(ground)
            total += prize(s, ground)
        else:
            lost |= bit(ground)
            total -= prize(s, ground)
    return total + claw_points(s, 0, won) - claw_points(s, 1, lost)


def packed_forces(s: Terres, side: i64) -> i64:
    """A side's Force at every territory, packed with FORCE_BITS each."""
    total: i64 = 0
    left = taken_slots(s, side)
    while left:
        slot = side * MOST_SLOTS + lowest(left)
        left &= left - 1
        claw = s.slots[slot]
        if claw == FORCE or claw == FORCE_PER_WOLF:
            touched = s.box.touches[slot]
            while touched:
                ground = lowest(touched)
                touched &= touched - 1
                here = s.box.claw_values[claw]
                if claw == FORCE_PER_WOLF:
                    here *= wolves(s, side, ground)
                total += here * bit(ground * FORCE_BITS)
    for ground in range(GROUNDS):
        here = lone_wolves(s, side, ground) * s.box.lone_force + sum_of_values(s.up[side * GROUNDS + ground])
        total += here * bit(ground * FORCE_BITS)
    return total


def claw_points(s: Terres, side: i64, conquered: Mask) -> i64:
    """The points of a side's claws, given the territories it conquers."""
    total: i64 = 0
    left = taken_slots(s, side)
    while left:
        slot = side * MOST_SLOTS + lowest(left)
        left &= left - 1
        claw = s.slots[slot]
        if claw >= PER_WOLF:
            touched = s.box.touches[slot]
            while touched:
                ground = lowest(touched)
                touched &= touched - 1
                winner: i64 = NOBODY
                if has(conquered, ground):
                    winner = side
                total += s.box.claw_values[claw] * claw_count(s, claw, side, ground, winner)
    return total
