"""What was learned of a game: as it lies in its folder, and as `meute learn` writes it."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from meute.core.memory import further
from meute.core.numbers import NOTHING, append, i64, vec

FILE: Final = "learned.json"


class Learned(NamedTuple):
    """For a number of seats: what players go by, and two weights for each term of a table; without habits a game is
    played on at random, without weights tables are judged by `worth`."""

    habits: tuple[int, ...]
    weights: tuple[float, ...]


class Names(NamedTuple):
    """What numbers must have been learned for: others would say nothing."""

    game: str
    rules: int
    habits: str
    terms: str


def minded(habits: Sequence[int]) -> vec[i64]:
    """Habits as a table carries them; one number more tells them from others."""
    key: i64 = 0
    for habit in habits:
        key = further(key, 0, habit)
    return append(vec[i64](list(habits)), key) if habits else NOTHING


def names(game: str, rules: int, habits: Iterable[str], terms: Iterable[str]) -> Names:
    """The names of a game, its rules, its habits and its terms."""
    return Names(game, rules, fingerprint(habits), fingerprint(terms))


def fingerprint(names: Iterable[str]) -> str:
    """What many names are known by."""
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def shipped(wanted: Names) -> dict[int, Learned]:
    """What the package has learned of a game, by numbers of seats; nothing where it does not fit."""
    file = files(f"meute.games.{wanted.game}") / FILE
    return fitting(wanted, json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def fitting(wanted: Names, kept: Mapping[str, Any]) -> dict[int, Learned]:
    """What a file has, if it was learned for the same game, rules, habits and terms."""
    if any(kept.get(name) != value for name, value in wanted._asdict().items()):
        return {}
    return {
        int(seats): Learned(tuple(map(int, row["habits"])), tuple(map(float, row["weights"])))
        for seats, row in kept["seats"].items()
    }


def written(wanted: Names, known: Mapping[int, Learned]) -> str:
    """The file."""
    rows = {seats: {"habits": row.habits, "weights": rounded(row.weights)} for seats, row in known.items()}
    lines = ",\n".join(f'  "{seats}": {json.dumps(rows[seats])}' for seats in sorted(rows))
    head = "".join(f' "{name}": {json.dumps(value)},\n' for name, value in wanted._asdict().items())
    return f'{{\n{head} "seats": {{\n{lines}\n }}\n}}\n'


def rounded(weights: Sequence[float]) -> list[float]:
    """Weights, no more exact than they are known."""
    return [float(f"{weight:.5g}") for weight in weights]
