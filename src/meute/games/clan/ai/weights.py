"""Heuristic weights: constant, name and first guess; in hundredths of a point unless said otherwise."""

from typing import Final

from meute.ai.weights import family
from meute.core.game import by_number
from meute.games.clan.names import TRACK_NAMES
from meute.games.clan.state import TRACKS

SOON: Final = 0
WAITING: Final = 1
LEAST_SOON: Final = 2
LATER: Final = 3
"""Share in hundredths of a region's points before it is scored: at the next moon, loss per date until then, minimum,
and at a later moon."""
GRADIENT: Final = 4
"""Thousandths of the second place's points per point of control, within MAX_LEAD."""
RIVALS: Final = 5
"""Share in hundredths of the best opponent, as against the mean of all opponents."""
TERRAIN_TOKEN: Final = 6
ACTION_TOKEN: Final = 7
ABILITY: Final = 8
PROGRESS: Final = ABILITY + TRACKS
"""Per den of a track, up to FIRST_DENS: they bring its points nearer."""
CALLABLE: Final = PROGRESS + TRACKS
CALLABLE_NOW: Final = CALLABLE + 1
DIGGABLE: Final = CALLABLE + 2
DIGGABLE_NOW: Final = CALLABLE + 3
SURROUNDED: Final = CALLABLE + 4
ONE_MISSING: Final = CALLABLE + 5
TWO_MISSING: Final = CALLABLE + 6
ALL_MISSING: Final = CALLABLE + 7
"""Probability in hundredths of a hunt, by the number of wolves missing around the prey, if enough wolves are within a
move's reach; otherwise divided by FAR_HUNT_DIVISOR."""
GROWTH: Final = CALLABLE + 8
"""Value of one more prey for later hunts."""
PAIR: Final = CALLABLE + 9
TRIPLE: Final = CALLABLE + 10
IMPATIENCE: Final = CALLABLE + 11
"""Per covered date, for the leading seat: rewards ending the game."""
ATTRACTION: Final = CALLABLE + 12
"""Per step that an alpha is nearer than FAR to a piece to call, transform or dominate."""
EVERY_WOLF: Final = CALLABLE + 13
EVERY_ALPHA: Final = CALLABLE + 14
EVERY_DEN: Final = CALLABLE + 15
EVERY_LAIR: Final = CALLABLE + 16
NEXT_TURN: Final = CALLABLE + 17
"""Per wolf, alpha, den and lair on the map, and for the seat whose turn it is."""

WEIGHTS: Final = by_number(
    {
        SOON: ("soon", 95),
        WAITING: ("waiting", 4),
        LEAST_SOON: ("least_soon", 60),
        LATER: ("later", 40),
        GRADIENT: ("gradient", 22),
        RIVALS: ("rivals", 50),
        TERRAIN_TOKEN: ("terrain_token", 80),
        ACTION_TOKEN: ("action_token", 150),
        **family(ABILITY, "ability", TRACK_NAMES, [55] * TRACKS),
        **family(PROGRESS, "progress", TRACK_NAMES, [45] * TRACKS),
        CALLABLE: ("callable", 45),
        CALLABLE_NOW: ("callable_now", 40),
        DIGGABLE: ("diggable", 130),
        DIGGABLE_NOW: ("diggable_now", 90),
        SURROUNDED: ("surrounded", 85),
        ONE_MISSING: ("one_missing", 40),
        TWO_MISSING: ("two_missing", 16),
        ALL_MISSING: ("all_missing", 6),
        GROWTH: ("growth", 80),
        PAIR: ("pair", 14),
        TRIPLE: ("triple", 18),
        IMPATIENCE: ("impatience", 40),
        ATTRACTION: ("attraction", 7),
        EVERY_WOLF: ("wolf", 0),
        EVERY_ALPHA: ("alpha", 0),
        EVERY_DEN: ("den", 0),
        EVERY_LAIR: ("lair", 0),
        NEXT_TURN: ("next", 0),
    }
)
