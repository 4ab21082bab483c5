"""Action kinds and their ids."""

from typing import Final

from meute.core.codec import ActionKind
from meute.games.traces.state import ANIMALS, CARDS, COLOURS, LARGE, LETTERS, LEVELS, PHASES, SMALL, TOKENS, WOLVES

SETS: Final = 8
"""Number of subsets of a player's three letters."""
VALUES: Final = TOKENS + 1
"""Number of values that a box of the board may hold: 0 for no token, or a token."""

COLOUR: Final = 0
FIRST: Final = COLOUR + COLOURS
ADD: Final = FIRST + LETTERS
PLEDGE: Final = ADD + SETS
BALLOT: Final = PLEDGE + (LARGE + 1) * LEVELS
DECIDE: Final = BALLOT + LARGE + 1
PLACE: Final = DECIDE + LARGE
CATCH: Final = PLACE + LETTERS * PHASES * VALUES
DROP: Final = CATCH + ANIMALS
ATTACK: Final = DROP + LARGE
PASS: Final = ATTACK + WOLVES
FIGHT: Final = PASS + 1
SUBMIT: Final = FIGHT + 1
CARD: Final = SUBMIT + 1
DEPART: Final = CARD + CARDS
JOIN: Final = DEPART + SETS
STAY_OUT: Final = JOIN + LETTERS
REFUSE: Final = STAY_OUT + 1
ALLOW: Final = REFUSE + 1
TURN: Final = ALLOW + 1
PREY: Final = TURN + WOLVES
BIRTH: Final = PREY + LARGE
GAME: Final = BIRTH + CARDS
WOUND: Final = GAME + SMALL
DEAL: Final = WOUND + CARDS

ABSTAIN: Final = LARGE
"""The value for no prey on a ballot or in a pledge."""

ACTION_KINDS: Final = (
    ActionKind("colour", COLOUR, ("colour", COLOURS)),
    ActionKind("first", FIRST, ("letter", LETTERS)),
    ActionKind("add", ADD, ("letters", SETS)),
    ActionKind("pledge", PLEDGE, ("ballot", LARGE + 1), ("level", LEVELS)),
    ActionKind("ballot", BALLOT, ("ballot", LARGE + 1)),
    ActionKind("decide", DECIDE, ("prey", LARGE)),
    ActionKind("place", PLACE, ("letter", LETTERS), ("phase", PHASES), ("token", VALUES)),
    ActionKind("catch", CATCH, ("game", ANIMALS)),
    ActionKind("drop", DROP, ("prey", LARGE)),
    ActionKind("attack", ATTACK, ("wolf", WOLVES)),
    ActionKind("pass", PASS),
    ActionKind("fight", FIGHT),
    ActionKind("submit", SUBMIT),
    ActionKind("card", CARD, ("card", CARDS)),
    ActionKind("depart", DEPART, ("letters", SETS)),
    ActionKind("join", JOIN, ("letter", LETTERS)),
    ActionKind("stay_out", STAY_OUT),
    ActionKind("refuse", REFUSE),
    ActionKind("allow", ALLOW),
    ActionKind("turn", TURN, ("wolf", WOLVES), chance=True),
    ActionKind("prey", PREY, ("prey", LARGE), chance=True),
    ActionKind("birth", BIRTH, ("card", CARDS), chance=True),
    ActionKind("game", GAME, ("game", SMALL), chance=True),
    ActionKind("wound", WOUND, ("card", CARDS), chance=True),
    ActionKind("deal", DEAL, ("card", CARDS), chance=True),
)
