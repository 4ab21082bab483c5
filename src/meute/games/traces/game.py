"""Traces de Loups, as the rest of the house sees it."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import POINT, Game, Sides
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.traces import box, features, habits, judgement, notation, scoring, show, table, tensor, view, words
from meute.games.traces.events import EVENTS
from meute.games.traces.options import OPTIONS
from meute.games.traces.rules import FRAMES
from meute.games.traces.state import FEWEST_SEATS, MOST_SEATS, Traces, points

RULES_VERSION = 2
MINUTES = 90


class TracesGame(Game):
    """Three to six players, one pack."""

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
            course="Déroulement du jeu",
            sides=Sides(box, table, words, notation, show),
        )
        self.shared = True
        self.guesses = 6
        self.spread = 15.0 * POINT
        self.terms = features.TERMS
        self.habits = habits.HABITS
        self.orders = {"duel": ("card",), "challenge": ("attack", "pass"), "answer": ("fight", "submit")}

    def look(self, s: Traces, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Traces, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def fill(self, s: Traces, seat: Seat, out: Row, at: i64) -> None:
        tensor.fill(s, seat, out, at)

    def score(self, s: Traces, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Traces) -> vec[i64]:
        return scoring.final_places(s)

    def may_win(self, s: Traces, seat: Seat) -> bool:
        return points(s, seat) >= s.opt.target

    def worth(self, s: Traces, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def tell(self, s: Traces, seat: Seat, out: vec[i64]) -> i64:
        return features.tell(s, out)

    def horizon(self, seats: i64) -> i64:
        return 2

    def further(self, seats: i64) -> i64:
        return 1

    def turns(self, s: Traces) -> i64:
        return s.year

    def urge(self, s: Traces, seat: Seat, action: i64) -> i64:
        return judgement.urge(s, seat, action)

    def reflex(self, s: Traces, seat: Seat) -> i64:
        return judgement.reflex(s, seat)

    def care(self, s: Traces, seat: Seat) -> i64:
        return judgement.care(s, seat)

    def end(self, s: Traces) -> i64:
        return s.ended
