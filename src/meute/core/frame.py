"""Frames and the state that carries their stack: the rules' control flow, kept as data so that it can be copied."""

from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.event import EVERYBODY, Event, Scribe
from meute.core.fields import Field
from meute.core.memory import UNTRACKED, further
from meute.core.numbers import NOBODY, NOTHING, i64, lowest, vec
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import BY_CHANCE, CHANCE, GO_ON, OVER, Seat, Seats, only

SCRATCH: Final = Choices()
"""For lists that are made and handed out at once."""

Fields: TypeAlias = dict[str, Field]
F = TypeVar("F", bound="Frame")


@mypyc_attr(acyclic=True)
class Frame:
    """One paragraph of a rulebook, suspended where somebody must decide."""

    FIELDS: ClassVar[Fields] = {}
    """Every number (or row of numbers) that the frame holds, with what it may be."""

    UPON: ClassVar[tuple[str, ...]] = ("",)
    """The paragraphs that it interrupts, by name, some only at a step, as in "Trick.follow"; "" where it may also be
    read by itself, as the first one of a game always is."""

    CONCERNS: ClassVar[tuple[int, ...]] = ()
    """Actions of which the frame gives a reason of its own even where nothing of their kind is offered: any one id of
    each kind."""

    ASKS: ClassVar[str] = ""
    """The key of its question, where that has nothing to fill in."""

    REFUSES: ClassVar[Reason] = OTHER_QUESTION
    """Its reason, where there is only one."""

    PART: ClassVar[int] = NOBODY
    """The part of the game that it belongs to, by the game's own numbers, where a game has parts."""

    step: i64 = 0
    under: "Frame | None" = None

    def go(self, s: Any) -> Seats:
        """Reads on down the page: the seats that must decide, or GO_ON after a push, pop or reply."""
        raise AssertionError

    def options(self, s: Any, seat: Seat, out: Choices) -> None:
        """Describes what the seat may do; changes nothing."""
        raise AssertionError

    def take(self, s: Any, seat: Seat, action: i64) -> None:
        """Applies one decision."""
        raise AssertionError

    def asks(self, s: Any, seat: Seat) -> Phrase:
        """The question that a seat must answer now, by what it sees."""
        assert self.ASKS
        return phrase(self.ASKS)

    def refuses(self, s: Any, seat: Seat, action: i64) -> Reason:
        """Why the seat, which is asked, may not do this: an action of a kind that is offered now, or of CONCERNS."""
        return self.REFUSES

    def half_done(self) -> bool:
        """Whether its question comes in the middle of what people choose as one: a card in hand, a wolf lifted."""
        return False

    def misfit(self, s: Any) -> str:
        """The field that cannot be so beside the others or on this table, for positions people write; "" if all fit."""
        return ""

    def copy(self) -> "Frame":
        """The same paragraph; the state sets its step and what lies under it."""
        raise AssertionError

    def seen(self, seat: Seat) -> "Frame":
        """The frame as this seat sees it; frames that hold secrets leave the others' out."""
        return self.copy()


@mypyc_attr(acyclic=True, free_list_len=1)
class State:
    """What lies on the table, and the stack of paragraphs being read."""

    seats: i64 = 0
    asked: Seats = OVER
    answer: i64 = 0
    trail: i64 = UNTRACKED
    """A number for all decisions since a search began, the same for tables that the same ones led to."""
    habits: vec[i64] = NOTHING
    """What those who think about this table judge it by."""
    top: Frame | None = None
    scribe: Scribe | None = None

    def copy(self) -> "State":
        """A state of its own, without scribe."""
        raise AssertionError

    def copy_table_to(self, other: "State") -> None:
        """The part of a copy that all games share: who is asked, and the stack."""
        other.seats = self.seats
        other.asked = self.asked
        other.answer = self.answer
        other.trail = self.trail
        other.habits = self.habits
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

    def show_stack_to(self, other: "State", seat: Seat) -> None:
        """The same part of a view: the stack as this seat sees it."""
        other.seats = self.seats
        other.asked = self.asked
        other.answer = self.answer
        other.habits = self.habits
        frame = self.top
        last: Frame | None = None
        while frame is not None:
            seen = frame.seen(seat)
            seen.step = frame.step
            if last is None:
                other.top = seen
            else:
                last.under = seen
            last = seen
            frame = frame.under

    def push(self, frame: Frame) -> None:
        """Interrupts the paragraph on top by another; move your own step first."""
        frame.under = self.top
        self.top = frame

    def pop(self) -> None:
        """The paragraph on top is done."""
        top = self.top
        assert top is not None
        self.top = top.under

    def find(self, kind: type[F]) -> F | None:
        """The uppermost paragraph of exactly this kind that is being read."""
        frame = self.top
        while frame is not None:
            if type(frame) is kind:
                return frame
            frame = frame.under
        return None

    def find_any(self, base: type[F]) -> F | None:
        """The uppermost one of the kinds that share a base."""
        frame = self.top
        while frame is not None:
            if isinstance(frame, base):
                return frame
            frame = frame.under
        return None

    def part(self) -> i64:
        """The part of the game that is being read: what the uppermost paragraph says that knows it."""
        frame = self.top
        while frame is not None:
            if frame.PART != NOBODY:
                return frame.PART
            frame = frame.under
        return NOBODY

    def reply(self, answer: i64) -> None:
        """The paragraph on top is done; the one below reads the answer."""
        self.pop()
        self.answer = answer

    def settle(self) -> None:
        """Reads on until somebody must decide or nothing is left."""
        while True:
            top = self.top
            if top is None:
                self.asked = OVER
                return
            asked = top.go(self)
            if asked != GO_ON:
                self.asked = asked
                return

    def act(self, seat: Seat, action: i64) -> None:
        """Applies a legal decision and reads on."""
        top = self.top
        assert top is not None
        top.take(self, seat, action)
        if self.trail != UNTRACKED:
            self.trail = further(self.trail, seat, action)
        self.settle()

    def describe(self, seat: Seat, out: Choices) -> None:
        """Fills `out` with what the seat may do now."""
        out.clear()
        top = self.top
        if top is not None:
            top.options(self, seat, out)

    def choices(self, seat: Seat) -> Choices:
        """What the seat may do now, as a sequence of action ids."""
        out = Choices()
        self.describe(seat, out)
        return out

    def decision(self) -> Choices:
        """What is decided next: whose choices these are (those of CHANCE, or of the first seat that is asked), and
        which; none when the game is over."""
        out = Choices()
        if self.asked != OVER:
            out.seat = self.turn()
            self.describe(out.seat, out)
        return out

    def options(self, seat: Seat) -> list[int]:
        """What the seat may do now, as a list of action ids."""
        self.describe(seat, SCRATCH)
        return SCRATCH.listed()

    def turn(self) -> Seat:
        """The seat that decides next: CHANCE, or the first one of those that are asked."""
        if self.asked == BY_CHANCE:  # not as an expression: mypyc would box its value
            return CHANCE
        return lowest(self.asked)

    def random_action(self, seat: Seat, out: Choices, rng: Generator) -> i64:
        """One legal action, each equally likely; for chance by the outcomes' weights."""
        self.describe(seat, out)
        return out.draw(rng)

    def is_over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.asked == OVER

    def awaits_chance(self) -> bool:
        """Whether chance must speak next."""
        return self.asked == BY_CHANCE

    def say(self, kind: i64, seat: Seat = NOBODY, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Tells everybody."""
        if self.scribe is not None:
            self.scribe.note(Event(kind, seat, a, b, c, -1, EVERYBODY))

    def whisper(
        self, kind: i64, seat: Seat, a: i64 = 0, b: i64 = 0, c: i64 = 0, secret: i64 = -1, audience: Seats = 0
    ) -> None:
        """Tells everybody that it happened, and the secret number only to the audience, or else to the seat itself."""
        if self.scribe is not None:
            self.scribe.note(Event(kind, seat, a, b, c, secret, audience if audience else only(seat)))
