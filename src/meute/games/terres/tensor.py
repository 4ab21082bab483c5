"""What a seat sees of Terres de Loups, as a row of numbers; the own side first."""

from typing import Final

from meute.core.numbers import NOBODY, Mask, first_n, i64
from meute.core.seats import Seat
from meute.core.tensor import Layout, Plane, Row, marked, members, number, numbers, one, packed, seated
from meute.games.terres.rules import FRAMES
from meute.games.terres.rules.setup import Setup
from meute.games.terres.rules.trick import Resolution, Reveal, Trick
from meute.games.terres.scoring import FORCE_BITS, forces
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
    held,
    lone_wolves,
    strays,
    token_on,
    visible,
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


def fill(s: Terres, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of what a seat sees, from a state or from its view."""
    at = LAYOUT.begin(s, out, at)
    at = members(out, at, s.hands[seat], CARDS)
    at = fill_cards(s, seat, out, at)
    at = fill_sides(s, seat, out, at)
    at = fill_grounds(s, out, at)
    seated(out, at, s.slots, seat, SIDES, MOST_SLOTS, 1)
    at = numbers(out, at + SIDES * MOST_SLOTS, s.unseen)
    at = one(out, at, s.full_moon, GROUNDS)
    at = one(out, at, s.red_moon, GROUNDS)
    at = number(out, at, s.trick)
    at = number(out, at, 1 if s.leader == seat else 0)
    fill_decision(s, seat, out, at)


def fill_cards(s: Terres, seat: Seat, out: Row, at: i64) -> i64:
    """The cards that lie open, and where."""
    seen: Mask = 0
    where = at + CARDS
    for k in range(SIDES):
        for ground in range(GROUNDS):
            pile = (seat ^ k) * GROUNDS + ground
            place = 1 + (k * GROUNDS + ground) * 2
            marked(out, where, s.up[pile], place)
            marked(out, where, s.lone[pile], place + 1)
            seen |= s.up[pile] | s.lone[pile]
    members(out, at, seen, CARDS)
    return where + CARDS


def fill_sides(s: Terres, seat: Seat, out: Row, at: i64) -> i64:
    """What is known of the hands, and how strong each side is everywhere."""
    at = number(out, at, held(s, seat))
    at = number(out, at, held(s, seat ^ 1))
    for k in range(SIDES):
        at = members(out, at, s.voids >> ((seat ^ k) * COLOURS), COLOURS)
    for k in range(SIDES):
        for ground in range(GROUNDS):
            side = seat ^ k
            pile = k * GROUNDS + ground
            number(out, at + pile, visible(s, side, ground))
            number(out, at + PILES + pile, lone_wolves(s, side, ground))
            number(out, at + 2 * PILES + pile, strays(s, side * GROUNDS + ground))
    at += 3 * PILES
    for k in range(SIDES):
        at = packed(out, at, forces(s, seat ^ k), FORCE_BITS, GROUNDS)
    return at


def fill_grounds(s: Terres, out: Row, at: i64) -> i64:
    """Room, victory tokens and claws in the middle."""
    for ground in range(GROUNDS):
        wolves: i64 = 0
        for side in range(SIDES):
            wolves += visible(s, side, ground) + lone_wolves(s, side, ground)
        number(out, at + ground, s.box.capacity[ground] - wolves)
        token = token_on(s, ground)
        if token != NOBODY:
            number(out, at + GROUNDS + ground, s.box.faces[token])
            number(out, at + 2 * GROUNDS + ground, s.box.faces[token ^ 1])
    return numbers(out, at + 3 * GROUNDS, s.centre, 1)


def fill_decision(s: Terres, seat: Seat, out: Row, at: i64) -> None:
    """What is held by the paragraphs that are being read."""
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
    at = one(out, at, led, CARDS)
    at = one(out, at, led_on, GROUNDS)
    at = one(out, at, followed, CARDS)
    at = one(out, at, followed_on, GROUNDS)
    at = number(out, at, 1 if who == seat else 0)
    at = one(out, at, ground, GROUNDS)
    at = one(out, at, place, MOST_PLACES)
    at = one(out, at, claw, FACE_DOWN + 1)
    number(out, at, laid)
