"""Learned weights as they lie in a game's folder (`weights.json`), and as `meute learn` writes them."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from meute.core.game import Game

FILE = "weights.json"

Weights = tuple[float, ...]
"""Two for each of a game's terms, or one for each of its habits; none of them: tables are judged by `worth`, and games
played on at random."""
NO_WEIGHTS: Weights = ()


def fingerprint(names: Iterable[str]) -> str:
    """What the terms or habits of a game are known by: weights for others would say nothing."""
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def number_of(game: Game) -> int:
    """How many weights a game has."""
    return len(game.habits) or 2 * len(game.terms)


@cache
def shipped(game: Game, seats: int) -> Weights | None:
    """The weights in the package for a game and a number of seats; None where there are none that fit."""
    file = files(f"meute.games.{game.id}") / FILE
    if not number_of(game) or not file.is_file():
        return None
    return fitting(game, seats, json.loads(file.read_text(encoding="utf-8")))


def fitting(game: Game, seats: int, kept: Mapping[str, Any]) -> Weights | None:
    """Weights for a number of seats; None if they are for another game, other rules, other terms or habits."""
    if (kept["game"], kept["rules"], kept["terms"]) != (game.id, game.version, fingerprint(game.habits or game.terms)):
        return None
    weights = kept["seats"].get(str(seats))
    return tuple(weights) if weights is not None and len(weights) == number_of(game) else None


def written(game: Game, seats: Mapping[int, Sequence[float]]) -> str:
    """The file."""
    kept = {"game": game.id, "rules": game.version, "terms": fingerprint(game.habits or game.terms)}
    rows = {str(number): [float(f"{weight:.5g}") for weight in weights] for number, weights in sorted(seats.items())}
    return json.dumps({**kept, "seats": rows}, indent=1) + "\n"
