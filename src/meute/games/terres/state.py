"""Game state of Terres de Loups."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, shift, without
from meute.games.terres.options import DEFAULT_OPTIONS, Options

Card = i64
"""colour * VALUES + value - LOWEST_VALUE"""
Ground = i64
"""A territory."""

SIDES: Final = 2
COLOURS: Final = 5
GROUNDS: Final = 5
VALUES: Final = 6
CARDS: Final = COLOURS * VALUES
TOKENS: Final = 5
FACES: Final = 2
LOWEST_VALUE: Final = 2
MOST_PLACES: Final = 6
MOST_SLOTS: Final = 20
HELD_BITS: Final = 6
TOKEN_BITS: Final = 4
STRAY_BITS: Final = 5
"""Widths of the fields that are packed in `held`, `tokens` and `strays`."""

CLAWS: Final = 9
FORCE_PER_WOLF: Final = 0
FORCE: Final = 1
LONE_WOLF: Final = 2
TURN_TOKEN: Final = 3
PER_WOLF: Final = 4
PER_LONE: Final = 5
PER_VISIBLE: Final = 6
SMALL: Final = 7
CONQUEST: Final = 8
FACE_DOWN: Final = 9
"""A claw in the middle whose kind is not yet drawn."""

SMALL_VALUE: Final = 4
"""The claw for small wolves counts values up to this one."""

# Why a card wins a trick.
HIGHER: Final = 0
LOWEST: Final = 1
LED: Final = 2
TRUMP: Final = 3


class Box:
    """The figures of a box, for the chosen side of the board."""

    hand: i64 = 0
    left: i64 = 0
    lone_force: i64 = 0
    full_moon: i64 = 0
    red_moon: i64 = 0

    def __init__(self) -> None:
        self.capacity = filled(GROUNDS, 0)
        self.copies = filled(CLAWS, 0)
        self.claw_values = filled(CLAWS, 0)
        self.faces = filled(TOKENS * FACES, 0)
        self.face_down = filled(GROUNDS, 0)
        self.face_up = filled(GROUNDS, 0)
        self.slots = filled(SIDES, 0)
        self.touches = filled(SIDES * MOST_SLOTS, 0)
        """For each slot, the set of territories it acts on."""
        self.slots_at = filled(SIDES * GROUNDS, 0)
        """For each side and territory, the set of slots that act on it."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Terres(State):
    """Both hands, five territories with wolves on both sides, claws in the middle and in the slots, and the moons."""

    trick: i64 = 0
    leader: i64 = 0
    full_moon: Ground = NOBODY
    red_moon: Ground = NOBODY
    held: i64 = 0
    """The size of each hand, which is public: HELD_BITS for each side."""
    voids: i64 = 0
    """The colours that each side has shown to lack: one bit for each side and colour."""
    tokens: i64 = 0
    """The victory token of each territory plus one: TOKEN_BITS each, 0 before it is laid."""
    strays: i64 = 0
    """The number of lone wolves that came out of the box: STRAY_BITS for each side and territory."""
    full: Mask = 0
    """The territories that take no more wolves."""
    claws: Mask = 0
    """The places in the middle that hold a claw."""
    hidden: Mask = 0
    """The places in the middle that hold a claw face down."""
    taken: Mask = 0
    """The slots that hold a claw."""

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = DEFAULT_OPTIONS
        self.hands = NO_VECTOR
        self.up = NO_VECTOR
        self.lone = NO_VECTOR
        self.centre = NO_VECTOR
        self.slots = NO_VECTOR
        self.unseen = NO_VECTOR

    def allocate(self, seats: i64, opt: Options, box: Box) -> None:
        """Allocates the vectors of an empty state."""
        self.seats = seats
        self.opt = opt
        self.box = box
        self.hands = filled(SIDES, 0)
        """The set of cards in each hand."""
        self.up = filled(SIDES * GROUNDS, 0)
        """The set of wolf cards face up, by side and territory."""
        self.lone = filled(SIDES * GROUNDS, 0)
        """The set of cards turned to their lone wolf side, by side and territory."""
        self.centre = filled(GROUNDS * MOST_PLACES, NOBODY)
        """The claws in the middle, by territory and place."""
        self.slots = filled(SIDES * MOST_SLOTS, NOBODY)
        """The claws in the dotted slots, by side and slot."""
        self.unseen = filled(CLAWS, 0)
        """The number of claws of each kind that are still face down or in the box."""

    def copy(self) -> "Terres":
        s = Terres()
        self.copy_table_to(s)
        s.box = self.box
        s.opt = self.opt
        s.trick = self.trick
        s.leader = self.leader
        s.full_moon = self.full_moon
        s.red_moon = self.red_moon
        s.held = self.held
        s.voids = self.voids
        s.tokens = self.tokens
        s.strays = self.strays
        s.full = self.full
        s.claws = self.claws
        s.hidden = self.hidden
        s.taken = self.taken
        s.hands = self.hands[:]
        s.up = self.up[:]
        s.lone = self.lone[:]
        s.centre = self.centre[:]
        s.slots = self.slots[:]
        s.unseen = self.unseen[:]
        return s


NO_BOX: Final = Box()
NO_VECTOR: Final = filled(0, 0)


def colour(card: Card) -> i64:
    return card // VALUES


def value(card: Card) -> i64:
    """The card's value, 2 to 7."""
    return card % VALUES + LOWEST_VALUE


def of_colour(hand: Mask, suit: i64) -> Mask:
    """The cards of one colour in a hand."""
    return hand & shift(first_n(VALUES), suit * VALUES)


def hand_size(s: Terres, side: i64) -> i64:
    return (s.held >> (side * HELD_BITS)) & first_n(HELD_BITS)


def strays(s: Terres, pile: i64) -> i64:
    """The number of lone wolves out of the box in a pile (side * GROUNDS + ground)."""
    return (s.strays >> (pile * STRAY_BITS)) & first_n(STRAY_BITS)


def is_void(s: Terres, side: i64, suit: i64) -> bool:
    """Whether a side has shown that it lacks a colour."""
    return has(s.voids, side * COLOURS + suit)


def total_wolves(s: Terres, ground: Ground) -> i64:
    """The number of wolf cards at a territory, both sides together."""
    cards = s.up[ground] | s.lone[ground] | s.up[GROUNDS + ground] | s.lone[GROUNDS + ground]
    if s.strays == 0:
        return count(cards)
    return count(cards) + strays(s, ground) + strays(s, GROUNDS + ground)


def wolves(s: Terres, side: i64, ground: Ground) -> i64:
    """The number of wolf cards of one side at a territory, lone wolves included."""
    pile = side * GROUNDS + ground
    return count(s.up[pile] | s.lone[pile]) + strays(s, pile)


def visible_wolves(s: Terres, side: i64, ground: Ground) -> i64:
    """The number of face-up wolves of one side at a territory."""
    return count(s.up[side * GROUNDS + ground])


def lone_wolves(s: Terres, side: i64, ground: Ground) -> i64:
    """The number of lone wolves of one side at a territory."""
    pile = side * GROUNDS + ground
    return count(s.lone[pile]) + strays(s, pile)


def is_full(s: Terres, ground: Ground) -> bool:
    """Whether a territory takes no more wolves."""
    return has(s.full, ground)


def room(s: Terres, ground: Ground) -> i64:
    """The number of wolves that a territory still takes."""
    return s.box.capacity[ground] - total_wolves(s, ground)


def mark_if_full(s: Terres, ground: Ground) -> None:
    """Records a territory without room as full."""
    if room(s, ground) <= 0:
        s.full |= bit(ground)


def lay_claw(s: Terres, at: i64, claw: i64) -> None:
    """Puts a claw in the middle, or turns it face up there."""
    s.centre[at] = claw
    s.claws |= bit(at)
    s.hidden = s.hidden | bit(at) if claw == FACE_DOWN else without(s.hidden, at)


def lift_claw(s: Terres, at: i64) -> None:
    """Removes a claw from the middle."""
    s.centre[at] = NOBODY
    s.claws = without(s.claws, at)


def fill_slot(s: Terres, at: i64, claw: i64) -> None:
    """Puts a claw into a slot."""
    s.slots[at] = claw
    s.taken |= bit(at)


def claw_places(s: Terres, ground: Ground) -> Mask:
    """The places in the middle of a territory that hold a claw."""
    return (s.claws >> (ground * MOST_PLACES)) & first_n(MOST_PLACES)


def hidden_claw_places(s: Terres, ground: Ground) -> Mask:
    """The places in the middle of a territory that hold a face-down claw."""
    return (s.hidden >> (ground * MOST_PLACES)) & first_n(MOST_PLACES)


def free_slots(s: Terres, side: i64) -> Mask:
    """The empty dotted slots of a side."""
    return first_n(s.box.slots[side]) & ~(s.taken >> (side * MOST_SLOTS))


def taken_slots(s: Terres, side: i64) -> Mask:
    """The slots of a side that hold a claw."""
    return (s.taken >> (side * MOST_SLOTS)) & first_n(MOST_SLOTS)


def taken_slots_at(s: Terres, side: i64, ground: Ground) -> Mask:
    """The slots of a side that hold a claw and act on a territory."""
    return (s.taken >> (side * MOST_SLOTS)) & s.box.slots_at[side * GROUNDS + ground]


def acts_on(s: Terres, side: i64, slot: i64, ground: Ground) -> bool:
    """Whether a claw in this slot acts on this territory."""
    return has(s.box.touches[side * MOST_SLOTS + slot], ground)


def trump(s: Terres) -> i64:
    """The colour of the latest moon's territory; NOBODY before the first."""
    return s.red_moon if s.red_moon != NOBODY else s.full_moon


def token_on(s: Terres, ground: Ground) -> i64:
    """The victory token of a territory: 2 * its number, plus 1 when turned over; NOBODY before it is laid."""
    return ((s.tokens >> (ground * TOKEN_BITS)) & first_n(TOKEN_BITS)) - 1


def lay_token(s: Terres, ground: Ground, token: i64) -> None:
    """Puts a victory token on a territory, replacing the one there."""
    s.tokens += (token - token_on(s, ground)) * bit(ground * TOKEN_BITS)


def token_value(s: Terres, ground: Ground) -> i64:
    """The points that a territory's victory token shows."""
    return s.box.faces[token_on(s, ground)]
