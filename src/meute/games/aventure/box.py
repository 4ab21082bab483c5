"""box.toml -> the figures that the rules read, checked against the rulebook's list of contents."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from meute.core.box import Contents, Figures
from meute.core.errors import BadInput
from meute.core.numbers import bit, lowest
from meute.games.aventure.names import GOAL_KINDS, ICON_NAMES
from meute.games.aventure.options import LARGE, PERMANENTS, TRIOS, Options
from meute.games.aventure.state import (
    CHATTY,
    DEALT_POWERS,
    FEWEST_SEATS,
    FOUR_WINDS,
    HEART,
    ICONS,
    IMAGES,
    KINDS,
    LARGEST_PACK,
    MOST_CELLS,
    MOST_MARKET,
    POWERS,
    REGRETS,
    SCATTERED,
    SHOWPIECE,
    SIDE,
    STRIDE,
    THREE_FATES,
    UNBROKEN,
    WHOLE_VALLEY,
    Box,
)

MOST_POINTS = 99
CONTENTS = 110

PERMANENT_FIGURES = (
    (CHATTY, "chatty_stories", 1, 1),
    (THREE_FATES, "three_fates_objectives", 1, 1),
    (FOUR_WINDS, "corners_points", 0, MOST_POINTS),
    (UNBROKEN, "unbroken_points", 0, MOST_POINTS),
    (WHOLE_VALLEY, "valley_points", 0, MOST_POINTS),
    (HEART, "heart_points", 0, MOST_POINTS),
    (LARGEST_PACK, "pack_points", 0, MOST_POINTS),
    (REGRETS, "regrets_points", -MOST_POINTS, 0),
    (SHOWPIECE, "showpiece_points", 0, MOST_POINTS),
    (SCATTERED, "scattered_cards", 1, SIDE * SIDE),
)

ASKED_FOR: Contents = {"icon": "", "pair": [], "cells": [], "left": [], "right": []}
"""What Objectives of all kinds ask for: a card may turn out to be of another kind than we thought."""

Cells = tuple[tuple[int, int, int], ...]
"""Rows, columns and icons of a shape."""


@cache
def contents() -> Contents:
    """The box as we know it."""
    table: Contents = tomllib.loads((files("meute.games.aventure") / "box.toml").read_text(encoding="utf-8"))
    table["cards"]["faces"] = [ASKED_FOR | face for face in table["cards"]["faces"]]
    return table


def read_box(seats: int, opt: Options, own: Contents) -> Box:
    """The figures of one box, for so many players and the market in use."""
    return our_box(seats, opt.market) if own == contents() else check_box(seats, opt.market, own)


@cache
def our_box(seats: int, market: int) -> Box:
    """The box without corrections: nobody changes its figures, so all tables have the same."""
    return check_box(seats, market, contents())


def check_box(seats: int, market: int, own: Contents) -> Box:
    """Reads every figure."""
    figures = Figures(own)
    box = Box()
    read_contents(figures.part("contents"))
    markets = [read_market(part) for part in (figures.part("market"), figures.part("market").part("large"))]
    box.stories, box.goals = markets[1 if market == LARGE else 0]
    copies = [figures.part("copies").whole(name, low, 2) for name, low in (("two", 1), ("more", 2))]
    box.copies = copies[0 if seats == FEWEST_SEATS else 1]
    icons = figures.part("icons")
    icons.demand(tuple(icons.table["names"]) == ICON_NAMES, "names", "error.box_form")
    most = icons.whole("most_per_story", 1, ICONS)
    rows = figures.part("cards").rows("faces")
    figures.demand(len(rows) == KINDS, "cards.faces", "error.length", length=KINDS)
    for kind, row in enumerate(rows):
        read_story(row, box, kind, most)
        read_goal(row, box, kind)
        box.image[kind + 1] = max(box.image[kind + 1], box.image[kind])
    for kind in range(KINDS):
        box.matching[kind] = sum(suits(box, story, kind) for story in range(KINDS))
    read_variant(figures, box)
    read_lines(box)
    return box


def suits(box: Box, story: int, goal: int) -> bool:
    """Whether a Story bears the icons that an Objective asks for."""
    wanted = box.wanted[goal]
    twice = not box.twin[goal] or box.more[story * ICONS + lowest(wanted)] > 0
    return wanted > 0 and box.icons[story] & wanted == wanted and twice


def read_contents(contents: Figures) -> None:
    """The rulebook's list: 55 cards to play with, 43 for the variant, and others without effect."""
    kinds = ("story_objective", "help", "variant", "extra_rule", "bonus", "blank")
    counts = {kind: contents.whole(kind, 0, CONTENTS) for kind in kinds}
    total = contents.whole("total", CONTENTS, CONTENTS)
    contents.demand(sum(counts.values()) == total, "total", "error.box_sum", total=CONTENTS)
    contents.whole("story_objective", KINDS, KINDS)
    contents.whole("variant", PERMANENTS + POWERS + DEALT_POWERS, PERMANENTS + POWERS + DEALT_POWERS)


def read_market(market: Figures) -> tuple[int, int]:
    """How many Stories and Objectives lie in the market."""
    return market.whole("story", 1, MOST_MARKET), market.whole("objective", 1, MOST_MARKET)


def read_icon(row: Figures, name: str, word: object) -> int:
    """The number of an icon."""
    if word not in ICON_NAMES:
        raise BadInput("aventure.error.box_icon", row.path(name), text=word, known=", ".join(ICON_NAMES))
    return ICON_NAMES.index(str(word))


def read_icons(row: Figures, name: str, least: int, most: int) -> list[int]:
    """A list of icons."""
    words = row.table[name]
    fits = isinstance(words, list) and least <= len(words) <= most
    row.demand(fits, name, "aventure.error.box_icons", least=least, most=most)
    return [read_icon(row, name, word) for word in words]


def icon_set(icons: Iterable[int]) -> int:
    """The set of these icons."""
    return sum(bit(icon) for icon in set(icons))


def read_story(row: Figures, box: Box, kind: int, most: int) -> None:
    """The Story side: a few icons, some of them perhaps more than once."""
    icons = read_icons(row, "icons", 1, most)
    box.icons[kind] = icon_set(icons)
    for icon in set(icons):
        box.more[kind * ICONS + icon] = icons.count(icon) - 1
    box.repeats = box.repeats or len(set(icons)) < len(icons)


def read_goal(row: Figures, box: Box, kind: int) -> None:
    """The Objective side."""
    row.demand(row.table["kind"] in GOAL_KINDS, "kind", "aventure.error.box_kind", known=", ".join(GOAL_KINDS))
    box.kind[kind] = GOAL_KINDS.index(row.table["kind"])
    box.points[kind] = row.whole("points", 1, MOST_POINTS)
    match row.table["kind"]:
        case "shape":
            read_shape(row, box, kind)
        case "arrow" | "arrow_none":
            box.wanted[kind] = bit(read_icon(row, "icon", row.table["icon"]))
        case "double" | "double_arrow":
            pair = read_icons(row, "pair", 2, 2)
            box.wanted[kind] = icon_set(pair)
            box.twin[kind] = int(pair[0] == pair[1])
        case "balance":
            left, right = read_icons(row, "left", 1, ICONS), read_icons(row, "right", 1, ICONS)
            row.demand(len(set(left)) == len(left), "left", "aventure.error.box_icon_twice")
            row.demand(len({*left, *right}) == len(left) + len(right), "right", "aventure.error.box_icon_twice")
            box.wanted[kind], box.against[kind] = icon_set(left), icon_set(right)


def read_shape(row: Figures, box: Box, kind: int) -> None:
    """A shape, and its images: « La forme peut être reflétée et/ou pivotée »"""
    drawn = row.table["cells"]
    fits = isinstance(drawn, list) and 2 <= len(drawn) <= MOST_CELLS
    for cell in drawn if fits else ():
        in_grid = isinstance(cell, list) and len(cell) == 3 and all(type(x) is int and 0 <= x < SIDE for x in cell[:2])
        fits = fits and in_grid
    row.demand(fits, "cells", "aventure.error.box_cells", most=MOST_CELLS)
    cells = tuple(sorted((cell[0], cell[1], read_icon(row, "cells", cell[2])) for cell in drawn))
    apart = len({cell[:2] for cell in cells}) == len(cells)
    row.demand(apart, "cells", "aventure.error.box_cells", most=MOST_CELLS)
    box.size[kind] = len(cells)
    for k, (down, right, _) in enumerate(cells):
        box.drawn[kind * MOST_CELLS + k] = down * STRIDE + right
    for number, image in enumerate(images(cells), start=box.image[kind]):
        box.room[number] = room(image)
        for k, (down, right, icon) in enumerate(image):
            box.patterns[number] |= bit(down * STRIDE + right)
            box.shifts[number * MOST_CELLS + k] = down * STRIDE + right
            box.wants[number * MOST_CELLS + k] = icon
        box.image[kind + 1] = number + 1


def room(image: Cells) -> int:
    """The spots where an image can start so that all of it lies within the frame."""
    starts = ((row, column) for row in range(SIDE) for column in range(SIDE))
    return sum(
        bit(row * STRIDE + column)
        for row, column in starts
        if all(row + down < SIDE and 0 <= column + right < SIDE for down, right, _ in image)
    )


def images(cells: Cells) -> Sequence[Cells]:
    """The different images of a shape, the one on the card first, each counted from its first cell."""
    found: list[Cells] = []
    for turn in range(IMAGES):
        turned = cells
        if turn % 2:
            turned = tuple((row, -column, icon) for row, column, icon in turned)
        for _ in range(turn // 2):
            turned = tuple((column, -row, icon) for row, column, icon in turned)
        row, column, _ = min(turned)
        image = tuple(sorted((r - row, c - column, icon) for r, c, icon in turned))
        if image not in found:
            found.append(image)
    return found


def read_variant(figures: Figures, box: Box) -> None:
    """The numbers on the Permanents and on the Powers."""
    variant = figures.part("variant")
    variant.whole("permanents", PERMANENTS, PERMANENTS)
    variant.whole("powers", POWERS, POWERS)
    variant.whole("markers", DEALT_POWERS, DEALT_POWERS)
    permanents = figures.part("permanents")
    for permanent, name, low, high in PERMANENT_FIGURES:
        box.permanent[permanent] = permanents.whole(name, low, high)
    box.valley_least = permanents.whole("valley_least", 1, SIDE * SIDE)
    box.pack_tie = permanents.whole("pack_tie", 0, MOST_POINTS)
    box.pack_icon = read_icon(permanents, "pack_icon", permanents.table["pack_icon"])
    box.showpiece_least = permanents.whole("showpiece_least", 1, SIDE * MOST_POINTS)
    powers = figures.part("powers")
    trios = powers.lists("trios", 1, POWERS, DEALT_POWERS)
    powers.demand(len(trios) == TRIOS, "trios", "error.length", length=TRIOS)
    for at, power in enumerate(number for trio in trios for number in trio):
        box.trios[at] = power - 1
    box.rummage = powers.whole("rummage_cards", 1, KINDS)
    box.touch = powers.whole("touch_points", 0, MOST_POINTS)
    box.wager_least = powers.whole("wager_least", 1, SIDE * MOST_POINTS)
    box.wager_win = powers.whole("wager_win", 0, MOST_POINTS)
    box.wager_lose = powers.whole("wager_lose", -MOST_POINTS, 0)
    box.near = powers.whole("near_difference", 0, SIDE * SIDE)
    box.borrow_share = powers.whole("borrow_share", 1, MOST_POINTS)


def read_lines(box: Box) -> None:
    """For every spot, the rest of its row and column, and its diagonal neighbours."""
    for row in range(SIDE):
        for column in range(SIDE):
            spot = row * STRIDE + column
            for other in range(SIDE):
                box.lines[spot] |= bit(row * STRIDE + other) | bit(other * STRIDE + column)
            box.lines[spot] &= ~bit(spot)
            for r, c in ((row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)):
                if 0 <= r < SIDE and 0 <= c < SIDE:
                    box.corners[spot] |= bit(r * STRIDE + c)
