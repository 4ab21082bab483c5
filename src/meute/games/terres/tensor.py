"""Observation tensor of a seat: its own side comes first."""

from typing import Final

from meute.core.layout import Layout
from meute.core.numbers import NOBODY, Mask, first_n, i64
from meute.core.seats import Seat
from meute.core.tensor import (
    Plane,
    Row,
    write_at_members,
    write_by_seat,
    write_number,
    write_numbers,
    write_one_hot,
    write_packed,
    write_set,
)
from meute.games.terres import planes
from meute.games.terres.rules import FRAMES
from meute.games.terres.scoring import FORCE_BITS, packed_forces
from meute.games.terres.state import (
    CARDS,
    CLAWS,
    COLOURS,
    FACE_DOWN,
    GROUNDS,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    Terres,
    hand_size,
    lone_wolves,
    strays,
    token_on,
    visible_wolves,
)

MOST_FORCE: Final = first_n(FORCE_BITS)
PILES: Final = SIDES * GROUNDS

LAYOUT: Final = Layout(
    FRAMES,
    Plane("hand", (CARDS,), "the own cards, by colour and value"),
    Plane("seen", (CARDS,), "cards that lie open"),
    Plane("pile", (CARDS,), "where: 1 + side * 10 + territory * 2, one more turned to the lone wolf", 2 * PILES),
    Plane("held", (SIDES,), "cards in each hand", CARDS),
    Plane("voids", (SIDES, COLOURS), "colours that a side has shown to lack"),
    Plane("up", (SIDES, GROUNDS), "wolves face up", CARDS),
    Plane("lone", (SIDES, GROUNDS), "lone wolves", CARDS),
    Plane("strays", (SIDES, GROUNDS), "those of them out of the box", CARDS),
    Plane("force", (SIDES, GROUNDS), "Force", MOST_FORCE),
    Plane("room", (GROUNDS,), "wolves that still find room", CARDS),
    Plane("prize", (GROUNDS,), "what the victory token shows", 99),
    Plane("other_face", (GROUNDS,), "what it has behind", 99),
    Plane("centre", (GROUNDS, MOST_PLACES), "claws in the middle: 1 + kind, 10 face down", FACE_DOWN + 1),
    Plane("slots", (SIDES, MOST_SLOTS), "claws in the slots: 1 + kind", CLAWS),
    Plane("unseen", (CLAWS,), "claws of each kind not seen yet", 18),
    Plane("full_moon", (GROUNDS,), "where it shines"),
    Plane("red_moon", (GROUNDS,), "where it shines"),
    Plane("trick", (1,), "tricks so far", CARDS),
    Plane("leads", (1,), "the own side leads"),
    planes.LED,
    planes.LED_ON,
    planes.FOLLOWED,
    planes.FOLLOWED_ON,
    planes.MINE,
    planes.GROUND,
    planes.PLACE,
    planes.CLAW,
    planes.LAID,
)


def write_tensor(s: Terres, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from its view."""
    at = LAYOUT.begin(s, seat, out, at)
    at = write_set(out, at, s.hands[seat], CARDS)
    at = fill_cards(s, seat, out, at)
    at = fill_sides(s, seat, out, at)
    at = fill_grounds(s, out, at)
    write_by_seat(out, at, s.slots, seat, SIDES, MOST_SLOTS, 1)
    at = write_numbers(out, at + SIDES * MOST_SLOTS, s.unseen)
    at = write_one_hot(out, at, s.full_moon, GROUNDS)
    at = write_one_hot(out, at, s.red_moon, GROUNDS)
    at = write_number(out, at, s.trick)
    write_number(out, at, 1 if s.leader == seat else 0)


def fill_cards(s: Terres, seat: Seat, out: Row, at: i64) -> i64:
    """Writes the face-up and lone wolf cards, and where they lie."""
    seen: Mask = 0
    where = at + CARDS
    for k in range(SIDES):
        for ground in range(GROUNDS):
            pile = (seat ^ k) * GROUNDS + ground
            place = 1 + (k * GROUNDS + ground) * 2
            write_at_members(out, where, s.up[pile], place)
            write_at_members(out, where, s.lone[pile], place + 1)
            seen |= s.up[pile] | s.lone[pile]
    write_set(out, at, seen, CARDS)
    return where + CARDS


def fill_sides(s: Terres, seat: Seat, out: Row, at: i64) -> i64:
    """Writes for each side the hand size, the colours that it is known to lack, wolves and Force."""
    at = write_number(out, at, hand_size(s, seat))
    at = write_number(out, at, hand_size(s, seat ^ 1))
    for k in range(SIDES):
        at = write_set(out, at, s.voids >> ((seat ^ k) * COLOURS), COLOURS)
    for k in range(SIDES):
        for ground in range(GROUNDS):
            side = seat ^ k
            pile = k * GROUNDS + ground
            write_number(out, at + pile, visible_wolves(s, side, ground))
            write_number(out, at + PILES + pile, lone_wolves(s, side, ground))
            write_number(out, at + 2 * PILES + pile, strays(s, side * GROUNDS + ground))
    at += 3 * PILES
    for k in range(SIDES):
        at = write_packed(out, at, packed_forces(s, seat ^ k), FORCE_BITS, GROUNDS)
    return at


def fill_grounds(s: Terres, out: Row, at: i64) -> i64:
    """Writes room, victory tokens and claws in the middle."""
    for ground in range(GROUNDS):
        wolves: i64 = 0
        for side in range(SIDES):
            wolves += visible_wolves(s, side, ground) + lone_wolves(s, side, ground)
        write_number(out, at + ground, s.box.capacity[ground] - wolves)
        token = token_on(s, ground)
        if token != NOBODY:
            write_number(out, at + GROUNDS + ground, s.box.faces[token])
            write_number(out, at + 2 * GROUNDS + ground, s.box.faces[token ^ 1])
    return write_numbers(out, at + 3 * GROUNDS, s.centre, 1)
