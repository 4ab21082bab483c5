"""Game object of Le Peuple Loup : Mon Aventure."""

from collections.abc import Mapping
from typing import Any

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, GameModules
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.aventure import (
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
from meute.games.aventure.events import EVENTS
from meute.games.aventure.names import GOAL_KINDS, NAMES
from meute.games.aventure.options import FIRST, OPTIONS
from meute.games.aventure.rules import FRAMES
from meute.games.aventure.state import FEWEST_SEATS, MOST_SEATS, Aventure, cards_laid

RULES_VERSION = 2
"""2: each player may use each Power once, unless the players agree otherwise."""
MINUTES = 25


class AventureGame(Game):
    """Drafting from a market into a grid of twenty-five cards per player."""

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
            turn_heading="À VOTRE TOUR",
            modules=GameModules(box, initial_state, NAMES, display_names, notation, show, effects),
        )
        self.max_steps = 1000
        self.loser_begins = FIRST
        self.row_pieces = dict.fromkeys(range(len(GOAL_KINDS)), "goal")
        self.plan = ("face", "places")
        self.outcomes = ("scores_bonus",)

    def redact(self, s: Aventure, seat: Seat) -> State:
        return view.redact(s, seat)

    def determinize(self, s: Aventure, seat: Seat, rng: Generator) -> State:
        return view.determinize(s, seat, rng)

    def write_tensor(self, s: Aventure, seat: Seat, out: Row, at: i64) -> None:
        tensor.write_tensor(s, seat, out, at)

    def score(self, s: Aventure, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Aventure) -> vec[i64]:
        return scoring.final_places(s)

    def turns_taken(self, s: Aventure) -> i64:
        return cards_laid(s)

    def picture(self, s: Aventure, action: int) -> Mapping[str, Any]:
        return show.picture(s, action)
