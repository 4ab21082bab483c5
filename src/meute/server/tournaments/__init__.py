"""Tournaments: rounds of tables between people and computer players, with pairing, standings and forfeits."""
