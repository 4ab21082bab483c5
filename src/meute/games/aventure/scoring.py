"""The four kinds of Objective, the variant's points, and who wins."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, lowest, shift, vec, without
from meute.core.score import ScoreSheet, places
from meute.games.aventure.names import GOAL_KINDS
from meute.games.aventure.rules.grid import cell_of, complete_lines, spots_with
from meute.games.aventure.state import (
    ARROW_NONE,
    BALANCE,
    DOUBLE,
    DOUBLE_ARROW,
    ECHO,
    FOUR_WINDS,
    GOALS,
    HEART,
    ICONS,
    IMAGES,
    LARGEST_PACK,
    LAST_COLUMN,
    LAST_ROW,
    MOST_CELLS,
    NEAR,
    REGRETS,
    SHAPE,
    SHOWPIECE,
    SPOTS,
    UNBROKEN,
    UNMARKED,
    WAGER,
    WHOLE_VALLEY,
    WILD,
    Aventure,
    Box,
    Card,
    Kind,
    Spot,
    card_on,
    face_of,
    is_goal,
    mark_of,
    number_of,
    number_on,
)

PERMANENT: Final = 6
TOUCH: Final = 7
WON_WAGER: Final = 8
BORROWED: Final = 9
RULES: Final = {
    **dict(enumerate(GOAL_KINDS)),
    PERMANENT: "permanent",
    TOUCH: "touch",
    WON_WAGER: "wager",
    BORROWED: "borrowed",
}

GRIDS_FULL: Final = 0
ENDS: Final = {GRIDS_FULL: "grids_full"}

FEW: Final = 6
"""Up to so many places to start from, a packing is searched without remembering."""
CORNERS: Final = 0x1100000011
CENTRE: Final = 18


def fits(s: Aventure, seat: i64, goal: Kind, wild: Mask, starts: vec[i64]) -> i64:
    """For each image of a shape, the spots where it can start; how many placements there are in all."""
    box = s.box
    own = seat * ICONS
    first = box.image[goal]
    size = box.size[goal]
    found: i64 = 0
    for image in range(first, box.image[goal + 1]):
        at = image * MOST_CELLS
        there = box.room[image]
        for k in range(size):
            there &= (s.icons[own + box.wants[at + k]] | wild) >> box.shifts[at + k]
        starts[image - first] = there
        if there:
            found += count(there)
    return found


def cover(box: Box, goal: Kind, starts: vec[i64]) -> Mask:
    """The spots that lie in any placement."""
    spots: Mask = 0
    first = box.image[goal]
    for image in range(first, box.image[goal + 1]):
        there = starts[image - first]
        while there:
            spots |= shift(box.patterns[image], lowest(there))
            there &= there - 1
    return spots


def pack(box: Box, goal: Kind, starts: vec[i64], free: Mask, known: dict[int, int]) -> i64:
    """The most placements on free spots that share no card: use one that starts at the first spot, or skip it."""
    first = box.image[goal]
    images = box.image[goal + 1] - first
    size = box.size[goal]
    best: i64 = 0
    key: Mask = 0
    while True:
        there: Mask = 0
        for image in range(images):
            there |= starts[image]
        there &= free
        if there == 0:
            break
        start = lowest(there)
        free &= ~first_n(start)
        room = count(free) // size
        many = count(there)
        limit = room if room < many else many
        if limit <= best:
            break
        if key == 0 and many > FEW:
            key = free
            if key in known:
                return known[key]
        for image in range(images):
            if has(starts[image], start):
                pattern = shift(box.patterns[first + image], start)
                if pattern & ~free == 0:
                    most = 1 + pack(box, goal, starts, free & ~pattern, known)
                    if most > best:
                        best = most
        if best == limit:
            break
        free = without(free, start)
    if key:
        known[key] = best
    return best


def times(s: Aventure, seat: i64, goal: Kind, wild: Mask) -> i64:
    """FORMES: how often a shape is accomplished, no card being used twice."""
    starts = filled(IMAGES, 0)
    found = fits(s, seat, goal, wild, starts)
    if found < 2:
        return found
    spots = cover(s.box, goal, starts)
    if count(spots) == found * s.box.size[goal]:
        return found
    return pack(s.box, goal, starts, spots, {})


def packed(s: Aventure, seat: i64, goal: Kind, wild: Mask) -> Mask:
    """The cards of one largest packing of a shape."""
    starts = filled(IMAGES, 0)
    fits(s, seat, goal, wild, starts)
    box = s.box
    first = box.image[goal]
    free = cover(box, goal, starts)
    left = pack(box, goal, starts, free, {})
    used: Mask = 0
    spot: i64 = 0
    while left:
        for image in range(box.image[goal + 1] - first):
            pattern = shift(box.patterns[first + image], spot)
            if has(starts[image], spot) and pattern & ~free == 0:
                if pack(box, goal, starts, free & ~pattern, {}) == left - 1:
                    used |= pattern
                    free &= ~pattern
                    left -= 1
                    break
        free = without(free, spot)
        spot += 1
    return used


def within(s: Aventure, spot: Spot, mark: i64) -> Mask:
    """FLÈCHES: the cards of the same row or column."""
    return s.box.lines[spot] | s.box.corners[spot] if mark == ECHO else s.box.lines[spot]


def bearers(s: Aventure, seat: i64, goal: Kind) -> Mask:
    """The Stories with the icon, or with both icons, that an Objective asks for."""
    spots: Mask = first_n(SPOTS)
    for icon in range(ICONS):
        if has(s.box.wanted[goal], icon):
            spots &= s.icons[seat * ICONS + icon]
    if s.box.twin[goal]:
        icon = lowest(s.box.wanted[goal])
        for spot in range(SPOTS):
            if has(spots, spot) and number_of(s, seat, icon, bit(spot)) == 1:
                spots = without(spots, spot)
    return spots


def hits(s: Aventure, seat: i64, goal: Kind, spot: Spot, mark: i64) -> i64:
    """How often arrows or a double icon find what they ask for: arrows count icons, double icons count cards."""
    kind = s.box.kind[goal]
    if kind == DOUBLE:
        return count(bearers(s, seat, goal))
    if kind == DOUBLE_ARROW:
        return count(bearers(s, seat, goal) & within(s, spot, mark))
    return number_of(s, seat, lowest(s.box.wanted[goal]), within(s, spot, mark))


def total_of(s: Aventure, seat: i64, icons: Mask) -> i64:
    """How many of these icons the grid shows, also several on one card."""
    total: i64 = 0
    for icon in range(ICONS):
        if has(icons, icon):
            total += number_of(s, seat, icon, s.occupied[seat])
    return total


def is_balanced(s: Aventure, seat: i64, goal: Kind, mark: i64) -> bool:
    """ÉQUILIBRE: « l'équation ne peut pas être 0 = 0 »"""
    left = total_of(s, seat, s.box.wanted[goal])
    right = total_of(s, seat, s.box.against[goal])
    apart = max(left, right) - min(left, right)
    return apart <= (s.box.near if mark == NEAR else 0) and left + right > 0


def earned(s: Aventure, seat: i64, goal: Kind, spot: Spot, mark: i64, wild: Mask) -> i64:
    """What an Objective on this spot of the grid is worth."""
    kind = s.box.kind[goal]
    points = s.box.points[goal]
    if kind == SHAPE:
        return points * times(s, seat, goal, wild)
    if kind == BALANCE:
        return points if is_balanced(s, seat, goal, mark) else 0
    often = hits(s, seat, goal, spot, mark)
    if kind == ARROW_NONE:
        return 0 if often else points
    return points * often


def earners(s: Aventure, seat: i64, goal: Kind, spot: Spot, mark: i64, wild: Mask) -> Mask:
    """The cards that an Objective counts; for a crossed-out one, those that spoil it."""
    kind = s.box.kind[goal]
    if kind == SHAPE:
        return packed(s, seat, goal, wild)
    if kind == DOUBLE:
        return bearers(s, seat, goal)
    if kind == BALANCE:
        spots: Mask = 0
        for icon in range(ICONS):
            if has(s.box.wanted[goal] | s.box.against[goal], icon):
                spots |= s.icons[seat * ICONS + icon]
        return spots
    return bearers(s, seat, goal) & within(s, spot, mark)


def wild_spots(s: Aventure, seat: i64) -> Mask:
    """The Story of a grid that stands for any icon in one shape."""
    if not s.opt.variant:
        return 0
    rest = s.occupied[seat]
    while rest:
        spot = lowest(rest)
        if mark_of(card_on(s, seat, spot)) == WILD:
            return bit(spot)
        rest &= rest - 1
    return 0


def wild_goal(s: Aventure, seat: i64, wild: Mask) -> Spot:
    """The shape for which that Story adds most; NOBODY if it adds nothing."""
    best: i64 = 0
    chosen: Spot = NOBODY
    rest = s.occupied[seat] if wild else 0
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        face = face_of(card_on(s, seat, spot))
        if is_goal(face) and s.box.kind[face - GOALS] == SHAPE:
            goal = face - GOALS
            gain = earned(s, seat, goal, spot, UNMARKED, wild) - earned(s, seat, goal, spot, UNMARKED, 0)
            if gain > best:
                best = gain
                chosen = spot
    return chosen


def score(s: Aventure, sheet: ScoreSheet) -> None:
    """« seuls ceux présents dans votre grille vous font gagner des points »"""
    for seat in range(s.seats):
        score_seat(s, seat, sheet)
    if s.permanent == LARGEST_PACK:
        score_pack(s, sheet)


def score_seat(s: Aventure, seat: i64, sheet: ScoreSheet) -> None:
    """The Objectives of one grid, and what its Powers and the Permanent add."""
    wild = wild_spots(s, seat)
    helped = wild_goal(s, seat, wild)
    best: i64 = 0
    failed: i64 = 0
    rest = s.occupied[seat]
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        card = card_on(s, seat, spot)
        if is_goal(face_of(card)):
            goal = face_of(card) - GOALS
            mark = mark_of(card)
            amount = earned(s, seat, goal, spot, mark, wild if spot == helped else 0)
            sheet.add(seat, s.box.kind[goal], amount, cell_of(s, seat, spot), goal)
            best = amount if amount > best else best
            failed += 1 if amount == 0 else 0
            if mark == WAGER:
                won = s.box.wager_win if amount >= s.box.wager_least else s.box.wager_lose
                sheet.add(seat, WON_WAGER, won, cell_of(s, seat, spot), goal)
    if not s.opt.variant:
        return
    if s.bonus[seat]:
        sheet.add(seat, TOUCH, s.bonus[seat], NOBODY, NOBODY)
    if s.borrowed[seat] != NOBODY:
        whole = earned(s, seat, s.borrowed[seat], 0, UNMARKED, 0)
        sheet.add(seat, BORROWED, whole // s.box.borrow_share, NOBODY, s.borrowed[seat])
    if s.permanent != NOBODY:
        amount = by_permanent(s, seat, best, failed)
        if amount:
            sheet.add(seat, PERMANENT, amount, NOBODY, s.permanent)


def by_permanent(s: Aventure, seat: i64, best: i64, failed: i64) -> i64:
    """What the Permanent gives to one grid as it stands."""
    points = s.box.permanent[s.permanent]
    if s.permanent == FOUR_WINDS:
        return points if spots_with(s, seat, False) & CORNERS == CORNERS else 0
    if s.permanent == UNBROKEN:
        return points * count(complete_lines(spots_with(s, seat, False)))
    if s.permanent == WHOLE_VALLEY:
        for icon in range(ICONS):
            if number_of(s, seat, icon, s.occupied[seat]) < s.box.valley_least:
                return 0
        return points
    if s.permanent == HEART:
        return points * number_on(s, centre_card(s, seat))
    if s.permanent == REGRETS:
        return points * failed
    if s.permanent == SHOWPIECE:
        return points if best >= s.box.showpiece_least else 0
    return 0


def centre_card(s: Aventure, seat: i64) -> Card:
    """The card in the middle, once the frame cannot move any more; else an Objective, which has no icons."""
    own = s.occupied[seat]
    if own & LAST_ROW and own & LAST_COLUMN and has(own, CENTRE):
        return card_on(s, seat, CENTRE)
    return GOALS


def wolves_of(s: Aventure, seat: i64) -> i64:
    """How many wolves a grid shows."""
    return number_of(s, seat, s.box.pack_icon, s.occupied[seat])


def score_pack(s: Aventure, sheet: ScoreSheet) -> None:
    """« +5 pour qui a le plus de loups (égalité : +2 chacun) »"""
    wolves = [wolves_of(s, seat) for seat in range(s.seats)]
    most = max(wolves)
    for seat in range(s.seats):
        if most and wolves[seat] == most:
            amount = s.box.permanent[LARGEST_PACK] if wolves.count(most) == 1 else s.box.pack_tie
            sheet.add(seat, PERMANENT, amount, NOBODY, LARGEST_PACK)


def final_places(s: Aventure) -> vec[i64]:
    """« Le joueur avec le plus de points gagne »; equals share the place."""
    sheet = ScoreSheet(s.seats, False)
    score(s, sheet)
    return places(sheet.totals)
