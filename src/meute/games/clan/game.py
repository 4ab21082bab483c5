"""Le Clan des Loups, as the rest of the house sees it."""

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import POINT, Game, Sides
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.clan import box, features, judgement, notation, scoring, show, table, tensor, view, words
from meute.games.clan.events import EVENTS
from meute.games.clan.options import OPTIONS
from meute.games.clan.rules import FRAMES
from meute.games.clan.state import MOST_SEATS, Clan

RULES_VERSION = 2
"""2: howls are counted from space to space."""
MINUTES = 75


class ClanGame(Game):
    """Packs on a map of regions, three moons, and tiles to flip for every action."""

    def __init__(self) -> None:
        super().__init__(
            id="clan",
            seats=(box.FEWEST, MOST_SEATS),
            minutes=MINUTES,
            version=RULES_VERSION,
            options=OPTIONS,
            codec=notation.CODEC,
            layout=tensor.LAYOUT,
            frames=FRAMES,
            events=EVENTS,
            rules=scoring.RULES,
            ends=scoring.ENDS,
            course="APERÇU D'UN TOUR",
            sides=Sides(box, table, words, notation, show),
        )
        self.open = True
        self.spread = 25.0 * POINT
        self.terms = features.TERMS
        self.habits = judgement.HABITS

    def look(self, s: Clan, seat: Seat) -> State:
        return view.look(s, seat)

    def imagine(self, s: Clan, seat: Seat, rng: Generator) -> State:
        return view.imagine(s, seat, rng)

    def fill(self, s: Clan, seat: Seat, out: Row, at: i64) -> None:
        tensor.fill(s, seat, out, at)

    def score(self, s: Clan, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Clan) -> vec[i64]:
        return scoring.final_places(s)

    def tie_breaks(self, s: Clan) -> list[tuple[str, list[int]]]:
        return scoring.tie_breaks(s)

    def tell(self, s: Clan, seat: Seat, out: vec[i64]) -> i64:
        return features.tell(s, out)

    def horizon(self, seats: i64) -> i64:
        """One turn of everybody."""
        return seats

    def further(self, seats: i64) -> i64:
        """Another one where two play."""
        return seats if seats == self.fewest else 0

    def drags(self, s: Clan) -> bool:
        return judgement.lateness(s) > 0

    def turns(self, s: Clan) -> i64:
        return s.turns

    def worth(self, s: Clan, seat: Seat) -> i64:
        return judgement.worth(s, seat)
