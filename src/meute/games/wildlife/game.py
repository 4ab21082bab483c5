"""Wildlife, as the rest of the house sees it."""

from collections.abc import Mapping
from typing import Any

from meute.core.box import Table
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import POINT, Game, Reason
from meute.core.numbers import i64, vec
from meute.core.phrase import Phrase
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.games.wildlife import box, judgement, notation, scoring, show, table, view, words
from meute.games.wildlife.rules.setup import FRAMES
from meute.games.wildlife.state import MOST_SEATS, Wildlife

MINUTES = 90
FEWEST_SEATS = 2


class WildlifeGame(Game):
    """Six species, twelve territories, three cards a turn of which one is sold."""

    def __init__(self) -> None:
        super().__init__(
            id="wildlife",
            seats=(FEWEST_SEATS, MOST_SEATS),
            minutes=MINUTES,
            version=table.RULES_VERSION,
            options=table.OPTIONS,
            codec=notation.CODEC,
            frames=FRAMES,
            events=words.EVENTS,
            rules=scoring.RULE_NAMES,
            ends=words.ENDS,
        )
        self.spread = 30.0 * POINT

    def box(self) -> Table:
        return box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Table) -> State:
        return table.start(options, box, seats)

    def look(self, s: Wildlife, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Wildlife, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def score(self, s: Wildlife, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Wildlife) -> vec[i64]:
        return scoring.final_places(s)

    def worth(self, s: Wildlife, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def horizon(self, seats: i64) -> i64:
        return 1

    def turns(self, s: Wildlife) -> i64:
        return s.turns

    def urge(self, s: Wildlife, seat: Seat, action: i64) -> i64:
        return judgement.urge(s, seat, action)

    def end(self, s: Wildlife) -> i64:
        return s.ending

    def why(self, s: Wildlife, seat: Seat, action: i64) -> Reason:
        return words.why(s, seat, action)

    def prompt(self, s: Wildlife, seat: Seat) -> Phrase:
        return words.prompt(s, seat)

    def word(self, meaning: str, number: int) -> Phrase:
        return words.word(meaning, number)

    def write_position(self, s: Wildlife) -> str:
        return notation.write_position(s)

    def read_position(self, text: str, options: Mapping[str, str], box: Table) -> State:
        return notation.read_position(text, options, box)

    def show(self, s: Wildlife, seat: Seat) -> Mapping[str, Any]:
        return show.show(s, seat)

    def lit(self, s: Wildlife, seat: Seat, action: int) -> tuple[str, ...]:
        return show.lit(s, seat, action)

    def place_name(self, s: Wildlife, seat: Seat, place: str) -> Phrase | None:
        return words.place_name(place)
