"""Reads and validates box.toml (component figures)."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from meute.core.box import BoxReader, Contents
from meute.core.numbers import bit, count, i64, vec
from meute.games.terres.names import CLAW_NAMES
from meute.games.terres.options import ADVANCED, Options
from meute.games.terres.state import (
    CARDS,
    CLAWS,
    FACES,
    GROUNDS,
    LONE_WOLF,
    MOST_PLACES,
    MOST_SLOTS,
    PER_VISIBLE,
    PER_WOLF,
    SIDES,
    SMALL,
    TOKENS,
    Box,
)

CONTENTS_CLAWS = 18
"""Claw tokens in the rulebook's list of contents."""
MOST_ROOM = 20
"""Upper limit of a territory's capacity."""


@cache
def contents() -> Contents:
    """The default contents of the box (box.toml)."""
    return tomllib.loads((files("meute.games.terres") / "box.toml").read_text(encoding="utf-8"))


def read_box(seats: int, opt: Options, contents: Contents) -> Box:
    """Builds the figures for the chosen side of the board; raises BadInput for impossible contents."""
    figures = BoxReader(contents)
    box = Box()
    read_cards(figures, box)
    read_claws(figures, box)
    read_board(figures.part("board").part("advanced" if opt.board == ADVANCED else "basic"), box)
    check_room(figures, box)
    return box


def read_cards(figures: BoxReader, box: Box) -> None:
    """Reads wolf cards, territories, victory tokens and moons."""
    cards = figures.part("cards")
    box.hand = cards.whole("hand", 1, CARDS // SIDES)
    box.left = cards.whole("left_in_box", 0, CARDS)
    cards.require(SIDES * box.hand + box.left == CARDS, "left_in_box", "error.box_sum", total=CARDS)
    box.lone_force = cards.whole("lone_force", 0, 9)
    copy_into(box.capacity, figures.part("territories").wholes("capacity", 1, MOST_ROOM, GROUNDS))
    tokens = figures.part("victory_tokens")
    faces = tokens.lists("faces", 0, 99, FACES)
    tokens.require(len(faces) == TOKENS, "faces", "error.length", length=TOKENS)
    copy_into(box.faces, [value for pair in faces for value in pair])
    moons = figures.part("moons")
    box.full_moon = moons.whole("full", 0, 99)
    box.red_moon = moons.whole("red", 0, 99)


def max_strays(box: Box) -> int:
    """The most lone wolves that claws can bring out of the box: one per territory that a slot touches."""
    widest = max(count(touched) for touched in box.touches)
    return int(box.copies[LONE_WOLF] * widest)


def check_room(figures: BoxReader, box: Box) -> None:
    """Checks that every card always finds room and that the box has a card for every lone wolf."""
    strays = max_strays(box)
    figures.part("claws").require(strays <= box.left, "copies", "terres.error.box_strays", most=box.left)
    least = SIDES * box.hand + strays
    figures.part("territories").require(sum(box.capacity) >= least, "capacity", "terres.error.box_room", least=least)


def read_claws(figures: BoxReader, box: Box) -> None:
    """Reads the copies and values of the claw tokens."""
    claws = figures.part("claws")
    copy_into(box.copies, claws.wholes("copies", 0, CONTENTS_CLAWS, CLAWS))
    claws.require(sum(box.copies) == CONTENTS_CLAWS, "copies", "error.box_sum", total=CONTENTS_CLAWS)
    values = figures.part("claw_values")
    for claw, name in enumerate(CLAW_NAMES):
        if claw in (PER_WOLF, PER_VISIBLE, SMALL) or name in values.table:
            box.claw_values[claw] = values.whole(name, 0, 99)


def read_board(board: BoxReader, box: Box) -> None:
    """Reads the claw places in the middle and the slots on both sides."""
    down = board.wholes("face_down", 0, MOST_PLACES, GROUNDS)
    up = board.wholes("face_up", 0, MOST_PLACES, GROUNDS)
    for ground in range(GROUNDS):
        board.require(down[ground] + up[ground] <= MOST_PLACES, f"face_down[{ground}]", "terres.error.box_places")
        box.face_down[ground] = down[ground]
        box.face_up[ground] = up[ground]
    board.require(sum(down) + sum(up) <= CONTENTS_CLAWS, "face_down", "error.box_sum", total=CONTENTS_CLAWS)
    slots = board.part("slots")
    for side, name in enumerate(("side_a", "side_b")):
        rows = slots.lists(name, 1, GROUNDS)
        slots.require(len(rows) <= MOST_SLOTS, name, "error.length", length=MOST_SLOTS)
        box.slots[side] = len(rows)
        for slot, touched in enumerate(rows):
            slots.require(len(touched) in (1, 2), f"{name}[{slot}]", "terres.error.box_slot")
            for ground in touched:
                box.touches[side * MOST_SLOTS + slot] |= bit(ground - 1)
                box.slots_at[side * GROUNDS + ground - 1] |= bit(slot)


def copy_into(vector: vec[i64], numbers: Sequence[int]) -> None:
    """Copies numbers into the start of a vector."""
    for i, number in enumerate(numbers):
        vector[i] = number
