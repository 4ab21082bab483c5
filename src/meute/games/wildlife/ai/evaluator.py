"""`WildlifeEvaluator`: gives the search the evaluation, features and policy of Wildlife."""

from meute.ai.evaluator import POINT, Evaluator
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.seats import Seat
from meute.games.wildlife.ai import evaluation, features, policy
from meute.games.wildlife.ai.weights import WEIGHTS
from meute.games.wildlife.rules.turn import draws
from meute.games.wildlife.state import GOES_ON, Wildlife


class WildlifeEvaluator(Evaluator):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.weight_table = WEIGHTS
        self.feature_names = features.FEATURE_NAMES
        self.decisive_lead = 30.0 * POINT

    def evaluate(self, s: Wildlife, seat: Seat) -> i64:
        return evaluation.evaluate(self, s, seat)

    def features(self, s: Wildlife, seat: Seat, out: vec[i64]) -> i64:
        return features.features(self, s, seat, out)

    def awaits_only_chance(self, s: Wildlife) -> bool:
        return draws(s)

    def is_last_turn(self, s: Wildlife) -> bool:
        return s.ending != GOES_ON

    def horizon(self, seats: i64) -> i64:
        return 1

    def prior(self, s: Wildlife, seat: Seat, action: i64) -> i64:
        return policy.prior(self, s, seat, action)

    def forced_move(self, s: Wildlife, seat: Seat) -> i64:
        return policy.forced_move(s, seat)
