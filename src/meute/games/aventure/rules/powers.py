"""Histoires palpitantes: when each Power can be used, what it asks, and what it does."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import maybe
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, count, first_n, has, i64, without
from meute.core.phrase import Phrase, phrase
from meute.core.seats import Seat, left_of, only
from meute.core.tensor import PlaneWriter
from meute.games.aventure import planes
from meute.games.aventure.actions import CELL, GOAL, ICON, LINE, STORY
from meute.games.aventure.events import (
    ADDS_ICON,
    BORROWS,
    DIVERTS,
    GUARDS,
    LOOKS_AT_MARKET,
    MARKS,
    SCORES_BONUS,
    SETS_ASIDE,
    TRADES,
    USES,
)
from meute.games.aventure.names import POWER_NAMES
from meute.games.aventure.rules.deck import Replace, Rummage, slip_under
from meute.games.aventure.rules.grid import by_corner, complete_lines, offer_spots, recount, spot_of
from meute.games.aventure.rules.moving import (
    CHOICES,
    FIRST_CHOICE,
    SECOND_CHOICE,
    Barter,
    Choosing,
    Move,
    Swap,
    barterable,
    movable,
    offer_lines,
    slide,
    unmarked,
)
from meute.games.aventure.state import (
    ARROW,
    ARROW_NONE,
    BALANCE,
    BLANK,
    CELLS,
    DOUBLE,
    ECHO,
    EXTRA_ICON,
    FULL,
    GOALS,
    ICONS,
    NEAR,
    POWERS,
    ROTATIONS,
    SHAPE,
    SPOTS,
    WAGER,
    WILD,
    Aventure,
    Cell,
    Face,
    Spot,
    available_powers,
    back_of,
    card_on,
    clear_place,
    face_of,
    icons_of,
    is_goal,
    kinds_in_market,
    place_of,
    placed,
    with_mark,
)

SIDEWAYS: Final = 0
GREAT_LEAP: Final = 1
THE_SWAP: Final = 2
MOVING_HOUSE: Final = 3
SLIDING_ROW: Final = 4
ABOUT_FACE: Final = 5
BETWEEN_LINES: Final = 6
BLANK_PAGE: Final = 7
NEW_DESIGNS: Final = 8
RUMMAGE: Final = 9
SET_ASIDE: Final = 10
DOUBLE_PAGE: Final = 11
REWORK: Final = 12
NEW_STAKES: Final = 13
OVERPRINT: Final = 14
ERASURE: Final = 15
SKELETON_KEY: Final = 16
FINISHING_TOUCH: Final = 17
THE_WAGER: Final = 18
THE_ECHO: Final = 19
NEAR_ENOUGH: Final = 20
KEEP_OFF: Final = 21
BORROWING: Final = 22
DIVERSION: Final = 23
BARTER: Final = 24

MARKER_OF: Final = {ERASURE: BLANK, SKELETON_KEY: WILD, THE_WAGER: WAGER, THE_ECHO: ECHO, NEAR_ENOUGH: NEAR}

BEFORE: Final = 0
"""Before a card is taken."""
HOLDING: Final = 1
"""With the card in hand."""
AFTER: Final = 2
"""At the end of the turn."""


def usable(s: Aventure, seat: Seat, moment: i64) -> Mask:
    """The Powers on the table that the seat can use at this moment."""
    powers: Mask = 0
    dealt = available_powers(s, seat)
    for power in range(POWERS):
        if has(dealt, power) and is_due(s, seat, power, moment) and is_possible(s, seat, power):
            powers |= bit(power)
    return powers


def is_due(s: Aventure, seat: Seat, power: i64, moment: i64) -> bool:
    """Whether this is the moment for a Power; a barred or diverted seat takes its card first, to lose no order."""
    held = (power == KEEP_OFF and s.barred == seat) or (power == DIVERSION and s.diverted == seat)
    return is_moment(power, moment) and not (held and moment == BEFORE)


def is_moment(power: i64, moment: i64) -> bool:
    """Powers on the card in hand wait for it; those on the choice of a card come before it; the others at both ends."""
    if power in (SIDEWAYS, GREAT_LEAP, ABOUT_FACE):
        return moment == HOLDING
    if BETWEEN_LINES <= power <= DOUBLE_PAGE:
        return moment == BEFORE
    return moment != HOLDING


def is_possible(s: Aventure, seat: Seat, power: i64) -> bool:
    """Whether a Power has something to act on."""
    own = placed(s, seat)
    if power == SIDEWAYS:
        return by_corner(s, seat) != 0
    if power == GREAT_LEAP:
        return 0 < own < FULL - 1
    if power == THE_SWAP:
        return own > 1
    if power == MOVING_HOUSE:
        return movable(s, seat) != 0
    if power == SLIDING_ROW:
        return complete_lines(s.occupied[seat]) != 0
    if power in (BLANK_PAGE, NEW_DESIGNS, RUMMAGE):
        return s.shown != NOBODY
    if power in (SET_ASIDE, DOUBLE_PAGE):  # neither on a player's last turn
        return own < FULL - 1
    if power in (REWORK, NEW_STAKES):
        goals = power == NEW_STAKES
        return unmarked(s, seat, goals) != 0 and kinds_in_market(s, seat, goals) != 0
    if lays_marker(power):
        return markable(s, seat, power) != 0
    if power in (KEEP_OFF, DIVERSION):
        return next_opponent(s, seat) != NOBODY
    if power == BORROWING:
        return lendable(s, seat) != 0
    if power == BARTER:
        return barterable(s, seat) != 0
    return True


def spend(s: Aventure, seat: Seat, power: i64) -> None:
    """A used Power is covered by a marker."""
    for dealt in range(len(s.powers)):
        if s.powers[dealt] == power:
            s.spent[dealt] |= only(seat)
    s.say(USES, seat, power)


def begin_power(s: Aventure, power: i64) -> None:
    """Does what the Power says, or asks what it needs."""
    seat = s.mover
    if power == BETWEEN_LINES:
        look_behind(s, seat)
    elif power == BLANK_PAGE:
        refresh(s, 0, s.stories)
    elif power == NEW_DESIGNS:
        refresh(s, s.stories, len(s.market))
    elif power == FINISHING_TOUCH:
        s.bonus[seat] += s.box.touch
        s.say(SCORES_BONUS, seat, s.box.touch)
    elif power == DIVERSION:
        s.diverted = next_opponent(s, seat)
        s.say(DIVERTS, seat, s.diverted)
    elif power == RUMMAGE:
        s.push(Rummage())
    elif power == THE_SWAP:
        s.push(Swap())
    elif power == MOVING_HOUSE:
        s.push(Move())
    elif power == BARTER:
        s.push(Barter())
    elif lays_marker(power):
        s.push(Marker(power))
    else:
        s.push(Choice(power))


def look_behind(s: Aventure, seat: Seat) -> None:
    """« Regardez les Objectifs au dos des Histoires du marché »"""
    for place in range(s.stories):
        if s.market[place] != NOBODY:
            s.looked[place] |= only(seat)
            s.say_secret(LOOKS_AT_MARKET, seat, s.market[place], secret=back_of(s, s.market[place]))


def refresh(s: Aventure, low: i64, high: i64) -> None:
    """« Glissez ... sous la pioche et remplacez-les »"""
    places: Mask = 0
    for place in range(low, high):
        if s.market[place] != NOBODY:
            slip_under(s, place)
            places |= bit(place)
    s.push(Replace(places))


@mypyc_attr(acyclic=True)
class OfPower(Choosing):
    """A choice whose question is that of a Power."""

    FIELDS: ClassVar[Fields] = {"step": CHOICES, "power": maybe(POWERS), "cell": maybe(CELLS)}

    def __init__(self, power: i64 = NOBODY, cell: Cell = NOBODY) -> None:
        self.power = power
        self.cell = cell

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        super().write_planes(s, out)
        out.number(planes.CHOOSING, self.power + 1, planes.CHOSEN_POWER)

    def prompt(self, s: Aventure, seat: Seat) -> Phrase:
        then = "" if self.step == FIRST_CHOICE else ".then"
        return phrase(f"aventure.prompt.{POWER_NAMES[self.power]}{then}")


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice(OfPower):
    """Powers that need a card of the market, an Objective or a line, and perhaps a card of the own grid before"""

    def copy(self) -> Frame:
        return Choice(self.power, self.cell)

    def invalid_field(self, s: Aventure) -> str:
        if self.power not in (SLIDING_ROW, BORROWING, REWORK, NEW_STAKES, KEEP_OFF, SET_ASIDE):
            return "power"
        return super().invalid_field(s)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return unmarked(s, seat, self.power == NEW_STAKES) if self.power in (REWORK, NEW_STAKES) else 0

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.power == SLIDING_ROW:
            offer_lines(s, seat, out)
        elif self.power == BORROWING:
            out.add_set(GOAL, lendable(s, seat))
        elif self.power in (REWORK, NEW_STAKES):
            goals = self.power == NEW_STAKES
            if self.step == FIRST_CHOICE:
                offer_spots(s, seat, out, self.spots(s, seat))
            else:
                out.add_set(GOAL if goals else STORY, kinds_in_market(s, seat, goals))
        else:
            out.add_set(STORY, kinds_in_market(s, seat, False))
            out.add_set(GOAL, kinds_in_market(s, seat, True))

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.power in (REWORK, NEW_STAKES) and self.step == FIRST_CHOICE:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
            return
        s.pop()
        if self.power == SLIDING_ROW:
            slide(s, seat, (action - LINE) // ROTATIONS, (action - LINE) % ROTATIONS)
        elif self.power == BORROWING:
            s.borrowed[seat] = action - GOAL
            s.say(BORROWS, seat, action)
        elif self.power in (REWORK, NEW_STAKES):
            trade(s, seat, spot_of(s, seat, self.cell), place_of(s, seat, action))
        elif self.power == KEEP_OFF:
            s.guarded = place_of(s, seat, action)
            s.barred = next_opponent(s, seat)
            s.say(GUARDS, seat, action, s.barred)
        else:
            assert self.power == SET_ASIDE
            place = place_of(s, seat, action)
            s.aside[seat] = clear_place(s, place)
            s.say(SETS_ASIDE, seat, action)
            s.push(Replace(bit(place)))


@mypyc_attr(acyclic=True, free_list_len=1)
class Marker(OfPower):
    """« Marqueur sur une de vos Histoires », « sur un de vos Objectifs »"""

    def copy(self) -> Frame:
        return Marker(self.power, self.cell)

    def invalid_field(self, s: Aventure) -> str:
        if not lays_marker(self.power) or (self.step == SECOND_CHOICE and self.power != OVERPRINT):
            return "power"
        return super().invalid_field(s)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return markable(s, seat, self.power)

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, self.spots(s, seat))
        else:  # « elle gagne une icône de votre choix »
            out.add_set(ICON, first_n(ICONS) & ~icons_of(s, card_on(s, seat, spot_of(s, seat, self.cell))))

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE and self.power == OVERPRINT:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
            return
        s.pop()
        if self.step == SECOND_CHOICE:
            face = mark_card(s, seat, self.cell, EXTRA_ICON + action - ICON)
            s.say(ADDS_ICON, seat, face, action - ICON)
        else:
            face = mark_card(s, seat, action - CELL, MARKER_OF[self.power])
            s.say(MARKS, seat, face, self.power)


def next_opponent(s: Aventure, seat: Seat) -> Seat:
    """The next player, if a turn of his comes: « votre adversaire ... au prochain tour »"""
    other = left_of(seat, s.seats)
    return other if placed(s, other) < FULL else NOBODY


def lays_marker(power: i64) -> bool:
    """Whether the Power lays a marker on a card of the own grid."""
    return power == OVERPRINT or power in MARKER_OF


def markable(s: Aventure, seat: Seat, power: i64) -> Mask:
    """The cards of the grid that a Power's marker can lie on."""
    goals = power in (THE_WAGER, THE_ECHO, NEAR_ENOUGH)
    spots = unmarked(s, seat, goals)
    for spot in range(SPOTS):
        if has(spots, spot) and not suits(s, power, face_of(card_on(s, seat, spot))):
            spots = without(spots, spot)
    return spots


def suits(s: Aventure, power: i64, face: Face) -> bool:
    """« un de vos Objectifs Flèches », « un de vos Objectifs Équilibre »"""
    if power == THE_ECHO:
        return s.box.kind[face - GOALS] in (ARROW, ARROW_NONE)
    if power == NEAR_ENOUGH:
        return s.box.kind[face - GOALS] == BALANCE
    if power == OVERPRINT:
        return count(s.box.icons[face]) < ICONS
    return True


def mark_card(s: Aventure, seat: Seat, cell: Cell, mark: i64) -> Face:
    """A marker lies on a card of the grid."""
    spot = spot_of(s, seat, cell)
    face = face_of(card_on(s, seat, spot))
    s.grid[seat * SPOTS + spot] = with_mark(face, mark)
    recount(s, seat)
    return face


def trade(s: Aventure, seat: Seat, spot: Spot, place: i64) -> None:
    """A card of the grid and one of the market change places."""
    face = clear_place(s, place)
    old = face_of(card_on(s, seat, spot))
    s.market[place] = old
    s.grid[seat * SPOTS + spot] = face
    recount(s, seat)
    s.say(TRADES, seat, old, face)


def lendable(s: Aventure, seat: Seat) -> Mask:
    """The Objectives without arrows in other grids."""
    kinds: Mask = 0
    for other in range(s.seats):
        for spot in range(SPOTS):
            card = card_on(s, other, spot)
            if other != seat and card != NOBODY and is_goal(face_of(card)):
                kind = face_of(card) - GOALS
                if s.box.kind[kind] in (SHAPE, DOUBLE, BALANCE):
                    kinds |= bit(kind)
    return kinds
