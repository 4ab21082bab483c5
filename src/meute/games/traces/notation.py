"""Notation: text of actions and positions.

An action: `B1=14` places token 14 in wolf B's box for phase 1, `vote:caribou` is a ballot, `attack:vA` attacks the
green A, `card:7` plays a combat card, `leave:AC` sends two young wolves away. A position is lines of labelled words:
the table, the players' colours, both columns with `wolf:strength/renown`, the omega, the pups, the boards, the prey,
the points and the stack of frames. `?` stands for unknown, `x` for a token face down.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from meute.core.box import Contents
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, append, bit, count, first_n, has, i64, vec
from meute.core.position import NOTHING, Reader, join_parts, parse_name, parse_whole
from meute.games.traces.actions import ABSTAIN, ACTION_KINDS
from meute.games.traces.initial_state import empty_state
from meute.games.traces.names import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    LETTER_NAMES,
    LEVEL_NAMES,
    PREY_NAMES,
    SMALL_PREY_NAMES,
    WOLF_TEXTS,
    letters_text,
    wolf_text,
)
from meute.games.traces.options import AT_ONCE
from meute.games.traces.rules.pack import append_to_column
from meute.games.traces.scoring import ENDS
from meute.games.traces.state import (
    COLUMN_SIZE,
    DISCARD,
    FACE_DOWN,
    FEMALE,
    FEWEST_SEATS,
    HIDDEN,
    LARGE,
    LETTERS,
    LEVELS,
    MALE,
    MOST_SEATS,
    OPEN,
    PHASES,
    PILE,
    PLEDGE_BITS,
    SOURCES,
    STRENGTH_SHIFT,
    TOKEN_BITS,
    TOKENS,
    WOLVES,
    Traces,
    index_of,
    owner,
    place_of,
    pledge_of,
    sex_of,
    strength_at_placement,
    token,
    used_tokens,
    wolves_of,
)

UNKNOWN: Final = "?"
UPSIDE_DOWN: Final = "x"
GAP: Final = "."
MOST_POINTS: Final = 9999
MOST_LOST: Final = 99
MOST_YEARS: Final = 999
END_NAMES: Final = tuple(ENDS.values())


def prey_text(prey: int) -> str:
    """The name of a large prey; `-` for none."""
    return NOTHING if prey in (NOBODY, ABSTAIN) else PREY_NAMES[prey]


SPELLINGS: Final = {"decide": "hunt", "ballot": "vote", "depart": "leave"}


def write_action(block: str, fields: tuple[int, ...]) -> str:
    if not fields:
        return block
    match block:
        case "place":
            return f"{LETTER_NAMES[fields[0]]}{fields[1] + 1}={fields[2] or NOTHING}"
        case "pledge":
            return f"pledge:{prey_text(fields[0])}/{LEVEL_NAMES[fields[1]]}"
        case "colour":
            value = COLOUR_NAMES[fields[0]]
        case "first" | "join":
            value = LETTER_NAMES[fields[0]]
        case "turn" | "attack":
            value = wolf_text(fields[0])
        case "prey" | "ballot" | "decide" | "drop":
            value = prey_text(fields[0])
        case "game" | "catch":
            value = SMALL_PREY_NAMES[fields[0]]
        case "add" | "depart":
            value = letters_text(fields[0])
        case _:
            value = str(fields[0] + 1)
    return f"{SPELLINGS.get(block, block)}:{value}"


CODEC: Final = Codec(ACTION_KINDS, write_action)


COVERED: Final = {0: NOTHING, HIDDEN: UNKNOWN, FACE_DOWN: UPSIDE_DOWN}
"""Characters for the content of a box other than a visible token."""


def maybe_text(number: int, names: Sequence[str]) -> str:
    """The name of a number; `-` for NOBODY."""
    return NOTHING if number == NOBODY else names[number]


def write_wolf(s: Traces, wolf: int) -> str:
    """A wolf with strength and renown: `vA:9/3`."""
    return f"{wolf_text(wolf)}:{s.strength[wolf]}/{s.renown[wolf]}"


def write_column(s: Traces, sex: int) -> str:
    """One column, highest rank first; `.` for an empty place."""
    wolves = [write_wolf(s, s.column[sex * COLUMN_SIZE + k]) for k in range(s.size[sex])]
    for place in range(COLUMN_SIZE):
        if has(s.gaps[sex], place):
            wolves.insert(place, GAP)
    return join_parts(wolves)


def write_litter(s: Traces) -> str:
    """The pups: the known cards, and the number of unknown ones by colour."""
    pups = wolves_in(s.litter)
    for seat in range(s.seats):
        unknown = s.pups[seat] - count(s.litter & wolves_of(s, seat))
        if unknown > 0:
            pups.append(f"{COLOUR_LETTERS[s.colours[seat]]}{UNKNOWN}{unknown}")
    return join_parts(pups)


def wolves_in(mask: int) -> list[str]:
    """The notation of the wolves of a mask."""
    return [wolf_text(wolf) for wolf in range(WOLVES) if has(mask, wolf)]


def write_row(s: Traces, wolf: int) -> str:
    """A wolf's row and its strength when the tokens were placed: `vA:14.9.-.?.11/10`."""
    tokens = [token(s, wolf, phase) for phase in range(PHASES)]
    boxes = ".".join(COVERED.get(value, str(value)) for value in tokens)
    return f"{wolf_text(wolf)}:{boxes}/{strength_at_placement(s, wolf)}"


def write_prey(s: Traces, zone: int) -> str:
    """The large prey in one zone, one name per card."""
    return join_parts([PREY_NAMES[prey] for prey in range(LARGE) for _ in range(s.large[zone + prey])])


def write_pledge(s: Traces, seat: int) -> str:
    """A seat's pledge; `-` for none."""
    pledge = pledge_of(s, seat)
    return NOTHING if pledge == NOBODY else f"{prey_text(pledge // LEVELS)}/{LEVEL_NAMES[pledge % LEVELS]}"


def write_score(s: Traces, seat: int) -> str:
    """A seat's points by rule."""
    return ":".join(str(s.earned[seat * SOURCES + way]) for way in range(SOURCES))


def write_table(s: Traces) -> list[str]:
    """The lines of a position, without its frames."""
    seats = range(s.seats)
    present = "".join(str(seat + 1) for seat in seats if has(s.present, seat)) or NOTHING
    floor, ended = maybe_text(s.floor, WOLF_TEXTS), maybe_text(s.ended, END_NAMES)
    years = len(s.history) // s.seats
    return [
        f"table {s.seats} {s.year} {s.revealed} {prey_text(s.hunted)} {floor} {present} {ended}",
        f"colours {' '.join(maybe_text(s.colours[seat], COLOUR_NAMES) for seat in seats)}",
        f"males {write_column(s, MALE)}",
        f"females {write_column(s, FEMALE)}",
        f"omega {NOTHING if s.omega == NOBODY else write_wolf(s, s.omega)}",
        f"litter {write_litter(s)}",
        f"cradle {join_parts(wolves_in(s.cradle))}",
        f"plan {join_parts([write_row(s, wolf) for wolf in range(WOLVES) if s.plan[wolf]])}",
        f"prey {write_prey(s, OPEN)} {write_prey(s, PILE)} {write_prey(s, DISCARD)}",
        f"score {' '.join(write_score(s, seat) for seat in seats)}",
        f"lost {' '.join(f'{s.lost[seat * 2]}/{s.lost[seat * 2 + 1]}' for seat in seats)}",
        f"history {join_parts([':'.join(str(s.history[y * s.seats + n]) for n in seats) for y in range(years)])}",
        f"pledges {' '.join(write_pledge(s, seat) for seat in seats)}",
    ]


def read_table(reader: Reader, settled: Mapping[str, str], contents: Contents) -> Traces:
    """Parses a position without its frames; raises BadInput for an impossible state."""
    reader.label("table")
    s = empty_state(reader.number("table.seats", FEWEST_SEATS, MOST_SEATS), settled, contents)
    s.year = reader.number("table.year", 0, MOST_YEARS)
    s.revealed = reader.number("table.revealed", 0, PHASES)
    s.hunted = reader.maybe_name("table.hunted", PREY_NAMES)
    s.floor = reader.maybe_name("table.floor", WOLF_TEXTS)
    for mark in reader.letters("table.present", "123456"[: s.seats]):
        s.present |= bit(int(mark) - 1)
    s.ended = reader.maybe_name("table.ended", END_NAMES)
    read_colours(reader, s)
    read_pack(reader, s)
    read_litter(reader, s)
    reader.label("plan")
    for part in reader.parts("plan"):
        read_row(s, part)
    read_prey(reader, s)
    read_points(reader, s)
    return s


def read_colours(reader: Reader, s: Traces) -> None:
    """Reads the colour of each seat."""
    reader.label("colours")
    for seat in range(s.seats):
        colour = reader.maybe_name(f"colours.{seat + 1}", COLOUR_NAMES)
        if colour != NOBODY:
            if s.owners[colour] != NOBODY:
                raise BadInput("traces.error.position_twice", f"colours.{seat + 1}", text=COLOUR_NAMES[colour])
            s.colours[seat] = colour
            s.owners[colour] = seat


def read_card(s: Traces, field: str, text: str, among: int) -> int:
    """Parses a wolf; raises `BadInput` if no seat plays it, or if it is in the set `among`."""
    wolf = parse_name(field, text, WOLF_TEXTS)
    if owner(s, wolf) == NOBODY:
        raise BadInput("traces.error.position_nobody", field, text=text)
    if has(among, wolf):
        raise BadInput("traces.error.position_twice", field, text=text)
    return wolf


def read_wolf(s: Traces, field: str, text: str) -> int:
    """Parses a wolf with strength and renown, and adds it to the pack."""
    card, _, numbers = text.partition(":")
    wolf = read_card(s, field, card, s.pack)
    strength, _, renown = numbers.partition("/")
    s.strength[wolf] = parse_whole(f"{field}.{card}.strength", strength, 1, s.box.most_strength)
    s.renown[wolf] = parse_whole(f"{field}.{card}.renown", renown, 0, s.box.most_renown)
    s.pack |= bit(wolf)
    return wolf


def read_pack(reader: Reader, s: Traces) -> None:
    """Reads both columns and the omega; checks the gaps and the former omega (`floor`)."""
    for sex, label in ((MALE, "males"), (FEMALE, "females")):
        reader.label(label)
        for place, part in enumerate(reader.parts(label)):
            if part == GAP:
                s.gaps[sex] |= bit(place)
                continue
            wolf = read_wolf(s, label, part)
            if sex_of(s, wolf) != sex:
                raise BadInput("traces.error.position_sex", label, text=wolf_text(wolf))
            append_to_column(s, wolf)
        within = first_n(place_of(s, sex, s.size[sex] - 1)) & ~1 if s.size[sex] and s.opt.gaps != AT_ONCE else 0
        if s.gaps[sex] & ~within:
            raise BadInput("traces.error.position_gap", label)
    reader.label("omega")
    outcasts = reader.parts("omega")
    if len(outcasts) > 1:
        raise BadInput("error.length", "omega", length=1)
    for part in outcasts:
        s.omega = read_wolf(s, "omega", part)
    if s.floor != NOBODY and index_of(s, s.floor) == NOBODY:
        raise BadInput("traces.error.position_column", "table.floor", text=wolf_text(s.floor))


def read_litter(reader: Reader, s: Traces) -> None:
    """Reads the pups, and the cards that may be among them."""
    reader.label("litter")
    for part in reader.parts("litter"):
        colour, unknown, many = part.partition(UNKNOWN)
        if unknown:
            seat = s.owners[parse_name("litter", colour, COLOUR_LETTERS)]
            if seat == NOBODY:
                raise BadInput("traces.error.position_nobody", "litter", text=part)
            s.pups[seat] += parse_whole("litter", many, 1, LETTERS)
        else:
            wolf = read_card(s, "litter", part, s.pack | s.litter)
            s.litter |= bit(wolf)
            s.pups[owner(s, wolf)] += 1
    reader.label("cradle")
    for part in reader.parts("cradle"):
        s.cradle |= bit(read_card(s, "cradle", part, s.pack | s.cradle))
    crowded = any(s.pups[seat] > count(s.cradle & wolves_of(s, seat)) for seat in range(s.seats))
    if crowded or s.litter & ~s.cradle:
        raise BadInput("traces.error.position_cradle", "cradle")


def read_row(s: Traces, text: str) -> None:
    """Parses a wolf's row of tokens; tokens of columns that have been played must be visible."""
    card, _, rest = text.partition(":")
    field = f"plan.{card}"
    wolf = read_card(s, "plan", card, 0)
    if s.plan[wolf]:
        raise BadInput("traces.error.position_twice", field, text=card)
    boxes, _, strength = rest.partition("/")
    tokens = boxes.split(".")
    if len(tokens) != PHASES:
        raise BadInput("error.length", field, length=PHASES)
    row = parse_whole(f"{field}.strength", strength, 0, s.box.most_strength) * 2**STRENGTH_SHIFT
    used = used_tokens(s, owner(s, wolf))
    for phase, text in enumerate(tokens):
        covered = [value for value, sign in COVERED.items() if sign == text and (value == 0 or phase >= s.revealed)]
        value = covered[0] if covered else parse_whole(field, text, 1, TOKENS)
        if not covered and has(used, value):
            raise BadInput("traces.error.position_twice", field, text=value)
        used |= 0 if covered else bit(value)
        row |= value * 2 ** (phase * TOKEN_BITS)
    s.plan[wolf] = row


def read_prey(reader: Reader, s: Traces) -> None:
    """Reads the large prey: open, in the pile, discarded."""
    reader.label("prey")
    for zone, field in ((OPEN, "prey.open"), (PILE, "prey.pile"), (DISCARD, "prey.discard")):
        for part in reader.parts(field):
            s.large[zone + parse_name(field, part, PREY_NAMES)] += 1
    for prey in range(LARGE):
        if s.large[OPEN + prey] + s.large[PILE + prey] + s.large[DISCARD + prey] != s.box.copies[prey]:
            raise BadInput("traces.error.position_prey", PREY_NAMES[prey], copies=s.box.copies[prey])


def read_points(reader: Reader, s: Traces) -> None:
    """Reads points, this year's losses, the totals after each year, and pledges."""
    reader.label("score")
    for seat in range(s.seats):
        write_numbers(
            s.earned, seat * SOURCES, reader.wholes(f"score.{seat + 1}", ":", -MOST_POINTS, MOST_POINTS, SOURCES)
        )
    reader.label("lost")
    for seat in range(s.seats):
        write_numbers(s.lost, seat * 2, reader.wholes(f"lost.{seat + 1}", "/", 0, MOST_LOST, 2))
    reader.label("history")
    for year, part in enumerate(reader.parts("history"), start=1):
        totals = part.split(":")
        if len(totals) != s.seats:
            raise BadInput("error.length", f"history.{year}", length=s.seats)
        for text in totals:
            s.history = append(s.history, parse_whole(f"history.{year}", text, -MOST_POINTS, MOST_POINTS))
    reader.label("pledges")
    for seat in range(s.seats):
        field = f"pledges.{seat + 1}"
        word = reader.word(field)
        if word != NOTHING:
            prey, _, level = word.partition("/")
            ballot = ABSTAIN if prey == NOTHING else parse_name(field, prey, PREY_NAMES)
            pledge = ballot * LEVELS + parse_name(field, level, LEVEL_NAMES)
            s.pledges |= (pledge + 1) * 2 ** (seat * PLEDGE_BITS)


def write_numbers(vector: vec[i64], start: int, numbers: Sequence[int]) -> None:
    """Copies numbers into a vector, from index `start`."""
    for k, number in enumerate(numbers):
        vector[start + k] = number
