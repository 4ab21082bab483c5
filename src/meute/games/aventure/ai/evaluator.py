"""`AventureEvaluator`: gives the search the evaluation, features and policy of Mon Aventure."""

from meute.ai.evaluator import POINT, Evaluator
from meute.core.chance import Generator
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.seats import Seat
from meute.games.aventure.ai import evaluation, features, policy
from meute.games.aventure.ai.weights import WEIGHTS
from meute.games.aventure.state import Aventure


class AventureEvaluator(Evaluator):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.weight_table = WEIGHTS
        self.feature_names = features.FEATURE_NAMES
        self.decisive_lead = 25.0 * POINT

    def prepare(self, table: Aventure) -> None:
        self.cache = evaluation.grid_cache(table.box)

    def evaluate(self, s: Aventure, seat: Seat) -> i64:
        return evaluation.evaluate(self, s, seat)

    def features(self, s: Aventure, seat: Seat, out: vec[i64]) -> i64:
        return features.features(self, s, out)

    def horizon(self, seats: i64) -> i64:
        return 4

    def extended_horizon(self, seats: i64) -> i64:
        return 4

    def prior(self, s: Aventure, seat: Seat, action: i64) -> i64:
        return policy.prior(self, s, seat, action)

    def quick_best(self, s: Aventure, seat: Seat, rng: Generator) -> i64:
        return policy.quick_best(self, s, seat, rng)
