"""Meute: one table, five wolf games."""

__version__ = "0.1.0"
