"""Game object of Le Clan des Loups."""

from collections.abc import Mapping
from typing import Any

from meute.core.chance import Generator
from meute.core.frame import State
from meute.core.game import Game, GameModules
from meute.core.numbers import i64, vec
from meute.core.score import ScoreSheet
from meute.core.seats import Seat
from meute.core.tensor import Row
from meute.games.clan import (
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
from meute.games.clan.events import EVENTS
from meute.games.clan.names import NAMES
from meute.games.clan.options import OPTIONS
from meute.games.clan.rules import FRAMES
from meute.games.clan.state import MOST_SEATS, Clan

RULES_VERSION = 3
"""2: howl range is counted in spaces. 3: factions are chosen by default."""
MINUTES = 75


class ClanGame(Game):
    """Area control on a map of regions: three moons, and tiles to flip for every action."""

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
            turn_heading="APERÇU D'UN TOUR",
            modules=GameModules(box, initial_state, NAMES, display_names, notation, show, effects),
        )
        self.is_perfect_information = True
        self.plan = ("track", "builds")
        self.outcomes = ("hunts", "region_won", "region_second", "region_tied")

    def redact(self, s: Clan, seat: Seat) -> State:
        return view.redact(s, seat)

    def determinize(self, s: Clan, seat: Seat, rng: Generator) -> State:
        return view.determinize(s, seat, rng)

    def write_tensor(self, s: Clan, seat: Seat, out: Row, at: i64) -> None:
        tensor.write_tensor(s, seat, out, at)

    def score(self, s: Clan, sheet: ScoreSheet) -> None:
        scoring.score(s, sheet)

    def places(self, s: Clan) -> vec[i64]:
        return scoring.final_places(s)

    def tie_breaks(self, s: Clan) -> list[tuple[str, list[int]]]:
        return scoring.tie_breaks(s)

    def turns_taken(self, s: Clan) -> i64:
        return s.turns

    def picture(self, s: Clan, action: int) -> Mapping[str, Any]:
        return show.picture(s, action)
