"""The frames of Le Clan des Loups, in the rulebook's order."""

from meute.games.clan.rules.aimed import Build, Dominate, Howl, Transform
from meute.games.clan.rules.move import Flee, Move
from meute.games.clan.rules.payment import Pay
from meute.games.clan.rules.setup import Placement, Setup
from meute.games.clan.rules.turn import Hunt, Rounds, Turn

FRAMES = (Setup, Placement, Rounds, Turn, Pay, Move, Flee, Build, Transform, Howl, Dominate, Hunt)
