"""Toy frames are interpreted classes, which cannot inherit from compiled ones: they test the kernel as written."""

from hypothesis import settings
from worlds import COMPILED

settings.register_profile("house", deadline=None)
settings.load_profile("house")

collect_ignore = ["test_mechanisms.py"] if COMPILED else []
