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
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            merged[name] = merge(old, new, path)
        elif has_rows(old) and isinstance(new, list):
            merged[name] = merge_rows(old, new, path)
        else:
            check_size(new, path)
            check_form([old], new, path)
            merged[name] = new
        if name == "source" and new not in SOURCES:
            raise BadInput("error.box_source", path, known=", ".join(SOURCES))
    return merged


def check_size(value: object, where: str) -> None:
    """Raises `BadInput` for a value that is larger than anything in a box."""
    if isinstance(value, (list, str)) and len(value) > LONGEST:
        raise BadInput("error.box_size", where, most=LONGEST)
    if isinstance(value, str) and not value.isprintable():
        raise BadInput("error.box_form", where)
    if isinstance(value, list):
        for i, entry in enumerate(value):
            check_size(entry, f"{where}[{i}]")


def has_rows(value: object) -> bool:
    """Whether this is a list of tables with ids."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping) and "id" in value[0]


def check_form(known: Sequence[object], value: object, where: str) -> None:
    """Raises `BadInput` unless the value has the type of a known one, list entries included."""
    if not any(type(value) is type(one) for one in known):
        raise BadInput("error.box_form", where)
    if isinstance(value, list):
        entries = [entry for one in known if isinstance(one, list) for entry in one]
        for i, entry in enumerate(value if entries else ()):
            check_form(entries, entry, f"{where}[{i}]")


def merge_rows(old: list[Contents], new: list[Any], where: str) -> list[Contents]:
    """Merges rows by id; rows without changes stay."""
    changes: dict[str, Contents] = {}
    check_size(new, where)
    for i, row in enumerate(new):
        if not isinstance(row, Mapping) or row.get("id") not in [known["id"] for known in old]:
            raise BadInput("error.box_row", f"{where}[{i}]", known=", ".join(str(known["id"]) for known in old))
        changes[row["id"]] = dict(row)
    return [merge(row, changes.get(row["id"], {}), f"{where}[{row['id']}]") for row in old]


def differences(base: Mapping[str, Any], other: Mapping[str, Any]) -> Contents:
    """The changes with which `merge` turns the base into the other."""
    out: Contents = {}
    for name, old in base.items():
        new = other[name]
        if new == old:
            continue
        if isinstance(old, Mapping):
            out[name] = differences(old, new)
        elif has_rows(old):
            pairs = zip(old, new, strict=True)
            out[name] = [{"id": was["id"], **differences(was, now)} for was, now in pairs if was != now]
        else:
            out[name] = new
    return out


def sources(table: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, str]]:
    """The path of every table that has a `source`, with that source."""
    if "source" in table:
        yield where, table["source"]
    for name, value in table.items():
        path = f"{where}.{name}" if where else name
        if isinstance(value, Mapping):
            yield from sources(value, path)
        elif isinstance(value, list):
            for row in value:
                if isinstance(row, Mapping) and "source" in row:
                    yield f"{path}.{row['id']}", row["source"]


def figures(value: object, where: str) -> dict[str, int | str]:
    """Every integer by its dotted path, and every list of integers as text; rows are named by their id."""
    if type(value) is int:
        return {where: value}
    found: dict[str, int | str] = {}
    inner: list[tuple[object, object]] = []
    if isinstance(value, Mapping):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = [(row["id"] if isinstance(row, Mapping) else n, row) for n, row in enumerate(value)]
        if value and all(type(entry) is int for entry in value):
            found[where] = ", ".join(map(str, value))
    for name, part in inner:
        found |= figures(part, f"{where}.{name}")
    return found


class BoxReader:
    """Reads numbers from a table of a box; raises `BadInput` with the field's path for invalid ones."""

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
        """A list of integers from low to high."""
        return self.numbers(self.table[name], self.path(name), low, high, length)

    def lists(self, name: str, low: int, high: int, length: int = -1) -> tuple[tuple[int, ...], ...]:
        """A list of lists of integers from low to high."""
        rows = self.table[name]
        self.require(isinstance(rows, list), name, "error.box_form")
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
        """The values, if they are a list of that length (-1: any) of such integers."""
        if not isinstance(values, list):
            raise BadInput("error.box_form", where)
        if length >= 0 and len(values) != length:
            raise BadInput("error.length", where, length=length)
        return tuple(BoxReader.checked(value, f"{where}[{i}]", low, high) for i, value in enumerate(values))
