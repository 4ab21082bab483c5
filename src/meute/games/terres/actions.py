"""Action kinds and their ids."""

from typing import Final

from meute.core.codec import ActionKind
from meute.games.terres.state import CARDS, CLAWS, FACES, GROUNDS, MOST_PLACES, MOST_SLOTS, SIDES, TOKENS

PLAY: Final = 0
REVEAL: Final = PLAY + CARDS * GROUNDS
TAKE: Final = REVEAL + MOST_PLACES
PLACE: Final = TAKE + MOST_PLACES
TOKEN: Final = PLACE + MOST_SLOTS
CLAW: Final = TOKEN + TOKENS * FACES
DEAL: Final = CLAW + CLAWS
FIRST: Final = DEAL + CARDS

ACTION_KINDS: Final = (
    ActionKind("play", PLAY, ("card", CARDS), ("ground", GROUNDS)),
    ActionKind("reveal", REVEAL, ("place", MOST_PLACES)),
    ActionKind("take", TAKE, ("place", MOST_PLACES)),
    ActionKind("place", PLACE, ("slot", MOST_SLOTS)),
    ActionKind("token", TOKEN, ("token", TOKENS), ("face", FACES), chance=True),
    ActionKind("claw", CLAW, ("claw", CLAWS), chance=True),
    ActionKind("deal", DEAL, ("card", CARDS), chance=True),
    ActionKind("first", FIRST, ("side", SIDES), chance=True),
)
