"""What every game says of itself; each game's folder fills this in."""

from collections.abc import Mapping
from typing import Any, Final

from meute.core.box import Table
from meute.core.chance import Generator
from meute.core.codec import Codec
from meute.core.frame import Frame, State
from meute.core.numbers import NOBODY, i64, vec
from meute.core.options import Option
from meute.core.phrase import Phrase
from meute.core.score import ScoreSheet
from meute.core.seats import Seat

POINT: Final = 100
"""The worth of one point on the score sheet."""
LEAST_WORTH: Final = 1000000
NEVER: Final = -100000
"""The urge to do what is out of the question: nobody looks where it leads."""
DECISIVE: Final = 20.0


class Saying:
    """An event kind: its name, and what its public numbers and its secret number mean (words of the game)."""

    def __init__(self, name: str, *meanings: str, secret: str = "") -> None:
        self.name = name
        self.meanings = meanings
        self.secret = secret


class Reason:
    """Why something may not be done: a sentence, and the rulebook heading it stands under."""

    def __init__(self, key: str, heading: str) -> None:
        self.key = key
        self.heading = heading


class Game:
    """One game: its facts as attributes, its rules behind a few methods."""

    def __init__(
        self,
        id: str,
        seats: tuple[int, int],
        minutes: int,
        version: int,
        options: tuple[Option, ...],
        codec: Codec,
        frames: tuple[type[Frame], ...],
        events: tuple[Saying, ...],
        rules: tuple[str, ...],
        ends: tuple[str, ...],
    ) -> None:
        self.id = id
        self.fewest, self.most = seats
        self.minutes = minutes
        self.version = version
        self.options = options
        self.codec = codec
        self.frames = frames
        self.events = events
        self.rules = rules
        """Names of the score sheet's rows."""
        self.ends = ends
        """Names of the ways in which a game ends."""
        self.open = False
        """Whether nothing is ever hidden, so that one imagined table is the only one."""
        self.spread = DECISIVE * POINT
        """The worth of a lead that all but decides a game."""
        self.row_place = ""
        """What the places of score rows are, as a meaning for `word`; empty where rows are told apart by their rule."""

    def box(self) -> Table:
        """The components as they are in the box."""
        raise AssertionError

    def start(self, seats: int, options: Mapping[str, str], box: Table) -> State:
        """A table before anything has happened; `settle` finds the first one to decide."""
        raise AssertionError

    def look(self, s: Any, seat: Seat) -> State:
        """The table as this seat sees it (NOBODY: a spectator), built field by field."""
        raise AssertionError

    def imagine(self, s: Any, seat: Seat, rng: Generator) -> State:
        """A whole table that fits what the seat sees."""
        raise AssertionError

    def score(self, s: Any, sheet: ScoreSheet) -> None:
        """Writes the score sheet as it stands."""
        raise AssertionError

    def places(self, s: Any) -> vec[i64]:
        """The final place of each seat, ties broken as the rules say; all NOBODY if nobody can win any more."""
        raise AssertionError

    def worth(self, s: Any, seat: Seat) -> i64:
        """How good the table is for a seat: by default, its lead over the best of the others on the score sheet."""
        sheet = ScoreSheet(s.seats, False)
        self.score(s, sheet)
        best: i64 = -LEAST_WORTH
        for other in range(s.seats):
            if other != seat and sheet.totals[other] > best:
                best = sheet.totals[other]
        return (sheet.totals[seat] - best) * POINT

    def horizon(self, seats: i64) -> i64:
        """Turns that a search looks ahead before it trusts `worth`; 0 where it plays on at random to the end."""
        return 0

    def turns(self, s: Any) -> i64:
        """How many turns were taken, for games that a search looks ahead in."""
        return 0

    def urge(self, s: Any, seat: Seat, action: i64) -> i64:
        """What speaks for an action before it is tried, in the same unit."""
        return 0

    def reflex(self, s: Any, seat: Seat) -> i64:
        """What a seat does at once, without comparing where actions lead; NOBODY where it must look."""
        return NOBODY

    def end(self, s: Any) -> i64:
        """Which of `ends` it was."""
        raise AssertionError

    def why(self, s: Any, seat: Seat, action: i64) -> Reason:
        """Why the seat may not do this, by what it sees."""
        raise AssertionError

    def prompt(self, s: Any, seat: Seat) -> Phrase:
        """What the seat is asked."""
        raise AssertionError

    def word(self, meaning: str, number: int) -> Phrase:
        """The name of a thing: a card, a place, a token."""
        raise AssertionError

    def place_name(self, s: Any, seat: Seat, place: str) -> Phrase | None:
        """The spoken name of a place that lights up; None where the action's own words do."""
        return None

    def progress(self, s: Any) -> Phrase | None:
        """How far the game has come, in a few words."""
        return None

    def write_position(self, s: Any) -> str:
        """The table as text."""
        raise AssertionError

    def read_position(self, text: str, options: Mapping[str, str], box: Table) -> State:
        """The table that a text describes."""
        raise AssertionError

    def show(self, s: Any, seat: Seat) -> Mapping[str, Any]:
        """What the page draws: the table as this seat sees it, by names."""
        raise AssertionError

    def lit(self, s: Any, seat: Seat, action: int) -> tuple[str, ...]:
        """The places on the page that an action is chosen by, in order."""
        raise AssertionError


class View:
    """What a seat sees, and all that a computer player ever gets."""

    def __init__(self, game: Game, s: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.table = game.look(s, seat)

    def options(self) -> list[int]:
        """What the seat may do now; nothing if it is not asked."""
        if self.seat == NOBODY or (self.table.asked >> self.seat) & 1 == 0:
            return []
        return self.table.options(self.seat)

    def imagine(self, rng: Generator) -> State:
        """A whole table that fits the view."""
        return self.game.imagine(self.table, self.seat, rng)

    def text(self) -> str:
        """The view as a position with the unknown left open."""
        return self.game.write_position(self.table)
