"""Histoires palpitantes: when each Power can be used, and on what."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, shift, without
from meute.core.seats import Seat, left_of
from meute.games.aventure.rules.grid import CONTACT, by_corner, cell_at, cells_for, recount, spots_with
from meute.games.aventure.state import (
    ARROW,
    ARROW_NONE,
    BALANCE,
    COLUMN,
    DOUBLE,
    FULL,
    GOALS,
    ICONS,
    POWERS,
    REACH,
    ROW,
    SHAPE,
    SIDE,
    SPOTS,
    STRIDE,
    UNMARKED,
    Aventure,
    Cell,
    Face,
    Spot,
    card_on,
    dealt_powers,
    face_of,
    faces_in_market,
    is_goal,
    mark_of,
    number_on,
    placed,
)

SIDEWAYS: Final = 0
GREAT_LEAP: Final = 1
THE_SWAP: Final = 2
MOVING_HOUSE: Final = 3
SLIDING_ROW: Final = 4
ABOUT_FACE: Final = 5
BETWEEN_LINES: Final = 6
BLANK_PAGE: Final = 7
NEW_DESIGNS: Final = 8
RUMMAGE: Final = 9
SET_ASIDE: Final = 10
DOUBLE_PAGE: Final = 11
REWORK: Final = 12
NEW_STAKES: Final = 13
OVERPRINT: Final = 14
ERASURE: Final = 15
SKELETON_KEY: Final = 16
FINISHING_TOUCH: Final = 17
THE_WAGER: Final = 18
THE_ECHO: Final = 19
NEAR_ENOUGH: Final = 20
KEEP_OFF: Final = 21
BORROWING: Final = 22
DIVERSION: Final = 23
BARTER: Final = 24

BEFORE: Final = 0
"""Before a card is taken."""
HOLDING: Final = 1
"""With the card in hand."""
AFTER: Final = 2
"""At the end of the turn."""


def usable(s: Aventure, seat: Seat, moment: i64) -> Mask:
    """The Powers on the table that the seat can use at this moment."""
    powers: Mask = 0
    dealt = dealt_powers(s, seat)
    for power in range(POWERS):
        if has(dealt, power) and is_due(s, seat, power, moment) and is_possible(s, seat, power):
            powers |= bit(power)
    return powers


def is_due(s: Aventure, seat: Seat, power: i64, moment: i64) -> bool:
    """Whether this is the moment for a Power; who is held up himself first takes his card, so that no order is lost."""
    held = (power == KEEP_OFF and s.barred == seat) or (power == DIVERSION and s.diverted == seat)
    return is_moment(power, moment) and not (held and moment == BEFORE)


def is_moment(power: i64, moment: i64) -> bool:
    """Powers on the card in hand wait for it; those on the choice of a card come before it; the others at both ends."""
    if power in (SIDEWAYS, GREAT_LEAP, ABOUT_FACE):
        return moment == HOLDING
    if BETWEEN_LINES <= power <= DOUBLE_PAGE:
        return moment == BEFORE
    return moment != HOLDING


def is_possible(s: Aventure, seat: Seat, power: i64) -> bool:
    """Whether a Power has something to act on."""
    own = placed(s, seat)
    if power == SIDEWAYS:
        return by_corner(s, seat) != 0
    if power == GREAT_LEAP:
        return 0 < own < FULL - 1
    if power == THE_SWAP:
        return own > 1
    if power == MOVING_HOUSE:
        return movable(s, seat) != 0
    if power == SLIDING_ROW:
        return complete_lines(s, seat) != 0
    if power == BETWEEN_LINES:
        return True
    if power in (BLANK_PAGE, NEW_DESIGNS, RUMMAGE):
        return s.shown != NOBODY
    if power in (SET_ASIDE, DOUBLE_PAGE):  # neither on a player's last turn
        return own < FULL - 1
    if power == REWORK:
        return unmarked(s, seat, False) != 0 and faces_in_market(s, seat, False) != 0
    if power == NEW_STAKES:
        return unmarked(s, seat, True) != 0 and faces_in_market(s, seat, True) != 0
    if lays_marker(power):
        return markable(s, seat, power) != 0
    if power in (KEEP_OFF, DIVERSION):
        return next_opponent(s, seat) != NOBODY
    if power == BORROWING:
        return lendable(s, seat) != 0
    if power == BARTER:
        return barterable(s, seat) != 0
    return True


def lays_marker(power: i64) -> bool:
    """Whether the Power lays a marker on a card of the own grid."""
    return power in (OVERPRINT, ERASURE, SKELETON_KEY, THE_WAGER, THE_ECHO, NEAR_ENOUGH)


def next_opponent(s: Aventure, seat: Seat) -> Seat:
    """The next player, if a turn of his comes: « votre adversaire ... au prochain tour »"""
    other = left_of(seat, s.seats)
    return other if placed(s, other) < FULL else NOBODY


def unmarked(s: Aventure, seat: Seat, goals: bool) -> Mask:
    """The Stories, or the Objectives, of a grid that bear no marker."""
    spots = spots_with(s, seat, goals)
    for spot in range(SPOTS):
        if has(spots, spot) and mark_of(card_on(s, seat, spot)) != UNMARKED:
            spots = without(spots, spot)
    return spots


def markable(s: Aventure, seat: Seat, power: i64) -> Mask:
    """The cards of the grid that a Power's marker can lie on."""
    goals = power in (THE_WAGER, THE_ECHO, NEAR_ENOUGH)
    spots = unmarked(s, seat, goals)
    for spot in range(SPOTS):
        if has(spots, spot) and not suits(s, power, face_of(card_on(s, seat, spot))):
            spots = without(spots, spot)
    return spots


def suits(s: Aventure, power: i64, face: Face) -> bool:
    """« un de vos Objectifs Flèches », « un de vos Objectifs Équilibre »"""
    if power == THE_ECHO:
        return s.box.kind[face - GOALS] in (ARROW, ARROW_NONE)
    if power == NEAR_ENOUGH:
        return s.box.kind[face - GOALS] == BALANCE
    if power == OVERPRINT:
        return count(s.box.icons[face]) < ICONS
    return True


def lift(s: Aventure, seat: Seat, spot: Spot) -> Cell:
    """Takes a card off the grid; the cell it left, as it is called now."""
    s.grid[seat * SPOTS + spot] = NOBODY
    by = recount(s, seat)
    return cell_at(s, seat, spot // STRIDE - by // STRIDE, spot % STRIDE - by % STRIDE)


def targets(s: Aventure, seat: Seat, left: Cell) -> Mask:
    """Where a lifted card may go: in contact, and not back."""
    cells = cells_for(s, seat, CONTACT)
    row = (left // REACH) - (cell_at(s, seat, -1, 0) // REACH)
    column = (left % REACH) - (cell_at(s, seat, 0, -1) % REACH)
    if 0 <= row < STRIDE and 0 <= column < STRIDE:
        cells = without(cells, row * STRIDE + column)
    return cells


def movable(s: Aventure, seat: Seat) -> Mask:
    """The cards of the grid that can be moved somewhere else."""
    spots: Mask = 0
    if placed(s, seat) < 2:
        return spots
    for spot in range(SPOTS):
        if has(s.occupied[seat], spot):
            trial = s.copy()
            cell = lift(trial, seat, spot)
            if targets(trial, seat, cell):
                spots |= bit(spot)
    return spots


def complete_lines(s: Aventure, seat: Seat) -> Mask:
    """The complete rows, and after them the complete columns, of the frame."""
    lines: Mask = 0
    for k in range(SIDE):
        row = shift(ROW, k * STRIDE)
        column = shift(COLUMN, k)
        if s.occupied[seat] & row == row:
            lines |= bit(k)
        if s.occupied[seat] & column == column:
            lines |= bit(SIDE + k)
    return lines


def lendable(s: Aventure, seat: Seat) -> Mask:
    """The Objectives without arrows in other grids."""
    kinds: Mask = 0
    for other in range(s.seats):
        for spot in range(SPOTS):
            card = card_on(s, other, spot)
            if other != seat and card != NOBODY and is_goal(face_of(card)):
                kind = face_of(card) - GOALS
                if s.box.kind[kind] in (SHAPE, DOUBLE, BALANCE):
                    kinds |= bit(kind)
    return kinds


def with_icons(s: Aventure, seat: Seat, icons: i64) -> Mask:
    """The unmarked Stories of a grid with so many icons."""
    spots = unmarked(s, seat, False)
    for spot in range(SPOTS):
        if has(spots, spot) and number_on(s, card_on(s, seat, spot)) != icons:
            spots = without(spots, spot)
    return spots


def barterable(s: Aventure, seat: Seat) -> Mask:
    """The own Stories for which another grid has one with as many icons."""
    spots = unmarked(s, seat, False)
    for spot in range(SPOTS):
        if has(spots, spot):
            icons = number_on(s, card_on(s, seat, spot))
            found = False
            for other in range(s.seats):
                if other != seat and with_icons(s, other, icons):
                    found = True
            if not found:
                spots = without(spots, spot)
    return spots
