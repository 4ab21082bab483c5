"""Event kinds: number, name and meaning of each field."""

from typing import Final

from meute.core.event import EventKind

TOKEN_LAID: Final = 0
CLAW_LAID: Final = 1
DEALT: Final = 2
GOES_FIRST: Final = 3
LEADS: Final = 4
FOLLOWS: Final = 5
CANNOT_FOLLOW: Final = 6
REVEALS: Final = 7
WINS: Final = 8
TURNS_LONE: Final = 9
NO_CLAW_LEFT: Final = 10
TAKES: Final = 11
TAKES_HIDDEN: Final = 12
PLACES: Final = 13
PLACES_ON_BORDER: Final = 14
NO_SLOT_LEFT: Final = 15
WOLF_JOINS: Final = 16
NO_ROOM: Final = 17
TOKEN_TURNED: Final = 18
FULL_MOON: Final = 19
RED_MOON: Final = 20
ENDS: Final = 21
CLAW_STAYS: Final = 22
TIE_BROKEN: Final = 23
TIE_STANDS: Final = 24

EVENTS: Final = {
    TOKEN_LAID: EventKind("token_laid", "ground", "points"),
    CLAW_LAID: EventKind("claw_laid", "ground", "claw"),
    DEALT: EventKind("dealt", secret="card"),
    GOES_FIRST: EventKind("goes_first"),
    LEADS: EventKind("leads", "card", "ground"),
    FOLLOWS: EventKind("follows", "card", "ground"),
    CANNOT_FOLLOW: EventKind("cannot_follow", "card", "ground", "colour"),
    REVEALS: EventKind("reveals", "ground", "claw", "place"),
    WINS: EventKind("wins", "card", "lost", "reason"),
    TURNS_LONE: EventKind("turns_lone", "card", "ground"),
    NO_CLAW_LEFT: EventKind("no_claw_left", "ground"),
    TAKES: EventKind("takes", "ground", "claw", "place"),
    TAKES_HIDDEN: EventKind("takes_hidden", "ground", "claw", "place"),
    PLACES: EventKind("places", "claw", "ground", "slot"),
    PLACES_ON_BORDER: EventKind("places_on_border", "claw", "ground", "neighbour"),
    NO_SLOT_LEFT: EventKind("no_slot_left", "claw"),
    WOLF_JOINS: EventKind("wolf_joins", "ground"),
    NO_ROOM: EventKind("no_room", "ground"),
    TOKEN_TURNED: EventKind("token_turned", "ground", "points"),
    FULL_MOON: EventKind("full_moon", "ground", "colour"),
    RED_MOON: EventKind("red_moon", "ground", "colour"),
    ENDS: EventKind("ends"),
    CLAW_STAYS: EventKind("claw_stays", "ground"),
    TIE_BROKEN: EventKind("tie_broken", "wolves", "fewer"),
    TIE_STANDS: EventKind("tie_stands", "wolves"),
}
