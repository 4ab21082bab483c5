"""Wildlife, as the rest of the house sees it."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import POINT, Game, Sides
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.wildlife import box, features, habits, judgement, notation, scoring, show, table, tensor, view, words
from meute.games.wildlife.events import EVENTS
from meute.games.wildlife.options import OPTIONS
from meute.games.wildlife.rules import FRAMES
from meute.games.wildlife.rules.turn import draws
from meute.games.wildlife.state import FEWEST_SEATS, GOES_ON, MOST_SEATS, Wildlife

RULES_VERSION = 2
"""2: Food at any moment of the turn, and two wheels at most for one terrain in a turn."""
MINUTES = 90


class WildlifeGame(Game):
    """Six species, twelve territories, three cards a turn of which one is sold."""

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
            course="DEROULEMENT DE LA PARTIE",
            sides=Sides(box, table, words, notation, show),
        )
        self.spread = 30.0 * POINT
        self.terms = features.TERMS
        self.habits = habits.HABITS
        self.orders = {
            "sale": ("bid", "pass"),
            "defence": ("defend", "yield"),
            "ability": ("take", "decline"),
            "adapting": ("adapt", "decline"),
        }

    def look(self, s: Wildlife, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Wildlife, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def fill(self, s: Wildlife, seat: Seat, out: Row, at: i64) -> None:
        tensor.fill(s, seat, out, at)

    def score(self, s: Wildlife, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Wildlife) -> vec[i64]:
        return scoring.final_places(s)

    def tie_breaks(self, s: Wildlife) -> list[tuple[str, list[int]]]:
        return scoring.tie_breaks(s)

    def worth(self, s: Wildlife, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def tell(self, s: Wildlife, seat: Seat, out: vec[i64]) -> i64:
        return features.tell(s, seat, out)

    def rests(self, s: Wildlife) -> bool:
        return draws(s)

    def is_last_turn(self, s: Wildlife) -> bool:
        return s.ending != GOES_ON

    def horizon(self, seats: i64) -> i64:
        return 1

    def turns(self, s: Wildlife) -> i64:
        return s.turns

    def urge(self, s: Wildlife, seat: Seat, action: i64) -> i64:
        return judgement.urge(s, seat, action)

    def end(self, s: Wildlife) -> i64:
        return s.ending
