"""The frames of Mon Aventure, in the rulebook's order."""

from meute.games.aventure.rules.choosing import Barter, Choice, Marker, Move, Rummage, Swap
from meute.games.aventure.rules.deck import Replace
from meute.games.aventure.rules.setup import Setup
from meute.games.aventure.rules.turn import Turn, Turns

FRAMES = (Setup, Turns, Turn, Replace, Swap, Move, Choice, Marker, Barter, Rummage)
