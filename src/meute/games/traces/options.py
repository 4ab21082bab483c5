"""What the players may agree on."""

from collections.abc import Mapping
from typing import Final

from meute.core.options import Number, Option, flag

USUAL_TARGET: Final = 0
"""As a target: the one that is usual for the number of players."""
HIGHEST_TARGET: Final = 120
TARGET: Final = Number("target", USUAL_TARGET, HIGHEST_TARGET, USUAL_TARGET)

CHOOSE: Final = 0
COLOURS: Final = Option("colours", ("choose", "given"), "choose")

PLEDGES: Final = flag("pledges")
JOIN_PACK: Final = flag("join_pack")
LIFE_SPAN: Final = flag("life_span")
STRENGTH_BEFORE_RANK: Final = flag("strength_before_rank")
OMEGA_STAYS: Final = flag("omega_stays")

SEEN: Final = 0
"""Everybody sees which boxes hold a token."""
BOXES: Final = Option("boxes", ("seen", "hidden"), "seen", since=2, before="hidden")

OPTIONS: Final = (TARGET, COLOURS, PLEDGES, JOIN_PACK, LIFE_SPAN, STRENGTH_BEFORE_RANK, OMEGA_STAYS, BOXES)


class Options:
    """What they agreed on, as the rules read it."""

    def __init__(self, settled: Mapping[str, str]) -> None:
        self.target = TARGET.read(settled)
        self.colours = COLOURS.read(settled)
        self.pledges = PLEDGES.read(settled)
        self.join_pack = JOIN_PACK.read(settled)
        self.life_span = LIFE_SPAN.read(settled)
        self.strength_before_rank = STRENGTH_BEFORE_RANK.read(settled)
        self.omega_stays = OMEGA_STAYS.read(settled)
        self.boxes = BOXES.read(settled)


USUAL: Final = Options({option.name: option.default for option in OPTIONS})
