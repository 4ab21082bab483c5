"""The deck: what is turned up, what is replaced, what goes under it."""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import members
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, append, has, i64, lowest, without
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats
from meute.games.aventure.actions import DRAW
from meute.games.aventure.events import DECK_SHOWS, NOT_REPLACED, REPLACES, REPLACES_TURNED, SLIPS_UNDER
from meute.games.aventure.state import (
    KINDS,
    MOST_PLACES,
    Aventure,
    Kind,
    back_of,
    empty_place,
    front_of,
    is_goal,
    out_of_bag,
)


@mypyc_attr(acyclic=True, free_list_len=1)
class Replace(Frame):
    """REMPLACEZ LA CARTE"""

    FIELDS: ClassVar[Fields] = {"places": members(MOST_PLACES)}

    def __init__(self, places: Mask = 0) -> None:
        self.places = places
        """The places of the market to fill; for none, only the next Story is turned up."""

    def copy(self) -> Frame:
        return Replace(self.places)

    def misfit(self, s: Aventure) -> str:
        for place in range(MOST_PLACES):
            if has(self.places, place) and (place >= len(s.market) or s.market[place] != NOBODY):
                return "places"
        return ""

    def go(self, s: Aventure) -> Seats:
        while True:
            if s.shown == NOBODY:  # « Au sommet de la pioche, vous pouvez voir la prochaine carte Histoire »
                if is_unknown(s):
                    return BY_CHANCE
                show_known(s)
            if self.places == 0:
                s.pop()
                return GO_ON
            place = lowest(self.places)
            self.places = without(self.places, place)
            if s.shown == NOBODY:
                s.say(NOT_REPLACED)
            else:  # « Prenez la carte du dessus de la pioche et placez-la à l'emplacement vide »
                fill_place(s, place)

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        offer_draw(s, out)

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        out_of_bag(s, action - DRAW)
        show_next(s, action - DRAW)


def offer_draw(s: Aventure, out: Choices) -> None:
    """What the next card of the shuffled deck can be."""
    out.some(DRAW, s.bag & ~s.twice)
    if s.twice:
        for kind in range(KINDS):
            if has(s.twice, kind):
                out.heavy(DRAW + kind, 2)


def is_unknown(s: Aventure) -> bool:
    """Whether nobody knows which card of the deck comes next."""
    return s.bag != 0 and len(s.ahead) == 0


def show_known(s: Aventure) -> None:
    """Turns up a card that everybody has seen: one that was put back, or one from under the deck."""
    if len(s.ahead):
        kind = s.ahead[0]
        s.ahead = s.ahead[1:]
        show_next(s, kind)
    elif len(s.under):
        kind = s.under[0]
        s.under = s.under[1:]
        show_next(s, kind)


def show_next(s: Aventure, kind: Kind) -> None:
    """A Story lies on top of the deck."""
    s.shown = kind
    s.say(DECK_SHOWS, NOBODY, kind)


def fill_place(s: Aventure, place: i64) -> None:
    """« Tournez la carte du même côté que la carte que vous venez de prendre »"""
    kind = s.shown
    s.shown = NOBODY
    if place < s.stories:
        s.market[place] = kind
        s.say(REPLACES, NOBODY, kind)
    else:  # « la carte Histoire ne sera donc plus disponible pour cette partie ! »
        s.market[place] = back_of(s, kind)
        s.say(REPLACES_TURNED, NOBODY, s.market[place], kind)


def slip_under(s: Aventure, place: i64) -> None:
    """A card of the market goes under the deck, Story side up like the others."""
    face = empty_place(s, place)
    s.under = append(s.under, front_of(s, face) if is_goal(face) else face)
    s.say(SLIPS_UNDER, s.mover, face)
