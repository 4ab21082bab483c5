"""`Phrase`: a translatable sentence as a catalogue key and the values of its placeholders."""

from collections.abc import Mapping
from typing import Final, Union

Filling = Union[str, int, "Phrase"]

MOST_WORDS: Final = 4096
"""Entries of the caches of names."""


class Phrase:
    """A translatable sentence: a catalogue key and the values of its gaps. `mark` is the id of the thing that it names,
    for drawing its icon; "" if it names none."""

    def __init__(self, key: str, gaps: Mapping[str, Filling], mark: str) -> None:
        self.key = key
        self.gaps = gaps
        self.mark = mark

    def things(self) -> list["Phrase"]:
        """The phrases among its gaps that name a thing with an icon."""
        return [gap for gap in self.gaps.values() if isinstance(gap, Phrase) and gap.mark]


def phrase(key: str, **gaps: Filling) -> Phrase:
    """A phrase without icon."""
    return Phrase(key, gaps, "")


def thing(mark: str, key: str, **gaps: Filling) -> Phrase:
    """The name of a thing that has an icon."""
    return Phrase(key, gaps, mark)
