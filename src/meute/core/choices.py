"""Legal choices, described in blocks: the kernel lists, counts or draws them, so no rule loops over its moves."""

from typing import Final

from meute.core.chance import Generator
from meute.core.numbers import Mask, append, count, has, i64, lowest, nth, vec

BLOCKS: Final = 64
"""Room made at first; more is made when a frame describes more."""


class Choices:
    """Blocks of action ids: base + row * width + column for every row and column, each of the same weight."""

    blocks: i64
    choices: i64
    weight: i64

    def __init__(self) -> None:
        self.base = vec[i64]([0] * BLOCKS)
        self.rows = vec[i64]([0] * BLOCKS)
        self.width = vec[i64]([0] * BLOCKS)
        self.columns = vec[i64]([0] * BLOCKS)
        self.sizes = vec[i64]([0] * BLOCKS)
        self.weights = vec[i64]([0] * BLOCKS)
        self.blocks = 0
        self.choices = 0
        self.weight = 0

    def clear(self) -> None:
        """Forgets what was described."""
        self.blocks = 0
        self.choices = 0
        self.weight = 0

    def one(self, action: i64) -> None:
        """This action."""
        self.block(action, 0, 0, 0, 1, 1)

    def heavy(self, action: i64, weight: i64) -> None:
        """This outcome of chance, as likely as its weight says; none if it weighs nothing."""
        if weight > 0:
            self.block(action, 0, 0, 0, 1, weight)

    def span(self, low: i64, high: i64) -> None:
        """Every action from low up to, but not, high."""
        if high > low:
            self.block(low, 0, 0, 0, high - low, 1)

    def some(self, base: i64, members: Mask) -> None:
        """base + m for each member m of a set."""
        if members:
            self.block(base, 1, 0, members, count(members), 1)

    def pairs(self, base: i64, rows: Mask, width: i64, columns: Mask) -> None:
        """base + r * width + c for each r and each c of two sets."""
        if rows and columns:
            self.block(base, rows, width, columns, count(rows) * count(columns), 1)

    def block(self, base: i64, rows: Mask, width: i64, columns: Mask, size: i64, weight: i64) -> None:
        """Writes one block down; rows = 0 means a plain run of ids."""
        k = self.blocks
        if k == len(self.base):
            self.base = append(self.base, base)
            self.rows = append(self.rows, rows)
            self.width = append(self.width, width)
            self.columns = append(self.columns, columns)
            self.sizes = append(self.sizes, size)
            self.weights = append(self.weights, weight)
        else:
            self.base[k] = base
            self.rows[k] = rows
            self.width[k] = width
            self.columns[k] = columns
            self.sizes[k] = size
            self.weights[k] = weight
        self.blocks = k + 1
        self.choices += size
        self.weight += size * weight

    def within(self, k: i64, n: i64) -> i64:
        """The n-th action of block k."""
        rows = self.rows[k]
        if rows == 0:
            return self.base[k] + n
        if self.width[k] == 0:
            return self.base[k] + nth(self.columns[k], n)
        columns = self.columns[k]
        many = count(columns)
        return self.base[k] + nth(rows, n // many) * self.width[k] + nth(columns, n % many)

    def draw(self, rng: Generator) -> i64:
        """One action at random, by weight."""
        left = rng.below(self.weight)
        for k in range(self.blocks):
            share = self.sizes[k] * self.weights[k]
            if left < share:
                return self.within(k, left // self.weights[k])
            left -= share
        raise AssertionError("a draw from nothing")

    def into(self, out: vec[i64]) -> vec[i64]:
        """Appends every action to a vector, in the order described, and returns it."""
        for k in range(self.blocks):
            rows = self.rows[k]
            if rows == 0:
                for n in range(self.sizes[k]):
                    out = append(out, self.base[k] + n)
                continue
            while rows:
                start = self.base[k] + lowest(rows) * self.width[k]
                columns = self.columns[k]
                while columns:
                    out = append(out, start + lowest(columns))
                    columns &= columns - 1
                rows &= rows - 1
        return out

    def holds(self, action: i64) -> bool:
        """Whether this action was described."""
        for k in range(self.blocks):
            offset = action - self.base[k]
            rows = self.rows[k]
            width = self.width[k]
            if offset < 0:
                continue
            if rows == 0:
                if offset < self.sizes[k]:
                    return True
            elif width == 0:
                if offset < 63 and has(self.columns[k], offset):
                    return True
            elif offset // width < 63 and has(rows, offset // width) and has(self.columns[k], offset % width):
                return True
        return False

    def odds(self, action: i64) -> i64:
        """The weight of a described outcome of chance."""
        for k in range(self.blocks):
            if self.rows[k] == 0 and 0 <= action - self.base[k] < self.sizes[k]:
                return self.weights[k]
        return 1
