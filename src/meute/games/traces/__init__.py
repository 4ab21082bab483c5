"""Traces de Loups (Dagmar Frei, Till Meyer and Nicole Stiehl): the years of a pack, together and each for himself."""

from meute.games.traces.game import TracesGame

GAME = TracesGame()
