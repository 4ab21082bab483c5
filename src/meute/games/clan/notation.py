"""Notation: text of actions and positions.

A space is its board's letter and its number on it, `c7`. Actions: `move`, `alpha@c7`, `d3`, `flip2`, `token`, `stop`.
A position has one line for each board: letter, board (`r` if turned by 180 degrees), region tokens, prey, and pieces on
its spaces, as in `c 7 cq moose2 7:*,10:*,3:1A1P,12:0L`; owners are counted from 1, 0 is the phantom pack. Then one line
for each seat, the calendar, the last scoring and the table.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from meute.core.box import Contents
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, append, bit, filled, has, i64, vec, without
from meute.core.position import NOTHING, Reader, join_parts, parse_name, parse_whole, split_parts
from meute.games.clan.actions import ACTION_KINDS
from meute.games.clan.box import FEWEST
from meute.games.clan.initial_state import empty_state
from meute.games.clan.names import (
    ACTION_NAMES,
    PREY_NAMES,
    SLOT_LETTERS,
    STACK_TEXTS,
    TERRAIN_NAMES,
    TRACK_NAMES,
    space_text,
)
from meute.games.clan.rules.spaces import pieces_missing, pieces_out
from meute.games.clan.rules.survey import survey
from meute.games.clan.state import (
    DEN,
    DENS_PER_TRACK,
    FULL,
    KINDS,
    LAIR,
    LAIRS_ON_BOARD,
    LONE,
    LONE_WOLF,
    LONE_WOLVES,
    MOONS,
    MOST_SEATS,
    PLACES,
    PREY,
    PREYS,
    REGION_BOARDS,
    RESULT,
    TERRAINS,
    TILES,
    TRACKS,
    WOLVES_ON_BOARD,
    Clan,
    add_to_row,
    flipped_of,
    ground_at,
    is_in_row,
    lone_space,
    pieces_on,
    place_piece,
    prey_kind,
    prey_left,
    prey_space,
)

KIND_MARKS: Final = "DPAL"
LONE_MARK: Final = "*"
PHANTOM_MARK: Final = "0"
TURNED_MARK: Final = "r"
BOARD_NAMES: Final = ("start", *[str(board) for board in range(1, REGION_BOARDS + 1)])
MOST_TURNS: Final = 1000000
MOST_POINTS: Final = 999
MOST_DATED: Final = REGION_BOARDS * LONE_WOLVES + MOST_SEATS * (TRACKS * DENS_PER_TRACK + WOLVES_ON_BOARD)
"""The most lone wolves, dens and wolves that can cover dates."""


def write_action(block: str, fields: tuple[int, ...]) -> str:
    match block:
        case "pack" | "alpha":
            return f"{block}@{space_text(fields[0])}"
        case "space":
            return space_text(fields[0])
        case "act":
            return ACTION_NAMES[fields[0]]
        case "tile":
            return f"flip{fields[0] + 1}"
        case "track":
            return f"from:{TRACK_NAMES[fields[0]]}"
        case "region":
            return f"board{fields[0] + 1}{TURNED_MARK if fields[1] else ''}"
        case "herd":
            return f"prey:{PREY_NAMES[fields[0]]}"
        case "stack":
            return f"moon:{STACK_TEXTS[fields[0]]}"
        case "colour":
            return f"wolves:{TERRAIN_NAMES[fields[0]]}"
        case "first":
            return f"first:{fields[0] + 1}"
        case _:
            return block


CODEC: Final = Codec(ACTION_KINDS, write_action)


def owner_mark(s: Clan, owner: int) -> str:
    """The owner of a piece: its seat from 1, or the phantom's mark."""
    return PHANTOM_MARK if owner == s.seats else str(owner + 1)


def write_space(s: Clan, space: int) -> str:
    """The tokens and pieces on a space: `*` a lone wolf, `1A2D` pieces with their owners; "" if empty."""
    lone = LONE_MARK if is_in_row(s, LONE, space) else ""
    return lone + "".join(
        (owner_mark(s, owner) + KIND_MARKS[kind]) * pieces_on(s, owner, kind, space)
        for owner in range(s.box.owners)
        for kind in range(KINDS)
    )


def write_slot(s: Clan, slot: int) -> str:
    """The line of one board."""
    board = s.boards[slot]
    name = NOTHING if board == NOBODY else BOARD_NAMES[board]
    turned = TURNED_MARK if board > 0 and has(s.turned, slot) else ""
    moons = NOTHING if s.moons[slot] == NOBODY else STACK_TEXTS[s.moons[slot]]
    prey = NOTHING if prey_kind(s, slot) == NOBODY else f"{PREY_NAMES[prey_kind(s, slot)]}{prey_left(s, slot)}"
    spaces = [(place, write_space(s, slot * PLACES + place)) for place in range(PLACES)]
    pieces = join_parts([f"{place + 1}:{text}" for place, text in spaces if text])
    return f"{SLOT_LETTERS[slot]} {name}{turned} {moons} {prey} {pieces}"


def write_seat(s: Clan, seat: int) -> str:
    """The line of one personal board."""
    faction = NOTHING if s.factions[seat] == NOBODY else TERRAIN_NAMES[s.factions[seat]]
    flipped = "".join(str(tile + 1) for tile in range(TILES) if has(flipped_of(s, seat), tile))
    prey = ".".join(name for kind, name in enumerate(PREY_NAMES) if has(s.hunted[seat], kind))
    dens = join_dots(s.dens[seat * TRACKS : (seat + 1) * TRACKS])
    won = join_dots(s.won[seat * MOONS : (seat + 1) * MOONS])
    return (
        f"{seat + 1} {faction} flipped={flipped or NOTHING} dens={dens} "
        f"lairs={s.lairs[seat]} wolves={s.wolves[seat]} prey={prey or NOTHING} terrain={s.terrain_tokens[seat]} "
        f"action={s.action_tokens[seat]} won={won} points={s.points[seat]}"
    )


def join_dots(numbers: vec[i64]) -> str:
    """Numbers joined by dots."""
    return ".".join(str(number) for number in numbers)


def write_date(s: Clan, piece: int) -> str:
    """A piece on the calendar."""
    return LONE_MARK if piece == LONE_WOLF else owner_mark(s, piece // KINDS) + KIND_MARKS[piece % KINDS]


def write_last(s: Clan) -> str:
    """The last scoring: `b=c/3.1.4/2.0.2/...`: slot, moon, and control, alphas and gain of each owner."""
    size = 1 + s.box.owners * RESULT
    scored = []
    for at in range(0, len(s.last), size):
        if s.last[at] != NOBODY:
            rows = [join_dots(s.last[row : row + RESULT]) for row in range(at + 1, at + size, RESULT)]
            scored.append(f"{SLOT_LETTERS[at // size]}={'/'.join([STACK_TEXTS[s.last[at]], *rows])}")
    return join_parts(scored)


def write_table(s: Clan) -> list[str]:
    """The lines of a position, without its frames."""
    first, active = [NOTHING if seat == NOBODY else str(seat + 1) for seat in (s.first, s.active)]
    return [
        f"seats {s.seats}",
        *[write_slot(s, slot) for slot in range(s.box.slots)],
        *[write_seat(s, seat) for seat in range(s.seats)],
        f"calendar {join_parts([write_date(s, piece) for piece in s.calendar])}",
        f"last {write_last(s)}",
        f"table first={first} active={active} turns={s.turns} scored={s.scored}",
    ]


def read_table(reader: Reader, settled: Mapping[str, str], contents: Contents) -> Clan:
    """Parses a position without its frames; raises BadInput for an impossible state."""
    reader.label("seats")
    s = empty_state(reader.number("seats", FEWEST, MOST_SEATS), settled, contents)
    pieces = [read_slot(reader, s, slot) for slot in range(s.box.slots)]
    if NOBODY not in list(s.boards):
        survey(s)
    for slot, words in enumerate(pieces):
        read_spaces(s, slot, words)
    for seat in range(s.seats):
        read_seat(reader, s, seat)
    read_calendar(reader, s)
    read_last(reader, s)
    reader.label("table")
    seats = [str(seat + 1) for seat in range(s.seats)]
    s.first = parse_optional("table.first", read_value(reader, "table.first"), seats)
    s.active = parse_optional("table.active", read_value(reader, "table.active"), seats)
    s.turns = read_number(reader, "table.turns", MOST_TURNS)
    s.scored = read_number(reader, "table.scored", MOONS)
    check_pieces(s)
    return s


def read_value(reader: Reader, field: str) -> str:
    """The value of the next word, which must be `name=value`."""
    word = reader.word(field)
    label, _, text = word.partition("=")
    if label != field.rpartition(".")[2]:
        raise BadInput("error.position_label", field, text=word)
    return text


def read_number(reader: Reader, field: str, high: int) -> int:
    """The number of the next word, which must be `name=number`."""
    return parse_whole(field, read_value(reader, field), 0, high)


def parse_numbers(field: str, text: str, high: int, length: int) -> list[int]:
    """Numbers joined by dots."""
    texts = text.split(".")
    if len(texts) != length:
        raise BadInput("error.length", field, length=length)
    return [parse_whole(field, part, 0, high) for part in texts]


def parse_optional(field: str, text: str, names: Sequence[str]) -> int:
    """The index of a name; NOBODY for `-`."""
    return NOBODY if text == NOTHING else parse_name(field, text, names)


def read_slot(reader: Reader, s: Clan, slot: int) -> str:
    """Reads the line of one board; returns its pieces, which are read once all boards are known."""
    letter = SLOT_LETTERS[slot]
    reader.label(letter)
    region = slot >= s.box.first_region
    word = reader.word(f"{letter}.board")
    text = word.removesuffix(TURNED_MARK) if region else word
    board = parse_optional(f"{letter}.board", text, BOARD_NAMES[1:] if region else BOARD_NAMES[:1])
    if board != NOBODY:
        s.boards[slot] = board + region
        s.turned = without(s.turned, slot) if word == text else s.turned | bit(slot)
        if list(s.boards).count(board + region) > 1:
            raise BadInput("clan.error.position_board", f"{letter}.board", text=text)
    s.moons[slot] = reader.maybe_name(f"{letter}.moons", STACK_TEXTS if region else ())
    prey = reader.word(f"{letter}.prey")
    kind = parse_optional(f"{letter}.prey", prey.rstrip("0123456789"), PREY_NAMES if region else ())
    if kind != NOBODY:
        s.herds[slot] = kind + PREYS * parse_whole(f"{letter}.prey", prey[-1:], 0, s.box.prey_height)
    return reader.word(f"{letter}.pieces")


def read_spaces(s: Clan, slot: int, words: str) -> None:
    """Reads the tokens and pieces of one board."""
    field = f"{SLOT_LETTERS[slot]}.pieces"
    if prey_left(s, slot):
        add_to_row(s, PREY, prey_space(s, slot))
    lone = [lone_space(s, slot, n) for n in range(LONE_WOLVES)] if slot >= s.box.first_region else []
    for word in split_parts(words):
        place, _, text = word.partition(":")
        space = slot * PLACES + parse_whole(field, place, 1, PLACES) - 1
        if text.startswith(LONE_MARK):
            if space not in lone:
                raise BadInput("clan.error.position_lone", field, text=word)
            add_to_row(s, LONE, space)
        if text != LONE_MARK:
            read_pieces(s, space, field, text.removeprefix(LONE_MARK))


def read_pieces(s: Clan, space: int, field: str, text: str) -> None:
    """Reads the pieces on one space."""
    token = is_in_row(s, PREY, space) or is_in_row(s, LONE, space)
    bare = not token or (s.opt.den_on_tokens and text[1:] in (KIND_MARKS[DEN], KIND_MARKS[LAIR]))
    if not text or len(text) % 2 or not 0 <= ground_at(s, space) < TERRAINS or not bare:
        raise BadInput("clan.error.position_space", field, text=space_text(space))
    for at in range(0, len(text), 2):
        if is_in_row(s, FULL, space):
            raise BadInput("clan.error.position_full", field, text=space_text(space))
        piece = read_piece(s, field, text[at : at + 2])
        place_piece(s, piece // KINDS, piece % KINDS, space)
    check_space(s, space, field)


def read_piece(s: Clan, field: str, mark: str) -> int:
    """Parses a piece and its owner, e.g. `1A`."""
    owner = parse_name(field, mark[:1], [owner_mark(s, owner) for owner in range(s.box.owners)])
    return owner * KINDS + parse_name(field, mark[1:], KIND_MARKS)


def check_space(s: Clan, space: int, field: str) -> None:
    """« une Tanière avec un Loup adverse est la seule occurrence » ; « un seul pion de territoire ... par case »"""
    marks = [(owner, kind) for owner in range(s.box.owners) for kind in range(KINDS)]
    there = [(owner, kind) for owner, kind in marks for _ in range(pieces_on(s, owner, kind, space))]
    kinds = {kind for _, kind in there}
    mixed = len({owner for owner, _ in there}) > 1
    if len(there) > 1 and (kinds <= {DEN, LAIR} or (mixed and (DEN not in kinds or LAIR in kinds))):
        raise BadInput("clan.error.position_mixed", field, text=space_text(space))


def read_seat(reader: Reader, s: Clan, seat: int) -> None:
    """Reads the line of one personal board."""
    label = str(seat + 1)
    reader.label(label)
    s.factions[seat] = reader.maybe_name(f"{label}.faction", TERRAIN_NAMES)
    flipped = read_value(reader, f"{label}.flipped")
    for mark in flipped if flipped != NOTHING else "":
        s.flipped |= bit(seat * TILES + parse_whole(f"{label}.flipped", mark, 2, TILES) - 1)
    dens = read_value(reader, f"{label}.dens")
    for track, taken in enumerate(parse_numbers(f"{label}.dens", dens, DENS_PER_TRACK, TRACKS)):
        s.dens[seat * TRACKS + track] = taken
    s.lairs[seat] = read_number(reader, f"{label}.lairs", LAIRS_ON_BOARD)
    s.wolves[seat] = read_number(reader, f"{label}.wolves", WOLVES_ON_BOARD)
    prey = read_value(reader, f"{label}.prey")
    for word in prey.split(".") if prey != NOTHING else []:
        s.hunted[seat] |= bit(parse_name(f"{label}.prey", word, PREY_NAMES))
    s.terrain_tokens[seat] = read_number(reader, f"{label}.terrain", MOST_POINTS)
    s.action_tokens[seat] = read_number(reader, f"{label}.action", MOST_POINTS)
    won = read_value(reader, f"{label}.won")
    for moon, tokens in enumerate(parse_numbers(f"{label}.won", won, REGION_BOARDS, MOONS)):
        s.won[seat * MOONS + moon] = tokens
    s.points[seat] = read_number(reader, f"{label}.points", MOST_POINTS)


def read_calendar(reader: Reader, s: Clan) -> None:
    """Reads the pieces that cover the dates."""
    reader.label("calendar")
    dated = reader.parts("calendar")
    if len(dated) > MOST_DATED:
        raise BadInput("clan.error.position_calendar", "calendar", lying=len(dated), most=MOST_DATED)
    for mark in dated:
        s.calendar = append(s.calendar[:], LONE_WOLF if mark == LONE_MARK else read_piece(s, "calendar", mark))


def read_last(reader: Reader, s: Clan) -> None:
    """Reads the last scoring."""
    reader.label("last")
    scored = reader.parts("last")
    size = 1 + s.box.owners * RESULT
    if scored:
        s.last = filled(s.box.slots * size, NOBODY)
    for part in scored:
        letter, _, rest = part.partition("=")
        at = parse_name("last", letter, SLOT_LETTERS[: s.box.slots]) * size
        moon, *rows = rest.split("/")
        if len(rows) != s.box.owners:
            raise BadInput("clan.error.position_last", "last", text=part)
        s.last[at] = parse_name("last", moon, STACK_TEXTS[:MOONS])
        for owner, row in enumerate(rows):
            for n, result in enumerate(parse_numbers("last", row, MOST_POINTS, RESULT)):
                s.last[at + 1 + owner * RESULT + n] = result


def check_pieces(s: Clan) -> None:
    """No pack has more pieces on the map and the calendar than have left its board."""
    for owner in range(s.box.owners):
        for kind in range(KINDS):
            missing, most = pieces_missing(s, owner, kind), pieces_out(s, owner, kind)
            if missing < 0:
                where = owner_mark(s, owner) + KIND_MARKS[kind]
                raise BadInput("clan.error.position_pieces", where, lying=most - missing, most=most)
