"""Game state of Le Clan des Loups."""

from typing import Final

from mypy_extensions import i16, mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, shift, vec
from meute.games.clan.options import DEFAULT_OPTIONS, Options

Space = i64
"""slot * PLACES + place"""
Slot = i64
"""A position of a board in the layout of the map."""
Owner = i64
"""A seat, or the phantom pack, which comes after the seats."""

MOST_SEATS: Final = 5
PLACES: Final = 16
"""Spaces of a board."""
MOST_SLOTS: Final = 11
MOST_SPACES: Final = MOST_SLOTS * PLACES
SLOTS_PER_WORD: Final = 3
WORD: Final = PLACES * SLOTS_PER_WORD
"""Spaces per mask: a set of spaces is a vector of masks, each of three whole boards."""
SIDES: Final = 6
"""Neighbours of a space."""

TERRAINS: Final = 5
"""Grass, rock, tundra, desert, forest; other ground comes after them."""
WATER: Final = 5
CANYON: Final = 6
SHORE: Final = 5
"""After the five terrains, `fields` holds the land beside water."""
FIELDS: Final = 6
ASHORE: Final = 8

START_BOARD: Final = 0
REGION_BOARDS: Final = 10

KINDS: Final = 4
"""Pieces by rank: « du rang le plus bas au plus élevé, Tanière -> Loup de meute -> Loup alpha -> Antre »."""
DEN: Final = 0
PACK: Final = 1
ALPHA: Final = 2
LAIR: Final = 3
LONE_WOLVES: Final = 2
"""Spaces of a region with the lone wolf symbol."""
LONE_WOLF: Final = MOST_SEATS * KINDS
"""A lone wolf token on the calendar; other pieces are owner * KINDS + kind."""

LONE: Final = 0
PREY: Final = 1
OCCUPIED: Final = 2
FULL: Final = 3
TWINS: Final = 4
ANY_OWNER: Final = 5
PIECES: Final = 9
"""Rows of the map, each a set of spaces: lone wolf tokens, prey, spaces with a piece, with two, with two of one kind;
any owner's pieces by kind (two owners never share a space with the same kind); then each owner's pieces by kind."""

PREYS: Final = 5
MOONS: Final = 3
CRESCENT: Final = 0
QUARTER: Final = 1
FULL_MOON: Final = 2
CRESCENT_QUARTER: Final = 3
QUARTER_FULL: Final = 4
STACKS: Final = 5
"""Single region tokens, and the two stacks for two players: a moon on top of the next one."""

TRACKS: Final = 3
DEPLOYMENT: Final = 0
SPEED: Final = 1
HOWL_RANGE: Final = 2
STEPS: Final = 5
"""Values of an ability: one at the start, one for each den."""
DENS_PER_TRACK: Final = 4
MOST_DEPLOYED: Final = 4
FARTHEST_HOWL: Final = 4
WOLVES_ON_BOARD: Final = 8
LAIRS_ON_BOARD: Final = 4

NO_BONUS: Final = 0
TERRAIN_BONUS: Final = 1
ACTION_BONUS: Final = 2

TILES: Final = 6
TILE_BITS: Final = 3
MOST_TILES: Final = 7
"""TILE_BITS count the tiles that show a terrain; MOST_TILES is their mask."""
HOME_TILE: Final = 0

ACTIONS: Final = 5
MOVE: Final = 0
HOWL: Final = 1
BUILD: Final = 2
TRANSFORM: Final = 3
DOMINATE: Final = 4

CONTROL: Final = 0
ALPHAS: Final = 1
GAINED: Final = 2
RESULT: Final = 3
"""The last scoring, for each slot: its moon (NOBODY if it was not scored), then for each owner these numbers."""

MOST_ALPHAS: Final = 64
"""strength = control * MOST_ALPHAS + alphas"""

PHANTOM_SPACES: Final = 2
WALLS_CACHED: Final = 16


@mypyc_attr(acyclic=True)
class Walls:
    """Walking distances around water and canyon, for one arrangement of the boards."""

    farthest: i64 = 0

    def __init__(self, land: vec[i64]) -> None:
        self.land = land
        """The set of spaces that can be walked on."""
        self.walks = NO_VECTOR
        """For each distance and space, the set of spaces that a walk of at most this length reaches."""


class Box:
    """The figures of a box, for the number of players in use."""

    slots: i64 = 0
    first_region: i64 = 0
    """Slot 0 is the start board, except with two players."""
    size: i64 = 0
    """Spaces of the map."""
    words: i64 = 0
    turned: Mask = 0
    """The slots whose board is turned by 180 degrees."""
    prey_place: i64 = 0
    prey_height: i64 = 0
    around: i64 = 0
    per_turn: i64 = 0
    den_range: i64 = 0
    start_spaces: i64 = 0
    north: Mask = 0
    south: Mask = 0
    """The places of the start board on either side of the canyon."""
    lair_bonus: i64 = 0
    prey_bonus: i64 = 0
    terrain_tokens: i64 = 0
    action_tokens: i64 = 0
    second_player: i64 = 0
    alphas_on_track: Mask = 0
    """The spaces of the wolf track that hold an alpha."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.owners = seats
        """Seats, and with two players the phantom pack."""
        self.q = NO_VECTOR
        self.r = NO_VECTOR
        """Axial coordinates of each space."""
        self.neighbours = NO_VECTOR
        """Six for each space, NOBODY beyond the edge, in the order of core.grid.HEX_STEPS."""
        self.near = NO_VECTOR
        """For each distance from 0 to 4 and space, the set of spaces within it, counted from space to space."""
        self.beeline = NO_VECTOR
        """The same, counted in a straight line, also beyond the edge of the map."""
        self.lone_places = NO_VECTOR
        self.ground = filled((REGION_BOARDS + 1) * PLACES, CANYON)
        """What each place of each board is, the start board first."""
        self.prey = filled(PREYS, 0)
        self.stacks = filled(STACKS, 0)
        self.first = filled(MOONS, 0)
        self.second = filled(MOONS, 0)
        self.dates = filled(MOONS, 0)
        self.control = filled(KINDS, 0)
        self.strength = filled(KINDS, 0)
        """Control points per kind of piece, and the same as strength (with alphas as tie-break)."""
        self.cost = filled(ACTIONS, 0)
        self.faces = filled(TILES * 2, 0)
        """Front and back of each tile but the home tile."""
        self.shown = filled(bit(TILES), 0)
        """For each set of flipped tiles, the number that show each terrain: TILE_BITS each, without the home tile."""
        self.values = filled(TRACKS * STEPS, 0)
        self.bonuses = filled(TRACKS * STEPS, 0)
        self.ability_points = filled(STEPS, 0)
        self.lair_points = filled(LAIRS_ON_BOARD + 1, 0)
        self.wolf_points = filled(WOLVES_ON_BOARD + 1, 0)
        self.prey_points = filled(PREYS + 1, 0)
        self.phantom = filled(STACKS * PHANTOM_SPACES * KINDS, 0)
        """The number of phantom pieces by stack of region tokens, space beside the water, and kind."""
        self.rows = NO_VECTOR
        """Dates in each row of the calendar, as printed."""
        self.walls: list[Walls] = []


@mypyc_attr(acyclic=True, free_list_len=1)
class Clan(State):
    """The map with its tokens and pieces, the calendar, and each pack's personal board.

    Copies share all vectors but the map: these are never changed in place, but replaced (`changed`)."""

    words: i64 = 0
    """Masks in a set of spaces."""
    first: i64 = NOBODY
    active: i64 = NOBODY
    """The seat whose turn it is."""
    turns: i64 = 0
    """Turns ended so far, all seats together."""
    scored: i64 = 0
    """Moons that have been scored."""
    turned: Mask = 0
    flipped: Mask = 0
    """The flipped tiles of all seats, seat by seat."""

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = DEFAULT_OPTIONS
        self.walls = NO_WALLS
        self.boards = NO_VECTOR
        self.fields = NO_VECTOR
        self.lands = NO_ROW
        self.map = NO_VECTOR
        self.herds = NO_VECTOR
        self.moons = NO_VECTOR
        self.calendar = NO_VECTOR
        self.last = NO_VECTOR
        self.factions = NO_VECTOR
        self.dens = NO_VECTOR
        self.lairs = NO_VECTOR
        self.wolves = NO_VECTOR
        self.hunted = NO_VECTOR
        self.terrain_tokens = NO_VECTOR
        self.action_tokens = NO_VECTOR
        self.won = NO_VECTOR
        self.points = NO_VECTOR

    def allocate(self, seats: i64, opt: Options, box: Box) -> None:
        """Allocates the vectors of an empty state."""
        self.seats = seats
        self.opt = opt
        self.box = box
        self.words = box.words
        self.turned = box.turned
        self.boards = filled(box.slots, NOBODY)
        """The board in each slot."""
        self.fields = NO_VECTOR
        """The set of spaces of each terrain, and the shore: computed by `survey` once all boards are placed."""
        self.lands = NO_ROW
        """The same by space: one more than its terrain, ASHORE more beside water; 0 for water and canyon."""
        self.map = filled((PIECES + box.owners * KINDS) * box.words + box.slots * box.owners, 0)
        """Sets of spaces, row by row; then the strength of each owner on each board."""
        self.herds = filled(box.slots, NOBODY)
        """The prey in each slot: kind + PREYS * tokens left."""
        self.moons = filled(box.slots, NOBODY)
        """The region tokens in each slot."""
        self.calendar = NO_VECTOR
        """The pieces that cover the dates, in order."""
        self.last = NO_VECTOR
        """The last scoring, slot by slot."""
        self.factions = filled(seats, NOBODY)
        self.dens = filled(seats * TRACKS, 0)
        """Dens taken from each track, by seat and track."""
        self.lairs = filled(seats, 0)
        self.wolves = filled(seats, 0)
        """Lairs and wolves taken from the personal board."""
        self.hunted = filled(seats, 0)
        """The set of prey that each seat has hunted."""
        self.terrain_tokens = filled(seats, 0)
        self.action_tokens = filled(seats, 0)
        self.won = filled(seats * MOONS, 0)
        """Region tokens, by seat and moon."""
        self.points = filled(seats, 0)

    def copy(self) -> "Clan":
        s = Clan()
        self.copy_table_to(s)
        s.box = self.box
        s.opt = self.opt
        s.walls = self.walls
        s.words = self.words
        s.first = self.first
        s.active = self.active
        s.turns = self.turns
        s.scored = self.scored
        s.turned = self.turned
        s.flipped = self.flipped
        s.boards = self.boards
        s.fields = self.fields
        s.lands = self.lands
        s.map = self.map[:]
        s.herds = self.herds
        s.moons = self.moons
        s.calendar = self.calendar
        s.last = self.last
        s.factions = self.factions
        s.dens = self.dens
        s.lairs = self.lairs
        s.wolves = self.wolves
        s.hunted = self.hunted
        s.terrain_tokens = self.terrain_tokens
        s.action_tokens = self.action_tokens
        s.won = self.won
        s.points = self.points
        return s


NO_VECTOR: Final = filled(0, 0)
NO_ROW: Final = vec[i16]([])
NO_BOX: Final = Box(0)
NO_WALLS: Final = Walls(NO_VECTOR)


def map_row(owner: Owner, kind: i64) -> i64:
    """The row of the map with an owner's pieces of one kind."""
    return PIECES + owner * KINDS + kind


def is_in_row(s: Clan, row: i64, space: Space) -> bool:
    """Whether a space is in a row of the map."""
    return has(s.map[row * s.words + space // WORD], space % WORD)


def add_to_row(s: Clan, row: i64, space: Space) -> None:
    """Adds a space to a row of the map."""
    s.map[row * s.words + space // WORD] |= bit(space % WORD)


def remove_from_row(s: Clan, row: i64, space: Space) -> None:
    """Removes a space from a row of the map."""
    s.map[row * s.words + space // WORD] &= ~bit(space % WORD)


def strength_index(s: Clan, slot: Slot) -> i64:
    """The index in the map of the first owner's strength on a board."""
    return (PIECES + s.box.owners * KINDS) * s.words + slot * s.box.owners


def place_piece(s: Clan, owner: Owner, kind: i64, space: Space) -> None:
    """Puts a piece on a space that has room for it."""
    s.map[strength_index(s, space // PLACES) + owner] += s.box.strength[kind]
    row = map_row(owner, kind)
    if is_in_row(s, OCCUPIED, space):
        add_to_row(s, FULL, space)
        if is_in_row(s, row, space):
            add_to_row(s, TWINS, space)
    else:
        add_to_row(s, OCCUPIED, space)
    add_to_row(s, ANY_OWNER + kind, space)
    add_to_row(s, row, space)


def remove_piece(s: Clan, owner: Owner, kind: i64, space: Space) -> None:
    """Removes a piece from a space."""
    s.map[strength_index(s, space // PLACES) + owner] -= s.box.strength[kind]
    if is_in_row(s, TWINS, space):
        remove_from_row(s, TWINS, space)
        remove_from_row(s, FULL, space)
        return
    remove_from_row(s, ANY_OWNER + kind, space)
    remove_from_row(s, map_row(owner, kind), space)
    if is_in_row(s, FULL, space):
        remove_from_row(s, FULL, space)
    else:
        remove_from_row(s, OCCUPIED, space)


def pieces_on(s: Clan, owner: Owner, kind: i64, space: Space) -> i64:
    """The number of pieces of this kind and owner on a space."""
    if not is_in_row(s, map_row(owner, kind), space):
        return 0
    return 2 if is_in_row(s, TWINS, space) else 1


def owner_on(s: Clan, kind: i64, space: Space) -> Owner:
    """The owner of the piece of this kind on a space; NOBODY if there is none."""
    if not is_in_row(s, ANY_OWNER + kind, space):
        return NOBODY
    for owner in range(s.box.owners):
        if is_in_row(s, map_row(owner, kind), space):
            return owner
    return NOBODY


def pieces_of(s: Clan, owner: Owner, word: i64) -> Mask:
    """The spaces where an owner has any piece, as one word of the map."""
    at = map_row(owner, 0) * s.words + word
    step = s.words
    return s.map[at] | s.map[at + step] | s.map[at + 2 * step] | s.map[at + 3 * step]


def piece_count(s: Clan, owner: Owner, kind: i64) -> i64:
    """The number of an owner's pieces of one kind on the map."""
    n: i64 = 0
    for word in range(s.words):
        spaces = s.map[map_row(owner, kind) * s.words + word]
        n += count(spaces) + count(spaces & s.map[TWINS * s.words + word])
    return n


def board_of(slot: Slot) -> Mask:
    """The spaces of one board, in its word of the map."""
    return shift(BOARD, slot % SLOTS_PER_WORD * PLACES)


def piece_count_in(s: Clan, owner: Owner, kind: i64, slot: Slot) -> i64:
    """The number of an owner's pieces of one kind on one board."""
    word = slot // SLOTS_PER_WORD
    spaces = s.map[map_row(owner, kind) * s.words + word] & board_of(slot)
    return count(spaces) + count(spaces & s.map[TWINS * s.words + word])


BOARD: Final = 0xFFFF
"""The sixteen places of a board, as a set."""


def ground_at(s: Clan, space: Space) -> i64:
    """The terrain of a space, or water or canyon; NOBODY before a board is placed there."""
    slot = space // PLACES
    board = s.boards[slot]
    if board == NOBODY:
        return NOBODY
    return s.box.ground[board * PLACES + board_place(s, slot, space % PLACES)]


def board_place(s: Clan, slot: Slot, place: i64) -> i64:
    """Converts between a place of the slot and the board's own numbering: a turned board counts backwards."""
    return PLACES - 1 - place if has(s.turned, slot) else place


def lone_space(s: Clan, slot: Slot, n: i64) -> Space:
    """The n-th space with the lone wolf symbol in a region."""
    return slot * PLACES + board_place(s, slot, s.box.lone_places[n])


def prey_space(s: Clan, slot: Slot) -> Space:
    """The space with the prey symbol in a region."""
    return slot * PLACES + board_place(s, slot, s.box.prey_place)


def prey_kind(s: Clan, slot: Slot) -> i64:
    """The kind of prey in a slot; NOBODY if it never had any."""
    if s.herds[slot] == NOBODY:
        return NOBODY
    return s.herds[slot] % PREYS


def prey_left(s: Clan, slot: Slot) -> i64:
    """The number of prey tokens left in a slot."""
    return max(s.herds[slot], 0) // PREYS


def ability(s: Clan, seat: i64, track: i64) -> i64:
    """The current value of an ability track."""
    return value_on_track(s.box.values, s.dens, seat, track)


def value_on_track(values: vec[i64], dens: vec[i64], seat: i64, track: i64) -> i64:
    """The value of an ability track, from the box's `values` and the number of `dens` taken from each track."""
    return values[track * STEPS + dens[seat * TRACKS + track]]


def face(s: Clan, seat: i64, tile: i64, behind: i64 = 0) -> i64:
    """The terrain on a tile's visible side, or with `behind` on its other side."""
    if tile == HOME_TILE:
        return s.factions[seat]
    return s.box.faces[tile * 2 + (((s.flipped >> (seat * TILES + tile)) & 1) ^ behind)]


def flipped_of(s: Clan, seat: i64) -> Mask:
    """The flipped tiles of one seat."""
    return (s.flipped >> (seat * TILES)) & first_n(TILES)


def shown_terrains(s: Clan, seat: i64) -> i64:
    """The number of tiles that show each terrain, TILE_BITS each; before a colour is chosen, without the home tile."""
    home = s.factions[seat]
    shown = s.box.shown[flipped_of(s, seat)]
    if home != NOBODY:
        shown += bit(home * TILE_BITS)
    return shown


def affordable_terrains(s: Clan, seat: i64, shown: i64, cost: i64) -> Mask:
    """The terrains, as a set, in which a seat can pay `cost` with its terrain tokens and the tiles in `shown` (packed
    as in `shown_terrains`)."""
    terrains: Mask = 0
    need = cost - s.terrain_tokens[seat]
    for terrain in range(TERRAINS):
        if (shown >> (terrain * TILE_BITS)) & MOST_TILES >= need:
            terrains |= bit(terrain)
    return terrains


def payable_terrains(s: Clan, seat: i64, action: i64) -> Mask:
    """The terrains on which a seat can pay for an action."""
    return affordable_terrains(s, seat, shown_terrains(s, seat), s.box.cost[action])


def stack_top(stack: i64) -> i64:
    """The next moon of a stack of region tokens; NOBODY if there is none."""
    return stack if stack < MOONS else stack - MOONS


def stack_below(stack: i64) -> i64:
    """The stack without its top token; NOBODY if nothing is left."""
    if stack < MOONS:
        return NOBODY
    return stack - MOONS + 1
