"""Règles optionnelles: Loups se joignant à la meute."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.fields import SEATS, maybe, row, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.sealed import SEALED_FIELDS, Sealed
from meute.core.numbers import NOBODY, Mask, bit, has, i64, lowest, without
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import GO_ON, Seat, Seats, everyone, only
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import ALLOW, JOIN, REFUSE, STAY_OUT
from meute.games.traces.display_names import word
from meute.games.traces.rules.pack import enter, normalise
from meute.games.traces.state import LETTERS, MOST_SEATS, WOLVES, Traces, Wolf, hand, hand_letters, hand_size, wolves_of

REQUEST: Final = 0
VERDICT: Final = 1

NOT_HELD: Final = Reason("traces.why.card_away", "Loups se joignant à la meute")


@mypyc_attr(acyclic=True, free_list_len=1)
class Joining(Frame):
    """Loups se joignant à la meute"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({REQUEST: "request", VERDICT: "verdict"}),
        "waiting": SEATS,
        "wolf": maybe(WOLVES),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Year",)
    PROMPT: ClassVar[str] = "traces.prompt.join"
    REFUSAL: ClassVar[Reason] = NOT_HELD

    def __init__(self, waiting: Seats = 0, wolf: Wolf = NOBODY) -> None:
        self.waiting = waiting
        self.wolf = wolf

    def copy(self) -> Frame:
        return Joining(self.waiting, self.wolf)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        out.seat_set(planes.WAITING, self.waiting)
        planes.write_wolf(s, out, planes.ACTS, self.wolf)

    def invalid_field(self, s: Traces) -> str:
        for seat in range(s.seats):
            if has(self.waiting, seat) and s.colours[seat] == NOBODY:
                return "waiting"
        if self.step == REQUEST:
            return ""
        if self.waiting == 0 or self.wolf == NOBODY or not has(hand(s, lowest(self.waiting)), self.wolf):
            return "wolf"
        return ""

    def advance(self, s: Traces) -> Seats:
        if self.step == VERDICT:
            seat = lowest(self.waiting)
            if s.answer:  # « le joueur place immédiatement un de ses loups au rang hiérarchique le plus faible »
                enter(s, self.wolf)
                s.say(events.JOINS, seat, self.wolf)
                normalise(s)
            else:
                s.say(events.NOT_ADMITTED, seat, self.wolf)
            self.next_seat()
        if self.waiting:  # « il peut demander aux autres joueurs la permission d'introduire un nouveau loup »
            return only(lowest(self.waiting))
        s.pop()
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add(STAY_OUT)
        out.add_set(JOIN, hand_letters(s, seat))

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if action == STAY_OUT:
            s.say(events.STAYS_OUT, seat)
            self.next_seat()
            return
        self.wolf = s.colours[seat] * LETTERS + action - JOIN
        s.cradle = without(s.cradle, self.wolf)  # it is now public that it is no pup
        s.say(events.ASKS_TO_JOIN, seat, self.wolf)
        self.step = VERDICT
        s.push(Permission(without(everyone(s.seats), seat)))

    def next_seat(self) -> None:
        """The next player without a wolf."""
        self.waiting = without(self.waiting, lowest(self.waiting))
        self.wolf = NOBODY
        self.step = REQUEST


@mypyc_attr(acyclic=True, free_list_len=1)
class Permission(Sealed):
    """« Si tous les autres joueurs sont d'accord »"""

    FIELDS: ClassVar[Fields] = {**SEALED_FIELDS, "answers": row(maybe(2), MOST_SEATS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Joining.verdict",)
    FIRST_ACTION: ClassVar[int] = REFUSE
    EVENT: ClassVar[int] = events.PERMISSION_SEALED

    def copy(self) -> Sealed:
        return self.copy_sealed_to(Permission())

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add_range(REFUSE, ALLOW + 1)

    def prompt(self, s: Traces, seat: Seat) -> Phrase:
        return phrase("traces.prompt.permission", wolf=word("wolf", s.get(Joining).wolf))

    def reveal(self, s: Traces) -> None:
        s.answer = 1
        for seat in range(s.seats):
            if self.answers[seat] == 0:
                s.answer = 0
                s.say(events.REFUSES, seat)
            elif self.answers[seat] == 1:
                s.say(events.ALLOWS, seat)

    def sample_answer(self, s: Traces, seat: Seat, rng: Generator) -> i64:
        return rng.below(2)


def seats_without_wolf(s: Traces) -> Seats:
    """The players without a wolf in the pack who hold a card."""
    seats: Mask = 0
    for seat in range(s.seats):
        if wolves_of(s, seat) & s.pack == 0 and hand_size(s, seat):
            seats |= bit(seat)
    return seats
