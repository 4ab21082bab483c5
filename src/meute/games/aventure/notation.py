"""Text of actions and positions.

An action: `h29` takes a Story, `o29` an Objective, `f5` places it (columns a to i, rows 1 to 9; the first card of a
grid lies on e5). A position is words between white space: the market as `h29,h04,h53,h55/o52,o10`; the deck with its
visible Story, the cards known to follow it and those known to lie at its bottom; then each grid from its upper left
cell on, as in `A d4 h29,.,o53/h04,h55,h18`. What nobody sees, the order of the deck, is written nowhere.
"""

from collections.abc import Mapping, Sequence

from meute.core.box import Table
from meute.core.codec import Block, Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, append, bit, filled, has, i64, vec
from meute.core.options import settle_options
from meute.core.position import read_frames, write_frames
from meute.games.aventure.box import CARD_NAMES, GOAL_NAMES, ICON_NAMES, PERMANENT_NAMES, POWER_NAMES
from meute.games.aventure.rules.actions import (
    ACTIONS,
    ASIDE,
    CELL,
    DECK,
    DONE,
    DRAW,
    FIRST,
    GOAL,
    ICON,
    LINE,
    PERMANENT,
    PLAYER,
    POWER,
    STORY,
)
from meute.games.aventure.rules.deck import Replace
from meute.games.aventure.rules.grid import cell_of, height, lay, width
from meute.games.aventure.rules.powers import Barter, Choice, Marker, Move, Rummage, Swap
from meute.games.aventure.rules.setup import Setup
from meute.games.aventure.rules.turn import Turn, Turns
from meute.games.aventure.state import (
    BLANK,
    CELLS,
    CHATTY,
    DEALT_POWERS,
    ECHO,
    EXTRA_ICON,
    FACES,
    GOALS,
    HOME,
    ICONS,
    KINDS,
    MARKS,
    NEAR,
    PERMANENTS,
    POWERS,
    REACH,
    SIDE,
    STRIDE,
    THREE_FATES,
    WAGER,
    WILD,
    Aventure,
    card_on,
    face_of,
    is_goal,
    mark_of,
    marked,
)
from meute.games.aventure.table import FEWEST, MOST, OPTIONS, RULES_VERSION, empty_table

FRAMES = (Setup, Turns, Turn, Replace, Swap, Move, Choice, Marker, Barter, Rummage)

COLUMN_LETTERS = "abcdefghi"
SEAT_LETTERS = "ABCD"
ICON_LETTERS = "FVCRMLTSP"
"""Forest, town (Ville), Castle, hunter (Robyn), wolf girl (Mebh), wolves (Loups), Townspeople, Soldiers, Parents."""
FACE_NAMES = CARD_NAMES + GOAL_NAMES
MARK_TEXTS = {BLANK: "-", WILD: "*", WAGER: "$", ECHO: "x", NEAR: "~"} | {
    EXTRA_ICON + icon: f"+{ICON_LETTERS[icon]}" for icon in range(ICONS)
}
MARKED = {
    FACE_NAMES[face] + text: marked(face, mark)
    for mark, text in MARK_TEXTS.items()
    for face in range(FACES)
    if is_goal(face) == (mark > WILD)
}
CARDS = {name: face for face, name in enumerate(FACE_NAMES)} | MARKED
"""Every card as it can lie in a grid, by its text."""

assert len(MARK_TEXTS) == MARKS - 1
assert len(ICON_LETTERS) == len(ICON_NAMES) == ICONS


def cell_text(cell: int) -> str:
    """e5: the cell of the first card."""
    return f"{COLUMN_LETTERS[cell % REACH]}{cell // REACH + 1}"


def line_text(line: int) -> str:
    """row5 or cole."""
    return f"row{line + 1}" if line < REACH else f"col{COLUMN_LETTERS[line - REACH]}"


def card_text(card: int) -> str:
    """h18+F: the Story h18 with a marker that adds a Forest."""
    return FACE_NAMES[face_of(card)] + MARK_TEXTS.get(mark_of(card), "")


def write_action(block: str, fields: tuple[int, ...]) -> str:
    """The text of an action."""
    match block:
        case "story":
            return CARD_NAMES[fields[0]]
        case "goal":
            return GOAL_NAMES[fields[0]]
        case "cell":
            return cell_text(fields[0])
        case "power":
            return POWER_NAMES[fields[0]]
        case "permanent":
            return PERMANENT_NAMES[fields[0]]
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


CODEC = Codec(
    (
        Block("story", STORY, ("story", KINDS)),
        Block("goal", GOAL, ("goal", KINDS)),
        Block("cell", CELL, ("cell", CELLS)),
        Block("deck", DECK),
        Block("aside", ASIDE),
        Block("done", DONE),
        Block("power", POWER, ("power", POWERS)),
        Block("permanent", PERMANENT, ("permanent", PERMANENTS)),
        Block("icon", ICON, ("icon", ICONS)),
        Block("line", LINE, ("line", 2 * REACH), ("way", 2)),
        Block("player", PLAYER, ("player", MOST)),
        Block("draw", DRAW, ("story", KINDS)),
        Block("first", FIRST, ("player", MOST)),
    ),
    write_action,
)
assert CODEC.size == ACTIONS


def seat_letters(mask: int) -> str:
    """The seats of a set."""
    return "".join(letter for seat, letter in enumerate(SEAT_LETTERS) if has(mask, seat))


def joined(texts: Sequence[str]) -> str:
    """Words with commas, `-` for none."""
    return ",".join(texts) or "-"


def write_place(s: Aventure, place: int) -> str:
    """A place of the market: its face, `*` under a marker, and `!AB` where A and B have looked at the back."""
    text = "-" if s.market[place] == NOBODY else FACE_NAMES[s.market[place]]
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
        rows.append(",".join("." if card == NOBODY else card_text(card) for card in cards))
    return f"{cell_text(cell_of(s, seat, 0))} {'/'.join(rows)}"


def write_position(s: Aventure) -> str:
    """The whole table."""
    places = [write_place(s, place) for place in range(len(s.market))]
    lines = [f"market {','.join(places[: s.stories])}/{','.join(places[s.stories :])}"]
    shown = "-" if s.shown == NOBODY else CARD_NAMES[s.shown]
    lines.append(f"deck {shown} {write_kinds(s.ahead)} {write_kinds(s.under)}")
    for seat in range(s.seats):
        line = f"{SEAT_LETTERS[seat]} {write_grid(s, seat)}"
        if s.opt.variant:
            borrowed = "-" if s.borrowed[seat] == NOBODY else GOAL_NAMES[s.borrowed[seat]]
            aside = "-" if s.aside[seat] == NOBODY else FACE_NAMES[s.aside[seat]]
            line += f" {s.bonus[seat]} {borrowed} {aside}"
        lines.append(line)
    lines.append(f"table {SEAT_LETTERS[s.mover]}")
    if s.opt.variant:
        permanent = "-" if s.permanent == NOBODY else PERMANENT_NAMES[s.permanent]
        dealt = [write_power(s, k) for k in range(DEALT_POWERS) if s.powers[k] != NOBODY]
        orders = [write_seat(seat) for seat in (s.barred, s.diverted)]
        lines[-1] += f" {permanent} {joined(dealt)} {seat_letters(s.skips) or '-'} {' '.join(orders)}"
    lines.append(f"frames {write_frames(s)}")
    return "\n".join(lines)


def write_kinds(kinds: vec[i64]) -> str:
    """Cards of the deck whose order is known."""
    return joined([CARD_NAMES[kind] for kind in kinds])


def write_power(s: Aventure, dealt: int) -> str:
    """A Power, with the seats that have used it."""
    used = seat_letters(s.spent[dealt])
    return POWER_NAMES[s.powers[dealt]] + (f":{used}" if used else "")


def write_seat(seat: int) -> str:
    """A seat, or nobody."""
    return "-" if seat == NOBODY else SEAT_LETTERS[seat]


class Reader:
    """Reads a position word by word and says at which field it stumbles."""

    def __init__(self, text: str) -> None:
        head, _, self.frames = text.partition("frames")
        self.words = head.split()
        self.at = 0

    def words_before(self, label: str) -> list[str]:
        """The words up to a label."""
        return self.words[: self.words.index(label)] if label in self.words else self.words

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

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number within limits."""
        word = self.word(field)
        if not word.isdigit() or not low <= int(word) <= high:
            raise BadInput("error.position_number", field, text=word, low=low, high=high)
        return int(word)

    def name(self, field: str, names: Sequence[str]) -> int:
        """One of these names, or `-` for nothing."""
        word = self.word(field)
        return NOBODY if word == "-" else named(field, word, names)

    def names(self, field: str, names: Sequence[str]) -> list[int]:
        """A list of names, `-` for none."""
        word = self.word(field)
        return [] if word == "-" else [named(field, part, names) for part in word.split(",")]

    def letters(self, field: str) -> int:
        """A set of seats."""
        word = self.word(field)
        return 0 if word == "-" else seat_mask(field, word)

    def done(self) -> None:
        """Nothing may follow."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def named(field: str, text: str, names: Sequence[str]) -> int:
    """The number of a name."""
    if text not in names:
        raise BadInput("aventure.error.position_name", field, text=text, known=f"{names[0]} … {names[-1]}")
    return names.index(text)


def seat_mask(field: str, text: str) -> int:
    """The set of these seats."""
    if any(letter not in SEAT_LETTERS for letter in text):
        raise BadInput("error.position_letters", field, text=text, alphabet=SEAT_LETTERS)
    return sum(bit(seat) for seat, letter in enumerate(SEAT_LETTERS) if letter in text)


def read_position(text: str, options: Mapping[str, str], box: Table) -> Aventure:
    """The table that a text describes; refuses what cannot lie there."""
    reader = Reader(text)
    seats = len([word for word in reader.words_before("table") if word in tuple(SEAT_LETTERS)])
    if not FEWEST <= seats <= MOST:
        raise BadInput("aventure.error.position_seats", "position", fewest=FEWEST, most=MOST)
    s = empty_table(seats, settle_options(OPTIONS, options, RULES_VERSION), box)
    reader.label("market")
    market = reader.word("market")
    reader.label("deck")
    s.shown = reader.name("deck.shown", CARD_NAMES)
    read_kinds(s, reader)
    for seat in range(seats):
        read_seat(reader, s, seat)
    reader.label("table")
    s.mover = read_mover(reader, s)
    if s.opt.variant:
        read_variant(reader, s)
    reader.done()
    read_market(s, market)
    read_frames(s, reader.frames, FRAMES)
    fill_bag(s)
    s.settle()
    return s


def read_mover(reader: Reader, s: Aventure) -> int:
    """The seat whose turn it is."""
    return named("table.mover", reader.word("table.mover"), SEAT_LETTERS[: s.seats])


def read_kinds(s: Aventure, reader: Reader) -> None:
    """The cards of the deck whose order is known."""
    for kind in reader.names("deck.ahead", CARD_NAMES):
        s.ahead = append(filled(0, 0) if len(s.ahead) == 0 else s.ahead, kind)
    for kind in reader.names("deck.under", CARD_NAMES):
        s.under = append(filled(0, 0) if len(s.under) == 0 else s.under, kind)


def read_seat(reader: Reader, s: Aventure, seat: int) -> None:
    """One player's line: grid, and with the variant bonus points, borrowed Objective and card set aside."""
    letter = SEAT_LETTERS[seat]
    reader.label(letter)
    corner = reader.word(f"{letter}.corner")
    rows = reader.word(f"{letter}.grid")
    if (corner, rows) != ("-", "-"):
        read_grid(s, seat, corner, [row.split(",") for row in rows.split("/")])
    if s.opt.variant:
        s.bonus[seat] = reader.number(f"{letter}.bonus", 0, FACES)
        s.borrowed[seat] = reader.name(f"{letter}.borrowed", GOAL_NAMES)
        s.aside[seat] = reader.name(f"{letter}.aside", FACE_NAMES)


def read_grid(s: Aventure, seat: int, corner: str, rows: list[list[str]]) -> None:
    """A grid from its upper left cell on."""
    field = f"{SEAT_LETTERS[seat]}.grid"
    wide = len(rows[0])
    fits = len(rows) <= SIDE and wide <= SIDE and all(len(row) == wide for row in rows)
    lines = [*rows[:1], *rows[-1:], [row[0] for row in rows], [row[-1] for row in rows]]
    if not fits or any(all(text == "." for text in line) for line in lines):
        raise BadInput("aventure.error.position_grid", field)
    cells = [cell_text(cell) for cell in range(CELLS)]
    cell = named(f"{SEAT_LETTERS[seat]}.corner", corner, cells)
    home_row, home_column = HOME - cell // REACH, HOME - cell % REACH
    if not (0 <= home_row < len(rows) and 0 <= home_column < wide):
        raise BadInput("aventure.error.position_corner", f"{SEAT_LETTERS[seat]}.corner", text=corner)
    s.home[seat] = home_row * STRIDE + home_column
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            if text != ".":
                if text not in CARDS:
                    raise BadInput("aventure.error.position_name", field, text=text, known="h01 … o55")
                lay(s, seat, row * STRIDE + column, CARDS[text])


def read_variant(reader: Reader, s: Aventure) -> None:
    """The Permanent, the Powers, and what they have ordered."""
    s.permanent = reader.name("table.permanent", PERMANENT_NAMES)
    dealt = reader.word("table.powers")
    parts = [] if dealt == "-" else dealt.split(",")
    if len(parts) > DEALT_POWERS:
        raise BadInput("error.length", "table.powers", length=DEALT_POWERS)
    for k, part in enumerate(parts):
        name, _, used = part.partition(":")
        s.powers[k] = named("table.powers", name, POWER_NAMES)
        s.spent[k] = seat_mask("table.powers", used)
    s.skips = reader.letters("table.skips")
    s.barred = reader.name("table.barred", SEAT_LETTERS[: s.seats])
    s.diverted = reader.name("table.diverted", SEAT_LETTERS[: s.seats])


def read_market(s: Aventure, text: str) -> None:
    """The market: Stories, a stroke, Objectives."""
    halves = [half.split(",") for half in text.split("/")]
    goals = len(s.market) - s.stories
    sizes = [[s.stories, goals]]
    if s.permanent == CHATTY:
        sizes.append([s.stories + 1, goals])
    if s.permanent == THREE_FATES:
        sizes.append([s.stories, goals + 1])
    if [len(half) for half in halves] not in sizes:
        raise BadInput("aventure.error.position_market", "market", stories=sizes[-1][0], objectives=sizes[-1][1])
    s.stories = len(halves[0])
    s.market = filled(len(halves[0]) + len(halves[1]), NOBODY)
    if s.opt.variant:
        s.looked = filled(len(s.market), 0)
    for place, part in enumerate([*halves[0], *halves[1]]):
        read_place(s, place, part)


def read_place(s: Aventure, place: int, text: str) -> None:
    """One place of the market."""
    face, _, looked = text.partition("!")
    if face.endswith("*"):
        s.guarded = place
        face = face[:-1]
    if looked and s.opt.variant:
        s.looked[place] = seat_mask("market", looked)
    if face != "-":
        names = CARD_NAMES if place < s.stories else GOAL_NAMES
        s.market[place] = named("market", face, names) + (0 if place < s.stories else GOALS)


def fill_bag(s: Aventure) -> None:
    """All cards that lie nowhere else are in the shuffled part of the deck."""
    copies = s.box.copies[0 if s.seats == FEWEST else 1]
    lying = [face_of(card) % GOALS for card in [*s.grid, *s.market, *s.aside, *in_hand(s)] if card != NOBODY]
    lying += [*s.ahead, *s.under, *([] if s.shown == NOBODY else [s.shown])]
    for kind in range(KINDS):
        left = copies - lying.count(kind)
        if left < 0:
            raise BadInput("aventure.error.position_twice", "position", card=CARD_NAMES[kind], copies=copies)
        if left > 0:
            s.bag |= bit(kind)
        if left > 1:
            s.twice |= bit(kind)


def in_hand(s: Aventure) -> list[int]:
    """The cards that a player holds while a frame waits."""
    cards = []
    frame = s.top
    while frame is not None:
        if isinstance(frame, Turn):
            cards.append(frame.face)
        if isinstance(frame, Move):
            cards.append(frame.card)
        frame = frame.under
    return cards
