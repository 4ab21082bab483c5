"""Processes in which bots and advice are computed, on this machine or on others (NATS)."""
