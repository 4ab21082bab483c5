"""Terres de Loups, as the rest of the house sees it."""

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.frame import State
from meute.core.game import Game, Sides
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.terres import box, instinct, judgement, notation, scoring, show, table, tensor, view, words
from meute.games.terres.events import EVENTS
from meute.games.terres.options import OPTIONS
from meute.games.terres.rules import FRAMES
from meute.games.terres.state import SIDES, Terres

RULES_VERSION = 1
MINUTES = 30


class TerresGame(Game):
    """Two packs, five territories, thirteen tricks."""

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
            course="JOUER UN PLI",
            sides=Sides(box, table, words, notation, show),
        )
        self.row_place = "ground"
        self.habits = instinct.HABITS

    def look(self, s: Terres, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Terres, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def fill(self, s: Terres, seat: Seat, out: Row, at: i64) -> None:
        tensor.fill(s, seat, out, at)

    def score(self, s: Terres, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Terres) -> vec[i64]:
        return scoring.final_places(s)

    def tie_breaks(self, s: Terres) -> list[tuple[str, list[int]]]:
        return scoring.tie_breaks(s)

    def turns(self, s: Terres) -> i64:
        return s.trick

    def worth(self, s: Terres, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def instinct(self, s: Terres, seat: Seat, out: Choices, rng: Generator) -> i64:
        return instinct.instinct(s, seat, out, rng)
