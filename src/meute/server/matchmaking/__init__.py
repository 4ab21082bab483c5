"""Matchmaking: people who are online find a table by a search, by the public room, or through companions."""
