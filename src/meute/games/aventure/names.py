"""Identifiers used in boxes, notation and marks (not for people)."""

from typing import Final

from meute.games.aventure.options import PERMANENT_NAMES
from meute.games.aventure.state import (
    BLANK,
    CELLS,
    ECHO,
    EXTRA_ICON,
    ICONS,
    KINDS,
    LINES,
    MARKS,
    MOST_SEATS,
    NEAR,
    POWERS,
    REACH,
    WAGER,
    WILD,
)

ICON_NAMES: Final = ("foret", "ville", "chateau", "chasseuse", "louvette", "loups", "villageois", "soldats", "parents")
GOAL_KINDS: Final = ("shape", "arrow", "arrow_none", "double", "double_arrow", "balance")
CARD_NAMES: Final = tuple(f"h{number:02}" for number in range(1, KINDS + 1))
GOAL_NAMES: Final = tuple(f"o{number:02}" for number in range(1, KINDS + 1))
FACE_NAMES: Final = CARD_NAMES + GOAL_NAMES
POWER_NAMES: Final = tuple(f"pw{number:02}" for number in range(1, POWERS + 1))
COLUMN_LETTERS: Final = "abcdefghi"
SEAT_LETTERS: Final = "ABCD"
ICON_LETTERS: Final = "FVCRMLTSP"
"""Forest, town (Ville), Castle, hunter (Robyn), wolf girl (Mebh), wolves (Loups), Townspeople, Soldiers, Parents."""
MARK_TEXTS: Final = {BLANK: "-", WILD: "*", WAGER: "$", ECHO: "x", NEAR: "~"} | {
    EXTRA_ICON + icon: f"+{ICON_LETTERS[icon]}" for icon in range(ICONS)
}

assert len(MARK_TEXTS) == MARKS - 1
assert len(ICON_LETTERS) == len(ICON_NAMES) == ICONS
assert len(SEAT_LETTERS) == MOST_SEATS


def cell_text(cell: int) -> str:
    """The notation of a cell: a letter for the column and a number for the row; the first card lies on `e5`."""
    return f"{COLUMN_LETTERS[cell % REACH]}{cell // REACH + 1}"


def line_text(line: int) -> str:
    """The notation of a line: `row5` or `cole`."""
    return f"row{line + 1}" if line < REACH else f"col{COLUMN_LETTERS[line - REACH]}"


CELL_TEXTS: Final = tuple(cell_text(cell) for cell in range(CELLS))
NAMES: Final = {
    "story": CARD_NAMES,
    "goal": GOAL_NAMES,
    "face": FACE_NAMES,
    "with_face": FACE_NAMES,
    "cell": CELL_TEXTS,
    "with_cell": CELL_TEXTS,
    "line": tuple(line_text(line) for line in range(LINES)),
    "permanent": PERMANENT_NAMES,
    "power": POWER_NAMES,
    "icon": ICON_NAMES,
}
"""Ids of things by the meaning of a field of actions and events."""
