"""Wildlife (Wolfgang Kramer): species, territories, colonies and auctions for two to six."""

from meute.games.wildlife.game import WildlifeGame

GAME = WildlifeGame()
