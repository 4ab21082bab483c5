"""Random generator (sfc32), sampling without replacement, scripted outcomes for lessons and tests."""

from collections.abc import Iterable
from typing import Final

from meute.core.numbers import Mask, bit, count, i64, nth, without

WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 12


class Generator:
    """sfc32 generator: it needs only 32-bit words, so compiled and interpreted runs agree bit for bit."""

    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, seed: int) -> None:
        self.a = seed & WORD
        self.b = (seed >> 32) & WORD
        self.c = (seed >> 64) & WORD
        self.counter = 1
        for _ in range(WARM_UP):
            self.word()

    def __reduce__(self) -> tuple[object, ...]:
        return generator_at, (self.a, self.b, self.c, self.counter)

    def word(self) -> i64:
        """The next 32 random bits."""
        out: i64 = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = (((self.c << 21) & WORD) | (self.c >> 11)) + out & WORD
        return out

    def below(self, n: i64) -> i64:
        """A random integer from 0 to n - 1."""
        return (self.word() * n) >> 32


def generator_at(a: i64, b: i64, c: i64, counter: i64) -> Generator:
    """A generator with this internal state, for copies and pickles."""
    rng = Generator(0)
    rng.a, rng.b, rng.c, rng.counter = a, b, c, counter
    return rng


def sample(members: Mask, many: i64, rng: Generator) -> Mask:
    """A random subset with that many members."""
    chosen: Mask = 0
    left = members
    while many > 0:
        one = nth(left, rng.below(count(left)))
        left = without(left, one)
        chosen |= bit(one)
        many -= 1
    return chosen


class BadScript(Exception):
    """Raised if a script has an impossible outcome, or none left: an error of the script's author, not of a player."""


class ScriptedChance:
    """Takes the outcomes of chance from a list, in notation, instead of drawing them with a generator. After the last
    of an open-ended list they are drawn."""

    def __init__(self, outcomes: Iterable[str], open_end: bool = False) -> None:
        self.outcomes = list(outcomes)
        self.open_end = open_end
        self.at = 0

    def is_spent(self) -> bool:
        """Whether the next outcome is to be drawn."""
        return self.open_end and self.at >= len(self.outcomes)

    def next(self) -> str:
        if self.at == len(self.outcomes):
            raise BadScript(f"the script ends after {self.at} outcomes")
        self.at += 1
        return self.outcomes[self.at - 1]
