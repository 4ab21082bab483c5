"""Event kinds: number, name and meaning of each field."""

from typing import Final

from meute.core.event import EventKind

MARKET_LAID: Final = 0
DECK_SHOWS: Final = 1
GOES_FIRST: Final = 2
PERMANENT_LAID: Final = 3
POWER_LAID: Final = 4
TAKES: Final = 5
TAKES_DECK: Final = 6
TAKES_ASIDE: Final = 7
PLACES: Final = 8
REPLACES: Final = 9
REPLACES_TURNED: Final = 10
NOT_REPLACED: Final = 11
PASSES: Final = 12
ENDS: Final = 13
LOOKS_AT_DECK: Final = 14
LOOKS_AT_MARKET: Final = 15
USES: Final = 16
TURNS_OVER: Final = 17
SWAPS: Final = 18
MOVES: Final = 19
SLIDES: Final = 20
SLIPS_UNDER: Final = 21
SETS_ASIDE: Final = 22
DIGS_UP: Final = 23
MARKS: Final = 24
ADDS_ICON: Final = 25
SCORES_BONUS: Final = 26
GUARDS: Final = 27
BORROWS: Final = 28
DIVERTS: Final = 29
BARTERS: Final = 30
TRADES: Final = 31
CHOOSES: Final = 32

EVENTS: Final = {
    MARKET_LAID: EventKind("market_laid", "face"),
    DECK_SHOWS: EventKind("deck_shows", "story"),
    GOES_FIRST: EventKind("goes_first"),
    PERMANENT_LAID: EventKind("permanent_laid", "permanent"),
    POWER_LAID: EventKind("power_laid", "power"),
    TAKES: EventKind("takes", "face"),
    TAKES_DECK: EventKind("takes_deck", "face"),
    TAKES_ASIDE: EventKind("takes_aside", "face"),
    PLACES: EventKind("places", "face", "cell"),
    REPLACES: EventKind("replaces", "face"),
    REPLACES_TURNED: EventKind("replaces_turned", "face", "story"),
    NOT_REPLACED: EventKind("not_replaced"),
    PASSES: EventKind("passes"),
    ENDS: EventKind("ends"),
    LOOKS_AT_DECK: EventKind("looks_at_deck", secret="face"),
    LOOKS_AT_MARKET: EventKind("looks_at_market", "story", secret="face"),
    USES: EventKind("uses", "power"),
    TURNS_OVER: EventKind("turns_over", "face"),
    SWAPS: EventKind("swaps", "cell", "with_cell"),
    MOVES: EventKind("moves", "face", "cell", "with_cell"),
    SLIDES: EventKind("slides", "line", "way"),
    SLIPS_UNDER: EventKind("slips_under", "face"),
    SETS_ASIDE: EventKind("sets_aside", "face"),
    DIGS_UP: EventKind("digs_up", "story"),
    MARKS: EventKind("marks", "face", "power"),
    ADDS_ICON: EventKind("adds_icon", "face", "icon"),
    SCORES_BONUS: EventKind("scores_bonus", "points"),
    GUARDS: EventKind("guards", "face", "other"),
    BORROWS: EventKind("borrows", "face"),
    DIVERTS: EventKind("diverts", "other"),
    BARTERS: EventKind("barters", "face", "with_face", "other"),
    TRADES: EventKind("trades", "face", "with_face"),
    CHOOSES: EventKind("chooses", "permanent"),
}
