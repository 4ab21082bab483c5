"""What a seat sees of Traces de Loups, as a row of numbers; the own seat first, the others as they sit to the left.
Planes of wolves have a row for each seat and a place for each of its three letters."""

from typing import Final

from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, first_n, i64, vec
from meute.core.seats import Seat, left_of
from meute.core.tensor import (
    ANY,
    Layout,
    Plane,
    Row,
    from_own,
    members,
    number,
    numbers,
    one,
    packed,
    rolled,
    seated,
    turned,
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
    DIGIT,
    HIDDEN,
    LARGE,
    LETTERS,
    LEVELS,
    LONGEST,
    MOST_GAME,
    MOST_SEATS,
    PHASES,
    PLEDGE_BITS,
    SEXES,
    SMALL,
    TOKENS,
    VIGOUR,
    WAYS,
    WOLVES,
    Traces,
    Wolf,
    letter_of,
    owner,
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
    Plane("cradle", PACK, "cards that may lie among the pups, as far as everybody knows"),
    Plane("rank", PACK, "place in its column, 1 for the alpha, 0 for none", LONGEST),
    Plane("strength", PACK, "strength", ANY, -ANY),
    Plane("renown", PACK, "tokens of renown", ANY),
    Plane("vigour", PACK, "strength when tokens were placed", ANY),
    Plane("plan", (*PACK, PHASES), "tokens on the boards; 30 face down, 31 hidden, perhaps none", HIDDEN),
    Plane("used", (TOKENS + 1,), "own tokens that lie there"),
    Plane("litter", (LETTERS,), "own cards among the pups"),
    Plane("pups", (MOST_SEATS,), "how many of the pups are each seat's", LETTERS),
    Plane("points", (MOST_SEATS,), "points", ANY, -ANY),
    Plane("earned", (MOST_SEATS, WAYS), "by rule", ANY, -ANY),
    Plane("lost", (MOST_SEATS, 2), "this year's deaths and exclusions", ANY),
    Plane("pledges", (MOST_SEATS,), "one more than what each has pledged: prey * 4 + effort", (LARGE + 1) * LEVELS),
    Plane("present", (MOST_SEATS,), "who had a wolf in the pack when the last phase began"),
    Plane("year", (1,), "the year", ANY),
    Plane("revealed", (PHASES + 1,), "columns of tokens that were turned this year"),
    Plane("hunted", (LARGE,), "the prey of this year"),
    Plane("large", (3, LARGE), "large prey: open, in the pile, discarded", ANY),
    Plane("ended", (1,), "one more than the way in which the game has ended", ANY),
    Plane("missing", (MOST_SEATS,), "who has not answered yet"),
    Plane("answer", (1,), "one more than the own sealed answer", ANY),
    Plane("due", (MOST_SEATS,), "pups that each seat adds", LETTERS),
    Plane("ballots", (MOST_SEATS,), "one more than each seat's vote", LARGE + 1),
    Plane("down", (MOST_SEATS,), "first wolves still face down"),
    Plane("waiting", (MOST_SEATS,), "who may still join"),
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
    Plane("fighters", (FIGHTERS, MOST_SEATS), "who fights: the attacker, then the one attacked"),
    Plane("draws", (FIGHTERS,), "cards still to be dealt", CARDS),
    Plane("held", (FIGHTERS,), "cards in hand", CARDS),
    Plane("scores", (FIGHTERS,), "scores", HIDDEN),
    Plane("last", (FIGHTERS,), "one more than the last card played", CARDS),
    Plane("hands", (FIGHTERS, CARDS), "the own cards"),
    Plane("played", (FIGHTERS, CARDS), "cards played"),
)


def fill(s: Traces, seat: Seat, out: Row, at: i64) -> None:
    """Writes the tensor of what a seat sees, from a state or from its view."""
    at = LAYOUT.begin(s, out, at)
    at = fill_pack(s, seat, out, at)
    at = fill_plans(s, seat, out, at)
    at = fill_seats(s, seat, out, at)
    at = members(out, at, turned(s.present, seat, s.seats), MOST_SEATS)
    at = number(out, at, s.year)
    at = one(out, at, s.revealed, PHASES + 1)
    at = one(out, at, s.hunted, LARGE)
    at = numbers(out, at, s.large)
    at = number(out, at, s.ended + 1)
    at = fill_answers(s, seat, out, at)
    at = fill_phases(s, seat, out, at)
    fill_duel(s, seat, out, at)


def fill_wolf(s: Traces, seat: Seat, wolf: Wolf, value: i64, out: Row, at: i64) -> i64:
    """A number at the place of a wolf that somebody plays; nothing for NOBODY."""
    if wolf != NOBODY and owner(s, wolf) != NOBODY:
        number(out, at + from_own(owner(s, wolf), seat, s.seats) * LETTERS + letter_of(wolf), value)
    return at + WOLVES


def fill_wolves(s: Traces, seat: Seat, those: Mask, out: Row, at: i64) -> i64:
    """A set of wolves."""
    seen: Mask = 0
    other = seat
    for k in range(s.seats):
        if s.colours[other] != NOBODY:
            letters = (those >> (s.colours[other] * LETTERS)) & first_n(LETTERS)
            seen |= letters << (k * LETTERS)
        other = left_of(other, s.seats)
    return members(out, at, seen, WOLVES)


def fill_line(s: Traces, seat: Seat, line: vec[i64], first: i64, many: i64, out: Row, at: i64) -> None:
    """The places of so many wolves in a line, from the first one on."""
    for n in range(many):
        fill_wolf(s, seat, line[first + n], n + 1, out, at)


def fill_pack(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Colours, the pack and its ranks."""
    other = seat
    for k in range(s.seats):
        one(out, at + k * COLOURS, s.colours[other], COLOURS)
        other = left_of(other, s.seats)
    at = fill_wolves(s, seat, s.pack, out, at + MOST_SEATS * COLOURS)
    at = fill_wolves(s, seat, s.box.females, out, at)
    at = fill_wolf(s, seat, s.omega, 1, out, at)
    at = fill_wolf(s, seat, s.floor, 1, out, at)
    at = fill_wolves(s, seat, s.cradle, out, at)
    for sex in range(SEXES):
        fill_line(s, seat, s.column, sex * LONGEST, s.size[sex], out, at)
    return at + WOLVES


def fill_plans(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Strength and renown of every wolf, and the boards as the seat sees them."""
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
            number(out, at + place, s.strength[wolf])
            number(out, renown + place, s.renown[wolf])
            row = seen_plan(s, seat, wolf)
            if row:
                number(out, vigours + place, row >> VIGOUR)
                packed(out, plan + place * PHASES, row, DIGIT, PHASES)
    if s.colours[seat] != NOBODY:
        members(out, used, used_tokens(s, seat), TOKENS + 1)
        members(out, used + TOKENS + 1, s.litter >> (s.colours[seat] * LETTERS), LETTERS)
    return used + TOKENS + 1 + LETTERS


def fill_seats(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Pups, points, losses and pledges."""
    total = at + MOST_SEATS
    earned = total + MOST_SEATS
    lost = earned + MOST_SEATS * WAYS
    pledges = lost + MOST_SEATS * 2
    other = seat
    for k in range(s.seats):
        number(out, total + k, points(s, other))
        other = left_of(other, s.seats)
    packed(out, pledges, rolled(s.pledges, seat, s.seats, PLEDGE_BITS), PLEDGE_BITS, MOST_SEATS)
    seated(out, at, s.pups, seat, s.seats, 1)
    seated(out, earned, s.earned, seat, s.seats, WAYS)
    seated(out, lost, s.lost, seat, s.seats, 2)
    return pledges + MOST_SEATS


def fill_answers(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """Sealed answers: the own one, and who has given his."""
    due = at + MOST_SEATS + 1
    ballots = due + MOST_SEATS
    down = ballots + MOST_SEATS
    waiting = down + MOST_SEATS
    frame = s.top
    while frame is not None:
        if isinstance(frame, Sealed):
            members(out, at, turned(frame.missing, seat, s.seats), MOST_SEATS)
            number(out, at + MOST_SEATS, frame.answers[seat] + 1)
            if isinstance(frame, Births):
                seated(out, due, frame.due, seat, s.seats, 1)
            elif isinstance(frame, FirstWolves):
                members(out, down, turned(frame.down, seat, s.seats), MOST_SEATS)
        elif isinstance(frame, LargePrey):
            seated(out, ballots, frame.ballots, seat, s.seats, 1, 1)
        elif isinstance(frame, Joining):
            members(out, waiting, turned(frame.waiting, seat, s.seats), MOST_SEATS)
        frame = frame.under
    return waiting + MOST_SEATS


def fill_phases(s: Traces, seat: Seat, out: Row, at: i64) -> i64:
    """What the phases hold: hunts, fights, and the young."""
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
            number(out, counts, frame.at)
            fill_line(s, seat, frame.line, 0, WOLVES, out, line)
            numbers(out, small, frame.row)
            numbers(out, small + SMALL, frame.left)
            for wolf in range(WOLVES):
                fill_wolf(s, seat, wolf, (frame.caught >> (wolf * CATCH_BITS)) & CAUGHT, out, caught)
        elif isinstance(frame, RankFights):
            number(out, counts, frame.at)
            number(out, counts + 3, frame.sex)
            fill_line(s, seat, frame.line, 0, WOLVES, out, line)
            fill_wolves(s, seat, frame.submitted, out, submitted)
            acts = frame.attacker
            target = frame.target
            loser = frame.loser
        elif isinstance(frame, PackHunt):
            acts = frame.killer
            number(out, counts + 2, frame.killed)
        elif isinstance(frame, Joining):
            acts = frame.wolf
        elif isinstance(frame, Raising):
            number(out, counts + 1, frame.dying)
        elif isinstance(frame, (Marking, Departures)):
            fill_wolves(s, seat, frame.young, out, young)
        elif isinstance(frame, Setup):
            number(out, counts, frame.at)
        frame = frame.under
    acting = submitted + WOLVES
    fill_wolf(s, seat, acts, 1, out, acting)
    fill_wolf(s, seat, target, 1, out, acting + WOLVES)
    fill_wolf(s, seat, loser, 1, out, acting + 2 * WOLVES)
    return counts + 4


def fill_duel(s: Traces, seat: Seat, out: Row, at: i64) -> None:
    """A fight card by card."""
    duel = s.top
    if not isinstance(duel, Duel):
        return
    for side in range(FIGHTERS):
        at = one(out, at, from_own(duel.seats[side], seat, s.seats), MOST_SEATS)
    at = numbers(out, at, duel.draws)
    at = numbers(out, at, duel.held)
    at = numbers(out, at, duel.scores)
    at = numbers(out, at, duel.last, 1)
    for side in range(FIGHTERS):
        at = members(out, at, duel.hands[side] if duel.seats[side] == seat else 0, CARDS)
    for side in range(FIGHTERS):
        at = members(out, at, duel.played[side], CARDS)
