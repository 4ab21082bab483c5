"""Score sheets and final ranking: Objectives and the variant's points."""

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
    count_icon,
    face_of,
    icon_count,
    is_goal,
    mark_of,
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

MEMO_THRESHOLD: Final = 6
"""Up to this number of starting spots, max_packing does not memoize."""
CORNERS: Final = 0x1100000011
CENTRE: Final = 18


def find_placements(s: Aventure, seat: i64, goal: Kind, wild: Mask, starts: vec[i64]) -> i64:
    """Writes for each image of a shape the spots where it can start; returns the number of placements."""
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


def covered_spots(box: Box, goal: Kind, starts: vec[i64]) -> Mask:
    """The spots that belong to any placement."""
    spots: Mask = 0
    first = box.image[goal]
    for image in range(first, box.image[goal + 1]):
        there = starts[image - first]
        while there:
            spots |= shift(box.patterns[image], lowest(there))
            there &= there - 1
    return spots


def max_packing(box: Box, goal: Kind, starts: vec[i64], free: Mask, known: dict[int, int]) -> i64:
    """The maximum number of disjoint placements on free spots, by branching on the first starting spot."""
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
        if key == 0 and many > MEMO_THRESHOLD:
            key = free
            if key in known:
                return known[key]
        for image in range(images):
            if has(starts[image], start):
                pattern = shift(box.patterns[first + image], start)
                if pattern & ~free == 0:
                    most = 1 + max_packing(box, goal, starts, free & ~pattern, known)
                    if most > best:
                        best = most
        if best == limit:
            break
        free = without(free, start)
    if key:
        known[key] = best
    return best


def shape_count(s: Aventure, seat: i64, goal: Kind, wild: Mask) -> i64:
    """FORMES: how often a shape is accomplished; a card is used only once."""
    starts = filled(IMAGES, 0)
    found = find_placements(s, seat, goal, wild, starts)
    if found < 2:
        return found
    spots = covered_spots(s.box, goal, starts)
    if count(spots) == found * s.box.size[goal]:
        return found
    return max_packing(s.box, goal, starts, spots, {})


def packing_cards(s: Aventure, seat: i64, goal: Kind, wild: Mask) -> Mask:
    """The spots of one largest packing of a shape."""
    starts = filled(IMAGES, 0)
    find_placements(s, seat, goal, wild, starts)
    box = s.box
    first = box.image[goal]
    free = covered_spots(box, goal, starts)
    left = max_packing(box, goal, starts, free, {})
    used: Mask = 0
    spot: i64 = 0
    while left:
        for image in range(box.image[goal + 1] - first):
            pattern = shift(box.patterns[first + image], spot)
            if has(starts[image], spot) and pattern & ~free == 0:
                if max_packing(box, goal, starts, free & ~pattern, {}) == left - 1:
                    used |= pattern
                    free &= ~pattern
                    left -= 1
                    break
        free = without(free, spot)
        spot += 1
    return used


def arrow_range(s: Aventure, spot: Spot, mark: i64) -> Mask:
    """FLÈCHES: the spots of the same row and column; with an ECHO marker also the diagonal neighbours."""
    return s.box.lines[spot] | s.box.corners[spot] if mark == ECHO else s.box.lines[spot]


def matching_spots(s: Aventure, seat: i64, goal: Kind) -> Mask:
    """The spots of Stories with the icon, or both icons, that an Objective asks for."""
    spots: Mask = first_n(SPOTS)
    for icon in range(ICONS):
        if has(s.box.wanted[goal], icon):
            spots &= s.icons[seat * ICONS + icon]
    if s.box.twin[goal]:
        icon = lowest(s.box.wanted[goal])
        for spot in range(SPOTS):
            if has(spots, spot) and count_icon(s, seat, icon, bit(spot)) == 1:
                spots = without(spots, spot)
    return spots


def match_count(s: Aventure, seat: i64, goal: Kind, spot: Spot, mark: i64) -> i64:
    """How often an arrow or double-icon Objective matches: arrows count icons, double icons count cards."""
    kind = s.box.kind[goal]
    if kind == DOUBLE:
        return count(matching_spots(s, seat, goal))
    if kind == DOUBLE_ARROW:
        return count(matching_spots(s, seat, goal) & arrow_range(s, spot, mark))
    return count_icon(s, seat, lowest(s.box.wanted[goal]), arrow_range(s, spot, mark))


def icon_total(s: Aventure, seat: i64, icons: Mask) -> i64:
    """The number of these icons in a grid; repeated icons on one card count each."""
    total: i64 = 0
    for icon in range(ICONS):
        if has(icons, icon):
            total += count_icon(s, seat, icon, s.occupied[seat])
    return total


def is_balanced(s: Aventure, seat: i64, goal: Kind, mark: i64) -> bool:
    """ÉQUILIBRE: « l'équation ne peut pas être 0 = 0 »"""
    left = icon_total(s, seat, s.box.wanted[goal])
    right = icon_total(s, seat, s.box.against[goal])
    apart = max(left, right) - min(left, right)
    return apart <= (s.box.near if mark == NEAR else 0) and left + right > 0


def goal_points(s: Aventure, seat: i64, goal: Kind, spot: Spot, mark: i64, wild: Mask) -> i64:
    """The points of an Objective on this spot of the grid."""
    kind = s.box.kind[goal]
    points = s.box.points[goal]
    if kind == SHAPE:
        return points * shape_count(s, seat, goal, wild)
    if kind == BALANCE:
        return points if is_balanced(s, seat, goal, mark) else 0
    often = match_count(s, seat, goal, spot, mark)
    if kind == ARROW_NONE:
        return 0 if often else points
    return points * often


def counted_spots(s: Aventure, seat: i64, goal: Kind, spot: Spot, mark: i64, wild: Mask) -> Mask:
    """The spots whose cards an Objective counts; for a crossed-out arrow, those whose cards cost it its points."""
    kind = s.box.kind[goal]
    if kind == SHAPE:
        return packing_cards(s, seat, goal, wild)
    if kind == DOUBLE:
        return matching_spots(s, seat, goal)
    if kind == BALANCE:
        spots: Mask = 0
        for icon in range(ICONS):
            if has(s.box.wanted[goal] | s.box.against[goal], icon):
                spots |= s.icons[seat * ICONS + icon]
        return spots
    return matching_spots(s, seat, goal) & arrow_range(s, spot, mark)


def wild_spot(s: Aventure, seat: i64) -> Mask:
    """The spot of the Story that stands for any icon in one shape, as a mask; 0 if there is none."""
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
    """The spot of the shape Objective that gains most by the wild Story; NOBODY if none does."""
    best: i64 = 0
    chosen: Spot = NOBODY
    rest = s.occupied[seat] if wild else 0
    while rest:
        spot = lowest(rest)
        rest &= rest - 1
        face = face_of(card_on(s, seat, spot))
        if is_goal(face) and s.box.kind[face - GOALS] == SHAPE:
            goal = face - GOALS
            gain = goal_points(s, seat, goal, spot, UNMARKED, wild) - goal_points(s, seat, goal, spot, UNMARKED, 0)
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
    """Adds the Objectives of one grid, and the points of its Powers and of the Permanent."""
    wild = wild_spot(s, seat)
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
            amount = goal_points(s, seat, goal, spot, mark, wild if spot == helped else 0)
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
        whole = goal_points(s, seat, s.borrowed[seat], 0, UNMARKED, 0)
        sheet.add(seat, BORROWED, whole // s.box.borrow_share, NOBODY, s.borrowed[seat])
    if s.permanent != NOBODY:
        amount = permanent_points(s, seat, best, failed)
        if amount:
            sheet.add(seat, PERMANENT, amount, NOBODY, s.permanent)


def permanent_points(s: Aventure, seat: i64, best: i64, failed: i64) -> i64:
    """The points that the Permanent gives to one grid."""
    points = s.box.permanent[s.permanent]
    if s.permanent == FOUR_WINDS:
        return points if spots_with(s, seat, False) & CORNERS == CORNERS else 0
    if s.permanent == UNBROKEN:
        return points * count(complete_lines(spots_with(s, seat, False)))
    if s.permanent == WHOLE_VALLEY:
        for icon in range(ICONS):
            if count_icon(s, seat, icon, s.occupied[seat]) < s.box.valley_least:
                return 0
        return points
    if s.permanent == HEART:
        return points * icon_count(s, centre_card(s, seat))
    if s.permanent == REGRETS:
        return points * failed
    if s.permanent == SHOWPIECE:
        return points if best >= s.box.showpiece_least else 0
    return 0


def centre_card(s: Aventure, seat: i64) -> Card:
    """The card in the middle of a grid; until the grid has five rows and columns, an Objective, which has no icons."""
    own = s.occupied[seat]
    if own & LAST_ROW and own & LAST_COLUMN and has(own, CENTRE):
        return card_on(s, seat, CENTRE)
    return GOALS


def wolf_count(s: Aventure, seat: i64) -> i64:
    """The number of wolves in a grid."""
    return count_icon(s, seat, s.box.pack_icon, s.occupied[seat])


def score_pack(s: Aventure, sheet: ScoreSheet) -> None:
    """« +5 pour qui a le plus de loups (égalité : +2 chacun) »"""
    wolves = [wolf_count(s, seat) for seat in range(s.seats)]
    most = max(wolves)
    for seat in range(s.seats):
        if most and wolves[seat] == most:
            amount = s.box.permanent[LARGEST_PACK] if wolves.count(most) == 1 else s.box.pack_tie
            sheet.add(seat, PERMANENT, amount, NOBODY, LARGEST_PACK)


def final_places(s: Aventure) -> vec[i64]:
    """« Le joueur avec le plus de points gagne »; ties share the place."""
    sheet = ScoreSheet(s.seats, False)
    score(s, sheet)
    return places(sheet.totals)
