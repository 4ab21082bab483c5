"""Game object of Wildlife."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, GameModules
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.wildlife import (
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
from meute.games.wildlife.events import EVENTS
from meute.games.wildlife.names import NAMES
from meute.games.wildlife.options import OPTIONS
from meute.games.wildlife.rules import FRAMES
from meute.games.wildlife.state import FEWEST_SEATS, MOST_SEATS, Wildlife

RULES_VERSION = 2
"""2: Food ability at any moment of the turn; at most two wheels per terrain and turn."""
MINUTES = 90


class WildlifeGame(Game):
    """Area majority for two to six players: each turn three cards, one of them sold by auction."""

    def __init__(self) -> None:
        super().__init__(
            id="wildlife",
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
            turn_heading="DEROULEMENT DE LA PARTIE",
            modules=GameModules(box, initial_state, NAMES, display_names, notation, show, effects),
        )
        self.standing_orders = {
            "sale": ("bid", "pass"),
            "defence": ("defend", "yield"),
            "ability": ("take", "decline"),
            "adapting": ("adapt", "decline"),
        }
        self.plan = ("species", "gets_species")
        self.outcomes = ("fills", "eliminated", "takes_from", "starves", "falls_back")
        self.secret_draws = ("deal",)
        self.hand_plays = ("lay",)

    def redact(self, s: Wildlife, seat: Seat) -> State:
        return view.redact(s, seat)

    def determinize(self, s: Wildlife, seat: Seat, rng: Generator) -> State:
        return view.determinize(s, seat, rng)

    def write_tensor(self, s: Wildlife, seat: Seat, out: Row, at: i64) -> None:
        tensor.write_tensor(s, seat, out, at)

    def score(self, s: Wildlife, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Wildlife) -> vec[i64]:
        return scoring.final_places(s)

    def tie_breaks(self, s: Wildlife) -> list[tuple[str, list[int]]]:
        return scoring.tie_breaks(s)

    def turns_taken(self, s: Wildlife) -> i64:
        return s.turns

    def end_kind(self, s: Wildlife) -> i64:
        return s.ending

    def hand(self, s: Wildlife, seat: Seat) -> list[int]:
        return view.hand(s, seat)

    def undealt(self, s: Wildlife) -> list[int]:
        return view.undealt(s)

    def open_hand(self, v: Wildlife, seat: Seat) -> list[State]:
        return view.open_hand(v, seat)
