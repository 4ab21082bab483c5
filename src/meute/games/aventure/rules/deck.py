"""The deck: what is turned up, what is replaced, what goes under it."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import members
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, append, bit, has, i64, lowest, vec, without
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.aventure import planes
from meute.games.aventure.actions import DRAW, GOAL, STORY
from meute.games.aventure.events import (
    DECK_SHOWS,
    DIGS_UP,
    NOT_REPLACED,
    REPLACES,
    REPLACES_TURNED,
    SLIPS_UNDER,
    TAKES_DECK,
)
from meute.games.aventure.state import (
    GOALS,
    KINDS,
    MOST_PLACES,
    Aventure,
    Kind,
    back_of,
    clear_place,
    front_of,
    is_goal,
    remove_from_bag,
    rummage_cards,
)

DIVERTED: Final = Reason("aventure.why.diverted", "Histoires palpitantes")
NOT_THAT_CARD: Final = Reason("aventure.why.not_that_card", "Histoires palpitantes")


@mypyc_attr(acyclic=True, free_list_len=1)
class Replace(Frame):
    """REMPLACEZ LA CARTE"""

    FIELDS: ClassVar[Fields] = {"places": members(MOST_PLACES)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Setup.begin", "Turn")

    def __init__(self, places: Mask = 0) -> None:
        self.places = places
        """The places of the market to fill; for none, only the next Story is turned up."""

    def copy(self) -> Frame:
        return Replace(self.places)

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        out.members(planes.FILLS, self.places)

    def invalid_field(self, s: Aventure) -> str:
        for place in range(MOST_PLACES):
            if has(self.places, place) and (place >= len(s.market) or s.market[place] != NOBODY):
                return "places"
        return ""

    def advance(self, s: Aventure) -> Seats:
        while True:
            if s.shown == NOBODY:  # « Au sommet de la pioche, vous pouvez voir la prochaine carte Histoire »
                if s.bag and len(s.ahead) == 0:
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

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        offer_draw(s, out)

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
        remove_from_bag(s, action - DRAW)
        show_next(s, action - DRAW)


@mypyc_attr(acyclic=True, free_list_len=1)
class Rummage(Frame):
    """« Prenez une des 3 premières cartes de la pioche, sur la face de votre choix »"""

    FIELDS: ClassVar[Fields] = {}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn.searched",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (GOAL,)
    PROMPT: ClassVar[str] = "aventure.prompt.rummage"

    def copy(self) -> Frame:
        return Rummage()

    def invalid_field(self, s: Aventure) -> str:
        if not s.opt.variant:
            return "under"
        return "deck" if s.shown == NOBODY else ""

    def advance(self, s: Aventure) -> Seats:
        while len(s.ahead) < s.box.rummage - 1:
            if s.bag:
                return BY_CHANCE
            if len(s.under) == 0:
                break
            s.ahead = append(s.ahead, s.under[0])
            s.under = s.under[1:]
        return only(s.mover)

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if seat != s.mover:
            offer_draw(s, out)
            return
        kinds: Mask = 0
        backs: Mask = 0
        for kind in rummage_cards(s):
            kinds |= bit(kind)
            backs |= bit(back_of(s, kind) - GOALS)
        out.add_set(STORY, kinds)
        if s.diverted != seat:
            out.add_set(GOAL, backs)

    def refusal(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        return DIVERTED if is_goal(action) and s.diverted == seat else NOT_THAT_CARD

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
        if seat != s.mover:
            kind = action - DRAW
            remove_from_bag(s, kind)
            s.ahead = append(s.ahead, kind)
            s.say(DIGS_UP, NOBODY, kind)
            return
        kind = front_of(s, action) if is_goal(action) else action
        if kind == s.shown:
            s.shown = NOBODY
        else:
            others = list(s.ahead)
            others.remove(kind)
            s.ahead = vec[i64](others)
        s.say(TAKES_DECK, seat, action)
        s.reply(action)


def offer_draw(s: Aventure, out: Choices) -> None:
    """What the next card of the shuffled deck can be."""
    out.add_set(DRAW, s.bag & ~s.twice)
    if s.twice:
        for kind in range(KINDS):
            if has(s.twice, kind):
                out.add_weighted(DRAW + kind, 2)


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
    face = clear_place(s, place)
    s.under = append(s.under, front_of(s, face) if is_goal(face) else face)
    s.say(SLIPS_UNDER, s.mover, face)
