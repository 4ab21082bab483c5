"""Game object of Traces de Loups."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, GameModules
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.traces import (
    box,
    display_names,
    effects,
    initial_state,
    notation,
    scoring,
    show,
    tensor,
    view,
)
from meute.games.traces.events import EVENTS
from meute.games.traces.names import NAMES
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
            modules=GameModules(box, initial_state, NAMES, display_names, notation, show, effects),
        )
        self.can_all_lose = True
        self.max_steps = 3000
        self.plan = ("prey", "votes")
        self.outcomes = ("dies", "excluded", "wins", "falls", "new_alpha", "recognised", "leaves_in_pair", "pup_dies")
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

    def turns_taken(self, s: Traces) -> i64:
        return s.year

    def end_kind(self, s: Traces) -> i64:
        return s.ended
