"""Traces de Loups, as the rest of the house sees it."""

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
from meute.games.traces import box, judgement, notation, scoring, show, table, view, words
from meute.games.traces.rules.setup import FRAMES
from meute.games.traces.state import Traces

FEWEST_SEATS = 3
MOST_SEATS = 6
MINUTES = 90


class TracesGame(Game):
    """Three to six players, one pack."""

    def __init__(self) -> None:
        super().__init__(
            id="traces",
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
        self.spread = 15.0 * POINT

    def box(self) -> Table:
        return box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Table) -> State:
        return table.start(seats, options, box)

    def look(self, s: Traces, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Traces, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def score(self, s: Traces, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Traces) -> vec[i64]:
        return scoring.final_places(s)

    def worth(self, s: Traces, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def horizon(self, seats: i64) -> i64:
        return 2

    def turns(self, s: Traces) -> i64:
        return s.year

    def urge(self, s: Traces, seat: Seat, action: i64) -> i64:
        return judgement.urge(s, seat, action)

    def reflex(self, s: Traces, seat: Seat) -> i64:
        return judgement.reflex(s, seat)

    def care(self, s: Traces, seat: Seat) -> i64:
        """What a seat does for the pack's sake before it thinks of its own; NOBODY where it may."""
        return judgement.care(s, seat)

    def end(self, s: Traces) -> i64:
        return s.ended

    def why(self, s: Traces, seat: Seat, action: i64) -> Reason:
        return words.why(s, seat, action)

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        return words.prompt(s, seat)

    def word(self, meaning: str, number: int) -> Phrase:
        return words.word(meaning, number)

    def place_name(self, s: Traces, seat: Seat, place: str) -> Phrase | None:
        return words.place_name(place)

    def progress(self, s: Traces) -> Phrase | None:
        return words.progress(s)

    def write_position(self, s: Traces) -> str:
        return notation.write_position(s)

    def read_position(self, text: str, options: Mapping[str, str], box: Table) -> State:
        return notation.read_position(text, options, box)

    def show(self, s: Traces, seat: Seat) -> Mapping[str, Any]:
        return show.show(s, seat)

    def lit(self, s: Traces, seat: Seat, action: int) -> tuple[str, ...]:
        return show.lit(s, seat, action)
