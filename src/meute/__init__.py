"""Meute: one table, five wolf games."""

__version__ = "1.0.0"
