"""What lies on the table of Le Clan des Loups."""

from typing import Final

from mypy_extensions import i16, mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, has, i64, shift, vec
from meute.games.clan.options import USUAL, Options

Space = i64
Slot = i64
Owner = i64
"""A seat, or the phantom pack, which comes after the seats."""

MOST_SEATS: Final = 5
PLACES: Final = 16
"""Spaces of a board; a space is its slot times sixteen plus its place."""
MOST_SLOTS: Final = 11
MOST_SPACES: Final = MOST_SLOTS * PLACES
SLOTS_PER_WORD: Final = 3
WORD: Final = PLACES * SLOTS_PER_WORD
"""A set of spaces is a few masks, each of three whole boards."""
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
"""On the calendar, a lone wolf token; other pieces are their owner times four plus their kind."""

LONE: Final = 0
PREY: Final = 1
OCCUPIED: Final = 2
FULL: Final = 3
TWINS: Final = 4
ANYBODY: Final = 5
PIECES: Final = 9
"""Rows of the map: lone wolf tokens, prey, spaces with a piece, with two, with two alike; with anybody's piece of each
kind, of which two owners never share a space; then each owner's pieces by kind."""

PREYS: Final = 5
MOONS: Final = 3
CRESCENT: Final = 0
QUARTER: Final = 1
FULL_MOON: Final = 2
CRESCENT_QUARTER: Final = 3
QUARTER_FULL: Final = 4
STACKS: Final = 5
"""Region tokens alone, and the two stacks of the game for two: a moon upon the next."""

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
"""Bits that count as many tiles as there are, and the mask of them."""
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
"""Control comes before the number of alphas in one number."""

PHANTOM_SPACES: Final = 2
WALLS_KEPT: Final = 16


@mypyc_attr(acyclic=True)
class Walls:
    """Ways round water and canyon, for one arrangement of the land."""

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
    """The slots whose board lies turned by half."""
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
        """With two players also the phantom pack."""
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
        """Control in regions, and the same with alphas to break ties."""
        self.cost = filled(ACTIONS, 0)
        self.faces = filled(TILES * 2, 0)
        """Up at the start and behind, for each tile but the home tile."""
        self.shown = filled(bit(TILES), 0)
        """For each set of flipped tiles, how many show each terrain, a few bits for each, without the home tile."""
        self.values = filled(TRACKS * STEPS, 0)
        self.bonuses = filled(TRACKS * STEPS, 0)
        self.ability_points = filled(STEPS, 0)
        self.lair_points = filled(LAIRS_ON_BOARD + 1, 0)
        self.wolf_points = filled(WOLVES_ON_BOARD + 1, 0)
        self.prey_points = filled(PREYS + 1, 0)
        self.phantom = filled(STACKS * PHANTOM_SPACES * KINDS, 0)
        """For each stack of region tokens and space beside the water, how many pieces of each kind the phantom has."""
        self.rows = NO_VECTOR
        """Dates in each row of the calendar, as printed."""
        self.walls: list[Walls] = []


@mypyc_attr(acyclic=True, free_list_len=1)
class Clan(State):
    """The map with everything on it, the calendar, and each pack's personal board.

    Copies share all vectors but the map: those are never changed in place, but replaced (`changed`)."""

    words: i64 = 0
    """Masks in a set of spaces."""
    first: i64 = NOBODY
    active: i64 = NOBODY
    """Whose turn it is."""
    turns: i64 = 0
    """Turns ended so far, all seats together."""
    scored: i64 = 0
    """Moons that have been scored."""
    turned: Mask = 0
    flipped: Mask = 0
    """The flipped tiles of all seats, seat by seat."""

    def __init__(self) -> None:
        self.box = NO_BOX
        self.opt = USUAL
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

    def lay_out(self, seats: i64, opt: Options, box: Box) -> None:
        """An empty table."""
        self.seats = seats
        self.opt = opt
        self.box = box
        self.words = box.words
        self.turned = box.turned
        self.boards = filled(box.slots, NOBODY)
        """The board in each slot."""
        self.fields = NO_VECTOR
        """The set of spaces of each terrain, and the shore: written once, when all boards lie there."""
        self.lands = NO_ROW
        """The same space by space: one more than its terrain, ASHORE more beside water; 0 where nobody walks."""
        self.map = filled((PIECES + box.owners * KINDS) * box.words + box.slots * box.owners, 0)
        """Sets of spaces, row by row; then the strength of each owner on each board."""
        self.herds = filled(box.slots, NOBODY)
        """The prey in each slot: its kind plus five times the tokens left."""
        self.moons = filled(box.slots, NOBODY)
        """The region tokens in each slot."""
        self.calendar = NO_VECTOR
        """What covers the dates, in order."""
        self.last = NO_VECTOR
        """The last scoring, slot by slot."""
        self.factions = filled(seats, NOBODY)
        self.dens = filled(seats * TRACKS, 0)
        """Dens taken from each track, by seat and track."""
        self.lairs = filled(seats, 0)
        self.wolves = filled(seats, 0)
        """Lairs and wolves taken."""
        self.hunted = filled(seats, 0)
        """The set of prey of each seat."""
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


def row_of(owner: Owner, kind: i64) -> i64:
    """The row of the map with an owner's pieces of one kind."""
    return PIECES + owner * KINDS + kind


def lies(s: Clan, row: i64, space: Space) -> bool:
    """Whether a space is in a row of the map."""
    return has(s.map[row * s.words + space // WORD], space % WORD)


def put(s: Clan, row: i64, space: Space) -> None:
    """Adds a space to a row of the map."""
    s.map[row * s.words + space // WORD] |= bit(space % WORD)


def clear(s: Clan, row: i64, space: Space) -> None:
    """Takes a space out of a row of the map."""
    s.map[row * s.words + space // WORD] &= ~bit(space % WORD)


def strength_at(s: Clan, slot: Slot) -> i64:
    """Where the map says how strong the owners are on a board, the first one of them first."""
    return (PIECES + s.box.owners * KINDS) * s.words + slot * s.box.owners


def set_down(s: Clan, owner: Owner, kind: i64, space: Space) -> None:
    """Puts a piece on a space that has room for it."""
    s.map[strength_at(s, space // PLACES) + owner] += s.box.strength[kind]
    row = row_of(owner, kind)
    if lies(s, OCCUPIED, space):
        put(s, FULL, space)
        if lies(s, row, space):
            put(s, TWINS, space)
    else:
        put(s, OCCUPIED, space)
    put(s, ANYBODY + kind, space)
    put(s, row, space)


def lift(s: Clan, owner: Owner, kind: i64, space: Space) -> None:
    """Takes a piece off a space."""
    s.map[strength_at(s, space // PLACES) + owner] -= s.box.strength[kind]
    if lies(s, TWINS, space):
        clear(s, TWINS, space)
        clear(s, FULL, space)
        return
    clear(s, ANYBODY + kind, space)
    clear(s, row_of(owner, kind), space)
    if lies(s, FULL, space):
        clear(s, FULL, space)
    else:
        clear(s, OCCUPIED, space)


def standing(s: Clan, owner: Owner, kind: i64, space: Space) -> i64:
    """How many pieces of this kind and owner stand on a space."""
    if not lies(s, row_of(owner, kind), space):
        return 0
    return 2 if lies(s, TWINS, space) else 1


def owner_on(s: Clan, kind: i64, space: Space) -> Owner:
    """Whose piece of this kind stands on a space; NOBODY's if there is none."""
    if not lies(s, ANYBODY + kind, space):
        return NOBODY
    for owner in range(s.box.owners):
        if lies(s, row_of(owner, kind), space):
            return owner
    return NOBODY


def pieces_of(s: Clan, owner: Owner, word: i64) -> Mask:
    """The spaces of one word where an owner has any piece."""
    at = row_of(owner, 0) * s.words + word
    step = s.words
    return s.map[at] | s.map[at + step] | s.map[at + 2 * step] | s.map[at + 3 * step]


def counted(s: Clan, owner: Owner, kind: i64) -> i64:
    """How many pieces of one kind an owner has on the map."""
    n: i64 = 0
    for word in range(s.words):
        spaces = s.map[row_of(owner, kind) * s.words + word]
        n += count(spaces) + count(spaces & s.map[TWINS * s.words + word])
    return n


def board_of(slot: Slot) -> Mask:
    """The spaces of one board, in its word of the map."""
    return shift(BOARD, slot % SLOTS_PER_WORD * PLACES)


def counted_in(s: Clan, owner: Owner, kind: i64, slot: Slot) -> i64:
    """How many pieces of one kind an owner has on one board."""
    word = slot // SLOTS_PER_WORD
    spaces = s.map[row_of(owner, kind) * s.words + word] & board_of(slot)
    return count(spaces) + count(spaces & s.map[TWINS * s.words + word])


BOARD: Final = 0xFFFF
"""The sixteen places of a board, as a set."""


def ground_at(s: Clan, space: Space) -> i64:
    """The terrain of a space, water or canyon; NOBODY while no board lies there."""
    slot = space // PLACES
    board = s.boards[slot]
    if board == NOBODY:
        return NOBODY
    return s.box.ground[board * PLACES + place_on(s, slot, space % PLACES)]


def place_on(s: Clan, slot: Slot, place: i64) -> i64:
    """The board's own number of a place, and the other way round: a turned board is counted backwards."""
    return PLACES - 1 - place if has(s.turned, slot) else place


def lone_space(s: Clan, slot: Slot, n: i64) -> Space:
    """The n-th space of a region with the lone wolf symbol."""
    return slot * PLACES + place_on(s, slot, s.box.lone_places[n])


def prey_space(s: Clan, slot: Slot) -> Space:
    """The space of a region with the prey symbol."""
    return slot * PLACES + place_on(s, slot, s.box.prey_place)


def herd(s: Clan, slot: Slot) -> i64:
    """The kind of prey in a slot; NOBODY where there never was any."""
    if s.herds[slot] == NOBODY:
        return NOBODY
    return s.herds[slot] % PREYS


def herd_left(s: Clan, slot: Slot) -> i64:
    """Prey tokens left in a slot."""
    return max(s.herds[slot], 0) // PREYS


def ability(s: Clan, seat: i64, track: i64) -> i64:
    """The value that a track of the personal board shows."""
    return s.box.values[track * STEPS + s.dens[seat * TRACKS + track]]


def face(s: Clan, seat: i64, tile: i64, behind: i64 = 0) -> i64:
    """The terrain that a tile shows, or has behind."""
    if tile == HOME_TILE:
        return s.factions[seat]
    return s.box.faces[tile * 2 + (((s.flipped >> (seat * TILES + tile)) & 1) ^ behind)]


def flipped_of(s: Clan, seat: i64) -> Mask:
    """The flipped tiles of one seat."""
    return (s.flipped >> (seat * TILES)) & first_n(TILES)


def purse(s: Clan, seat: i64) -> i64:
    """How many tiles show each terrain, a few bits for each."""
    return s.box.shown[flipped_of(s, seat)] + bit(s.factions[seat] * TILE_BITS)


def affordable(s: Clan, seat: i64, shown: i64, cost: i64) -> Mask:
    """The terrains of which a seat can pay so many, with the tiles shown and its terrain tokens."""
    terrains: Mask = 0
    need = cost - s.terrain_tokens[seat]
    for terrain in range(TERRAINS):
        if (shown >> (terrain * TILE_BITS)) & MOST_TILES >= need:
            terrains |= bit(terrain)
    return terrains


def payable(s: Clan, seat: i64, action: i64) -> Mask:
    """The terrains on which a seat can pay for an action."""
    return affordable(s, seat, purse(s, seat), s.box.cost[action])


def stack_top(stack: i64) -> i64:
    """The moon that is scored next of a stack of region tokens; NOBODY where there is none."""
    return stack if stack < MOONS else stack - MOONS


def stack_below(stack: i64) -> i64:
    """What is left of a stack when its top token is gone."""
    if stack < MOONS:
        return NOBODY
    return stack - MOONS + 1
