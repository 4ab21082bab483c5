"""PLACEZ UNE CARTE: the cells that can be chosen."""

from typing import Final

from meute.core.choices import Choices
from meute.core.numbers import Mask, bit, first_n, has, i64
from meute.core.seats import Seat
from meute.games.aventure.rules.actions import CELL
from meute.games.aventure.state import (
    FRAMED_ROWS,
    MARGIN,
    SHORTCUTS,
    SIDE,
    STRIDE,
    Aventure,
    by_corner,
    cell_at,
    height,
    touching,
    width,
)

CONTACT: Final = 0
CORNER: Final = 1
ANYWHERE: Final = 2

FRAMED_ROW: Final = 127


def cells_for(s: Aventure, seat: Seat, way: i64) -> Mask:
    """The cells where a card may be placed in contact with the grid, in the frame shifted by MARGIN."""
    if way == CORNER:
        return by_corner(s, seat)
    return touching(s, seat, s.permanent == SHORTCUTS)


def offer_framed(s: Aventure, seat: Seat, out: Choices, cells: Mask) -> None:
    """Describes cells of the shifted frame, row by row."""
    for row in range(FRAMED_ROWS):
        out.some(CELL + cell_at(s, seat, row - 1, -1), (cells >> (row * STRIDE)) & FRAMED_ROW)


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
        out.some(CELL + cell_at(s, seat, row, -left), columns)
        row += 1
