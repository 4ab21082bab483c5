"""Text of actions and positions.

A space is its board's letter and its number on it, `c7`. Actions: `move`, `alpha@c7`, `d3`, `flip2`, `token`, `stop`.
A position has one line for each board: letter, board (`r` if turned by half), region tokens, prey, and what stands on
its spaces, as in `c 7 cq moose2 7:*,10:*,3:1A1P,12:0L`; owners are counted from 1, 0 is the phantom pack. Then one line
for each seat, the calendar, the last scoring, the table and the frames.
"""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.codec import Block, Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, append, bit, filled, has
from meute.core.options import settle_options
from meute.core.position import read_frames, write_frames
from meute.games.clan.box import ACTION_NAMES, FEWEST, LONE_WOLVES, PREY_NAMES, TERRAIN_NAMES, TRACK_NAMES
from meute.games.clan.rules import FRAMES
from meute.games.clan.rules.ids import (
    ACT,
    ALL_ACTIONS,
    ALPHA_AT,
    AT,
    COLOUR,
    END,
    FIRST,
    HERD,
    PACK_AT,
    REGION,
    STACK,
    STOP,
    TILE,
    TOKEN,
    TRACK,
)
from meute.games.clan.rules.survey import survey
from meute.games.clan.state import (
    ACTION_TOKENS,
    ACTIONS,
    DEN,
    DENS,
    DENS_PER_TRACK,
    FACTION,
    FLIPPED,
    FULL,
    HUNTED,
    KINDS,
    LAIR,
    LAIRS,
    LAIRS_ON_BOARD,
    LONE,
    LONE_WOLF,
    MOONS,
    MOST_SEATS,
    MOST_SPACES,
    OWN,
    PHANTOM_SPACES,
    PLACES,
    POINTS,
    PREY,
    PREYS,
    REGION_BOARDS,
    RESULT,
    STACKS,
    START_BOARD,
    TERRAIN_TOKENS,
    TERRAINS,
    TILES,
    TRACKS,
    WOLVES,
    WOLVES_ON_BOARD,
    WON,
    Clan,
    counted,
    ground_at,
    herd,
    herd_left,
    lies,
    lone_space,
    prey_space,
    put,
    set_down,
    standing,
)
from meute.games.clan.table import OPTIONS, RULES_VERSION, empty_table

SLOT_LETTERS = "abcdefghijk"
STACK_TEXTS = ("c", "q", "f", "cq", "qf")
KIND_MARKS = "DPAL"
LONE_MARK = "*"
PHANTOM_MARK = "0"
START_MARK = "start"
TURNED_MARK = "r"
MOST_TURNS = 1000000
MOST_POINTS = 999
MOST_DIGITS = 9
MOST_DATED = REGION_BOARDS * LONE_WOLVES + MOST_SEATS * (TRACKS * DENS_PER_TRACK + WOLVES_ON_BOARD)
"""Lone wolves, dens and wolves that can ever lie on the calendar."""


def space_text(space: int) -> str:
    """c7: the seventh space of the third board."""
    return f"{SLOT_LETTERS[space // PLACES]}{space % PLACES + 1}"


def write_action(block: str, fields: tuple[int, ...]) -> str:
    """The text of an action."""
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


CODEC = Codec(
    (
        Block("pack", PACK_AT, ("space", MOST_SPACES)),
        Block("alpha", ALPHA_AT, ("space", MOST_SPACES)),
        Block("space", AT, ("space", MOST_SPACES)),
        Block("act", ACT, ("act", ACTIONS)),
        Block("stop", STOP),
        Block("end", END),
        Block("tile", TILE, ("tile", TILES)),
        Block("token", TOKEN),
        Block("track", TRACK, ("track", TRACKS)),
        Block("region", REGION, ("board", REGION_BOARDS), ("turned", 2)),
        Block("herd", HERD, ("prey", PREYS)),
        Block("stack", STACK, ("stack", STACKS)),
        Block("colour", COLOUR, ("faction", TERRAINS)),
        Block("first", FIRST, ("player", MOST_SEATS)),
    ),
    write_action,
)
assert CODEC.size == ALL_ACTIONS


def owner_mark(s: Clan, owner: int) -> str:
    """A pack in a position: its seat from 1, or the phantom's mark."""
    return PHANTOM_MARK if owner == s.seats else str(owner + 1)


def write_space(s: Clan, space: int) -> str:
    """What stands on a space: `*` a lone wolf, `1A2D` pieces with their owners; nothing if it is empty."""
    lone = LONE_MARK if lies(s, LONE, space) else ""
    return lone + "".join(
        (owner_mark(s, owner) + KIND_MARKS[kind]) * standing(s, owner, kind, space)
        for owner in range(s.box.owners)
        for kind in range(KINDS)
    )


def write_slot(s: Clan, slot: int) -> str:
    """One board's line."""
    board = s.boards[slot]
    name = "-" if board == NOBODY else START_MARK if board == START_BOARD else str(board)
    turned = TURNED_MARK if board > 0 and has(s.turned, slot) else ""
    moons = "-" if s.moons[slot] == NOBODY else STACK_TEXTS[s.moons[slot]]
    prey = "-" if herd(s, slot) == NOBODY else f"{PREY_NAMES[herd(s, slot)]}{herd_left(s, slot)}"
    spaces = [(place, write_space(s, slot * PLACES + place)) for place in range(PLACES)]
    filled_spaces = ",".join(f"{place + 1}:{text}" for place, text in spaces if text)
    return f"{SLOT_LETTERS[slot]} {name}{turned} {moons} {prey} {filled_spaces or '-'}"


def write_seat(s: Clan, seat: int) -> str:
    """One personal board's line."""
    own = s.own[seat * OWN : seat * OWN + OWN]
    faction = "-" if own[FACTION] == NOBODY else TERRAIN_NAMES[own[FACTION]]
    flipped = "".join(str(tile + 1) for tile in range(TILES) if has(own[FLIPPED], tile))
    dens = ".".join(str(own[DENS + track]) for track in range(TRACKS))
    prey = ".".join(name for kind, name in enumerate(PREY_NAMES) if has(own[HUNTED], kind))
    won = ".".join(str(own[WON + moon]) for moon in range(MOONS))
    return (
        f"{seat + 1} {faction} flipped={flipped or '-'} dens={dens} lairs={own[LAIRS]} wolves={own[WOLVES]} "
        f"prey={prey or '-'} terrain={own[TERRAIN_TOKENS]} action={own[ACTION_TOKENS]} won={won} points={own[POINTS]}"
    )


def write_date(s: Clan, piece: int) -> str:
    """A piece on the calendar."""
    return LONE_MARK if piece == LONE_WOLF else owner_mark(s, piece // KINDS) + KIND_MARKS[piece % KINDS]


def write_last(s: Clan) -> str:
    """The last scoring: `b=c/3.1.4/2.0.2/...`, slot, moon, and control, alphas and gain of each owner."""
    size = 1 + s.box.owners * RESULT
    parts = []
    for slot in range(s.box.slots if len(s.last) else 0):
        row = s.last[slot * size : slot * size + size]
        if row[0] != NOBODY:
            owners = [row[1 + owner * RESULT : 1 + owner * RESULT + RESULT] for owner in range(s.box.owners)]
            numbers = "/".join(".".join(str(number) for number in owner) for owner in owners)
            parts.append(f"{SLOT_LETTERS[slot]}={STACK_TEXTS[row[0]]}/{numbers}")
    return ",".join(parts) or "-"


def write_position(s: Clan) -> str:
    """The whole table."""
    lines = [f"seats {s.seats}"]
    lines += [write_slot(s, slot) for slot in range(s.box.slots)]
    lines += [write_seat(s, seat) for seat in range(s.seats)]
    lines.append(f"calendar {','.join(write_date(s, piece) for piece in s.calendar) or '-'}")
    lines.append(f"last {write_last(s)}")
    seats = [str(seat + 1) if seat != NOBODY else "-" for seat in (s.first, s.active)]
    lines.append(f"table first={seats[0]} active={seats[1]} turns={s.turns} scored={s.scored}")
    lines.append(f"frames {write_frames(s)}")
    return "\n".join(lines)


class Reader:
    """Reads a position word by word and says at which field it stumbles."""

    def __init__(self, text: str) -> None:
        head, _, self.frames = text.partition("frames")
        self.words = head.split()
        self.at = 0

    def word(self, field: str) -> str:
        """The next word."""
        if self.at == len(self.words):
            raise BadInput("error.position_short", field)
        self.at += 1
        return self.words[self.at - 1]

    def label(self, expected: str) -> None:
        """The next word, which must be this one."""
        word = self.word(expected)
        if word != expected:
            raise BadInput("error.position_label", expected, text=word)

    def named(self, owner: str, name: str) -> str:
        """The value of the next word, which must be `name=value`."""
        word = self.word(f"{owner}.{name}")
        key, _, value = word.partition("=")
        if key != name:
            raise BadInput("error.position_label", f"{owner}.{name}", text=word)
        return value

    def number(self, owner: str, name: str, low: int, high: int) -> int:
        """The number of the next word, within limits."""
        return whole(f"{owner}.{name}", self.named(owner, name), low, high)

    def numbers(self, owner: str, name: str, high: int, length: int) -> list[int]:
        """Numbers between dots."""
        parts = self.named(owner, name).split(".")
        if len(parts) != length:
            raise BadInput("error.length", f"{owner}.{name}", length=length)
        return [whole(f"{owner}.{name}", part, 0, high) for part in parts]

    def done(self) -> None:
        """Nothing may follow."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def whole(field: str, text: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS) or not low <= int(text) <= high:
        raise BadInput("error.position_number", field, text=text, low=low, high=high)
    return int(text)


def one_of(field: str, text: str, known: tuple[str, ...]) -> int:
    """Which of these words it is; NOBODY for `-`."""
    if text != "-" and text not in known:
        raise BadInput("clan.error.position_word", field, text=text, known=", ".join(known))
    return NOBODY if text == "-" else known.index(text)


def read_position(text: str, options: Mapping[str, str], box: Table) -> Clan:
    """The table that a text describes; refuses what cannot lie there."""
    reader = Reader(text)
    reader.label("seats")
    seats = whole("seats", reader.word("seats"), FEWEST, MOST_SEATS)
    s = empty_table(seats, settle_options(OPTIONS, options, RULES_VERSION), box)
    pieces = [read_slot(reader, s, slot) for slot in range(s.box.slots)]
    if NOBODY not in s.boards:
        survey(s)
    for slot, words in enumerate(pieces):
        read_spaces(s, slot, words)
    for seat in range(seats):
        read_seat(reader, s, seat)
    read_calendar(reader, s)
    read_last(reader, s)
    reader.label("table")
    known = tuple(str(seat + 1) for seat in range(seats))
    s.first = one_of("table.first", reader.named("table", "first"), known)
    s.active = one_of("table.active", reader.named("table", "active"), known)
    s.turns = reader.number("table", "turns", 0, MOST_TURNS)
    s.scored = reader.number("table", "scored", 0, MOONS)
    reader.done()
    check_pieces(s)
    read_frames(s, reader.frames, FRAMES)
    s.settle()
    return s


def read_slot(reader: Reader, s: Clan, slot: int) -> str:
    """One board's line, up to the pieces, which are read when all boards lie there."""
    letter = SLOT_LETTERS[slot]
    reader.label(letter)
    word = reader.word(f"{letter}.board")
    name = word.removesuffix(TURNED_MARK)
    known = (START_MARK,) if slot < s.box.first_region else tuple(str(n + 1) for n in range(REGION_BOARDS))
    board = one_of(f"{letter}.board", word if word == START_MARK else name, known)
    if board != NOBODY:
        s.boards[slot] = START_BOARD if slot < s.box.first_region else board + 1
        if slot >= s.box.first_region:
            s.turned = (s.turned & ~bit(slot)) | (bit(slot) if word != name else 0)
            if list(s.boards).count(s.boards[slot]) > 1:
                raise BadInput("clan.error.position_board", f"{letter}.board", text=name)
    s.moons[slot] = one_of(f"{letter}.moons", reader.word(f"{letter}.moons"), STACK_TEXTS)
    read_herd(s, slot, reader.word(f"{letter}.prey"))
    return reader.word(f"{letter}.pieces")


def read_herd(s: Clan, slot: int, word: str) -> None:
    """The prey of a region: `moose2`, or `moose0` when it has been hunted."""
    if word == "-":
        return
    field = f"{SLOT_LETTERS[slot]}.prey"
    kind = one_of(field, word[:-1], PREY_NAMES)
    if kind == NOBODY:
        raise BadInput("clan.error.position_word", field, text=word, known=", ".join(PREY_NAMES))
    left = whole(field, word[-1:], 0, s.box.prey_height)
    s.herds[slot] = kind + PREYS * left


def read_spaces(s: Clan, slot: int, words: str) -> None:
    """The tokens and pieces of one board."""
    if herd_left(s, slot):
        put(s, PREY, prey_space(s, slot))
    for word in words.split(",") if words != "-" else []:
        field = f"{SLOT_LETTERS[slot]}.pieces"
        place, _, text = word.partition(":")
        space = slot * PLACES + whole(field, place, 1, PLACES) - 1
        if text.startswith(LONE_MARK):
            if space not in [lone_space(s, slot, n) for n in range(len(s.box.lone_places))]:
                raise BadInput("clan.error.position_lone", field, text=word)
            put(s, LONE, space)
        if text != LONE_MARK:
            read_pieces(s, space, field, text.removeprefix(LONE_MARK))


def read_pieces(s: Clan, space: int, field: str, text: str) -> None:
    """The pieces on one space."""
    token = lies(s, PREY, space) or lies(s, LONE, space)
    bare = not token or (s.opt.den_on_tokens and text[1:] in (KIND_MARKS[DEN], KIND_MARKS[LAIR]))
    if not text or len(text) % 2 or not 0 <= ground_at(s, space) < TERRAINS or not bare:
        raise BadInput("clan.error.position_space", field, text=space_text(space))
    for mark, kind in zip(text[::2], text[1::2], strict=True):
        if lies(s, FULL, space):
            raise BadInput("clan.error.position_full", field, text=space_text(space))
        set_down(s, read_owner(s, field, mark), read_kind(field, kind), space)
    check_company(s, space, field)


def check_company(s: Clan, space: int, field: str) -> None:
    """« une Tanière avec un Loup adverse est la seule occurrence » ; « un seul pion de territoire ... par case »"""
    there = [(owner, kind) for owner in range(s.box.owners) for kind in range(KINDS) if standing(s, owner, kind, space)]
    if len(there) == 2:
        kinds = {kind for _, kind in there}
        mixed = there[0][0] != there[1][0]
        if kinds <= {DEN, LAIR} or (mixed and (DEN not in kinds or LAIR in kinds)):
            raise BadInput("clan.error.position_mixed", field, text=space_text(space))
    elif lies(s, FULL, space) and there[0][1] in (DEN, LAIR):
        raise BadInput("clan.error.position_mixed", field, text=space_text(space))


def read_owner(s: Clan, field: str, mark: str) -> int:
    """The pack that a mark names."""
    known = tuple(owner_mark(s, owner) for owner in range(s.box.owners))
    if mark == "-":
        raise BadInput("clan.error.position_word", field, text=mark, known=", ".join(known))
    return one_of(field, mark, known)


def read_kind(field: str, mark: str) -> int:
    """The kind of piece that a mark names."""
    if mark not in KIND_MARKS:
        raise BadInput("clan.error.position_word", field, text=mark, known=", ".join(KIND_MARKS))
    return KIND_MARKS.index(mark)


def read_seat(reader: Reader, s: Clan, seat: int) -> None:
    """One personal board's line."""
    name = str(seat + 1)
    own = seat * OWN
    reader.label(name)
    s.own[own + FACTION] = one_of(f"{name}.faction", reader.word(f"{name}.faction"), TERRAIN_NAMES)
    flipped = reader.named(name, "flipped")
    for mark in flipped if flipped != "-" else "":
        s.own[own + FLIPPED] |= bit(whole(f"{name}.flipped", mark, 2, TILES) - 1)
    for track, taken in enumerate(reader.numbers(name, "dens", DENS_PER_TRACK, TRACKS)):
        s.own[own + DENS + track] = taken
    s.own[own + LAIRS] = reader.number(name, "lairs", 0, LAIRS_ON_BOARD)
    s.own[own + WOLVES] = reader.number(name, "wolves", 0, WOLVES_ON_BOARD)
    prey = reader.named(name, "prey")
    for word in prey.split(".") if prey != "-" else []:
        s.own[own + HUNTED] |= bit(max(one_of(f"{name}.prey", word, PREY_NAMES), 0))
    s.own[own + TERRAIN_TOKENS] = reader.number(name, "terrain", 0, MOST_POINTS)
    s.own[own + ACTION_TOKENS] = reader.number(name, "action", 0, MOST_POINTS)
    for moon, tokens in enumerate(reader.numbers(name, "won", REGION_BOARDS, MOONS)):
        s.own[own + WON + moon] = tokens
    s.own[own + POINTS] = reader.number(name, "points", 0, MOST_POINTS)


def read_calendar(reader: Reader, s: Clan) -> None:
    """What covers the dates."""
    reader.label("calendar")
    word = reader.word("calendar")
    if word.count(",") >= MOST_DATED:
        raise BadInput("clan.error.position_calendar", "calendar", lying=word.count(",") + 1, most=MOST_DATED)
    for part in word.split(",") if word != "-" else []:
        if part == LONE_MARK:
            s.calendar = append(s.calendar, LONE_WOLF)
        elif len(part) == 2:
            piece = read_owner(s, "calendar", part[0]) * KINDS + read_kind("calendar", part[1])
            s.calendar = append(s.calendar, piece)
        else:
            raise BadInput("clan.error.position_word", "calendar", text=part, known=f"{LONE_MARK}, 1D, 1P")


def read_last(reader: Reader, s: Clan) -> None:
    """The last scoring."""
    reader.label("last")
    word = reader.word("last")
    if word == "-":
        return
    size = 1 + s.box.owners * RESULT
    s.last = filled(s.box.slots * size, NOBODY)
    for part in word.split(","):
        letter, _, rest = part.partition("=")
        slot = one_of("last", letter, tuple(SLOT_LETTERS[: s.box.slots]))
        moon, *rows = rest.split("/")
        if slot == NOBODY or len(rows) != s.box.owners or any(len(row.split(".")) != RESULT for row in rows):
            raise BadInput("clan.error.position_last", "last", text=part)
        s.last[slot * size] = one_of("last", moon, STACK_TEXTS[:MOONS])
        for owner, row in enumerate(rows):
            for n, number in enumerate(row.split(".")):
                s.last[slot * size + 1 + owner * RESULT + n] = whole("last", number, 0, MOST_POINTS)


def check_pieces(s: Clan) -> None:
    """No pack has more pieces on the map and the calendar than have left its board."""
    for owner in range(s.box.owners):
        for kind, most in enumerate(pieces_out(s, owner)):
            lying = counted(s, owner, kind) + list(s.calendar).count(owner * KINDS + kind)
            if lying > most:
                where = owner_mark(s, owner) + KIND_MARKS[kind]
                raise BadInput("clan.error.position_pieces", where, lying=lying, most=most)


def pieces_out(s: Clan, owner: int) -> tuple[int, ...]:
    """How many dens, pack wolves, alphas and lairs have left an owner's board; the phantom's lie out from the start."""
    if owner == s.seats:
        return tuple(phantom_pieces(s, kind) for kind in range(KINDS))
    own = owner * OWN
    taken = s.own[own + WOLVES]
    alphas = sum(has(s.box.alphas_on_track, space) for space in range(taken))
    dens = sum(s.own[own + DENS + track] for track in range(TRACKS))
    return dens, s.box.start_spaces + taken - alphas, s.box.start_spaces + alphas, s.own[own + LAIRS]


def phantom_pieces(s: Clan, kind: int) -> int:
    """How many pieces of a kind the phantom pack sets up."""
    box = s.box
    spaces = [(stack, n) for stack in range(STACKS) for n in range(PHANTOM_SPACES)]
    return sum(box.stacks[stack] * box.phantom[(stack * PHANTOM_SPACES + n) * KINDS + kind] for stack, n in spaces)
