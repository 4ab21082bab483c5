"""PLACEZ UNE CARTE: the floating frame, and the cells that can be chosen."""

from typing import Final

from meute.core.choices import Choices
from meute.core.numbers import NOBODY, Mask, bit, first_n, has, i64, shift
from meute.core.reason import Reason
from meute.core.seats import Seat
from meute.games.aventure.actions import CELL
from meute.games.aventure.state import (
    COLUMN,
    FRAMED_EDGE_COLUMNS,
    FRAMED_EDGE_ROWS,
    FRAMED_ROWS,
    HOME,
    ICONS,
    LAST_COLUMN,
    LAST_ROW,
    MARGIN,
    REACH,
    ROW,
    SHORTCUTS,
    SIDE,
    SPOTS,
    STRIDE,
    Aventure,
    Card,
    Cell,
    Spot,
    face_of,
    icons_of,
    is_goal,
)

CONTACT: Final = 0
CORNER: Final = 1
ANYWHERE: Final = 2

FRAMED_ROW: Final = 127

TAKEN_CELL: Final = Reason("aventure.why.taken_cell", "PLACEZ UNE CARTE")
TOO_WIDE: Final = Reason("aventure.why.too_wide", "PLACEZ UNE CARTE")
NO_CONTACT: Final = Reason("aventure.why.no_contact", "PLACEZ UNE CARTE")
FIRST_CARD: Final = Reason("aventure.why.first_card", "PLACEZ UNE CARTE")
NO_CONTACT_AT_ALL: Final = Reason("aventure.why.no_contact_at_all", "Histoires palpitantes")
NOT_BY_CORNER: Final = Reason("aventure.why.not_by_corner", "Histoires palpitantes")


def height(s: Aventure, seat: i64) -> i64:
    """Rows from the highest to the lowest card."""
    rows: i64 = 0
    rest = s.occupied[seat]
    while rest:
        rest >>= STRIDE
        rows += 1
    return rows


def width(s: Aventure, seat: i64) -> i64:
    """Columns from the leftmost to the rightmost card."""
    mask = s.occupied[seat]
    flat = (mask | (mask >> 8) | (mask >> 16) | (mask >> 24) | (mask >> 32)) & ROW
    columns: i64 = 0
    while flat:
        flat >>= 1
        columns += 1
    return columns


def cell_at(s: Aventure, seat: i64, row: i64, column: i64) -> Cell:
    """The cell of a row and column of the frame, which may lie outside it by now."""
    home = s.home[seat]
    return (row - home // STRIDE + HOME) * REACH + column - home % STRIDE + HOME


def cell_of(s: Aventure, seat: i64, spot: Spot) -> Cell:
    """The cell that players write for a spot."""
    return cell_at(s, seat, spot // STRIDE, spot % STRIDE)


def row_of(s: Aventure, seat: i64, cell: Cell) -> i64:
    """The row of the frame that a cell lies in; negative above the highest card."""
    return cell // REACH - HOME + s.home[seat] // STRIDE


def column_of(s: Aventure, seat: i64, cell: Cell) -> i64:
    """The column of the frame that a cell lies in; negative left of the leftmost card."""
    return cell % REACH - HOME + s.home[seat] % STRIDE


def spot_of(s: Aventure, seat: i64, cell: Cell) -> Spot:
    """The spot of a cell inside the frame."""
    return row_of(s, seat, cell) * STRIDE + column_of(s, seat, cell)


def touching(s: Aventure, seat: i64, corners_too: bool) -> Mask:
    """The free cells next to a card that keep within 5 x 5, in the frame shifted by MARGIN."""
    own = s.occupied[seat]
    cards = own << MARGIN
    near = (cards << 1) | (cards >> 1)
    if corners_too:
        near |= (near << STRIDE) | (near >> STRIDE)
    near |= (cards << STRIDE) | (cards >> STRIDE)
    return near & ~cards & ~edges(own)


def by_corner(s: Aventure, seat: i64) -> Mask:
    """The free cells that touch the grid only by a corner, in the frame shifted by MARGIN."""
    return touching(s, seat, True) & ~touching(s, seat, False)


def edges(own: Mask) -> Mask:
    """What lies outside 5 x 5 once the grid is five high or five wide."""
    outside: Mask = 0
    if own & LAST_ROW:
        outside |= FRAMED_EDGE_ROWS
    if own & LAST_COLUMN:
        outside |= FRAMED_EDGE_COLUMNS
    return outside


def put(s: Aventure, seat: i64, cell: Cell, card: Card) -> None:
    """Lays a card on a free cell; the frame moves if it lies above or left of all others."""
    if s.occupied[seat] == 0:
        s.home[seat] = 0
        lay(s, seat, 0, card)
        return
    row = row_of(s, seat, cell)
    column = column_of(s, seat, cell)
    if row < 0 or column < 0:
        down: i64 = -row if row < 0 else 0
        right: i64 = -column if column < 0 else 0
        make_room(s, seat, down * STRIDE + right)
        row += down
        column += right
    lay(s, seat, row * STRIDE + column, card)


def lay(s: Aventure, seat: i64, spot: Spot, card: Card) -> None:
    """Lays a card on a free spot."""
    here = bit(spot)
    s.grid[seat * SPOTS + spot] = card
    s.occupied[seat] |= here
    icons = icons_of(s, card)
    at = seat * ICONS
    while icons:
        if icons & 1:
            s.icons[at] |= here
        icons >>= 1
        at += 1


def make_room(s: Aventure, seat: i64, by: i64) -> None:
    """Moves a grid down and to the right inside its frame."""
    grid = s.grid
    base = seat * SPOTS
    spot: i64 = SPOTS - 1
    while spot >= by:
        grid[base + spot] = grid[base + spot - by]
        spot -= 1
    while spot >= 0:
        grid[base + spot] = NOBODY
        spot -= 1
    s.occupied[seat] <<= by
    s.home[seat] += by
    for icon in range(seat * ICONS, seat * ICONS + ICONS):
        s.icons[icon] <<= by


def recount(s: Aventure, seat: i64) -> i64:
    """Reads a grid anew after cards have been exchanged, marked or moved; how far it moved to fit its frame."""
    top: i64 = STRIDE
    left: i64 = STRIDE
    base = seat * SPOTS
    for spot in range(SPOTS):
        if s.grid[base + spot] != NOBODY:
            top = min(top, spot // STRIDE)
            left = min(left, spot % STRIDE)
    by = top * STRIDE + left
    s.occupied[seat] = 0
    for icon in range(seat * ICONS, seat * ICONS + ICONS):
        s.icons[icon] = 0
    for spot in range(SPOTS):
        card = s.grid[base + spot + by] if spot + by < SPOTS else NOBODY
        s.grid[base + spot] = card
        if card != NOBODY:
            lay(s, seat, spot, card)
    keep_home(s, seat, s.home[seat] // STRIDE - top, s.home[seat] % STRIDE - left)
    return by


def keep_home(s: Aventure, seat: i64, row: i64, column: i64) -> None:
    """The home cell stays inside the frame, so that every cell within reach has a name."""
    row = max(0, min(row, height(s, seat) - 1))
    column = max(0, min(column, width(s, seat) - 1))
    s.home[seat] = row * STRIDE + column


def spots_with(s: Aventure, seat: i64, goals: bool) -> Mask:
    """The spots of a grid with an Objective, or with a Story."""
    spots: Mask = 0
    for spot in range(SPOTS):
        card = s.grid[seat * SPOTS + spot]
        if card != NOBODY and is_goal(face_of(card)) == goals:
            spots |= bit(spot)
    return spots


def complete_lines(spots: Mask) -> Mask:
    """The rows, and after them the columns, that these spots fill."""
    lines: Mask = 0
    for k in range(SIDE):
        row = shift(ROW, k * STRIDE)
        column = shift(COLUMN, k)
        if spots & row == row:
            lines |= bit(k)
        if spots & column == column:
            lines |= bit(SIDE + k)
    return lines


def cells_for(s: Aventure, seat: Seat, way: i64) -> Mask:
    """The cells where a card may be placed in contact with the grid, in the frame shifted by MARGIN."""
    if way == CORNER:
        return by_corner(s, seat)
    return touching(s, seat, s.permanent == SHORTCUTS)


def offer_framed(s: Aventure, seat: Seat, out: Choices, cells: Mask) -> None:
    """Describes cells of the shifted frame, row by row."""
    for row in range(FRAMED_ROWS):
        out.add_set(CELL + cell_at(s, seat, row - 1, -1), (cells >> (row * STRIDE)) & FRAMED_ROW)


def offer_spots(s: Aventure, seat: Seat, out: Choices, spots: Mask) -> None:
    """Describes spots of a grid."""
    offer_framed(s, seat, out, spots << MARGIN)


def offer_anywhere(s: Aventure, seat: Seat, out: Choices) -> None:
    """Describes every free cell within reach of 5 x 5: « Faites juste attention à ne jamais dépasser les limites »"""
    up = SIDE - height(s, seat)
    left = SIDE - width(s, seat)
    row: i64 = -up
    while row < SIDE:
        columns = first_n(SIDE + left)
        if row >= 0:
            for column in range(SIDE):
                if has(s.occupied[seat], row * STRIDE + column):
                    columns &= ~bit(column + left)
        out.add_set(CELL + cell_at(s, seat, row, -left), columns)
        row += 1


def is_on(s: Aventure, seat: Seat, cell: Cell, spots: Mask) -> bool:
    """Whether a cell is one of these spots of a grid."""
    row = row_of(s, seat, cell)
    column = column_of(s, seat, cell)
    return 0 <= row < SIDE and 0 <= column < SIDE and has(spots, row * STRIDE + column)


def is_too_far(s: Aventure, seat: Seat, cell: Cell) -> bool:
    """Whether a card there would make the grid larger than 5 x 5."""
    row = row_of(s, seat, cell)
    column = column_of(s, seat, cell)
    high = max(row + 1, height(s, seat)) - min(row, 0)
    wide = max(column + 1, width(s, seat)) - min(column, 0)
    return high > SIDE or wide > SIDE


def why_not_there(s: Aventure, seat: Seat, way: i64, cell: Cell) -> Reason:
    """Why a card cannot be placed on a cell."""
    if s.occupied[seat] == 0:
        return FIRST_CARD
    if is_on(s, seat, cell, s.occupied[seat]):
        return TAKEN_CELL
    if is_too_far(s, seat, cell):
        return TOO_WIDE
    if way == CORNER:
        return NOT_BY_CORNER
    return NO_CONTACT_AT_ALL if s.permanent == SHORTCUTS else NO_CONTACT
