"""Observation tensor of a seat: its own seat comes first, the others in seat order.

Planes of wolves have a row per seat and a column per letter."""

from typing import Final

from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, first_n, i64, vec
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
    Layout,
    Plane,
    Row,
    relative_seat,
    relative_seats,
    rotate_packed,
    write_by_seat,
    write_number,
    write_numbers,
    write_one_hot,
    write_packed,
    write_set,
)
from meute.games.traces.rules import FRAMES
from meute.games.traces.rules.fights import FIGHTERS, Duel, RankFights
from meute.games.traces.rules.joining import Joining
from meute.games.traces.rules.marking import Departures, Marking
from meute.games.traces.rules.phases import CATCH_BITS, CAUGHT, PackHunt, Raising, SolitaryHunt
from meute.games.traces.rules.preparation import Births
from meute.games.traces.rules.prey import LargePrey
from meute.games.traces.rules.setup import FirstWolves, Setup
from meute.games.traces.state import (
    ANIMALS,
    CARDS,
    COLOURS,
    COLUMN_SIZE,
    HIDDEN,
    LARGE,
    LETTERS,
    LEVELS,
    MOST_GAME,
    MOST_SEATS,
    PHASES,
    PLEDGE_BITS,
    SEXES,
    SMALL,
    SOURCES,
    STRENGTH_SHIFT,
    TOKEN_BITS,
    TOKENS,
    WOLVES,
    Traces,
    Wolf,
    letter_of,
    owner,
    place_of,
    points,
    used_tokens,
)
from meute.games.traces.view import seen_plan

PACK: Final = (MOST_SEATS, LETTERS)

LAYOUT: Final = Layout(
    FRAMES,
    Plane("colours", (MOST_SEATS, COLOURS), "the colour of each seat"),
    Plane("pack", PACK, "wolves in the pack"),
    Plane("females", PACK, "the females"),
    Plane("omega", PACK, "the omega"),
    Plane("floor", PACK, "a former omega that stays lowest"),
    Plane("cradle", PACK, "cards that may be pups, by public information"),
    Plane("rank", PACK, "place in its column, 1 for the alpha, 0 for none", COLUMN_SIZE),
    Plane("strength", PACK, "strength", ANY, -ANY),
    Plane("renown", PACK, "tokens of renown", ANY),
    Plane("vigour", PACK, "strength when tokens were placed", ANY),
    Plane("plan", (*PACK, PHASES), "tokens on the boards; 30 face down, 31 hidden, perhaps none", HIDDEN),
    Plane("used", (TOKENS + 1,), "own tokens placed this year"),
    Plane("litter", (LETTERS,), "own cards among the pups"),
    Plane("pups", (MOST_SEATS,), "pups of each seat", LETTERS),
    Plane("points", (MOST_SEATS,), "points", ANY, -ANY),
    Plane("earned", (MOST_SEATS, SOURCES), "points by rule", ANY, -ANY),
    Plane("lost", (MOST_SEATS, 2), "this year's deaths and exclusions", ANY),
    Plane("pledges", (MOST_SEATS,), "one more than each seat's pledge: prey * 4 + effort", (LARGE + 1) * LEVELS),
    Plane("present", (MOST_SEATS,), "seats that had a wolf in the pack when the last phase began"),
    Plane("year", (1,), "the year", ANY),
    Plane("revealed", (PHASES + 1,), "columns of tokens that were turned this year"),
    Plane("hunted", (LARGE,), "the prey of this year"),
    Plane("large", (3, LARGE), "large prey: open, in the pile, discarded", ANY),
    Plane("ended", (1,), "one more than the way in which the game has ended", ANY),
    Plane("missing", (MOST_SEATS,), "seats that have not answered yet"),
    Plane("answer", (1,), "one more than the own sealed answer", ANY),
    Plane("due", (MOST_SEATS,), "pups that each seat adds", LETTERS),
    Plane("ballots", (MOST_SEATS,), "one more than each seat's vote", LARGE + 1),
    Plane("down", (MOST_SEATS,), "first wolves still face down"),
    Plane("waiting", (MOST_SEATS,), "seats that may still join"),
    Plane("caught", PACK, "one more than what each wolf has caught", ANIMALS + 1),
    Plane("small", (2, SMALL), "small prey: in the row, left", MOST_GAME),
    Plane("line", PACK, "when each wolf acts, from 1", WOLVES),
    Plane("young", PACK, "young wolves that may leave"),
    Plane("submitted", PACK, "wolves that have submitted"),
    Plane("acts", PACK, "the wolf that attacks, has killed or joins"),
    Plane("target", PACK, "the wolf that is attacked"),
    Plane("loser", PACK, "the wolf that has lost"),
    Plane(
        "counts",
        (4,),
        "place in the line, pups that die, whether prey was killed, whether females fight",
        ANY,
    ),
    Plane("fighters", (FIGHTERS, MOST_SEATS), "seats of the attacker and of the attacked wolf"),
    Plane("draws", (FIGHTERS,), "cards still to be dealt", CARDS),
    Plane("held", (FIGHTERS,), "cards in hand", CARDS),
    Plane("scores", (FIGHTERS,), "scores", HIDDEN),
    Plane("last", (FIGHTERS,), "one more than the last card played", CARDS),
    Plane("hands", (FIGHTERS, CARDS), "the own cards"),
    Plane("played", (FIGHTERS, CARDS), "cards played"),
)


def write_tensor(s: Traces, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of a seat, from a state or from the seat's view."""
    at = LAYOUT.begin(s, out, at)
    at = fill_pack(s, seat, out, at)
    at = fill_plans(s, seat, out, at)
    at = fill_seats(s, seat, out, at)
    at = write_set(out, at, relative_seats(s.present, seat, s.seats), MOST_SEATS)
    at = write_number(out, at, s.year)
    at = write_one_hot(out, at, s.revealed, PHASES + 1)
    at = write_one_hot(out, at, s.hunted, LARGE)
    at = write_numbers(out, at, s.large)
    at = write_number(out, at, s.ended + 1)
    at = fill_answers(s, seat, out, at)
    at = fill_phases(s, seat, out, at)
    fill_duel(s, seat, out, at)


def fill_wolf(s: Traces, seat: Seat, wolf: Wolf, value: i64, out: Row, at: i64) -> i64:
    """Writes a number at the place of a wolf; nothing for NOBODY and for colours that no seat plays."""
    if wolf != NOBODY and owner(s, wolf) != NOBODY:
        write_number(out, at + relative_seat(owner(s, wolf), seat, s.seats) * LETTERS + letter_of(wolf), value)
    return at + WOLVES


def fill_wolves(s: Traces, seat: Seat, those: Mask, out: Row, at: i64) -> i64:
    """Writes a set of wolves."""
    seen: Mask = 0
    other = seat
    for k in range(s.seats):
        if s.colours[other] != NOBODY:
            letters = (those >> (s.colours[other] * LETTERS)) & first_n(LETTERS)
            seen |= letters << (k * LETTERS)
        other = left_of(other, s.seats)
    return write_set(out, at, seen, WOLVES)


def fill_line(s: Traces, seat: Seat, line: vec[i64], first: i64, many: i64, out: Row, at: i64) -> None:
    """Writes the positions of wolves in an order of play, from 1."""
    for n in range(many):
        fill_wolf(s, seat, line[first + n], n + 1, out, at)


def fill_pack(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes colours, the pack and its ranks."""
    other = seat
    for k in range(s.seats):
        write_one_hot(out, at + k * COLOURS, s.colours[other], COLOURS)
        other = left_of(other, s.seats)
    at = fill_wolves(s, seat, s.pack, out, at + MOST_SEATS * COLOURS)
    at = fill_wolves(s, seat, s.box.females, out, at)
    at = fill_wolf(s, seat, s.omega, 1, out, at)
    at = fill_wolf(s, seat, s.floor, 1, out, at)
    at = fill_wolves(s, seat, s.cradle, out, at)
    for sex in range(SEXES):
        for k in range(s.size[sex]):
            fill_wolf(s, seat, s.column[sex * COLUMN_SIZE + k], place_of(s, sex, k) + 1, out, at)
    return at + WOLVES


def fill_plans(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes strength and renown of every wolf, and the boards as the seat sees them."""
    renown = at + WOLVES
    vigours = renown + WOLVES
    plan = vigours + WOLVES
    used = plan + WOLVES * PHASES
    other = seat
    for k in range(s.seats):
        colour = s.colours[other]
        other = left_of(other, s.seats)
        if colour == NOBODY:
            continue
        for letter in range(LETTERS):
            wolf = colour * LETTERS + letter
            place = k * LETTERS + letter
            write_number(out, at + place, s.strength[wolf])
            write_number(out, renown + place, s.renown[wolf])
            row = seen_plan(s, seat, wolf)
            if row:
                write_number(out, vigours + place, row >> STRENGTH_SHIFT)
                write_packed(out, plan + place * PHASES, row, TOKEN_BITS, PHASES)
    if s.colours[seat] != NOBODY:
        write_set(out, used, used_tokens(s, seat), TOKENS + 1)
        write_set(out, used + TOKENS + 1, s.litter >> (s.colours[seat] * LETTERS), LETTERS)
    return used + TOKENS + 1 + LETTERS


def fill_seats(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes pups, points, losses and pledges."""
    total = at + MOST_SEATS
    earned = total + MOST_SEATS
    lost = earned + MOST_SEATS * SOURCES
    pledges = lost + MOST_SEATS * 2
    other = seat
    for k in range(s.seats):
        write_number(out, total + k, points(s, other))
        other = left_of(other, s.seats)
    write_packed(out, pledges, rotate_packed(s.pledges, seat, s.seats, PLEDGE_BITS), PLEDGE_BITS, MOST_SEATS)
    write_by_seat(out, at, s.pups, seat, s.seats, 1)
    write_by_seat(out, earned, s.earned, seat, s.seats, SOURCES)
    write_by_seat(out, lost, s.lost, seat, s.seats, 2)
    return pledges + MOST_SEATS


def fill_answers(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes the own sealed answer, and which seats have not answered yet."""
    due = at + MOST_SEATS + 1
    ballots = due + MOST_SEATS
    down = ballots + MOST_SEATS
    waiting = down + MOST_SEATS
    frame = s.top
    while frame is not None:
        if isinstance(frame, Sealed):
            write_set(out, at, relative_seats(frame.missing, seat, s.seats), MOST_SEATS)
            write_number(out, at + MOST_SEATS, frame.answers[seat] + 1)
            if isinstance(frame, Births):
                write_by_seat(out, due, frame.due, seat, s.seats, 1)
            elif isinstance(frame, FirstWolves):
                write_set(out, down, relative_seats(frame.down, seat, s.seats), MOST_SEATS)
        elif isinstance(frame, LargePrey):
            write_by_seat(out, ballots, frame.ballots, seat, s.seats, 1, 1)
        elif isinstance(frame, Joining):
            write_set(out, waiting, relative_seats(frame.waiting, seat, s.seats), MOST_SEATS)
        frame = frame.under
    return waiting + MOST_SEATS


def fill_phases(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Writes the fields of the phases: hunts, fights and young wolves."""
    caught = at
    small = caught + WOLVES
    line = small + 2 * SMALL
    young = line + WOLVES
    submitted = young + WOLVES
    counts = submitted + 4 * WOLVES
    acts: Wolf = NOBODY
    target: Wolf = NOBODY
    loser: Wolf = NOBODY
    frame = s.top
    while frame is not None:
        if isinstance(frame, SolitaryHunt):
            write_number(out, counts, frame.at)
            fill_line(s, seat, frame.line, 0, WOLVES, out, line)
            write_numbers(out, small, frame.row)
            write_numbers(out, small + SMALL, frame.left)
            for wolf in range(WOLVES):
                fill_wolf(s, seat, wolf, (frame.caught >> (wolf * CATCH_BITS)) & CAUGHT, out, caught)
        elif isinstance(frame, RankFights):
            write_number(out, counts, frame.at)
            write_number(out, counts + 3, frame.sex)
            fill_line(s, seat, frame.line, 0, WOLVES, out, line)
            fill_wolves(s, seat, frame.submitted, out, submitted)
            acts = frame.attacker
            target = frame.target
            loser = frame.loser
        elif isinstance(frame, PackHunt):
            acts = frame.killer
            write_number(out, counts + 2, frame.killed)
        elif isinstance(frame, Joining):
            acts = frame.wolf
        elif isinstance(frame, Raising):
            write_number(out, counts + 1, frame.dying)
        elif isinstance(frame, (Marking, Departures)):
            fill_wolves(s, seat, frame.young, out, young)
        elif isinstance(frame, Setup):
            write_number(out, counts, frame.at)
        frame = frame.under
    acting = submitted + WOLVES
    fill_wolf(s, seat, acts, 1, out, acting)
    fill_wolf(s, seat, target, 1, out, acting + WOLVES)
    fill_wolf(s, seat, loser, 1, out, acting + 2 * WOLVES)
    return counts + 4


def fill_duel(s: Traces, seat: Seat, out: Row, at: i64) -> None:
    """Writes the fields of a duel."""
    duel = s.top
    if not isinstance(duel, Duel):
        return
    for side in range(FIGHTERS):
        at = write_one_hot(out, at, relative_seat(duel.seats[side], seat, s.seats), MOST_SEATS)
    at = write_numbers(out, at, duel.draws)
    at = write_numbers(out, at, duel.held)
    at = write_numbers(out, at, duel.scores)
    at = write_numbers(out, at, duel.last, 1)
    for side in range(FIGHTERS):
        at = write_set(out, at, duel.hands[side] if duel.seats[side] == seat else 0, CARDS)
    for side in range(FIGHTERS):
        at = write_set(out, at, duel.played[side], CARDS)
