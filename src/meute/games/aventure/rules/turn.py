"""DÉROULEMENT: turns, and the four steps of a turn."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, bit, count, i64, lowest, without
from meute.core.seats import GO_ON, Seat, Seats, left_of, only
from meute.games.aventure.rules.actions import (
    ASIDE,
    CELL,
    DECK,
    DONE,
    ENDS,
    GOAL,
    LOOKS_AT_DECK,
    PASSES,
    PERMANENT,
    PLACES,
    POWER,
    STORY,
    TAKES,
    TAKES_ASIDE,
    TAKES_DECK,
    TURNS_OVER,
)
from meute.games.aventure.rules.deck import replace, slip_under
from meute.games.aventure.rules.grid import (
    ANYWHERE,
    CONTACT,
    CORNER,
    cell_at,
    cells_for,
    offer_anywhere,
    offer_framed,
    put,
)
from meute.games.aventure.rules.powers import Swap, begin_power, spend
from meute.games.aventure.rules.targets import (
    ABOUT_FACE,
    AFTER,
    BEFORE,
    DOUBLE_PAGE,
    GREAT_LEAP,
    HOLDING,
    RUMMAGE,
    SET_ASIDE,
    SIDEWAYS,
    usable,
)
from meute.games.aventure.state import (
    FREE_HAND,
    FULL,
    HOME,
    QUICK_LOOK,
    REACH,
    RUMOUR,
    SCATTERED,
    STRIDE,
    TOP_OF_PILE,
    Aventure,
    Face,
    back_of,
    empty_place,
    faces_in_market,
    is_finished,
    is_goal,
    place_of,
    placed,
    turned,
)

NEXT: Final = 1
"""A turn has been played."""

START: Final = 0
TAKE: Final = 1
SEARCHED: Final = 2
TAKEN: Final = 3
PLACE: Final = 4
REPLACE: Final = 5
LAST_POWER: Final = 6
CYCLE: Final = 7
END: Final = 8

FROM_DECK: Final = -2
"""Instead of a place of the market: only the deck turns up its next Story."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Turns(Frame):
    """DÉROULEMENT"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step",)

    def copy(self) -> Frame:
        f = Turns()
        f.step = self.step
        return f

    def go(self, s: Aventure) -> Seats:
        while not is_finished(s):
            if self.step == NEXT:  # « Votre tour se termine et c'est au tour de votre adversaire »
                forget_orders(s)
                s.mover = left_of(s.mover, s.seats)
            self.step = NEXT
            if s.skips & only(s.mover):
                s.skips = without(s.skips, s.mover)
                s.say(PASSES, s.mover, 0, 0, 0)
            elif placed(s, s.mover) < FULL:
                s.push(Turn())
                return GO_ON
        s.pop()  # « La partie se termine quand les deux joueurs ont 25 cartes »
        s.say(ENDS, NOBODY, 0, 0, 0)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """À VOTRE TOUR"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "face", "place", "way", "power", "again")

    face: Face
    place: i64
    way: i64
    power: i64
    again: i64

    def __init__(self) -> None:
        super().__init__()
        self.face = NOBODY
        """The card in hand."""
        self.place = NOBODY
        """The place of the market that it left empty."""
        self.way = CONTACT
        self.power = NOBODY
        """The Power that was used this turn."""
        self.again = 0
        """Whether a second card follows."""

    def copy(self) -> Frame:
        f = Turn()
        f.step = self.step
        f.face = self.face
        f.place = self.place
        f.way = self.way
        f.power = self.power
        f.again = self.again
        return f

    def go(self, s: Aventure) -> Seats:
        if self.step == START:
            if s.permanent == QUICK_LOOK and s.shown != NOBODY and self.power == NOBODY:  # « Au début de votre tour »
                s.whisper(LOOKS_AT_DECK, s.mover, 0, 0, 0, back_of(s, s.shown), only(s.mover))
            self.step = TAKE
        if self.step == TAKE:  # « Prenez une des six cartes du marché »
            return only(s.mover)
        if self.step == SEARCHED:
            self.face = s.answer
            self.place = FROM_DECK
            self.step = TAKEN
        if self.step == TAKEN:
            self.step = PLACE
            if s.permanent == FREE_HAND and is_goal(self.face) and placed(s, s.mover) > 1:
                s.push(swap_or_not())
                return GO_ON
        if self.step == PLACE:  # « Placez la carte devant vous, dans votre grille »
            if self.must_ask(s):
                return only(s.mover)
            self.put_down(s, self.only_cell(s))
        if self.step == REPLACE:
            self.step = LAST_POWER
            if self.place != NOBODY:
                s.push(replace(0 if self.place == FROM_DECK else bit(self.place)))
                return GO_ON
        if self.step == LAST_POWER:
            if self.again:
                s.pop()
                s.push(second_card())
                return GO_ON
            if self.powers(s, AFTER):
                return only(s.mover)
            self.step = CYCLE
        if self.step == CYCLE:
            if s.permanent == RUMOUR and s.shown != NOBODY:
                return only(s.mover)
            self.step = END
        s.pop()  # « FIN DU TOUR »
        return GO_ON

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == TAKE:
            offer_cards(s, seat, out)
            if has_aside(s, seat) and self.power != SET_ASIDE:  # « à un tour suivant »
                out.one(ASIDE)
            out.some(POWER, self.powers(s, BEFORE))
        elif self.step == PLACE:
            self.offer_cells(s, seat, out)
            out.some(POWER, self.powers(s, HOLDING))
        elif self.step == LAST_POWER:
            out.one(DONE)
            out.some(POWER, self.powers(s, AFTER))
        else:
            out.one(DONE)
            out.some(STORY, faces_in_market(s, NOBODY, False))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if POWER <= action < PERMANENT:
            self.use(s, action - POWER)
        elif self.step == TAKE:
            self.pick_up(s, seat, action)
        elif self.step == PLACE:
            self.put_down(s, action - CELL)
        elif self.step == LAST_POWER:
            self.step = CYCLE
        else:
            self.step = END
            if action != DONE:
                place = place_of(s, NOBODY, action - STORY)
                slip_under(s, place)
                s.push(replace(bit(place)))

    def powers(self, s: Aventure, moment: i64) -> Mask:
        """« at most one Power per turn, on your own turn »: those that can be used at this moment."""
        if not s.opt.variant or self.power != NOBODY:
            return 0
        return usable(s, s.mover, moment)

    def use(self, s: Aventure, power: i64) -> None:
        """Histoires palpitantes: the Power is used."""
        spend(s, s.mover, power)
        self.power = power
        if self.step == LAST_POWER:
            self.step = CYCLE
        if power == SIDEWAYS:
            self.way = CORNER
        elif power == GREAT_LEAP:
            self.way = ANYWHERE
        elif power == ABOUT_FACE:
            self.face = turned(s, self.face)
            s.say(TURNS_OVER, s.mover, self.face, 0, 0)
        elif power == DOUBLE_PAGE:
            self.again = 1
            s.skips |= only(s.mover)
        else:
            if power == RUMMAGE:
                self.step = SEARCHED
            begin_power(s, power)

    def pick_up(self, s: Aventure, seat: Seat, action: i64) -> None:
        """« Gardez-la du côté où vous l'avez prise »"""
        self.step = TAKEN
        if action == DECK:
            self.face = s.shown
            self.place = FROM_DECK
            s.shown = NOBODY
            s.say(TAKES_DECK, seat, self.face, 0, 0)
        elif action == ASIDE:
            self.face = s.aside[seat]
            s.aside[seat] = NOBODY
            s.say(TAKES_ASIDE, seat, self.face, 0, 0)
        else:
            self.face = action
            self.place = place_of(s, seat, action)
            empty_place(s, self.place)
            s.say(TAKES, seat, self.face, 0, 0)

    def put_down(self, s: Aventure, cell: i64) -> None:
        """The card lies in the grid."""
        put(s, s.mover, cell, self.face)
        s.say(PLACES, s.mover, self.face, cell, 0)
        self.face = NOBODY
        self.step = REPLACE

    def must_ask(self, s: Aventure) -> bool:
        """Whether there is more than one way to place the card."""
        seat = s.mover
        if self.powers(s, HOLDING):
            return True
        if s.occupied[seat] == 0:  # « Vous pouvez placer votre première carte où vous le souhaitez »
            return False
        if self.is_free(s):
            return True
        return count(cells_for(s, seat, self.way)) > 1

    def only_cell(self, s: Aventure) -> i64:
        """The only cell there is."""
        seat = s.mover
        if s.occupied[seat] == 0:
            return HOME * REACH + HOME
        framed = lowest(cells_for(s, seat, self.way))
        return cell_at(s, seat, framed // STRIDE - 1, framed % STRIDE - 1)

    def is_free(self, s: Aventure) -> bool:
        """Whether the card need not touch another one."""
        if self.way == ANYWHERE:
            return placed(s, s.mover) < FULL - 1
        return s.permanent == SCATTERED and self.way == CONTACT and placed(s, s.mover) < s.box.permanent[SCATTERED]

    def offer_cells(self, s: Aventure, seat: Seat, out: Choices) -> None:
        """« Chaque carte suivante devra être placée adjacente à au moins une autre carte de votre grille »"""
        if s.occupied[seat] == 0:
            out.one(CELL + HOME * REACH + HOME)
        elif self.is_free(s):
            offer_anywhere(s, seat, out)
        else:
            offer_framed(s, seat, out, cells_for(s, seat, self.way))


def offer_cards(s: Aventure, seat: Seat, out: Choices) -> None:
    """What the seat may take: a card of the market, or the visible one of the deck where the Permanent allows it."""
    out.some(STORY, faces_in_market(s, seat, False))
    if s.diverted != seat:
        out.some(GOAL, faces_in_market(s, seat, True))
    if s.permanent == TOP_OF_PILE and s.shown != NOBODY:
        out.one(DECK)


def has_aside(s: Aventure, seat: Seat) -> bool:
    """Whether the seat may take a card that it has set aside."""
    if len(s.aside) == 0 or s.aside[seat] == NOBODY:
        return False
    return s.diverted != seat or not is_goal(s.aside[seat])


def forget_orders(s: Aventure) -> None:
    """A marker in the market and a diversion hold for one turn."""
    if s.barred == s.mover:
        s.guarded = NOBODY
        s.barred = NOBODY
    if s.diverted == s.mover:
        s.diverted = NOBODY


def second_card() -> Frame:
    """The second half of a double page; the Power of the turn is used."""
    f = Turn()
    f.power = DOUBLE_PAGE
    return f


def swap_or_not() -> Frame:
    """« Quand vous prenez un Objectif, vous pouvez échanger deux cartes de votre grille »"""
    f = Swap()
    f.may_decline = 1
    return f
