"""Histoires palpitantes: cards of a grid are chosen, and change places."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import FLAG, MAYBE_SEAT, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, filled, has, i64, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.aventure import planes
from meute.games.aventure.actions import CELL, DECK, DONE, GOAL, LINE, PLAYER, STORY
from meute.games.aventure.display_names import word
from meute.games.aventure.events import BARTERS, MOVES, SLIDES, SWAPS
from meute.games.aventure.rules.deck import NOT_THAT_CARD
from meute.games.aventure.rules.grid import (
    CONTACT,
    cell_at,
    cells_for,
    complete_lines,
    is_on,
    offer_framed,
    offer_spots,
    put,
    recount,
    spot_of,
    why_not_there,
)
from meute.games.aventure.state import (
    CELLS,
    FACES,
    MARKS,
    REACH,
    ROTATIONS,
    SIDE,
    SPOTS,
    STRIDE,
    Aventure,
    Card,
    Cell,
    Spot,
    card_on,
    face_of,
    icon_count,
    is_goal,
    mark_of,
    placed,
)

FIRST_CHOICE: Final = 0
SECOND_CHOICE: Final = 1
THIRD_CHOICE: Final = 2
CHOICES: Final = steps({FIRST_CHOICE: "first", SECOND_CHOICE: "second"})

NOT_BACK: Final = Reason("aventure.why.not_back", "Histoires palpitantes")
NO_CARD_THERE: Final = Reason("aventure.why.no_card_there", "Histoires palpitantes")


@mypyc_attr(acyclic=True)
class Choosing(Frame):
    """The player whose turn it is chooses; a single option is taken without asking."""

    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)

    EXPLAINS: ClassVar[tuple[int, ...]] = (STORY, GOAL, CELL)

    cell: Cell = NOBODY
    """The card of the own grid that was chosen first."""

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        if self.cell != NOBODY:
            out.number(planes.CHOOSING, self.cell + 1, planes.CHOSEN_CELL)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        """The cards of the own grid that may be chosen first."""
        return 0

    def invalid_field(self, s: Aventure) -> str:
        if not s.opt.variant:
            return "under"
        if self.step != FIRST_CHOICE and not is_on(s, s.mover, self.cell, self.spots(s, s.mover)):
            return "cell"
        return "" if self.offered(s).size > 0 else "step"

    def offered(self, s: Aventure) -> Choices:
        """What there is to choose from."""
        out = Choices()
        self.legal_actions(s, s.mover, out)
        return out

    def advance(self, s: Aventure) -> Seats:
        out = self.offered(s)
        if out.size > 1:
            return only(s.mover)
        self.apply(s, s.mover, out[0])
        return GO_ON

    def refusal(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        if action >= DECK:
            return OTHER_QUESTION
        whose = whose_grid(s, seat)
        free = action >= CELL and not is_on(s, whose, action - CELL, s.occupied[whose])
        return NO_CARD_THERE if free else NOT_THAT_CARD


@mypyc_attr(acyclic=True, free_list_len=1)
class Swap(Choosing):
    """« Échangez deux cartes de votre grille »"""

    FIELDS: ClassVar[Fields] = {"step": CHOICES, "cell": maybe(CELLS), "may_decline": FLAG}

    def __init__(self, may_decline: i64 = 0, cell: Cell = NOBODY) -> None:
        self.may_decline = may_decline
        self.cell = cell

    def copy(self) -> Frame:
        return Swap(self.may_decline, self.cell)

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        super().write_planes(s, out)
        out.number(planes.CHOOSING, self.may_decline, planes.MAY_DECLINE)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return s.occupied[seat]

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        spots = s.occupied[seat]
        if self.step == SECOND_CHOICE:
            spots = without(spots, spot_of(s, seat, self.cell))
        elif self.may_decline:
            out.add(DONE)
        offer_spots(s, seat, out, spots)

    def prompt(self, s: Aventure, seat: Seat) -> Phrase:
        if self.step == SECOND_CHOICE:
            return phrase("aventure.prompt.swap_with")
        return phrase("aventure.prompt.swap_or_not" if self.may_decline else "aventure.prompt.swap")

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
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

    FIELDS: ClassVar[Fields] = {"step": CHOICES, "card": maybe(MARKS * FACES), "cell": maybe(CELLS)}

    def __init__(self, card: Card = NOBODY, cell: Cell = NOBODY) -> None:
        self.card = card
        """The card in hand, and the cell it left."""
        self.cell = cell

    def copy(self) -> Frame:
        return Move(self.card, self.cell)

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        super().write_planes(s, out)
        if self.card != NOBODY:
            out.number(planes.CHOOSING, face_of(self.card) + 1, planes.CHOSEN_CARD)
            out.number(planes.CHOOSING, mark_of(self.card) + 1, planes.CHOSEN_MARKER)

    def invalid_field(self, s: Aventure) -> str:
        if (self.step == FIRST_CHOICE) != (self.card == NOBODY):
            return "card"
        if self.step == FIRST_CHOICE:
            return super().invalid_field(s)
        if not s.opt.variant:
            return "under"
        out = self.offered(s)
        if self.cell == NOBODY or out.size == 0:
            return "cell"
        then = s.copy()
        self.apply(then, s.mover, out[0])
        assert self.under is not None
        return "card" if self.under.invalid_field(then) else ""

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, movable(s, seat))
        else:
            offer_framed(s, seat, out, targets(s, seat, self.cell))

    def prompt(self, s: Aventure, seat: Seat) -> Phrase:
        if self.step == FIRST_CHOICE:
            return phrase("aventure.prompt.move")
        return phrase("aventure.prompt.move_to", face=word("face", face_of(self.card)))

    def refusal(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        if self.step == FIRST_CHOICE or not CELL <= action < DECK:
            return super().refusal(s, seat, action)
        return NOT_BACK if action - CELL == self.cell else why_not_there(s, seat, CONTACT, action - CELL)

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
        if self.step == FIRST_CHOICE:
            spot = spot_of(s, seat, action - CELL)
            self.card = card_on(s, seat, spot)
            self.cell = lift(s, seat, spot)
            self.step = SECOND_CHOICE
        else:
            put(s, seat, action - CELL, self.card)
            s.say(MOVES, seat, face_of(self.card), self.cell, action - CELL)
            s.pop()


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

    def write_planes(self, s: Aventure, out: PlaneWriter) -> None:
        super().write_planes(s, out)
        out.seat_number(planes.CHOOSING, self.other, planes.CHOSEN_SEAT)

    def invalid_field(self, s: Aventure) -> str:
        if self.step == THIRD_CHOICE and self.other in (NOBODY, s.mover):
            return "other"
        return super().invalid_field(s)

    def spots(self, s: Aventure, seat: Seat) -> Mask:
        return barterable(s, seat)

    def legal_actions(self, s: Aventure, seat: Seat, out: Choices) -> None:
        if self.step == FIRST_CHOICE:
            offer_spots(s, seat, out, self.spots(s, seat))
            return
        icons = icon_count(s, card_on(s, seat, spot_of(s, seat, self.cell)))
        if self.step == SECOND_CHOICE:
            out.add_set(PLAYER, partners(s, seat, icons))
        else:
            offer_spots(s, self.other, out, with_icons(s, self.other, icons))

    def prompt(self, s: Aventure, seat: Seat) -> Phrase:
        return phrase(f"aventure.prompt.barter.{self.step}")

    def apply(self, s: Aventure, seat: Seat, action: i64) -> None:
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


def whose_grid(s: Aventure, seat: Seat) -> Seat:
    """The grid in which a seat chooses cells: its own, or the one that it barters with."""
    barter = s.find(Barter)
    return seat if barter is None or barter.step != THIRD_CHOICE else barter.other


def unmarked(s: Aventure, seat: Seat, goals: bool) -> Mask:
    """The Stories, or the Objectives, of a grid that bear no marker."""
    spots: Mask = 0
    for spot in range(SPOTS):
        card = card_on(s, seat, spot)
        if NOBODY < card < FACES and is_goal(card) == goals:
            spots |= bit(spot)
    return spots


def lift(s: Aventure, seat: Seat, spot: Spot) -> Cell:
    """Takes a card off the grid; the cell it left, as it is called now."""
    s.grid[seat * SPOTS + spot] = NOBODY
    by = recount(s, seat)
    return cell_at(s, seat, spot // STRIDE - by // STRIDE, spot % STRIDE - by % STRIDE)


def targets(s: Aventure, seat: Seat, left: Cell) -> Mask:
    """Where a lifted card may go: in contact, and not back."""
    cells = cells_for(s, seat, CONTACT)
    row = (left // REACH) - (cell_at(s, seat, -1, 0) // REACH)
    column = (left % REACH) - (cell_at(s, seat, 0, -1) % REACH)
    if 0 <= row < STRIDE and 0 <= column < STRIDE:
        cells = without(cells, row * STRIDE + column)
    return cells


def movable(s: Aventure, seat: Seat) -> Mask:
    """The cards of the grid that can be moved somewhere else."""
    spots: Mask = 0
    if placed(s, seat) < 2:
        return spots
    for spot in range(SPOTS):
        if has(s.occupied[seat], spot):
            trial = s.copy()
            cell = lift(trial, seat, spot)
            if targets(trial, seat, cell):
                spots |= bit(spot)
    return spots


def with_icons(s: Aventure, seat: Seat, icons: i64) -> Mask:
    """The unmarked Stories of a grid with so many icons."""
    spots = unmarked(s, seat, False)
    for spot in range(SPOTS):
        if has(spots, spot) and icon_count(s, card_on(s, seat, spot)) != icons:
            spots = without(spots, spot)
    return spots


def barterable(s: Aventure, seat: Seat) -> Mask:
    """The own Stories for which another grid has one with as many icons."""
    spots = unmarked(s, seat, False)
    for spot in range(SPOTS):
        if has(spots, spot):
            if partners(s, seat, icon_count(s, card_on(s, seat, spot))) == 0:
                spots = without(spots, spot)
    return spots


def partners(s: Aventure, seat: Seat, icons: i64) -> Seats:
    """The others with an unmarked Story of so many icons."""
    seats: Seats = 0
    for other in range(s.seats):
        if other != seat and with_icons(s, other, icons):
            seats |= only(other)
    return seats


def exchange(s: Aventure, seat: Seat, spot: Spot, other: Seat, wanted: Spot) -> None:
    """Two cards change places, with the markers on them."""
    card = card_on(s, seat, spot)
    s.grid[seat * SPOTS + spot] = card_on(s, other, wanted)
    s.grid[other * SPOTS + wanted] = card
    recount(s, seat)
    if other != seat:
        recount(s, other)


def offer_lines(s: Aventure, seat: Seat, out: Choices) -> None:
    """« une rangée ou colonne complète », by one step to either side."""
    lines = complete_lines(s.occupied[seat])
    for k in range(2 * SIDE):
        if has(lines, k):
            column = REACH + cell_at(s, seat, 0, k - SIDE) % REACH
            line = cell_at(s, seat, k, 0) // REACH if k < SIDE else column
            out.add_range(LINE + line * ROTATIONS, LINE + (line + 1) * ROTATIONS)


def slide(s: Aventure, seat: Seat, line: i64, back: i64) -> None:
    """« Décalez d'un cran »: the card that is pushed out comes in at the other end."""
    start: Spot = spot_of(s, seat, line * REACH + cell_at(s, seat, 0, 0) % REACH)
    step: i64 = 1
    if line >= REACH:
        start = spot_of(s, seat, cell_at(s, seat, 0, 0) // REACH * REACH + line - REACH)
        step = STRIDE
    old = filled(SIDE, 0)
    for k in range(SIDE):
        old[k] = card_on(s, seat, start + k * step)
    for k in range(SIDE):
        s.grid[seat * SPOTS + start + k * step] = old[(k + SIDE + (1 if back else -1)) % SIDE]
    recount(s, seat)
    s.say(SLIDES, seat, line, back)
