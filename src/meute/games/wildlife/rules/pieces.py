"""TABLEAUX DES ESPECES: placing, moving and attacking, and what a filled territory earns."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import SEAT, below, maybe, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.window import Window
from meute.core.numbers import NOBODY, Mask, bit, changed, count, has, i64
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.wildlife import planes
from meute.games.wildlife.actions import DEFEND, PLACE, STRIKE, TO
from meute.games.wildlife.display_names import word
from meute.games.wildlife.events import (
    ATTACKS,
    DEFENDS,
    ELIMINATED,
    FILLS,
    LAST_PLACED,
    MOVES,
    NO_MARKER,
    PLACES,
    SCORING_DUE,
    SWAPS,
)
from meute.games.wildlife.scoring import FILLED, LAST_MARKER, LAST_PIECE
from meute.games.wildlife.state import (
    ATTACK,
    CELLS,
    DEFENCE,
    GOES_ON,
    MARKERS,
    MOVE,
    NORTH,
    REPRODUCE,
    SOURCES,
    TERRAINS,
    Cell,
    Terrain,
    Wildlife,
    abilities_of,
    field_unit,
    first_cell,
    flood_fill,
    free_cells,
    is_full,
    level,
    markers_used,
    north_bit,
    owner,
    packed_field,
    south_bit,
    terrain_cells,
    usable_cells,
    with_neighbours,
)

ANYWHERE: Final = -1
"""Every terrain that the species can use."""

ASK: Final = 0
ANSWERED: Final = 1

MOVING: Final = "DEPLACEMENT"
SEA: Final = Reason("wildlife.why.sea", MOVING)
OCCUPIED: Final = Reason("wildlife.why.occupied", MOVING)
NO_LEVEL: Final = Reason("wildlife.why.no_level", MOVING)
TOO_FAR: Final = Reason("wildlife.why.too_far", MOVING)
OTHER_TERRAIN: Final = Reason("wildlife.why.other_terrain", "LES CARTES « WILDLIFE »")


def earn(s: Wildlife, seat: Seat, rule: i64, points: i64) -> None:
    """Adds points by source."""
    s.score = changed(s.score, seat, s.score[seat] + points)
    s.tally = changed(s.tally, seat * SOURCES + rule, s.tally[seat * SOURCES + rule] + points)


def feed(s: Wildlife, seat: Seat, food: i64) -> None:
    """Adds food; a negative amount removes it."""
    s.food = changed(s.food, seat, s.food[seat] + food)


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
        s.say(LAST_PLACED, seat)
        if s.ending == GOES_ON:
            s.ending = LAST_PIECE


def place(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """« et on le place sur la case d'un territoire »"""
    s.say(PLACES, seat, cell)
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
        s.say(NO_MARKER, seat, territory)
        return
    points = s.box.marker_points[used]  # « de gauche à droite »
    s.marked |= bit(territory)
    s.say(FILLS, seat, territory, points, used + 1)
    earn(s, seat, FILLED, points)
    if has(s.box.scorings, used + 1):  # « les cases mauves 4, 8 et 11 »
        s.due = 1
        s.say(SCORING_DUE, seat, used + 1)
    if used + 1 == MARKERS and s.seats > 2 and s.ending == GOES_ON:
        s.ending = LAST_MARKER


def free_in(s: Wildlife, terrain: Terrain) -> tuple[Mask, Mask]:
    """The free cells of a terrain."""
    north, south = terrain_cells(s.box, terrain)
    return free_cells(s, north, south)


def free_for(s: Wildlife, seat: Seat, terrain: Terrain) -> tuple[Mask, Mask]:
    """The free cells that a piece may walk to: of one terrain, or of all that the species can use."""
    if terrain != ANYWHERE:
        return free_in(s, terrain)
    north, south = usable_cells(s, seat, MOVE)
    return free_cells(s, north, south)


def can_walk(s: Wildlife, seat: Seat, terrain: Terrain) -> bool:
    """Whether some piece of the seat can reach a free cell there."""
    north, south = free_for(s, seat, terrain)
    north, south = with_neighbours(north, south)
    return (north & s.north[seat]) | (south & s.south[seat]) != 0


def walkers(s: Wildlife, seat: Seat, terrain: Terrain) -> tuple[Mask, Mask]:
    """The pieces that can reach a free cell there: all pieces of the colonies that touch one."""
    north, south = free_for(s, seat, terrain)
    north, south = with_neighbours(north, south)
    return flood_fill(north & s.north[seat], south & s.south[seat], s.north[seat], s.south[seat])


def reach(s: Wildlife, seat: Seat, cell: Cell, terrain: Terrain) -> tuple[Mask, Mask]:
    """« il peut passer par-dessus autant de pions qu'il le souhaite »: the free cells round the piece's colony."""
    north, south = flood_fill(north_bit(cell), south_bit(cell), s.north[seat], s.south[seat])
    north, south = with_neighbours(north, south)
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
    """Whether a seat may place a piece from its stock on a terrain; with `lively` the level Move is enough."""
    return s.stock[seat] > 0 and level(s, seat, terrain) >= (MOVE if lively else REPRODUCE)


def can_act_in(s: Wildlife, seat: Seat, terrain: Terrain, lively: bool, walking: bool) -> bool:
    """Whether a seat can place, attack or (with `walking`) move on a terrain."""
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


def add_cell_actions(base: i64, north: Mask, south: Mask, out: Choices) -> None:
    """Adds an action of one kind for each cell of a set."""
    out.add_set(base, north)
    out.add_set(base + NORTH, south)


def add_placing_actions(s: Wildlife, seat: Seat, terrain: Terrain, lively: bool, out: Choices) -> None:
    """Adds placing on free cells, and attacking enemy pieces in full territories."""
    if not may_place(s, seat, terrain, lively):
        return
    north, south = free_in(s, terrain)
    add_cell_actions(PLACE, north, south, out)
    if level(s, seat, terrain) == ATTACK:
        north, south = prey_in(s, seat, terrain)
        add_cell_actions(STRIKE, north, south, out)


@mypyc_attr(acyclic=True, free_list_len=1)
class Walk(Frame):
    """DEPLACEMENT"""

    FIELDS: ClassVar[Fields] = {"step": below(1), "seat": SEAT, "cell": below(CELLS), "terrain": maybe(TERRAINS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)

    def __init__(self, seat: Seat = NOBODY, cell: Cell = NOBODY, terrain: Terrain = ANYWHERE) -> None:
        self.seat = seat
        self.cell = cell
        self.terrain = terrain

    def copy(self) -> Frame:
        return Walk(self.seat, self.cell, self.terrain)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.one_hot(planes.CELL, self.cell)
        out.number(planes.WAY, self.terrain + 1)

    def invalid_field(self, s: Wildlife) -> str:
        north, south = reach(s, self.seat, self.cell, self.terrain)
        return "cell" if owner(s, self.cell) != self.seat or north | south == 0 else ""

    def advance(self, s: Wildlife) -> Seats:
        north, south = reach(s, self.seat, self.cell, self.terrain)
        if count(north) + count(south) > 1:
            return only(self.seat)
        self.arrive(s, first_cell(north, south))
        return GO_ON

    def legal_actions(self, s: Wildlife, seat: Seat, out: Choices) -> None:
        north, south = reach(s, seat, self.cell, self.terrain)
        add_cell_actions(TO, north, south, out)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return phrase("wildlife.prompt.walk", cell=word("cell", self.cell))

    def refusal(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        territory = s.box.territory[action - TO]
        if territory == NOBODY:
            return SEA
        if owner(s, action - TO) != NOBODY:
            return OCCUPIED
        if level(s, seat, territory // 2) < MOVE:
            return NO_LEVEL
        return TOO_FAR if self.terrain in (ANYWHERE, territory // 2) else OTHER_TERRAIN

    def apply(self, s: Wildlife, seat: Seat, action: i64) -> None:
        self.arrive(s, action - TO)

    def arrive(self, s: Wildlife, cell: Cell) -> None:
        """« pour arriver sur une case libre du plateau de jeu »"""
        s.pop()
        s.say(MOVES, self.seat, self.cell, cell)
        walk(s, self.seat, self.cell, cell)


@mypyc_attr(acyclic=True, free_list_len=1)
class Assault(Frame):
    """Attaque, interversion: an enemy piece is attacked, or changes places with the piece lifted from a cell."""

    FIELDS: ClassVar[Fields] = {
        "step": steps({ASK: "ask", ANSWERED: "answered"}),
        "seat": SEAT,
        "cell": below(CELLS),
        "lifted": maybe(CELLS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn",)

    def __init__(self, seat: Seat = NOBODY, cell: Cell = NOBODY, lifted: Cell = NOBODY) -> None:
        self.seat = seat
        self.cell = cell
        self.lifted = lifted

    def copy(self) -> Frame:
        return Assault(self.seat, self.cell, self.lifted)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)
        out.one_hot(planes.CELL, self.cell)
        out.number(planes.LIFTED, self.lifted + 1)

    def invalid_field(self, s: Wildlife) -> str:
        if owner(s, self.cell) in (NOBODY, self.seat):
            return "cell"
        if self.lifted == NOBODY:
            return "" if s.stock[self.seat] > 0 else "seat"
        return "" if owner(s, self.lifted) == self.seat else "lifted"

    def advance(self, s: Wildlife) -> Seats:
        victim = owner(s, self.cell)
        if self.step == ASK:
            self.step = ANSWERED
            s.answer = 0
            if can_defend(s, victim):
                s.push(Defence(victim))
                return GO_ON
        s.pop()
        if s.answer:  # « Cette carte annule l'attaque de votre adversaire. »
            s.defended += field_unit(victim)
            s.say(DEFENDS, victim, self.cell, self.seat)
        elif self.lifted == NOBODY:  # « un pion adverse attaqué est éliminé du jeu »
            s.say(ELIMINATED, victim, self.cell, self.seat)
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

    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Assault.answered",)

    def copy(self) -> Frame:
        return Defence(self.seat)

    def write_planes(self, s: Wildlife, out: PlaneWriter) -> None:
        planes.write_whose(out, self.seat)

    def invalid_field(self, s: Wildlife) -> str:
        return "" if owner(s, s.get(Assault).cell) == self.seat else "seat"

    def react_action(self) -> i64:
        return DEFEND

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        assault = s.get(Assault)
        key = "defend" if assault.lifted == NOBODY else "defend_swap"
        return phrase(f"wildlife.prompt.{key}", cell=word("cell", assault.cell))


def can_defend(s: Wildlife, seat: Seat) -> bool:
    """« Pendant le tour de jeu d'un joueur adverse, vous pouvez contrer 1 attaque ou 1 interversion »"""
    if seat == s.active and not s.opt.defence_in_own_turn:
        return False
    return packed_field(s.defended, seat) < abilities_of(s, seat, DEFENCE)


def attack(s: Wildlife, seat: Seat, cell: Cell) -> None:
    """« retirer un pion adverse et y placer un de ses propres pions »"""
    s.say(ATTACKS, seat, cell, owner(s, cell))
    s.push(Assault(seat, cell))
