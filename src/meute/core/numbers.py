"""64-bit integers, vectors of them, and sets of small numbers as bit masks."""

import re
from typing import Final

from mypy_extensions import i64 as i64

try:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
except ImportError:
    from meute.core.lists import append as append  # type: ignore[assignment]
    from meute.core.lists import vec as vec  # type: ignore[assignment]


Mask = i64

NOBODY: Final = -1
"""No seat; also no card, no place, no answer."""

LARGEST_SET: Final = 62
"""Most members of a mask: constants must stay below 2**62."""


def shift(x: i64, n: i64) -> i64:
    """x << n; mypyc computes `literal << n` in 32 bits, a parameter in 64."""
    return x << n


def bit(n: i64) -> Mask:
    """The set that holds only n."""
    return shift(1, n)


def has(mask: Mask, n: i64) -> bool:
    """Whether n is in the set."""
    return (mask >> n) & 1 == 1


def without(mask: Mask, n: i64) -> Mask:
    """The set less n."""
    return mask & ~shift(1, n)


def first_n(n: i64) -> Mask:
    """The set 0 .. n-1."""
    return shift(1, n) - 1


def count(mask: Mask) -> i64:
    """The number of members (population count by parallel addition; constants stay below 2**62)."""
    mask -= (mask >> 1) & 0x1555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (mask * 0x0101010101010101 >> 56) & 127


def lowest(mask: Mask) -> i64:
    """The smallest member of a set that is not empty."""
    return count((mask & -mask) - 1)


def nth(mask: Mask, k: i64) -> i64:
    """The k-th smallest member, from 0."""
    while k > 0:
        mask &= mask - 1
        k -= 1
    return lowest(mask)


ZEROS: Final = vec[i64]([0] * 256)
NOTHING: Final = vec[i64]()


def filled(n: i64, value: i64) -> vec[i64]:
    """A vector of n equal numbers; short vectors of zeros, the most frequent in searches, avoid a list."""
    if value == 0 and n <= len(ZEROS):
        return ZEROS[:n]
    return vec[i64]([value] * n)


def write(out: vec[i64], at: i64, number: i64) -> i64:
    """Writes a number at an index; returns the next index."""
    out[at] = number
    return at + 1


def changed(numbers: vec[i64], at: i64, number: i64) -> vec[i64]:
    """A copy with one number changed: vectors that are replaced, not written to, can be shared by copies of a state."""
    others = numbers[:]
    others[at] = number
    return others


WHOLE: Final = re.compile("0|-?[1-9][0-9]{0,18}")


def is_whole(text: str, low: int, high: int) -> bool:
    """Whether a text is an integer from low to high, in ASCII digits without leading zeros."""
    return WHOLE.fullmatch(text) is not None and low <= int(text) <= high
