"""What people write, as others see it: nothing that cannot be seen, and nothing that covers its neighbours."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible, but parts of words and of faces."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their kind, without anything to be seen of them."""
MARKS = 4
"""Accents on one letter; a heap of them climbs over the lines above."""
LONGEST_NAME = 24


def clean(text: str, besides: str = JOINERS) -> str:
    """One line; no mark in it turns the letters around it."""
    kept, marks = [], MARKS
    for letter in " ".join(text.split()):
        if letter in BLANK or not (letter.isprintable() or letter in besides):
            continue
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MARKS:
            kept.append(letter)
    return "".join(kept)


def clean_name(name: str) -> str:
    """A name as it can stand in a record: one line, not too long."""
    return clean(name, besides="").strip()[:LONGEST_NAME].strip()
