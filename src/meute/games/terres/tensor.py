"""Observation tensor of a seat: its own side comes first."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, first_n, i64
from meute.core.seats import Seat
from meute.core.tensor import (
    Layout,
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
from meute.games.terres.rules import FRAMES
from meute.games.terres.rules.setup import Setup
from meute.games.terres.rules.trick import Resolution, Reveal, Trick
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
    Plane("led", (CARDS,), "the card that was led"),
    Plane("led_on", (GROUNDS,), "where"),
    Plane("followed", (CARDS,), "the card that followed"),
    Plane("followed_on", (GROUNDS,), "where"),
    Plane("mine", (1,), "the own side turns a claw, or has lost the trick"),
    Plane("ground", (GROUNDS,), "where claws are turned or taken"),
    Plane("place", (MOST_PLACES,), "which claw was chosen"),
    Plane("claw", (FACE_DOWN + 1,), "its kind; the last one face down"),
    Plane("laid", (1,), "how far the set-up has come", GROUNDS * MOST_PLACES),
)


def write_tensor(s: Terres, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from its view."""
    at = LAYOUT.begin(s, out, at)
    at = write_set(out, at, s.hands[seat], CARDS)
    at = fill_cards(s, seat, out, at)
    at = fill_sides(s, seat, out, at)
    at = fill_grounds(s, out, at)
    write_by_seat(out, at, s.slots, seat, SIDES, MOST_SLOTS, 1)
    at = write_numbers(out, at + SIDES * MOST_SLOTS, s.unseen)
    at = write_one_hot(out, at, s.full_moon, GROUNDS)
    at = write_one_hot(out, at, s.red_moon, GROUNDS)
    at = write_number(out, at, s.trick)
    at = write_number(out, at, 1 if s.leader == seat else 0)
    fill_decision(s, seat, out, at)


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
    """Writes hand sizes, colours shown to lack, wolves and Force of each side."""
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


def fill_decision(s: Terres, seat: Seat, out: Row, at: i64) -> None:
    """Writes the fields of the frames on the stack: what is being decided."""
    led: i64 = NOBODY
    led_on: i64 = NOBODY
    followed: i64 = NOBODY
    followed_on: i64 = NOBODY
    who: i64 = NOBODY
    ground: i64 = NOBODY
    place: i64 = NOBODY
    claw: i64 = NOBODY
    laid: i64 = 0
    frame = s.top
    while frame is not None:
        if isinstance(frame, Trick):
            led = frame.led
            led_on = frame.led_on
            followed = frame.followed
            followed_on = frame.followed_on
        elif isinstance(frame, Reveal):
            who = frame.seat
            ground = frame.ground
            place = frame.place
        elif isinstance(frame, Resolution):
            who = frame.loser
            ground = frame.ground
            place = frame.place
            claw = frame.claw
        elif isinstance(frame, Setup):
            laid = frame.at
        frame = frame.under
    at = write_one_hot(out, at, led, CARDS)
    at = write_one_hot(out, at, led_on, GROUNDS)
    at = write_one_hot(out, at, followed, CARDS)
    at = write_one_hot(out, at, followed_on, GROUNDS)
    at = write_number(out, at, 1 if who == seat else 0)
    at = write_one_hot(out, at, ground, GROUNDS)
    at = write_one_hot(out, at, place, MOST_PLACES)
    at = write_one_hot(out, at, claw, FACE_DOWN + 1)
    write_number(out, at, laid)
