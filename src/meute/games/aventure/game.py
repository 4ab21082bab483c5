"""Mon Aventure, as the rest of the house sees it."""

from collections.abc import Mapping

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import POINT, Game, Sides
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.aventure import box, features, judgement, notation, scoring, show, table, tensor, view, words
from meute.games.aventure.events import EVENTS
from meute.games.aventure.options import FIRST, OPTIONS
from meute.games.aventure.rules import FRAMES
from meute.games.aventure.state import FEWEST_SEATS, MOST_SEATS, Aventure, cards_laid

RULES_VERSION = 2
"""2: each player may use each Power once, unless the players agree otherwise."""
MINUTES = 25


class AventureGame(Game):
    """A market of Stories and Objectives, and a grid of twenty-five cards for each player."""

    def __init__(self) -> None:
        super().__init__(
            id="aventure",
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
            course="À VOTRE TOUR",
            sides=Sides(box, table, words, notation, show),
        )
        self.spread = 25.0 * POINT
        self.terms = features.TERMS
        self.habits = judgement.HABITS

    def rematch(self, options: Mapping[str, str], loser: int) -> dict[str, str]:
        return {**options, FIRST.name: FIRST.values[1 + loser]}

    def look(self, s: Aventure, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Aventure, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def fill(self, s: Aventure, seat: Seat, out: Row, at: i64) -> None:
        tensor.fill(s, seat, out, at)

    def score(self, s: Aventure, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Aventure) -> vec[i64]:
        return scoring.final_places(s)

    def worth(self, s: Aventure, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def tell(self, s: Aventure, seat: Seat, out: vec[i64]) -> i64:
        return features.tell(s, out)

    def horizon(self, seats: i64) -> i64:
        return 4

    def further(self, seats: i64) -> i64:
        return 4

    def turns(self, s: Aventure) -> i64:
        return cards_laid(s)

    def urge(self, s: Aventure, seat: Seat, action: i64) -> i64:
        return judgement.urge(s, seat, action)

    def best(self, s: Aventure, seat: Seat, rng: Generator) -> i64:
        return judgement.best(s, seat, rng)
