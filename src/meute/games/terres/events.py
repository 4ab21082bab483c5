"""What can happen: each kind of event with its number, its name and what its numbers mean."""

from typing import Final

from meute.core.event import Saying

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
    TOKEN_LAID: Saying("token_laid", "ground", "points"),
    CLAW_LAID: Saying("claw_laid", "ground", "claw"),
    DEALT: Saying("dealt", secret="card"),
    GOES_FIRST: Saying("goes_first"),
    LEADS: Saying("leads", "card", "ground"),
    FOLLOWS: Saying("follows", "card", "ground"),
    CANNOT_FOLLOW: Saying("cannot_follow", "card", "ground", "colour"),
    REVEALS: Saying("reveals", "ground", "claw", "place"),
    WINS: Saying("wins", "card", "lost"),
    TURNS_LONE: Saying("turns_lone", "card", "ground"),
    NO_CLAW_LEFT: Saying("no_claw_left", "ground"),
    TAKES: Saying("takes", "ground", "claw", "place"),
    TAKES_HIDDEN: Saying("takes_hidden", "ground", "claw", "place"),
    PLACES: Saying("places", "claw", "ground", "slot"),
    PLACES_ON_BORDER: Saying("places_on_border", "claw", "ground", "neighbour"),
    NO_SLOT_LEFT: Saying("no_slot_left", "claw"),
    WOLF_JOINS: Saying("wolf_joins", "ground"),
    NO_ROOM: Saying("no_room", "ground"),
    TOKEN_TURNED: Saying("token_turned", "ground", "points"),
    FULL_MOON: Saying("full_moon", "ground", "colour"),
    RED_MOON: Saying("red_moon", "ground", "colour"),
    ENDS: Saying("ends"),
    CLAW_STAYS: Saying("claw_stays", "ground"),
    TIE_BROKEN: Saying("tie_broken", "wolves", "fewer"),
    TIE_STANDS: Saying("tie_stands", "wolves"),
}
