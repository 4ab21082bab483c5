"""MISE EN PLACE."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import below, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, bit, filled, first_n, i64, vec, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.aventure import planes
from meute.games.aventure.actions import DRAW, FIRST, PERMANENT, POWER
from meute.games.aventure.events import CHOOSES, GOES_FIRST, MARKET_LAID, PERMANENT_LAID, POWER_LAID
from meute.games.aventure.options import CHOSEN, LAST, NAMED, PERMANENTS, RANDOM, RANDOM_POWERS, TRIO
from meute.games.aventure.rules.deck import Replace, offer_draw, show_next
from meute.games.aventure.rules.turn import Turns
from meute.games.aventure.state import (
    CHATTY,
    DEALT_POWERS,
    MOST_PLACES,
    POWERS,
    THREE_FATES,
    Aventure,
    back_of,
    cards_laid,
    remove_from_bag,
)

LAY_MARKET: Final = 0
SHOW_DECK: Final = 1
WHO_STARTS: Final = 2
LAY_PERMANENT: Final = 3
LAY_POWERS: Final = 4
WIDEN_MARKET: Final = 5
BEGIN: Final = 6


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """MISE EN PLACE"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {
                LAY_MARKET: "lay_market",
                SHOW_DECK: "show_deck",
                WHO_STARTS: "who_starts",
                LAY_PERMANENT: "lay_permanent",
                LAY_POWERS: "lay_powers",
                WIDEN_MARKET: "widen_market",
                BEGIN: "begin",
            }
        ),
        "at": below(MOST_PLACES),
    }
    PROMPT: ClassVar[str] = "aventure.prompt.permanent"

    def __init__(self, at: i64 = 0) -> None:
        self.at = at

    def copy(self) -> Frame:
        return Setup(self.at)

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        out.number(planes.LAID, self.at)

    def invalid_field(self, s: Aventure) -> str:
        if cards_laid(s) > 0:
            return "grid"
        if self.step < BEGIN and len(s.market) != s.box.stories + s.box.goals:
            return "market"
        if self.step == LAY_MARKET and NOBODY in list(s.market)[: self.at]:
            return "at"
        if self.step == LAY_POWERS and (self.at > len(s.powers) or NOBODY in list(s.powers)[: self.at]):
            return "at"
        return ""

    def advance(self, s: Aventure) -> Seats:
        if self.step == LAY_MARKET:  # « prenez 6 cartes de la pioche et placez-en 4 côté Histoire et 2 côté Objectif »
            if self.at < len(s.market):
                return BY_CHANCE
            self.step = SHOW_DECK
        if self.step == SHOW_DECK:  # « posez la pioche à portée de main des deux joueurs, côté Histoire »
            if s.shown == NOBODY:
                return BY_CHANCE
            self.step = WHO_STARTS
            if s.opt.first:
                start_with(s, s.opt.first - 1)
                self.step = LAY_PERMANENT
        if self.step == WHO_STARTS:  # « CHOISISSEZ LE PREMIER JOUEUR »
            return BY_CHANCE
        if self.step == LAY_PERMANENT:  # « la variante « Histoires palpitantes » »
            if s.opt.permanent == CHOSEN:
                return only(chooser(s))
            if s.opt.permanent == RANDOM:
                return BY_CHANCE
            if s.opt.permanent >= NAMED:
                lay_permanent(s, s.opt.permanent - NAMED)
            self.step = LAY_POWERS
            self.at = 0
        if self.step == LAY_POWERS:
            if s.opt.powers == RANDOM_POWERS and self.at < DEALT_POWERS:
                return BY_CHANCE
            if s.opt.powers >= TRIO:
                for at in range(DEALT_POWERS):
                    lay_power(s, at, s.box.trios[(s.opt.powers - TRIO) * DEALT_POWERS + at])
            self.step = WIDEN_MARKET
        if self.step == WIDEN_MARKET:
            self.step = BEGIN
            if s.permanent in (CHATTY, THREE_FATES):
                s.push(Replace(bit(widen(s))))
                return GO_ON
        s.pop()
        s.push(Turns())
        return GO_ON

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == LAY_MARKET or self.step == SHOW_DECK:
            offer_draw(s, out)
        elif self.step == WHO_STARTS:
            out.add_range(FIRST, FIRST + s.seats)
        elif self.step == LAY_PERMANENT:
            out.add_range(PERMANENT, PERMANENT + PERMANENTS)
        else:
            left = first_n(POWERS)
            for dealt in range(self.at):
                left = without(left, s.powers[dealt])
            out.add_set(POWER, left)

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == LAY_MARKET:
            kind = action - DRAW
            remove_from_bag(s, kind)
            s.market[self.at] = kind if self.at < s.stories else back_of(s, kind)
            s.say(MARKET_LAID, NOBODY, s.market[self.at])
            self.at += 1
        elif self.step == SHOW_DECK:
            remove_from_bag(s, action - DRAW)
            show_next(s, action - DRAW)
        elif self.step == WHO_STARTS:
            start_with(s, action - FIRST)
            self.step = LAY_PERMANENT
        elif self.step == LAY_PERMANENT:
            if seat >= 0:
                s.say(CHOOSES, seat, action - PERMANENT)
            lay_permanent(s, action - PERMANENT)
            self.step = LAY_POWERS
            self.at = 0
        else:
            lay_power(s, self.at, action - POWER)
            self.at += 1


def chooser(s: Aventure) -> Seat:
    """Who chooses the Permanent: the first player, or the one who plays last."""
    return (s.mover + s.seats - 1) % s.seats if s.opt.chooser == LAST else s.mover


def start_with(s: Aventure, seat: Seat) -> None:
    """This seat plays first."""
    s.mover = seat
    s.say(GOES_FIRST, seat)


def lay_permanent(s: Aventure, permanent: i64) -> None:
    """The Permanent that holds for everybody."""
    s.permanent = permanent
    s.say(PERMANENT_LAID, NOBODY, permanent)


def lay_power(s: Aventure, at: i64, power: i64) -> None:
    """One of the three Powers."""
    s.powers[at] = power
    s.say(POWER_LAID, NOBODY, power)


def widen(s: Aventure) -> i64:
    """One more place in the market, for a Story or for an Objective."""
    at = s.stories if s.permanent == CHATTY else len(s.market)
    market = list(s.market)
    market.insert(at, NOBODY)
    s.market = vec[i64](market)
    s.looked = filled(len(s.market), 0)
    if s.permanent == CHATTY:
        s.stories += 1
    return at
