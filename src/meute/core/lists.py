"""Plain lists in the place of native vectors, for a Python without the native runtime."""

from typing import TypeVar

T = TypeVar("T")

vec = list


def append(v: list[T], x: T, /) -> list[T]:
    """The vector with one more member."""
    v.append(x)
    return v
