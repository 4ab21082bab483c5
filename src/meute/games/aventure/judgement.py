"""What a table is worth to a player: the points it has, and those its Objectives may still bring."""

from typing import Final

from meute.core.game import LEAST_WORTH, POINT
from meute.core.numbers import Mask, count, i64, lowest
from meute.core.score import ScoreSheet
from meute.core.seats import Seat, only
from meute.games.aventure.rules.actions import DONE, PERMANENT, POWER
from meute.games.aventure.rules.powers import Choosing, Rummage, Swap
from meute.games.aventure.rules.targets import ABOUT_FACE, GREAT_LEAP, RUMMAGE, SIDEWAYS
from meute.games.aventure.rules.turn import PLACE, TAKE, Turn
from meute.games.aventure.scoring import number_of, score_seat, within
from meute.games.aventure.state import (
    ARROW,
    ARROW_NONE,
    DOUBLE,
    DOUBLE_ARROW,
    FULL,
    GOALS,
    ICONS,
    KINDS,
    MOST_CELLS,
    SHAPE,
    Aventure,
    Kind,
    Spot,
    card_on,
    face_of,
    is_goal,
    mark_of,
    placed,
)

SHAPE_HOPE: Final = 300
"""What a shape may still bring while the whole grid is free, in hundredths of a point."""
NEARLY: Final = 45
"""The share, in hundredths, of a shape that lacks a single card."""
MOST_NEARLY: Final = 6
PICKED: Final = 80
"""How often a wanted card will lie on a free cell, in hundredths of its share of the deck."""
SPOILED: Final = 2
"""The chance in hundredths that a free cell spoils a crossed-out Objective."""
BALANCED: Final = 65
"""The chance in hundredths that a balance is brought about while the whole grid is free."""
PER_ICON: Final = 10
"""What any icon is worth for what is not yet known."""
RELUCTANCE: Final = 50
NEVER: Final = LEAST_WORTH * POINT


def worth(s: Aventure, seat: Seat) -> i64:
    """How far the seat is ahead, by what all may hope for."""
    best: i64 = -NEVER
    for other in range(s.seats):
        if other != seat:
            theirs = hopes(s, other)
            if theirs > best:
                best = theirs
    return outlook(s, seat) - best


def urge(s: Aventure, seat: Seat, action: i64) -> i64:
    """Powers are kept for the end of the turn, where their gain can be told, unless they belong to the card in hand."""
    top = s.top
    if POWER <= action < PERMANENT and isinstance(top, Turn):
        power = action - POWER
        if top.step == TAKE and power != RUMMAGE:
            return -NEVER
        return 0 if power in (SIDEWAYS, GREAT_LEAP, ABOUT_FACE, RUMMAGE) else -RELUCTANCE
    if action == DONE and isinstance(top, Swap):  # the card in hand is placed in neither case
        after = s.copy()
        after.act(seat, action)
        return hopes(s, seat) - outlook(after, seat)
    return 0


def outlook(s: Aventure, seat: Seat) -> i64:
    """What the seat may hope for once it has finished what it is about to choose."""
    top = s.top
    if s.asked != only(seat) or top is None or not is_open(top):
        return hopes(s, seat)
    declines = isinstance(top, Swap) and top.may_decline == 1
    best: i64 = -NEVER
    for action in s.options(seat):
        if not POWER <= action < PERMANENT and (not declines or top.step or action == DONE):
            after = s.copy()
            after.act(seat, action)
            hope = hopes(after, seat) if declines and top.step else outlook(after, seat)
            if hope > best:
                best = hope
    return best


def is_open(top: object) -> bool:
    """Whether a choice is unfinished whose end can be judged."""
    if isinstance(top, Turn):
        return top.step == PLACE
    return isinstance(top, Choosing | Rummage)


def hopes(s: Aventure, seat: Seat) -> i64:
    """The points of a grid as it stands, and what its Objectives may still bring."""
    sheet = ScoreSheet(s.seats, False)
    score_seat(s, seat, sheet)
    left = FULL - placed(s, seat)
    total = sheet.totals[seat] * POINT
    rest = s.occupied[seat]
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        card = card_on(s, seat, spot)
        if is_goal(face_of(card)):
            total += hope_of(s, seat, face_of(card) - GOALS, spot, mark_of(card), left)
    icons: i64 = 0
    for icon in range(seat * ICONS, seat * ICONS + ICONS):
        icons += count(s.icons[icon])
    return total + icons * PER_ICON * left // FULL


def hope_of(s: Aventure, seat: Seat, goal: Kind, spot: Spot, mark: i64, left: i64) -> i64:
    """What an Objective may bring beyond what it earns now."""
    kind = s.box.kind[goal]
    points = s.box.points[goal] * POINT
    if kind == SHAPE:
        return SHAPE_HOPE * left // FULL + points * nearly(s, seat, goal) * NEARLY // 100 if left else 0
    free = count(within(s, spot, mark) & ~s.occupied[seat])
    if kind == ARROW or kind == DOUBLE_ARROW:
        return points * free * s.box.matching[goal] * PICKED // (KINDS * 100)
    if kind == ARROW_NONE:
        return -points * free * SPOILED // 100
    if kind == DOUBLE:
        return points * left * s.box.matching[goal] * PICKED // (KINDS * 100)
    apart = number_of(s, seat, s.box.wanted[goal]) - number_of(s, seat, s.box.against[goal])
    apart = -apart if apart < 0 else apart
    if apart == 0:
        return -points * left // FULL * (100 - BALANCED) // 100
    if apart > left:
        return 0
    return points * BALANCED // 100 * left // (left + 3 * apart)


def nearly(s: Aventure, seat: Seat, goal: Kind) -> i64:
    """How many placements of a shape lack a single card and have room for it, up to a few."""
    box = s.box
    own = seat * ICONS
    size = box.size[goal]
    free = ~s.occupied[seat]
    found: Mask = 0
    for image in range(box.image[goal], box.image[goal + 1]):
        at = image * MOST_CELLS
        for k in range(size):
            there: Mask = -1
            for other in range(size):
                if other != k:
                    there &= s.icons[own + box.wants[at + other]] >> box.shifts[at + other]
            found |= there & (free >> box.shifts[at + k])
    some = count(found)
    return some if some < MOST_NEARLY else MOST_NEARLY
