"""Reads and validates box.toml (component figures)."""

import tomllib
from collections.abc import Callable, Sequence, Set
from functools import cache
from importlib.resources import files

from meute.core.box import BoxReader, Contents
from meute.core.grid import FAR, HEX_STEPS, Cell, hex_distance, neighbours, walking_distances
from meute.core.numbers import NOBODY, bit, filled, i64, vec
from meute.games.clan.names import (
    BONUS_NAMES,
    CANYON_LETTER,
    GROUND_LETTERS,
    KIND_LETTERS,
    STACK_NAMES,
    TERRAIN_LETTERS,
    TRACK_NAMES,
    WATER_LETTER,
)
from meute.games.clan.options import Options
from meute.games.clan.state import (
    ACTIONS,
    ALPHA,
    DENS_PER_TRACK,
    FARTHEST_HOWL,
    KINDS,
    LAIRS_ON_BOARD,
    LONE_WOLVES,
    MOONS,
    MOST_ALPHAS,
    MOST_DEPLOYED,
    MOST_SEATS,
    PHANTOM_SPACES,
    PLACES,
    PREYS,
    REGION_BOARDS,
    SIDES,
    SLOTS_PER_WORD,
    STACKS,
    START_BOARD,
    STEPS,
    TERRAINS,
    TILE_BITS,
    TILES,
    TRACKS,
    WOLVES_ON_BOARD,
    WORD,
    Box,
)

SEATS_NAMES = ("two", "three", "four", "five")
FEWEST = 2
MOST_ROWS = 8
"""Upper limit of the calendar's rows."""
MOST_IN_ROW = 31
MOST_ON_SPACE = 2
"""« chaque case ne peut accueillir plus de 2 pions de joueur »"""
TERRITORY = "dl"
HALF_TURN = (2, -1)
"""Axial offset that brings a board turned by 180 degrees back onto its outline."""


@cache
def contents() -> Contents:
    """The default contents of the box (box.toml)."""
    return tomllib.loads((files("meute.games.clan") / "box.toml").read_text(encoding="utf-8"))


def read_box(seats: int, opt: Options, contents: Contents) -> Box:
    """Builds the figures for a number of players; raises BadInput for impossible contents."""
    figures = BoxReader(contents)
    box = Box(seats)
    count = SEATS_NAMES[seats - FEWEST]
    read_pack(figures, box)
    read_boards(figures, box)
    read_layout(figures, box, count)
    read_tokens(figures, box, count)
    read_actions(figures, box)
    read_side(figures.part("side_two" if seats == FEWEST else "side_many"), box)
    if seats == FEWEST:
        box.owners = seats + 1
        box.second_player = figures.part("second_player").whole("action_tokens", 0, 9)
        read_phantom(figures, box)
    return box


def read_pack(figures: BoxReader, box: Box) -> None:
    """Reads the pieces of one colour, and checks them against the list of contents."""
    pack = figures.part("pack")
    listed = figures.part("contents")
    for name in sorted(listed.table.keys() - {"source"}):
        listed.whole(name, 0, 99)
    for name in ("alphas", "packs", "dens", "lairs"):
        one = pack.whole(name, 0, 20)
        pack.require(one * TERRAINS == listed.table[name], name, "error.box_sum", total=listed.table[name])
    pack.require(pack.table["dens"] == TRACKS * DENS_PER_TRACK, "dens", "error.box_sum", total=TRACKS * DENS_PER_TRACK)
    pack.require(pack.table["lairs"] == LAIRS_ON_BOARD, "lairs", "error.box_sum", total=LAIRS_ON_BOARD)
    box.start_spaces = pack.whole("start_spaces", 1, 2)
    box.terrain_tokens = listed.table["terrain_tokens"]
    box.action_tokens = listed.table["action_tokens"]
    order = read_letters(figures.part("wolf_track"), "order", "pa", WOLVES_ON_BOARD)
    alphas = pack.table["alphas"] - box.start_spaces
    figures.part("wolf_track").require(order.count("a") == alphas, "order", "error.box_sum", total=alphas)
    for space, letter in enumerate(order):
        if letter == "a":
            box.alphas_on_track |= bit(space)


def read_boards(figures: BoxReader, box: Box) -> None:
    """Reads the ground of the start board and of the ten regions, and the printed symbols."""
    start = figures.part("start_board")
    ground = read_ground(start, START_BOARD, box, TERRAIN_LETTERS + CANYON_LETTER)
    box.north = read_side_of_canyon(start, "north", ground)
    box.south = read_side_of_canyon(start, "south", ground)
    start.require(box.north & box.south == 0, "south", "clan.error.box_side", least=MOST_SEATS)
    outline = figures.part("outline")
    spaces = read_outline(outline)
    inside = [place for place, (q, r) in enumerate(spaces) if all((q + dq, r + dr) in spaces for dq, dr in HEX_STEPS)]
    box.prey_place = outline.whole("prey", 1, PLACES) - 1
    outline.require(box.prey_place in inside, "prey", "clan.error.box_prey")
    lone = [place - 1 for place in outline.wholes("lone_wolves", 1, PLACES, LONE_WOLVES)]
    symbols = {*lone, box.prey_place}
    outline.require(len(symbols) == LONE_WOLVES + 1, "lone_wolves", "clan.error.box_symbols")
    box.lone_places = vec[i64](lone)
    room = set(range(PLACES)) - symbols
    if box.seats == FEWEST:  # the phantom pack stands beside the water
        room &= {place for place in inside if has_no_symbol_beside(spaces, place, symbols)}
    for board, row in enumerate(figures.part("regions").rows("boards"), start=1):
        ground = read_ground(row, board, box, TERRAIN_LETTERS + WATER_LETTER)
        fits = ground.count(WATER_LETTER) == 1 and ground.index(WATER_LETTER) in room
        row.require(fits, "ground", "clan.error.box_water")


def has_no_symbol_beside(spaces: Sequence[Sequence[int]], place: int, symbols: Set[int]) -> bool:
    """Whether no symbol is printed beside a place."""
    q, r = spaces[place]
    return not any(list(spaces[symbol]) == [q + dq, r + dr] for symbol in symbols for dq, dr in HEX_STEPS)


def read_outline(outline: BoxReader) -> tuple[tuple[int, ...], ...]:
    """Reads the coordinates of a board's sixteen spaces; a board turned by 180 degrees must cover the same ground."""
    outline.require(len(outline.table["spaces"]) == PLACES, "spaces", "error.length", length=PLACES)
    spaces = outline.lists("spaces", -9, 9, 2)
    turned = [(-q - HALF_TURN[0], -r - HALF_TURN[1]) for q, r in reversed(spaces)]
    outline.require(list(spaces) == turned and len(set(spaces)) == PLACES, "spaces", "clan.error.box_outline")
    return spaces


def read_side_of_canyon(start: BoxReader, name: str, ground: str) -> int:
    """Reads the places on one side of the canyon, as a set; they must be land, and enough for all players."""
    side = {place - 1 for place in start.wholes(name, 1, PLACES)}
    fits = len(side) >= MOST_SEATS and all(ground[place] in TERRAIN_LETTERS for place in side)
    start.require(fits, name, "clan.error.box_side", least=MOST_SEATS)
    return sum(bit(place) for place in side)


def read_ground(figures: BoxReader, board: int, box: Box, alphabet: str) -> str:
    """Reads the ground of the sixteen places of one board."""
    ground = read_letters(figures, "ground", alphabet, PLACES)
    for place, letter in enumerate(ground):
        box.ground[board * PLACES + place] = GROUND_LETTERS.index(letter)
    return ground


def read_layout(figures: BoxReader, box: Box, count: str) -> None:
    """Reads where the boards lie, and computes the distances between spaces."""
    outline = figures.part("outline").lists("spaces", -9, 9, 2)
    layout = figures.part("layout")
    box.first_region = 0 if box.seats == FEWEST else 1
    regions = sum(figures.part("prey").wholes(count, 0, 9, PREYS))
    figures.part("prey").require(1 <= regions <= REGION_BOARDS, count, "clan.error.box_regions", most=REGION_BOARDS)
    length = box.first_region + regions
    layout.require(len(layout.table[count]) == length, count, "error.length", length=length)
    slots = layout.lists(count, -20, 20, 3)
    cells: list[Cell] = []
    for slot, (q, r, turned) in enumerate(slots):
        layout.require(turned in (0, 1), f"{count}[{slot}]", "error.box_form")
        if turned:
            box.turned |= bit(slot)
            q, r = q + HALF_TURN[0], r + HALF_TURN[1]
        cells += [(q + dq, r + dr) for dq, dr in outline]
    layout.require(len(set(cells)) == len(cells), count, "clan.error.box_overlap")
    box.slots = len(slots)
    box.size = len(cells)
    box.words = -(-box.slots // SLOTS_PER_WORD)
    box.q = vec[i64]([q for q, _ in cells])
    box.r = vec[i64]([r for _, r in cells])
    index = {cell: space for space, cell in enumerate(cells)}
    box.neighbours = vec[i64]([index.get((q + dq, r + dr), NOBODY) for q, r in cells for dq, dr in HEX_STEPS])
    assert len(HEX_STEPS) == SIDES
    beside = neighbours(cells, HEX_STEPS)
    layout.require(is_connected(figures, box, beside), count, "clan.error.box_apart")
    steps = [walking_distances(space, beside, lambda _: True) for space in range(box.size)]
    box.near = spaces_within(box, lambda a, b: steps[a][b])
    box.beeline = spaces_within(box, lambda a, b: hex_distance(cells[a], cells[b]))


def is_connected(figures: BoxReader, box: Box, beside: Sequence[Sequence[int]]) -> bool:
    """Whether all land is connected; water never separates it, because it lies inside its board."""
    ground = figures.part("start_board").table["ground"] if box.first_region else ""
    ground = ground[::-1] if box.turned & 1 else ground
    land = [space for space in range(box.size) if ground[space : space + 1] != CANYON_LETTER]
    steps = walking_distances(land[0], beside, set(land).__contains__)
    return all(steps[space] < FAR for space in land)


def spaces_within(box: Box, distance_of: Callable[[int, int], int]) -> vec[i64]:
    """For each distance and space, the set of spaces within that distance."""
    sets = filled((FARTHEST_HOWL + 1) * box.size * box.words, 0)
    for a in range(box.size):
        for b in range(box.size):
            for distance in range(distance_of(a, b), FARTHEST_HOWL + 1):
                sets[(distance * box.size + a) * box.words + b // WORD] |= bit(b % WORD)
    return sets


def read_tokens(figures: BoxReader, box: Box, count: str) -> None:
    """Reads prey, region tokens and the calendar."""
    prey = figures.part("prey")
    box.prey = vec[i64](list(prey.wholes(count, 0, 9, PREYS)))
    box.prey_height = prey.wholes("height", 1, 2, len(SEATS_NAMES))[box.seats - FEWEST]
    box.around = prey.whole("around", 1, SIDES)
    moons = figures.part("moons")
    box.stacks = vec[i64](list(moons.wholes(count, 0, 9, STACKS)))
    regions = box.slots - box.first_region
    moons.require(sum(box.stacks) == regions, count, "error.box_sum", total=regions)
    box.first = vec[i64](list(moons.wholes("first", 0, 99, MOONS)))
    box.second = vec[i64](list(moons.wholes("second", 0, 99, MOONS)))
    calendar = figures.part("calendar")
    board = figures.part("calendar_board")
    rows = board.table["rows"]
    board.require(1 <= len(rows) <= MOST_ROWS, "rows", "clan.error.box_rows", most=MOST_ROWS)
    box.rows = vec[i64](list(board.wholes("rows", 1, MOST_IN_ROW)))
    dates = calendar.wholes(count, 1, sum(box.rows), MOONS)
    calendar.require(list(dates) == sorted(set(dates)), count, "clan.error.box_dates")
    box.dates = vec[i64](list(dates))


def read_actions(figures: BoxReader, box: Box) -> None:
    """Reads costs, control points and tiles."""
    actions = figures.part("actions")
    box.per_turn = actions.whole("per_turn", 1, 9)
    box.cost = vec[i64](list(actions.wholes("cost", 1, TILES, ACTIONS)))
    box.den_range = actions.whole("den_range", 0, FARTHEST_HOWL)
    box.control = vec[i64](list(figures.part("control").wholes("points", 1, 9, KINDS)))
    box.strength = vec[i64]([points * MOST_ALPHAS for points in box.control])
    box.strength[ALPHA] += 1
    tiles = figures.part("tiles")
    faces = tiles.table["faces"]
    tiles.require(len(faces) == TILES - 1, "faces", "error.length", length=TILES - 1)
    for tile, pair in enumerate(faces, start=1):
        fits = len(pair) == 2 and all(mark in GROUND_LETTERS[:TERRAINS] for mark in pair)
        tiles.require(fits, f"faces[{tile - 1}]", "clan.error.box_tile")
        for side, mark in enumerate(pair):
            box.faces[tile * 2 + side] = GROUND_LETTERS.index(mark)
    for flipped in range(len(box.shown)):
        for tile in range(1, TILES):
            box.shown[flipped] += bit(box.faces[tile * 2 + ((flipped >> tile) & 1)] * TILE_BITS)
    shown = [box.faces[tile * 2] for tile in range(1, TILES)]
    # « chaque face Terrain n'est présente qu'une seule fois, sauf la face Terrain de votre faction »
    tiles.require(sorted(shown) == list(range(TERRAINS)), "faces", "clan.error.box_faces")


def read_side(side: BoxReader, box: Box) -> None:
    """Reads the tracks of one side of the personal board."""
    limits = {"deployment": MOST_DEPLOYED, "speed": 9, "howl": FARTHEST_HOWL}
    bonus = side.part("bonus")
    for track, name in enumerate(TRACK_NAMES):
        for step, value in enumerate(side.wholes(name, 1, limits[name], STEPS)):
            box.values[track * STEPS + step] = value
        words = bonus.table[name]
        bonus.require(len(words) == STEPS, name, "error.length", length=STEPS)
        for step, text in enumerate(words):
            box.bonuses[track * STEPS + step] = read_bonus(bonus, f"{name}[{step}]", text)
    abilities = side.part("abilities")
    box.ability_points = vec[i64](list(abilities.wholes("points", 0, 99, STEPS)))
    box.lair_points = vec[i64](list(side.wholes("lair_points", 0, 99, LAIRS_ON_BOARD + 1)))
    box.wolf_points = vec[i64](list(side.wholes("wolf_points", 0, 99, WOLVES_ON_BOARD + 1)))
    box.prey_points = vec[i64](list(side.wholes("prey_points", 0, 99, PREYS + 1)))
    box.lair_bonus = read_bonus(abilities, "lair_bonus", abilities.table["lair_bonus"])
    box.prey_bonus = read_bonus(side, "prey_bonus", side.table["prey_bonus"])


def read_bonus(figures: BoxReader, name: str, text: str) -> int:
    """Parses the name of a bonus token."""
    figures.require(text in BONUS_NAMES, name, "clan.error.box_bonus", known=", ".join(BONUS_NAMES))
    return BONUS_NAMES.index(text)


def read_phantom(figures: BoxReader, box: Box) -> None:
    """Reads the pieces of the phantom pack, by the region tokens beside which they stand."""
    phantom = figures.part("phantom")
    for space, part in enumerate((phantom, phantom.part("beside"))):
        for stack, name in enumerate(STACK_NAMES):
            if name in part.table:
                word = read_letters(part, name, KIND_LETTERS, -1)
                territory = sum(letter in TERRITORY for letter in word)
                fits = len(word) <= MOST_ON_SPACE and territory <= 1
                part.require(fits, name, "clan.error.box_phantom", most=MOST_ON_SPACE)
                for letter in word:
                    at = (stack * PHANTOM_SPACES + space) * KINDS + KIND_LETTERS.index(letter)
                    box.phantom[at] += 1


def read_letters(figures: BoxReader, name: str, alphabet: str, length: int) -> str:
    """Reads a word over an alphabet; a length of -1 allows any."""
    word: str = figures.table[name]
    fits = all(letter in alphabet for letter in word) and length in (-1, len(word))
    figures.require(fits, name, "error.position_letters", text=word, alphabet=alphabet)
    return word
