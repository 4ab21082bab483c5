"""Game object of Terres de Loups."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, GameModules
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.terres import (
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
from meute.games.terres.events import EVENTS
from meute.games.terres.names import NAMES
from meute.games.terres.options import OPTIONS
from meute.games.terres.rules import FRAMES
from meute.games.terres.state import SIDES, Terres

RULES_VERSION = 1
MINUTES = 30


class TerresGame(Game):
    """Trick-taking for two players: five territories, thirteen tricks."""

    def __init__(self) -> None:
        super().__init__(
            id="terres",
            seats=(SIDES, SIDES),
            minutes=MINUTES,
            version=RULES_VERSION,
            options=OPTIONS,
            codec=notation.CODEC,
            layout=tensor.LAYOUT,
            frames=FRAMES,
            events=EVENTS,
            rules=scoring.RULES,
            ends=scoring.ENDS,
            turn_heading="JOUER UN PLI",
            modules=GameModules(box, initial_state, NAMES, display_names, notation, show, effects),
        )
        self.row_place = "ground"
        self.plan = ("ground", "leads", "follows", "cannot_follow")
        self.outcomes = ("wins", "takes", "takes_hidden", "wolf_joins", "no_slot_left")
        self.max_steps = 200
        self.secret_draws = ("deal",)
        self.hand_plays = ("play",)
        self.shows_voids = True

    def redact(self, s: Terres, seat: Seat) -> State:
        return view.redact(s, seat)

    def determinize(self, s: Terres, seat: Seat, rng: Generator) -> State:
        return view.determinize(s, seat, rng)

    def write_tensor(self, s: Terres, seat: Seat, out: Row, at: i64) -> None:
        tensor.write_tensor(s, seat, out, at)

    def score(self, s: Terres, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Terres) -> vec[i64]:
        return scoring.final_places(s)

    def tie_breaks(self, s: Terres) -> list[tuple[str, list[int]]]:
        return scoring.tie_breaks(s)

    def turns_taken(self, s: Terres) -> i64:
        return s.trick

    def hand(self, s: Terres, seat: Seat) -> list[int]:
        return view.hand(s, seat)

    def undealt(self, s: Terres) -> list[int]:
        return view.undealt(s)

    def may_hold(self, s: Terres, seat: Seat, card: int) -> bool:
        return view.may_hold(s, seat, card)

    def open_hand(self, v: Terres, seat: Seat) -> list[State]:
        return view.open_hand(v, seat)
