"""Event kinds: number, name and meaning of each field."""

from typing import Final

from meute.core.event import EventKind

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
    REGION_LAID: EventKind("region_laid", "region", "board"),
    PREY_LAID: EventKind("prey_laid", "region", "prey"),
    MOON_LAID: EventKind("moon_laid", "region", "stack"),
    TAKES_COLOUR: EventKind("takes_colour", "faction"),
    GOES_FIRST: EventKind("goes_first"),
    STARTS_AT: EventKind("starts_at", "space"),
    FLIPS: EventKind("flips", "terrain", "behind", "tile"),
    USES_HOME: EventKind("uses_home", "terrain"),
    SPENDS_TERRAIN: EventKind("spends_terrain", "terrain"),
    SPENDS_ACTION: EventKind("spends_action"),
    STAYS: EventKind("stays"),
    MOVES: EventKind("moves", "kind", "start", "space"),
    FLEES: EventKind("flees", "kind", "start", "space"),
    BUILDS: EventKind("builds", "space", "track", "value"),
    TRANSFORMS: EventKind("transforms", "space"),
    HOWLS: EventKind("howls", "space", "kind"),
    DOMINATES: EventKind("dominates", "player", "kind", "space"),
    GAINS_TERRAIN: EventKind("gains_terrain"),
    GAINS_ACTION: EventKind("gains_action"),
    SUPPLY_EMPTY: EventKind("supply_empty"),
    DATED: EventKind("dated", "piece", "date"),
    HUNTS: EventKind("hunts", "prey", "space"),
    MOON_RISES: EventKind("moon_rises", "moon"),
    REGION_WON: EventKind("region_won", "region", "moon", "points"),
    REGION_SECOND: EventKind("region_second", "region", "moon", "points"),
    REGION_TIED: EventKind("region_tied", "region", "moon", "points"),
    REGION_EMPTY: EventKind("region_empty", "region", "moon"),
    REGION_PHANTOM: EventKind("region_phantom", "region", "moon"),
    SECONDS_TIED: EventKind("seconds_tied", "region", "moon"),
    ENDS: EventKind("ends"),
    TURN_BEGINS: EventKind("turn_begins", "number"),
    PHANTOM_SECOND: EventKind("phantom_second", "region", "moon"),
    PHANTOM_TIED: EventKind("phantom_tied", "region", "moon"),
}
