"""One deal for many tables: the same luck, whatever each of them does.

A stream of random numbers would part after the first decision that draws more or less. Here every copy of every
outcome has its place in one shuffled order, and what comes is the first in it that can come: two tables that draw from
the same bag get the same, though they drew other things in between.
"""

import hashlib
from collections.abc import Iterator, Sequence

from meute.core.choices import Choices

BYTES = 8


class Deal:
    """Answers chance by a seed and by what has come before; it keeps nothing."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def number(self, *words: object) -> int:
        """A number of its own for these words."""
        text = "\0".join(map(str, words)).encode()
        return int.from_bytes(hashlib.blake2b(text, key=self.seed, digest_size=BYTES).digest(), "big")

    def choose(self, outcomes: Choices, drawn: Sequence[int]) -> int:
        """Of the outcomes with their weights, the one of which a copy comes first."""
        places = (
            (self.number(action, copy), action)
            for action, weight in weighed(outcomes)
            for copy in range(drawn.count(action), drawn.count(action) + weight)
        )
        return min(places)[1]


def weighed(outcomes: Choices) -> Iterator[tuple[int, int]]:
    """Every outcome with its weight."""
    block = outcomes.first
    for _ in range(outcomes.blocks):
        assert block is not None
        for n in range(block.size):
            yield block.nth(n), block.weight
        block = block.next  # type: ignore[assignment]
