"""ACTIONS DES CARTES « CAPACITE »: Mobility and Attack; the other abilities are in turn.py."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import SEAT, below, maybe
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, count, i64
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.wildlife import planes
from meute.games.wildlife.actions import LIFT, PLACE, STRIKE, TO
from meute.games.wildlife.display_names import word
from meute.games.wildlife.events import LEAPS, WANTS_SWAP
from meute.games.wildlife.rules.pieces import Assault, add_cell_actions, attack, place, walk
from meute.games.wildlife.state import (
    ATTACK,
    CELLS,
    MOVE,
    NORTH,
    Cell,
    Wildlife,
    first_cell,
    free_cells,
    level,
    owner,
    pieces_of,
    usable_cells,
)

ABILITIES: Final = "ACTIONS DES CARTES « CAPACITE »"
SEA: Final = Reason("wildlife.why.sea", ABILITIES)
OCCUPIED: Final = Reason("wildlife.why.occupied", ABILITIES)
NOT_YOURS: Final = Reason("wildlife.why.not_yours", ABILITIES)
OWN_PIECE: Final = Reason("wildlife.why.own_piece", ABILITIES)
NO_LEVEL: Final = Reason("wildlife.why.no_level", ABILITIES)
NO_ENEMY: Final = Reason("wildlife.why.no_enemy", ABILITIES)
CANNOT_ATTACK: Final = Reason("wildlife.why.cannot_attack", ABILITIES)


def can_leap(s: Wildlife, seat: Seat) -> bool:
    """Whether there is a piece to lift and another cell to set it on."""
    north, south = landings(s, seat)
    return (north | south) != 0 and (s.north[seat] | s.south[seat]) != 0


def landings(s: Wildlife, seat: Seat) -> tuple[Mask, Mask]:
    """« Seul votre pion doit être adapté au terrain de la nouvelle case (au moins Déplacement). »"""
    north, south = usable_cells(s, seat, MOVE)
    return north & ~s.north[seat], south & ~s.south[seat]


def leap(s: Wildlife, seat: Seat, cell: Cell, target: Cell) -> None:
    """« Retirez un de vos pions du plateau de jeu et placez-le sur une autre case. »"""
    victim = owner(s, target)
    if victim == NOBODY:
        s.say(LEAPS, seat, cell, target)
        walk(s, seat, cell, target)
    else:
        s.say(WANTS_SWAP, seat, cell, target, victim)
        s.push(Assault(seat, target, cell))


@mypyc_attr(acyclic=True, free_list_len=1)
class Leaping(Frame):
    """MOBILITE [MOBILITÄT]"""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT, "cell": maybe(CELLS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)

    def __init__(self, seat: Seat = NOBODY, cell: Cell = NOBODY) -> None:
        self.seat = seat
        self.cell = cell

    def copy(self) -> Frame:
        return Leaping(self.seat, self.cell)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.number(planes.LEAPS_FROM, self.cell + 1)

    def invalid_field(self, s: Wildlife) -> str:
        if not can_leap(s, self.seat):
            return "seat"
        return "" if self.cell == NOBODY or owner(s, self.cell) == self.seat else "cell"

    def advance(self, s: Wildlife) -> Seats:
        if self.cell == NOBODY and pieces_of(s, self.seat) == 1:
            self.cell = first_cell(s.north[self.seat], s.south[self.seat])
        if self.cell != NOBODY:
            north, south = landings(s, self.seat)
            if count(north) + count(south) == 1:
                s.pop()
                leap(s, self.seat, self.cell, first_cell(north, south))
                return GO_ON
        return only(self.seat)

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        if self.cell == NOBODY:  # « Retirez un de vos pions du plateau de jeu »
            add_cell_actions(LIFT, s.north[seat], s.south[seat], out)
        else:  # « et placez-le sur une autre case »
            north, south = landings(s, seat)
            add_cell_actions(TO, north, south, out)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        if self.cell == NOBODY:
            return phrase("wildlife.prompt.leap")
        return phrase("wildlife.prompt.leap_to", cell=word("cell", self.cell))

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        if self.cell == NOBODY:
            return NOT_YOURS
        if s.box.territory[action - TO] == NOBODY:
            return SEA
        return OWN_PIECE if owner(s, action - TO) == seat else NO_LEVEL

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        if self.cell == NOBODY:
            self.cell = action - LIFT
        else:
            s.pop()
            leap(s, seat, self.cell, action - TO)


def can_assail(s: Wildlife, seat: Seat) -> bool:
    """Whether there is a piece in stock and a cell to set it on."""
    north, south = usable_cells(s, seat, ATTACK)
    return s.stock[seat] > 0 and (north & ~s.north[seat]) | (south & ~s.south[seat]) != 0


@mypyc_attr(acyclic=True, free_list_len=1)
class Assailing(Frame):
    """ATTAQUE [ANGRIFF]"""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (PLACE, STRIKE)

    def __init__(self, seat: Seat = NOBODY) -> None:
        self.seat = seat

    def copy(self) -> Frame:
        return Assailing(self.seat)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)

    def invalid_field(self, s: Wildlife) -> str:
        return "" if can_assail(s, self.seat) else "seat"

    def advance(self, s: Wildlife) -> Seats:
        return only(self.seat)

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        # « Cette action est possible, même si le territoire n'est pas complètement occupé. »
        north, south = usable_cells(s, seat, ATTACK)
        free_north, free_south = free_cells(s, north, south)
        out.add_set(PLACE, free_north)
        out.add_set(STRIKE, north & ~free_north & ~s.north[seat])
        out.add_set(PLACE + NORTH, free_south)
        out.add_set(STRIKE + NORTH, south & ~free_south & ~s.south[seat])

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return phrase("wildlife.prompt.assail")

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        territory = s.box.territory[action % CELLS]
        if territory == NOBODY:
            return SEA
        if level(s, seat, territory // 2) < ATTACK:
            return CANNOT_ATTACK
        return OCCUPIED if action < STRIKE else NO_ENEMY

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        s.pop()
        if action < STRIKE:
            place(s, seat, action - PLACE)
        else:
            attack(s, seat, action - STRIKE)
