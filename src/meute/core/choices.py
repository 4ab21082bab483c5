"""`Choices`: a lazy set of legal actions, stored as a few blocks of ids that are counted or sampled without listing."""

from collections.abc import Iterator

from mypy_extensions import mypyc_attr, u8

from meute.core.chance import Generator
from meute.core.numbers import NOBODY, Mask, count, has, i64, lowest, nth, vec


@mypyc_attr(free_list_len=1)  # not acyclic: long chains are freed by way of the collector's list
class ActionBlock:
    """A block of action ids: base + row * width + column for each member of the sets `rows` and `columns`; if `rows` is
    empty, the range base ... base + size - 1."""

    base: i64 = 0
    rows: Mask = 0
    width: i64 = 0
    columns: Mask = 0
    size: i64 = 0
    weight: i64 = 0
    """Weight of each id; an id with another weight than 1 is alone in its block."""
    next: "ActionBlock | None" = None

    def nth(self, n: i64) -> i64:
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

    def contains(self, action: i64) -> bool:
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
    """Legal actions as a sequence of action ids, in the order added; outcomes of chance have weights.

    >>> out = Choices()
    >>> out.add(7)
    >>> out.add_range(10, 13)
    >>> out.to_list(), out.contains(11)
    ([7, 10, 11, 12], True)
    """

    block_count: i64
    size: i64
    weight: i64
    seat: i64 = NOBODY
    """Whose actions these are, where `State.decision` filled it in."""

    def __init__(self) -> None:
        self.first = ActionBlock()
        """The first of a chain of blocks; `clear` keeps the chain for reuse."""
        self.last = self.first
        self.block_count = 0
        self.size = 0
        self.weight = 0

    def clear(self) -> None:
        """Removes all actions."""
        self.block_count = 0
        self.size = 0
        self.weight = 0

    def add(self, action: i64) -> None:
        """Adds one action."""
        self.add_block(action, 0, 0, 0, 1, 1)

    def add_weighted(self, action: i64, weight: i64) -> None:
        """Adds an outcome of chance with its weight; adds nothing if the weight is 0."""
        if weight > 0:
            self.add_block(action, 0, 0, 0, 1, weight)

    def add_range(self, low: i64, high: i64) -> None:
        """Adds the actions low ... high - 1."""
        if high > low:
            self.add_block(low, 0, 0, 0, high - low, 1)

    def add_set(self, base: i64, members: Mask) -> None:
        """Adds base + m for each member m of a set."""
        if members:
            self.add_block(base, 1, 0, members, count(members), 1)

    def add_pairs(self, base: i64, rows: Mask, width: i64, columns: Mask) -> None:
        """Adds base + r * width + c for each r of one set and each c of another."""
        if rows and columns:
            self.add_block(base, rows, width, columns, count(rows) * count(columns), 1)

    def add_block(self, base: i64, rows: Mask, width: i64, columns: Mask, size: i64, weight: i64) -> None:
        block = self.next_block()
        block.base = base
        block.rows = rows
        block.width = width
        block.columns = columns
        block.size = size
        block.weight = weight
        self.size += size
        self.weight += size * weight

    def next_block(self) -> ActionBlock:
        """The next block of the chain to fill; allocates one at its end."""
        self.block_count += 1
        if self.block_count == 1:
            self.last = self.first
            return self.first
        block = self.last.next
        if block is None:
            block = ActionBlock()
            self.last.next = block
        self.last = block
        return block

    def draw(self, rng: Generator) -> i64:
        """A random action, by weight."""
        left = rng.below(self.weight)
        if self.block_count == 1 and self.weight == self.size:  # most often
            return self.first.nth(left)
        block = self.first
        while left >= block.size * block.weight:
            left -= block.size * block.weight
            following = block.next
            assert following is not None
            block = following
        return block.nth(left) if block.weight == 1 else block.base

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, n: int) -> int:
        if not 0 <= n < self.size:
            raise IndexError(n)
        return self.nth(n)

    def __iter__(self) -> Iterator[int]:
        return iter(self.to_list())

    def __contains__(self, action: object) -> bool:
        return action in self.to_list()

    def nth(self, n: i64) -> i64:
        """The n-th action, in the order added."""
        block = self.first
        while n >= block.size:
            n -= block.size
            following = block.next
            assert following is not None
            block = following
        return block.nth(n)

    def to_list(self) -> list[int]:
        """All actions, in the order added."""
        out = [0] * self.size
        n: i64 = 0
        block: ActionBlock | None = self.first
        left = self.block_count
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
        """Sets out[start + action] to a value for every action: an action mask."""
        block: ActionBlock | None = self.first
        left = self.block_count
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

    def contains(self, action: i64) -> bool:
        """Whether the action is legal."""
        return self.weight_of(action) > 0

    def weight_of(self, action: i64) -> i64:
        """The weight of an action; 0 if it is not among them."""
        block: ActionBlock | None = self.first
        left = self.block_count
        while left > 0:
            assert block is not None
            if block.contains(action):
                return block.weight
            block = block.next
            left -= 1
        return 0
