"""DÉROULEMENT: turns, and the four steps of a turn."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import FLAG, Field, below, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, left_of, only
from meute.core.tensor import PlaneWriter
from meute.games.aventure import planes
from meute.games.aventure.actions import ASIDE, CELL, DECK, DONE, GOAL, PERMANENT, POWER, STORY
from meute.games.aventure.display_names import word
from meute.games.aventure.events import ENDS, LOOKS_AT_DECK, PASSES, PLACES, TAKES, TAKES_ASIDE, TAKES_DECK, TURNS_OVER
from meute.games.aventure.rules.deck import DIVERTED, Replace, slip_under
from meute.games.aventure.rules.grid import (
    ANYWHERE,
    CONTACT,
    CORNER,
    by_corner,
    cells_for,
    offer_anywhere,
    offer_framed,
    put,
    why_not_there,
)
from meute.games.aventure.rules.moving import Move, Swap
from meute.games.aventure.rules.powers import (
    ABOUT_FACE,
    AFTER,
    BEFORE,
    DOUBLE_PAGE,
    GREAT_LEAP,
    HOLDING,
    RUMMAGE,
    SET_ASIDE,
    SIDEWAYS,
    begin_power,
    is_due,
    spend,
    usable,
)
from meute.games.aventure.state import (
    FACES,
    FREE_HAND,
    FULL,
    GOALS,
    HOME,
    MOST_PLACES,
    POWERS,
    QUICK_LOOK,
    REACH,
    RUMOUR,
    SCATTERED,
    TOP_OF_PILE,
    Aventure,
    Card,
    Face,
    available_powers,
    back_of,
    cards_laid,
    clear_place,
    is_goal,
    kinds_in_market,
    other_side,
    place_of,
    placed,
)

FIRST_TURN: Final = 0
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

NOT_IN_MARKET: Final = Reason("aventure.why.not_in_market", "PRENEZ UNE CARTE")
OTHER_SIDE: Final = Reason("aventure.why.other_side", "PRENEZ UNE CARTE")
NO_DECK: Final = Reason("aventure.why.no_deck", "PRENEZ UNE CARTE")
DECK_EMPTY: Final = Reason("aventure.why.deck_empty", "REMPLACEZ LA CARTE")
NOTHING_ASIDE: Final = Reason("aventure.why.nothing_aside", "Histoires palpitantes")
GUARDED: Final = Reason("aventure.why.guarded", "Histoires palpitantes")
NOT_DEALT: Final = Reason("aventure.why.not_dealt", "Histoires palpitantes")
SPENT: Final = Reason("aventure.why.spent", "Histoires palpitantes")
ONE_POWER: Final = Reason("aventure.why.one_power", "Histoires palpitantes")
NOT_NOW: Final = Reason("aventure.why.not_now", "Histoires palpitantes")
NOTHING_TO_DO: Final = Reason("aventure.why.nothing_to_do", "Histoires palpitantes")


@mypyc_attr(acyclic=True, free_list_len=1)
class Turns(Frame):
    """DÉROULEMENT"""

    FIELDS: ClassVar[Fields] = {"step": steps({FIRST_TURN: "first_turn", NEXT: "next"})}

    def copy(self) -> Frame:
        return Turns()

    def advance(self, s: Aventure) -> Seats:
        while cards_laid(s) < FULL * s.seats:
            if self.step == NEXT:  # « Votre tour se termine et c'est au tour de votre adversaire »
                forget_orders(s)
                s.mover = left_of(s.mover, s.seats)
            self.step = NEXT
            if s.skips & only(s.mover):
                s.skips = without(s.skips, s.mover)
                s.say(PASSES, s.mover)
            elif placed(s, s.mover) < FULL:
                s.push(Turn())
                return GO_ON
        s.pop()  # « quand les deux joueurs ont 25 cartes placées dans leur grille de 5 x 5 »
        s.say(ENDS)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Frame):
    """À VOTRE TOUR"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {
                START: "start",
                TAKE: "take",
                SEARCHED: "searched",
                TAKEN: "taken",
                PLACE: "place",
                REPLACE: "replace",
                LAST_POWER: "last_power",
                CYCLE: "cycle",
                END: "end",
            }
        ),
        "face": maybe(FACES),
        "place": Field(FROM_DECK, MOST_PLACES - 1),
        "way": below(ANYWHERE + 1),
        "power": maybe(POWERS),
        "again": FLAG,
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turns",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (STORY, GOAL, DECK, ASIDE, POWER)

    def __init__(
        self, power: i64 = NOBODY, face: Face = NOBODY, place: i64 = NOBODY, way: i64 = CONTACT, again: i64 = 0
    ) -> None:
        self.power = power
        """The Power that was used this turn."""
        self.face = face
        """The card in hand."""
        self.place = place
        """The place of the market that it left empty."""
        self.way = way
        self.again = again
        """Whether a second card follows."""

    def copy(self) -> Frame:
        return Turn(self.power, self.face, self.place, self.way, self.again)

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        out.one_hot(planes.HAND, self.face)
        out.number(planes.TOOK, self.place + 2)
        out.number(planes.WAY, self.way)
        out.number(planes.AGAIN, self.again)
        out.one_hot(planes.POWER, self.power)

    def is_mid_move(self) -> bool:
        return self.step == PLACE

    def invalid_field(self, s: Aventure) -> str:
        if (TAKEN <= self.step <= PLACE) == (self.face == NOBODY):
            return "face"
        if self.step < TAKEN and self.place != NOBODY:
            return "place"
        if TAKEN <= self.step <= REPLACE and self.place >= 0:
            if self.place >= len(s.market) or s.market[self.place] != NOBODY:
                return "place"
        if self.way != CONTACT and (self.step < TAKEN or (self.way == CORNER and by_corner(s, s.mover) == 0)):
            return "way"
        to_come = (1 if self.step <= PLACE else 0) + (self.again if self.step <= LAST_POWER else 0)
        return "again" if to_come > FULL - placed(s, s.mover) else ""

    def advance(self, s: Aventure) -> Seats:
        if self.step == START:
            if s.permanent == QUICK_LOOK and s.shown != NOBODY and self.power == NOBODY:  # « Au début de votre tour »
                s.say_secret(LOOKS_AT_DECK, s.mover, secret=back_of(s, s.shown))
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
                s.push(Swap(may_decline=1))  # « vous pouvez échanger deux cartes de votre grille »
                return GO_ON
        if self.step == PLACE:  # « Placez la carte devant vous, dans votre grille »
            if self.must_ask(s):
                return only(s.mover)
            out = Choices()
            self.offer_cells(s, s.mover, out)
            self.put_down(s, out[0] - CELL)
        if self.step == REPLACE:
            self.step = LAST_POWER
            if self.place != NOBODY:
                s.push(Replace(0 if self.place == FROM_DECK else bit(self.place)))
                return GO_ON
        if self.step == LAST_POWER:
            if self.again:
                s.pop()
                s.push(Turn(DOUBLE_PAGE))
                return GO_ON
            if self.powers(s):
                return only(s.mover)
            self.step = CYCLE
        if self.step == CYCLE:
            if s.permanent == RUMOUR and s.shown != NOBODY:
                return only(s.mover)
            self.step = END
        s.pop()  # « FIN DU TOUR »
        return GO_ON

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == TAKE:
            offer_cards(s, seat, out)
            if has_aside(s, seat) and self.power != SET_ASIDE:  # « à un tour suivant »
                out.add(ASIDE)
            out.add_set(POWER, self.powers(s))
        elif self.step == PLACE:
            self.offer_cells(s, seat, out)
            out.add_set(POWER, self.powers(s))
        elif self.step == LAST_POWER:
            out.add(DONE)
            out.add_set(POWER, self.powers(s))
        else:
            out.add(DONE)
            out.add_set(STORY, kinds_in_market(s, NOBODY, False))

    def prompt(self, s: Aventure, seat: Seat) -> Phrase:
        if self.step == TAKE:
            return phrase("aventure.prompt.take_story" if s.diverted == seat else "aventure.prompt.take")
        if self.step == PLACE:
            return phrase("aventure.prompt.place", face=word("face", self.face))
        return phrase("aventure.prompt.last_power" if self.step == LAST_POWER else "aventure.prompt.cycle")

    def refusal(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        if POWER <= action < PERMANENT:
            return self.why_no_power(s, seat, action - POWER)
        if self.step == TAKE:
            return why_not_taken(s, seat, action)
        if self.step == PLACE and CELL <= action < DECK:
            return why_not_there(s, seat, self.way, action - CELL)
        return NOT_IN_MARKET if self.step == CYCLE and action < GOAL else OTHER_QUESTION

    def why_no_power(self, s: Aventure, seat: Seat, power: i64) -> Reason:
        """Why a Power cannot be used."""
        if power not in list(s.powers):
            return NOT_DEALT
        if not has(available_powers(s, seat), power):
            return SPENT
        if self.power != NOBODY:
            return ONE_POWER
        return NOTHING_TO_DO if is_due(s, seat, power, self.moment()) and self.step != CYCLE else NOT_NOW

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
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
                s.push(Replace(bit(place)))

    def powers(self, s: Aventure) -> Mask:
        """« at most one Power per turn, on your own turn »: those that can be used at this moment."""
        if not s.opt.variant or self.power != NOBODY or self.step == CYCLE:
            return 0
        return usable(s, s.mover, self.moment())

    def moment(self) -> i64:
        """When in the turn this is, for Powers."""
        return BEFORE if self.step == TAKE else HOLDING if self.step == PLACE else AFTER

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
            self.face = other_side(s, self.face)
            s.say(TURNS_OVER, s.mover, self.face)
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
            s.say(TAKES_DECK, seat, self.face)
        elif action == ASIDE:
            self.face = s.aside[seat]
            s.aside[seat] = NOBODY
            s.say(TAKES_ASIDE, seat, self.face)
        else:
            self.face = action
            self.place = place_of(s, seat, action)
            clear_place(s, self.place)
            s.say(TAKES, seat, self.face)

    def put_down(self, s: Aventure, cell: i64) -> None:
        """The card lies in the grid."""
        put(s, s.mover, cell, self.face)
        s.say(PLACES, s.mover, self.face, cell)
        self.face = NOBODY
        self.step = REPLACE

    def must_ask(self, s: Aventure) -> bool:
        """Whether there is more than one way to place the card."""
        seat = s.mover
        if self.powers(s):
            return True
        if s.occupied[seat] == 0:  # « Vous pouvez placer votre première carte où vous le souhaitez »
            return False
        if self.is_free(s):
            return True
        return count(cells_for(s, seat, self.way)) > 1

    def is_free(self, s: Aventure) -> bool:
        """Whether the card need not touch another one."""
        if self.way == ANYWHERE:
            return placed(s, s.mover) < FULL - 1
        return s.permanent == SCATTERED and self.way == CONTACT and placed(s, s.mover) < s.box.permanent[SCATTERED]

    def offer_cells(self, s: Aventure, seat: Seat, out: Choices) -> None:
        """« Chaque carte suivante devra être placée adjacente à au moins une autre carte de votre grille »"""
        if s.occupied[seat] == 0:
            out.add(CELL + HOME * REACH + HOME)
        elif self.is_free(s):
            offer_anywhere(s, seat, out)
        else:
            offer_framed(s, seat, out, cells_for(s, seat, self.way))


def offer_cards(s: Aventure, seat: Seat, out: Choices) -> None:
    """What the seat may take: a card of the market, or the visible one of the deck where the Permanent allows it."""
    out.add_set(STORY, kinds_in_market(s, seat, False))
    if s.diverted != seat:
        out.add_set(GOAL, kinds_in_market(s, seat, True))
    if s.permanent == TOP_OF_PILE and s.shown != NOBODY:
        out.add(DECK)


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


def why_not_taken(s: Aventure, seat: Seat, action: i64) -> Reason:
    """Why a card cannot be taken."""
    if action == DECK:
        return DECK_EMPTY if s.permanent == TOP_OF_PILE else NO_DECK
    if action == ASIDE:
        return DIVERTED if s.diverted == seat and s.aside[seat] != NOBODY else NOTHING_ASIDE
    if action in list(s.market):
        return DIVERTED if s.diverted == seat and is_goal(action) else GUARDED
    return OTHER_SIDE if (action + GOALS) % FACES in list(s.market) else NOT_IN_MARKET


def in_hand(s: Aventure) -> Card:
    """The card that a player holds: taken, or lifted from the grid."""
    turn = s.find(Turn)
    move = s.find(Move)
    if move is not None and move.card != NOBODY:
        return move.card
    return NOBODY if turn is None else turn.face
