"""`Game`: the interface that every game implements, and `View`: the redacted state of one seat."""

from collections.abc import Mapping
from typing import Any, Final, Protocol, TypeVar

from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.event import EventKind
from meute.core.frame import Frame, State
from meute.core.learned import Learned, LearnedSchema, learned_schema, load_shipped, weights_vector
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
"""Units of `evaluate` and `prior` per point of the score sheet."""
THOUSAND: Final = 1000
"""Progress of a finished game: `features` returns thousandths."""
LOWEST_VALUE: Final = 1000000
"""Below every evaluation, with its sign changed."""
NEVER: Final = -100000
"""Prior of an action that a search never tries."""
DECISIVE: Final = 20.0
"""Default lead in points that all but decides a game."""
MAX_STEPS: Final = 10000


def by_number(named: Mapping[int, T]) -> tuple[T, ...]:
    """The values in the order of their keys, which must be 0, 1, 2, ... without a gap."""
    assert list(named) == list(range(len(named))), f"not in order, or a gap: {list(named)}"
    return tuple(named.values())


class BoxModule(Protocol):
    """A game's `box.py`."""

    def contents(self) -> Contents:
        """The component figures of `box.toml`."""


class InitialStateModule(Protocol):
    """A game's `initial_state.py`."""

    def start(self, seats: int, settled: Mapping[str, str], contents: Contents) -> State:
        """The state before the first decision; `State.advance` then finds the first seat to decide."""


class PhrasesModule(Protocol):
    """A game's `phrases.py`."""

    def word(self, meaning: str, number: int) -> Phrase:
        """The name of a thing: a card, a place, a token."""

    def place_name(self, s: Any, seat: int, place: str) -> Phrase | None:
        """The accessible name of a clickable place; None where the action's own name serves."""

    def progress(self, s: Any) -> Phrase | None:
        """How far the game has come, in a few words: "trick 3 of 13"."""


class NotationModule(Protocol):
    """A game's `notation.py`."""

    def write_table(self, s: Any) -> list[str]:
        """The lines of a position, without its frames."""

    def read_table(self, reader: Reader, settled: Mapping[str, str], contents: Contents) -> State:
        """The inverse of `write_table`; raises `BadInput` with the field that is wrong."""


class ShowModule(Protocol):
    """A game's `show.py`."""

    def show(self, s: Any, seat: int) -> Mapping[str, Any]:
        """What the page draws for this seat, as the `TypedDict`s of `show_types.py`."""

    def targets(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """The places on the page to click for an action, in order."""

    def why_place(self, s: Any, seat: int, place: str) -> Reason:
        """Why no legal action is chosen by clicking this place."""


class Game:
    """One game: facts as attributes, hot questions as methods, everything else in `modules`.

    Methods take the state as `s: Any`, so that each game's override can name its own state class."""

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
        events: Mapping[int, EventKind],
        rules: Mapping[int, str],
        ends: Mapping[int, str],
        turn_heading: str,
        modules: "GameModules",
    ) -> None:
        self.id = id
        self.min_seats, self.max_seats = seats
        self.minutes = minutes
        self.version = version
        self.options = options
        self.codec = codec
        self.layout = layout
        """The planes of the observation tensor."""
        self.frames = frames
        self.events = by_number(events)
        self.rules = by_number(rules)
        """Names of the score sheet's rows."""
        self.ends = by_number(ends)
        """Names of the ways in which the game can end."""
        self.turn_heading = turn_heading
        """The rulebook heading that says whose turn it is: the heading of refusals that name none."""
        self.is_perfect_information = False
        """Whether nothing is ever hidden, so that every determinization is the state itself."""
        self.can_all_lose = False
        """Whether all seats can lose together."""
        self.decisive_lead = DECISIVE * POINT
        """The lead, in units of `evaluate`, that all but decides the game."""
        self.max_steps: i64 = MAX_STEPS
        """Decisions after which environments truncate a game: at least twice the longest of 2,000 random games."""
        self.prior_samples: i64 = 1
        """Determinizations over which a search averages priors at its root; more where one is a poor sample."""
        self.feature_names: tuple[str, ...] = ()
        """Names of the value function's features; empty where the game has none."""
        self.default_weights: dict[str, int] = {}
        """Names of the heuristic weights with their values before training."""
        self.learned_by_seats: dict[int, Learned] | None = None
        """Shipped weights and coefficients by number of seats; loaded at first use."""
        self.standing_orders: dict[str, tuple[str, ...]] = {}
        """Kinds of standing orders, each with the action kinds that answer it; a kind with an amount comes first."""
        self.row_place = ""
        """The meaning, for `word`, of the place of a score row; empty where rows have none."""
        self.modules = modules

    # --- hot: overridden by games

    def check_seats(self, seats: int) -> None:
        """Raises `BadInput` unless the game can be played with so many seats."""
        if not self.min_seats <= seats <= self.max_seats:
            problem = "error.seats_exact" if self.min_seats == self.max_seats else "error.seats"
            raise BadInput(problem, "seats", number=seats, fewest=self.min_seats, most=self.max_seats)

    def rematch(self, options: Mapping[str, str], loser: int) -> dict[str, str]:
        """The options of a rematch: some rulebooks let the last game's loser (a seat, or NOBODY) begin."""
        return dict(options)

    def redact(self, s: Any, seat: Seat) -> State:
        """A copy of the state without what is hidden from the seat (NOBODY: from a spectator)."""
        raise AssertionError

    def determinize(self, s: Any, seat: Seat, rng: Generator) -> State:
        """Samples a full state that is consistent with the seat's view `s`."""
        raise AssertionError

    def write_tensor(self, s: Any, seat: Seat, out: Row, at: i64) -> None:
        """Writes the seat's observation tensor into `out` from index `at`; a view gives the same as its state."""
        raise AssertionError

    def score(self, s: Any, sheet: ScoreSheet) -> None:
        """Adds the current score to the sheet."""
        raise AssertionError

    def places(self, s: Any) -> vec[i64]:
        """The final place of each seat (1 is the winner), ties broken by the rules; all NOBODY if all seats lose."""
        raise AssertionError

    def tie_breaks(self, s: Any) -> list[tuple[str, list[int]]]:
        """The tie breaks in their order: name, and the value of each seat (the highest wins)."""
        return []

    def may_win(self, s: Any, seat: Seat) -> bool:
        """Whether the seat meets the rules' condition for winning; asked once seats ahead of it have resigned."""
        return True

    def evaluate(self, s: Any, seat: Seat) -> i64:
        """Heuristic value for the seat, in units of 1 / POINT; by default its lead over the best other seat."""
        sheet = ScoreSheet(s.seats, False)
        self.score(s, sheet)
        best: i64 = -LOWEST_VALUE
        for other in range(s.seats):
            if other != seat and sheet.totals[other] > best:
                best = sheet.totals[other]
        return (sheet.totals[seat] - best) * POINT

    def features(self, s: Any, seat: Seat, out: vec[i64]) -> i64:
        """Writes the features of every contender as the seat sees them; returns progress in thousandths."""
        raise AssertionError

    def contenders(self, seats: i64) -> i64:
        """Outcomes of the value function: one for each seat, and "all lose" where the rules have that."""
        return seats + 1 if self.can_all_lose else seats

    def horizon(self, seats: i64) -> i64:
        """Turns that a search looks ahead before it calls `evaluate`; 0: rollouts to the end of the game."""
        return 0

    def extended_horizon(self, seats: i64) -> i64:
        """Turns that a search adds to `horizon` once the nearer ones are decided."""
        return 0

    def turns_taken(self, s: Any) -> i64:
        """Turns completed so far: what `horizon` counts."""
        return 0

    def awaits_only_chance(self, s: Any) -> bool:
        """Whether only chance is left in this turn, so that evaluating now is as good as after it."""
        return False

    def is_last_turn(self, s: Any) -> bool:
        """Whether the game ends with this turn: a search then plays it out instead of evaluating."""
        return False

    def is_overlong(self, s: Any) -> bool:
        """Whether the game exceeds the length of the training games: `evaluate` then replaces the value function."""
        return False

    def prior(self, s: Any, seat: Seat, action: i64) -> i64:
        """Heuristic prior of an action, in the unit of `evaluate`; NEVER excludes it."""
        return 0

    def rollout_action(self, s: Any, seat: Seat, out: Choices, rng: Generator) -> i64:
        """Rollout policy: samples a legal action of the seat by the state's weights. Must be cheap."""
        raise AssertionError

    def forced_move(self, s: Any, seat: Seat) -> i64:
        """The action that a bot plays without a search; NOBODY where it must search."""
        return NOBODY

    def quick_best(self, s: Any, seat: Seat, rng: Generator) -> i64:
        """A best action by `evaluate`, where it is found without applying every action; else NOBODY."""
        return NOBODY

    def team_move(self, s: Any, seat: Seat) -> i64:
        """The action that keeps all seats from losing together; NOBODY where the seat may play for itself."""
        return NOBODY

    def end_kind(self, s: Any) -> i64:
        """How the game ended: an index of `ends`."""
        return 0

    # --- the same for all games

    def prompt(self, s: Any, seat: Seat) -> Phrase:
        """The question to the seat, or what it waits for."""
        top: Frame | None = s.top
        if top is None:
            return phrase(GAME_OVER.key)
        if s.awaits_chance():
            return phrase(CHANCE_FIRST.key)
        if seat == NOBODY or not has(s.asked, seat):
            return phrase("prompt.wait")
        return top.prompt(s, seat)

    def why(self, s: Any, seat: Seat, action: i64) -> Reason:
        """Why the action is illegal for the seat; `s` is its view, so that the reason reveals nothing."""
        reason = self.refusal(s, seat, action)
        return reason if reason.heading else Reason(reason.key, self.turn_heading)

    def refusal(self, s: Any, seat: Seat, action: i64) -> Reason:
        """Like `why`, but with an empty heading where no single rule forbids the action."""
        top: Frame | None = s.top
        if top is None:
            return GAME_OVER
        if s.awaits_chance():
            return CHANCE_FIRST
        if seat == NOBODY or not has(s.asked, seat):
            return NOT_YOUR_TURN
        block = self.codec.kind(action)
        offered = {self.codec.kind(other) for other in [*s.legal_actions(seat), *top.EXPLAINS]}
        return top.refusal(s, seat, action) if block in offered else OTHER_QUESTION

    def why_place(self, s: Any, seat: Seat, place: str) -> Reason:
        """Why no legal action is chosen by clicking this place of the page."""
        if s.top is None or s.awaits_chance() or seat == NOBODY or not has(s.asked, seat):
            return self.why(s, seat, 0)
        reason = self.modules.show.why_place(s, seat, place)
        return reason if reason.heading else Reason(reason.key, self.turn_heading)

    def write_position(self, s: Any) -> str:
        """The state as text; `read_position` is the inverse."""
        return "\n".join([*self.modules.notation.write_table(s), f"frames {write_frames(s)}"])

    def read_position(self, text: str, options: Mapping[str, str], box: Contents) -> State:
        """The state that a text describes; raises `BadInput` if it is malformed, impossible or has no legal move."""
        reader = Reader(text)
        s = self.modules.notation.read_table(reader, settle_options(self.options, options, self.version), box)
        reader.done()
        s.weights = weights_vector(self.learned(s.seats).weights)
        read_frames(s, reader.frames, self.frames)
        try:
            s.advance()
            goes_on = can_go_on(s)
        except Exception as error:  # a rule may raise anything in an impossible state
            raise BadInput("error.position_stuck", "frames") from error
        if not goes_on:
            raise BadInput("error.position_stuck", "frames")
        return s

    # --- cold: in the game's modules

    def box(self) -> Contents:
        """The component figures of `box.toml`."""
        return self.modules.box.contents()

    def start(self, seats: int, options: Mapping[str, str], box: Contents) -> State:
        """The state before the first decision; call `State.advance` to find the first seat to decide."""
        s = self.modules.initial_state.start(seats, options, box)
        s.weights = weights_vector(self.learned(seats).weights)
        return s

    def learned_schema(self) -> LearnedSchema:
        """Identifies which learned numbers fit this version of the game."""
        return learned_schema(self.id, self.version, self.default_weights, self.feature_names)

    def learned(self, seats: int) -> Learned:
        """Shipped weights and coefficients for so many seats; default weights where there are none."""
        if self.learned_by_seats is None:
            self.learned_by_seats = load_shipped(self.learned_schema())
        return self.learned_by_seats.get(seats) or Learned(tuple(self.default_weights.values()), ())

    def word(self, meaning: str, number: int) -> Phrase:
        """The name of a thing: a card, a place, a token."""
        return self.modules.phrases.word(meaning, number)

    def place_name(self, s: Any, seat: Seat, place: str) -> Phrase | None:
        """The accessible name of a clickable place; None where the action's own name serves."""
        return self.modules.phrases.place_name(s, seat, place)

    def progress(self, s: Any) -> Phrase | None:
        """How far the game has come, in a few words."""
        return self.modules.phrases.progress(s)

    def show(self, s: Any, seat: Seat) -> Mapping[str, Any]:
        """What the page draws for this seat."""
        return self.modules.show.show(s, seat)

    def targets(self, s: Any, seat: Seat, action: int) -> tuple[str, ...]:
        """The places on the page to click for an action, in order."""
        return self.modules.show.targets(s, seat, action)


class GameModules:
    """The modules of a game's folder that no search calls."""

    def __init__(
        self,
        box: BoxModule,
        initial_state: InitialStateModule,
        phrases: PhrasesModule,
        notation: NotationModule,
        show: ShowModule,
    ) -> None:
        self.box = box
        self.initial_state = initial_state
        self.phrases = phrases
        self.notation = notation
        self.show = show


def can_go_on(s: State) -> bool:
    """Whether the game is over, or chance or an asked seat has a legal action."""
    if s.is_over():
        return True
    if s.awaits_chance():
        return s.choices(CHANCE).weight > 0
    return any(has(s.asked, seat) and s.legal_actions(seat) for seat in range(s.seats))


class View:
    """The redacted state of one seat (NOBODY: a spectator): the only thing that bots get."""

    def __init__(self, game: Game, s: State, seat: int, redact: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.state = game.redact(s, seat) if redact else s

    def legal_actions(self) -> list[int]:
        """The seat's legal actions; empty if it is not asked."""
        if self.seat == NOBODY or (self.state.asked >> self.seat) & 1 == 0:
            return []
        return self.state.legal_actions(self.seat)

    def determinize(self, rng: Generator) -> State:
        """Samples a full state that is consistent with the view."""
        return self.game.determinize(self.state, self.seat, rng)

    def text(self) -> str:
        """The view as a position; what is hidden is written as unknown."""
        return self.game.write_position(self.state)
