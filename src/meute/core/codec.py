"""Action ids: id <-> kind and fields <-> notation. Each kind has a contiguous range of ids (mixed radix)."""

from collections.abc import Callable, Sequence

from meute.core.errors import BadInput


class ActionKind:
    """A kind of action: first id, fields with their number of values, and whether only chance takes it."""

    def __init__(self, name: str, base: int, *fields: tuple[str, int], chance: bool = False) -> None:
        self.name = name
        self.base = base
        self.fields = fields
        self.chance = chance
        self.size = 1
        for _, values in fields:
            self.size *= values


class Codec:
    """All actions of a game. Texts are unique and listed once, so `read` is the inverse of `text`."""

    def __init__(self, kinds: Sequence[ActionKind], write: Callable[[str, tuple[int, ...]], str]) -> None:
        self.kinds = tuple(kinds)
        self.size = 0
        self.decisions = 0
        """Ids below this are decisions of seats, the others outcomes of chance."""
        for kind in kinds:
            assert kind.base == self.size, f"{kind.name} starts at {kind.base}, not {self.size}"
            self.size += kind.size
            if not kind.chance:
                self.decisions = self.size
        assert all(kind.chance == (kind.base >= self.decisions) for kind in kinds), "chance's kinds come last"
        self.texts = tuple(write(self.kind(a).name, self.fields(a)) for a in range(self.size))
        self.ids = {text.lower(): action for action, text in enumerate(self.texts)}
        assert len(self.ids) == self.size, "two actions share a text"

    def kind(self, action: int) -> ActionKind:
        return next(kind for kind in self.kinds if action < kind.base + kind.size)

    def fields(self, action: int) -> tuple[int, ...]:
        """The field values of an action."""
        kind = self.kind(action)
        rest = action - kind.base
        out: list[int] = []
        for _, values in reversed(kind.fields):
            rest, value = divmod(rest, values)
            out.append(value)
        return tuple(reversed(out))

    def action(self, name: str, *fields: int) -> int:
        """The id of the action of a kind with these field values."""
        kind = next(kind for kind in self.kinds if kind.name == name)
        rest = 0
        for (_, values), value in zip(kind.fields, fields, strict=True):
            assert 0 <= value < values
            rest = rest * values + value
        return kind.base + rest

    def text(self, action: int) -> str:
        """The action in notation."""
        return self.texts[action]

    def read(self, text: str) -> int:
        """The id of an action in notation, in any case; raises `BadInput` for other text."""
        action = self.ids.get(text.strip().lower())
        if action is None:
            raise BadInput("error.notation", "action", text=text)
        return action
