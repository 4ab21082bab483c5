"""`TracesEvaluator`: gives the search the evaluation, features and policy of Traces de Loups."""

from meute.ai.evaluator import POINT, Evaluator
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.seats import Seat
from meute.games.traces import view
from meute.games.traces.ai import evaluation, features, policy
from meute.games.traces.ai.weights import WEIGHTS
from meute.games.traces.state import Traces


class TracesEvaluator(Evaluator):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.weight_table = WEIGHTS
        self.feature_names = features.FEATURE_NAMES
        self.decisive_lead = 15.0 * POINT
        self.prior_samples = 6

    def evaluate(self, s: Traces, seat: Seat) -> i64:
        return evaluation.evaluate(self, s, seat)

    def features(self, s: Traces, seat: Seat, out: vec[i64]) -> i64:
        return features.features(self, s, out)

    def determinize(self, s: Traces, seat: Seat, rng: Generator) -> State:
        return view.determinize(s, seat, rng, policy.PlannedTokens(self))

    def horizon(self, seats: i64) -> i64:
        return 2

    def extended_horizon(self, seats: i64) -> i64:
        return 1

    def prior(self, s: Traces, seat: Seat, action: i64) -> i64:
        return policy.prior(self, s, seat, action)

    def forced_move(self, s: Traces, seat: Seat) -> i64:
        return policy.forced_move(self, s, seat)

    def team_move(self, s: Traces, seat: Seat) -> i64:
        return policy.team_move(self, s, seat)
