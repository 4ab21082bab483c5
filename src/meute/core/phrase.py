"""A sentence before it has words: a key into the catalogues and what fills its gaps."""

from collections.abc import Mapping
from typing import Final, Union

Filling = Union[str, int, "Phrase"]

MOST_WORDS: Final = 4096
"""Names of things that are remembered, so that they are made once."""


class Phrase:
    """One entry of a catalogue with its gaps filled; `mark` names the thing it speaks of, for drawing it."""

    def __init__(self, key: str, gaps: Mapping[str, Filling], mark: str) -> None:
        self.key = key
        self.gaps = gaps
        self.mark = mark


def phrase(key: str, **gaps: Filling) -> Phrase:
    """A sentence."""
    return Phrase(key, gaps, "")


def thing(mark: str, key: str, **gaps: Filling) -> Phrase:
    """The name of a thing that can be drawn."""
    return Phrase(key, gaps, mark)
