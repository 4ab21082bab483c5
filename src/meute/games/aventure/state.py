"""Game state of Mon Aventure."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, has, i64, lowest, without
from meute.games.aventure.options import DEFAULT_OPTIONS, ONCE, PERMANENTS, TRIOS, Options

Kind = i64
"""One of the 55 cards; with two copies of the game, two cards are of each kind."""
Face = i64
"""A card with one side up: its kind for the Story side, GOALS + its kind for the Objective side."""
Card = i64
"""A card in a grid: its face, and the marker on it (mark * FACES + face)."""
Spot = i64
"""A cell counted from the upper left card of a grid: row * STRIDE + column."""
Cell = i64
"""A cell counted from the home cell, as players write it: row * REACH + column, home in the middle."""

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 4
KINDS: Final = 55
GOALS: Final = 55
FACES: Final = 110
ICONS: Final = 9

SIDE: Final = 5
"""Cards in a row or column of a finished grid."""
FULL: Final = 25
STRIDE: Final = 8
"""Distance between rows in a mask of spots."""
SPOTS: Final = 40
MARGIN: Final = 9
"""Shift of a grid in the shifted frame, which has one more row above and one more column to the left."""
FRAMED_ROWS: Final = 7
ROW: Final = 31
"""The five columns of the first row."""
COLUMN: Final = 0x0101010101
"""The five rows of the first column."""
LAST_ROW: Final = 0x1F00000000
LAST_COLUMN: Final = 0x1010101010
FRAMED_EDGE_ROWS: Final = 0x00FF0000000000FF
FRAMED_EDGE_COLUMNS: Final = 0x0041414141414141
REACH: Final = 9
HOME: Final = 4
CELLS: Final = 81
LINES: Final = 2 * REACH
"""Rows, then columns, as players count them."""
ROTATIONS: Final = 2
"""Directions in which a line slides."""
MOST_MARKET: Final = 9
"""Stories, or Objectives, that lie in the market at first."""
MOST_PLACES: Final = 2 * MOST_MARKET + 1
"""Places of the market, with the one that a Permanent adds."""

SHAPE: Final = 0
ARROW: Final = 1
ARROW_NONE: Final = 2
DOUBLE: Final = 3
DOUBLE_ARROW: Final = 4
BALANCE: Final = 5

MOST_CELLS: Final = 12
"""Cells of the largest shape."""
IMAGES: Final = 8

UNMARKED: Final = 0
EXTRA_ICON: Final = 1
"""The marks from here on each add one icon."""
BLANK: Final = EXTRA_ICON + ICONS
WILD: Final = BLANK + 1
WAGER: Final = BLANK + 2
ECHO: Final = BLANK + 3
NEAR: Final = BLANK + 4
MARKS: Final = BLANK + 5

SHORTCUTS: Final = 0
CHATTY: Final = 1
THREE_FATES: Final = 2
TOP_OF_PILE: Final = 3
QUICK_LOOK: Final = 4
FOUR_WINDS: Final = 5
UNBROKEN: Final = 6
WHOLE_VALLEY: Final = 7
HEART: Final = 8
LARGEST_PACK: Final = 9
RUMOUR: Final = 10
REGRETS: Final = 11
SHOWPIECE: Final = 12
SCATTERED: Final = 13
FREE_HAND: Final = 14

POWERS: Final = 25
DEALT_POWERS: Final = 3


class Box:
    """The figures of a box: both sides of every card, the market, the copies of cards, and the variant."""

    stories: i64 = 0
    goals: i64 = 0
    copies: i64 = 1
    rummage: i64 = 0
    touch: i64 = 0
    wager_least: i64 = 0
    wager_win: i64 = 0
    wager_lose: i64 = 0
    near: i64 = 0
    borrow_share: i64 = 0
    pack_icon: i64 = 0
    pack_tie: i64 = 0
    valley_least: i64 = 0
    showpiece_least: i64 = 0
    repeats: bool = False
    """Whether any Story bears an icon more than once."""

    def __init__(self) -> None:
        self.icons = filled(KINDS, 0)
        """The set of icons on each Story."""
        self.more = filled(KINDS * ICONS, 0)
        """How often each Story bears each icon beyond the first time."""
        self.kind = filled(KINDS, 0)
        """The kind of each Objective: SHAPE, ARROW ..."""
        self.points = filled(KINDS, 0)
        self.wanted = filled(KINDS, 0)
        """The icons that an Objective asks for; on the left side of a balance."""
        self.against = filled(KINDS, 0)
        """The icons on the right side of a balance."""
        self.twin = filled(KINDS, 0)
        """1 where a double icon is twice the same one."""
        self.size = filled(KINDS, 0)
        """How many cards a shape has."""
        self.drawn = filled(KINDS * MOST_CELLS, 0)
        """The spots of a shape as its card draws them."""
        self.image = filled(KINDS + 1, 0)
        """Index of the first rotated or reflected image of each shape."""
        self.patterns = filled(KINDS * IMAGES, 0)
        """The spots of each image, its first one at spot 0."""
        self.room = filled(KINDS * IMAGES, 0)
        """The spots where each image can start without leaving the frame."""
        self.shifts = filled(KINDS * IMAGES * MOST_CELLS, 0)
        """How far each spot of an image is from its first one."""
        self.wants = filled(KINDS * IMAGES * MOST_CELLS, 0)
        """The icon asked for there."""
        self.matching = filled(KINDS, 0)
        """How many Stories bear all the icons that an Objective asks for."""
        self.lines = filled(SPOTS, 0)
        """The other spots of the same row and column."""
        self.corners = filled(SPOTS, 0)
        """The spots that touch only by a corner."""
        self.trios = filled(TRIOS * DEALT_POWERS, 0)
        """Three Powers that go well together, nine times."""
        self.permanent = filled(PERMANENTS, 0)
        """The figure on each Permanent that has one."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Aventure(State):
    """The market, the deck, and one growing grid per player."""

    mover: i64 = 0
    bag: Mask = 0
    """The kinds of which a card is somewhere in the shuffled part of the deck."""
    twice: Mask = 0
    """The kinds of which both copies are there."""
    shown: Kind = NOBODY
    """The Story on top of the deck, which is public."""
    stories: i64 = 0
    """How many places of the market are for Stories; they come first."""
    skips: Mask = 0
    """The seats that pass their next turn."""
    guarded: i64 = NOBODY
    """The place of the market that bears a marker."""
    barred: i64 = NOBODY
    """The seat that may not take the guarded card."""
    diverted: i64 = NOBODY
    """The seat that must take a Story."""
    permanent: i64 = NOBODY

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = DEFAULT_OPTIONS
        self.backs = NO_VECTOR
        """The Objective behind each Story in views and determinized states, NOBODY if unknown; empty in full states."""
        self.grid = NO_VECTOR
        self.icons = NO_VECTOR
        self.occupied = NO_VECTOR
        self.home = NO_VECTOR
        self.market = NO_VECTOR
        self.ahead = NO_VECTOR
        self.under = NO_VECTOR
        self.looked = NO_VECTOR
        self.powers = NO_VECTOR
        self.spent = NO_VECTOR
        self.bonus = NO_VECTOR
        self.borrowed = NO_VECTOR
        self.aside = NO_VECTOR

    def allocate(self, seats: i64, opt: Options, box: Box) -> None:
        """Allocates the vectors of an empty state."""
        self.seats = seats
        self.opt = opt
        self.box = box
        self.grid = filled(seats * SPOTS, NOBODY)
        """The card on each spot of each grid; the highest and the leftmost card touch the edges of its frame."""
        self.icons = filled(seats * ICONS, 0)
        """The spots with each icon."""
        self.occupied = filled(seats, 0)
        """The spots with a card."""
        self.home = filled(seats, 0)
        """The spot of the first card, which cells are counted from."""
        self.stories = box.stories
        self.market = filled(box.stories + box.goals, NOBODY)
        """The face on each place of the market."""
        if not opt.variant:
            return
        self.ahead = filled(0, 0)
        """Cards that were seen and put back on the deck, below the top card."""
        self.under = filled(0, 0)
        """Cards that were put under the deck."""
        self.looked = filled(len(self.market), 0)
        """The seats that have looked at the back of each card of the market."""
        self.powers = filled(DEALT_POWERS, NOBODY)
        self.spent = filled(DEALT_POWERS, 0)
        """The seats that have used each Power."""
        self.bonus = filled(seats, 0)
        """Points that Powers have given at once."""
        self.borrowed = filled(seats, NOBODY)
        """The kind of the Objective that a seat has borrowed."""
        self.aside = filled(seats, NOBODY)
        """The face that a seat has set aside."""

    def copy(self) -> "Aventure":
        s = Aventure()
        self.copy_table_to(s)
        self.copy_things_to(s)
        return s

    def copy_things_to(self, s: "Aventure") -> None:
        """Copies all but the stack of frames; all of it is public except `backs`."""
        s.box = self.box
        s.opt = self.opt
        s.mover = self.mover
        s.bag = self.bag
        s.twice = self.twice
        s.shown = self.shown
        s.stories = self.stories
        s.permanent = self.permanent
        s.backs = self.backs
        s.grid = self.grid[:]
        s.icons = self.icons[:]
        s.occupied = self.occupied[:]
        s.home = self.home[:]
        s.market = self.market[:]
        if not self.opt.variant:
            return
        s.skips = self.skips
        s.guarded = self.guarded
        s.barred = self.barred
        s.diverted = self.diverted
        s.ahead = self.ahead[:]
        s.under = self.under[:]
        s.looked = self.looked[:]
        s.powers = self.powers[:]
        s.spent = self.spent[:]
        s.bonus = self.bonus[:]
        s.borrowed = self.borrowed[:]
        s.aside = self.aside[:]


NO_BOX: Final = Box()
NO_VECTOR: Final = filled(0, 0)


def is_goal(face: Face) -> bool:
    """Whether a card lies Objective side up."""
    return face >= GOALS


def back_of(s: Aventure, story: Kind) -> Face:
    """The Objective on the back of a Story; NOBODY if it is unknown."""
    if len(s.backs) == 0:
        return story + GOALS
    goal = s.backs[story]
    return goal + GOALS if goal != NOBODY else NOBODY


def front_of(s: Aventure, goal: Face) -> Kind:
    """The Story on the back of a visible Objective."""
    story = goal - GOALS
    if len(s.backs):
        story = 0
        while s.backs[story] != goal - GOALS:
            story += 1
    return story


def other_side(s: Aventure, face: Face) -> Face:
    """The other side of the same card."""
    return front_of(s, face) if face >= GOALS else back_of(s, face)


def face_of(card: Card) -> Face:
    """A card without its marker."""
    return card % FACES


def mark_of(card: Card) -> i64:
    """The marker on a card."""
    return card // FACES


def with_mark(face: Face, mark: i64) -> Card:
    """A card with a marker on it."""
    return mark * FACES + face


def icons_of(s: Aventure, card: Card) -> Mask:
    """The icons that a card shows; none on an Objective."""
    face = face_of(card)
    mark = mark_of(card)
    if face >= GOALS or mark == BLANK:
        return 0
    icons = s.box.icons[face]
    if EXTRA_ICON <= mark < BLANK:
        icons |= bit(mark - EXTRA_ICON)
    return icons


def icon_count(s: Aventure, card: Card) -> i64:
    """The number of icons on a card; repeated icons count each."""
    icons = icons_of(s, card)
    total = count(icons)
    if s.box.repeats and icons:
        for icon in range(ICONS):
            total += s.box.more[face_of(card) * ICONS + icon]
    return total


def count_icon(s: Aventure, seat: i64, icon: i64, spots: Mask) -> i64:
    """The number of copies of an icon on the cards of these spots; repeated icons on one card count each."""
    here = s.icons[seat * ICONS + icon] & spots
    total = count(here)
    if s.box.repeats:
        while here:
            total += s.box.more[face_of(card_on(s, seat, lowest(here))) * ICONS + icon]
            here &= here - 1
    return total


def card_on(s: Aventure, seat: i64, spot: Spot) -> Card:
    """The card on a spot of a grid."""
    return s.grid[seat * SPOTS + spot]


def placed(s: Aventure, seat: i64) -> i64:
    """The number of cards in a grid."""
    return count(s.occupied[seat])


def cards_laid(s: Aventure) -> i64:
    """The number of cards in all grids together."""
    cards: i64 = 0
    for seat in range(s.seats):
        cards += placed(s, seat)
    return cards


def deck_size(s: Aventure) -> i64:
    """The number of cards in the deck, including the top card."""
    top: i64 = 0 if s.shown == NOBODY else 1
    return top + len(s.ahead) + count(s.bag) + count(s.twice) + len(s.under)


def rummage_cards(s: Aventure) -> list[int]:
    """The top cards of the deck that the Power `Rummage` may choose from."""
    return [kind for kind in (s.shown, *s.ahead) if kind != NOBODY][: s.box.rummage]


def remove_from_bag(s: Aventure, kind: Kind) -> None:
    """Removes one card of this kind from the shuffled part of the deck."""
    if has(s.twice, kind):
        s.twice = without(s.twice, kind)
    else:
        s.bag = without(s.bag, kind)


def kinds_in_market(s: Aventure, seat: i64, goals: bool) -> Mask:
    """The kinds of the Stories, or of the Objectives, that the seat may take from the market."""
    kinds: Mask = 0
    for place in range(len(s.market)):
        face = s.market[place]
        if face != NOBODY and is_goal(face) == goals and may_take(s, seat, place):
            kinds |= bit(face - GOALS if goals else face)
    return kinds


def may_take(s: Aventure, seat: i64, place: i64) -> bool:
    """Whether no marker bars the seat from the card on a place of the market."""
    return not (s.guarded == place and s.barred == seat)


def place_of(s: Aventure, seat: i64, face: Face) -> i64:
    """The first place of the market with this face that the seat may take; NOBODY if there is none."""
    for place in range(len(s.market)):
        if s.market[place] == face and may_take(s, seat, place):
            return place
    return NOBODY


def clear_place(s: Aventure, place: i64) -> Face:
    """Removes the card from a place of the market, with its marker and the set of seats that have looked at it; returns
    the card's face."""
    face = s.market[place]
    s.market[place] = NOBODY
    if s.opt.variant:
        s.looked[place] = 0
    if s.guarded == place:
        s.guarded = NOBODY
        s.barred = NOBODY
    return face


def is_available(s: Aventure, seat: i64, dealt: i64) -> bool:
    """Whether the seat can still use the Power with the index `dealt` among the Powers on the table."""
    return s.spent[dealt] == 0 if s.opt.power_use == ONCE else not has(s.spent[dealt], seat)


def available_powers(s: Aventure, seat: i64) -> Mask:
    """The Powers on the table that the seat can still use, as a set."""
    powers: Mask = 0
    for dealt in range(len(s.powers)):
        if s.powers[dealt] != NOBODY and is_available(s, seat, dealt):
            powers |= bit(s.powers[dealt])
    return powers
