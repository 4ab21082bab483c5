"""Lists instead of native vectors, where mypyc's runtime is not installed."""

from typing import TypeVar

T = TypeVar("T")

vec = list


def append(v: list[T], x: T, /) -> list[T]:
    """Appends in place and returns the list, as `librt.vecs.append` does."""
    v.append(x)
    return v
