"""Variants and rulings: named options with a default, checked before a game starts."""

from collections.abc import Mapping, Sequence

from meute.core.errors import BadInput
from meute.core.numbers import i64, is_whole


class Option:
    """A named choice between values; `since` is the rules version that brought it, `before` what held until then."""

    def __init__(self, name: str, values: Sequence[str], default: str, since: int = 1, before: str = "") -> None:
        self.name = name
        self.values = tuple(values)
        self.default = default
        self.since = since
        self.before = before or default

    def number(self, text: str) -> int:
        """The value as the rules read it."""
        if text not in self.values:
            raise BadInput("error.option_value", self.name, value=text, allowed=", ".join(self.values))
        return self.values.index(text)

    def read(self, settled: Mapping[str, str]) -> i64:
        """What the players agreed on, as the rules read it."""
        return self.number(settled[self.name])

    def value_in(self, version: int) -> str:
        """What holds if a game of this rules version does not say."""
        return self.default if version >= self.since else self.before


class Number(Option):
    """A number within limits."""

    def __init__(self, name: str, low: int, high: int, default: int, since: int = 1) -> None:
        super().__init__(name, (), str(default), since)
        self.low = low
        self.high = high

    def number(self, text: str) -> int:
        """The number itself."""
        if not is_whole(text, self.low, self.high):
            raise BadInput("error.option_number", self.name, value=text, low=self.low, high=self.high)
        return int(text)


def flag(name: str, since: int = 1) -> Option:
    """A variant that is off unless somebody wants it."""
    return Option(name, ("no", "yes"), "no", since)


def settle_options(options: Sequence[Option], wanted: Mapping[str, str], version: int) -> dict[str, str]:
    """Every option with its value, wanted or default; refuses what is not known."""
    known = {option.name for option in options}
    for name in wanted:
        if name not in known:
            raise BadInput("error.option_unknown", name, known=", ".join(sorted(known)))
    settled = {option.name: wanted.get(option.name, option.value_in(version)) for option in options}
    for option in options:
        option.number(settled[option.name])
    return settled
