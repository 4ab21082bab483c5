"""Actions: named blocks of ids, of mixed radix; ids <-> fields <-> text."""

from collections.abc import Callable, Sequence

from meute.core.errors import BadInput


class Block:
    """A kind of action and the fields that it names, each with the number of its values; perhaps only for chance."""

    def __init__(self, name: str, base: int, *fields: tuple[str, int], chance: bool = False) -> None:
        self.name = name
        self.base = base
        self.fields = fields
        self.chance = chance
        self.size = 1
        for _, values in fields:
            self.size *= values


class Codec:
    """All actions of a game; the text of each is unique, so reading is the inverse of writing by construction."""

    def __init__(self, blocks: Sequence[Block], write: Callable[[str, tuple[int, ...]], str]) -> None:
        self.blocks = tuple(blocks)
        self.size = 0
        self.decisions = 0
        """Ids below this one are for players, the others only for chance."""
        for block in blocks:
            assert block.base == self.size, f"{block.name} starts at {block.base}, not {self.size}"
            self.size += block.size
            if not block.chance:
                self.decisions = self.size
        assert all(block.chance == (block.base >= self.decisions) for block in blocks), "chance's blocks come last"
        self.texts = tuple(write(self.block(a).name, self.fields(a)) for a in range(self.size))
        self.ids = {text.lower(): action for action, text in enumerate(self.texts)}
        assert len(self.ids) == self.size, "two actions share a text"

    def block(self, action: int) -> Block:
        """The kind of an action."""
        return next(block for block in self.blocks if action < block.base + block.size)

    def fields(self, action: int) -> tuple[int, ...]:
        """The fields of an action."""
        block = self.block(action)
        rest = action - block.base
        out: list[int] = []
        for _, values in reversed(block.fields):
            rest, value = divmod(rest, values)
            out.append(value)
        return tuple(reversed(out))

    def action(self, name: str, *fields: int) -> int:
        """The id of an action of this kind with these fields."""
        block = next(block for block in self.blocks if block.name == name)
        rest = 0
        for (_, values), value in zip(block.fields, fields, strict=True):
            assert 0 <= value < values
            rest = rest * values + value
        return block.base + rest

    def text(self, action: int) -> str:
        """The action as players write it."""
        return self.texts[action]

    def read(self, text: str) -> int:
        """The action that a text names."""
        action = self.ids.get(text.strip().lower())
        if action is None:
            raise BadInput("error.notation", "action", text=text)
        return action
