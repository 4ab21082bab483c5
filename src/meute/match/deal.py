"""The same luck at many tables (daily deal, tournaments), whatever is decided at each.

With one random stream, tables would diverge after the first decision that draws more or fewer numbers. Here every copy
of every outcome has a rank by hash, and the possible copy of the lowest rank is drawn. Two tables that draw from the
same bag get the same, even if they drew other things in between.
"""

import hashlib
from collections.abc import Iterator, Sequence

from meute.core.choices import Choices

BYTES = 8


class Deal:
    """Draws outcomes of chance from a seed and the outcomes so far; has no state."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def number(self, *values: object) -> int:
        """A 64-bit number derived from the seed and these values (keyed hash)."""
        text = "\0".join(map(str, values)).encode()
        return int.from_bytes(hashlib.blake2b(text, key=self.seed, digest_size=BYTES).digest(), "big")

    def choose(self, outcomes: Choices, drawn: Sequence[int]) -> int:
        """The outcome whose next copies hold the lowest rank; its weight is the number of its copies."""
        ranks = (
            (self.number(action, copy), action)
            for action, weight in with_weights(outcomes)
            for copy in range(drawn.count(action), drawn.count(action) + weight)
        )
        return min(ranks)[1]


def with_weights(outcomes: Choices) -> Iterator[tuple[int, int]]:
    """Every outcome with its weight."""
    block = outcomes.first
    for _ in range(outcomes.block_count):
        assert block is not None
        for n in range(block.size):
            yield block.nth(n), block.weight
        block = block.next  # type: ignore[assignment]
