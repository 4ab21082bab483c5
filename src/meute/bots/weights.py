"""Learned weights as they lie in a game's folder (`weights.json`), and as `meute learn` writes them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from meute.core.game import Game

FILE = "weights.json"

Weights = tuple[float, ...]
"""Two for each of a game's terms; none of them: tables are judged by `worth`."""
NO_WEIGHTS: Weights = ()


def fingerprint(terms: Sequence[str]) -> str:
    """What the terms of a game are known by: weights for others would say nothing."""
    return hashlib.sha256("\n".join(terms).encode()).hexdigest()[:16]


@cache
def shipped(game: Game, seats: int) -> Weights | None:
    """The weights in the package for a game and a number of seats; None where there are none that fit."""
    file = files(f"meute.games.{game.id}") / FILE
    if not game.terms or not file.is_file():
        return None
    return fitting(game, seats, json.loads(file.read_text(encoding="utf-8")))


def fitting(game: Game, seats: int, kept: Mapping[str, Any]) -> Weights | None:
    """Weights for a number of seats; None if they are for another game, other rules or other terms."""
    if (kept["game"], kept["rules"], kept["terms"]) != (game.id, game.version, fingerprint(game.terms)):
        return None
    weights = kept["seats"].get(str(seats))
    return tuple(weights) if weights is not None and len(weights) == 2 * len(game.terms) else None


def written(game: Game, seats: Mapping[int, Sequence[float]]) -> str:
    """The file."""
    kept = {"game": game.id, "rules": game.version, "terms": fingerprint(game.terms)}
    rows = {str(number): [float(f"{weight:.5g}") for weight in weights] for number, weights in sorted(seats.items())}
    return json.dumps({**kept, "seats": rows}, indent=1) + "\n"
