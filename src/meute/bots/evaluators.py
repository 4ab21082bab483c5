"""The evaluator of each game, trained or not; a game without an `ai` folder has the base class."""

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec

from meute.ai.evaluator import Evaluator
from meute.ai.trained_weights import TrainedWeights, WeightsSchema, load_shipped, weights_schema, weights_vector
from meute.core.frame import State
from meute.core.game import Game

Source = Callable[[Game, int], TrainedWeights]
"""What a bot plays by in a game with a number of seats: `trained` or `untrained`."""


cached_vector = lru_cache(64)(weights_vector)
"""The vector of a tuple of weights: bots ask for the same few with every decision."""


@cache
def evaluator_class(game: Game) -> type[Evaluator]:
    """The evaluator that the game's `ai` folder declares."""
    name = f"meute.games.{game.id}.ai"
    found: type[Evaluator] = import_module(name).EVALUATOR if find_spec(name) else Evaluator
    return found


@cache
def declared(game: Game) -> Evaluator:
    """What a game declares for computer players: names and first guesses of weights, features, horizon."""
    return evaluator_class(game)(game)


def evaluator_for(game: Game, table: State, weights: TrainedWeights) -> Evaluator:
    """A new evaluator with these weights for the states of a table."""
    evaluator = evaluator_class(game)(game)
    evaluator.weights = cached_vector(weights.weights)
    evaluator.prepare(table)
    return evaluator


def trained_evaluator(game: Game, table: State) -> Evaluator:
    """A new evaluator with the trained weights for the states of a table."""
    return evaluator_for(game, table, trained(game, table.seats))


def schema(game: Game) -> WeightsSchema:
    """Identifies which trained weights fit this version of the game."""
    names = [name for name, _ in declared(game).weight_table]
    return weights_schema(game.id, game.version, names, declared(game).feature_names)


@cache
def shipped(game: Game) -> dict[int, TrainedWeights]:
    """The trained weights in the game's folder, by number of seats."""
    return load_shipped(schema(game))


def trained(game: Game, seats: int) -> TrainedWeights:
    """Shipped weights and coefficients for so many seats; first guesses where there are none."""
    return shipped(game).get(seats) or TrainedWeights(declared(game).first_guesses(), ())


def untrained(game: Game, seats: int) -> TrainedWeights:
    """The untrained baseline: first guesses, no coefficients. Rollouts to the end of a game are random."""
    return TrainedWeights(declared(game).first_guesses() if declared(game).horizon(seats) else (), ())
