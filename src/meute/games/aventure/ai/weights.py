"""Heuristic weights: constant, name and first guess; in hundredths of a point unless said otherwise."""

from typing import Final

from meute.ai.weights import family
from meute.core.game import by_number
from meute.games.aventure.names import ICON_NAMES
from meute.games.aventure.state import ICONS

SHAPE_HOPE: Final = 0
"""Potential of a shape while the whole grid is free, in hundredths of a point."""
NEARLY: Final = 1
"""Share of a shape's points, in hundredths, by the number of placements that lack one card."""
MOST_NEARLY: Final = 6
PICKED: Final = NEARLY + MOST_NEARLY + 1
PICKED_DOUBLE: Final = PICKED + 1
PICKED_DOUBLE_ARROW: Final = PICKED + 2
"""How often a wanted card will be placed on a free cell, in hundredths of its share of the deck."""
SPOILED: Final = PICKED + 3
"""Probability in hundredths that a free cell spoils a crossed-out Objective."""
BALANCED: Final = PICKED + 4
"""Probability in hundredths that a balance is achieved while the whole grid is free."""
PER_ICON: Final = PICKED + 5
"""Value of each icon for Objectives that are not yet known."""
PER_GOAL: Final = PER_ICON + ICONS
"""The same for an Objective."""
RIVALS: Final = PER_GOAL + 1
"""Weight of the best opponent's value, in hundredths."""
LEFT_TO_NEXT: Final = PER_GOAL + 2
"""Weight of the next player's gain when a card is cycled away, in hundredths."""
USUAL: Final = PER_GOAL + 3
"""Gain of an average card."""
RELUCTANCE: Final = PER_GOAL + 4
WAITING: Final = PER_GOAL + 5
"""Least gain for which a Power is used: base, and per cell that is still free."""
KEPT: Final = PER_GOAL + 6
"""Share, in hundredths, of the gain of a card that is set aside."""
WOLF: Final = PER_GOAL + 7
"""Value of each wolf ahead of the others, with the Permanent « La plus grande meute »."""

WEIGHTS: Final = by_number(
    {
        SHAPE_HOPE: ("shape", 300),
        **family(NEARLY, "nearly", range(MOST_NEARLY + 1), (0, 45, 70, 85, 93, 98, 100)),
        PICKED: ("arrow", 80),
        PICKED_DOUBLE: ("double", 80),
        PICKED_DOUBLE_ARROW: ("double_arrow", 80),
        SPOILED: ("spoiled", 2),
        BALANCED: ("balanced", 65),
        **family(PER_ICON, "icon", ICON_NAMES, [30] * ICONS),
        PER_GOAL: ("goal", 0),
        RIVALS: ("rivals", 100),
        LEFT_TO_NEXT: ("left_to_next", 100),
        USUAL: ("usual", 200),
        RELUCTANCE: ("reluctance", 50),
        WAITING: ("waiting", 5),
        KEPT: ("kept", 60),
        WOLF: ("wolf", 100),
    }
)
