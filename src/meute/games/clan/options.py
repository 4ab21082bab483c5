"""Options (variants and rulings)."""

from collections.abc import Mapping
from typing import Final

from meute.core.options import Option, flag

CHOSEN: Final = 1
FACTIONS: Final = Option("factions", ("random", "chosen"), "chosen", since=3, before="random")

FIXED: Final = 0
TURNED: Final = Option("turned", ("fixed", "random"), "fixed")

LIMITED: Final = 1
SUPPLY: Final = Option("supply", ("unlimited", "limited"), "unlimited")

BEELINE: Final = 1
RANGE: Final = Option("range", ("spaces", "beeline"), "spaces", since=2, before="beeline")

ALLOWED: Final = 0
EMPTY_MOVE: Final = Option("empty_move", ("allowed", "last_resort"), "allowed")

DEN_ON_TOKENS: Final = flag("den_on_tokens")

OPTIONS: Final = (FACTIONS, TURNED, SUPPLY, RANGE, EMPTY_MOVE, DEN_ON_TOKENS)


class Options:
    """Option values as numbers, for the rules."""

    def __init__(self, settled: Mapping[str, str]) -> None:
        self.factions = FACTIONS.read(settled)
        self.turned = TURNED.read(settled)
        self.supply = SUPPLY.read(settled)
        self.range = RANGE.read(settled)
        self.empty_move = EMPTY_MOVE.read(settled)
        self.den_on_tokens = DEN_ON_TOKENS.read(settled)


DEFAULT_OPTIONS: Final = Options({option.name: option.default for option in OPTIONS})
