"""Options (variants and rulings)."""

from collections.abc import Mapping
from typing import Final

from meute.core.options import Option

BASIC: Final = 0
ADVANCED: Final = 1
BOARD: Final = Option("board", ("basic", "advanced"), "basic")

BY_LOT: Final = 0
LEADER: Final = Option("leader", ("random", "first", "second"), "random")

REMOVE: Final = 0
LEAVE: Final = 1
FULL_SIDE: Final = Option("full_side", ("remove", "leave"), "remove")

OPTIONS: Final = (BOARD, LEADER, FULL_SIDE)


class Options:
    """Option values as numbers, for the rules."""

    def __init__(self, settled: Mapping[str, str]) -> None:
        self.board = BOARD.read(settled)
        self.leader = LEADER.read(settled)
        self.full_side = FULL_SIDE.read(settled)


DEFAULT_OPTIONS: Final = Options({option.name: option.default for option in OPTIONS})
