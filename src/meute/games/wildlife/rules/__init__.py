"""The frames of Wildlife, in the rulebook's order."""

from meute.games.wildlife.rules.abilities import Assailing, Leaping
from meute.games.wildlife.rules.cards import Deed, Epidemic, Taking
from meute.games.wildlife.rules.pieces import Assault, Defence, Walk
from meute.games.wildlife.rules.sale import Sale
from meute.games.wildlife.rules.setup import Boards, BoardSale, Placement, Setup
from meute.games.wildlife.rules.turn import Rounds, Turn

FRAMES = (
    Setup,
    Boards,
    BoardSale,
    Placement,
    Rounds,
    Turn,
    Walk,
    Assault,
    Defence,
    Deed,
    Taking,
    Epidemic,
    Sale,
    Leaping,
    Assailing,
)
