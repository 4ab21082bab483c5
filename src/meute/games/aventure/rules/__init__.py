"""The frames of Mon Aventure, in the rulebook's order."""

from meute.games.aventure.rules.deck import Replace, Rummage
from meute.games.aventure.rules.moving import Barter, Move, Swap
from meute.games.aventure.rules.powers import Choice, Marker
from meute.games.aventure.rules.setup import Setup
from meute.games.aventure.rules.turn import Turn, Turns

FRAMES = (Setup, Turns, Turn, Replace, Swap, Move, Choice, Marker, Barter, Rummage)
