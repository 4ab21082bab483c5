"""Text of actions and positions.

An action: `lay:steppe`, `use:wheel`, `sell:bolt`; `C4` places a piece, `xC4` attacks the one there, `C4^` takes one up,
`>C5` sets it down; `bid:6`, `pass`. A position is words between white space: the island row by row (`.` sea, `-`
free, a digit for the seat whose piece stands there); a line for each seat with its species, levels, abilities, food,
points, stock, hand and where its points come from; then the table, the deck, the discards, the last scoring, and the
levels with which the turn began, where they have changed since.
"""

import re
from collections.abc import Mapping, Sequence

from meute.core.box import Table
from meute.core.codec import Block, Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, append, bit, has, i64, vec
from meute.core.options import settle_options
from meute.core.position import read_frames, write_frames
from meute.games.wildlife.box import (
    ABILITY_NAMES,
    CARD_NAMES,
    CELL_NAMES,
    SPECIES_NAMES,
    TERRAIN_LETTERS,
    TERRAIN_NAMES,
)
from meute.games.wildlife.rules.names import (
    ACTIONS,
    ADAPT,
    ASSAIL,
    BID,
    BOARD,
    DEAL,
    DECLINE,
    DEFEND,
    END,
    FROM,
    GATHER,
    HIGHEST_BID,
    LAY,
    LEAP,
    LIFT,
    PASS,
    PLACE,
    SELL,
    SPEAKS,
    STRIKE,
    TAKE,
    TO,
    TRADE,
    USE,
    YIELD,
)
from meute.games.wildlife.rules.pieces import put
from meute.games.wildlife.rules.setup import FRAMES
from meute.games.wildlife.scoring import RULE_NAMES, row, row_amount, row_pieces, row_rule, row_seat, row_where
from meute.games.wildlife.state import (
    ABILITIES,
    ATTACK,
    CARD_FIELD,
    CELLS,
    COLUMNS,
    KINDS,
    LEVEL_BITS,
    MOST_SEATS,
    RULES,
    SPECIES,
    TERRAINS,
    TERRITORIES,
    TURN_LIMIT,
    Wildlife,
    a_card,
    cards_of,
    deck_size,
    field,
    free_species,
    give_species,
    how_many,
    left_of,
    level,
    level_in,
    one_in,
    owner,
    pieces_of,
    set_left,
    species_of,
    supply,
    tokens_left,
)
from meute.games.wildlife.table import OPTIONS, RULES_VERSION, empty_table

CARD_LETTERS = TERRAIN_LETTERS + "ARBNEH"
"""In the order of the box: six terrains, Arrow, Ring (the wheel), Bolt, Nourishment, Epidemic, Hunger."""
CARDS_FORM = re.compile(rf"(?:[{CARD_LETTERS}]\d*)*")
A_KIND = re.compile(rf"([{CARD_LETTERS}])(\d*)")
ANY_SCORE = 9999
ENDING_NAMES = ("-", "marker", "piece", "limit")


def write_action(block: str, fields: tuple[int, ...]) -> str:
    """The text of an action."""
    match block:
        case "place":
            return CELL_NAMES[fields[0]]
        case "strike":
            return f"x{CELL_NAMES[fields[0]]}"
        case "lift":
            return f"{CELL_NAMES[fields[0]]}^"
        case "to":
            return f">{CELL_NAMES[fields[0]]}"
        case "bid":
            return f"bid:{fields[0]}"
        case "lay" | "use" | "sell" | "deal":
            return f"{block}:{CARD_NAMES[fields[0]]}"
        case "adapt":
            return f"adapt:{TERRAIN_NAMES[fields[0]]}"
        case "take":
            return f"take:{ABILITY_NAMES[fields[0]]}"
        case "board":
            return f"board:{SPECIES_NAMES[fields[0]]}"
        case "from" | "speaks":
            return f"{block}:{fields[0] + 1}"
        case _:
            return block


CODEC = Codec(
    (
        Block("place", PLACE, ("cell", CELLS)),
        Block("strike", STRIKE, ("cell", CELLS)),
        Block("lift", LIFT, ("cell", CELLS)),
        Block("to", TO, ("cell", CELLS)),
        Block("pass", PASS),
        Block("bid", BID, ("price", HIGHEST_BID + 1)),
        Block("lay", LAY, ("card", KINDS)),
        Block("use", USE, ("card", KINDS)),
        Block("sell", SELL, ("card", KINDS)),
        Block("adapt", ADAPT, ("terrain", TERRAINS)),
        Block("take", TAKE, ("ability", ABILITIES)),
        Block("from", FROM, ("player", MOST_SEATS)),
        Block("food", GATHER),
        Block("mobility", LEAP),
        Block("attack", ASSAIL),
        Block("trade", TRADE),
        Block("decline", DECLINE),
        Block("end", END),
        Block("defend", DEFEND),
        Block("yield", YIELD),
        Block("board", BOARD, ("species", SPECIES)),
        Block("speaks", SPEAKS, ("player", MOST_SEATS)),
        Block("deal", DEAL, ("card", KINDS)),
    ),
    write_action,
)


def write_cards(cards: int) -> str:
    """S2MA3: two savannas, a mountain, three arrows."""
    parts = []
    for kind in range(KINDS):
        number = cards_of(cards, kind)
        if number:
            parts.append(CARD_LETTERS[kind] + (str(number) if number > 1 else ""))
    return "".join(parts) or "-"


def write_hand(s: Wildlife, seat: int) -> str:
    """A hand: its cards, or `?n` for n unknown ones."""
    if how_many(s.hands[seat]) < s.held[seat]:
        return f"?{s.held[seat]}"
    return write_cards(s.hands[seat])


def write_island(s: Wildlife) -> list[str]:
    """A sign for each cell, row by row."""
    rows = []
    for line in range(s.box.rows):
        cells = range(line * COLUMNS, line * COLUMNS + s.box.columns)
        rows.append("".join("." if s.box.territory[cell] == NOBODY else seat_sign(owner(s, cell)) for cell in cells))
    return rows


def write_seat(s: Wildlife, seat: int) -> str:
    """Everything that lies before one player."""
    species = species_of(s, seat)
    words = [
        str(seat + 1),
        "-" if species == NOBODY else SPECIES_NAMES[species],
        write_levels(s.levels[seat]),
        "".join(str(field(s.abilities[seat], ability)) for ability in range(ABILITIES)),
        str(s.food[seat]),
        str(s.score[seat]),
        str(s.stock[seat]),
        write_hand(s, seat),
        ",".join(str(s.tally[seat * RULES + rule]) for rule in range(RULES)),
    ]
    return " ".join(words)


def write_levels(levels: int) -> str:
    """A level for each terrain."""
    return "".join(str(level_in(levels, terrain)) for terrain in range(TERRAINS))


def write_order(s: Wildlife) -> str:
    """The seats clockwise, from seat 1 on."""
    seat = 0
    order = []
    for _ in range(s.seats):
        order.append(str(seat + 1))
        seat = left_of(s, seat)
    return "".join(order)


def write_scoring(s: Wildlife) -> str:
    """The last general scoring: seat:rule:points:where:pieces for each line."""
    rows = []
    for packed in s.last:
        rule = RULE_NAMES[row_rule(packed)]
        numbers = (row_amount(packed), row_where(packed), row_pieces(packed))
        rows.append(f"{row_seat(packed) + 1}:{rule}:{':'.join(str(number) for number in numbers)}")
    return ",".join(rows) or "-"


def seat_sign(seat: int) -> str:
    """A seat's digit, `-` for nobody."""
    return "-" if seat == NOBODY else str(seat + 1)


def write_position(s: Wildlife) -> str:
    """The whole table."""
    lines = [f"seats {s.seats}", "island " + "\n       ".join(write_island(s))]
    lines += [write_seat(s, seat) for seat in range(s.seats)]
    marked = "".join("x" if has(s.marked, territory) else "-" for territory in range(TERRITORIES))
    defended = "".join(str(field(s.defended, seat)) for seat in range(s.seats))
    sure = "".join("x" if has(s.sure, seat) else "-" for seat in range(s.seats))
    turn = f"{seat_sign(s.active)} {seat_sign(s.first)} {s.turns} {s.played}"
    lines.append(
        f"table {write_order(s)} {turn} {marked} {defended} {sure} {s.due} {ENDING_NAMES[s.ending + 1]}",
    )
    lines.append(f"deck {write_cards(s.deck)} discard {write_cards(s.discard)}")
    lines.append(f"last {write_scoring(s)}")
    if s.turns and list(s.began) != list(s.levels):
        lines.append(f"began {' '.join(write_levels(levels) for levels in s.began)}")
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

    def letters(self, field: str, alphabet: str, length: int) -> str:
        """A word made of so many of these letters."""
        word = self.word(field)
        if any(letter not in alphabet for letter in word) or len(word) != length:
            raise BadInput("error.position_letters", field, text=word, alphabet=alphabet)
        return word

    def choice(self, field: str, known: Sequence[str]) -> int:
        """The number of a word that must be one of these."""
        word = self.word(field)
        if word not in known:
            raise BadInput("error.option_value", field, value=word, allowed=", ".join(known))
        return list(known).index(word)

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number within limits."""
        return whole(field, self.word(field), low, high)

    def seat(self, field: str, seats: int) -> int:
        """A seat, or nobody."""
        return self.choice(field, ["-", *(str(seat + 1) for seat in range(seats))]) - 1

    def cards(self, field: str) -> int:
        """A heap of cards."""
        return read_cards(field, self.word(field))

    def done(self) -> None:
        """Nothing may follow."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def whole(field: str, text: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if not re.fullmatch(r"-?\d+", text) or not low <= int(text) <= high:
        raise BadInput("error.position_number", field, text=text, low=low, high=high)
    return int(text)


def read_cards(field: str, text: str) -> int:
    """The cards that S2MA3 names."""
    text = "" if text == "-" else text
    if not CARDS_FORM.fullmatch(text):
        raise BadInput("wildlife.error.cards", field, text=text, letters=CARD_LETTERS)
    cards = 0
    for letter, number in A_KIND.findall(text):
        kind = CARD_LETTERS.index(letter)
        cards += a_card(kind) * whole(field, number or "1", 1, CARD_FIELD - cards_of(cards, kind))
    return cards


def read_position(text: str, options: Mapping[str, str], box: Table) -> Wildlife:
    """The table that a text describes; refuses what cannot lie there."""
    reader = Reader(text)
    reader.label("seats")
    seats = reader.number("seats", 2, MOST_SEATS)
    s = empty_table(settle_options(OPTIONS, options, RULES_VERSION), box, seats)
    read_island(reader, s)
    for seat in range(seats):
        read_seat(reader, s, seat)
    read_table(reader, s)
    reader.label("deck")
    s.deck = reader.cards("deck")
    reader.label("discard")
    s.discard = reader.cards("discard")
    reader.label("last")
    s.last = read_scoring(reader.word("last"), seats)
    read_began(reader, s)
    reader.done()
    check(s)
    read_frames(s, reader.frames, FRAMES)
    s.settle()
    return s


def read_island(reader: Reader, s: Wildlife) -> None:
    """The pieces on the island."""
    reader.label("island")
    for line in range(s.box.rows):
        signs = reader.letters(f"island.{line + 1}", ".-123456"[: s.seats + 2], s.box.columns)
        for column, sign in enumerate(signs):
            cell = line * COLUMNS + column
            if (sign == ".") != (s.box.territory[cell] == NOBODY):
                raise BadInput("wildlife.error.position_sea", CELL_NAMES[cell], text=sign)
            if sign.isdigit():
                put(s, int(sign) - 1, cell)


def read_seat(reader: Reader, s: Wildlife, seat: int) -> None:
    """One player's line."""
    name = str(seat + 1)
    reader.label(name)
    species = reader.choice(f"{name}.species", ("-", *SPECIES_NAMES)) - 1
    levels = reader.letters(f"{name}.levels", "0123", TERRAINS)
    if species != NOBODY:
        if not has(free_species(s), species):
            raise BadInput("wildlife.error.position_species", f"{name}.species", species=SPECIES_NAMES[species])
        give_species(s, seat, species)
        for terrain in range(TERRAINS):
            missing = int(levels[terrain]) - level_in(s.box.levels[species], terrain)
            if missing < 0:
                raise BadInput("wildlife.error.position_level", f"{name}.levels", terrain=TERRAIN_NAMES[terrain])
            s.levels[seat] += bit(terrain * LEVEL_BITS) * missing
    elif levels.strip("0"):
        raise BadInput("wildlife.error.position_level", f"{name}.levels", terrain=TERRAIN_NAMES[0])
    for ability, digit in enumerate(reader.letters(f"{name}.abilities", "0123456789", ABILITIES)):
        s.abilities[seat] += one_in(ability) * int(digit)
    s.food[seat] = reader.number(f"{name}.food", 0, ANY_SCORE)
    s.score[seat] = reader.number(f"{name}.score", -ANY_SCORE, ANY_SCORE)
    s.stock[seat] = reader.number(f"{name}.stock", 0, s.box.pieces)
    hand = reader.word(f"{name}.hand")
    if hand.startswith("?"):
        s.held[seat] = whole(f"{name}.hand", hand[1:], 1, COLUMNS)
    else:
        s.hands[seat] = read_cards(f"{name}.hand", hand)
        s.held[seat] = how_many(s.hands[seat])
    tally = reader.word(f"{name}.points").split(",")
    if len(tally) != RULES:
        raise BadInput("error.length", f"{name}.points", length=RULES)
    for rule, part in enumerate(tally):
        s.tally[seat * RULES + rule] = whole(f"{name}.points", part, -ANY_SCORE, ANY_SCORE)


def read_table(reader: Reader, s: Wildlife) -> None:
    """Order, turn, markers and what waits for the end of the turn."""
    reader.label("table")
    order = reader.letters("order", "123456"[: s.seats], s.seats)
    if len(set(order)) != s.seats:
        raise BadInput("wildlife.error.position_order", "order", text=order)
    for place in range(s.seats):
        set_left(s, int(order[place]) - 1, int(order[(place + 1) % s.seats]) - 1)
    s.active = reader.seat("active", s.seats)
    s.first = reader.seat("first", s.seats)
    s.turns = reader.number("turns", 0, s.opt.turn_limit)
    s.played = reader.number("played", 0, s.seats)
    for territory, sign in enumerate(reader.letters("marked", "x-", TERRITORIES)):
        if sign == "x":
            s.marked |= bit(territory)
    for seat, digit in enumerate(reader.letters("defended", "0123456789", s.seats)):
        s.defended += one_in(seat) * int(digit)
    for seat, sign in enumerate(reader.letters("arrows", "x-", s.seats)):
        if sign == "x":
            s.sure |= bit(seat)
    s.due = reader.number("due", 0, 1)
    s.ending = reader.choice("ending", ENDING_NAMES) - 1


def read_began(reader: Reader, s: Wildlife) -> None:
    """The levels with which the turn began; those of now where nothing is said."""
    s.began = s.levels[:]
    if reader.at == len(reader.words):
        return
    reader.label("began")
    for seat in range(s.seats):
        levels = reader.letters(f"began.{seat + 1}", "0123", TERRAINS)
        for terrain in range(TERRAINS):
            gained = level(s, seat, terrain) - int(levels[terrain])
            if gained < 0:
                raise BadInput("wildlife.error.position_began", f"began.{seat + 1}", terrain=TERRAIN_NAMES[terrain])
            s.began[seat] -= bit(terrain * LEVEL_BITS) * gained


def read_scoring(text: str, seats: int) -> vec[i64]:
    """The lines of the last general scoring."""
    rows = vec[i64]()
    for part in text.split(",") if text != "-" else []:
        words = part.split(":")
        if len(words) != 5 or words[1] not in RULE_NAMES:
            raise BadInput("wildlife.error.position_scoring", "last", text=part)
        seat = whole("last", words[0], 1, seats) - 1
        amount = whole("last", words[2], 0, 255)
        where = whole("last", words[3], 0, CELLS)
        pieces = whole("last", words[4], 0, ANY_SCORE)
        rows = append(rows, row(seat, RULE_NAMES.index(words[1]), amount, where, pieces))
    return rows


def check(s: Wildlife) -> None:
    """No more pieces, tokens, abilities and cards than there are."""
    cards = [s.deck, s.discard, *s.hands]
    for kind in range(KINDS):
        if sum(cards_of(heap, kind) for heap in cards) > cards_of(s.box.deck, kind):
            raise BadInput("wildlife.error.position_cards", CARD_NAMES[kind], number=cards_of(s.box.deck, kind))
    if deck_size(s) < 0:
        raise BadInput("wildlife.error.position_unseen", "deck")
    for ability in range(ABILITIES):
        if supply(s, ability) < 0:
            raise BadInput("wildlife.error.position_cards", ABILITY_NAMES[ability], number=s.box.abilities[ability])
    for seat in range(s.seats):
        if pieces_of(s, seat) + s.stock[seat] > s.box.pieces:
            raise BadInput("wildlife.error.position_pieces", str(seat + 1), number=s.box.pieces)
        if species_of(s, seat) == NOBODY and pieces_of(s, seat):
            raise BadInput("wildlife.error.position_pieces", str(seat + 1), number=0)
        if sum(s.tally[seat * RULES + rule] for rule in range(RULES)) != s.score[seat]:
            raise BadInput("wildlife.error.position_points", str(seat + 1), score=s.score[seat])
    if all(species_of(s, seat) != NOBODY for seat in range(s.seats)):
        for terrain in range(TERRAINS):
            for step in range(1, ATTACK + 1):
                if tokens_left(s, terrain, step) < 0:
                    raise BadInput("wildlife.error.position_tokens", TERRAIN_NAMES[terrain], number=s.box.tokens[step])


assert CODEC.size == ACTIONS
assert len(ENDING_NAMES) == TURN_LIMIT + 2
