"""What lies on the table of Wildlife."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, changed, count, filled, first_n, has, i64, lowest, shift, without
from meute.core.score import Row
from meute.core.seats import Seat
from meute.games.wildlife.options import USUAL, Options

Cell = i64
Terrain = i64
Territory = i64
Kind = i64
Ability = i64
Cards = i64
"""How many cards of each kind: a few bits for every kind."""

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6

MOST_HAND: Final = 10

COLUMNS: Final = 10
ROWS: Final = 12
CELLS: Final = 120
"""Places of the largest grid; some are sea. Sets of them are kept in two masks of six rows, the north and the south."""
NORTH: Final = 60
"""How many places lie in the north, and in the south."""

TERRAINS: Final = 6
TERRITORIES: Final = 12
"""The large one of a terrain is twice its number, the small one follows."""
SPECIES: Final = 6

MOVE: Final = 1
REPRODUCE: Final = 2
ATTACK: Final = 3
LEVEL_BITS: Final = 2
LOWER_BITS: Final = 0x555
UPPER_BITS: Final = 0xAAA
"""Of the two bits of each terrain's level."""

KINDS: Final = 12
"""Kinds of Wildlife cards: first one for each terrain."""
ARROW: Final = 6
WHEEL: Final = 7
BOLT: Final = 8
FOOD_SOURCE: Final = 9
EPIDEMIC: Final = 10
FAMINE: Final = 11
CARD_BITS: Final = 5
CARD_FIELD: Final = 31

ABILITIES: Final = 5
FOOD: Final = 0
INTELLIGENCE: Final = 1
MOBILITY: Final = 2
DEFENCE: Final = 3
ATTACKING: Final = 4
COUNT_BITS: Final = 4
COUNT_FIELD: Final = 15

MARKERS: Final = 11
SOURCES: Final = 11
"""Where points come from: rows of the score sheet, named in `scoring.py`."""
GOES_ON: Final = -1
"""No way of ending, yet."""

COLUMN_A: Final = 0x4010040100401
COLUMN_J: Final = 0x802008020080200
UPPER_ROWS: Final = 0x3FFFFFFFFFFFF
"""All rows of a half but its last."""
FIRST_ROW: Final = 0x3FF


class Box:
    """The figures of a box, for a number of players."""

    rows: i64 = 0
    columns: i64 = 0
    """The size of the island's grid."""
    hand: i64 = 0
    start_food: i64 = 0
    pieces: i64 = 0
    placed: i64 = 0
    most_in_small: i64 = 0
    most_in_large: i64 = 0
    food_points: i64 = 0
    food_source: i64 = 0
    food_source_last: i64 = 0
    famine: i64 = 0
    cards: i64 = 0
    least_bid: i64 = 0
    food_for_a_point: i64 = 0
    scorings: Mask = 0
    """After which markers there is a general scoring."""
    monopoly_full: i64 = 0
    monopoly: i64 = 0
    deck: Cards = 0
    """All Wildlife cards."""

    def __init__(self) -> None:
        self.territory = filled(CELLS, NOBODY)
        """The territory of each place of the grid; NOBODY in the sea."""
        self.north = filled(TERRITORIES, 0)
        self.south = filled(TERRITORIES, 0)
        """The cells of each territory."""
        self.size = filled(TERRITORIES, 0)
        self.levels = filled(SPECIES, 0)
        """The levels that each species starts with, packed."""
        self.age = filled(SPECIES, 0)
        self.tokens = filled(ATTACK + 1, 0)
        """Adaptation tokens of each level for one terrain."""
        self.abilities = filled(ABILITIES, 0)
        self.marker_points = filled(MARKERS, 0)
        self.for_territory = filled(0, 0)
        self.for_colony = filled(0, 0)
        self.for_adaptation = filled(0, 0)
        self.for_abilities = filled(0, 0)
        self.for_food = filled(0, 0)


@mypyc_attr(acyclic=True, free_list_len=1)
class Wildlife(State):
    """The island with its pieces, every species' board, stock, food, points and hand, the deck and the markers.

    Copies share what seldom changes: levels, abilities, food and points are never changed in place, but replaced."""

    active: Seat = NOBODY
    """Whose turn it is."""
    first: Seat = NOBODY
    """The first player, of the round."""
    turns: i64 = 0
    """Turns begun so far."""
    played: i64 = 0
    """Turns begun in this round."""
    ring: i64 = 0
    """Each seat's left neighbour, packed."""
    species: i64 = 0
    """Each seat's species, one more than its number, packed; 0 for none."""
    marked: Mask = 0
    """The territories that have been scored."""
    defended: i64 = 0
    """How often each seat has used Defence in this turn, packed."""
    due: i64 = 0
    """Whether a general scoring waits for the end of the turn."""
    ending: i64 = GOES_ON
    """How the game ends after this turn."""
    sure: Mask = 0
    """The seats that are known to hold the arrow they were given."""
    deck: Cards = 0
    discard: Cards = 0

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = USUAL
        self.north = NO_VECTOR
        self.south = NO_VECTOR
        self.hands = NO_VECTOR
        self.held = NO_VECTOR
        self.levels = NO_VECTOR
        self.began = NO_VECTOR
        self.abilities = NO_VECTOR
        self.food = NO_VECTOR
        self.stock = NO_VECTOR
        self.score = NO_VECTOR
        self.tally = NO_VECTOR
        self.last = NO_ROWS

    def lay_out(self, seats: i64, opt: Options, box: Box) -> None:
        """An empty island; everybody sits clockwise."""
        self.seats = seats
        self.opt = opt
        self.box = box
        for seat in range(seats):
            set_left(self, seat, (seat + 1) % seats)
        self.north = filled(seats, 0)
        self.south = filled(seats, 0)
        """The cells where each seat has a piece."""
        self.hands = filled(seats, 0)
        self.held = filled(seats, 0)
        """How many cards each hand holds, which everybody sees."""
        self.levels = filled(seats, 0)
        """Each seat's level on every terrain, packed."""
        self.began = NO_VECTOR
        """The levels with which this turn began."""
        self.abilities = filled(seats, 0)
        """How many ability cards of each type each seat has, packed."""
        self.food = filled(seats, 0)
        self.stock = filled(seats, 0)
        self.score = filled(seats, 0)
        self.tally = filled(seats * SOURCES, 0)
        """Where each seat's points come from."""
        self.last = NO_ROWS
        """The rows of the last general scoring."""

    def copy(self) -> "Wildlife":
        s = Wildlife()
        self.copy_table_to(s)
        self.copy_open_to(s)
        s.hands = self.hands[:]
        s.deck = self.deck
        return s

    def copy_open_to(self, s: "Wildlife") -> None:
        """Everything that lies open: all but the hands and the deck."""
        s.box = self.box
        s.opt = self.opt
        s.active = self.active
        s.first = self.first
        s.turns = self.turns
        s.played = self.played
        s.ring = self.ring
        s.species = self.species
        s.marked = self.marked
        s.defended = self.defended
        s.due = self.due
        s.ending = self.ending
        s.sure = self.sure
        s.discard = self.discard
        s.north = self.north[:]
        s.south = self.south[:]
        s.held = self.held[:]
        s.stock = self.stock[:]
        s.levels = self.levels
        s.began = self.began
        s.abilities = self.abilities
        s.food = self.food
        s.score = self.score
        s.tally = self.tally
        s.last = self.last


NO_BOX: Final = Box()
NO_VECTOR: Final = filled(0, 0)
NO_ROWS: Final[list[Row]] = []


def field(packed: i64, n: i64) -> i64:
    """The n-th of several small numbers kept in one."""
    return (packed >> (n * COUNT_BITS)) & COUNT_FIELD


def one_in(n: i64) -> i64:
    """One, in the n-th of several small numbers."""
    return bit(n * COUNT_BITS)


def left_of(s: Wildlife, seat: Seat) -> Seat:
    """The left neighbour."""
    return field(s.ring, seat)


def clockwise(s: Wildlife, first: Seat) -> list[int]:
    """The seats round the table from one on."""
    order = [int(first)]
    while len(order) < s.seats:
        order.append(left_of(s, order[-1]))
    return order


def set_left(s: Wildlife, seat: Seat, neighbour: Seat) -> None:
    """Seats a neighbour to the left."""
    s.ring += shift(neighbour - field(s.ring, seat), seat * COUNT_BITS)


def species_of(s: Wildlife, seat: Seat) -> i64:
    """The seat's species; NOBODY while it has none."""
    return field(s.species, seat) - 1


def give_species(s: Wildlife, seat: Seat, species: i64) -> None:
    """Lays a species board before a seat."""
    s.species += (species + 1) * one_in(seat)
    s.levels = changed(s.levels, seat, s.box.levels[species])


def is_seated(s: Wildlife) -> bool:
    """Whether everybody has a species."""
    return all(species_of(s, seat) != NOBODY for seat in range(s.seats))


def free_species(s: Wildlife) -> Mask:
    """The boards that nobody has."""
    free = first_n(SPECIES)
    for seat in range(s.seats):
        if species_of(s, seat) != NOBODY:
            free = without(free, species_of(s, seat))
    return free


def cards_of(cards: Cards, kind: Kind) -> i64:
    """How many cards of a kind."""
    return (cards >> (kind * CARD_BITS)) & CARD_FIELD


def a_card(kind: Kind) -> Cards:
    """One card of a kind."""
    return bit(kind * CARD_BITS)


def kinds_in(cards: Cards) -> Mask:
    """The kinds of which there is a card."""
    kinds: Mask = 0
    kind: Kind = 0
    while cards:
        if cards & CARD_FIELD:
            kinds |= bit(kind)
        cards >>= CARD_BITS
        kind += 1
    return kinds


def how_many(cards: Cards) -> i64:
    """How many cards in all."""
    total: i64 = 0
    while cards:
        total += cards & CARD_FIELD
        cards >>= CARD_BITS
    return total


def deck_size(s: Wildlife) -> i64:
    """How many cards the deck holds; a view keeps the hidden hands among them."""
    total = how_many(s.deck)
    for seat in range(s.seats):
        total -= s.held[seat] - how_many(s.hands[seat])
    return total


def level_in(levels: i64, terrain: Terrain) -> i64:
    """The level on a terrain, out of packed levels."""
    return (levels >> (terrain * LEVEL_BITS)) & ATTACK


def level(s: Wildlife, seat: Seat, terrain: Terrain) -> i64:
    """What a seat's species may do on a terrain."""
    return level_in(s.levels[seat], terrain)


def tokens_on(s: Wildlife, seat: Seat) -> i64:
    """Adaptation tokens on a species board, « en comptant ceux qui ont éventuellement été recouverts »."""
    return sum_of_levels(s.levels[seat]) - sum_of_levels(s.box.levels[species_of(s, seat)])


def sum_of_levels(levels: i64) -> i64:
    """The levels of all terrains together, out of packed levels."""
    return count(levels & LOWER_BITS) + 2 * count(levels & UPPER_BITS)


def tokens_left(s: Wildlife, terrain: Terrain, step: i64) -> i64:
    """Adaptation tokens of one terrain and level beside the board."""
    left = s.box.tokens[step]
    for seat in range(s.seats):
        if level_in(s.box.levels[species_of(s, seat)], terrain) < step <= level(s, seat, terrain):
            left -= 1
    return left


def abilities_of(s: Wildlife, seat: Seat, ability: Ability) -> i64:
    """How many ability cards of a type a seat has."""
    return field(s.abilities[seat], ability)


def all_abilities(s: Wildlife, seat: Seat) -> i64:
    """All ability cards of a seat."""
    total: i64 = 0
    for ability in range(ABILITIES):
        total += abilities_of(s, seat, ability)
    return total


def supply(s: Wildlife, ability: Ability) -> i64:
    """Ability cards of a type beside the board."""
    left = s.box.abilities[ability]
    for seat in range(s.seats):
        left -= abilities_of(s, seat, ability)
    return left


def markers_used(s: Wildlife) -> i64:
    """Territory markers taken off their track."""
    return count(s.marked)


def free_cells(s: Wildlife, north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """Those of a set of cells where no piece stands."""
    for seat in range(s.seats):
        north &= ~s.north[seat]
        south &= ~s.south[seat]
    return north, south


def terrain_cells(box: Box, terrain: Terrain) -> tuple[Mask, Mask]:
    """The cells of a terrain."""
    large = 2 * terrain
    return box.north[large] | box.north[large + 1], box.south[large] | box.south[large + 1]


def usable(s: Wildlife, seat: Seat, least: i64) -> tuple[Mask, Mask]:
    """The cells of all terrains where the seat has at least this level."""
    north: Mask = 0
    south: Mask = 0
    for terrain in range(TERRAINS):
        if level(s, seat, terrain) >= least:
            more_north, more_south = terrain_cells(s.box, terrain)
            north |= more_north
            south |= more_south
    return north, south


def beside(north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """All neighbours of a set of cells, « horizontalement ou bien verticalement »."""
    near_north = ((north & ~COLUMN_J) << 1) | ((north & ~COLUMN_A) >> 1)
    near_north |= ((north & UPPER_ROWS) << COLUMNS) | (north >> COLUMNS)
    near_north |= (south & FIRST_ROW) << (NORTH - COLUMNS)
    near_south = ((south & ~COLUMN_J) << 1) | ((south & ~COLUMN_A) >> 1)
    near_south |= ((south & UPPER_ROWS) << COLUMNS) | (south >> COLUMNS)
    near_south |= north >> (NORTH - COLUMNS)
    return near_north, near_south


def spread(north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """A set of cells and all their neighbours."""
    near_north, near_south = beside(north, south)
    return north | near_north, south | near_south


def grown(north: Mask, south: Mask, own_north: Mask, own_south: Mask) -> tuple[Mask, Mask]:
    """All own pieces in the colonies that some own pieces belong to."""
    while True:
        wider_north, wider_south = spread(north, south)
        wider_north &= own_north
        wider_south &= own_south
        if wider_north == north and wider_south == south:
            return north, south
        north = wider_north
        south = wider_south


def holds(north: Mask, south: Mask, cell: Cell) -> bool:
    """Whether a set of cells holds this one."""
    return has(north, cell) if cell < NORTH else has(south, cell - NORTH)


def first_cell(north: Mask, south: Mask) -> Cell:
    """The first cell of a set."""
    return lowest(north) if north else NORTH + lowest(south)


def north_bit(cell: Cell) -> Mask:
    """The northern half of the set of one cell."""
    if cell < NORTH:
        return bit(cell)
    return 0


def south_bit(cell: Cell) -> Mask:
    """The southern half of the set of one cell."""
    if cell >= NORTH:
        return bit(cell - NORTH)
    return 0


def owner(s: Wildlife, cell: Cell) -> Seat:
    """Whose piece stands on a cell; NOBODY's if it is free."""
    for seat in range(s.seats):
        if holds(s.north[seat], s.south[seat], cell):
            return seat
    return NOBODY


def pieces_in(s: Wildlife, seat: Seat, territory: Territory) -> i64:
    """A seat's pieces in a territory."""
    total: i64 = 0
    if s.box.north[territory]:
        total = count(s.north[seat] & s.box.north[territory])
    if s.box.south[territory]:
        total += count(s.south[seat] & s.box.south[territory])
    return total


def pieces_of(s: Wildlife, seat: Seat) -> i64:
    """A seat's pieces on the board."""
    return count(s.north[seat]) + count(s.south[seat])


def is_full(s: Wildlife, territory: Territory) -> bool:
    """Whether all cells of a territory are occupied."""
    north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
    return north | south == 0


def is_last(s: Wildlife, seat: Seat) -> bool:
    """Whether nobody is further back on the score track."""
    return all(s.score[other] >= s.score[seat] for other in range(s.seats))
