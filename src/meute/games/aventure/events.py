"""What can happen: each kind of event with its number, its name and what its numbers mean."""

from typing import Final

from meute.core.event import Saying

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
    MARKET_LAID: Saying("market_laid", "face"),
    DECK_SHOWS: Saying("deck_shows", "story"),
    GOES_FIRST: Saying("goes_first"),
    PERMANENT_LAID: Saying("permanent_laid", "permanent"),
    POWER_LAID: Saying("power_laid", "power"),
    TAKES: Saying("takes", "face"),
    TAKES_DECK: Saying("takes_deck", "face"),
    TAKES_ASIDE: Saying("takes_aside", "face"),
    PLACES: Saying("places", "face", "cell"),
    REPLACES: Saying("replaces", "face"),
    REPLACES_TURNED: Saying("replaces_turned", "face", "story"),
    NOT_REPLACED: Saying("not_replaced"),
    PASSES: Saying("passes"),
    ENDS: Saying("ends"),
    LOOKS_AT_DECK: Saying("looks_at_deck", secret="face"),
    LOOKS_AT_MARKET: Saying("looks_at_market", "story", secret="face"),
    USES: Saying("uses", "power"),
    TURNS_OVER: Saying("turns_over", "face"),
    SWAPS: Saying("swaps", "cell", "with_cell"),
    MOVES: Saying("moves", "face", "cell", "with_cell"),
    SLIDES: Saying("slides", "line", "way"),
    SLIPS_UNDER: Saying("slips_under", "face"),
    SETS_ASIDE: Saying("sets_aside", "face"),
    DIGS_UP: Saying("digs_up", "story"),
    MARKS: Saying("marks", "face", "power"),
    ADDS_ICON: Saying("adds_icon", "face", "icon"),
    SCORES_BONUS: Saying("scores_bonus", "points"),
    GUARDS: Saying("guards", "face", "other"),
    BORROWS: Saying("borrows", "face"),
    DIVERTS: Saying("diverts", "other"),
    BARTERS: Saying("barters", "face", "with_face", "other"),
    TRADES: Saying("trades", "face", "with_face"),
    CHOOSES: Saying("chooses", "permanent"),
}
