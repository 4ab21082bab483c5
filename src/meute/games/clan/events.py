"""What can happen: each kind of event with its number, its name and what its numbers mean."""

from typing import Final

from meute.core.event import Saying

REGION_LAID: Final = 0
PREY_LAID: Final = 1
MOON_LAID: Final = 2
TAKES_COLOUR: Final = 3
GOES_FIRST: Final = 4
STARTS_AT: Final = 5
FLIPS: Final = 6
USES_HOME: Final = 7
SPENDS_TERRAIN: Final = 8
SPENDS_ACTION: Final = 9
STAYS: Final = 10
MOVES: Final = 11
FLEES: Final = 12
BUILDS: Final = 13
TRANSFORMS: Final = 14
HOWLS: Final = 15
DOMINATES: Final = 16
GAINS_TERRAIN: Final = 17
GAINS_ACTION: Final = 18
SUPPLY_EMPTY: Final = 19
DATED: Final = 20
HUNTS: Final = 21
MOON_RISES: Final = 22
REGION_WON: Final = 23
REGION_SECOND: Final = 24
REGION_TIED: Final = 25
REGION_EMPTY: Final = 26
REGION_PHANTOM: Final = 27
SECONDS_TIED: Final = 28
ENDS: Final = 29
TURN_BEGINS: Final = 30
PHANTOM_SECOND: Final = 31
PHANTOM_TIED: Final = 32

EVENTS: Final = {
    REGION_LAID: Saying("region_laid", "region", "board"),
    PREY_LAID: Saying("prey_laid", "region", "prey"),
    MOON_LAID: Saying("moon_laid", "region", "stack"),
    TAKES_COLOUR: Saying("takes_colour", "faction"),
    GOES_FIRST: Saying("goes_first"),
    STARTS_AT: Saying("starts_at", "space"),
    FLIPS: Saying("flips", "terrain", "behind", "tile"),
    USES_HOME: Saying("uses_home", "terrain"),
    SPENDS_TERRAIN: Saying("spends_terrain", "terrain"),
    SPENDS_ACTION: Saying("spends_action"),
    STAYS: Saying("stays"),
    MOVES: Saying("moves", "kind", "start", "space"),
    FLEES: Saying("flees", "kind", "start", "space"),
    BUILDS: Saying("builds", "space", "track", "value"),
    TRANSFORMS: Saying("transforms", "space"),
    HOWLS: Saying("howls", "space", "kind"),
    DOMINATES: Saying("dominates", "player", "kind", "space"),
    GAINS_TERRAIN: Saying("gains_terrain"),
    GAINS_ACTION: Saying("gains_action"),
    SUPPLY_EMPTY: Saying("supply_empty"),
    DATED: Saying("dated", "piece", "date"),
    HUNTS: Saying("hunts", "prey", "space"),
    MOON_RISES: Saying("moon_rises", "moon"),
    REGION_WON: Saying("region_won", "region", "moon", "points"),
    REGION_SECOND: Saying("region_second", "region", "moon", "points"),
    REGION_TIED: Saying("region_tied", "region", "moon", "points"),
    REGION_EMPTY: Saying("region_empty", "region", "moon"),
    REGION_PHANTOM: Saying("region_phantom", "region", "moon"),
    SECONDS_TIED: Saying("seconds_tied", "region", "moon"),
    ENDS: Saying("ends"),
    TURN_BEGINS: Saying("turn_begins", "number"),
    PHANTOM_SECOND: Saying("phantom_second", "region", "moon"),
    PHANTOM_TIED: Saying("phantom_tied", "region", "moon"),
}
