"""What every game says of itself; each game's folder fills this in."""

from collections.abc import Mapping
from typing import Any, Final, Protocol, TypeVar

from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.event import Saying
from meute.core.frame import Frame, State
from meute.core.learned import Learned, Names, minded, names, shipped
from meute.core.numbers import NOBODY, has, i64, vec
from meute.core.options import Option, settle_options
from meute.core.phrase import Phrase, phrase
from meute.core.position import Reader, read_frames, write_frames
from meute.core.reason import CHANCE_FIRST, GAME_OVER, NOT_YOUR_TURN, OTHER_QUESTION, Reason
from meute.core.score import ScoreSheet
from meute.core.seats import CHANCE, Seat
from meute.core.tensor import Layout, Row

T = TypeVar("T")

POINT: Final = 100
"""The worth of one point on the score sheet."""
THOUSAND: Final = 1000
"""A game that is over has come so far."""
LEAST_WORTH: Final = 1000000
NEVER: Final = -100000
"""The urge to do what is out of the question: nobody looks where it leads."""
DECISIVE: Final = 20.0


def by_number(named: Mapping[int, T]) -> tuple[T, ...]:
    """What is keyed by a game's constants, in their order: they count from 0 without a gap."""
    assert list(named) == list(range(len(named))), f"not in order, or a gap: {list(named)}"
    return tuple(named.values())


class BoxSide(Protocol):
    """A game's `box.py`."""

    def contents(self) -> Contents:
        """The components as they are in the box."""


class TableSide(Protocol):
    """A game's `table.py`."""

    def start(self, seats: int, settled: Mapping[str, str], contents: Contents) -> State:
        """A table before anything has happened; `settle` finds the first one to decide."""


class WordsSide(Protocol):
    """A game's `words.py`."""

    def word(self, meaning: str, number: int) -> Phrase:
        """The name of a thing: a card, a place, a token."""

    def place_name(self, s: Any, seat: int, place: str) -> Phrase | None:
        """The spoken name of a place that lights up; None where the action's own words do."""

    def progress(self, s: Any) -> Phrase | None:
        """How far the game has come, in a few words."""


class NotationSide(Protocol):
    """A game's `notation.py`."""

    def write_table(self, s: Any) -> list[str]:
        """The table as lines of text, without its frames."""

    def read_table(self, reader: Reader, settled: Mapping[str, str], contents: Contents) -> State:
        """The table that such lines describe."""


class ShowSide(Protocol):
    """A game's `show.py`."""

    def show(self, s: Any, seat: int) -> Mapping[str, Any]:
        """What the page draws: the table as this seat sees it, by names."""

    def lit(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """The places on the page that an action is chosen by, in order."""

    def why_place(self, s: Any, seat: int, place: str) -> Reason:
        """Why a place that no action is chosen by now cannot be chosen."""


class Game:
    """One game: its facts as attributes, its rules behind a few methods, and modules for what is not hot."""

    def __init__(
        self,
        id: str,
        seats: tuple[int, int],
        minutes: int,
        version: int,
        options: tuple[Option, ...],
        codec: Codec,
        layout: Layout,
        frames: tuple[type[Frame], ...],
        events: Mapping[int, Saying],
        rules: Mapping[int, str],
        ends: Mapping[int, str],
        course: str,
        sides: "Sides",
    ) -> None:
        self.id = id
        self.fewest, self.most = seats
        self.minutes = minutes
        self.version = version
        self.options = options
        self.codec = codec
        self.layout = layout
        """The planes of a view's tensor."""
        self.frames = frames
        self.events = by_number(events)
        self.rules = by_number(rules)
        """Names of the score sheet's rows."""
        self.ends = by_number(ends)
        """Names of the ways in which a game ends."""
        self.course = course
        """The heading of the paragraph that says whose turn it is."""
        self.open = False
        """Whether nothing is ever hidden, so that one imagined table is the only one."""
        self.shared = False
        """Whether all can lose together."""
        self.spread = DECISIVE * POINT
        """The worth of a lead that all but decides a game."""
        self.guesses: i64 = 1
        """Worlds in which a search judges its options before it tries them: more where one of them tells little."""
        self.terms: tuple[str, ...] = ()
        """Names of what a seat's chances are told by, where that is learned."""
        self.habits: dict[str, int] = {}
        """Names of what `worth`, `urge` and `instinct` go by, each with a first guess."""
        self.known: dict[int, Learned] | None = None
        """What the package has learned, by numbers of seats, once somebody asked."""
        self.orders: dict[str, tuple[str, ...]] = {}
        """Kinds of questions that may be answered in advance, each by the blocks that it offers; where an amount is
        named, its block comes first."""
        self.row_place = ""
        """What the places of score rows are, as a meaning for `word`; empty where rows are told apart by their rule."""
        self.sides = sides

    # --- hot: every game's own

    def rematch(self, options: Mapping[str, str], loser: int) -> dict[str, str]:
        """The options of another game, if the rulebook says who begins it; the loser's seat there, or NOBODY."""
        return dict(options)

    def look(self, s: Any, seat: Seat) -> State:
        """The table as this seat sees it (NOBODY: a spectator), built field by field."""
        raise AssertionError

    def imagine(self, s: Any, seat: Seat, rng: Generator) -> State:
        """A whole table that fits what the seat sees."""
        raise AssertionError

    def fill(self, s: Any, seat: Seat, out: Row, at: i64) -> None:
        """Writes the tensor of what a seat sees into a row of numbers, from a state, its view or an imagined table."""
        raise AssertionError

    def score(self, s: Any, sheet: ScoreSheet) -> None:
        """Writes the score sheet as it stands."""
        raise AssertionError

    def places(self, s: Any) -> vec[i64]:
        """The final place of each seat, ties broken as the rules say; all NOBODY if nobody can win any more."""
        raise AssertionError

    def tie_breaks(self, s: Any) -> list[tuple[str, list[int]]]:
        """What decides between those who are level on points, the first of it first: its name, and each seat's."""
        return []

    def may_win(self, s: Any, seat: Seat) -> bool:
        """Whether a seat has what the rules ask of a winner, once those who were ahead have given up."""
        return True

    def worth(self, s: Any, seat: Seat) -> i64:
        """How good the table is for a seat: by default, its lead over the best of the others on the score sheet."""
        sheet = ScoreSheet(s.seats, False)
        self.score(s, sheet)
        best: i64 = -LEAST_WORTH
        for other in range(s.seats):
            if other != seat and sheet.totals[other] > best:
                best = sheet.totals[other]
        return (sheet.totals[seat] - best) * POINT

    def tell(self, s: Any, seat: Seat, out: vec[i64]) -> i64:
        """Writes the terms of everybody who may have the win, one after the other, by what a seat sees; how far the
        game has come, in thousandths."""
        raise AssertionError

    def contenders(self, seats: i64) -> i64:
        """How many may have the win: every seat, and after them nobody, where all can lose together."""
        return seats + 1 if self.shared else seats

    def horizon(self, seats: i64) -> i64:
        """Turns that a search looks ahead before it trusts `worth`; 0 where it plays on at random to the end."""
        return 0

    def further(self, seats: i64) -> i64:
        """How many turns more it looks once the nearer ones are settled."""
        return 0

    def turns(self, s: Any) -> i64:
        """How many turns were taken."""
        return 0

    def rests(self, s: Any) -> bool:
        """Whether all that is left of a turn is chance, and no table tells more than this one."""
        return False

    def is_last_turn(self, s: Any) -> bool:
        """Whether the game ends with this turn, so that playing on tells all."""
        return False

    def drags(self, s: Any) -> bool:
        """Whether it has gone on for so long that `worth` hurries everybody, which is more than was ever learned."""
        return False

    def urge(self, s: Any, seat: Seat, action: i64) -> i64:
        """What speaks for an action before it is tried, in the same unit."""
        return 0

    def instinct(self, s: Any, seat: Seat, out: Choices, rng: Generator) -> i64:
        """What a seat does by its habits where a game is played on in the mind: one of its actions, with some chance;
        cheap."""
        raise AssertionError

    def reflex(self, s: Any, seat: Seat) -> i64:
        """What a seat does at once, without comparing where actions lead; NOBODY where it must look."""
        return NOBODY

    def best(self, s: Any, seat: Seat, rng: Generator) -> i64:
        """One of the actions that lead to the best table, where that can be told without trying all; else NOBODY."""
        return NOBODY

    def care(self, s: Any, seat: Seat) -> i64:
        """What a seat does for everybody's sake, where all can lose together; NOBODY where it may think of its own."""
        return NOBODY

    def end(self, s: Any) -> i64:
        """Which of `ends` it was."""
        return 0

    # --- what the kernel answers for all games

    def prompt(self, s: Any, seat: Seat) -> Phrase:
        """What the seat is asked, or what it waits for."""
        top: Frame | None = s.top
        if top is None:
            return phrase(GAME_OVER.key)
        if s.awaits_chance():
            return phrase(CHANCE_FIRST.key)
        if seat == NOBODY or not has(s.asked, seat):
            return phrase("prompt.wait")
        return top.asks(s, seat)

    def why(self, s: Any, seat: Seat, action: i64) -> Reason:
        """Why the seat may not do this, by what it sees."""
        reason = self.refusal(s, seat, action)
        return reason if reason.heading else Reason(reason.key, self.course)

    def refusal(self, s: Any, seat: Seat, action: i64) -> Reason:
        """The same, without a heading where it is no matter of one paragraph."""
        top: Frame | None = s.top
        if top is None:
            return GAME_OVER
        if s.awaits_chance():
            return CHANCE_FIRST
        if seat == NOBODY or not has(s.asked, seat):
            return NOT_YOUR_TURN
        block = self.codec.block(action)
        offered = {self.codec.block(other) for other in [*s.options(seat), *top.CONCERNS]}
        return top.refuses(s, seat, action) if block in offered else OTHER_QUESTION

    def why_place(self, s: Any, seat: Seat, place: str) -> Reason:
        """Why a place that no action is chosen by now cannot be chosen."""
        if s.top is None or s.awaits_chance() or seat == NOBODY or not has(s.asked, seat):
            return self.why(s, seat, 0)
        reason = self.sides.show.why_place(s, seat, place)
        return reason if reason.heading else Reason(reason.key, self.course)

    def write_position(self, s: Any) -> str:
        """The table as text."""
        return "\n".join([*self.sides.notation.write_table(s), f"frames {write_frames(s)}"])

    def read_position(self, text: str, options: Mapping[str, str], box: Contents) -> State:
        """The table that a text describes; refuses what cannot lie there, and where nobody could go on."""
        reader = Reader(text)
        s = self.sides.notation.read_table(reader, settle_options(self.options, options, self.version), box)
        reader.done()
        s.habits = minded(self.learned(s.seats).habits)
        read_frames(s, reader.frames, self.frames)
        try:
            s.settle()
            goes_on = can_go_on(s)
        except Exception as error:  # whatever a rule stumbles over on a table that cannot be
            raise BadInput("error.position_stuck", "frames") from error
        if not goes_on:
            raise BadInput("error.position_stuck", "frames")
        return s

    # --- cold: the game's modules

    def box(self) -> Contents:
        """The components as they are in the box."""
        return self.sides.box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Contents) -> State:
        """A table before anything has happened; `settle` finds the first one to decide."""
        s = self.sides.table.start(seats, options, box)
        s.habits = minded(self.learned(seats).habits)
        return s

    def names(self) -> Names:
        """What numbers must have been learned for to be of use."""
        return names(self.id, self.version, self.habits, self.terms)

    def learned(self, seats: int) -> Learned:
        """What the package has learned for so many seats; where that is nothing, first guesses."""
        if self.known is None:
            self.known = shipped(self.names())
        return self.known.get(seats) or Learned(tuple(self.habits.values()), ())

    def word(self, meaning: str, number: int) -> Phrase:
        """The name of a thing: a card, a place, a token."""
        return self.sides.words.word(meaning, number)

    def place_name(self, s: Any, seat: Seat, place: str) -> Phrase | None:
        """The spoken name of a place that lights up; None where the action's own words do."""
        return self.sides.words.place_name(s, seat, place)

    def progress(self, s: Any) -> Phrase | None:
        """How far the game has come, in a few words."""
        return self.sides.words.progress(s)

    def show(self, s: Any, seat: Seat) -> Mapping[str, Any]:
        """What the page draws: the table as this seat sees it, by names."""
        return self.sides.show.show(s, seat)

    def lit(self, s: Any, seat: Seat, action: int) -> tuple[str, ...]:
        """The places on the page that an action is chosen by, in order."""
        return self.sides.show.lit(s, seat, action)


class Sides:
    """The modules of a game's folder that are not hot."""

    def __init__(
        self, box: BoxSide, table: TableSide, words: WordsSide, notation: NotationSide, show: ShowSide
    ) -> None:
        self.box = box
        self.table = table
        self.words = words
        self.notation = notation
        self.show = show


def can_go_on(s: State) -> bool:
    """Whether the game is over, or chance or one of those who are asked has something to choose."""
    if s.is_over():
        return True
    if s.awaits_chance():
        return s.choices(CHANCE).weight > 0
    return any(has(s.asked, seat) and s.options(seat) for seat in range(s.seats))


class View:
    """What a seat sees, and all that a computer player ever gets."""

    def __init__(self, game: Game, s: State, seat: int, hides: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.state = game.look(s, seat) if hides else s

    def options(self) -> list[int]:
        """What the seat may do now; nothing if it is not asked."""
        if self.seat == NOBODY or (self.state.asked >> self.seat) & 1 == 0:
            return []
        return self.state.options(self.seat)

    def imagine(self, rng: Generator) -> State:
        """A whole table that fits the view."""
        return self.game.imagine(self.state, self.seat, rng)

    def text(self) -> str:
        """The view as a position with the unknown left open."""
        return self.game.write_position(self.state)
