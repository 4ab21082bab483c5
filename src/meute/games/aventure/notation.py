"""Notation: text of actions and positions.

An action: `h29` takes a Story, `o29` an Objective, `f5` places it (columns a to i, rows 1 to 9; the first card of a
grid lies on e5). A position is words between white space: the market as `h29,h04,h53,h55/o52,o10`; the deck with its
visible Story, the cards known to follow it and those known to lie at its bottom; then each grid from its upper left
cell on, as in `A d4 h29,.,o53/h04,h55,h18`. The order of the shuffled part of the deck is not written.
"""

from collections.abc import Mapping
from typing import Final

from meute.core.box import Contents
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, bit, filled, has, i64, vec
from meute.core.position import NOTHING, Reader, join_parts, parse_name, read_frames
from meute.games.aventure.actions import ACTION_KINDS
from meute.games.aventure.initial_state import empty_state
from meute.games.aventure.names import (
    CARD_NAMES,
    CELL_TEXTS,
    FACE_NAMES,
    GOAL_NAMES,
    ICON_NAMES,
    MARK_TEXTS,
    NAMES,
    POWER_NAMES,
    SEAT_LETTERS,
    cell_text,
    line_text,
)
from meute.games.aventure.options import PERMANENT_NAMES
from meute.games.aventure.rules import FRAMES
from meute.games.aventure.rules.grid import cell_of, height, lay, width
from meute.games.aventure.rules.turn import in_hand
from meute.games.aventure.state import (
    CHATTY,
    DEALT_POWERS,
    FACES,
    FEWEST_SEATS,
    GOALS,
    HOME,
    KINDS,
    MOST_SEATS,
    REACH,
    SIDE,
    STRIDE,
    THREE_FATES,
    WILD,
    Aventure,
    card_on,
    face_of,
    is_goal,
    with_mark,
)

MARKED_CARDS: Final = {
    FACE_NAMES[face] + text: with_mark(face, mark)
    for mark, text in MARK_TEXTS.items()
    for face in range(FACES)
    if is_goal(face) == (mark > WILD)
}
CARDS: Final = {text: face for face, text in enumerate(FACE_NAMES)} | MARKED_CARDS
"""Every card as it can lie in a grid, by its text: `h18+F` is the Story h18 with a marker that adds a Forest."""
CARD_TEXTS: Final = {NOBODY: "."} | {card: text for text, card in CARDS.items()}


def write_action(block: str, fields: tuple[int, ...]) -> str:
    match block:
        case "story" | "goal" | "power" | "permanent":
            return NAMES[block][fields[0]]
        case "cell":
            return cell_text(fields[0])
        case "icon":
            return f"icon:{ICON_NAMES[fields[0]]}"
        case "line":
            return line_text(fields[0]) + "><"[fields[1]]
        case "player":
            return f"with:{SEAT_LETTERS[fields[0]]}"
        case "draw":
            return f"+{CARD_NAMES[fields[0]]}"
        case "first":
            return f"first:{SEAT_LETTERS[fields[0]]}"
        case _:
            return block


CODEC: Final = Codec(ACTION_KINDS, write_action)


def name_or_dash(number: int, names: tuple[str, ...] | str) -> str:
    """The name of a number, `-` for NOBODY."""
    return NOTHING if number == NOBODY else names[number]


def seat_letters(mask: int) -> str:
    """The letters of a set of seats."""
    return "".join(letter for seat, letter in enumerate(SEAT_LETTERS) if has(mask, seat))


def write_place(s: Aventure, place: int) -> str:
    """A place of the market: its face, `*` under a marker, and `!AB` if A and B have looked at the back."""
    text = name_or_dash(s.market[place], FACE_NAMES)
    if s.guarded == place:
        text += "*"
    looked = s.looked[place] if len(s.looked) else 0
    return f"{text}!{seat_letters(looked)}" if looked else text


def write_grid(s: Aventure, seat: int) -> str:
    """A grid: the name of its upper left cell, and its rows."""
    if s.occupied[seat] == 0:
        return "- -"
    rows = []
    for row in range(height(s, seat)):
        cards = [card_on(s, seat, row * STRIDE + column) for column in range(width(s, seat))]
        rows.append(",".join(CARD_TEXTS[card] for card in cards))
    return f"{cell_text(cell_of(s, seat, 0))} {'/'.join(rows)}"


def write_known(kinds: vec[i64]) -> str:
    """The cards of the deck whose order is known."""
    return join_parts([CARD_NAMES[kind] for kind in kinds])


def write_power(s: Aventure, dealt: int) -> str:
    """A Power, with the seats that have used it."""
    used = seat_letters(s.spent[dealt])
    return POWER_NAMES[s.powers[dealt]] + (f":{used}" if used else "")


def write_table(s: Aventure) -> list[str]:
    """The lines of a position, without its frames."""
    places = [write_place(s, place) for place in range(len(s.market))]
    lines = [f"market {','.join(places[: s.stories])}/{','.join(places[s.stories :])}"]
    lines.append(f"deck {name_or_dash(s.shown, CARD_NAMES)} {write_known(s.ahead)} {write_known(s.under)}")
    for seat in range(s.seats):
        line = f"{SEAT_LETTERS[seat]} {write_grid(s, seat)}"
        if s.opt.variant:
            borrowed, aside = name_or_dash(s.borrowed[seat], GOAL_NAMES), name_or_dash(s.aside[seat], FACE_NAMES)
            line += f" {s.bonus[seat]} {borrowed} {aside}"
        lines.append(line)
    lines.append(f"table {SEAT_LETTERS[s.mover]}")
    if s.opt.variant:
        dealt = [write_power(s, k) for k in range(DEALT_POWERS) if s.powers[k] != NOBODY]
        orders = f"{name_or_dash(s.barred, SEAT_LETTERS)} {name_or_dash(s.diverted, SEAT_LETTERS)}"
        skips = seat_letters(s.skips) or NOTHING
        lines[-1] += f" {name_or_dash(s.permanent, PERMANENT_NAMES)} {join_parts(dealt)} {skips} {orders}"
    return lines


def read_table(reader: Reader, settled: Mapping[str, str], contents: Contents) -> Aventure:
    """Parses a position without its frames; raises BadInput for an impossible state."""
    before = reader.words[: reader.words.index("table")] if "table" in reader.words else reader.words
    seats = sum(word in tuple(SEAT_LETTERS) for word in before)
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise BadInput("aventure.error.position_seats", "position", fewest=FEWEST_SEATS, most=MOST_SEATS)
    s = empty_state(seats, settled, contents)
    reader.label("market")
    market = reader.word("market")
    reader.label("deck")
    s.shown = reader.maybe_name("deck.shown", CARD_NAMES)
    s.ahead = read_known(reader, s, "deck.ahead")
    s.under = read_known(reader, s, "deck.under")
    for seat in range(seats):
        read_seat(reader, s, seat)
    reader.label("table")
    s.mover = reader.name("table.mover", SEAT_LETTERS[:seats])
    if s.opt.variant:
        read_variant(reader, s)
    read_market(s, market)
    fill_bag(s, reader.frames)
    return s


def read_known(reader: Reader, s: Aventure, field: str) -> vec[i64]:
    """Reads the cards of the deck whose order is known; without the variant, there are none."""
    kinds = [parse_name(field, part, CARD_NAMES) for part in reader.parts(field)]
    if kinds and not s.opt.variant:
        raise BadInput("error.position_long", field, text=CARD_NAMES[kinds[0]])
    return vec[i64](kinds)


def read_seat(reader: Reader, s: Aventure, seat: int) -> None:
    """Reads a player's line: grid; with the variant also bonus points, borrowed Objective and card set aside."""
    letter = SEAT_LETTERS[seat]
    reader.label(letter)
    corner = reader.maybe_name(f"{letter}.corner", CELL_TEXTS)
    rows = [row.split(",") for row in reader.word(f"{letter}.grid").split("/")]
    if corner != NOBODY or rows != [[NOTHING]]:
        read_grid(s, seat, corner, rows)
    if s.opt.variant:
        s.bonus[seat] = reader.number(f"{letter}.bonus", 0, FACES)
        s.borrowed[seat] = reader.maybe_name(f"{letter}.borrowed", GOAL_NAMES)
        s.aside[seat] = reader.maybe_name(f"{letter}.aside", FACE_NAMES)


def read_grid(s: Aventure, seat: int, corner: int, rows: list[list[str]]) -> None:
    """Reads a grid from its upper left cell on."""
    letter = SEAT_LETTERS[seat]
    wide = len(rows[0])
    fits = len(rows) <= SIDE and wide <= SIDE and all(len(row) == wide for row in rows)
    lines = [*rows[:1], *rows[-1:], [row[0] for row in rows], [row[-1] for row in rows]]
    if not fits or any(all(text == "." for text in line) for line in lines):
        raise BadInput("aventure.error.position_grid", f"{letter}.grid")
    row, column = HOME - corner // REACH, HOME - corner % REACH
    if corner == NOBODY or not (0 <= row < len(rows) and 0 <= column < wide):
        raise BadInput("aventure.error.position_corner", f"{letter}.corner", text=name_or_dash(corner, CELL_TEXTS))
    s.home[seat] = row * STRIDE + column
    for at, texts in enumerate(rows):
        for k, text in enumerate(texts):
            if text != "." and text not in CARDS:
                raise BadInput("aventure.error.position_name", f"{letter}.grid", text=text, known="h01 … o55")
            if text != ".":
                lay(s, seat, at * STRIDE + k, CARDS[text])


def read_variant(reader: Reader, s: Aventure) -> None:
    """Reads the Permanent, the Powers, and the orders that Powers left."""
    seats = SEAT_LETTERS[: s.seats]
    s.permanent = reader.maybe_name("table.permanent", PERMANENT_NAMES)
    dealt = reader.parts("table.powers")
    if len(dealt) > DEALT_POWERS:
        raise BadInput("error.length", "table.powers", length=DEALT_POWERS)
    for k, part in enumerate(dealt):
        power, _, used = part.partition(":")
        s.powers[k] = parse_name("table.powers", power, POWER_NAMES)
        s.spent[k] = read_seats(s, "table.powers", used)
    s.skips = read_seats(s, "table.skips", reader.letters("table.skips", seats))
    s.barred = reader.maybe_name("table.barred", seats)
    s.diverted = reader.maybe_name("table.diverted", seats)


def read_seats(s: Aventure, field: str, letters: str) -> int:
    """Parses a set of seats."""
    return sum(bit(parse_name(field, letter, SEAT_LETTERS[: s.seats])) for letter in set(letters))


def read_market(s: Aventure, text: str) -> None:
    """Reads the market: Stories, a slash, Objectives."""
    halves = [half.split(",") for half in text.split("/")]
    sizes = [[s.box.stories, s.box.goals]]
    if s.permanent == CHATTY:
        sizes.append([s.box.stories + 1, s.box.goals])
    if s.permanent == THREE_FATES:
        sizes.append([s.box.stories, s.box.goals + 1])
    if [len(half) for half in halves] not in sizes:
        raise BadInput("aventure.error.position_market", "market", stories=sizes[-1][0], objectives=sizes[-1][1])
    s.stories = len(halves[0])
    s.market = filled(len(halves[0]) + len(halves[1]), NOBODY)
    if s.opt.variant:
        s.looked = filled(len(s.market), 0)
    for place, part in enumerate([*halves[0], *halves[1]]):
        read_place(s, place, part)


def read_place(s: Aventure, place: int, text: str) -> None:
    """Reads a place of the market; markers and looked-at backs occur only with the variant."""
    face = text
    if s.opt.variant:
        face, _, looked = text.partition("!")
        s.looked[place] = read_seats(s, "market", looked)
        if face.endswith("*"):
            s.guarded = place
            face = face[:-1]
    if face != NOTHING:
        goal = place >= s.stories
        s.market[place] = parse_name("market", face, GOAL_NAMES if goal else CARD_NAMES) + (GOALS if goal else 0)


def fill_bag(s: Aventure, frames: str) -> None:
    """Puts the cards that lie nowhere else into the shuffled part of the deck; frames may hold a card in hand."""
    read_frames(s, frames, FRAMES)
    held = in_hand(s)
    s.top = None
    lying = [face_of(card) % GOALS for card in [*s.grid, *s.market, *s.aside, held] if card != NOBODY]
    lying += [kind for kind in (s.shown, *s.ahead, *s.under) if kind != NOBODY]
    for kind in range(KINDS):
        left = s.box.copies - lying.count(kind)
        if left < 0:
            raise BadInput("aventure.error.position_twice", "position", card=CARD_NAMES[kind], copies=s.box.copies)
        if left > 0:
            s.bag |= bit(kind)
        if left > 1:
            s.twice |= bit(kind)
