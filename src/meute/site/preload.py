"""Modules imported before the Pyodide memory snapshot is taken."""
# ruff: noqa: F401

import sqlite3

import starlette.applications

import meute.bots
import meute.match
from meute.games import GAMES
from meute.text import LANGUAGES, catalogue

for language in LANGUAGES:
    catalogue(language)
for game in GAMES.values():
    game.box()
