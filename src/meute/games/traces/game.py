"""Game object of Traces de Loups."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import POINT, Game, GameModules
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.traces import (
    box,
    evaluation,
    features,
    initial_state,
    notation,
    phrases,
    scoring,
    show,
    tensor,
    view,
    weights,
)
from meute.games.traces.events import EVENTS
from meute.games.traces.options import OPTIONS
from meute.games.traces.rules import FRAMES
from meute.games.traces.state import FEWEST_SEATS, MOST_SEATS, Traces, points

RULES_VERSION = 2
MINUTES = 90


class TracesGame(Game):
    """Semi-cooperative game of one pack for three to six players; all lose if the pack dies out."""

    def __init__(self) -> None:
        super().__init__(
            id="traces",
            seats=(FEWEST_SEATS, MOST_SEATS),
            minutes=MINUTES,
            version=RULES_VERSION,
            options=OPTIONS,
            codec=notation.CODEC,
            layout=tensor.LAYOUT,
            frames=FRAMES,
            events=EVENTS,
            rules=scoring.RULES,
            ends=scoring.ENDS,
            turn_heading="Déroulement du jeu",
            modules=GameModules(box, initial_state, phrases, notation, show),
        )
        self.can_all_lose = True
        self.prior_samples = 6
        self.decisive_lead = 15.0 * POINT
        self.max_steps = 3000
        self.feature_names = features.FEATURE_NAMES
        self.default_weights = weights.DEFAULT_WEIGHTS
        self.standing_orders = {"duel": ("card",), "challenge": ("attack", "pass"), "answer": ("fight", "submit")}

    def redact(self, s: Traces, seat: Seat) -> State:
        return view.redact(s, seat)

    def determinize(self, s: Traces, seat: Seat, rng: Generator) -> State:
        return view.determinize(s, seat, rng)

    def write_tensor(self, s: Traces, seat: Seat, out: Row, at: i64) -> None:
        tensor.write_tensor(s, seat, out, at)

    def score(self, s: Traces, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Traces) -> vec[i64]:
        return scoring.final_places(s)

    def may_win(self, s: Traces, seat: Seat) -> bool:
        return points(s, seat) >= s.opt.target

    def evaluate(self, s: Traces, seat: Seat) -> i64:
        return evaluation.evaluate(s, seat)

    def features(self, s: Traces, seat: Seat, out: vec[i64]) -> i64:
        return features.features(s, out)

    def horizon(self, seats: i64) -> i64:
        return 2

    def extended_horizon(self, seats: i64) -> i64:
        return 1

    def turns_taken(self, s: Traces) -> i64:
        return s.year

    def prior(self, s: Traces, seat: Seat, action: i64) -> i64:
        return evaluation.prior(s, seat, action)

    def forced_move(self, s: Traces, seat: Seat) -> i64:
        return evaluation.forced_move(s, seat)

    def team_move(self, s: Traces, seat: Seat) -> i64:
        return evaluation.team_move(s, seat)

    def end_kind(self, s: Traces) -> i64:
        return s.ended
