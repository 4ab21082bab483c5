"""Histoires palpitantes: what a Power asks before it acts."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import FLAG, MAYBE_SEAT, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, append, bit, filled, first_n, i64, vec, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, only
from meute.games.aventure.actions import CELL, DECK, DONE, DRAW, GOAL, ICON, LINE, PLAYER, STORY
from meute.games.aventure.events import (
    ADDS_ICON,
    BARTERS,
    BORROWS,
    DIGS_UP,
    GUARDS,
    MARKS,
    MOVES,
    SETS_ASIDE,
    SWAPS,
    TAKES_DECK,
)
from meute.games.aventure.names import POWER_NAMES
from meute.games.aventure.rules.deck import Replace, offer_draw
from meute.games.aventure.rules.exchange import exchange, mark_card, mark_for, offer_lines, slide, trade
from meute.games.aventure.rules.grid import (
    CONTACT,
    is_on,
    offer_framed,
    offer_spots,
    put,
    spot_of,
    why_not_there,
)
from meute.games.aventure.rules.targets import (
    BORROWING,
    KEEP_OFF,
    NEW_STAKES,
    OVERPRINT,
    REWORK,
    SET_ASIDE,
    SLIDING_ROW,
    barterable,
    lays_marker,
    lendable,
    lift,
    markable,
    movable,
    next_opponent,
    targets,
    unmarked,
    with_icons,
)
from meute.games.aventure.state import (
    CELLS,
    EXTRA_ICON,
    FACES,
    GOALS,
    ICONS,
    POWERS,
    ROTATIONS,
    Aventure,
    Card,
    Cell,
    back_of,
    card_on,
    empty_place,
    face_of,
    faces_in_market,
    front_of,
    icons_of,
    is_goal,
    number_on,
    out_of_bag,
    place_of,
    top_of_deck,
)
from meute.games.aventure.state import (
    MARKS as MOST_MARKS,
)
from meute.games.aventure.words import word

FIRST_CHOICE: Final = 0
SECOND_CHOICE: Final = 1
THIRD_CHOICE: Final = 2
CHOICES: Final = steps({FIRST_CHOICE: "first", SECOND_CHOICE: "second"})

DIVERTED: Final = Reason("aventure.why.diverted", "Histoires palpitantes")
NOT_BACK: Final = Reason("aventure.why.not_back", "Histoires palpitantes")
NO_CARD_THERE: Final = Reason("aventure.why.no_card_there", "Histoires palpitantes")
NOT_THAT_CARD: Final = Reason("aventure.why.not_that_card", "Histoires palpitantes")


@mypyc_attr(acyclic=True)
class Choosing(Frame):
    """The player whose turn it is chooses; a single option is taken without asking."""

    CONCERNS: ClassVar[tuple[int, ...]] = (STORY, GOAL, CELL)

    cell: Cell = NOBODY
    """The card of the own grid that was chosen first."""

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        """The cards of the own grid that may be chosen first."""
        return 0

    def misfit(self, s: Aventure) -> str:
        if self.under is None or not s.opt.variant:
            return "under"
        if self.step != FIRST_CHOICE and not is_on(s, s.mover, self.cell, self.spots(s, s.mover)):
            return "cell"
        return "" if self.offered(s).choices > 0 else "step"

    def offered(self, s: Aventure) -> Choices:
        """What there is to choose from."""
        out = Choices()
        self.options(s, s.mover, out)
        return out

    def go(self, s: Aventure) -> Seats:
        out = self.offered(s)
        if out.choices > 1:
            return only(s.mover)
        self.take(s, s.mover, out.within(0, 0))
        return GO_ON

    def refuses(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        return unsuitable(s, seat, action)


@mypyc_attr(acyclic=True, free_list_len=1)
class Swap(Choosing):
    """« Échangez deux cartes de votre grille »"""

    FIELDS: ClassVar[Fields] = {"step": CHOICES, "cell": maybe(CELLS), "may_decline": FLAG}

    def __init__(self, may_decline: i64 = 0, cell: Cell = NOBODY) -> None:
        self.may_decline = may_decline
        self.cell = cell

    def copy(self) -> Frame:
        return Swap(self.may_decline, self.cell)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return s.occupied[seat]

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        spots = s.occupied[seat]
        if self.step == SECOND_CHOICE:
            spots = without(spots, spot_of(s, seat, self.cell))
        elif self.may_decline:
            out.one(DONE)
        offer_spots(s, seat, out, spots)

    def asks(self, s: Aventure, seat: Seat) -> Phrase:
        if self.step == SECOND_CHOICE:
            return phrase("aventure.prompt.swap_with")
        return phrase("aventure.prompt.swap_or_not" if self.may_decline else "aventure.prompt.swap")

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if action == DONE:
            s.pop()
        elif self.step == FIRST_CHOICE:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
        else:
            exchange(s, seat, spot_of(s, seat, self.cell), seat, spot_of(s, seat, action - CELL))
            s.say(SWAPS, seat, self.cell, action - CELL)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(Choosing):
    """« Déplacez une de vos cartes vers une case libre en contact »"""

    FIELDS: ClassVar[Fields] = {"step": CHOICES, "card": maybe(MOST_MARKS * FACES), "cell": maybe(CELLS)}

    def __init__(self, card: Card = NOBODY, cell: Cell = NOBODY) -> None:
        self.card = card
        """The card in hand, and the cell it left."""
        self.cell = cell

    def copy(self) -> Frame:
        return Move(self.card, self.cell)

    def misfit(self, s: Aventure) -> str:
        if (self.step == FIRST_CHOICE) != (self.card == NOBODY):
            return "card"
        if self.step == FIRST_CHOICE:
            return super().misfit(s)
        if self.under is None or not s.opt.variant:
            return "under"
        out = self.offered(s)
        if self.cell == NOBODY or out.choices == 0:
            return "cell"
        then = s.copy()
        self.take(then, s.mover, out.within(0, 0))
        return "card" if self.under.misfit(then) else ""

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, movable(s, seat))
        else:
            offer_framed(s, seat, out, targets(s, seat, self.cell))

    def asks(self, s: Aventure, seat: Seat) -> Phrase:
        if self.step == FIRST_CHOICE:
            return phrase("aventure.prompt.move")
        return phrase("aventure.prompt.move_to", face=word("face", face_of(self.card)))

    def refuses(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        if self.step == FIRST_CHOICE or not CELL <= action < DECK:
            return unsuitable(s, seat, action)
        return NOT_BACK if action - CELL == self.cell else why_not_there(s, seat, CONTACT, action - CELL)

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE:
            spot = spot_of(s, seat, action - CELL)
            self.card = card_on(s, seat, spot)
            self.cell = lift(s, seat, spot)
            self.step = SECOND_CHOICE
        else:
            put(s, seat, action - CELL, self.card)
            s.say(MOVES, seat, face_of(self.card), self.cell, action - CELL)
            s.pop()


@mypyc_attr(acyclic=True)
class OfPower(Choosing):
    """A choice whose question is that of a Power."""

    FIELDS: ClassVar[Fields] = {"step": CHOICES, "power": maybe(POWERS), "cell": maybe(CELLS)}

    def __init__(self, power: i64 = NOBODY, cell: Cell = NOBODY) -> None:
        self.power = power
        self.cell = cell

    def asks(self, s: Aventure, seat: Seat) -> Phrase:
        then = "" if self.step == FIRST_CHOICE else ".then"
        return phrase(f"aventure.prompt.{POWER_NAMES[self.power]}{then}")


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice(OfPower):
    """Powers that need a card of the market, an Objective or a line, and perhaps a card of the own grid before"""

    def copy(self) -> Frame:
        return Choice(self.power, self.cell)

    def misfit(self, s: Aventure) -> str:
        if self.power not in (SLIDING_ROW, BORROWING, REWORK, NEW_STAKES, KEEP_OFF, SET_ASIDE):
            return "power"
        return super().misfit(s)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return unmarked(s, seat, self.power == NEW_STAKES) if self.power in (REWORK, NEW_STAKES) else 0

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.power == SLIDING_ROW:
            offer_lines(s, seat, out)
        elif self.power == BORROWING:
            out.some(GOAL, lendable(s, seat))
        elif self.power in (REWORK, NEW_STAKES):
            goals = self.power == NEW_STAKES
            if self.step == FIRST_CHOICE:
                offer_spots(s, seat, out, self.spots(s, seat))
            else:
                out.some(GOAL if goals else STORY, faces_in_market(s, seat, goals))
        else:
            out.some(STORY, faces_in_market(s, seat, False))
            out.some(GOAL, faces_in_market(s, seat, True))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
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
            s.aside[seat] = empty_place(s, place)
            s.say(SETS_ASIDE, seat, action)
            s.push(Replace(bit(place)))


@mypyc_attr(acyclic=True, free_list_len=1)
class Marker(OfPower):
    """« Marqueur sur une de vos Histoires », « sur un de vos Objectifs »"""

    def copy(self) -> Frame:
        return Marker(self.power, self.cell)

    def misfit(self, s: Aventure) -> str:
        if not lays_marker(self.power) or (self.step == SECOND_CHOICE and self.power != OVERPRINT):
            return "power"
        return super().misfit(s)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return markable(s, seat, self.power)

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, self.spots(s, seat))
        else:  # « elle gagne une icône de votre choix »
            out.some(ICON, first_n(ICONS) & ~icons_of(s, card_on(s, seat, spot_of(s, seat, self.cell))))

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE and self.power == OVERPRINT:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
            return
        s.pop()
        if self.step == SECOND_CHOICE:
            face = mark_card(s, seat, self.cell, EXTRA_ICON + action - ICON)
            s.say(ADDS_ICON, seat, face, action - ICON)
        else:
            face = mark_card(s, seat, action - CELL, mark_for(self.power))
            s.say(MARKS, seat, face, self.power)


@mypyc_attr(acyclic=True, free_list_len=1)
class Barter(Choosing):
    """« Échangez une de vos Histoires avec une Histoire adverse ayant autant d'icônes »"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({FIRST_CHOICE: "first", SECOND_CHOICE: "second", THIRD_CHOICE: "third"}),
        "cell": maybe(CELLS),
        "other": MAYBE_SEAT,
    }

    def __init__(self, cell: Cell = NOBODY, other: Seat = NOBODY) -> None:
        self.cell = cell
        self.other = other

    def copy(self) -> Frame:
        return Barter(self.cell, self.other)

    def misfit(self, s: Aventure) -> str:
        if self.step == THIRD_CHOICE and self.other in (NOBODY, s.mover):
            return "other"
        return super().misfit(s)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return barterable(s, seat)

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, self.spots(s, seat))
            return
        icons = number_on(s, card_on(s, seat, spot_of(s, seat, self.cell)))
        if self.step == SECOND_CHOICE:
            for other in range(s.seats):
                if other != seat and with_icons(s, other, icons):
                    out.one(PLAYER + other)
        else:
            offer_spots(s, self.other, out, with_icons(s, self.other, icons))

    def asks(self, s: Aventure, seat: Seat) -> Phrase:
        return phrase(f"aventure.prompt.barter.{self.step}")

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE:
            self.cell = action - CELL
            self.step = SECOND_CHOICE
        elif self.step == SECOND_CHOICE:
            self.other = action - PLAYER
            self.step = THIRD_CHOICE
        else:
            spot = spot_of(s, seat, self.cell)
            wanted = spot_of(s, self.other, action - CELL)
            s.say(BARTERS, seat, card_on(s, seat, spot), card_on(s, self.other, wanted), self.other)
            exchange(s, seat, spot, self.other, wanted)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Rummage(Frame):
    """« Prenez une des 3 premières cartes de la pioche, sur la face de votre choix »"""

    FIELDS: ClassVar[Fields] = {}
    CONCERNS: ClassVar[tuple[int, ...]] = (GOAL, CELL)

    def copy(self) -> Frame:
        return Rummage()

    def misfit(self, s: Aventure) -> str:
        if self.under is None or not s.opt.variant:
            return "under"
        return "deck" if s.shown == NOBODY else ""

    def go(self, s: Aventure) -> Seats:
        while len(s.ahead) < s.box.rummage - 1:
            if s.bag:
                return BY_CHANCE
            if len(s.under) == 0:
                break
            s.ahead = append(s.ahead, s.under[0])
            s.under = s.under[1:]
        return only(s.mover)

    def options(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if seat != s.mover:
            offer_draw(s, out)
            return
        kinds: Mask = 0
        backs: Mask = 0
        for kind in top_of_deck(s):
            kinds |= bit(kind)
            backs |= bit(back_of(s, kind) - GOALS)
        out.some(STORY, kinds)
        if s.diverted != seat:
            out.some(GOAL, backs)

    def asks(self, s: Aventure, seat: Seat) -> Phrase:
        return phrase("aventure.prompt.rummage")

    def refuses(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        return DIVERTED if GOAL <= action < CELL and s.diverted == seat else unsuitable(s, seat, action)

    def take(self, s: Aventure, seat: Seat, action: i64) -> None:
        if seat != s.mover:
            kind = action - DRAW
            out_of_bag(s, kind)
            s.ahead = append(s.ahead, kind)
            s.say(DIGS_UP, NOBODY, kind)
            return
        kind = front_of(s, action) if is_goal(action) else action
        if kind == s.shown:
            s.shown = NOBODY
        else:
            s.ahead = less(s.ahead, kind)
        s.say(TAKES_DECK, seat, action)
        s.reply(action)


def unsuitable(s: Aventure, seat: Seat, action: i64) -> Reason:
    """Why a Power cannot act on a card."""
    if action >= DECK:
        return OTHER_QUESTION
    whose = whose_grid(s, seat)
    free = action >= CELL and not is_on(s, whose, action - CELL, s.occupied[whose])
    return NO_CARD_THERE if free else NOT_THAT_CARD


def whose_grid(s: Aventure, seat: Seat) -> Seat:
    """The grid in which a seat chooses cells: its own, or the one that it barters with."""
    barter = s.find(Barter)
    return seat if barter is None or barter.step != THIRD_CHOICE else barter.other


def less(kinds: vec[i64], kind: i64) -> vec[i64]:
    """The cards less the first one of this kind."""
    rest = filled(0, 0)
    gone = False
    for other in kinds:
        if other == kind and not gone:
            gone = True
        else:
            rest = append(rest, other)
    return rest
