"""Game state."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, changed, count, filled, first_n, has, i64, lowest, shift, without
from meute.core.score import ScoreRow
from meute.core.seats import Seat
from meute.games.wildlife.options import DEFAULT_OPTIONS, Options

Cell = i64
Terrain = i64
Territory = i64
Kind = i64
Ability = i64
Cards = i64
"""A multiset of cards: their number per kind, packed in CARD_BITS each."""

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 6

MOST_HAND: Final = 10

COLUMNS: Final = 10
ROWS: Final = 12
CELLS: Final = 120
"""Cells of the largest grid, sea included. A set of cells is two masks of six rows each: north and south."""
NORTH: Final = 60
"""Number of cells in each half."""

TERRAINS: Final = 6
TERRITORIES: Final = 12
"""A terrain's large territory is number 2 * terrain, the small one 2 * terrain + 1."""
SPECIES: Final = 6

MOVE: Final = 1
REPRODUCE: Final = 2
ATTACK: Final = 3
LEVEL_BITS: Final = 2
LOWER_BITS: Final = 0x555
UPPER_BITS: Final = 0xAAA
"""Masks of the lower and the upper bit of each terrain's level."""

KINDS: Final = 12
"""Kinds of Wildlife cards: one for each terrain, then those below."""
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
"""Sources of points: rows of the score sheet, named in `scoring.py`."""
GOES_ON: Final = -1
"""Value of `ending` while the game goes on."""

COLUMN_A: Final = 0x4010040100401
COLUMN_J: Final = 0x802008020080200
UPPER_ROWS: Final = 0x3FFFFFFFFFFFF
"""All rows of a half except its last."""
FIRST_ROW: Final = 0x3FF


class Box:
    """Figures of a box for a number of seats."""

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
    """The markers after which a general scoring follows."""
    monopoly_full: i64 = 0
    monopoly: i64 = 0
    deck: Cards = 0
    """All Wildlife cards."""

    def __init__(self) -> None:
        self.territory = filled(CELLS, NOBODY)
        """The territory of each cell; NOBODY for sea."""
        self.north = filled(TERRITORIES, 0)
        self.south = filled(TERRITORIES, 0)
        """The cells of each territory."""
        self.size = filled(TERRITORIES, 0)
        self.levels = filled(SPECIES, 0)
        """The initial levels of each species, packed."""
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
    """The state of Wildlife.

    Copies share the vectors that seldom change: levels, abilities, food and points are replaced, not changed in place.
    """

    active: Seat = NOBODY
    """The seat whose turn it is."""
    first: Seat = NOBODY
    """The first player of the round."""
    turns: i64 = 0
    """Turns begun so far."""
    played: i64 = 0
    """Turns begun in this round."""
    ring: i64 = 0
    """Each seat's left neighbour, packed."""
    species: i64 = 0
    """Each seat's species + 1, packed; 0 for none."""
    marked: Mask = 0
    """The territories that have been filled and scored."""
    defended: i64 = 0
    """Uses of Defence by each seat in this turn, packed."""
    due: i64 = 0
    """1 if a general scoring follows at the end of the turn."""
    ending: i64 = GOES_ON
    """How the game ends after this turn (see `scoring.ENDS`)."""
    sure: Mask = 0
    """The seats that are publicly known to hold the arrow dealt to them."""
    deck: Cards = 0
    discard: Cards = 0

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = DEFAULT_OPTIONS
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

    def allocate(self, seats: i64, opt: Options, box: Box) -> None:
        """Allocates the vectors of an empty state; the turn order is clockwise."""
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
        """Number of cards in each hand (public)."""
        self.levels = filled(seats, 0)
        """Each seat's level on every terrain, packed."""
        self.began = NO_VECTOR
        """The levels with which this turn began."""
        self.abilities = filled(seats, 0)
        """Ability cards of each type for each seat, packed."""
        self.food = filled(seats, 0)
        self.stock = filled(seats, 0)
        self.score = filled(seats, 0)
        self.tally = filled(seats * SOURCES, 0)
        """Each seat's points by source: seat * SOURCES + rule."""
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
        """Copies the public fields: all except the hands and the deck."""
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
NO_ROWS: Final[list[ScoreRow]] = []


def packed_field(packed: i64, n: i64) -> i64:
    """The n-th COUNT_BITS-wide field of a packed number."""
    return (packed >> (n * COUNT_BITS)) & COUNT_FIELD


def field_unit(n: i64) -> i64:
    """1 in the n-th field of a packed number, 0 in the others."""
    return bit(n * COUNT_BITS)


def left_of(s: Wildlife, seat: Seat) -> Seat:
    """The seat's left neighbour."""
    return packed_field(s.ring, seat)


def clockwise(s: Wildlife, first: Seat) -> list[int]:
    """All seats in clockwise order, starting with `first`."""
    order = [int(first)]
    while len(order) < s.seats:
        order.append(left_of(s, order[-1]))
    return order


def set_left(s: Wildlife, seat: Seat, neighbour: Seat) -> None:
    """Sets the seat's left neighbour."""
    s.ring += shift(neighbour - packed_field(s.ring, seat), seat * COUNT_BITS)


def species_of(s: Wildlife, seat: Seat) -> i64:
    """The seat's species; NOBODY if it has none yet."""
    return packed_field(s.species, seat) - 1


def give_species(s: Wildlife, seat: Seat, species: i64) -> None:
    """Gives a seat a species and its initial levels."""
    s.species += (species + 1) * field_unit(seat)
    s.levels = changed(s.levels, seat, s.box.levels[species])


def all_have_species(s: Wildlife) -> bool:
    """Whether every seat has a species."""
    return all(species_of(s, seat) != NOBODY for seat in range(s.seats))


def free_species(s: Wildlife) -> Mask:
    """The species that no seat has."""
    free = first_n(SPECIES)
    for seat in range(s.seats):
        if species_of(s, seat) != NOBODY:
            free = without(free, species_of(s, seat))
    return free


def cards_of(cards: Cards, kind: Kind) -> i64:
    """Number of cards of a kind."""
    return (cards >> (kind * CARD_BITS)) & CARD_FIELD


def one_card(kind: Kind) -> Cards:
    """The multiset of one card of a kind."""
    return bit(kind * CARD_BITS)


def kinds_in(cards: Cards) -> Mask:
    """The kinds with at least one card."""
    kinds: Mask = 0
    kind: Kind = 0
    while cards:
        if cards & CARD_FIELD:
            kinds |= bit(kind)
        cards >>= CARD_BITS
        kind += 1
    return kinds


def card_count(cards: Cards) -> i64:
    """Number of cards of all kinds."""
    total: i64 = 0
    while cards:
        total += cards & CARD_FIELD
        cards >>= CARD_BITS
    return total


def deck_size(s: Wildlife) -> i64:
    """Number of cards in the deck, without the hidden hands that a view counts in `deck`."""
    total = card_count(s.deck)
    for seat in range(s.seats):
        total -= s.held[seat] - card_count(s.hands[seat])
    return total


def level_in(levels: i64, terrain: Terrain) -> i64:
    """The level on a terrain, from packed levels."""
    return (levels >> (terrain * LEVEL_BITS)) & ATTACK


def level(s: Wildlife, seat: Seat, terrain: Terrain) -> i64:
    """The level of a seat's species on a terrain: 0, MOVE, REPRODUCE or ATTACK."""
    return level_in(s.levels[seat], terrain)


def tokens_on(s: Wildlife, seat: Seat) -> i64:
    """Adaptation tokens on a species board, « en comptant ceux qui ont éventuellement été recouverts »."""
    return sum_of_levels(s.levels[seat]) - sum_of_levels(s.box.levels[species_of(s, seat)])


def sum_of_levels(levels: i64) -> i64:
    """The sum of the levels on all terrains, from packed levels."""
    return count(levels & LOWER_BITS) + 2 * count(levels & UPPER_BITS)


def tokens_left(s: Wildlife, terrain: Terrain, step: i64) -> i64:
    """Adaptation tokens of one terrain and level in the supply."""
    left = s.box.tokens[step]
    for seat in range(s.seats):
        if level_in(s.box.levels[species_of(s, seat)], terrain) < step <= level(s, seat, terrain):
            left -= 1
    return left


def abilities_of(s: Wildlife, seat: Seat, ability: Ability) -> i64:
    """Number of a seat's ability cards of one type."""
    return packed_field(s.abilities[seat], ability)


def ability_count(s: Wildlife, seat: Seat) -> i64:
    """Number of a seat's ability cards of all types."""
    total: i64 = 0
    for ability in range(ABILITIES):
        total += abilities_of(s, seat, ability)
    return total


def abilities_left(s: Wildlife, ability: Ability) -> i64:
    """Ability cards of one type in the supply."""
    left = s.box.abilities[ability]
    for seat in range(s.seats):
        left -= abilities_of(s, seat, ability)
    return left


def markers_used(s: Wildlife) -> i64:
    """Number of territory markers taken from the track."""
    return count(s.marked)


def free_cells(s: Wildlife, north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """The cells of a set without a piece."""
    for seat in range(s.seats):
        north &= ~s.north[seat]
        south &= ~s.south[seat]
    return north, south


def terrain_cells(box: Box, terrain: Terrain) -> tuple[Mask, Mask]:
    """The cells of a terrain."""
    large = 2 * terrain
    return box.north[large] | box.north[large + 1], box.south[large] | box.south[large + 1]


def usable_cells(s: Wildlife, seat: Seat, least: i64) -> tuple[Mask, Mask]:
    """The cells of all terrains where the seat has at least this level."""
    north: Mask = 0
    south: Mask = 0
    for terrain in range(TERRAINS):
        if level(s, seat, terrain) >= least:
            more_north, more_south = terrain_cells(s.box, terrain)
            north |= more_north
            south |= more_south
    return north, south


def neighbours(north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """The neighbours of a set of cells, « horizontalement ou bien verticalement »; may include cells of the set."""
    near_north = ((north & ~COLUMN_J) << 1) | ((north & ~COLUMN_A) >> 1)
    near_north |= ((north & UPPER_ROWS) << COLUMNS) | (north >> COLUMNS)
    near_north |= (south & FIRST_ROW) << (NORTH - COLUMNS)
    near_south = ((south & ~COLUMN_J) << 1) | ((south & ~COLUMN_A) >> 1)
    near_south |= ((south & UPPER_ROWS) << COLUMNS) | (south >> COLUMNS)
    near_south |= north >> (NORTH - COLUMNS)
    return near_north, near_south


def with_neighbours(north: Mask, south: Mask) -> tuple[Mask, Mask]:
    """A set of cells and their neighbours."""
    near_north, near_south = neighbours(north, south)
    return north | near_north, south | near_south


def flood_fill(north: Mask, south: Mask, own_north: Mask, own_south: Mask) -> tuple[Mask, Mask]:
    """The cells of `own` that are connected to the given cells through `own`: whole colonies."""
    while True:
        wider_north, wider_south = with_neighbours(north, south)
        wider_north &= own_north
        wider_south &= own_south
        if wider_north == north and wider_south == south:
            return north, south
        north = wider_north
        south = wider_south


def contains(north: Mask, south: Mask, cell: Cell) -> bool:
    """Whether a set of cells contains a cell."""
    return has(north, cell) if cell < NORTH else has(south, cell - NORTH)


def first_cell(north: Mask, south: Mask) -> Cell:
    """The first cell of a set."""
    return lowest(north) if north else NORTH + lowest(south)


def north_bit(cell: Cell) -> Mask:
    """The northern mask of the set of one cell."""
    if cell < NORTH:
        return bit(cell)
    return 0


def south_bit(cell: Cell) -> Mask:
    """The southern mask of the set of one cell."""
    if cell >= NORTH:
        return bit(cell - NORTH)
    return 0


def owner(s: Wildlife, cell: Cell) -> Seat:
    """The seat whose piece stands on a cell; NOBODY if the cell is free."""
    for seat in range(s.seats):
        if contains(s.north[seat], s.south[seat], cell):
            return seat
    return NOBODY


def pieces_in(s: Wildlife, seat: Seat, territory: Territory) -> i64:
    """Number of a seat's pieces in a territory."""
    total: i64 = 0
    if s.box.north[territory]:
        total = count(s.north[seat] & s.box.north[territory])
    if s.box.south[territory]:
        total += count(s.south[seat] & s.box.south[territory])
    return total


def pieces_of(s: Wildlife, seat: Seat) -> i64:
    """Number of a seat's pieces on the board."""
    return count(s.north[seat]) + count(s.south[seat])


def is_full(s: Wildlife, territory: Territory) -> bool:
    """Whether all cells of a territory are occupied."""
    north, south = free_cells(s, s.box.north[territory], s.box.south[territory])
    return north | south == 0


def is_last(s: Wildlife, seat: Seat) -> bool:
    """Whether no other seat has fewer points."""
    return all(s.score[other] >= s.score[seat] for other in range(s.seats))
