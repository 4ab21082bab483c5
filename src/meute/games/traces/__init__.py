"""Traces de Loups (Dagmar Frei, Till Meyer and Nicole Stiehl): semi-cooperative, one pack for three to six."""

from meute.games.traces.game import TracesGame

GAME = TracesGame()
