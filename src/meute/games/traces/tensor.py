"""Observation tensor of a seat: its own seat comes first, the others in seat order.

Planes of wolves have a row per seat and a column per letter."""

from typing import Final

from meute.core.layout import Layout
from meute.core.numbers import NOBODY, i64
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
    Plane,
    Row,
    relative_seats,
    rotate_packed,
    write_by_seat,
    write_number,
    write_numbers,
    write_one_hot,
    write_packed,
    write_set,
)
from meute.games.traces import planes
from meute.games.traces.planes import PACK, fill_wolf, fill_wolves
from meute.games.traces.rules import FRAMES
from meute.games.traces.state import (
    COLOURS,
    COLUMN_SIZE,
    HIDDEN,
    LARGE,
    LETTERS,
    LEVELS,
    MOST_SEATS,
    PHASES,
    PLEDGE_BITS,
    SEXES,
    SOURCES,
    STRENGTH_SHIFT,
    TOKEN_BITS,
    TOKENS,
    WOLVES,
    Traces,
    place_of,
    points,
    used_tokens,
)
from meute.games.traces.view import seen_plan

LAYOUT: Final = Layout(
    FRAMES,
    Plane("colours", (MOST_SEATS, COLOURS), "the colour of each seat"),
    Plane("pack", PACK, "wolves in the pack"),
    Plane("females", PACK, "the females"),
    Plane("omega", PACK, "the omega"),
    Plane("floor", PACK, "a former omega that stays lowest"),
    Plane("cradle", PACK, "cards that may be pups, by public information"),
    Plane("rank", PACK, "place in its column, 1 for the alpha, 0 for none", COLUMN_SIZE),
    Plane("strength", PACK, "strength", ANY, -ANY),
    Plane("renown", PACK, "tokens of renown", ANY),
    Plane("vigour", PACK, "strength when tokens were placed", ANY),
    Plane("plan", (*PACK, PHASES), "tokens on the boards; 30 face down, 31 hidden, perhaps none", HIDDEN),
    Plane("used", (TOKENS + 1,), "own tokens placed this year"),
    Plane("litter", (LETTERS,), "own cards among the pups"),
    Plane("pups", (MOST_SEATS,), "pups of each seat", LETTERS),
    Plane("points", (MOST_SEATS,), "points", ANY, -ANY),
    Plane("earned", (MOST_SEATS, SOURCES), "points by rule", ANY, -ANY),
    Plane("lost", (MOST_SEATS, 2), "this year's deaths and exclusions", ANY),
    Plane("pledges", (MOST_SEATS,), "one more than each seat's pledge: prey * 4 + effort", (LARGE + 1) * LEVELS),
    Plane("present", (MOST_SEATS,), "seats that had a wolf in the pack when the last phase began"),
    Plane("year", (1,), "the year", ANY),
    Plane("revealed", (PHASES + 1,), "columns of tokens that were turned this year"),
    Plane("hunted", (LARGE,), "the prey of this year"),
    Plane("large", (3, LARGE), "large prey: open, in the pile, discarded", ANY),
    Plane("ended", (1,), "one more than the way in which the game has ended", ANY),
    planes.MISSING,
    planes.ANSWER,
    planes.DUE,
    planes.BALLOTS,
    planes.DOWN,
    planes.WAITING,
    planes.CAUGHT,
    planes.SMALL_PREY,
    planes.LINE,
    planes.YOUNG,
    planes.SUBMITTED,
    planes.ACTS,
    planes.TARGET,
    planes.LOSER,
    planes.COUNTS,
    planes.DUELLISTS,
    planes.DRAWS,
    planes.HELD,
    planes.SCORES,
    planes.LAST,
    planes.HANDS,
    planes.PLAYED,
)


def write_tensor(s: Traces, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from the seat's view."""
    at = LAYOUT.begin(s, seat, out, at)
    at = fill_pack(s, seat, out, at)
    at = fill_plans(s, seat, out, at)
    at = fill_seats(s, seat, out, at)
    at = write_set(out, at, relative_seats(s.present, seat, s.seats), MOST_SEATS)
    at = write_number(out, at, s.year)
    at = write_one_hot(out, at, s.revealed, PHASES + 1)
    at = write_one_hot(out, at, s.hunted, LARGE)
    at = write_numbers(out, at, s.large)
    write_number(out, at, s.ended + 1)


def fill_pack(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes colours, the pack and its ranks."""
    other = seat
    for k in range(s.seats):
        write_one_hot(out, at + k * COLOURS, s.colours[other], COLOURS)
        other = left_of(other, s.seats)
    at = fill_wolves(s, seat, s.pack, out, at + MOST_SEATS * COLOURS)
    at = fill_wolves(s, seat, s.box.females, out, at)
    at = fill_wolf(s, seat, s.omega, 1, out, at)
    at = fill_wolf(s, seat, s.floor, 1, out, at)
    at = fill_wolves(s, seat, s.cradle, out, at)
    for sex in range(SEXES):
        for k in range(s.size[sex]):
            fill_wolf(s, seat, s.column[sex * COLUMN_SIZE + k], place_of(s, sex, k) + 1, out, at)
    return at + WOLVES


def fill_plans(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes strength and renown of every wolf, and the boards as the seat sees them."""
    renown = at + WOLVES
    vigours = renown + WOLVES
    plan = vigours + WOLVES
    used = plan + WOLVES * PHASES
    other = seat
    for k in range(s.seats):
        colour = s.colours[other]
        other = left_of(other, s.seats)
        if colour == NOBODY:
            continue
        for letter in range(LETTERS):
            wolf = colour * LETTERS + letter
            place = k * LETTERS + letter
            write_number(out, at + place, s.strength[wolf])
            write_number(out, renown + place, s.renown[wolf])
            row = seen_plan(s, seat, wolf)
            if row:
                write_number(out, vigours + place, row >> STRENGTH_SHIFT)
                write_packed(out, plan + place * PHASES, row, TOKEN_BITS, PHASES)
    if s.colours[seat] != NOBODY:
        write_set(out, used, used_tokens(s, seat), TOKENS + 1)
        write_set(out, used + TOKENS + 1, s.litter >> (s.colours[seat] * LETTERS), LETTERS)
    return used + TOKENS + 1 + LETTERS


def fill_seats(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes pups, points, losses and pledges."""
    total = at + MOST_SEATS
    earned = total + MOST_SEATS
    lost = earned + MOST_SEATS * SOURCES
    pledges = lost + MOST_SEATS * 2
    other = seat
    for k in range(s.seats):
        write_number(out, total + k, points(s, other))
        other = left_of(other, s.seats)
    write_packed(out, pledges, rotate_packed(s.pledges, seat, s.seats, PLEDGE_BITS), PLEDGE_BITS, MOST_SEATS)
    write_by_seat(out, at, s.pups, seat, s.seats, 1)
    write_by_seat(out, earned, s.earned, seat, s.seats, SOURCES)
    write_by_seat(out, lost, s.lost, seat, s.seats, 2)
    return pledges + MOST_SEATS
