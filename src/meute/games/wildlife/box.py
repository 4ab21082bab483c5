"""Reads and validates box.toml (component figures)."""

import tomllib
from functools import cache
from importlib.resources import files

from meute.core.box import BoxReader, Contents
from meute.core.numbers import bit, i64, vec
from meute.games.wildlife.names import OTHER_CARDS, SPECIES_NAMES, TERRAIN_LETTERS, TERRITORY_NAMES
from meute.games.wildlife.options import CROC_NO_DESERT, SNAKE_NO_MOUNTAIN, Options
from meute.games.wildlife.state import (
    ABILITIES,
    ATTACK,
    COLUMNS,
    KINDS,
    LEVEL_BITS,
    MARKERS,
    MOST_HAND,
    MOST_SEATS,
    ROWS,
    SPECIES,
    TERRAINS,
    TERRITORIES,
    Box,
    first_cell,
    flood_fill,
    north_bit,
    one_card,
    south_bit,
)

CONTENTS_CARDS = 110
CONTENTS_TERRAIN_CARDS = 60
CONTENTS_TOKENS = 72
CONTENTS_ABILITIES = 15
MOST_OF_A_CARD = 31
PLAYER_COUNTS = MOST_SEATS - 1
SAFE_PLACES = 24
"""Most initial pieces of all players: four usable terrains have 2 + 4 initial places each, so no player gets stuck."""
LARGE = (8, 9)
SMALL = (4, 5)

ISLAND_MARKS = {*TERRAIN_LETTERS, *TERRAIN_LETTERS.lower(), "."}
CROCODILE = SPECIES_NAMES.index("crocodile")
SNAKE = SPECIES_NAMES.index("snake")


@cache
def contents() -> Contents:
    """The default contents of the box (box.toml)."""
    return tomllib.loads((files("meute.games.wildlife") / "box.toml").read_text(encoding="utf-8"))


def read_box(seats: int, opt: Options, contents: Contents) -> Box:
    """Builds the figures for a number of seats; raises BadInput for impossible contents."""
    figures = BoxReader(contents)
    box = Box()
    read_setup(seats, opt, figures, box)
    read_island(figures.part("island"), box)
    read_species(opt, figures, box)
    read_abilities(seats, figures.part("abilities"), box)
    read_cards(figures, box)
    read_scoring(figures, box)
    return box


def read_setup(seats: int, opt: Options, figures: BoxReader, box: Box) -> None:
    """Reads pieces, food and cards at the start, turn, sale, exchange and text cards."""
    contents = figures.part("contents")
    most = contents.whole("pieces", 1, 60)
    box.hand = contents.whole("hand", 1, MOST_HAND)
    box.start_food = contents.whole("food", 0, 60)
    if opt.species_auction:
        box.start_food = figures.part("species_auction").whole("food", 0, 60)
    pieces = figures.part("pieces")
    each = pieces.wholes("each", 1, most, PLAYER_COUNTS)
    placed = pieces.wholes("placed", 0, SAFE_PLACES, PLAYER_COUNTS)
    for players in range(PLAYER_COUNTS):
        pieces.require(placed[players] < each[players], f"placed[{players}]", "wildlife.error.box_placed")
        pieces.require(placed[players] * (players + 2) <= SAFE_PLACES, f"placed[{players}]", "wildlife.error.box_room")
    box.pieces = each[seats - 2]
    box.placed = placed[seats - 2]
    box.most_in_small = pieces.whole("most_in_small", 2, SMALL[0])
    box.most_in_large = pieces.whole("most_in_large", 4, LARGE[0])
    box.cards = figures.part("turn").whole("cards", 1, box.hand)
    box.least_bid = figures.part("sale").whole("least", 0, 9)
    box.food_for_a_point = figures.part("exchange").whole("food_for_a_point", 1, 9)
    texts = figures.part("text_cards")
    box.food_source = texts.whole("food_source", 0, 60)
    box.food_source_last = texts.whole("food_source_last", 0, 60)
    box.famine = texts.whole("famine", 0, 60)


def read_island(island: BoxReader, box: Box) -> None:
    """Reads the grid, of any size up to ROWS x COLUMNS; every territory must have its size and be connected."""
    rows = island.table["rows"]
    island.require(1 <= len(rows) <= ROWS, "rows", "wildlife.error.box_rows", most=ROWS)
    box.rows = len(rows)
    box.columns = len(rows[0])
    island.require(1 <= box.columns <= COLUMNS, "rows[0]", "wildlife.error.box_columns", most=COLUMNS)
    for number, line in enumerate(rows):
        good = len(line) == box.columns and set(line) <= ISLAND_MARKS
        island.require(good, f"rows[{number}]", "wildlife.error.box_row", columns=box.columns)
        for column, mark in enumerate(line):
            if mark != ".":
                cell = number * COLUMNS + column
                territory = 2 * TERRAIN_LETTERS.index(mark.upper()) + (1 if mark.islower() else 0)
                box.territory[cell] = territory
                box.north[territory] |= north_bit(cell)
                box.south[territory] |= south_bit(cell)
                box.size[territory] += 1
    for territory in range(TERRITORIES):
        low, high = SMALL if territory % 2 else LARGE
        name, size = TERRITORY_NAMES[territory], box.size[territory]
        island.require(low <= size <= high, "rows", "wildlife.error.box_size", territory=name, low=low, high=high)
        island.require(is_connected(box, territory), "rows", "wildlife.error.box_apart", territory=name)


def is_connected(box: Box, territory: int) -> bool:
    """Whether the cells of a territory are connected."""
    north, south = box.north[territory], box.south[territory]
    start = first_cell(north, south)
    return flood_fill(north_bit(start), south_bit(start), north, south) == (north, south)


def read_species(opt: Options, figures: BoxReader, box: Box) -> None:
    """Reads the six species boards and the adaptation tokens."""
    rows = figures.rows("species")
    figures.require([row.table["id"] for row in rows] == list(SPECIES_NAMES), "species", "error.box_form")
    others = figures.part("other_species")
    for species, row in enumerate(rows):
        levels = row.wholes("levels", 0, ATTACK, TERRAINS)
        if opt.species_table == CROC_NO_DESERT and species == CROCODILE:
            levels = others.wholes("crocodile_without_desert", 0, ATTACK, TERRAINS)
        if opt.species_table == SNAKE_NO_MOUNTAIN and species == SNAKE:
            levels = others.wholes("snake_without_mountain", 0, ATTACK, TERRAINS)
        row.require(levels.count(0) <= 2, "levels", "wildlife.error.box_levels")
        box.levels[species] = sum(bit(terrain * LEVEL_BITS) * level for terrain, level in enumerate(levels))
        box.age[species] = row.whole("age", 0, 99999)
    figures.require(len(set(box.age)) == SPECIES, "species", "wildlife.error.box_ages")
    adaptation = figures.part("adaptation")
    tokens = adaptation.wholes("tokens", 0, CONTENTS_TOKENS, ATTACK)
    adaptation.require(TERRAINS * sum(tokens) == CONTENTS_TOKENS, "tokens", "error.box_sum", total=CONTENTS_TOKENS)
    box.tokens = vec[i64]([0, *tokens])


def read_abilities(seats: int, abilities: BoxReader, box: Box) -> None:
    """Reads the ability cards; with two players some stay in the box."""
    copies = abilities.wholes("copies", 0, CONTENTS_ABILITIES, ABILITIES)
    abilities.require(sum(copies) == CONTENTS_ABILITIES, "copies", "error.box_sum", total=CONTENTS_ABILITIES)
    for_two = abilities.wholes("copies_for_two", 0, CONTENTS_ABILITIES, ABILITIES)
    box.abilities = vec[i64](for_two if seats == 2 else copies)
    box.food_points = abilities.whole("food_points", 0, 9)


def read_cards(figures: BoxReader, box: Box) -> None:
    """Reads the 110 Wildlife cards."""
    terrains = figures.part("terrain_cards")
    copies = list(terrains.wholes("copies", 0, MOST_OF_A_CARD, TERRAINS))
    terrains.require(sum(copies) == CONTENTS_TERRAIN_CARDS, "copies", "error.box_sum", total=CONTENTS_TERRAIN_CARDS)
    cards = figures.part("cards")
    copies += [cards.whole(name, 0, MOST_OF_A_CARD) for name in OTHER_CARDS]
    cards.require(sum(copies) == CONTENTS_CARDS, "arrow", "error.box_sum", total=CONTENTS_CARDS)
    cards.whole("arrow", MOST_SEATS, MOST_OF_A_CARD)
    box.deck = sum(one_card(kind) * copies[kind] for kind in range(KINDS))


def read_scoring(figures: BoxReader, box: Box) -> None:
    """Reads the territory track and the tables of the general scoring."""
    box.marker_points = vec[i64](figures.part("markers").wholes("points", 0, 9, MARKERS))
    scoring = figures.part("general_scoring")
    for marker in scoring.wholes("markers", 1, MARKERS):
        box.scorings |= bit(marker)
    box.monopoly_full = scoring.whole("monopoly_full", 0, 99)
    box.monopoly = scoring.whole("monopoly", 0, 99)
    box.for_territory = vec[i64](scoring.wholes("territory", 0, 99))
    box.for_colony = vec[i64](scoring.wholes("colony", 0, 99))
    box.for_adaptation = vec[i64](scoring.wholes("adaptation", 0, 99))
    box.for_abilities = vec[i64](scoring.wholes("abilities", 0, 99))
    box.for_food = vec[i64](scoring.wholes("food", 0, 99))
