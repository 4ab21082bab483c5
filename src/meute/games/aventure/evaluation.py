"""Heuristic evaluation of a state for one seat, and prior of an action."""

from typing import Final

from meute.core.chance import Generator
from meute.core.evaluation_cache import UNKNOWN, EvaluationCache, extend_path
from meute.core.game import LOWEST_VALUE, POINT
from meute.core.numbers import NOBODY, Mask, bit, count, i64, lowest, nth
from meute.core.score import ScoreSheet
from meute.core.seats import Seat, left_of, only
from meute.games.aventure.actions import CELL, DONE, PERMANENT, POWER
from meute.games.aventure.names import ICON_NAMES
from meute.games.aventure.rules.deck import Replace
from meute.games.aventure.rules.grid import CONTACT, cell_at, cells_for, put
from meute.games.aventure.rules.moving import FIRST_CHOICE, Swap
from meute.games.aventure.rules.powers import AFTER, BETWEEN_LINES, DOUBLE_PAGE, is_moment
from meute.games.aventure.rules.turn import CYCLE, PLACE, TAKE, Turn
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

DEFAULT_WEIGHTS: Final = {
    "shape": 300,
    **{f"nearly_{number}": share for number, share in enumerate((0, 45, 70, 85, 93, 98, 100))},
    "arrow": 80,
    "double": 80,
    "double_arrow": 80,
    "spoiled": 2,
    "balanced": 65,
    **{f"icon_{name}": 30 for name in ICON_NAMES},
    "goal": 0,
    "rivals": 100,
    "left_to_next": 100,
    "usual": 200,
    "reluctance": 50,
    "waiting": 5,
    "kept": 60,
    "wolf": 100,
}
"""Names and first guesses of the weights, in the order of the constants below."""

SHAPE_HOPE: Final = 0
"""Potential of a shape while the whole grid is free, in hundredths of a point."""
NEARLY: Final = 1
"""Share of a shape's points, in hundredths, by the number of placements that lack one card."""
MOST_NEARLY: Final = 6
PICKED: Final = NEARLY + MOST_NEARLY + 1
PICKED_DOUBLE: Final = PICKED + 1
PICKED_DOUBLE_ARROW: Final = PICKED + 2
"""How often a wanted card will be placed on a free cell, in hundredths of its share of the deck."""
SPOILED: Final = PICKED + 3
"""Probability in hundredths that a free cell spoils a crossed-out Objective."""
BALANCED: Final = PICKED + 4
"""Probability in hundredths that a balance is achieved while the whole grid is free."""
PER_ICON: Final = PICKED + 5
"""Value of each icon for Objectives that are not yet known."""
PER_GOAL: Final = PER_ICON + ICONS
"""The same for an Objective."""
RIVALS: Final = PER_GOAL + 1
"""Weight of the best opponent's value, in hundredths."""
LEFT_TO_NEXT: Final = PER_GOAL + 2
"""Weight of the next player's gain when a card is cycled away, in hundredths."""
USUAL: Final = PER_GOAL + 3
"""Gain of an average card."""
RELUCTANCE: Final = PER_GOAL + 4
WAITING: Final = PER_GOAL + 5
"""Least gain for which a Power is used: base, and per cell that is still free."""
KEPT: Final = PER_GOAL + 6
"""Share, in hundredths, of the gain of a card that is set aside."""
WOLF: Final = PER_GOAL + 7
"""Value of each wolf ahead of the others, with the Permanent « La plus grande meute »."""
assert len(DEFAULT_WEIGHTS) == WOLF + 1

CACHE_SIZE: Final = 131072
PLACED_KEY: Final = SPOTS
BEST_CELLS_KEY: Final = SPOTS + 1
"""Pseudo-spots in cache keys: the value of placing a card, and its best cells."""
KEY_STRIDE: Final = 64
"""Packs a spot and its card into one number."""
SOON: Final = 6
"""With fewer free cells than this, the potential of shapes shrinks."""
HUNDRED: Final = 100
NEVER: Final = LOWEST_VALUE * POINT


def evaluate(s: Aventure, seat: Seat) -> i64:
    """The seat's lead over the best opponent in expected value."""
    rival = max([expected_value(s, other) for other in range(s.seats) if other != seat])
    return best_outcome(s, seat) - (rival if s.is_over() else rival * s.weights[RIVALS] // HUNDRED)


def prior(s: Aventure, seat: Seat, action: i64) -> i64:
    """The prior of an action: Powers cost, and cycling away a card that the next player would gain by pays."""
    turn = s.find(Turn)
    if action == DONE and s.find(Swap) is not None:  # the card in hand is placed in neither case
        after = s.copy()
        after.apply(seat, action)
        return expected_value(s, seat) - best_outcome(after, seat)
    if turn is None or turn is not s.top:
        return 0
    if POWER <= action < PERMANENT:
        return power_prior(s, seat, turn, action - POWER)
    if turn.step == CYCLE and action != DONE:
        other = left_of(seat, s.seats)
        if placed(s, other) == FULL:
            return 0
        return (card_gain(s, other, action) - s.weights[USUAL]) * s.weights[LEFT_TO_NEXT] // HUNDRED
    return 0


def power_prior(s: Aventure, seat: Seat, turn: Turn, power: i64) -> i64:
    """The prior of using a Power; Powers wait for the end of the turn, where their gain is known."""
    if power == BETWEEN_LINES:  # it only brings information, which the evaluation ignores
        return -NEVER
    if turn.step == TAKE and is_moment(power, AFTER):
        return -NEVER
    reluctance = s.weights[RELUCTANCE] + s.weights[WAITING] * (FULL - placed(s, seat))
    if power == DOUBLE_PAGE:  # the second best card comes now instead of an average one later
        return sorted(gains(s, seat))[-2] - s.weights[USUAL] - reluctance
    return -reluctance


def best_outcome(s: Aventure, seat: Seat) -> i64:
    """The expected value after the best completion of the choice that the seat is in the middle of."""
    turn = s.find(Turn)
    if turn is None or s.mover != seat:
        return expected_value(s, seat)
    if is_before_card(s, turn):
        return expected_value(s, seat) + best_gain(s, seat, True)
    is_open = turn is not s.top or turn.step == PLACE  # unfinished: its outcomes are evaluated
    if s.asked != only(seat) or not is_open:
        return expected_value(s, seat)
    if not s.opt.variant:
        return best_placed_value(s, seat, turn.face)
    swap = s.find(Swap)
    declines = swap is not None and swap.may_decline == 1
    begun = swap is not None and swap.step != FIRST_CHOICE
    best: i64 = -NEVER
    for action in s.legal_actions(seat):
        if not POWER <= action < PERMANENT and (not declines or begun or action == DONE):
            after = s.copy()
            after.apply(seat, action)
            best = max(best, expected_value(after, seat) if declines and begun else best_outcome(after, seat))
    return best


def is_before_card(s: Aventure, turn: Turn) -> bool:
    """Whether a Power was used before the turn's card is taken, including while the market is refilled."""
    return turn.step == TAKE and turn.power != NOBODY and (turn is s.top or s.find(Replace) is not None)


def card_gain(s: Aventure, seat: Seat, face: Face) -> i64:
    """The gain from adding a card to a grid on its best cell."""
    return best_placed_value(s, seat, face) - grid_value(s, seat) if s.occupied[seat] else 0


def best_placed_value(s: Aventure, seat: Seat, face: Face) -> i64:
    """The grid value with a card added on its best cell; cached without the variant."""
    if s.opt.variant:
        return max_value_on(s, seat, face, cells_for(s, seat, CONTACT))
    cache = cache_of(s.box)
    key = extend_key(grid_key(s, seat), PLACED_KEY, face)
    found = cache.get(key, 0)
    if found == UNKNOWN:
        found = max_value_on(s, seat, face, cells_for(s, seat, CONTACT))
        cache.put(key, 0, found)
    return found


def max_value_on(s: Aventure, seat: Seat, face: Face, cells: Mask) -> i64:
    """The highest grid value with a card added on one of these cells of the shifted frame."""
    most: i64 = -NEVER
    while cells:
        framed = lowest(cells)
        cells &= cells - 1
        after = s.copy()
        put(after, seat, framed_cell(s, seat, framed), face)
        most = max(most, grid_value(after, seat))
    return most


def best_cells(s: Aventure, seat: Seat, face: Face) -> Mask:
    """The cells of the shifted frame where a card gives the highest grid value; cached."""
    cache = cache_of(s.box)
    key = extend_key(grid_key(s, seat), BEST_CELLS_KEY, face)
    found = cache.get(key, 0)
    if found == UNKNOWN:
        found = 0
        most = best_placed_value(s, seat, face)
        cells = cells_for(s, seat, CONTACT)
        while cells:
            framed = lowest(cells)
            cells &= cells - 1
            if max_value_on(s, seat, face, bit(framed)) == most:
                found |= bit(framed)
        cache.put(key, 0, found)
    return found


def framed_cell(s: Aventure, seat: Seat, framed: i64) -> Cell:
    """Converts a cell of the shifted frame to the cell in notation."""
    return cell_at(s, seat, framed // STRIDE - 1, framed % STRIDE - 1)


def quick_best(s: Aventure, seat: Seat, rng: Generator) -> i64:
    """A best action for the own grid (card, or cell for it), ties broken at random; NOBODY with the variant."""
    turn = s.find(Turn)
    if s.opt.variant or turn is None or turn is not s.top or s.occupied[seat] == 0:
        return NOBODY
    if turn.step == PLACE:
        cells = best_cells(s, seat, turn.face)
        return CELL + framed_cell(s, seat, nth(cells, rng.below(count(cells))))
    chosen: Face = NOBODY
    most: i64 = -NEVER
    ties: i64 = 0
    for face in s.market:
        if face != NOBODY:
            promised = best_placed_value(s, seat, face)
            ties = 0 if promised > most else ties
            if promised >= most:
                most = promised
                ties += 1
                chosen = face if rng.below(ties) == 0 else chosen
    return chosen


def gains(s: Aventure, seat: Seat) -> list[i64]:
    """The gain from each card of the market for a grid."""
    return [card_gain(s, seat, face) if face != NOBODY else -NEVER for face in s.market]


def best_gain(s: Aventure, seat: Seat, restricted: bool) -> i64:
    """The highest gain from a card of the market; if `restricted`, only of cards that the seat may take."""
    best: i64 = -NEVER
    for place, gain in enumerate(gains(s, seat)):
        if not restricted or (may_take(s, seat, place) and (s.diverted != seat or place < s.stories)):
            best = max(best, gain)
    return best


def obstruction_value(s: Aventure, seat: Seat) -> i64:
    """The cost of a marker in the market or of a diversion for a seat's next turn."""
    if (s.barred != seat and s.diverted != seat) or placed(s, seat) == FULL:
        return 0
    return best_gain(s, seat, False) - best_gain(s, seat, True)


def pack_lead(s: Aventure, seat: Seat) -> i64:
    """The value of the seat's lead in wolves with « La plus grande meute »."""
    if s.permanent != LARGEST_PACK:
        return 0
    most = max([wolf_count(s, other) for other in range(s.seats) if other != seat])
    points = s.box.permanent[LARGEST_PACK] * POINT
    lead = (wolf_count(s, seat) - most) * s.weights[WOLF]
    return (points if lead > points else -points if lead < -points else lead) // 2


def expected_value(s: Aventure, seat: Seat) -> i64:
    """The grid value plus, with the variant, the card set aside, the lead in wolves and the next seat's obstruction."""
    total = grid_value(s, seat)
    if s.opt.variant:
        total += pack_lead(s, seat) + obstruction_value(s, left_of(seat, s.seats))
        if s.aside[seat] != NOBODY and placed(s, seat) < FULL:
            more = card_gain(s, seat, s.aside[seat]) - s.weights[USUAL]
            total += more * s.weights[KEPT] // 100 if more > 0 else 0
    return total


def grid_value(s: Aventure, seat: Seat) -> i64:
    """The value of a grid; cached without the variant."""
    if s.opt.variant:
        return compute_grid_value(s, seat)
    cache = cache_of(s.box)
    key = grid_key(s, seat)
    found = cache.get(key, 0)
    if found == UNKNOWN:
        found = compute_grid_value(s, seat)
        cache.put(key, 0, found)
    return found


def cache_of(box: Box) -> EvaluationCache:
    """The box's cache of grid values, created at first use."""
    cache = box.cache
    if cache is None:
        cache = EvaluationCache(CACHE_SIZE)
        box.cache = cache
    return cache


def grid_key(s: Aventure, seat: Seat) -> i64:
    """The cache key of a grid and of the weights that evaluate it."""
    key = s.weights[WOLF + 1]
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


def compute_grid_value(s: Aventure, seat: Seat) -> i64:
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
            total += goal_potential(s, seat, face_of(card) - GOALS, spot, mark_of(card), left)
    hope = goals * s.weights[PER_GOAL]
    for icon in range(ICONS):
        hope += count(s.icons[seat * ICONS + icon]) * s.weights[PER_ICON + icon]
    return total + hope * left // FULL


def goal_potential(s: Aventure, seat: Seat, goal: Kind, spot: Spot, mark: i64, left: i64) -> i64:
    """The points that an Objective may still add to its current ones."""
    kind = s.box.kind[goal]
    points = s.box.points[goal] * POINT
    if kind == SHAPE:
        soon = left if left < SOON else SOON
        share = s.weights[NEARLY + near_placements(s, seat, goal)]
        return s.weights[SHAPE_HOPE] * left // FULL + points * share * soon // (SOON * 100)
    free = count(arrow_range(s, spot, mark) & ~s.occupied[seat])
    if kind == ARROW or kind == DOUBLE_ARROW:
        picked = s.weights[PICKED if kind == ARROW else PICKED_DOUBLE_ARROW]
        return points * free * s.box.matching[goal] * picked // (KINDS * 100)
    if kind == ARROW_NONE:
        return -points * free * s.weights[SPOILED] // 100
    if kind == DOUBLE:
        return points * left * s.box.matching[goal] * s.weights[PICKED_DOUBLE] // (KINDS * 100)
    apart = icon_total(s, seat, s.box.wanted[goal]) - icon_total(s, seat, s.box.against[goal])
    apart = -apart if apart < 0 else apart
    if apart == 0:
        return -points * left // FULL * (100 - s.weights[BALANCED]) // 100
    if apart > left:
        return 0
    return points * s.weights[BALANCED] // 100 * left // (left + 3 * apart)


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
