"""The stack, and the mechanisms that games build on, with toy frames."""

from typing import Any, ClassVar

import pytest

from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.event import EVERYBODY, Event, EventLog
from meute.core.fields import below
from meute.core.frame import Fields, Frame, State
from meute.core.mechanisms.auction import Auction
from meute.core.mechanisms.sealed import Sealed
from meute.core.mechanisms.vote import Vote
from meute.core.mechanisms.window import Window
from meute.core.numbers import NOBODY
from meute.core.position import read_frames, write_frames
from meute.core.seats import GO_ON, everyone, only

PASS = 100
CLOSED, SEALED = 1, 2


class Toy(State):
    """A table with nothing on it but results."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.results: list[Any] = []
        self.event_log = EventLog()

    def copy(self) -> "Toy":
        other = Toy(self.seats)
        self.copy_table_to(other)
        other.event_log = None
        return other


class Sale(Auction):
    def lowest_bid(self) -> int:
        return 3

    def highest_bid(self, s: Toy, seat: int) -> int:
        return 10

    def pass_action(self) -> int:
        return PASS

    def log_bid(self, s: Toy, seat: int, bid: int) -> None:
        s.say(CLOSED, seat, bid, 0, 0)

    def finish(self, s: Toy) -> None:
        s.results.append((self.best, self.price))

    def copy(self) -> "Sale":
        other = Sale()
        self.copy_auction_to(other)
        return other


class Secret(Sealed):
    def legal_actions(self, s: Toy, seat: int, out: Choices) -> None:
        out.add_range(0, 5)

    def log_answer(self, s: Toy, seat: int, answer: int) -> None:
        s.say_secret(SEALED, seat, 0, 0, 0, answer, only(seat))

    def reveal(self, s: Toy) -> None:
        s.results.append(list(self.answers[: s.seats]))

    def copy(self) -> "Secret":
        other = Secret()
        self.copy_sealed_to(other)
        return other


class Ballot(Vote):
    def legal_actions(self, s: Toy, seat: int, out: Choices) -> None:
        out.add_range(0, 4)

    def log_answer(self, s: Toy, seat: int, answer: int) -> None:
        s.say_secret(SEALED, seat, 0, 0, 0, answer, only(seat))

    def voters(self, s: Toy) -> int:
        return s.seats

    def candidate(self, answer: int) -> int:
        return answer if answer < 3 else NOBODY

    def decided(self, s: Toy, candidate: int) -> None:
        s.results.append(candidate)

    def copy(self) -> "Ballot":
        other = Ballot()
        self.copy_sealed_to(other)
        return other


class Shield(Window):
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Attack",)

    def react_action(self) -> int:
        return 7

    def copy(self) -> "Shield":
        other = Shield()
        other.seat = self.seat
        return other


class Attack(Frame):
    FIELDS: ClassVar[Fields] = {"step": below(2)}

    def advance(self, s: Toy) -> int:
        if self.step == 0:
            self.step = 1
            shield = Shield()
            shield.seat = 2
            s.push(shield)
            return GO_ON
        s.results.append(s.answer)
        s.pop()
        return GO_ON

    def copy(self) -> "Attack":
        other = Attack()
        other.step = self.step
        return other


def table(frame: Frame, seats: int) -> Toy:
    s = Toy(seats)
    s.push(frame)
    s.advance()
    return s


def sale(seats: int, seller: int) -> Toy:
    frame = Sale()
    frame.open(everyone(seats) & ~only(seller), (seller + 1) % seats)
    return table(frame, seats)


def test_auction_raise_or_pass_for_good() -> None:
    s = sale(4, 0)
    assert s.legal_actions(1) == [PASS, *range(PASS + 4, PASS + 12)]
    for seat, action in ((1, PASS + 4), (2, PASS), (3, PASS + 6), (1, PASS + 7), (3, PASS)):
        assert s.to_act == only(seat)
        s.apply(seat, action)
    assert s.results == [(1, 6)]
    assert s.is_over()


def test_auction_a_raise_must_be_higher() -> None:
    s = sale(3, 0)
    s.apply(1, PASS + 6)
    assert s.legal_actions(2) == [PASS, *range(PASS + 7, PASS + 12)]


def test_auction_the_last_one_may_still_open_or_pass() -> None:
    s = sale(3, 0)
    s.apply(1, PASS)
    assert s.to_act == only(2)
    bid = s.copy()
    bid.apply(2, PASS + 4)
    assert bid.is_over()
    s.apply(2, PASS)
    assert s.results == [(NOBODY, 0)]


def secret(frame: Sealed, seats: int) -> Toy:
    frame.missing = everyone(seats)
    return table(frame, seats)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_sealed_answers_open_together_whatever_their_order(order: tuple[int, ...]) -> None:
    s = secret(Secret(), 3)
    for n, seat in enumerate(order):
        assert s.results == []
        assert s.to_act == everyone(3) & ~sum(only(done) for done in order[:n])
        s.apply(seat, seat + 1)
    assert s.results == [[1, 2, 3]]


def test_sealed_answers_are_hidden_from_the_others() -> None:
    s = secret(Secret(), 3)
    s.apply(1, 4)
    frame = s.top
    assert isinstance(frame, Sealed)
    mine, theirs = frame.redacted(1), frame.redacted(0)
    assert isinstance(mine, Sealed)
    assert isinstance(theirs, Sealed)
    assert mine.answers[1] == 4
    assert theirs.answers[1] == NOBODY
    assert theirs.missing == frame.missing
    assert frame.answers[1] == 4
    event = s.event_log.events[0] if s.event_log else None
    assert event is not None
    assert event.seen_by(1).secret == 4
    assert event.seen_by(0).secret == event.seen_by(-1).secret == -1


@pytest.mark.parametrize(
    ("votes", "chosen"), [((0, 0, 1, 0), 0), ((0, 0, 1, 1), NOBODY), ((0, 1, 2, 0), NOBODY), ((3, 3, 3, 1), NOBODY)]
)
def test_vote_needs_more_than_half_of_all(votes: tuple[int, ...], chosen: int) -> None:
    s = secret(Ballot(), 4)
    for seat, vote in enumerate(votes):
        s.apply(seat, vote)
    assert s.results == [chosen]


@pytest.mark.parametrize(("action", "answer"), [(7, 1), (8, 0)])
def test_window_replies_to_what_it_interrupts(action: int, answer: int) -> None:
    s = table(Attack(), 3)
    assert s.to_act == only(2)
    assert s.legal_actions(2) == [7, 8]
    s.apply(2, action)
    assert s.results == [answer]
    assert s.is_over()


def test_frames_can_be_written_and_read() -> None:
    s = table(Attack(), 3)
    text = write_frames(s)
    assert text == "Shield(step=0,seat=2) Attack(step=1)"
    again = Toy(3)
    read_frames(again, text, (Attack, Shield))
    again.advance()
    assert write_frames(again) == text
    assert again.to_act == s.to_act


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Shield(step=0,seat=2) " + "Attack(step=1) " * 7000, "error.frames_many"),
        ("Attack(step=99999999999999999999)", "error.position_number"),
        pytest.param("Attack(step=" + "9" * 5000 + ")", "error.position_number", id="a number of 5000 digits"),
    ],
)
def test_frames_that_nobody_could_have_written(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as error:
        read_frames(Toy(3), text, (Attack, Shield))
    assert error.value.problem == problem


def test_copies_share_no_frame() -> None:
    s = sale(4, 0)
    other = s.copy()
    other.apply(1, PASS + 5)
    assert s.to_act == only(1)
    assert write_frames(s) != write_frames(other)


def test_events_have_an_audience() -> None:
    event = Event(1, 0, 2, 3, 4, 9, only(0))
    assert event.seen_by(0).numbers() == (1, 0, 2, 3, 4, 9, 1)
    assert event.seen_by(1).numbers() == (1, 0, 2, 3, 4, -1, 1)
    assert Event(1, 0, 2, 3, 4, -1, EVERYBODY).seen_by(-1).secret == -1
