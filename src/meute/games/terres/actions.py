"""What can be decided, by people and by chance: blocks of action ids."""

from typing import Final

from meute.core.codec import Block
from meute.games.terres.state import CARDS, CLAWS, FACES, GROUNDS, MOST_PLACES, MOST_SLOTS, SIDES, TOKENS

PLAY: Final = 0
REVEAL: Final = PLAY + CARDS * GROUNDS
TAKE: Final = REVEAL + MOST_PLACES
PLACE: Final = TAKE + MOST_PLACES
TOKEN: Final = PLACE + MOST_SLOTS
CLAW: Final = TOKEN + TOKENS * FACES
DEAL: Final = CLAW + CLAWS
FIRST: Final = DEAL + CARDS

BLOCKS: Final = (
    Block("play", PLAY, ("card", CARDS), ("ground", GROUNDS)),
    Block("reveal", REVEAL, ("place", MOST_PLACES)),
    Block("take", TAKE, ("place", MOST_PLACES)),
    Block("place", PLACE, ("slot", MOST_SLOTS)),
    Block("token", TOKEN, ("token", TOKENS), ("face", FACES), chance=True),
    Block("claw", CLAW, ("claw", CLAWS), chance=True),
    Block("deal", DEAL, ("card", CARDS), chance=True),
    Block("first", FIRST, ("side", SIDES), chance=True),
)
