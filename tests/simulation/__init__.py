"""Deterministic simulation: the real server code on virtual time, with a network and a database that fail."""
