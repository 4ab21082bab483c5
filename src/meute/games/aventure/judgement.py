"""What a table is worth to a player: the points it has, and those its Objectives may still bring."""

from typing import Final

from meute.core.chance import Generator
from meute.core.game import LEAST_WORTH, POINT
from meute.core.memory import UNKNOWN, Memory, further
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
from meute.games.aventure.scoring import score_seat, total_of, within, wolves_of
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

HABITS: Final = {
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
"""What judgement goes by, each with a first guess."""

SHAPE_HOPE: Final = 0
"""What a shape may still bring while the whole grid is free, in hundredths of a point."""
NEARLY: Final = 1
"""The share, in hundredths, of a shape that so many placements with a single card missing will bring."""
MOST_NEARLY: Final = 6
PICKED: Final = NEARLY + MOST_NEARLY + 1
PICKED_DOUBLE: Final = PICKED + 1
PICKED_DOUBLE_ARROW: Final = PICKED + 2
"""How often a wanted card will lie on a free cell, in hundredths of its share of the deck."""
SPOILED: Final = PICKED + 3
"""The chance in hundredths that a free cell spoils a crossed-out Objective."""
BALANCED: Final = PICKED + 4
"""The chance in hundredths that a balance is brought about while the whole grid is free."""
PER_ICON: Final = PICKED + 5
"""What each icon is worth for what is not yet known."""
PER_GOAL: Final = PER_ICON + ICONS
"""The same for an Objective."""
RIVALS: Final = PER_GOAL + 1
"""How much of what the others hope for counts, in hundredths."""
LEFT_TO_NEXT: Final = PER_GOAL + 2
"""How much of what the next player would gain speaks for a card to be taken away, in hundredths."""
USUAL: Final = PER_GOAL + 3
"""What an ordinary card adds."""
RELUCTANCE: Final = PER_GOAL + 4
WAITING: Final = PER_GOAL + 5
"""What a Power must bring to be used now: less with every card that is laid."""
KEPT: Final = PER_GOAL + 6
"""The share, in hundredths, of what a card set aside will bring."""
WOLF: Final = PER_GOAL + 7
"""One wolf more than the others, where the largest pack is counted."""
assert len(HABITS) == WOLF + 1

MOST_GRIDS: Final = 131072
LAID: Final = SPOTS
BEST_CELLS: Final = SPOTS + 1
"""Beyond all spots: what is remembered of a card that is still to be laid."""
BESIDE: Final = 64
"""A spot fits beside its card in one number."""
SOON: Final = 6
"""With fewer free cells than this, a missing card may not come in time."""
HUNDRED: Final = 100
NEVER: Final = LEAST_WORTH * POINT


def worth(s: Aventure, seat: Seat) -> i64:
    """How far the seat is ahead, by what all may hope for."""
    rival = max([hopes(s, other) for other in range(s.seats) if other != seat])
    return outlook(s, seat) - (rival if s.is_over() else rival * s.habits[RIVALS] // HUNDRED)


def urge(s: Aventure, seat: Seat, action: i64) -> i64:
    """What speaks against a Power now, and for a card that the next player would like to find."""
    turn = s.find(Turn)
    if action == DONE and s.find(Swap) is not None:  # the card in hand is placed in neither case
        after = s.copy()
        after.act(seat, action)
        return hopes(s, seat) - outlook(after, seat)
    if turn is None or turn is not s.top:
        return 0
    if POWER <= action < PERMANENT:
        return urge_of_power(s, seat, turn, action - POWER)
    if turn.step == CYCLE and action != DONE:
        other = left_of(seat, s.seats)
        if placed(s, other) == FULL:
            return 0
        return (gain_by(s, other, action) - s.habits[USUAL]) * s.habits[LEFT_TO_NEXT] // HUNDRED
    return 0


def urge_of_power(s: Aventure, seat: Seat, turn: Turn, power: i64) -> i64:
    """Powers are kept for the end of the turn, where their gain can be told, unless they belong to the card in hand."""
    if power == BETWEEN_LINES:  # it brings knowledge alone, which no judgement counts
        return -NEVER
    if turn.step == TAKE and is_moment(power, AFTER):
        return -NEVER
    reluctance = s.habits[RELUCTANCE] + s.habits[WAITING] * (FULL - placed(s, seat))
    if power == DOUBLE_PAGE:  # the second best card comes at once, but the next turn would have brought something, too
        return sorted(gains(s, seat))[-2] - s.habits[USUAL] - reluctance
    return -reluctance


def outlook(s: Aventure, seat: Seat) -> i64:
    """What the seat may hope for once it has finished what it is about to choose."""
    turn = s.find(Turn)
    if turn is None or s.mover != seat:
        return hopes(s, seat)
    if is_before_card(s, turn):
        return hopes(s, seat) + best_gain(s, seat, True)
    is_open = turn is not s.top or turn.step == PLACE  # a choice is unfinished whose end can be judged
    if s.asked != only(seat) or not is_open:
        return hopes(s, seat)
    if not s.opt.variant:
        return best_laid(s, seat, turn.face)
    swap = s.find(Swap)
    declines = swap is not None and swap.may_decline == 1
    begun = swap is not None and swap.step != FIRST_CHOICE
    best: i64 = -NEVER
    for action in s.options(seat):
        if not POWER <= action < PERMANENT and (not declines or begun or action == DONE):
            after = s.copy()
            after.act(seat, action)
            best = max(best, hopes(after, seat) if declines and begun else outlook(after, seat))
    return best


def is_before_card(s: Aventure, turn: Turn) -> bool:
    """Whether a Power was used and the card of the turn is still to be taken, once the market is filled."""
    return turn.step == TAKE and turn.power != NOBODY and (turn is s.top or s.find(Replace) is not None)


def gain_by(s: Aventure, seat: Seat, face: Face) -> i64:
    """What a card would add to a grid on its best cell."""
    return best_laid(s, seat, face) - promise(s, seat) if s.occupied[seat] else 0


def best_laid(s: Aventure, seat: Seat, face: Face) -> i64:
    """What a grid promises with one card more on its best cell; where nothing else counts, it is remembered."""
    if s.opt.variant:
        return laid_on(s, seat, face, cells_for(s, seat, CONTACT))
    judged = memory_of(s.box)
    key = with_card(grid_key(s, seat), LAID, face)
    found = judged.recall(key, 0)
    if found == UNKNOWN:
        found = laid_on(s, seat, face, cells_for(s, seat, CONTACT))
        judged.remember(key, 0, found)
    return found


def laid_on(s: Aventure, seat: Seat, face: Face, cells: Mask) -> i64:
    """The most that a grid promises with one card more on one of these cells of the shifted frame."""
    most: i64 = -NEVER
    while cells:
        framed = lowest(cells)
        cells &= cells - 1
        after = s.copy()
        put(after, seat, framed_cell(s, seat, framed), face)
        most = max(most, promise(after, seat))
    return most


def best_cells(s: Aventure, seat: Seat, face: Face) -> Mask:
    """The cells of the shifted frame where a card promises most; remembered like that."""
    judged = memory_of(s.box)
    key = with_card(grid_key(s, seat), BEST_CELLS, face)
    found = judged.recall(key, 0)
    if found == UNKNOWN:
        found = 0
        most = best_laid(s, seat, face)
        cells = cells_for(s, seat, CONTACT)
        while cells:
            framed = lowest(cells)
            cells &= cells - 1
            if laid_on(s, seat, face, bit(framed)) == most:
                found |= bit(framed)
        judged.remember(key, 0, found)
    return found


def framed_cell(s: Aventure, seat: Seat, framed: i64) -> Cell:
    """The cell that players write for one of the shifted frame."""
    return cell_at(s, seat, framed // STRIDE - 1, framed % STRIDE - 1)


def best(s: Aventure, seat: Seat, rng: Generator) -> i64:
    """Without Powers, a card that the own grid gains most by, and where."""
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
            promised = best_laid(s, seat, face)
            ties = 0 if promised > most else ties
            if promised >= most:
                most = promised
                ties += 1
                chosen = face if rng.below(ties) == 0 else chosen
    return chosen


def gains(s: Aventure, seat: Seat) -> list[i64]:
    """What each card of the market would add to a grid."""
    return [gain_by(s, seat, face) if face != NOBODY else -NEVER for face in s.market]


def best_gain(s: Aventure, seat: Seat, hindered: bool) -> i64:
    """The most that a card of the market adds to a grid; hindered, only those that the seat may take."""
    best: i64 = -NEVER
    for place, gain in enumerate(gains(s, seat)):
        if not hindered or (may_take(s, seat, place) and (s.diverted != seat or place < s.stories)):
            best = max(best, gain)
    return best


def hindrance(s: Aventure, seat: Seat) -> i64:
    """What a marker in the market or a diversion costs a player on his next turn."""
    if (s.barred != seat and s.diverted != seat) or placed(s, seat) == FULL:
        return 0
    return best_gain(s, seat, False) - best_gain(s, seat, True)


def pack_lead(s: Aventure, seat: Seat) -> i64:
    """How a player stands in « La plus grande meute », against the best of the others."""
    if s.permanent != LARGEST_PACK:
        return 0
    most = max([wolves_of(s, other) for other in range(s.seats) if other != seat])
    points = s.box.permanent[LARGEST_PACK] * POINT
    lead = (wolves_of(s, seat) - most) * s.habits[WOLF]
    return (points if lead > points else -points if lead < -points else lead) // 2


def hopes(s: Aventure, seat: Seat) -> i64:
    """What a grid promises, with the card that was set aside for it, and what the next player is kept from."""
    total = promise(s, seat)
    if s.opt.variant:
        total += pack_lead(s, seat) + hindrance(s, left_of(seat, s.seats))
        if s.aside[seat] != NOBODY and placed(s, seat) < FULL:
            more = gain_by(s, seat, s.aside[seat]) - s.habits[USUAL]
            total += more * s.habits[KEPT] // 100 if more > 0 else 0
    return total


def promise(s: Aventure, seat: Seat) -> i64:
    """What a grid promises; where nothing else counts, grids that were seen are remembered."""
    if s.opt.variant:
        return find_promise(s, seat)
    judged = memory_of(s.box)
    key = grid_key(s, seat)
    found = judged.recall(key, 0)
    if found == UNKNOWN:
        found = find_promise(s, seat)
        judged.remember(key, 0, found)
    return found


def memory_of(box: Box) -> Memory:
    """What is remembered of grids, from the first time that somebody thinks."""
    judged = box.judged
    if judged is None:
        judged = Memory(MOST_GRIDS)
        box.judged = judged
    return judged


def grid_key(s: Aventure, seat: Seat) -> i64:
    """A number for a grid, and for the habits by which it is judged."""
    key = s.habits[WOLF + 1]
    at = seat * SPOTS
    rest = s.occupied[seat]
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        key = with_card(key, spot, s.grid[at + spot])
    return key


def with_card(key: i64, spot: Spot, card: Card) -> i64:
    """The number for one card more on a spot, or in question for a grid."""
    return further(key, 0, card * BESIDE + spot)


def find_promise(s: Aventure, seat: Seat) -> i64:
    """The points of a grid as it stands, and what its Objectives may still bring."""
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
            total += hope_of(s, seat, face_of(card) - GOALS, spot, mark_of(card), left)
    hope = goals * s.habits[PER_GOAL]
    for icon in range(ICONS):
        hope += count(s.icons[seat * ICONS + icon]) * s.habits[PER_ICON + icon]
    return total + hope * left // FULL


def hope_of(s: Aventure, seat: Seat, goal: Kind, spot: Spot, mark: i64, left: i64) -> i64:
    """What an Objective may bring beyond what it earns now."""
    kind = s.box.kind[goal]
    points = s.box.points[goal] * POINT
    if kind == SHAPE:
        soon = left if left < SOON else SOON
        share = s.habits[NEARLY + nearly(s, seat, goal)]
        return s.habits[SHAPE_HOPE] * left // FULL + points * share * soon // (SOON * 100)
    free = count(within(s, spot, mark) & ~s.occupied[seat])
    if kind == ARROW or kind == DOUBLE_ARROW:
        picked = s.habits[PICKED if kind == ARROW else PICKED_DOUBLE_ARROW]
        return points * free * s.box.matching[goal] * picked // (KINDS * 100)
    if kind == ARROW_NONE:
        return -points * free * s.habits[SPOILED] // 100
    if kind == DOUBLE:
        return points * left * s.box.matching[goal] * s.habits[PICKED_DOUBLE] // (KINDS * 100)
    apart = total_of(s, seat, s.box.wanted[goal]) - total_of(s, seat, s.box.against[goal])
    apart = -apart if apart < 0 else apart
    if apart == 0:
        return -points * left // FULL * (100 - s.habits[BALANCED]) // 100
    if apart > left:
        return 0
    return points * s.habits[BALANCED] // 100 * left // (left + 3 * apart)


def nearly(s: Aventure, seat: Seat, goal: Kind) -> i64:
    """How many placements of a shape lack a single card and have room for it, up to a few."""
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
