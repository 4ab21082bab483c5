"""FORMES: the engine's packing against brute force, on thousands of random grids."""

from functools import cache
from itertools import combinations

import pytest
from helpers.aventure_table import position, state, table

from meute.core.chance import Generator
from meute.games.aventure.box import contents
from meute.games.aventure.names import ICON_NAMES
from meute.games.aventure.scoring import packing_cards, shape_count
from meute.games.aventure.state import ICONS, STRIDE, Aventure

SIDE = 5
GRIDS = 3000
MOST_PLACEMENTS = 11
"""Brute force tries every subset."""

SHAPES = {
    kind: [(row, column, ICON_NAMES.index(icon)) for row, column, icon in face["cells"]]
    for kind, face in enumerate(contents()["cards"]["faces"])
    if face["kind"] == "shape"
}

Icons = dict[tuple[int, int], int]


def blank() -> Aventure:
    return state(table(position("- -", "- -", market="-,-,-,-/-,-", deck="- - -", frames="")))


def with_icons(s: Aventure, icons: Icons) -> None:
    """Puts icons on the first grid, whatever the cards."""
    for icon in range(ICONS):
        s.icons[icon] = sum(2 ** (row * STRIDE + column) for (row, column), there in icons.items() if there >> icon & 1)


@cache
def images(kind: int) -> frozenset[frozenset[tuple[int, int, int]]]:
    """Every place in 5 x 5 where any turned or mirrored image of a shape can lie."""
    found = set()
    for turns in range(4):
        for mirror in (1, -1):
            cells = [(row, column * mirror, icon) for row, column, icon in SHAPES[kind]]
            for _ in range(turns):
                cells = [(column, -row, icon) for row, column, icon in cells]
            for down in range(-SIDE, 2 * SIDE):
                for right in range(-SIDE, 2 * SIDE):
                    moved = frozenset((row + down, column + right, icon) for row, column, icon in cells)
                    if all(0 <= row < SIDE and 0 <= column < SIDE for row, column, _ in moved):
                        found.add(moved)
    return frozenset(found)


def placements(kind: int, icons: Icons) -> list[frozenset[tuple[int, int]]]:
    fitting = [image for image in images(kind) if all(icons[row, column] >> icon & 1 for row, column, icon in image)]
    return sorted({frozenset(cell[:2] for cell in image) for image in fitting}, key=sorted)


def brute_force(choices: list[frozenset[tuple[int, int]]]) -> int:
    """The largest set of placements no two of which share a card: every subset is tried."""
    for size in range(len(choices), 1, -1):
        for subset in combinations(choices, size):
            if sum(len(each) for each in subset) == len(frozenset().union(*subset)):
                return size
    return min(len(choices), 1)


def by_cells(choices: list[frozenset[tuple[int, int]]]) -> int:
    """The same by another way, for crowded grids: the first free cell is covered by some placement, or by none."""
    cells = [(row, column) for row in range(SIDE) for column in range(SIDE)]

    @cache
    def most(free: frozenset[tuple[int, int]]) -> int:
        cell = next((cell for cell in cells if cell in free), None)
        if cell is None:
            return 0
        best = most(free - {cell})
        for each in choices:
            if cell in each and each <= free:
                best = max(best, 1 + most(free - each))
        return best

    return most(frozenset().union(*choices) if choices else frozenset())


def random_grid(rng: Generator, share: int) -> Icons:
    """Every icon on every card with the same chance, in hundredths."""
    return {
        (row, column): sum(2**icon for icon in range(ICONS) if rng.below(100) < share)
        for row in range(SIDE)
        for column in range(SIDE)
    }


def test_formes_packing_equals_brute_force_on_random_grids() -> None:
    s = blank()
    rng = Generator(11)
    kinds = list(SHAPES)
    compared = several = 0
    for n in range(GRIDS):
        icons = random_grid(rng, 15 + n % 40)
        with_icons(s, icons)
        for _ in range(3):
            kind = kinds[rng.below(len(kinds))]
            choices = placements(kind, icons)
            if len(choices) <= MOST_PLACEMENTS:
                expected = brute_force(choices)
                assert shape_count(s, 0, kind, 0) == expected, (kind, icons)
                compared += 1
                several += expected < len(choices)
    assert compared > GRIDS
    assert several > GRIDS // 4, "overlaps were among them"


@pytest.mark.parametrize("kind", SHAPES, ids=lambda kind: f"o{kind + 1:02}")
def test_formes_packing_on_crowded_grids(kind: int) -> None:
    s = blank()
    rng = Generator(kind)
    for share in (45, 60):
        icons = random_grid(rng, share)
        with_icons(s, icons)
        assert shape_count(s, 0, kind, 0) == by_cells(placements(kind, icons))


@pytest.mark.parametrize(
    ("card", "most"), [("o09", 12), ("o46", 10), ("o12", 4), ("o45", 8), ("o44", 4), ("o31", 8), ("o20", 6)]
)
def test_formes_packing_where_every_card_has_every_icon(card: str, most: int) -> None:
    s = blank()
    icons = {(row, column): 2**ICONS - 1 for row in range(SIDE) for column in range(SIDE)}
    with_icons(s, icons)
    kind = int(card[1:]) - 1
    assert shape_count(s, 0, kind, 0) == by_cells(placements(kind, icons)) == most


def test_formes_the_cards_shown_make_up_the_packing() -> None:
    s = blank()
    rng = Generator(5)
    for n in range(200):
        icons = random_grid(rng, 20 + n % 30)
        with_icons(s, icons)
        for kind, cells in SHAPES.items():
            shown = packing_cards(s, 0, kind, 0)
            assert bin(shown).count("1") == len(cells) * shape_count(s, 0, kind, 0)
            lying = {
                (row, column): there for (row, column), there in icons.items() if shown >> (row * STRIDE + column) & 1
            }
            none = dict.fromkeys(icons, 0) | lying
            with_icons(s, none)
            assert shape_count(s, 0, kind, 0) * len(cells) == len(lying), "the shown cards alone earn the same"
            with_icons(s, icons)
