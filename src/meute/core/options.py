"""Options of a game: variants and rulings, with defaults that depend on the rules version."""

from collections.abc import Mapping, Sequence

from meute.core.errors import BadInput
from meute.core.numbers import i64, is_whole


class Option:
    """A named choice between values.

    `since` is the rules version that added the option, `before` its value in games of older versions. In games with
    fewer than `seats` players the option has no effect."""

    def __init__(
        self, name: str, values: Sequence[str], default: str, since: int = 1, before: str = "", seats: int = 1
    ) -> None:
        self.name = name
        self.values = tuple(values)
        self.default = default
        self.since = since
        self.before = before or default
        self.seats = seats

    def number(self, text: str) -> int:
        """The index of a value; raises `BadInput` for another text."""
        if text not in self.values:
            raise BadInput("error.option_value", self.name, value=text, allowed=", ".join(self.values))
        return self.values.index(text)

    def read(self, settled: Mapping[str, str]) -> i64:
        """The option's value in settled options, as a number: its index, or the number itself for a number option."""
        return self.number(settled[self.name])

    def limits(self) -> tuple[int, int] | None:
        """The lowest and the highest value of a number option; None for other options."""
        return None

    def default_in(self, version: int) -> str:
        """The default in a game of this rules version."""
        return self.default if version >= self.since else self.before


class NumberOption(Option):
    """An option that is a number from low to high."""

    def __init__(self, name: str, low: int, high: int, default: int, since: int = 1, seats: int = 1) -> None:
        super().__init__(name, (), str(default), since, seats=seats)
        self.low = low
        self.high = high

    def number(self, text: str) -> int:
        if not is_whole(text, self.low, self.high):
            raise BadInput("error.option_number", self.name, value=text, low=self.low, high=self.high)
        return int(text)

    def limits(self) -> tuple[int, int] | None:
        return self.low, self.high


def flag(name: str, since: int = 1) -> Option:
    """A variant that is off by default."""
    return Option(name, ("no", "yes"), "no", since)


def settle_options(options: Sequence[Option], wanted: Mapping[str, str], version: int) -> dict[str, str]:
    """The value of every option, wanted or default; raises `BadInput` for unknown names and values."""
    known = {option.name for option in options}
    for name in wanted:
        if name not in known:
            raise BadInput("error.option_unknown", name, known=", ".join(sorted(known)))
    settled = {option.name: wanted.get(option.name, option.default_in(version)) for option in options}
    for option in options:
        option.number(settled[option.name])
    return settled
