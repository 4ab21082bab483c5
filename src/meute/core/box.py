"""Component figures as data: merges an owner's corrections over `box.toml` and reads checked numbers from it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meute.core.errors import BadInput

Contents = dict[str, Any]
"""The contents of a `box.toml`."""

SOURCES = ("printed", "found", "reconstructed")
"""Where a figure comes from: the rulebook, a public source, or our own reconstruction."""

LONGEST = 99
"""Limit for the entries of a list and the characters of a string: more than any box has."""


def merge(base: Mapping[str, Any], changes: Mapping[str, Any], where: str = "") -> Contents:
    """The base with changes; raises `BadInput` for a field that the base does not have, or of another type."""
    merged = dict(base)
    for name, new in changes.items():
        path = f"{where}.{name}" if where else name
        if name not in base:
            raise BadInput("error.box_field", path, known=", ".join(base))
        old = base[name]
        match old, new:
            case Mapping(), Mapping():
                merged[name] = merge(old, new, path)
            case [{"id": _}, *_], list():
                merged[name] = merge_rows(old, new, path)
            case _:
                check_size(new, path)
                check_form([old], new, path)
                merged[name] = new
        if name == "source" and new not in SOURCES:
            raise BadInput("error.box_source", path, known=", ".join(SOURCES))
    return merged


def check_size(value: object, where: str) -> None:
    """Raises `BadInput` for a value that is larger than anything in a box."""
    match value:
        case list() | str() if len(value) > LONGEST:
            raise BadInput("error.box_size", where, most=LONGEST)
        case str() if not value.isprintable():
            raise BadInput("error.box_form", where)
        case list():
            for i, entry in enumerate(value):
                check_size(entry, f"{where}[{i}]")


def check_form(known: Sequence[object], value: object, where: str) -> None:
    """Raises `BadInput` unless the value has the type of one of the `known` values; checks the entries of lists,
    too."""
    if not any(type(value) is type(one) for one in known):
        raise BadInput("error.box_form", where)
    if type(value) is list:
        entries = [entry for one in known if type(one) is list for entry in one]
        for i, entry in enumerate(value if entries else ()):
            check_form(entries, entry, f"{where}[{i}]")


def merge_rows(old: list[Contents], new: list[Any], where: str) -> list[Contents]:
    """Merges rows by id; rows without changes stay."""
    changes: dict[str, Contents] = {}
    check_size(new, where)
    for i, row in enumerate(new):
        match row:
            case {"id": name} if name in [known["id"] for known in old]:
                changes[name] = dict(row)
            case _:
                raise BadInput("error.box_row", f"{where}[{i}]", known=", ".join(str(known["id"]) for known in old))
    return [merge(row, changes.get(row["id"], {}), f"{where}[{row['id']}]") for row in old]


def differences(base: Mapping[str, Any], other: Mapping[str, Any]) -> Contents:
    """The changes with which `merge` turns the base into the other."""
    out: Contents = {}
    for name, old in base.items():
        new = other[name]
        if new == old:
            continue
        match old:
            case Mapping():
                out[name] = differences(old, new)
            case [{"id": _}, *_]:
                pairs = zip(old, new, strict=True)
                out[name] = [{"id": was["id"], **differences(was, now)} for was, now in pairs if was != now]
            case _:
                out[name] = new
    return out


def parts(value: object) -> Iterator[tuple[object, object]]:
    """Yields key and value of each field of a table, or of each entry of a list: the key is a row's id, else the
    index."""
    match value:
        case Mapping():
            yield from value.items()
        case list():
            for i, entry in enumerate(value):
                match entry:
                    case {"id": name}:
                        yield name, entry
                    case _:
                        yield i, entry


def sources(table: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, str]]:
    """Yields the dotted path of every table that has a `source`, with that source; rows are named by their id."""
    if "source" in table:
        yield where, table["source"]
    for name, value in table.items():
        path = f"{where}.{name}" if where else name
        match value:
            case Mapping():
                yield from sources(value, path)
            case [{"id": _}, *_]:
                yield from ((f"{path}.{row['id']}", row["source"]) for row in value if "source" in row)


def figures(value: object, where: str) -> dict[str, int | str]:
    """Maps the dotted path of every integer to the integer; rows are named by their id, other list entries by their
    index. The path of a list of integers maps to the list as text."""
    if type(value) is int:
        return {where: value}
    found: dict[str, int | str] = {}
    inner = list(parts(value))
    if inner and all(type(part) is int for _, part in inner) and type(value) is list:
        found[where] = ", ".join(map(str, value))
    for name, part in inner:
        found |= figures(part, f"{where}.{name}")
    return found


class BoxReader:
    """Reads numbers from a merged table of a box; raises `BadInput` with the field's path for invalid ones.

    `merge` has given every value the type that it has in `box.toml`."""

    def __init__(self, table: Mapping[str, Any], where: str = "") -> None:
        self.table = table
        self.where = where

    def path(self, name: str) -> str:
        """The full path of a field."""
        return f"{self.where}.{name}" if self.where else name

    def part(self, name: str) -> "BoxReader":
        """A reader of a nested table."""
        return BoxReader(self.table[name], self.path(name))

    def rows(self, name: str) -> list["BoxReader"]:
        """A reader for each row of a list of tables."""
        return [BoxReader(row, f"{self.path(name)}[{row['id']}]") for row in self.table[name]]

    def whole(self, name: str, low: int, high: int) -> int:
        """An integer from low to high."""
        return self.checked(self.table[name], self.path(name), low, high)

    def wholes(self, name: str, low: int, high: int, length: int = -1) -> tuple[int, ...]:
        """Reads a list of integers from low to high, `length` of them (-1: any number)."""
        return self.numbers(self.table[name], self.path(name), low, high, length)

    def lists(self, name: str, low: int, high: int, length: int = -1) -> tuple[tuple[int, ...], ...]:
        """A list of lists of integers from low to high."""
        rows = self.table[name]
        return tuple(self.numbers(row, f"{self.path(name)}[{i}]", low, high, length) for i, row in enumerate(rows))

    def require(self, holds: bool, name: str, problem: str, **values: object) -> None:
        """Raises `BadInput` for the field unless the condition holds."""
        if not holds:
            raise BadInput(problem, self.path(name), **values)

    @staticmethod
    def checked(value: object, where: str, low: int, high: int) -> int:
        """The value, if it is an integer from low to high."""
        if type(value) is not int or not low <= value <= high:
            raise BadInput("error.box_number", where, value=value, low=low, high=high)
        return value

    @staticmethod
    def numbers(values: object, where: str, low: int, high: int, length: int) -> tuple[int, ...]:
        """The values, if they are a list of `length` integers (-1: any number) from low to high; else raises
        `BadInput`."""
        if not isinstance(values, list):
            raise BadInput("error.box_form", where)
        if length >= 0 and len(values) != length:
            raise BadInput("error.length", where, length=length)
        return tuple(BoxReader.checked(value, f"{where}[{i}]", low, high) for i, value in enumerate(values))
