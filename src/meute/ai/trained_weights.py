"""`learned.json`: heuristic weights and value-function coefficients of a game, written by `meute learn`."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

from meute.ai.evaluation_cache import extend_path
from meute.core.numbers import NOTHING, append, i64, vec

FILE: Final = "learned.json"


class TrainedWeights(NamedTuple):
    """TrainedWeights numbers for one number of seats; either field may be empty."""

    weights: tuple[int, ...]
    """Heuristic weights; without them rollouts are uniform."""
    coefficients: tuple[float, ...]
    """Of the value function, two for each feature (early and late); without them states are valued by `evaluate`."""


class WeightsSchema(NamedTuple):
    """Identifies the game, rules version, weights and features that trained weights are for."""

    game: str
    rules: int
    weights: str
    features: str


def weights_vector(weights: Sequence[int]) -> vec[i64]:
    """`Evaluator.weights`: the weights, then a hash of them, so that caches can tell two vectors apart."""
    key: i64 = 0
    for weight in weights:
        key = extend_path(key, 0, weight)
    return append(vec[i64](list(weights)), key) if weights else NOTHING


def weights_schema(game: str, rules: int, weights: Iterable[str], features: Iterable[str]) -> WeightsSchema:
    """The schema for these names of weights and features."""
    return WeightsSchema(game, rules, fingerprint(weights), fingerprint(features))


def fingerprint(names: Iterable[str]) -> str:
    """A hash of names and their order."""
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def header(schema: WeightsSchema) -> dict[str, Any]:
    """The schema as a dict with the keys of the file format (legacy names)."""
    return {"game": schema.game, "rules": schema.rules, "habits": schema.weights, "terms": schema.features}


def load_shipped(wanted: WeightsSchema) -> dict[int, TrainedWeights]:
    """The trained weights in the game's folder, by number of seats; empty if their schema differs."""
    file = files(f"meute.games.{wanted.game}").joinpath("ai", FILE)
    return parse_trained(wanted, json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def parse_trained(wanted: WeightsSchema, file: Mapping[str, Any]) -> dict[int, TrainedWeights]:
    """The trained weights of a file, by number of seats; empty if its schema differs."""
    if any(file.get(name) != value for name, value in header(wanted).items()):
        return {}
    return {
        int(seats): TrainedWeights(tuple(map(int, row["habits"])), tuple(map(float, row["weights"])))
        for seats, row in file["seats"].items()
    }


def write_trained(schema: WeightsSchema, known: Mapping[int, TrainedWeights]) -> str:
    """The text of the file."""
    rows = {seats: {"habits": row.weights, "weights": rounded(row.coefficients)} for seats, row in known.items()}
    lines = ",\n".join(f'  "{seats}": {json.dumps(rows[seats])}' for seats in sorted(rows))
    head = "".join(f' "{name}": {json.dumps(value)},\n' for name, value in header(schema).items())
    return f'{{\n{head} "seats": {{\n{lines}\n }}\n}}\n'


def rounded(coefficients: Sequence[float]) -> list[float]:
    """Rounded to five significant digits: more are noise."""
    return [float(f"{coefficient:.5g}") for coefficient in coefficients]
