"""Phase de préparation (P): the large prey, and which one is hunted."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.fields import maybe, row, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.sealed import SEALED_FIELDS, Sealed
from meute.core.mechanisms.vote import Vote
from meute.core.numbers import NOBODY, Mask, bit, count, filled, first_n, i64, lowest, nth, shift
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, everyone, only
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import ABSTAIN, BALLOT, DECIDE, PLEDGE, PREY
from meute.games.traces.state import (
    DISCARD,
    LARGE,
    LEVELS,
    MOST_SEATS,
    OPEN,
    PILE,
    PLEDGE_BITS,
    PREPARATION,
    Traces,
    leading_seat,
    open_prey,
    prey_count,
)

TURN_ONE: Final = 0
TALK: Final = 1
BALLOTS: Final = 2
TALLY: Final = 3
CHOICE: Final = 4

PREY_HIDDEN: Final = Reason("traces.why.prey_hidden", "2 - Grandes proies")


@mypyc_attr(acyclic=True, free_list_len=1)
class LargePrey(Frame):
    """2 - Grandes proies"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({TURN_ONE: "turn_one", TALK: "talk", BALLOTS: "ballots", TALLY: "tally", CHOICE: "choice"}),
        "ballots": row(maybe(ABSTAIN + 1), MOST_SEATS),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Year.placement",)
    PART: ClassVar[int] = PREPARATION
    PROMPT: ClassVar[str] = "traces.prompt.decide"
    REFUSAL: ClassVar[Reason] = PREY_HIDDEN

    def __init__(self) -> None:
        self.ballots = filled(MOST_SEATS, NOBODY)

    def copy(self) -> Frame:
        f = LargePrey()
        f.ballots = self.ballots[:]
        return f

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        out.by_seat(planes.BALLOTS, self.ballots, 1)

    def invalid_field(self, s: Traces) -> str:
        return "step" if self.step == CHOICE and leading_seat(s) == NOBODY else ""

    def advance(self, s: Traces) -> Seats:
        if self.step == TURN_ONE:  # « La première carte de la pile "grandes proies" est retournée »
            if can_turn_prey(s):
                return BY_CHANCE
            self.step = TALK
        if self.step == TALK:
            self.step = BALLOTS
            if s.opt.pledges and count(open_prey(s)) > 0:
                s.push(Pledges(everyone(s.seats)))
                return GO_ON
        if self.step == BALLOTS:  # « Les joueurs décident ensemble de quel animal ils vont chasser »
            if count(open_prey(s)) > 1:
                self.step = TALLY
                s.push(Ballot(everyone(s.seats)))
                return GO_ON
            s.pop()
            if open_prey(s):
                s.hunted = lowest(open_prey(s))
                s.say(events.ONLY_PREY, NOBODY, s.hunted)
            return GO_ON
        if self.step == TALLY:
            if s.answer != NOBODY:
                s.hunted = s.answer
                s.say(events.PREY_VOTED, NOBODY, s.hunted)
                s.pop()
                return GO_ON
            if leading_seat(s) == NOBODY:
                s.pop()
                return GO_ON
            s.say(events.NO_MAJORITY, leading_seat(s))
            self.step = CHOICE
        return only(leading_seat(s))  # « c'est le joueur qui joue la femelle alpha qui décide »

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == TURN_ONE:
            draw_prey(s, out)
        else:
            out.add_set(DECIDE, open_prey(s))

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == TURN_ONE:
            turn_prey(s, action - PREY)
            self.step = TALK
        else:
            s.hunted = action - DECIDE
            s.say(events.PREY_DECIDED, seat, s.hunted)
            s.pop()


@mypyc_attr(acyclic=True, free_list_len=1)
class Pledges(Sealed):
    """Table talk before the ballot: each player names a prey and an effort; not binding."""

    FIELDS: ClassVar[Fields] = {**SEALED_FIELDS, "answers": row(maybe((ABSTAIN + 1) * LEVELS), MOST_SEATS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("LargePrey.ballots",)
    PROMPT: ClassVar[str] = "traces.prompt.pledges"
    REFUSAL: ClassVar[Reason] = PREY_HIDDEN
    FIRST_ACTION: ClassVar[int] = PLEDGE
    EVENT: ClassVar[int] = events.PLEDGE_SEALED

    def copy(self) -> Sealed:
        return self.copy_sealed_to(Pledges())

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add_pairs(PLEDGE, candidates(s), LEVELS, first_n(LEVELS))

    def reveal(self, s: Traces) -> None:
        for seat in range(s.seats):
            pledge = self.answers[seat]
            if pledge != NOBODY:
                s.pledges |= shift(pledge + 1, seat * PLEDGE_BITS)
                s.say(events.PLEDGES, seat, pledge // LEVELS, pledge % LEVELS)

    def sample_answer(self, s: Traces, seat: Seat, rng: Generator) -> i64:
        return any_candidate(s, rng) * LEVELS + rng.below(LEVELS)


@mypyc_attr(acyclic=True, free_list_len=1)
class Ballot(Vote):
    """« Si une majorité absolue ne se dégage pas sur la proie à chasser »"""

    FIELDS: ClassVar[Fields] = {**SEALED_FIELDS, "answers": row(maybe(ABSTAIN + 1), MOST_SEATS)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("LargePrey.tally",)
    PROMPT: ClassVar[str] = "traces.prompt.ballot"
    REFUSAL: ClassVar[Reason] = PREY_HIDDEN
    FIRST_ACTION: ClassVar[int] = BALLOT
    EVENT: ClassVar[int] = events.BALLOT_SEALED

    def copy(self) -> Sealed:
        return self.copy_sealed_to(Ballot())

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        out.add_set(BALLOT, candidates(s))

    def voters(self, s: Traces) -> i64:
        return s.seats

    def candidate(self, answer: i64) -> i64:
        return NOBODY if answer == ABSTAIN else answer

    def decided(self, s: Traces, candidate: i64) -> None:
        s.get(LargePrey).ballots = self.answers[:]
        for seat in range(s.seats):
            if self.candidate(self.answers[seat]) == NOBODY:
                s.say(events.ABSTAINS, seat)
            else:
                s.say(events.VOTES, seat, self.answers[seat])
        s.answer = candidate

    def sample_answer(self, s: Traces, seat: Seat, rng: Generator) -> i64:
        return any_candidate(s, rng)


def candidates(s: Traces) -> Mask:
    """The values of a ballot: the open prey, or ABSTAIN."""
    return open_prey(s) | bit(ABSTAIN)


def any_candidate(s: Traces, rng: Generator) -> i64:
    """A random value of a ballot."""
    return nth(candidates(s), rng.below(count(candidates(s))))


def can_turn_prey(s: Traces) -> bool:
    """« Si la pile est épuisée, les cartes défaussées sont mélangées et réutilisées »"""
    left = prey_count(s, PILE)
    spent = prey_count(s, DISCARD)
    if left == 0 and spent > 0:
        for prey in range(LARGE):
            s.large[PILE + prey] = s.large[DISCARD + prey]
            s.large[DISCARD + prey] = 0
        s.say(events.PILE_SHUFFLED)
    return left + spent > 0


def draw_prey(s: Traces, out: Choices) -> None:
    """Adds the possible top cards of the pile."""
    for prey in range(LARGE):
        out.add_weighted(PREY + prey, s.large[PILE + prey])


def turn_prey(s: Traces, prey: i64) -> None:
    """Turns the top card of the pile up."""
    s.large[PILE + prey] -= 1
    s.large[OPEN + prey] += 1
    s.say(events.PREY_TURNED, NOBODY, prey)


def discard_prey(s: Traces, prey: i64) -> None:
    """Moves an open card to the discard pile."""
    s.large[OPEN + prey] -= 1
    s.large[DISCARD + prey] += 1
