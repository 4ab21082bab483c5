"""Reads and validates box.toml (component figures)."""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from meute.core.box import BoxReader, Contents
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
"""Cards in the rulebook's list of contents."""

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
"""Permanent, its key in box.toml, lowest and highest value."""

NO_REQUIREMENTS: Contents = {"icon": "", "pair": [], "cells": [], "left": [], "right": []}
"""Empty requirements for every kind of Objective: every face has all keys, so that a correction may change its kind."""

Cells = tuple[tuple[int, int, int], ...]
"""(row, column, icon) of each card of a shape."""


@cache
def contents() -> Contents:
    """The default contents of the box (box.toml)."""
    table: Contents = tomllib.loads((files("meute.games.aventure") / "box.toml").read_text(encoding="utf-8"))
    table["cards"]["faces"] = [NO_REQUIREMENTS | face for face in table["cards"]["faces"]]
    return table


def read_box(seats: int, opt: Options, own: Contents) -> Box:
    """Builds the figures for a number of players and a size of market; raises BadInput for impossible contents."""
    return default_box(seats, opt.market) if own == contents() else check_box(seats, opt.market, own)


@cache
def default_box(seats: int, market: int) -> Box:
    """The figures of the default box: immutable, so all games share them."""
    return check_box(seats, market, contents())


def check_box(seats: int, market: int, own: Contents) -> Box:
    """Reads and checks every figure."""
    figures = BoxReader(own)
    box = Box()
    read_contents(figures.part("contents"))
    markets = [read_market(part) for part in (figures.part("market"), figures.part("market").part("large"))]
    box.stories, box.goals = markets[1 if market == LARGE else 0]
    copies = [figures.part("copies").whole(name, low, 2) for name, low in (("two", 1), ("more", 2))]
    box.copies = copies[0 if seats == FEWEST_SEATS else 1]
    icons = figures.part("icons")
    icons.require(tuple(icons.table["names"]) == ICON_NAMES, "names", "error.box_form")
    most = icons.whole("most_per_story", 1, ICONS)
    rows = figures.part("cards").rows("faces")
    figures.require(len(rows) == KINDS, "cards.faces", "error.length", length=KINDS)
    for kind, row in enumerate(rows):
        read_story(row, box, kind, most)
        read_goal(row, box, kind)
        box.image[kind + 1] = max(box.image[kind + 1], box.image[kind])
    for kind in range(KINDS):
        box.matching[kind] = sum(matches(box, story, kind) for story in range(KINDS))
    read_variant(figures, box)
    read_lines(box)
    return box


def matches(box: Box, story: int, goal: int) -> bool:
    """Whether a Story has the icons that an Objective asks for."""
    wanted = box.wanted[goal]
    twice = not box.twin[goal] or box.more[story * ICONS + lowest(wanted)] > 0
    return wanted > 0 and box.icons[story] & wanted == wanted and twice


def read_contents(contents: BoxReader) -> None:
    """Checks the rulebook's list of contents: 55 cards to play with, 43 for the variant, and others."""
    kinds = ("story_objective", "help", "variant", "extra_rule", "bonus", "blank")
    counts = {kind: contents.whole(kind, 0, CONTENTS) for kind in kinds}
    total = contents.whole("total", CONTENTS, CONTENTS)
    contents.require(sum(counts.values()) == total, "total", "error.box_sum", total=CONTENTS)
    contents.whole("story_objective", KINDS, KINDS)
    contents.whole("variant", PERMANENTS + POWERS + DEALT_POWERS, PERMANENTS + POWERS + DEALT_POWERS)


def read_market(market: BoxReader) -> tuple[int, int]:
    """Reads the numbers of Stories and Objectives in the market."""
    return market.whole("story", 1, MOST_MARKET), market.whole("objective", 1, MOST_MARKET)


def read_icon(row: BoxReader, name: str, word: object) -> int:
    """Parses the name of an icon."""
    if word not in ICON_NAMES:
        raise BadInput("aventure.error.box_icon", row.path(name), text=word, known=", ".join(ICON_NAMES))
    return ICON_NAMES.index(str(word))


def read_icons(row: BoxReader, name: str, least: int, most: int) -> list[int]:
    """Parses a list of icon names."""
    words = row.table[name]
    fits = least <= len(words) <= most
    row.require(fits, name, "aventure.error.box_icons", least=least, most=most)
    return [read_icon(row, name, word) for word in words]


def icon_set(icons: Iterable[int]) -> int:
    """The mask of these icons."""
    return sum(bit(icon) for icon in set(icons))


def read_story(row: BoxReader, box: Box, kind: int, most: int) -> None:
    """Reads the icons of a Story; an icon may occur more than once."""
    icons = read_icons(row, "icons", 1, most)
    box.icons[kind] = icon_set(icons)
    for icon in set(icons):
        box.more[kind * ICONS + icon] = icons.count(icon) - 1
    box.repeats = box.repeats or len(set(icons)) < len(icons)


def read_goal(row: BoxReader, box: Box, kind: int) -> None:
    """Reads the Objective side of a card."""
    row.require(row.table["kind"] in GOAL_KINDS, "kind", "aventure.error.box_kind", known=", ".join(GOAL_KINDS))
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
            row.require(len(set(left)) == len(left), "left", "aventure.error.box_icon_twice")
            row.require(len({*left, *right}) == len(left) + len(right), "right", "aventure.error.box_icon_twice")
            box.wanted[kind], box.against[kind] = icon_set(left), icon_set(right)


def read_shape(row: BoxReader, box: Box, kind: int) -> None:
    """Reads a shape and computes its images: « La forme peut être reflétée et/ou pivotée »"""
    drawn = row.table["cells"]
    fits = 2 <= len(drawn) <= MOST_CELLS
    for cell in drawn if fits else ():
        in_grid = isinstance(cell, list) and len(cell) == 3 and all(type(x) is int and 0 <= x < SIDE for x in cell[:2])
        fits = fits and in_grid
    row.require(fits, "cells", "aventure.error.box_cells", most=MOST_CELLS)
    cells = tuple(sorted((cell[0], cell[1], read_icon(row, "cells", cell[2])) for cell in drawn))
    apart = len({cell[:2] for cell in cells}) == len(cells)
    row.require(apart, "cells", "aventure.error.box_cells", most=MOST_CELLS)
    box.size[kind] = len(cells)
    for k, (down, right, _) in enumerate(cells):
        box.drawn[kind * MOST_CELLS + k] = down * STRIDE + right
    for number, image in enumerate(symmetries(cells), start=box.image[kind]):
        box.room[number] = start_spots(image)
        for k, (down, right, icon) in enumerate(image):
            box.patterns[number] |= bit(down * STRIDE + right)
            box.shifts[number * MOST_CELLS + k] = down * STRIDE + right
            box.wants[number * MOST_CELLS + k] = icon
        box.image[kind + 1] = number + 1


def start_spots(image: Cells) -> int:
    """The spots where an image can start so that all of it lies within the frame."""
    starts = ((row, column) for row in range(SIDE) for column in range(SIDE))
    return sum(
        bit(row * STRIDE + column)
        for row, column in starts
        if all(row + down < SIDE and 0 <= column + right < SIDE for down, right, _ in image)
    )


def symmetries(cells: Cells) -> Sequence[Cells]:
    """The distinct rotations and reflections of a shape, the printed one first, each relative to its first cell."""
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


def read_variant(figures: BoxReader, box: Box) -> None:
    """Reads the figures of the Permanents and the Powers."""
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
    powers.require(len(trios) == TRIOS, "trios", "error.length", length=TRIOS)
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
    """Computes for every spot the rest of its row and column, and its diagonal neighbours."""
    for row in range(SIDE):
        for column in range(SIDE):
            spot = row * STRIDE + column
            for other in range(SIDE):
                box.lines[spot] |= bit(row * STRIDE + other) | bit(other * STRIDE + column)
            box.lines[spot] &= ~bit(spot)
            for r, c in ((row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)):
                if 0 <= r < SIDE and 0 <= c < SIDE:
                    box.corners[spot] |= bit(r * STRIDE + c)
