"""Legal choices, described in blocks: the kernel lists, counts or draws them, so no rule loops over its moves."""

from typing import Final

from mypy_extensions import u8

from meute.core.chance import Generator
from meute.core.numbers import Mask, append, count, filled, has, i64, lowest, nth, vec

BASE: Final = 0
ROWS: Final = 1
WIDTH: Final = 2
COLUMNS: Final = 3
ACROSS: Final = 4
SIZE: Final = 5
WEIGHT: Final = 6
STRIDE: Final = 7
"""A block is seven numbers: the ids base + row * width + column for every row and column, how many columns there are,
how many ids, and the weight of each. Without rows it is a plain run of ids."""

ROOM: Final = 4 * STRIDE
"""Made at first; more is made when a frame describes more."""


class Choices:
    """What may be chosen, as a sequence of action ids that is never written out unless somebody wants it."""

    used: i64
    choices: i64
    weight: i64

    def __init__(self) -> None:
        self.cells = filled(ROOM, 0)
        self.used = 0
        self.choices = 0
        self.weight = 0

    def clear(self) -> None:
        """Forgets what was described."""
        self.used = 0
        self.choices = 0
        self.weight = 0

    def one(self, action: i64) -> None:
        """This action."""
        self.block(action, 0, 0, 0, 1, 1, 1)

    def heavy(self, action: i64, weight: i64) -> None:
        """This outcome of chance, as likely as its weight says; none if it weighs nothing."""
        if weight > 0:
            self.block(action, 0, 0, 0, 1, 1, weight)

    def span(self, low: i64, high: i64) -> None:
        """Every action from low up to, but not, high."""
        if high > low:
            self.block(low, 0, 0, 0, 1, high - low, 1)

    def some(self, base: i64, members: Mask) -> None:
        """base + m for each member m of a set."""
        if members:
            many = count(members)
            self.block(base, 1, 0, members, many, many, 1)

    def pairs(self, base: i64, rows: Mask, width: i64, columns: Mask) -> None:
        """base + r * width + c for each r and each c of two sets."""
        if rows and columns:
            many = count(columns)
            self.block(base, rows, width, columns, many, count(rows) * many, 1)

    def block(self, base: i64, rows: Mask, width: i64, columns: Mask, across: i64, size: i64, weight: i64) -> None:
        """Writes one block down."""
        at = self.used
        self.used = at + STRIDE
        while len(self.cells) < self.used:
            self.cells = append(self.cells, 0)
        cells = self.cells
        cells[at + BASE] = base
        cells[at + ROWS] = rows
        cells[at + WIDTH] = width
        cells[at + COLUMNS] = columns
        cells[at + ACROSS] = across
        cells[at + SIZE] = size
        cells[at + WEIGHT] = weight
        self.choices += size
        self.weight += size * weight

    def within(self, at: i64, n: i64) -> i64:
        """The n-th action of the block written at this place."""
        cells = self.cells
        rows = cells[at + ROWS]
        if rows == 0:
            return cells[at + BASE] + n
        if cells[at + WIDTH] == 0:
            return cells[at + BASE] + nth(cells[at + COLUMNS], n)
        across = cells[at + ACROSS]
        row = n // across
        return cells[at + BASE] + nth(rows, row) * cells[at + WIDTH] + nth(cells[at + COLUMNS], n - row * across)

    def draw(self, rng: Generator) -> i64:
        """One action at random, by weight."""
        left = rng.below(self.weight)
        cells = self.cells
        at: i64 = 0
        while True:
            weight = cells[at + WEIGHT]
            share = cells[at + SIZE] * weight
            if left < share:
                return self.within(at, left if weight == 1 else left // weight)
            left -= share
            at += STRIDE

    def __len__(self) -> int:
        return self.choices

    def __getitem__(self, n: int) -> int:
        left: i64 = n
        at: i64 = 0
        while at < self.used:
            size = self.cells[at + SIZE]
            if 0 <= left < size:
                return self.within(at, left)
            left -= size
            at += STRIDE
        raise IndexError(n)

    def listed(self) -> list[int]:
        """Every action, in the order described."""
        out = [0] * self.choices
        cells = self.cells
        n: i64 = 0
        at: i64 = 0
        while at < self.used:
            base = cells[at + BASE]
            rows = cells[at + ROWS]
            if rows == 0:
                for k in range(cells[at + SIZE]):
                    out[n] = base + k
                    n += 1
            while rows:
                start = base + lowest(rows) * cells[at + WIDTH]
                columns = cells[at + COLUMNS]
                while columns:
                    out[n] = start + lowest(columns)
                    n += 1
                    columns &= columns - 1
                rows &= rows - 1
            at += STRIDE
        return out

    def mark(self, out: vec[u8], start: i64, value: u8) -> None:
        """Writes a value at the place of every action, counted from a start."""
        cells = self.cells
        at: i64 = 0
        while at < self.used:
            base = start + cells[at + BASE]
            rows = cells[at + ROWS]
            if rows == 0:
                for k in range(base, base + cells[at + SIZE]):
                    out[k] = value
            while rows:
                row = base + lowest(rows) * cells[at + WIDTH]
                columns = cells[at + COLUMNS]
                while columns:
                    out[row + lowest(columns)] = value
                    columns &= columns - 1
                rows &= rows - 1
            at += STRIDE

    def holds(self, action: i64) -> bool:
        """Whether this action was described."""
        return self.find(action) >= 0

    def odds(self, action: i64) -> i64:
        """The weight of a described action; of outcomes of chance, how likely each is."""
        at = self.find(action)
        return 0 if at < 0 else self.cells[at + WEIGHT]

    def find(self, action: i64) -> i64:
        """Where the block is written that holds this action; -1 if none does."""
        cells = self.cells
        at: i64 = 0
        while at < self.used:
            offset = action - cells[at + BASE]
            rows = cells[at + ROWS]
            width = cells[at + WIDTH]
            if offset < 0:
                pass
            elif rows == 0:
                if offset < cells[at + SIZE]:
                    return at
            elif width == 0:
                if offset < 63 and has(cells[at + COLUMNS], offset):
                    return at
            elif offset // width < 63 and has(rows, offset // width) and has(cells[at + COLUMNS], offset % width):
                return at
            at += STRIDE
        return -1
