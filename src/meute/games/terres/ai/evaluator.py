"""`TerresEvaluator`: gives the search the evaluation, features and policy of Terres de Loups."""

from meute.ai.evaluator import Evaluator
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import Game
from meute.core.numbers import i64
from meute.core.seats import Seat
from meute.games.terres.ai import evaluation, features, policy
from meute.games.terres.ai.weights import WEIGHTS
from meute.games.terres.state import Terres


class TerresEvaluator(Evaluator):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.weight_table = WEIGHTS
        self.feature_names = features.FEATURE_NAMES

    def evaluate(self, s: Terres, seat: Seat) -> i64:
        return evaluation.evaluate(s, seat)

    def rollout_action(self, s: Terres, seat: Seat, out: Choices, rng: Generator) -> i64:
        return policy.rollout_action(self, s, seat, out, rng)
