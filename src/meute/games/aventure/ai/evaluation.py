"""Heuristic evaluation of a state for one seat."""

from functools import lru_cache
from typing import Final

from meute.ai.evaluation_cache import UNKNOWN, EvaluationCache, extend_path
from meute.ai.evaluator import LOWEST_VALUE, POINT, Evaluator
from meute.core.numbers import NOBODY, Mask, count, i64, lowest
from meute.core.score import ScoreSheet
from meute.core.seats import Seat, left_of, only
from meute.games.aventure.actions import DONE, PERMANENT, POWER
from meute.games.aventure.ai.weights import (
    BALANCED,
    KEPT,
    MOST_NEARLY,
    NEARLY,
    PER_GOAL,
    PER_ICON,
    PICKED,
    PICKED_DOUBLE,
    PICKED_DOUBLE_ARROW,
    RIVALS,
    SHAPE_HOPE,
    SPOILED,
    USUAL,
    WOLF,
)
from meute.games.aventure.rules.deck import Replace
from meute.games.aventure.rules.grid import CONTACT, cell_at, cells_for, put
from meute.games.aventure.rules.moving import FIRST_CHOICE, Swap
from meute.games.aventure.rules.turn import PLACE, TAKE, Turn
from meute.games.aventure.scoring import arrow_range, icon_total, score_seat, wolf_count
from meute.games.aventure.state import (
    ARROW,
    ARROW_NONE,
    DOUBLE,
    DOUBLE_ARROW,
    FULL,
    GOALS,
    ICONS,
    KINDS,
    LARGEST_PACK,
    MOST_CELLS,
    SHAPE,
    SPOTS,
    STRIDE,
    Aventure,
    Box,
    Card,
    Cell,
    Face,
    Kind,
    Spot,
    card_on,
    face_of,
    is_goal,
    mark_of,
    may_take,
    placed,
)

CACHE_SIZE: Final = 131072
MOST_BOXES: Final = 8
"""Boxes whose grid values are kept: one for each number of seats and size of market."""
PLACED_KEY: Final = SPOTS
BEST_CELLS_KEY: Final = SPOTS + 1
"""Pseudo-spots in cache keys: the value of placing a card, and its best cells."""
KEY_STRIDE: Final = 64
"""Packs a spot and its card into one number."""
SOON: Final = 6
"""With fewer free cells than this, the potential of shapes shrinks."""
HUNDRED: Final = 100
NEVER: Final = LOWEST_VALUE * POINT


def evaluate(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The seat's lead over the best opponent in expected value."""
    rival = max([expected_value(e, s, other) for other in range(s.seats) if other != seat])
    return best_outcome(e, s, seat) - (rival if s.is_over() else rival * e.weights[RIVALS] // HUNDRED)


def best_outcome(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The expected value of the state; in the middle of the seat's choice, that after its best completion."""
    turn = s.find(Turn)
    if turn is None or s.mover != seat:
        return expected_value(e, s, seat)
    if is_before_card(s, turn):
        return expected_value(e, s, seat) + best_gain(e, s, seat, True)
    is_open = turn is not s.top or turn.step == PLACE  # unfinished: its outcomes are evaluated
    if s.to_act != only(seat) or not is_open:
        return expected_value(e, s, seat)
    if not s.opt.variant:
        return best_placed_value(e, s, seat, turn.face)
    swap = s.find(Swap)
    declines = swap is not None and swap.may_decline == 1
    begun = swap is not None and swap.step != FIRST_CHOICE
    best: i64 = -NEVER
    for action in s.legal_actions(seat):
        if not POWER <= action < PERMANENT and (not declines or begun or action == DONE):
            after = s.copy()
            after.apply(seat, action)
            best = max(best, expected_value(e, after, seat) if declines and begun else best_outcome(e, after, seat))
    return best


def is_before_card(s: Aventure, turn: Turn) -> bool:
    """Whether a Power was used before the turn's card is taken, including while the market is refilled."""
    return turn.step == TAKE and turn.power != NOBODY and (turn is s.top or s.find(Replace) is not None)


def card_gain(e: Evaluator, s: Aventure, seat: Seat, face: Face) -> i64:
    """The gain from adding a card to a grid on its best cell."""
    return best_placed_value(e, s, seat, face) - grid_value(e, s, seat) if s.occupied[seat] else 0


def best_placed_value(e: Evaluator, s: Aventure, seat: Seat, face: Face) -> i64:
    """The grid value with a card added on its best cell; cached without the variant."""
    if s.opt.variant:
        return max_value_on(e, s, seat, face, cells_for(s, seat, CONTACT))
    cache = e.cache
    key = extend_key(grid_key(e, s, seat), PLACED_KEY, face)
    found = cache.get(key, 0)
    if found == UNKNOWN:
        found = max_value_on(e, s, seat, face, cells_for(s, seat, CONTACT))
        cache.put(key, 0, found)
    return found


def max_value_on(e: Evaluator, s: Aventure, seat: Seat, face: Face, cells: Mask) -> i64:
    """The highest grid value with a card added on one of these cells of the shifted frame."""
    most: i64 = -NEVER
    while cells:
        framed = lowest(cells)
        cells &= cells - 1
        after = s.copy()
        put(after, seat, framed_cell(s, seat, framed), face)
        most = max(most, grid_value(e, after, seat))
    return most


def framed_cell(s: Aventure, seat: Seat, framed: i64) -> Cell:
    """Converts an index of the shifted frame (one more row above, one more column to the left) to the cell in
    notation."""
    return cell_at(s, seat, framed // STRIDE - 1, framed % STRIDE - 1)


def best_gain(e: Evaluator, s: Aventure, seat: Seat, restricted: bool) -> i64:
    """The highest gain from a card of the market; if `restricted`, only of cards that the seat may take."""
    best: i64 = -NEVER
    for place, gain in enumerate(gains(e, s, seat)):
        if not restricted or (may_take(s, seat, place) and (s.diverted != seat or place < s.stories)):
            best = max(best, gain)
    return best


def obstruction_value(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The gain that a marker in the market or a diversion costs the seat in its next turn; 0 if neither concerns it."""
    if (s.barred != seat and s.diverted != seat) or placed(s, seat) == FULL:
        return 0
    return best_gain(e, s, seat, False) - best_gain(e, s, seat, True)


def pack_lead(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The value of the seat's lead in wolves with « La plus grande meute »."""
    if s.permanent != LARGEST_PACK:
        return 0
    most = max([wolf_count(s, other) for other in range(s.seats) if other != seat])
    points = s.box.permanent[LARGEST_PACK] * POINT
    lead = (wolf_count(s, seat) - most) * e.weights[WOLF]
    return (points if lead > points else -points if lead < -points else lead) // 2


def expected_value(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The grid value plus, with the variant, the card set aside, the lead in wolves and the next seat's obstruction."""
    total = grid_value(e, s, seat)
    if s.opt.variant:
        total += pack_lead(e, s, seat) + obstruction_value(e, s, left_of(seat, s.seats))
        if s.aside[seat] != NOBODY and placed(s, seat) < FULL:
            more = card_gain(e, s, seat, s.aside[seat]) - e.weights[USUAL]
            total += more * e.weights[KEPT] // 100 if more > 0 else 0
    return total


def grid_value(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The value of a grid; cached without the variant."""
    if s.opt.variant:
        return compute_grid_value(e, s, seat)
    cache = e.cache
    key = grid_key(e, s, seat)
    found = cache.get(key, 0)
    if found == UNKNOWN:
        found = compute_grid_value(e, s, seat)
        cache.put(key, 0, found)
    return found


@lru_cache(MOST_BOXES)
def grid_cache(box: Box) -> EvaluationCache:
    """The cache of grid values for the figures of one box."""
    return EvaluationCache(CACHE_SIZE)


def grid_key(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The cache key of a grid and of the weights that evaluate it."""
    key = e.weights[WOLF + 1]
    at = seat * SPOTS
    rest = s.occupied[seat]
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        key = extend_key(key, spot, s.grid[at + spot])
    return key


def extend_key(key: i64, spot: Spot, card: Card) -> i64:
    """The cache key with one more card on a spot or pseudo-spot."""
    return extend_path(key, 0, card * KEY_STRIDE + spot)


def compute_grid_value(e: Evaluator, s: Aventure, seat: Seat) -> i64:
    """The current points of a grid plus the potential of its Objectives and icons."""
    sheet = ScoreSheet(s.seats, False)
    score_seat(s, seat, sheet)
    left = FULL - placed(s, seat)
    total = sheet.totals[seat] * POINT
    goals: i64 = 0
    rest = s.occupied[seat]
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        card = card_on(s, seat, spot)
        if is_goal(face_of(card)):
            goals += 1
            total += goal_potential(e, s, seat, face_of(card) - GOALS, spot, mark_of(card), left)
    hope = goals * e.weights[PER_GOAL]
    for icon in range(ICONS):
        hope += count(s.icons[seat * ICONS + icon]) * e.weights[PER_ICON + icon]
    return total + hope * left // FULL


def goal_potential(e: Evaluator, s: Aventure, seat: Seat, goal: Kind, spot: Spot, mark: i64, left: i64) -> i64:
    """The points that an Objective may still bring beyond its current ones; negative if more cards may cost it
    points."""
    kind = s.box.kind[goal]
    points = s.box.points[goal] * POINT
    if kind == SHAPE:
        soon = left if left < SOON else SOON
        share = e.weights[NEARLY + near_placements(s, seat, goal)]
        return e.weights[SHAPE_HOPE] * left // FULL + points * share * soon // (SOON * 100)
    free = count(arrow_range(s, spot, mark) & ~s.occupied[seat])
    if kind == ARROW or kind == DOUBLE_ARROW:
        picked = e.weights[PICKED if kind == ARROW else PICKED_DOUBLE_ARROW]
        return points * free * s.box.matching[goal] * picked // (KINDS * 100)
    if kind == ARROW_NONE:
        return -points * free * e.weights[SPOILED] // 100
    if kind == DOUBLE:
        return points * left * s.box.matching[goal] * e.weights[PICKED_DOUBLE] // (KINDS * 100)
    apart = icon_total(s, seat, s.box.wanted[goal]) - icon_total(s, seat, s.box.against[goal])
    apart = -apart if apart < 0 else apart
    if apart == 0:
        return -points * left // FULL * (100 - e.weights[BALANCED]) // 100
    if apart > left:
        return 0
    return points * e.weights[BALANCED] // 100 * left // (left + 3 * apart)


def near_placements(s: Aventure, seat: Seat, goal: Kind) -> i64:
    """The number of placements of a shape that lack one card and have room for it, up to MOST_NEARLY."""
    box = s.box
    own = seat * ICONS
    size = box.size[goal]
    free = ~s.occupied[seat]
    found: Mask = 0
    for image in range(box.image[goal], box.image[goal + 1]):
        whole: Mask = -1
        lacking: Mask = 0
        for k in range(image * MOST_CELLS, image * MOST_CELLS + size):
            there = s.icons[own + box.wants[k]] >> box.shifts[k]
            lacking = (lacking & there) | (whole & (free >> box.shifts[k]))
            whole &= there
        found |= lacking
    some = count(found)
    return some if some < MOST_NEARLY else MOST_NEARLY


def gains(e: Evaluator, s: Aventure, seat: Seat) -> list[i64]:
    """For each place of the market, the gain from adding its card to the seat's grid; `-NEVER` where there is no
    card."""
    return [card_gain(e, s, seat, face) if face != NOBODY else -NEVER for face in s.market]
