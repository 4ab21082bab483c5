"""Terres de Loups (Yasuyuki Nakamura and Anthony Perone): tricks and majority for two."""

from meute.games.terres.game import TerresGame

GAME = TerresGame()
