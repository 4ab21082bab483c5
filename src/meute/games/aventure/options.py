"""Options (variants and rulings)."""

from collections.abc import Mapping
from typing import Final

from meute.core.options import Option

PERMANENTS: Final = 15
TRIOS: Final = 9

CHOSEN: Final = 1
RANDOM: Final = 2
NAMED: Final = 3
"""Values from here on name the Permanent."""
PERMANENT_NAMES: Final = tuple(f"pm{number:02}" for number in range(1, PERMANENTS + 1))
PERMANENT: Final = Option("permanent", ("none", "chosen", "random", *PERMANENT_NAMES), "none")

LAST: Final = 1
CHOOSER: Final = Option("chooser", ("first", "last"), "first", since=2)

RANDOM_POWERS: Final = 1
TRIO: Final = 2
"""Values from here on name three Powers."""
POWERS: Final = Option("powers", ("none", "random", *[f"trio{n}" for n in range(1, TRIOS + 1)]), "none")

ONCE: Final = 0
POWER_USE: Final = Option("power_use", ("once", "once_each"), "once_each", since=2, before="once")

LARGE: Final = 1
MARKET: Final = Option("market", ("standard", "large"), "standard")

FIRST: Final = Option("first", ("random", "first", "second", "third", "fourth"), "random")
"""At random, or a seat: « celui qui a perdu la partie précédente devient le premier joueur »."""

OPTIONS: Final = (PERMANENT, CHOOSER, POWERS, POWER_USE, MARKET, FIRST)


class Options:
    """Option values as numbers, for the rules."""

    def __init__(self, settled: Mapping[str, str]) -> None:
        self.permanent = PERMANENT.read(settled)
        self.chooser = CHOOSER.read(settled)
        self.powers = POWERS.read(settled)
        self.power_use = POWER_USE.read(settled)
        self.market = MARKET.read(settled)
        self.first = FIRST.read(settled)
        self.variant = self.permanent > 0 or self.powers > 0
        """Whether « Histoires palpitantes » is played: with a Permanent, with Powers, or with both."""


DEFAULT_OPTIONS: Final = Options({option.name: option.default for option in OPTIONS})
