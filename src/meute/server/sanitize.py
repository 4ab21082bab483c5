"""Sanitizes user text: removes invisible characters, control characters and piles of accents."""

import unicodedata

JOINERS = "\u200c\u200d"
"""Joiners: invisible, but part of words in some scripts and of emoji."""
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that count as printable, but have no visible glyph."""
MOST_MARKS = 4
"""Most combining marks on one letter; more would cover the lines above."""
LONGEST_NAME = 24


def sanitize_line(text: str, allowed: str = JOINERS) -> str:
    """The text as one line of printable characters, without bidirectional controls and piles of accents."""
    characters, marks = [], MOST_MARKS
    for letter in " ".join(text.split()):
        if letter in INVISIBLE or not (letter.isprintable() or letter in allowed):
            continue
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            characters.append(letter)
    return "".join(characters)


def sanitize_name(name: str, longest: int = LONGEST_NAME) -> str:
    """A name on one line with limited length, as records require."""
    return sanitize_line(name, allowed="").strip()[:longest].strip()
