"""`Evaluator`: how computer players judge the states of a game; the base class serves a game without an `ai` folder."""

from typing import Any, Final

from meute.ai.evaluation_cache import NO_CACHE, PATH_HASHES, UNTRACKED, extend_path
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game
from meute.core.numbers import NOBODY, NOTHING, i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat

POINT: Final = 100
"""Units of `evaluate` and `prior` per point of the score sheet."""
THOUSAND: Final = 1000
"""Progress of a finished game: `features` returns thousandths."""
LOWEST_VALUE: Final = 1000000
"""Below every evaluation, with its sign changed."""
NEVER: Final = -100000
"""Prior of an action that a search never tries."""
DECISIVE: Final = 20.0
"""Default lead in points that all but decides a game."""


class Evaluator:
    """Judges the states of one table by one set of weights.

    Methods take the state as `s: Any`, so that each game's override can name its own state class."""

    weights: vec[i64] = NOTHING
    """Heuristic weights, as `weights_vector` makes them; empty for random rollouts."""
    root: i64 = UNTRACKED
    trail: i64 = UNTRACKED
    """Hashes of the decisions up to the root of a search and up to the current state: keys of `cache`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cache = NO_CACHE
        """Values found so far, in games that remember them."""
        self.weight_table: tuple[tuple[str, int], ...] = ()
        """Names and first guesses of the weights."""
        self.feature_names: tuple[str, ...] = ()
        """Names of the value function's features; empty where the game has none."""
        self.decisive_lead = DECISIVE * POINT
        """The lead, in units of `evaluate`, that all but decides the game."""
        self.prior_samples: i64 = 1
        """Determinizations over which a search averages priors at its root; more where one is a poor sample."""

    # --- what games override

    def prepare(self, table: Any) -> None:
        """Prepares for the states of a table; called once, before any of them is judged."""

    def evaluate(self, s: Any, seat: Seat) -> i64:
        """Heuristic value of a state for the seat, POINT for each point; by default its lead over the best other
        seat."""
        sheet = ScoreSheet(s.seats, False)
        self.game.score(s, sheet)
        best: i64 = -LOWEST_VALUE
        for other in range(s.seats):
            if other != seat and sheet.totals[other] > best:
                best = sheet.totals[other]
        return (sheet.totals[seat] - best) * POINT

    def prior(self, s: Any, seat: Seat, action: i64) -> i64:
        """Heuristic prior of an action, in the unit of `evaluate`; the value NEVER excludes the action."""
        return 0

    def determinize(self, s: Any, seat: Seat, rng: Generator) -> State:
        """Samples a full state that is consistent with the seat's view `s`."""
        return self.game.determinize(s, seat, rng)

    def horizon(self, seats: i64) -> i64:
        """Turns that a search looks ahead before it calls `evaluate`; 0: rollouts to the end of the game."""
        return 0

    def extended_horizon(self, seats: i64) -> i64:
        """Turns by which a search with enough simulations left extends its horizon (see `Search.extend_horizon`); 0:
        none."""
        return 0

    def awaits_only_chance(self, s: Any) -> bool:
        """Whether only chance is left in this turn, so that evaluating now is as good as after it."""
        return False

    def is_last_turn(self, s: Any) -> bool:
        """Whether the game ends with this turn: a search then plays it out instead of evaluating."""
        return False

    def is_overlong(self, s: Any) -> bool:
        """Whether the game exceeds the length of the training games: `evaluate` then replaces the value function."""
        return False

    def features(self, s: Any, seat: Seat, out: vec[i64]) -> i64:
        """Writes the features of each outcome of the value function (see `contenders`), as the seat sees them; returns
        the progress of the game in thousandths."""
        raise AssertionError

    def rollout_action(self, s: Any, seat: Seat, out: Choices, rng: Generator) -> i64:
        """Rollout policy: samples a legal action of the seat. Must be cheap."""
        action: i64 = s.random_action(seat, out, rng)
        return action

    def forced_move(self, s: Any, seat: Seat) -> i64:
        """The action that a bot plays without a search; NOBODY where it must search."""
        return NOBODY

    def quick_best(self, s: Any, seat: Seat, rng: Generator) -> i64:
        """A best action by `evaluate`, where it is found without applying every action; else NOBODY."""
        return NOBODY

    def team_move(self, s: Any, seat: Seat) -> i64:
        """The action that keeps all seats from losing together; NOBODY where the seat may play for itself."""
        return NOBODY

    # --- the same for all games

    def contenders(self, seats: i64) -> i64:
        """The number of outcomes that the value function compares: one for each seat, and "all lose" where the rules
        have that."""
        return seats + 1 if self.game.can_all_lose else seats

    def first_guesses(self) -> tuple[int, ...]:
        """The weights before training."""
        return tuple([guess for _, guess in self.weight_table])

    def track(self) -> None:
        """Starts the path hash (`trail`) of a new search; in games with hidden information the search has no hash of
        its own."""
        if self.game.is_perfect_information:
            self.root = PATH_HASHES.new_root()
        self.trail = self.root

    def apply(self, s: State, seat: Seat, action: i64) -> None:
        """Applies a decision, and extends the path hash (`trail`) by it."""
        if self.trail != UNTRACKED:
            self.trail = extend_path(self.trail, seat, action)
        s.apply(seat, action)
