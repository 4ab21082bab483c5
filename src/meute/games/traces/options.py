"""Options (variants and rulings)."""

from collections.abc import Mapping
from typing import Final

from meute.core.options import NumberOption, Option, flag

USUAL_TARGET: Final = 0
"""Value of the target option for the default of the number of seats."""
HIGHEST_TARGET: Final = 120
TARGET: Final = NumberOption("target", USUAL_TARGET, HIGHEST_TARGET, USUAL_TARGET)

CHOOSE: Final = 0
COLOURS: Final = Option("colours", ("choose", "given"), "choose")

PLEDGES: Final = flag("pledges")
JOIN_PACK: Final = flag("join_pack")
LIFE_SPAN: Final = flag("life_span")
STRENGTH_BEFORE_RANK: Final = flag("strength_before_rank")
OMEGA_STAYS: Final = flag("omega_stays")

SEEN: Final = 0
"""All players see which boxes hold a token."""
BOXES: Final = Option("boxes", ("seen", "hidden"), "seen", since=2, before="hidden")

AT_ONCE: Final = 0
"""Wolves below a gap in their column move up as soon as it opens; otherwise when the year ends."""
GAPS: Final = Option("gaps", ("at_once", "year_end"), "at_once")

OPTIONS: Final = (TARGET, COLOURS, PLEDGES, JOIN_PACK, LIFE_SPAN, STRENGTH_BEFORE_RANK, OMEGA_STAYS, BOXES, GAPS)


class Options:
    """Option values as numbers, for the rules."""

    def __init__(self, settled: Mapping[str, str]) -> None:
        self.target = TARGET.read(settled)
        self.colours = COLOURS.read(settled)
        self.pledges = PLEDGES.read(settled)
        self.join_pack = JOIN_PACK.read(settled)
        self.life_span = LIFE_SPAN.read(settled)
        self.strength_before_rank = STRENGTH_BEFORE_RANK.read(settled)
        self.omega_stays = OMEGA_STAYS.read(settled)
        self.boxes = BOXES.read(settled)
        self.gaps = GAPS.read(settled)


DEFAULT_OPTIONS: Final = Options({option.name: option.default for option in OPTIONS})
