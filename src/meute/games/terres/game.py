"""Terres de Loups, as the rest of the house sees it."""

from collections.abc import Mapping
from typing import Any

from meute.core.box import Table
from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, Reason
from meute.core.numbers import i64, vec
from meute.core.phrase import Phrase
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.games.terres import box, judgement, notation, scoring, show, table, view, words
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
            options=table.OPTIONS,
            codec=notation.CODEC,
            frames=FRAMES,
            events=words.EVENTS,
            rules=scoring.RULES,
            ends=words.ENDS,
        )
        self.row_place = "ground"

    def box(self) -> Table:
        return box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Table) -> State:
        return table.start(options, box)

    def look(self, s: Terres, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Terres, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def score(self, s: Terres, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Terres) -> vec[i64]:
        return scoring.final_places(s)

    def worth(self, s: Terres, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def end(self, s: Terres) -> i64:
        return 0

    def why(self, s: Terres, seat: Seat, action: i64) -> Reason:
        return words.why(s, seat, action)

    def prompt(self, s: Terres, seat: Seat) -> Phrase:
        return words.prompt(s, seat)

    def word(self, meaning: str, number: int) -> Phrase:
        return words.word(meaning, number)

    def place_name(self, s: Terres, seat: Seat, place: str) -> Phrase | None:
        return words.place_name(s, place)

    def progress(self, s: Terres) -> Phrase | None:
        return words.progress(s)

    def write_position(self, s: Terres) -> str:
        return notation.write_position(s)

    def read_position(self, text: str, options: Mapping[str, str], box: Table) -> State:
        return notation.read_position(text, options, box)

    def show(self, s: Terres, seat: Seat) -> Mapping[str, Any]:
        return show.show(s, seat)

    def lit(self, s: Terres, seat: Seat, action: int) -> tuple[str, ...]:
        return show.lit(s, seat, action)
