"""Le Clan des Loups (Ashwin Kamath and Clarence Simpson): packs, territories and the cycle of the moon."""

from meute.games.clan.game import ClanGame

GAME = ClanGame()
