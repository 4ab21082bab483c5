"""Observation tensor of a seat: its own seat comes first, the others in seat order."""

from typing import Final

from meute.core.layout import Layout
from meute.core.numbers import NOBODY, Mask, has, i64, lowest, vec
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
    Plane,
    Row,
    relative_seat,
    relative_seats,
    write_by_seat,
    write_number,
    write_numbers,
    write_one_hot,
    write_set,
)
from meute.games.aventure import planes
from meute.games.aventure.options import PERMANENTS
from meute.games.aventure.rules import FRAMES
from meute.games.aventure.state import (
    DEALT_POWERS,
    FACES,
    FULL,
    GOALS,
    ICONS,
    KINDS,
    MARKS,
    MOST_PLACES,
    MOST_SEATS,
    POWERS,
    SIDE,
    SPOTS,
    STRIDE,
    Aventure,
    Spot,
    back_of,
    face_of,
    is_goal,
    mark_of,
    placed,
)
from meute.games.aventure.view import known_backs

AHEAD: Final = 8
UNDER: Final = 24
GRID: Final = (SIDE, SIDE)

LAYOUT: Final = Layout(
    FRAMES,
    planes.HAND,
    Plane("market", (MOST_PLACES,), "one more than the card on each place of the market", FACES),
    Plane("offered", (FACES,), "how often each card lies there", 2),
    Plane("stories", (1,), "places for Stories, which come first", MOST_PLACES),
    Plane("shown", (KINDS,), "the Story on top of the deck"),
    Plane("bag", (KINDS,), "how many of each card are in the shuffled part of the deck", 2),
    Plane("faces", (MOST_SEATS, *GRID), "one more than the card on each spot of each grid", FACES),
    Plane("marks", (MOST_SEATS, *GRID), "the markers on them", MARKS),
    Plane("icons", (ICONS, *GRID), "where the own grid has each icon"),
    Plane("goals", (KINDS,), "how often each Objective lies in the own grid", 2),
    Plane("placed", (MOST_SEATS,), "cards in each grid", FULL),
    Plane("home", (MOST_SEATS,), "the spot that cells are counted from: row * 8 + column", SPOTS),
    Plane("mover", (MOST_SEATS,), "whose turn it is"),
    planes.TOOK,
    planes.WAY,
    planes.FILLS,
    planes.LAID,
    planes.AGAIN,
    Plane("permanent", (PERMANENTS,), "the Permanent"),
    Plane("powers", (DEALT_POWERS,), "one more than each Power", POWERS),
    Plane("spent", (DEALT_POWERS, MOST_SEATS), "who has used it"),
    planes.POWER,
    planes.CHOOSING,
    Plane("bonus", (MOST_SEATS,), "points given at once", ANY),
    Plane("borrowed", (MOST_SEATS,), "one more than the Objective that each has borrowed", KINDS),
    Plane("aside", (MOST_SEATS,), "one more than the card that each has set aside", FACES),
    Plane("skips", (MOST_SEATS,), "who passes the next turn"),
    Plane(
        "orders",
        (3,),
        "one more than the guarded place, who is barred from it, who must take a Story",
        MOST_PLACES,
    ),
    Plane("looked", (MOST_PLACES, MOST_SEATS), "who has looked behind each card of the market"),
    Plane(
        "behind",
        (MOST_PLACES + 1,),
        "one more than the Objective behind each Story there and on the deck",
        KINDS,
    ),
    Plane("ahead", (AHEAD,), "one more than the cards known to follow on the deck", KINDS),
    Plane("under", (UNDER,), "one more than the cards known to lie under it", KINDS),
)


def write_tensor(s: Aventure, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from its view."""
    start = at
    LAYOUT.begin(s, seat, out, at)
    at = fill_market(s, out, planes.HAND.after(start))
    at = fill_grids(s, seat, out, at)
    write_one_hot(out, at, relative_seat(s.mover, seat, s.seats), MOST_SEATS)
    if not s.opt.variant:
        return
    at = write_one_hot(out, planes.AGAIN.after(start), s.permanent, PERMANENTS)
    fill_powers(s, seat, out, at)
    at = fill_orders(s, seat, out, planes.CHOOSING.after(start))
    fill_backs(s, seat, out, at)


def fill_market(s: Aventure, out: Row, at: i64) -> i64:
    """Writes the market and the deck."""
    write_numbers(out, at, s.market, 1)
    at += MOST_PLACES
    for card in s.market:
        if card != NOBODY:
            out[at + card] += 1
    at = write_number(out, at + FACES, s.stories)
    at = write_one_hot(out, at, s.shown, KINDS)
    write_set(out, at, s.bag, KINDS)
    for kind in range(KINDS):
        if has(s.twice, kind):
            out[at + kind] += 1
    return at + KINDS


def fill_grids(s: Aventure, seat: Seat, out: Row, at: i64) -> i64:
    """Writes the cards of all grids, and the own icons and Objectives."""
    marks = at + MOST_SEATS * FULL
    icons = marks + MOST_SEATS * FULL
    goals = icons + ICONS * FULL
    cards = goals + KINDS
    other = seat
    for k in range(s.seats):
        laid = s.occupied[other]
        while laid:
            spot = lowest(laid)
            laid &= laid - 1
            card = s.grid[other * SPOTS + spot]
            face = face_of(card)
            cell = k * FULL + plane_cell(spot)
            write_number(out, at + cell, face + 1)
            write_number(out, marks + cell, mark_of(card))
            if k == 0 and is_goal(face):
                out[goals + face - GOALS] += 1
        write_number(out, cards + k, placed(s, other))
        other = left_of(other, s.seats)
    for icon in range(ICONS):
        spots = s.icons[seat * ICONS + icon]
        while spots:
            write_number(out, icons + icon * FULL + plane_cell(lowest(spots)), 1)
            spots &= spots - 1
    write_by_seat(out, cards + MOST_SEATS, s.home, seat, s.seats, 1)
    return cards + 2 * MOST_SEATS


def plane_cell(spot: Spot) -> i64:
    """The index of a spot in a plane of a grid."""
    return spot // STRIDE * SIDE + spot % STRIDE


def fill_powers(s: Aventure, seat: Seat, out: Row, at: i64) -> None:
    """Writes the Powers, and the seats that have used them."""
    at = write_numbers(out, at, s.powers, 1)
    for dealt in range(DEALT_POWERS):
        at = write_set(out, at, relative_seats(s.spent[dealt], seat, s.seats), MOST_SEATS)


def fill_orders(s: Aventure, seat: Seat, out: Row, at: i64) -> i64:
    """Writes what Powers left behind: points, cards, and orders for other seats."""
    write_by_seat(out, at, s.bonus, seat, s.seats, 1)
    write_by_seat(out, at + MOST_SEATS, s.borrowed, seat, s.seats, 1, 1)
    write_by_seat(out, at + 2 * MOST_SEATS, s.aside, seat, s.seats, 1, 1)
    at = write_set(out, at + 3 * MOST_SEATS, relative_seats(s.skips, seat, s.seats), MOST_SEATS)
    at = write_number(out, at, s.guarded + 1)
    at = write_number(out, at, relative_seat(s.barred, seat, s.seats) + 1)
    return write_number(out, at, relative_seat(s.diverted, seat, s.seats) + 1)


def fill_backs(s: Aventure, seat: Seat, out: Row, at: i64) -> None:
    """Writes the backs that the seat knows, and the known part of the deck."""
    known = known_backs(s, seat)
    backs = at + MOST_PLACES * MOST_SEATS
    for place in range(len(s.market)):
        write_set(out, at + place * MOST_SEATS, relative_seats(s.looked[place], seat, s.seats), MOST_SEATS)
        write_number(out, backs + place, known_back(s, known, s.market[place]))
    ahead = write_number(out, backs + MOST_PLACES, known_back(s, known, s.shown))
    fill_deck(s.ahead, AHEAD, out, ahead)
    fill_deck(s.under, UNDER, out, ahead + AHEAD)


def known_back(s: Aventure, known: Mask, card: i64) -> i64:
    """One more than the Objective behind a Story; 0 if it is unknown."""
    if card == NOBODY or is_goal(card) or not has(known, card):
        return 0
    return back_of(s, card) - GOALS + 1


def fill_deck(cards: vec[i64], size: i64, out: Row, at: i64) -> None:
    """Writes the first cards whose order is known, up to `size`."""
    write_numbers(out, at, cards if len(cards) <= size else cards[:size], 1)
