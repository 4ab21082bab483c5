"""`ClanEvaluator`: gives the search the evaluation, features and policy of Le Clan des Loups."""

from meute.ai.evaluator import POINT, Evaluator
from meute.core.game import Game
from meute.core.numbers import i64, vec
from meute.core.seats import Seat
from meute.games.clan.ai import evaluation, features
from meute.games.clan.ai.weights import WEIGHTS
from meute.games.clan.state import Clan


class ClanEvaluator(Evaluator):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.weight_table = WEIGHTS
        self.feature_names = features.FEATURE_NAMES
        self.cache = evaluation.CACHE
        self.decisive_lead = 25.0 * POINT

    def evaluate(self, s: Clan, seat: Seat) -> i64:
        return evaluation.evaluate(self, s, seat)

    def features(self, s: Clan, seat: Seat, out: vec[i64]) -> i64:
        return features.features(self, s, out)

    def horizon(self, seats: i64) -> i64:
        """The search horizon: one turn per seat."""
        return seats

    def extended_horizon(self, seats: i64) -> i64:
        """The extension of the horizon: one more turn per seat with two players, none with more."""
        return seats if seats == self.game.min_seats else 0

    def is_overlong(self, s: Clan) -> bool:
        return evaluation.overdue_turns(s) > 0
