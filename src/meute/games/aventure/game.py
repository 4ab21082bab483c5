"""Mon Aventure, as the rest of the house sees it."""

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
from meute.games.aventure import box, judgement, notation, scoring, show, table, view, words
from meute.games.aventure.state import Aventure, placed

MINUTES = 25


class AventureGame(Game):
    """A market of Stories and Objectives, and a grid of twenty-five cards for each player."""

    def __init__(self) -> None:
        super().__init__(
            id="aventure",
            seats=(table.FEWEST, table.MOST),
            minutes=MINUTES,
            version=table.RULES_VERSION,
            options=table.OPTIONS,
            codec=notation.CODEC,
            frames=notation.FRAMES,
            events=words.EVENTS,
            rules=scoring.RULES,
            ends=words.ENDS,
        )
        self.spread = 25.0 * POINT

    def box(self) -> Table:
        return box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Table) -> State:
        return table.start(seats, options, box)

    def rematch(self, options: Mapping[str, str], loser: int) -> dict[str, str]:
        return {**options, table.FIRST.name: table.FIRST.values[1 + loser]}

    def look(self, s: Aventure, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Aventure, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def score(self, s: Aventure, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Aventure) -> vec[i64]:
        return scoring.final_places(s)

    def worth(self, s: Aventure, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def horizon(self, seats: i64) -> i64:
        return 4

    def turns(self, s: Aventure) -> i64:
        total: i64 = 0
        for seat in range(s.seats):
            total += placed(s, seat)
        return total

    def urge(self, s: Aventure, seat: Seat, action: i64) -> i64:
        return judgement.urge(s, seat, action)

    def end(self, s: Aventure) -> i64:
        return 0

    def why(self, s: Aventure, seat: Seat, action: i64) -> Reason:
        return words.why(s, seat, action)

    def prompt(self, s: Aventure, seat: Seat) -> Phrase:
        return words.prompt(s, seat)

    def word(self, meaning: str, number: int) -> Phrase:
        return words.word(meaning, number)

    def write_position(self, s: Aventure) -> str:
        return notation.write_position(s)

    def read_position(self, text: str, options: Mapping[str, str], box: Table) -> State:
        return notation.read_position(text, options, box)

    def show(self, s: Aventure, seat: Seat) -> Mapping[str, Any]:
        return show.show(s, seat)

    def lit(self, s: Aventure, seat: Seat, action: int) -> tuple[str, ...]:
        return show.lit(s, seat, action)

    def place_name(self, s: Aventure, seat: Seat, place: str) -> Phrase | None:
        return words.place_name(s, place)
