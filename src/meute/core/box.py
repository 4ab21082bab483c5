"""Boxes are data: reading component files, laying an owner's corrections over them, and naming what is wrong."""

from collections.abc import Iterator, Mapping
from typing import Any

from meute.core.errors import BadInput

Contents = dict[str, Any]
"""What is in a box, as its file lists it."""

SOURCES = ("printed", "found", "reconstructed")
"""Where a figure comes from: the rulebook, a public source, or our own reconstruction."""

LONGEST = 99
"""Entries of a list and letters of a word: more than any box has."""


def merge(base: Mapping[str, Any], changes: Mapping[str, Any], where: str = "") -> Contents:
    """The base with the changes laid over it; a change must name something that the base has, in the same form."""
    merged = dict(base)
    for name, new in changes.items():
        path = f"{where}.{name}" if where else name
        if name not in base:
            raise BadInput("error.box_field", path, known=", ".join(base))
        old = base[name]
        if any(isinstance(old, form) != isinstance(new, form) for form in (Mapping, list, str)):
            raise BadInput("error.box_form", path)
        if isinstance(old, Mapping):
            merged[name] = merge(old, new, path)
        elif isinstance(old, list) and old and isinstance(old[0], Mapping) and "id" in old[0]:
            merged[name] = merge_rows(old, new, path)
        else:
            check_size(new, path)
            merged[name] = new
        if name == "source" and new not in SOURCES:
            raise BadInput("error.box_source", path, known=", ".join(SOURCES))
    return merged


def check_size(value: object, where: str) -> None:
    """Refuses what is larger than anything in a box, before anybody reads it."""
    if isinstance(value, (list, str)) and len(value) > LONGEST:
        raise BadInput("error.box_size", where, most=LONGEST)
    if isinstance(value, str) and not value.isprintable():
        raise BadInput("error.box_form", where)
    if isinstance(value, list):
        for i, entry in enumerate(value):
            check_size(entry, f"{where}[{i}]")


def merge_rows(old: list[Contents], new: list[Any], where: str) -> list[Contents]:
    """Rows with an id are corrected one by one; the others stay."""
    changes: dict[str, Contents] = {}
    check_size(new, where)
    for i, row in enumerate(new):
        if not isinstance(row, Mapping) or row.get("id") not in [known["id"] for known in old]:
            raise BadInput("error.box_row", f"{where}[{i}]", known=", ".join(str(known["id"]) for known in old))
        changes[row["id"]] = dict(row)
    return [merge(row, changes.get(row["id"], {}), f"{where}[{row['id']}]") for row in old]


def differences(base: Mapping[str, Any], other: Mapping[str, Any]) -> Contents:
    """What `merge` needs to make the other out of the base."""
    out: Contents = {}
    for name, old in base.items():
        new = other[name]
        if new == old:
            continue
        if isinstance(old, Mapping):
            out[name] = differences(old, new)
        elif isinstance(old, list) and old and isinstance(old[0], Mapping) and "id" in old[0]:
            pairs = zip(old, new, strict=True)
            out[name] = [{"id": was["id"], **differences(was, now)} for was, now in pairs if was != now]
        else:
            out[name] = new
    return out


def sources(table: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, str]]:
    """Every part of the box with the word that says where its figures come from."""
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


class Figures:
    """Reads figures out of a component table and refuses those that cannot be."""

    def __init__(self, table: Mapping[str, Any], where: str = "") -> None:
        self.table = table
        self.where = where

    def path(self, name: str) -> str:
        """The field's full name."""
        return f"{self.where}.{name}" if self.where else name

    def part(self, name: str) -> "Figures":
        """A table inside this one."""
        return Figures(self.table[name], self.path(name))

    def rows(self, name: str) -> list["Figures"]:
        """The rows of a list of tables."""
        return [Figures(row, f"{self.path(name)}[{row['id']}]") for row in self.table[name]]

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number within limits."""
        return self.checked(self.table[name], self.path(name), low, high)

    def wholes(self, name: str, low: int, high: int, length: int = -1) -> tuple[int, ...]:
        """A list of whole numbers within limits."""
        return self.numbers(self.table[name], self.path(name), low, high, length)

    def lists(self, name: str, low: int, high: int, length: int = -1) -> tuple[tuple[int, ...], ...]:
        """A list of lists of whole numbers within limits."""
        rows = self.table[name]
        self.demand(isinstance(rows, list), name, "error.box_form")
        return tuple(self.numbers(row, f"{self.path(name)}[{i}]", low, high, length) for i, row in enumerate(rows))

    def demand(self, holds: bool, name: str, problem: str, **values: object) -> None:
        """Refuses the field unless something holds of it."""
        if not holds:
            raise BadInput(problem, self.path(name), **values)

    @staticmethod
    def checked(value: object, where: str, low: int, high: int) -> int:
        """This number, if it is one and within limits."""
        if type(value) is not int or not low <= value <= high:
            raise BadInput("error.box_number", where, value=value, low=low, high=high)
        return value

    @staticmethod
    def numbers(values: object, where: str, low: int, high: int, length: int) -> tuple[int, ...]:
        """These numbers, if they are a list of the right length."""
        if not isinstance(values, list):
            raise BadInput("error.box_form", where)
        if length >= 0 and len(values) != length:
            raise BadInput("error.length", where, length=length)
        return tuple(Figures.checked(value, f"{where}[{i}]", low, high) for i, value in enumerate(values))
