"""What can be decided, by people and by chance: blocks of action ids."""

from typing import Final

from meute.core.codec import Block
from meute.games.traces.state import ANIMALS, CARDS, COLOURS, LARGE, LETTERS, LEVELS, PHASES, SMALL, TOKENS, WOLVES

SETS: Final = 8
"""Sets of a player's three letters."""
VALUES: Final = TOKENS + 1
"""What a box of the board may hold: nothing, or a token."""

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
"""On a ballot or in a pledge: no prey."""

BLOCKS: Final = (
    Block("colour", COLOUR, ("colour", COLOURS)),
    Block("first", FIRST, ("letter", LETTERS)),
    Block("add", ADD, ("letters", SETS)),
    Block("pledge", PLEDGE, ("ballot", LARGE + 1), ("level", LEVELS)),
    Block("ballot", BALLOT, ("ballot", LARGE + 1)),
    Block("decide", DECIDE, ("prey", LARGE)),
    Block("place", PLACE, ("letter", LETTERS), ("phase", PHASES), ("token", VALUES)),
    Block("catch", CATCH, ("game", ANIMALS)),
    Block("drop", DROP, ("prey", LARGE)),
    Block("attack", ATTACK, ("wolf", WOLVES)),
    Block("pass", PASS),
    Block("fight", FIGHT),
    Block("submit", SUBMIT),
    Block("card", CARD, ("card", CARDS)),
    Block("depart", DEPART, ("letters", SETS)),
    Block("join", JOIN, ("letter", LETTERS)),
    Block("stay_out", STAY_OUT),
    Block("refuse", REFUSE),
    Block("allow", ALLOW),
    Block("turn", TURN, ("wolf", WOLVES), chance=True),
    Block("prey", PREY, ("prey", LARGE), chance=True),
    Block("birth", BIRTH, ("card", CARDS), chance=True),
    Block("game", GAME, ("game", SMALL), chance=True),
    Block("wound", WOUND, ("card", CARDS), chance=True),
    Block("deal", DEAL, ("card", CARDS), chance=True),
)
