"""What lies on the table of Le Clan des Loups."""

from typing import Final

from mypy_extensions import mypyc_attr

from meute.core.frame import State
from meute.core.numbers import NOBODY, Mask, bit, count, filled, has, i64, shift, vec

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

START_BOARD: Final = 0
REGION_BOARDS: Final = 10

KINDS: Final = 4
"""Pieces by rank: « du rang le plus bas au plus élevé, Tanière -> Loup de meute -> Loup alpha -> Antre »."""
DEN: Final = 0
PACK: Final = 1
ALPHA: Final = 2
LAIR: Final = 3
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
"""Region tokens alone, and the two stacks of the game for two."""

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

FACTION: Final = 0
FLIPPED: Final = 1
DENS: Final = 2
LAIRS: Final = 5
WOLVES: Final = 6
HUNTED: Final = 7
TERRAIN_TOKENS: Final = 8
ACTION_TOKENS: Final = 9
WON: Final = 10
POINTS: Final = 13
OWN: Final = 14
"""What lies on a personal board: the faction, the set of flipped tiles, dens taken from each track, lairs and wolves
taken, the set of prey, tokens, region tokens by moon, and victory points."""

CONTROL: Final = 0
ALPHAS: Final = 1
GAINED: Final = 2
RESULT: Final = 3
"""The last scoring, for each slot: its moon (NOBODY if it was not scored), then for each owner these numbers."""

PHANTOM_SPACES: Final = 2
WALLS_KEPT: Final = 16


@mypyc_attr(acyclic=True)
class Walls:
    """Ways round water and canyon, for one arrangement of the land."""

    farthest: i64

    def __init__(self, land: vec[i64]) -> None:
        self.land = land
        """The set of spaces that can be walked on."""
        self.farthest = 0
        self.walks = NO_VECTOR
        """For each distance and space, the set of spaces that a walk of at most this length reaches."""


class Box:
    """The figures of a box, for the number of players in use."""

    seats: i64
    owners: i64
    slots: i64
    first_region: i64
    size: i64
    words: i64
    turned: i64
    prey_place: i64
    prey_height: i64
    around: i64
    per_turn: i64
    den_range: i64
    start_spaces: i64
    north: Mask
    south: Mask
    lair_bonus: i64
    prey_bonus: i64
    terrain_tokens: i64
    action_tokens: i64
    second_player: i64
    alphas_on_track: Mask

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.owners = seats
        """With two players also the phantom pack."""
        self.slots = 0
        self.first_region = 0
        """Slot 0 is the start board, except with two players."""
        self.size = 0
        """Spaces of the map."""
        self.words = 0
        self.turned = 0
        """The slots whose board lies turned by half."""
        self.prey_place = 0
        self.prey_height = 0
        self.around = 0
        self.per_turn = 0
        self.den_range = 0
        self.start_spaces = 0
        self.north = 0
        self.south = 0
        """The places of the start board on either side of the canyon."""
        self.lair_bonus = 0
        self.prey_bonus = 0
        self.terrain_tokens = 0
        self.action_tokens = 0
        self.second_player = 0
        self.alphas_on_track = 0
        """The spaces of the wolf track that hold an alpha."""
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
        self.cost = filled(ACTIONS, 0)
        self.faces = filled(TILES * 2, 0)
        """Up at the start and behind, for each tile but the home tile."""
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


class Options:
    """What the players agreed on."""

    factions: i64
    turned: i64
    supply: i64
    range: i64
    empty_move: i64
    den_on_tokens: i64

    def __init__(self) -> None:
        self.factions = 0
        self.turned = 0
        self.supply = 0
        self.range = 0
        self.empty_move = 0
        self.den_on_tokens = 0


@mypyc_attr(acyclic=True, free_list_len=1)
class Clan(State):
    """The map with everything on it, the calendar, and each pack's personal board."""

    words: i64
    first: i64
    active: i64
    turns: i64
    scored: i64
    turned: i64

    def __init__(self) -> None:
        super().__init__()
        self.box = NO_BOX
        self.opt = NO_OPTIONS
        self.walls = NO_WALLS
        self.words = 0
        """Masks in a set of spaces."""
        self.first = NOBODY
        self.active = NOBODY
        """Whose turn it is."""
        self.turns = 0
        """Turns ended so far, all seats together."""
        self.scored = 0
        """Moons that have been scored."""
        self.turned = 0
        self.boards = NO_VECTOR
        self.fields = NO_VECTOR
        self.map = NO_VECTOR
        self.herds = NO_VECTOR
        self.moons = NO_VECTOR
        self.own = NO_VECTOR
        self.calendar = NO_VECTOR
        self.last = NO_VECTOR

    def lay_out(self, box: Box, opt: Options) -> None:
        """An empty table."""
        self.box = box
        self.opt = opt
        self.seats = box.seats
        self.words = box.words
        self.turned = box.turned
        self.boards = filled(box.slots, NOBODY)
        """The board in each slot."""
        self.fields = NO_VECTOR
        """The set of spaces of each terrain, and the shore: written once, when all boards lie there."""
        self.map = filled((PIECES + box.owners * KINDS) * box.words, 0)
        """Sets of spaces, row by row."""
        self.herds = filled(box.slots, NOBODY)
        """The prey in each slot: its kind plus five times the tokens left."""
        self.moons = filled(box.slots, NOBODY)
        """The region tokens in each slot."""
        self.own = filled(box.seats * OWN, 0)
        for seat in range(box.seats):
            self.own[seat * OWN + FACTION] = NOBODY
        self.calendar = vec[i64]()
        """What covers the dates, in order."""
        self.last = NO_VECTOR
        """The last scoring, slot by slot; never changed in place once it is done."""

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
        s.boards = self.boards[:]
        s.fields = self.fields
        s.map = self.map[:]
        s.herds = self.herds[:]
        s.moons = self.moons[:]
        s.own = self.own[:]
        s.calendar = self.calendar[:]
        s.last = self.last
        return s


NO_VECTOR: Final = filled(0, 0)
NO_BOX: Final = Box(0)
NO_OPTIONS: Final = Options()
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


def set_down(s: Clan, owner: Owner, kind: i64, space: Space) -> None:
    """Puts a piece on a space that has room for it."""
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


def is_there(s: Clan, owner: Owner, slot: Slot) -> bool:
    """Whether an owner has any piece on one board."""
    return pieces_of(s, owner, slot // SLOTS_PER_WORD) & shift(BOARD, slot % SLOTS_PER_WORD * PLACES) != 0


def counted_in(s: Clan, owner: Owner, kind: i64, slot: Slot) -> i64:
    """How many pieces of one kind an owner has on one board."""
    word = slot // SLOTS_PER_WORD
    spaces = (s.map[row_of(owner, kind) * s.words + word] >> (slot % SLOTS_PER_WORD * PLACES)) & BOARD
    if spaces == 0:
        return 0
    twins = s.map[TWINS * s.words + word] >> (slot % SLOTS_PER_WORD * PLACES)
    return count(spaces) + count(spaces & twins)


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


def water_space(s: Clan, slot: Slot) -> Space:
    """The water of a region; NOBODY on the start board."""
    for space in range(slot * PLACES, (slot + 1) * PLACES):
        if ground_at(s, space) == WATER:
            return space
    return NOBODY


def herd(s: Clan, slot: Slot) -> i64:
    """The kind of prey in a slot; NOBODY where there never was any."""
    if s.herds[slot] == NOBODY:
        return NOBODY
    return s.herds[slot] % PREYS


def herd_left(s: Clan, slot: Slot) -> i64:
    """Prey tokens left in a slot."""
    if s.herds[slot] == NOBODY:
        return 0
    return s.herds[slot] // PREYS


def ability(s: Clan, seat: i64, track: i64) -> i64:
    """The value that a track of the personal board shows."""
    return s.box.values[track * STEPS + s.own[seat * OWN + DENS + track]]


def face(s: Clan, seat: i64, tile: i64) -> i64:
    """The terrain that a tile shows."""
    if tile == HOME_TILE:
        return s.own[seat * OWN + FACTION]
    return s.box.faces[tile * 2 + (1 if has(s.own[seat * OWN + FLIPPED], tile) else 0)]


def back(s: Clan, seat: i64, tile: i64) -> i64:
    """The terrain on the other face of a tile."""
    if tile == HOME_TILE:
        return s.own[seat * OWN + FACTION]
    return s.box.faces[tile * 2 + (0 if has(s.own[seat * OWN + FLIPPED], tile) else 1)]


def showing(s: Clan, seat: i64, terrain: i64) -> Mask:
    """The tiles that show a terrain."""
    tiles: Mask = 0
    for tile in range(TILES):
        if face(s, seat, tile) == terrain:
            tiles |= bit(tile)
    return tiles


def purse(s: Clan, seat: i64) -> i64:
    """How many tiles show each terrain, a few bits for each."""
    shown: i64 = 0
    for tile in range(TILES):
        shown += bit(face(s, seat, tile) * TILE_BITS)
    return shown


def affordable(s: Clan, seat: i64, shown: i64, cost: i64) -> Mask:
    """The terrains of which a seat can pay so many, with the tiles shown and its terrain tokens."""
    terrains: Mask = 0
    need = cost - s.own[seat * OWN + TERRAIN_TOKENS]
    for terrain in range(TERRAINS):
        if (shown >> (terrain * TILE_BITS)) & MOST_TILES >= need:
            terrains |= bit(terrain)
    return terrains


def payable(s: Clan, seat: i64, action: i64) -> Mask:
    """The terrains on which a seat can pay for an action."""
    return affordable(s, seat, purse(s, seat), s.box.cost[action])


def held(s: Clan, field: i64) -> i64:
    """How many bonus tokens of one sort the packs hold together."""
    n: i64 = 0
    for seat in range(s.seats):
        n += s.own[seat * OWN + field]
    return n


def stack_top(stack: i64) -> i64:
    """The moon that is scored next of a stack of region tokens; NOBODY where there is none."""
    if stack == CRESCENT_QUARTER:
        return CRESCENT
    if stack == QUARTER_FULL:
        return QUARTER
    return stack


def stack_below(stack: i64) -> i64:
    """What is left of a stack when its top token is gone."""
    if stack == CRESCENT_QUARTER:
        return QUARTER
    if stack == QUARTER_FULL:
        return FULL_MOON
    return NOBODY
