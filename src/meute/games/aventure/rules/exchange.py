"""Histoires palpitantes: cards of a grid that are marked, slide, or change places."""

from meute.core.choices import Choices
from meute.core.numbers import filled, has, i64
from meute.core.seats import Seat
from meute.games.aventure.actions import LINE
from meute.games.aventure.events import SLIDES, TRADES
from meute.games.aventure.rules.grid import cell_at, recount, spot_of
from meute.games.aventure.rules.targets import ERASURE, SKELETON_KEY, THE_ECHO, THE_WAGER, complete_lines
from meute.games.aventure.state import (
    BLANK,
    ECHO,
    NEAR,
    REACH,
    ROTATIONS,
    SIDE,
    SPOTS,
    STRIDE,
    WAGER,
    WILD,
    Aventure,
    Cell,
    Face,
    Spot,
    card_on,
    empty_place,
    face_of,
    marked,
)


def mark_for(power: i64) -> i64:
    """The marker that a Power lays on a card."""
    if power == ERASURE:
        return BLANK
    if power == SKELETON_KEY:
        return WILD
    if power == THE_WAGER:
        return WAGER
    return ECHO if power == THE_ECHO else NEAR


def mark_card(s: Aventure, seat: Seat, cell: Cell, mark: i64) -> Face:
    """A marker lies on a card of the grid."""
    spot = spot_of(s, seat, cell)
    face = face_of(card_on(s, seat, spot))
    s.grid[seat * SPOTS + spot] = marked(face, mark)
    recount(s, seat)
    return face


def exchange(s: Aventure, seat: Seat, spot: Spot, other: Seat, wanted: Spot) -> None:
    """Two cards change places, with the markers on them."""
    card = card_on(s, seat, spot)
    s.grid[seat * SPOTS + spot] = card_on(s, other, wanted)
    s.grid[other * SPOTS + wanted] = card
    recount(s, seat)
    if other != seat:
        recount(s, other)


def trade(s: Aventure, seat: Seat, spot: Spot, place: i64) -> None:
    """A card of the grid and one of the market change places."""
    face = empty_place(s, place)
    old = face_of(card_on(s, seat, spot))
    s.market[place] = old
    s.grid[seat * SPOTS + spot] = face
    recount(s, seat)
    s.say(TRADES, seat, old, face)


def offer_lines(s: Aventure, seat: Seat, out: Choices) -> None:
    """« une rangée ou colonne complète », by one step to either side."""
    lines = complete_lines(s, seat)
    for k in range(SIDE):
        if has(lines, k):
            line = cell_at(s, seat, k, 0) // REACH
            out.span(LINE + line * ROTATIONS, LINE + (line + 1) * ROTATIONS)
        if has(lines, SIDE + k):
            line = REACH + cell_at(s, seat, 0, k) % REACH
            out.span(LINE + line * ROTATIONS, LINE + (line + 1) * ROTATIONS)


def slide(s: Aventure, seat: Seat, line: i64, back: i64) -> None:
    """« Décalez d'un cran »: the card that is pushed out comes in at the other end."""
    start: Spot = spot_of(s, seat, line * REACH + cell_at(s, seat, 0, 0) % REACH)
    step: i64 = 1
    if line >= REACH:
        start = spot_of(s, seat, cell_at(s, seat, 0, 0) // REACH * REACH + line - REACH)
        step = STRIDE
    old = filled(SIDE, 0)
    for k in range(SIDE):
        old[k] = card_on(s, seat, start + k * step)
    for k in range(SIDE):
        s.grid[seat * SPOTS + start + k * step] = old[(k + SIDE + (1 if back else -1)) % SIDE]
    recount(s, seat)
    s.say(SLIDES, seat, line, back)
