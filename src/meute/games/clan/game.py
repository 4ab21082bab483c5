"""Le Clan des Loups, as the rest of the house sees it."""

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
from meute.games.clan import box, judgement, notation, reasons, scoring, show, table, view, words
from meute.games.clan.rules import FRAMES
from meute.games.clan.state import MOST_SEATS, Clan

MINUTES = 75


class ClanGame(Game):
    """Packs on a map of regions, three moons, and tiles to flip for every action."""

    def __init__(self) -> None:
        super().__init__(
            id="clan",
            seats=(box.FEWEST, MOST_SEATS),
            minutes=MINUTES,
            version=table.RULES_VERSION,
            options=table.OPTIONS,
            codec=notation.CODEC,
            frames=FRAMES,
            events=words.EVENTS,
            rules=scoring.RULES,
            ends=words.ENDS,
        )
        self.open = True
        self.spread = 25.0 * POINT

    def box(self) -> Table:
        return box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Table) -> State:
        return table.start(seats, options, box)

    def look(self, s: Clan, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Clan, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def score(self, s: Clan, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Clan) -> vec[i64]:
        return scoring.final_places(s)

    def horizon(self, seats: i64) -> i64:
        """One turn of everybody."""
        return seats

    def turns(self, s: Clan) -> i64:
        return s.turns

    def worth(self, s: Clan, seat: Seat) -> i64:
        return judgement.worth(s, seat)

    def end(self, s: Clan) -> i64:
        return 0

    def why(self, s: Clan, seat: Seat, action: i64) -> Reason:
        return reasons.why(s, seat, action)

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        return words.prompt(s, seat)

    def word(self, meaning: str, number: int) -> Phrase:
        return words.word(meaning, number)

    def write_position(self, s: Clan) -> str:
        return notation.write_position(s)

    def read_position(self, text: str, options: Mapping[str, str], box: Table) -> State:
        return notation.read_position(text, options, box)

    def show(self, s: Clan, seat: Seat) -> Mapping[str, Any]:
        return show.show(s, seat)

    def lit(self, s: Clan, seat: Seat, action: int) -> tuple[str, ...]:
        return show.lit(s, seat, action)
