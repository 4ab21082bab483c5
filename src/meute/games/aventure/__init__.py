"""Le Peuple Loup : Mon Aventure (Maja Milavec): a grid of stories and objectives for two, or four with two copies."""

from meute.games.aventure.game import AventureGame

GAME = AventureGame()
