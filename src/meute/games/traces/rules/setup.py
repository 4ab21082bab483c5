"""Préparation du jeu: colours, the first open prey, the first wolves."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, bit, count, first_n, has, i64, lowest
from meute.core.seats import BY_CHANCE, GO_ON, Seat, Seats, everyone, only
from meute.games.traces.rules.actions import (
    COLOUR,
    COLOUR_TAKEN,
    FIRST,
    FIRST_SEALED,
    ONE_SEX,
    PREY,
    TURN,
    WOLF_TURNED,
)
from meute.games.traces.rules.fights import Duel, RankFights
from meute.games.traces.rules.joining import Joining, Permission
from meute.games.traces.rules.marking import Departures, Marking
from meute.games.traces.rules.pack import enter
from meute.games.traces.rules.phases import Howling, PackHunt, Raising, SolitaryHunt
from meute.games.traces.rules.preparation import (
    Ballot,
    Births,
    LargePrey,
    Placement,
    Pledges,
    can_turn_prey,
    draw_prey,
    turn_prey,
)
from meute.games.traces.rules.year import Year, Years
from meute.games.traces.state import COLOURS, LARGE, LETTERS, OPEN, Traces, owner

TAKE_COLOURS: Final = 0
OPEN_PREY: Final = 1

SEALING: Final = 0
TURNING: Final = 1


@mypyc_attr(acyclic=True, free_list_len=1)
class Setup(Frame):
    """Préparation du jeu"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "at")

    at: i64

    def __init__(self) -> None:
        super().__init__()
        self.at = 0

    def copy(self) -> Frame:
        f = Setup()
        f.step = self.step
        f.at = self.at
        return f

    def go(self, s: Traces) -> Seats:
        if self.step == TAKE_COLOURS:  # « Chaque joueur choisit une couleur »
            while self.at < s.seats:
                free = free_colours(s)
                if s.opt.colours == 0 and count(free) > 1:
                    return only(self.at)
                take_colour(s, self.at, lowest(free))
                self.at += 1
            self.step = OPEN_PREY
        if cards_open(s) < s.box.prey_open and can_turn_prey(s):  # « Les 2 cartes du dessus sont retournées »
            return BY_CHANCE
        s.pop()
        s.push(Years())
        s.push(first_wolves(s))
        return GO_ON

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == TAKE_COLOURS:
            out.some(COLOUR, free_colours(s))
        else:
            draw_prey(s, out)

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == TAKE_COLOURS:
            take_colour(s, seat, action - COLOUR)
            self.at += 1
        else:
            turn_prey(s, action - PREY)


@mypyc_attr(acyclic=True, free_list_len=1)
class FirstWolves(Sealed):
    """« Chaque joueur choisit une de ses cartes loup et la place face cachée au milieu de la table »"""

    FIELDS: ClassVar[tuple[str, ...]] = ("step", "missing", "answers", "down")

    down: Seats

    def __init__(self) -> None:
        super().__init__()
        self.down = 0
        """The seats whose card still lies face down."""

    def copy(self) -> Frame:
        f = FirstWolves()
        self.copy_sealed_to(f)
        f.down = self.down
        return f

    def go(self, s: Traces) -> Seats:
        if self.step == SEALING:
            if self.missing:
                return self.missing
            if is_one_sex(s, self):  # « chacun reprend son loup, en choisit de nouveau un »
                s.say(ONE_SEX, NOBODY, 0, 0, 0)
                s.pop()
                s.push(first_wolves(s))
                return GO_ON
            self.step = TURNING
        if count(self.down) > 1:  # « mélangées et retournées une à une »
            return BY_CHANCE
        s.pop()
        turn_up(s, self, lowest(self.down))
        return GO_ON

    def options(self, s: Traces, seat: Seat, out: Choices) -> None:
        if self.step == SEALING:
            out.span(FIRST, FIRST + LETTERS)
            return
        for other in range(s.seats):
            if has(self.down, other):
                out.one(TURN + chosen(s, self, other))

    def take(self, s: Traces, seat: Seat, action: i64) -> None:
        if self.step == SEALING:
            self.seal(s, seat, action - FIRST)
        else:
            turn_up(s, self, owner(s, action - TURN))

    def sealed(self, s: Traces, seat: Seat, answer: i64) -> None:
        s.whisper(FIRST_SEALED, seat, 0, 0, 0, s.colours[seat] * LETTERS + answer, only(seat))


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
    """A seat gets a colour's wolves, board and tokens."""
    s.owners = s.owners[:]
    s.colours = s.colours[:]
    s.owners[colour] = seat
    s.colours[seat] = colour
    s.say(COLOUR_TAKEN, seat, colour, 0, 0)


def cards_open(s: Traces) -> i64:
    """How many large prey lie open."""
    total: i64 = 0
    for prey in range(LARGE):
        total += s.large[OPEN + prey]
    return total


def first_wolves(s: Traces) -> Frame:
    """Everybody chooses."""
    f = FirstWolves()
    f.missing = everyone(s.seats)
    f.down = everyone(s.seats)
    return f


def chosen(s: Traces, f: FirstWolves, seat: Seat) -> i64:
    """The card that a seat put on the table."""
    return s.colours[seat] * LETTERS + f.answers[seat]


def is_one_sex(s: Traces, f: FirstWolves) -> bool:
    """« Si les joueurs ne choisissent au début que des mâles ou que des femelles »"""
    females: i64 = 0
    for seat in range(s.seats):
        females += (s.box.females >> chosen(s, f, seat)) & 1
    return females == 0 or females == s.seats


def turn_up(s: Traces, f: FirstWolves, seat: Seat) -> None:
    """« Le premier mâle retourné est placé dans la position alpha ... » and so on down."""
    f.down &= ~bit(seat)
    wolf = chosen(s, f, seat)
    enter(s, wolf)
    s.say(WOLF_TURNED, seat, wolf, 0, 0)


FRAMES: Final = (
    Setup, FirstWolves, Years, Year, Births, LargePrey, Pledges, Ballot, Placement,
    Raising, SolitaryHunt, PackHunt, Howling, RankFights, Duel, Marking, Departures, Joining, Permission,
)  # fmt: skip
