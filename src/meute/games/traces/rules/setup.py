"""Préparation du jeu: colours, the first open prey, the first wolves."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.fields import SEATS, below, maybe, row, steps
from meute.core.frame import Fields, Frame
from meute.core.mechanisms.sealed import SEALED_FIELDS, Sealed
from meute.core.numbers import NOBODY, Mask, bit, count, first_n, has, i64, lowest, without
from meute.core.reason import Reason
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, everyone, only
from meute.core.tensor import PlaneWriter
from meute.games.traces import events, planes
from meute.games.traces.actions import COLOUR, FIRST, PREY, TURN
from meute.games.traces.options import CHOOSE
from meute.games.traces.rules.pack import enter
from meute.games.traces.rules.prey import can_turn_prey, draw_prey, turn_prey
from meute.games.traces.rules.year import Years
from meute.games.traces.state import (
    COLOURS,
    LETTERS,
    MOST_SEATS,
    OPEN,
    Traces,
    all_have_colours,
    owner,
    prey_count,
    sex_of,
    wolves_of,
)

TAKE_COLOURS: Final = 0
OPEN_PREY: Final = 1

SEALING: Final = 0
TURNING: Final = 1

NOT_FREE: Final = Reason("traces.why.colour", "Préparation du jeu")


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """Préparation du jeu"""

    FIELDS: ClassVar[Fields] = {
        "step": steps({TAKE_COLOURS: "take_colours", OPEN_PREY: "open_prey"}),
        "at": below(MOST_SEATS + 1),
    }
    PROMPT: ClassVar[str] = "traces.prompt.colours"
    REFUSAL: ClassVar[Reason] = NOT_FREE

    def __init__(self, at: i64 = 0) -> None:
        self.at = at

    def copy(self) -> Frame:
        return Setup(self.at)

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        out.number(planes.COUNTS, self.at, planes.PROGRESS)

    def invalid_field(self, s: Traces) -> str:
        for seat in range(s.seats):
            if (s.colours[seat] != NOBODY) != (seat < self.at or self.step == OPEN_PREY):
                return "at"
        return "pack" if s.pack | s.litter else ""

    def advance(self, s: Traces) -> Seats:
        if self.step == TAKE_COLOURS:  # « Chaque joueur choisit une couleur »
            while self.at < s.seats:
                free = free_colours(s)
                if s.opt.colours == CHOOSE and count(free) > 1:
                    return only(self.at)
                take_colour(s, self.at, lowest(free))
                self.at += 1
            self.step = OPEN_PREY
        if prey_count(s, OPEN) < s.box.prey_open and can_turn_prey(s):  # « Les 2 cartes du dessus sont retournées »
            return BY_CHANCE
        s.pop()
        s.push(Years())
        s.push(FirstWolves(everyone(s.seats), everyone(s.seats)))
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == TAKE_COLOURS:
            out.add_set(COLOUR, free_colours(s))
        else:
            draw_prey(s, out)

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == TAKE_COLOURS:
            take_colour(s, seat, action - COLOUR)
            self.at += 1
        else:
            turn_prey(s, action - PREY)


@mypyc_attr(acyclic=True, free_list_len=1)
class FirstWolves(Sealed):
    """« Chaque joueur choisit une de ses cartes loup et la place face cachée au milieu de la table »"""

    FIELDS: ClassVar[Fields] = {
        **SEALED_FIELDS,
        "step": steps({SEALING: "sealing", TURNING: "turning"}),
        "answers": row(maybe(LETTERS), MOST_SEATS),
        "down": SEATS,
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Years",)
    PROMPT: ClassVar[str] = "traces.prompt.first"
    FIRST_ACTION: ClassVar[int] = FIRST

    def __init__(self, missing: Seats = 0, down: Seats = 0) -> None:
        super().__init__(missing)
        self.down = down
        """The seats whose card still lies face down."""

    def copy(self) -> Sealed:
        return self.copy_sealed_to(FirstWolves(self.missing, self.down))

    def write_planes(self, s: Traces, out: PlaneWriter) -> None:
        planes.write_sealed(out, self)
        out.seat_set(planes.DOWN, self.down)

    def invalid_field(self, s: Traces) -> str:
        if not all_have_colours(s):
            return "colours"
        if self.down == 0 or (self.step == SEALING and self.down != everyone(s.seats)):
            return "down"
        for seat in range(s.seats):
            if self.step == TURNING and self.answers[seat] == NOBODY:
                return "answers"
            lying: Mask = 0 if has(self.down, seat) else bit(self.chosen(s, seat))
            if wolves_of(s, seat) & (s.pack | s.litter) != lying:
                return "down"
        return ""

    def advance(self, s: Traces) -> Seats:
        if self.step == SEALING:
            if self.missing:
                return self.missing
            if self.is_one_sex(s):  # « chacun reprend son loup, en choisit de nouveau un »
                s.say(events.ONE_SEX)
                s.pop()
                s.push(FirstWolves(everyone(s.seats), everyone(s.seats)))
                return GO_ON
            self.step = TURNING
        if count(self.down) > 1:  # « mélangées et retournées une à une »
            return BY_CHANCE
        s.pop()
        self.turn_up(s, lowest(self.down))
        return GO_ON

    def legal_actions(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == SEALING:
            out.add_range(FIRST, FIRST + LETTERS)
            return
        for other in range(s.seats):
            if has(self.down, other):
                out.add(TURN + self.chosen(s, other))

    def apply(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == SEALING:
            self.store_answer(s, seat, action - FIRST)
        else:
            self.turn_up(s, owner(s, action - TURN))

    def log_answer(self, s: Traces, seat: Seat, answer: i64) -> None:
        s.say_secret(events.FIRST_SEALED, seat, secret=self.chosen(s, seat))

    def chosen(self, s: Traces, seat: Seat) -> i64:
        """The card that a seat chose; its first one while unknown."""
        letter = self.answers[seat]
        return s.colours[seat] * LETTERS + (letter if letter > 0 else 0)

    def is_one_sex(self, s: Traces) -> bool:
        """« Si les joueurs ne choisissent au début que des mâles ou que des femelles »"""
        females: i64 = 0
        for seat in range(s.seats):
            females += sex_of(s, self.chosen(s, seat))
        return females == 0 or females == s.seats

    def turn_up(self, s: Traces, seat: Seat) -> None:
        """« Le premier mâle retourné est placé dans la position alpha ... » and so on down."""
        self.down = without(self.down, seat)
        wolf = self.chosen(s, seat)
        enter(s, wolf)
        s.say(events.WOLF_TURNED, seat, wolf)

    def resample(self, s: Traces, seat: Seat, rng: Generator) -> None:
        """Samples the cards of the others; both sexes occur once the cards are being turned."""
        while True:
            Sealed.resample(self, s, seat, rng)
            if self.step != TURNING or not self.is_one_sex(s):
                return

    def sample_answer(self, s: Traces, seat: Seat, rng: Generator) -> i64:
        letter = rng.below(LETTERS)
        placed = wolves_of(s, seat) & s.pack
        return letter if placed == 0 else lowest(placed) % LETTERS


def free_colours(s: Traces) -> Mask:
    """« répartissez les sexes de manière aussi égale que possible » : of each kind at most half, rounded up."""
    most = (s.seats + 1) // 2
    taken: i64 = 0
    male_taken: i64 = 0
    for colour in range(COLOURS):
        if s.owners[colour] != NOBODY:
            taken += 1
            male_taken += has_more_males(s, colour)
    free: Mask = 0
    left: Mask = 0
    for colour in range(COLOURS):
        if s.owners[colour] == NOBODY:
            left |= bit(colour)
            if (male_taken if has_more_males(s, colour) else taken - male_taken) < most:
                free |= bit(colour)
    return free if free else left


def has_more_males(s: Traces, colour: i64) -> i64:
    """1 for a colour with two males and a female."""
    return 1 if count((s.box.females >> (colour * LETTERS)) & first_n(LETTERS)) == 1 else 0


def take_colour(s: Traces, seat: Seat, colour: i64) -> None:
    """Gives a colour to a seat."""
    s.owners = s.owners[:]
    s.colours = s.colours[:]
    s.owners[colour] = seat
    s.colours[seat] = colour
    s.say(events.COLOUR_TAKEN, seat, colour)
