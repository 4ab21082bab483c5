"""`Game`: the interface that every game implements, and `View`: the redacted state of one seat."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.codec import Codec
from meute.core.effect import Effect
from meute.core.errors import BadInput
from meute.core.event import EventKind
from meute.core.frame import Frame, State
from meute.core.layout import Layout
from meute.core.numbers import NOBODY, has, i64, vec
from meute.core.options import Option, settle_options
from meute.core.phrase import Phrase, phrase
from meute.core.position import Reader, read_frames, write_frames
from meute.core.reason import CHANCE_FIRST, GAME_OVER, NOT_YOUR_TURN, OTHER_QUESTION, Reason
from meute.core.score import ScoreSheet
from meute.core.seats import CHANCE, Seat
from meute.core.tensor import Row

T = TypeVar("T")

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


class DisplayNamesModule(Protocol):
    """A game's `display_names.py`."""

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


class EffectsModule(Protocol):
    """A game's `effects.py`."""

    def effect(self, s: Any, seat: int, action: int, names: Sequence[str]) -> Effect | None:
        """What a legal action of the seat will do, for a person who chooses; None if its name says it all. `s` is the
        seat's view; `names`: the players.

        A game whose page drafts several decisions in any order also has `draft_effects(s, seat, actions)`, by action:
        what each of them will do beside the others."""


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
        self.max_steps: i64 = MAX_STEPS
        """Decisions after which environments truncate a game: at least twice the longest of 2,000 random games."""
        self.standing_orders: dict[str, tuple[str, ...]] = {}
        """Kinds of standing orders, each with the action kinds that answer it; a kind with an amount comes first."""
        self.loser_begins: Option | None = None
        """The option that names the first seat (0: at random), where the rulebook lets the last game's loser begin."""
        self.row_place = ""
        """The meaning, for `word`, of the place of a score row; empty where rows have none."""
        self.row_pieces: dict[int, str] = {}
        """The meaning, for `word`, of the piece of a score row, by rule, where it has a name."""
        self.secret_draws: tuple[str, ...] = ()
        """Kinds of draws, of one card each, that only their receiver sees: cards that are dealt to a hand."""
        self.shows_voids = False
        """Whether a card that is played can show what the hand lacks."""
        self.hand_plays: tuple[str, ...] = ()
        """Kinds of actions that play a card of the hand, their first number."""
        self.outcomes: tuple[str, ...] = ()
        """Names of events that follow from a move without being one: a review names them as reasons."""
        self.plan: tuple[str, ...] = ()
        """The meaning, for `word`, of what statistics count as a seat's plan, then the names of the events of which the
        seat's first one tells it; its heading is in the catalogue under `<id>.plan`."""
        self.modules = modules

    # --- hot: overridden by games

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
        """The tie-break criteria, in the order in which they apply: name, and the value of each seat (the highest
        wins)."""
        return []

    def may_win(self, s: Any, seat: Seat) -> bool:
        """Whether the seat meets the rules' condition for winning; called once seats ahead of it have resigned."""
        return True

    def turns_taken(self, s: Any) -> i64:
        """Turns completed so far."""
        return 0

    def end_kind(self, s: Any) -> i64:
        """How the game ended: an index of `ends`."""
        return 0

    # --- the same for all games

    def check_seats(self, seats: int) -> None:
        """Raises `BadInput` unless the game can be played with so many seats."""
        if not self.min_seats <= seats <= self.max_seats:
            problem = "error.seats_exact" if self.min_seats == self.max_seats else "error.seats"
            raise BadInput(problem, "seats", number=seats, fewest=self.min_seats, most=self.max_seats)

    def prompt(self, s: Any, seat: Seat) -> Phrase:
        """The question to the seat; if it is not to act, what it waits for or that the game is over."""
        top: Frame | None = s.top
        if top is None:
            return phrase(GAME_OVER.key)
        if s.awaits_chance():
            return phrase(CHANCE_FIRST.key)
        if seat == NOBODY or not has(s.to_act, seat):
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
        if seat == NOBODY or not has(s.to_act, seat):
            return NOT_YOUR_TURN
        block = self.codec.kind(action)
        offered = {self.codec.kind(other) for other in [*s.legal_actions(seat), *top.EXPLAINS]}
        return top.refusal(s, seat, action) if block in offered else OTHER_QUESTION

    def why_place(self, s: Any, seat: Seat, place: str) -> Reason:
        """The reason why a click on this place of the page selects no legal action."""
        if s.top is None or s.awaits_chance() or seat == NOBODY or not has(s.to_act, seat):
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
        return self.modules.initial_state.start(seats, options, box)

    def word(self, meaning: str, number: int) -> Phrase:
        """The name of a thing: a card, a place, a token."""
        return self.modules.display_names.word(meaning, number)

    def place_name(self, s: Any, seat: Seat, place: str) -> Phrase | None:
        """The accessible name of a clickable place; None where the action's own name serves."""
        return self.modules.display_names.place_name(s, seat, place)

    def progress(self, s: Any) -> Phrase | None:
        """How far the game has come, in a few words; None where the page shows it in another way."""
        return self.modules.display_names.progress(s)

    def show(self, s: Any, seat: Seat) -> Mapping[str, Any]:
        """What the page draws for this seat."""
        return self.modules.show.show(s, seat)

    def picture(self, s: Any, action: int) -> Mapping[str, Any]:
        """What the page needs to draw an outcome of chance, where its ids do not say it."""
        return {}

    def hand(self, s: Any, seat: Seat) -> list[int]:
        """The cards in a seat's hand, as secret draws number them."""
        return []

    def undealt(self, s: Any) -> list[int]:
        """The cards that no seat has been dealt."""
        return []

    def may_hold(self, s: Any, seat: Seat, card: int) -> bool:
        """Whether nothing that was shown says that the seat's hand lacks this card."""
        return True

    def open_hand(self, v: Any, seat: Seat) -> list[State]:
        """A spectator's view with every card in a seat's hand that it can hold; several states if what is legal depends
        on what the hand lacks."""
        return [v]

    def targets(self, s: Any, seat: Seat, action: int) -> tuple[str, ...]:
        """The places on the page to click for an action, in order."""
        return self.modules.show.targets(s, seat, action)


class GameModules:
    """The modules of a game's folder that no search calls, and its ids of things."""

    def __init__(
        self,
        box: BoxModule,
        initial_state: InitialStateModule,
        ids: Mapping[str, tuple[str, ...]],
        display_names: DisplayNamesModule,
        notation: NotationModule,
        show: ShowModule,
        effects: EffectsModule,
    ) -> None:
        self.box = box
        self.initial_state = initial_state
        self.ids = ids
        """The ids of things, by the meaning of a field of events; a meaning without ids is a number."""
        self.display_names = display_names
        self.notation = notation
        self.show = show
        self.effects = effects


def can_go_on(s: State) -> bool:
    """Whether the game is over, or chance or a seat to act has a legal action."""
    if s.is_over():
        return True
    if s.awaits_chance():
        return s.choices(CHANCE).weight > 0
    return any(has(s.to_act, seat) and s.legal_actions(seat) for seat in range(s.seats))


class View:
    """The redacted state of one seat (NOBODY: a spectator): the only thing that bots get."""

    def __init__(self, game: Game, s: State, seat: int, redact: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.state = game.redact(s, seat) if redact else s

    def legal_actions(self) -> list[int]:
        """The seat's legal actions; empty if it is not to act."""
        if self.seat == NOBODY or (self.state.to_act >> self.seat) & 1 == 0:
            return []
        return self.state.legal_actions(self.seat)

    def determinize(self, rng: Generator) -> State:
        """Samples a full state that is consistent with the view."""
        return self.game.determinize(self.state, self.seat, rng)

    def after(self, action: int) -> "View":
        """The seat's view after one of its actions."""
        state = self.state.copy()
        state.apply(self.seat, action)
        return View(self.game, state, self.seat)

    def text(self) -> str:
        """The view as a position; what is hidden is written as unknown."""
        return self.game.write_position(self.state)
