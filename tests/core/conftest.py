"""Toy frames are interpreted classes, which cannot inherit from compiled ones: they test the kernel as written."""

from helpers.worlds import COMPILED
from hypothesis import settings

settings.register_profile("core", deadline=None)
settings.load_profile("core")

collect_ignore = ["test_mechanisms.py"] if COMPILED else []
