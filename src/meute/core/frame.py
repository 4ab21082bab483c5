"""`State`, the game state, and `Frame`, one suspended rule on its stack.

Rules are control flow with pauses in which a seat decides. Keeping that flow as data (a linked stack of frames that
hold only numbers) makes a state cheap to copy, writable as text and compilable.

    while not state.is_over():
        seat = state.turn()  # CHANCE, or the first seat that must decide
        state.apply(seat, state.legal_actions(seat)[0])
"""

from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.event import EVERYBODY, Event, EventLog
from meute.core.fields import Field
from meute.core.numbers import NOBODY, i64, lowest
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import BY_CHANCE, CHANCE, GO_ON, OVER, Seat, Seats, only
from meute.core.tensor import PlaneWriter

SCRATCH: Final = Choices()
"""Reused by `State.legal_actions`, which returns a list of its own."""

Fields: TypeAlias = dict[str, Field]
F = TypeVar("F", bound="Frame")


@mypyc_attr(acyclic=True)
class Frame:
    """One paragraph of a rulebook, suspended where a seat or chance must decide."""

    FIELDS: ClassVar[Fields] = {}
    """Every number (or vector) of the frame with its allowed values: what a position writes and reads."""

    INTERRUPTS: ClassVar[tuple[str, ...]] = ("",)
    """Names of the frames it may lie on, optionally with a step ("Trick.follow"); "" for the bottom of the stack."""

    EXPLAINS: ClassVar[tuple[int, ...]] = ()
    """One action id of each kind that `refusal` explains even while no action of that kind is legal."""

    PROMPT: ClassVar[str] = ""
    """Catalogue key of its question, where that has no gaps."""

    REFUSAL: ClassVar[Reason] = OTHER_QUESTION
    """Its refusal, where there is only one."""

    PART: ClassVar[int] = NOBODY
    """The part of the game (a phase of the year) it belongs to, in games with parts."""

    step: i64 = 0
    """Where in its paragraph the frame is suspended."""
    under: "Frame | None" = None
    """The frame that it interrupts."""

    def advance(self, s: Any) -> Seats:
        """Runs to the next decision; returns the seats to decide, BY_CHANCE, or GO_ON after a push, pop or reply.

        Calling it again before a decision must return the same and change nothing."""
        raise AssertionError

    def legal_actions(self, s: Any, seat: Seat, out: Choices) -> None:
        """Adds the seat's legal actions to `out`; changes nothing else."""
        raise AssertionError

    def apply(self, s: Any, seat: Seat, action: i64) -> None:
        """Applies a decision; the caller has checked that it is legal."""
        raise AssertionError

    def prompt(self, s: Any, seat: Seat) -> Phrase:
        """The question to a seat to act; `s` is the seat's view."""
        assert self.PROMPT
        return phrase(self.PROMPT)

    def refusal(self, s: Any, seat: Seat, action: i64) -> Reason:
        """The reason why the action is illegal for a seat to act; called only for actions of a kind that has a legal
        action now or that EXPLAINS lists."""
        return self.REFUSAL

    def is_mid_move(self) -> bool:
        """Whether the question is in the middle of one move: a card is chosen but not placed, a wolf lifted but not
        moved."""
        return False

    def continues_move(self, seat: Seat) -> bool:
        """Whether the seat's next answer continues the move that it has begun; advice then shows both as one choice."""
        return self.is_mid_move()

    def is_sealed(self) -> bool:
        """Whether the frame keeps all answers secret until every seat to act has answered."""
        return False

    def has_answered(self, seat: Seat) -> bool:
        """Whether the frame holds a sealed answer of the seat."""
        return False

    def resample(self, s: Any, seat: Seat, rng: Generator) -> None:
        """Samples what the frame hides from the seat, for `determinize`; by default a frame hides nothing."""

    def invalid_field(self, s: Any) -> str:
        """The name of a field that contradicts the state, when a position is read; "" if all are consistent."""
        return ""

    def copy(self) -> "Frame":
        """A copy without `step` and `under`, which the state sets."""
        raise AssertionError

    def write_planes(self, s: Any, out: PlaneWriter) -> None:
        """Writes the frame's planes of a seat's tensor; the state and the seat's view must give the same numbers. By
        default a frame has no planes."""

    def redacted(self, seat: Seat) -> "Frame":
        """A copy without what is hidden from the seat; frames with secrets override it."""
        return self.copy()


@mypyc_attr(acyclic=True, free_list_len=1)
class State:
    """The game state: components (in each game's subclass) and the stack of frames."""

    seats: i64 = 0
    to_act: Seats = OVER
    """The seats that must decide, as a set; OVER, or BY_CHANCE."""
    answer: i64 = 0
    """What the last frame that was popped by `reply` returned."""
    top: Frame | None = None
    event_log: EventLog | None = None

    def copy(self) -> "State":
        """A deep copy without event log."""
        raise AssertionError

    def copy_table_to(self, other: "State") -> None:
        """Copies to `other` what all games share: the number of seats, the seats to act, the last reply and the
        stack."""
        other.seats = self.seats
        other.to_act = self.to_act
        other.answer = self.answer
        frame = self.top
        if frame is None:
            return
        last = frame.copy()
        last.step = frame.step
        other.top = last
        frame = frame.under
        while frame is not None:
            below = frame.copy()
            below.step = frame.step
            last.under = below
            last = below
            frame = frame.under

    def redact_stack_to(self, other: "State", seat: Seat) -> None:
        """Like `copy_table_to`, but with each frame redacted for the seat: the part of `Game.redact` that all games
        share."""
        other.seats = self.seats
        other.to_act = self.to_act
        other.answer = self.answer
        frame = self.top
        last: Frame | None = None
        while frame is not None:
            seen = frame.redacted(seat)
            seen.step = frame.step
            if last is None:
                other.top = seen
            else:
                last.under = seen
            last = seen
            frame = frame.under

    def push(self, frame: Frame) -> None:
        """Pushes a frame onto the stack; the frame that does this must first set its own `step` to where it resumes."""
        frame.under = self.top
        self.top = frame

    def pop(self) -> None:
        """Removes the top frame."""
        top = self.top
        assert top is not None
        self.top = top.under

    def find(self, kind: type[F]) -> F | None:
        """The uppermost frame of exactly this class, or None."""
        frame = self.top
        while frame is not None:
            if type(frame) is kind:
                return frame
            frame = frame.under
        return None

    def on_top(self, kind: type[F]) -> F | None:
        """The top frame if it is of exactly this class, else None."""
        top = self.top
        return top if type(top) is kind else None

    def get(self, kind: type[F]) -> F:
        """The uppermost frame of exactly this class; there must be one."""
        frame = self.find(kind)
        assert frame is not None
        return frame

    def find_any(self, base: type[F]) -> F | None:
        """The uppermost frame of this class or a subclass, or None."""
        frame = self.top
        while frame is not None:
            if isinstance(frame, base):
                return frame
            frame = frame.under
        return None

    def part(self) -> i64:
        """`PART` of the uppermost frame that has one; NOBODY if no frame has."""
        frame = self.top
        while frame is not None:
            if frame.PART != NOBODY:
                return frame.PART
            frame = frame.under
        return NOBODY

    def reply(self, answer: i64) -> None:
        """Removes the top frame and stores a number in `State.answer`, which the frame below reads."""
        self.pop()
        self.answer = answer

    def advance(self) -> None:
        """Runs frames until a seat or chance must decide, or the stack is empty; sets `to_act`."""
        while True:
            top = self.top
            if top is None:
                self.to_act = OVER
                return
            to_act = top.advance(self)
            if to_act != GO_ON:
                self.to_act = to_act
                return

    def apply(self, seat: Seat, action: i64) -> None:
        """Applies a decision and advances to the next one; the caller must check that it is legal."""
        top = self.top
        assert top is not None
        top.apply(self, seat, action)
        self.advance()

    def describe(self, seat: Seat, out: Choices) -> None:
        """Replaces the contents of `out` by the seat's legal actions, or by the outcomes of CHANCE."""
        out.clear()
        top = self.top
        if top is not None:
            top.legal_actions(self, seat, out)

    def choices(self, seat: Seat) -> Choices:
        """The seat's legal actions, or the outcomes of CHANCE, as a lazy sequence of action ids."""
        out = Choices()
        self.describe(seat, out)
        return out

    def decision(self) -> Choices:
        """The legal actions of the seat that decides next (CHANCE: its outcomes), with that seat in `Choices.seat`;
        empty if the game is over."""
        out = Choices()
        if self.to_act != OVER:
            out.seat = self.turn()
            self.describe(out.seat, out)
        return out

    def legal_actions(self, seat: Seat) -> list[int]:
        """The seat's legal actions, or the outcomes of CHANCE, as a list of action ids."""
        self.describe(seat, SCRATCH)
        return SCRATCH.to_list()

    def turn(self) -> Seat:
        """The seat that decides next: CHANCE, or the lowest seat to act."""
        if self.to_act == BY_CHANCE:  # not as an expression: mypyc would box its value
            return CHANCE
        return lowest(self.to_act)

    def random_action(self, seat: Seat, out: Choices, rng: Generator) -> i64:
        """A random legal action: uniform for a seat, by weight for CHANCE. `out` is scratch space."""
        self.describe(seat, out)
        return out.draw(rng)

    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.to_act == OVER

    def awaits_chance(self) -> bool:
        """Whether the next decision is a draw of chance."""
        return self.to_act == BY_CHANCE

    def say(self, kind: i64, seat: Seat = NOBODY, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Logs a public event."""
        if self.event_log is not None:
            self.event_log.append(Event(kind, seat, a, b, c, -1, EVERYBODY))

    def say_secret(
        self, kind: i64, seat: Seat, a: i64 = 0, b: i64 = 0, c: i64 = 0, secret: i64 = -1, audience: Seats = 0
    ) -> None:
        """Logs an event whose secret number only the audience may read; by default only the seat itself."""
        if self.event_log is not None:
            self.event_log.append(Event(kind, seat, a, b, c, secret, audience if audience else only(seat)))
