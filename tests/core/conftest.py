"""Toy frames are interpreted classes, which cannot inherit from compiled ones: they test the kernel as written."""

from worlds import COMPILED

collect_ignore = ["test_mechanisms.py"] if COMPILED else []
