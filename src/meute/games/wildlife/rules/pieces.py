"""TABLEAUX DES ESPECES: placing, moving and attacking, and what a filled territory earns."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.mechanisms.window import Window
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, lowest
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.games.wildlife.rules.names import (
    ATTACKS,
    DEFEND,
    DEFENDS,
    ELIMINATED,
    FILLS,
    LAST_PLACED,
    LEAPS,
    MOVES,
    NO_MARKER,
    PLACE,
    PLACES,
    SCORING_DUE,
    STRIKE,
    SWAPS,
    TO,
    WANTS_SWAP,
)
from meute.games.wildlife.state import (
    ATTACK,
    DEFENCE,
    FILLED,
    GOES_ON,
    LAST_MARKER,
    LAST_PIECE,
    MARKERS,
    MOVE,
    NORTH,
    REPRODUCE,
    RULES,
    Cell,
    Terrain,
    Wildlife,
    abilities_of,
    field,
    grown,
    is_full,
    level,
    markers_used,
    north_bit,
    one_in,
    owner,
    south_bit,
    spread,
    taken_north,
    taken_south,
    terrain_north,
    terrain_south,
    usable,
)

ANYWHERE: Final = -1
"""Every terrain that the species can use."""

ASK: Final = 0
ANSWERED: Final = 1


def earn(s: Wildlife, seat: Seat, rule: i64, points: i64) -> None:
    """Moves a marker on the score track."""
    s.score[seat] += points
    s.tally[seat * RULES + rule] += points


def put(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """Sets a piece on a cell."""
    s.north[seat] |= north_bit(cell)
    s.south[seat] |= south_bit(cell)


def lift(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """Takes a piece off a cell."""
    s.north[seat] &= ~north_bit(cell)
    s.south[seat] &= ~south_bit(cell)


def from_stock(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """« On prend un pion de sa réserve »; the last one ends the game after this turn."""
    put(s, seat, cell)
    s.stock[seat] -= 1
    if s.stock[seat] == 0:
        s.say(LAST_PLACED, seat, 0, 0, 0)
        if s.ending == GOES_ON:
            s.ending = LAST_PIECE


def place(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """« et on le place sur la case d'un territoire »"""
    s.say(PLACES, seat, cell, 0, 0)
    from_stock(s, seat, cell)
    check_filled(s, seat, cell)


def walk(s: Wildlife, seat: Seat, cell: Cell, target: Cell) -> None:
    """« On peut déplacer un de ses pions »"""
    lift(s, seat, cell)
    put(s, seat, target)
    check_filled(s, seat, target)


def check_filled(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """1. Toutes les cases d'un territoire sont occupées (Décompte d'un territoire)"""
    territory = s.box.territory[cell]
    # « Un territoire ne peut être décompté qu'une seule fois. »
    if has(s.marked, territory) or not is_full(s, territory):
        return
    used = markers_used(s)
    if used == MARKERS:
        s.say(NO_MARKER, seat, territory, 0, 0)
        return
    points = s.box.marker_points[used]  # « de gauche à droite »
    s.marked |= bit(territory)
    s.say(FILLS, seat, territory, points, used + 1)
    earn(s, seat, FILLED, points)
    if has(s.box.scorings, used + 1):  # « les cases mauves 4, 8 et 11 »
        s.due = 1
        s.say(SCORING_DUE, seat, used + 1, 0, 0)
    if used + 1 == MARKERS and s.seats > 2 and s.ending == GOES_ON:
        s.ending = LAST_MARKER


def free_in(s: Wildlife, terrain: Terrain) -> tuple[Mask, Mask]:
    """The free cells of a terrain."""
    return (
        terrain_north(s.box, terrain) & ~taken_north(s),
        terrain_south(s.box, terrain) & ~taken_south(s),
    )


def free_for(s: Wildlife, seat: Seat, terrain: Terrain) -> tuple[Mask, Mask]:
    """The free cells that a piece may walk to: of one terrain, or of all that the species can use."""
    if terrain != ANYWHERE:
        return free_in(s, terrain)
    north, south = usable(s, seat, MOVE)
    return north & ~taken_north(s), south & ~taken_south(s)


def can_walk(s: Wildlife, seat: Seat, terrain: Terrain) -> bool:
    """Whether some piece of the seat can reach a free cell there."""
    north, south = free_for(s, seat, terrain)
    north, south = spread(north, south)
    return (north & s.north[seat]) | (south & s.south[seat]) != 0


def walkers(s: Wildlife, seat: Seat, terrain: Terrain) -> tuple[Mask, Mask]:
    """The pieces that can: all those of the colonies that touch such a cell."""
    north, south = free_for(s, seat, terrain)
    north, south = spread(north, south)
    return grown(north & s.north[seat], south & s.south[seat], s.north[seat], s.south[seat])


def reach(s: Wildlife, seat: Seat, cell: Cell, terrain: Terrain) -> tuple[Mask, Mask]:
    """« il peut passer par-dessus autant de pions qu'il le souhaite »: the free cells round the piece's colony."""
    north, south = grown(north_bit(cell), south_bit(cell), s.north[seat], s.south[seat])
    north, south = spread(north, south)
    free_north, free_south = free_for(s, seat, terrain)
    return north & free_north, south & free_south


def prey_in(s: Wildlife, seat: Seat, terrain: Terrain) -> tuple[Mask, Mask]:
    """Enemy pieces in the territories of a terrain « dont toutes les cases sont occupées »."""
    north: Mask = 0
    south: Mask = 0
    for territory in range(2 * terrain, 2 * terrain + 2):
        if is_full(s, territory):
            north |= s.box.north[territory]
            south |= s.box.south[territory]
    return north & ~s.north[seat], south & ~s.south[seat]


def may_place(s: Wildlife, seat: Seat, terrain: Terrain, lively: bool) -> bool:
    """Whether the species may take a piece of its stock for a terrain; a lively auction makes moving enough."""
    return s.stock[seat] > 0 and level(s, seat, terrain) >= (MOVE if lively else REPRODUCE)


def can_act_in(s: Wildlife, seat: Seat, terrain: Terrain, lively: bool, walking: bool) -> bool:
    """Whether a terrain card is of any use."""
    if level(s, seat, terrain) < MOVE:
        return False
    if may_place(s, seat, terrain, lively):
        north, south = free_in(s, terrain)
        if north | south:
            return True
        if level(s, seat, terrain) == ATTACK:
            north, south = prey_in(s, seat, terrain)
            if north | south:
                return True
    return walking and can_walk(s, seat, terrain)


def describe_placing(s: Wildlife, seat: Seat, terrain: Terrain, lively: bool, out: Choices) -> None:
    """Free cells to place a piece on, and enemy pieces to attack where all is full."""
    if not may_place(s, seat, terrain, lively):
        return
    north, south = free_in(s, terrain)
    out.some(PLACE, north)
    out.some(PLACE + NORTH, south)
    if level(s, seat, terrain) == ATTACK:
        north, south = prey_in(s, seat, terrain)
        out.some(STRIKE, north)
        out.some(STRIKE + NORTH, south)


@mypyc_attr(acyclic=True, free_list_len=1)
class Walk(Frame):
    """DEPLACEMENT"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "cell", "terrain")

    seat: Seat
    cell: Cell
    terrain: Terrain

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.cell = NOBODY
        self.terrain = ANYWHERE

    def copy(self) -> Frame:
        f = Walk()
        f.step = self.step
        f.seat = self.seat
        f.cell = self.cell
        f.terrain = self.terrain
        return f

    def go(self, s: Wildlife) -> Seats:
        north, south = reach(s, self.seat, self.cell, self.terrain)
        if count(north) + count(south) > 1:
            return only(self.seat)
        self.arrive(s, lowest(north) if north else NORTH + lowest(south))
        return GO_ON

    def options(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        north, south = reach(s, seat, self.cell, self.terrain)
        out.some(TO, north)
        out.some(TO + NORTH, south)

    def take(self, s: Wildlife, seat: Seat, action: i64) -> None:
        self.arrive(s, action - TO)

    def arrive(self, s: Wildlife, cell: Cell) -> None:
        """« pour arriver sur une case libre du plateau de jeu »"""
        s.pop()
        s.say(MOVES, self.seat, self.cell, cell, 0)
        walk(s, self.seat, self.cell, cell)


@mypyc_attr(acyclic=True, free_list_len=1)
class Assault(Frame):
    """Attaque, interversion: an enemy piece is attacked, or changes places with the piece lifted from a cell."""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "seat", "cell", "lifted")

    seat: Seat
    cell: Cell
    lifted: Cell

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY
        self.cell = NOBODY
        self.lifted = NOBODY

    def copy(self) -> Frame:
        f = Assault()
        f.step = self.step
        f.seat = self.seat
        f.cell = self.cell
        f.lifted = self.lifted
        return f

    def go(self, s: Wildlife) -> Seats:
        victim = owner(s, self.cell)
        if self.step == ASK:
            self.step = ANSWERED
            s.answer = 0
            if can_defend(s, victim):
                s.push(defence(victim))
                return GO_ON
        s.pop()
        if s.answer:  # « Cette carte annule l'attaque de votre adversaire. »
            s.defended += one_in(victim)
            s.say(DEFENDS, victim, self.cell, self.seat, 0)
        elif self.lifted == NOBODY:  # « un pion adverse attaqué est éliminé du jeu »
            s.say(ELIMINATED, victim, self.cell, self.seat, 0)
            lift(s, victim, self.cell)
            from_stock(s, self.seat, self.cell)
        else:  # « intervertissez les deux pions »
            s.say(SWAPS, self.seat, self.lifted, self.cell, victim)
            lift(s, victim, self.cell)
            lift(s, self.seat, self.lifted)
            put(s, self.seat, self.cell)
            put(s, victim, self.lifted)
        return GO_ON


@mypyc_attr(acyclic=True, free_list_len=1)
class Defence(Window):
    """DEFENSE [VERTEIDIGUNG]"""

    def copy(self) -> Frame:
        f = Defence()
        f.step = self.step
        f.seat = self.seat
        return f

    def reacting(self) -> i64:
        return DEFEND


def defence(seat: Seat) -> Frame:
    """Asks the owner of the piece."""
    f = Defence()
    f.seat = seat
    return f


def can_defend(s: Wildlife, seat: Seat) -> bool:
    """« Pendant le tour de jeu d'un joueur adverse, vous pouvez contrer 1 attaque ou 1 interversion »"""
    if seat == s.active and not s.opt.defence_in_own_turn:
        return False
    return field(s.defended, seat) < abilities_of(s, seat, DEFENCE)


def start_walk(s: Wildlife, seat: Seat, cell: Cell, terrain: Terrain) -> None:
    """A piece is taken up to be moved."""
    f = Walk()
    f.seat = seat
    f.cell = cell
    f.terrain = terrain
    s.push(f)


def attack(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """« retirer un pion adverse et y placer un de ses propres pions »"""
    s.say(ATTACKS, seat, cell, owner(s, cell), 0)
    f = Assault()
    f.seat = seat
    f.cell = cell
    s.push(f)


def leap(s: Wildlife, seat: Seat, cell: Cell, target: Cell) -> None:
    """« Retirez un de vos pions du plateau de jeu et placez-le sur une autre case. »"""
    victim = owner(s, target)
    if victim == NOBODY:
        s.say(LEAPS, seat, cell, target, 0)
        walk(s, seat, cell, target)
        return
    s.say(WANTS_SWAP, seat, cell, target, victim)
    f = Assault()
    f.seat = seat
    f.cell = target
    f.lifted = cell
    s.push(f)
