"""Declares the heuristic weights of a game."""

from collections.abc import Iterable


def family(first: int, prefix: str, names: Iterable[object], guesses: Iterable[int]) -> dict[int, tuple[str, int]]:
    """Declares weights of one kind: maps the numbers `first`, `first` + 1, ... to the name (`prefix` and one of
    `names`) and first guess of each."""
    return {first + n: (f"{prefix}_{name}", guess) for n, (name, guess) in enumerate(zip(names, guesses, strict=True))}
