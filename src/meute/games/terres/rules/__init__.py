"""The frames of Terres de Loups, in the rulebook's order."""

from meute.games.terres.rules.setup import Setup
from meute.games.terres.rules.trick import Resolution, Reveal, Rounds, Trick

FRAMES = (Setup, Rounds, Trick, Reveal, Resolution)
