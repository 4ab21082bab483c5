"""Legal choices, described in blocks: the kernel lists, counts or draws them, so no rule loops over its moves."""

from mypy_extensions import mypyc_attr, u8

from meute.core.chance import Generator
from meute.core.numbers import NOBODY, Mask, count, has, i64, lowest, nth, vec


@mypyc_attr(free_list_len=1)  # not acyclic: long chains are freed by way of the collector's list
class Block:
    """The ids base + row * width + column for every row and column; without rows, a plain run of ids from the base."""

    base: i64 = 0
    rows: Mask = 0
    width: i64 = 0
    columns: Mask = 0
    size: i64 = 0
    weight: i64 = 0
    """Of each id; one that weighs more than others is alone in its block."""
    next: "Block | None" = None

    def nth(self, n: i64) -> i64:
        """The n-th id."""
        if self.rows == 0:
            return self.base + n
        if self.width == 0:
            return self.base + nth(self.columns, n)
        rows = self.rows
        across = count(self.columns)
        while n >= across:
            rows &= rows - 1
            n -= across
        return self.base + lowest(rows) * self.width + nth(self.columns, n)

    def holds(self, action: i64) -> bool:
        """Whether this is one of its ids."""
        offset = action - self.base
        if offset < 0:
            return False
        if self.rows == 0:
            return offset < self.size
        if self.width == 0:
            return offset < 63 and has(self.columns, offset)
        row = offset // self.width
        return row < 63 and has(self.rows, row) and has(self.columns, offset - row * self.width)


@mypyc_attr(acyclic=True, free_list_len=1)
class Choices:
    """What may be chosen, as a sequence of action ids that is never written out unless somebody wants it."""

    blocks: i64
    choices: i64
    weight: i64
    seat: i64 = NOBODY
    """Whose they are, where that was asked for."""

    def __init__(self) -> None:
        self.first = Block()
        """Blocks are kept when they are forgotten, and written on again."""
        self.last = self.first
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
        self.write(action, 0, 0, 0, 1, 1)

    def heavy(self, action: i64, weight: i64) -> None:
        """This outcome of chance, as likely as its weight says; none if it weighs nothing."""
        if weight > 0:
            self.write(action, 0, 0, 0, 1, weight)

    def span(self, low: i64, high: i64) -> None:
        """Every action from low up to, but not, high."""
        if high > low:
            self.write(low, 0, 0, 0, high - low, 1)

    def some(self, base: i64, members: Mask) -> None:
        """base + m for each member m of a set."""
        if members:
            self.write(base, 1, 0, members, count(members), 1)

    def pairs(self, base: i64, rows: Mask, width: i64, columns: Mask) -> None:
        """base + r * width + c for each r and each c of two sets."""
        if rows and columns:
            self.write(base, rows, width, columns, count(rows) * count(columns), 1)

    def write(self, base: i64, rows: Mask, width: i64, columns: Mask, size: i64, weight: i64) -> None:
        """Writes one block down."""
        block = self.blank()
        block.base = base
        block.rows = rows
        block.width = width
        block.columns = columns
        block.size = size
        block.weight = weight
        self.choices += size
        self.weight += size * weight

    def blank(self) -> Block:
        """The block to be written on next."""
        self.blocks += 1
        if self.blocks == 1:
            self.last = self.first
            return self.first
        block = self.last.next
        if block is None:
            block = Block()
            self.last.next = block
        self.last = block
        return block

    def draw(self, rng: Generator) -> i64:
        """One action at random, by weight."""
        left = rng.below(self.weight)
        if self.blocks == 1 and self.weight == self.choices:  # most often
            return self.first.nth(left)
        block = self.first
        while left >= block.size * block.weight:
            left -= block.size * block.weight
            following = block.next
            assert following is not None
            block = following
        return block.nth(left) if block.weight == 1 else block.base

    def __len__(self) -> int:
        return self.choices

    def __getitem__(self, n: int) -> int:
        if not 0 <= n < self.choices:
            raise IndexError(n)
        return self.nth(n)

    def nth(self, n: i64) -> i64:
        """The n-th action, in the order described."""
        block = self.first
        while n >= block.size:
            n -= block.size
            following = block.next
            assert following is not None
            block = following
        return block.nth(n)

    def listed(self) -> list[int]:
        """Every action, in the order described."""
        out = [0] * self.choices
        n: i64 = 0
        block: Block | None = self.first
        left = self.blocks
        while left > 0:
            assert block is not None
            rows = block.rows
            if rows == 0:
                for k in range(block.size):
                    out[n] = block.base + k
                    n += 1
            while rows:
                start = block.base + lowest(rows) * block.width
                columns = block.columns
                while columns:
                    out[n] = start + lowest(columns)
                    n += 1
                    columns &= columns - 1
                rows &= rows - 1
            block = block.next
            left -= 1
        return out

    def mark(self, out: vec[u8], start: i64, value: u8) -> None:
        """Writes a value at the place of every action, counted from a start."""
        block: Block | None = self.first
        left = self.blocks
        while left > 0:
            assert block is not None
            base = start + block.base
            rows = block.rows
            if rows == 0:
                for k in range(base, base + block.size):
                    out[k] = value
            while rows:
                row = base + lowest(rows) * block.width
                columns = block.columns
                while columns:
                    out[row + lowest(columns)] = value
                    columns &= columns - 1
                rows &= rows - 1
            block = block.next
            left -= 1

    def holds(self, action: i64) -> bool:
        """Whether this action was described."""
        return self.odds(action) > 0

    def odds(self, action: i64) -> i64:
        """The weight of a described action; of outcomes of chance, how likely each is."""
        block: Block | None = self.first
        left = self.blocks
        while left > 0:
            assert block is not None
            if block.holds(action):
                return block.weight
            block = block.next
            left -= 1
        return 0
