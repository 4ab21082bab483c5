"""Notation: text of actions and positions.

An action: `lay:steppe`, `use:wheel`, `sell:bolt`; `C4` places a piece, `xC4` attacks the piece there, `C4^` lifts a
piece, `>C5` sets it down; `bid:6`, `pass`. A position is words between white space. First the island row by row (`.`
sea, `-` free, a digit for the seat of a piece). Then a line for each seat: species, levels, abilities, food, points,
stock, hand, points by source. Then the lines `table`, `deck`, `last` (the last general scoring) and, if levels have
changed in this turn, `began` (the levels at its start).
"""

import re
from collections.abc import Mapping
from typing import Final

from meute.core.box import Contents
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, bit, has
from meute.core.position import NOTHING, Reader, join_parts, parse_name, parse_whole
from meute.core.score import ScoreRow
from meute.games.wildlife.actions import ACTION_KINDS
from meute.games.wildlife.initial_state import empty_state
from meute.games.wildlife.names import (
    ABILITY_NAMES,
    CARD_LETTERS,
    CARD_NAMES,
    CELL_NAMES,
    SPECIES_NAMES,
    TERRAIN_NAMES,
)
from meute.games.wildlife.rules.pieces import put
from meute.games.wildlife.scoring import COLONY_RANK, ENDS, RULES, TERRITORY_RANK
from meute.games.wildlife.state import (
    ABILITIES,
    ARROW,
    ATTACK,
    CARD_FIELD,
    CELLS,
    COLUMNS,
    FEWEST_SEATS,
    KINDS,
    LEVEL_BITS,
    MARKERS,
    MOST_HAND,
    MOST_SEATS,
    SOURCES,
    TERRAINS,
    TERRITORIES,
    Wildlife,
    abilities_left,
    all_have_species,
    card_count,
    cards_of,
    clockwise,
    deck_size,
    field_unit,
    free_species,
    give_species,
    level,
    level_in,
    markers_used,
    one_card,
    owner,
    packed_field,
    pieces_of,
    set_left,
    species_of,
    tokens_left,
)

CARDS_FORM: Final = re.compile(rf"(?:[{CARD_LETTERS}][0-9]*)*")
CARD_FORM: Final = re.compile(rf"([{CARD_LETTERS}])([0-9]*)")
DIGITS: Final = "0123456789"
SEAT_DIGITS: Final = "123456"
LEVEL_DIGITS: Final = "0123"
ANY_SCORE: Final = 9999
ENDING_NAMES: Final = ("marker", "piece", "limit")


def write_action(block: str, fields: tuple[int, ...]) -> str:
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


CODEC: Final = Codec(ACTION_KINDS, write_action)


def write_cards(cards: int) -> str:
    """The text of a multiset of cards: `S2MA3` for two savannas, a mountain, three arrows."""
    numbers = [cards_of(cards, kind) for kind in range(KINDS)]
    return "".join(f"{CARD_LETTERS[kind]}{n if n > 1 else ''}" for kind, n in enumerate(numbers) if n) or NOTHING


def write_hand(s: Wildlife, seat: int) -> str:
    """The cards of a hand, or `?n` for n unknown cards."""
    if card_count(s.hands[seat]) < s.held[seat]:
        return f"?{s.held[seat]}"
    return write_cards(s.hands[seat])


def write_island(s: Wildlife) -> list[str]:
    """The rows of the island, one character per cell."""
    rows = []
    for line in range(s.box.rows):
        cells = range(line * COLUMNS, line * COLUMNS + s.box.columns)
        rows.append("".join("." if s.box.territory[cell] == NOBODY else seat_sign(owner(s, cell)) for cell in cells))
    return rows


def write_seat(s: Wildlife, seat: int) -> str:
    """The line of one seat."""
    species = species_of(s, seat)
    words = [
        str(seat + 1),
        NOTHING if species == NOBODY else SPECIES_NAMES[species],
        write_levels(s.levels[seat]),
        "".join(str(packed_field(s.abilities[seat], ability)) for ability in range(ABILITIES)),
        str(s.food[seat]),
        str(s.score[seat]),
        str(s.stock[seat]),
        write_hand(s, seat),
        ",".join(str(s.tally[seat * SOURCES + rule]) for rule in range(SOURCES)),
    ]
    return " ".join(words)


def write_levels(levels: int) -> str:
    """One digit per terrain."""
    return "".join(str(level_in(levels, terrain)) for terrain in range(TERRAINS))


def write_scoring(s: Wildlife) -> str:
    """The rows of the last general scoring, each as seat:rule:points:where:pieces."""
    return join_parts([f"{row.seat + 1}:{RULES[row.rule]}:{row.amount}:{row.where}:{row.piece}" for row in s.last])


def seat_sign(seat: int) -> str:
    """A seat's digit; `-` for NOBODY."""
    return NOTHING if seat == NOBODY else str(seat + 1)


def write_set(members: int, size: int) -> str:
    """One character per possible member of a set: `x` if it is in the set, else `-`."""
    return "".join("x" if has(members, n) else "-" for n in range(size))


def write_table(s: Wildlife) -> list[str]:
    """The lines of a position, without its frames."""
    lines = [f"seats {s.seats}", "island " + "\n       ".join(write_island(s))]
    lines += [write_seat(s, seat) for seat in range(s.seats)]
    order = "".join(seat_sign(seat) for seat in clockwise(s, 0))
    turn = f"{seat_sign(s.active)} {seat_sign(s.first)} {s.turns} {s.played}"
    defended = "".join(str(packed_field(s.defended, seat)) for seat in range(s.seats))
    signs = f"{write_set(s.marked, TERRITORIES)} {defended} {write_set(s.sure, s.seats)}"
    ending = NOTHING if s.ending == NOBODY else ENDING_NAMES[s.ending]
    lines.append(f"table {order} {turn} {signs} {s.due} {ending}")
    lines.append(f"deck {write_cards(s.deck)} discard {write_cards(s.discard)}")
    lines.append(f"last {write_scoring(s)}")
    if s.turns and list(s.began) != list(s.levels):
        lines.append(f"began {' '.join(write_levels(levels) for levels in s.began)}")
    return lines


def read_cards(packed_field: str, text: str) -> int:
    """Parses a multiset of cards such as `S2MA3`."""
    text = "" if text == NOTHING else text
    if not CARDS_FORM.fullmatch(text):
        raise BadInput("wildlife.error.cards", packed_field, text=text, letters=CARD_LETTERS)
    cards = 0
    found: list[tuple[str, str]] = CARD_FORM.findall(text)
    for letter, number in found:
        kind = CARD_LETTERS.index(letter)
        cards += one_card(kind) * parse_whole(packed_field, number or "1", 1, CARD_FIELD - cards_of(cards, kind))
    return cards


def read_table(reader: Reader, settled: Mapping[str, str], contents: Contents) -> Wildlife:
    """Parses a position without its frames; raises BadInput for an impossible state."""
    reader.label("seats")
    s = empty_state(reader.number("seats", FEWEST_SEATS, MOST_SEATS), settled, contents)
    read_island(reader, s)
    for seat in range(s.seats):
        read_seat(reader, s, seat)
    read_turn(reader, s)
    reader.label("deck")
    s.deck = read_cards("deck", reader.word("deck"))
    reader.label("discard")
    s.discard = read_cards("discard", reader.word("discard"))
    reader.label("last")
    s.last = [read_row(part, s.seats) for part in reader.parts("last")]
    read_began(reader, s)
    check_cards(s)
    check_players(s)
    return s


def read_island(reader: Reader, s: Wildlife) -> None:
    """Reads the rows of the island and its pieces."""
    reader.label("island")
    for line in range(s.box.rows):
        signs = reader.letters(f"island.{line + 1}", ".-" + SEAT_DIGITS[: s.seats], s.box.columns)
        for column, sign in enumerate(signs):
            cell = line * COLUMNS + column
            if (sign == ".") != (s.box.territory[cell] == NOBODY):
                raise BadInput("wildlife.error.position_sea", CELL_NAMES[cell], text=sign)
            if sign.isdigit():
                put(s, int(sign) - 1, cell)


def read_seat(reader: Reader, s: Wildlife, seat: int) -> None:
    """Reads the line of one seat."""
    own = str(seat + 1)
    reader.label(own)
    read_species(reader, s, seat, own)
    for ability, digit in enumerate(reader.letters(f"{own}.abilities", DIGITS, ABILITIES)):
        s.abilities[seat] += field_unit(ability) * int(digit)
    s.food[seat] = reader.number(f"{own}.food", 0, ANY_SCORE)
    s.score[seat] = reader.number(f"{own}.score", -ANY_SCORE, ANY_SCORE)
    s.stock[seat] = reader.number(f"{own}.stock", 0, s.box.pieces)
    hand = reader.word(f"{own}.hand")
    if hand.startswith("?"):
        s.held[seat] = parse_whole(f"{own}.hand", hand[1:], 1, MOST_HAND)
    else:
        s.hands[seat] = read_cards(f"{own}.hand", hand)
        s.held[seat] = card_count(s.hands[seat])
    for rule, points in enumerate(reader.wholes(f"{own}.points", ",", -ANY_SCORE, ANY_SCORE, SOURCES)):
        s.tally[seat * SOURCES + rule] = points


def read_species(reader: Reader, s: Wildlife, seat: int, own: str) -> None:
    """Reads a seat's species, which no other seat may have, and its levels."""
    species = reader.maybe_name(f"{own}.species", SPECIES_NAMES)
    if species != NOBODY:
        if not has(free_species(s), species):
            raise BadInput("wildlife.error.position_species", f"{own}.species", species=SPECIES_NAMES[species])
        give_species(s, seat, species)
    for terrain, digit in enumerate(reader.letters(f"{own}.levels", LEVEL_DIGITS, TERRAINS)):
        gained = int(digit) - level(s, seat, terrain)
        if gained < 0 or (species == NOBODY and gained):
            raise BadInput("wildlife.error.position_level", f"{own}.levels", terrain=TERRAIN_NAMES[terrain])
        s.levels[seat] += bit(terrain * LEVEL_BITS) * gained


def read_set(reader: Reader, packed_field: str, size: int) -> int:
    """Reads a set written by `write_set`."""
    return sum(bit(n) for n, sign in enumerate(reader.letters(packed_field, "x-", size)) if sign == "x")


def read_turn(reader: Reader, s: Wildlife) -> None:
    """Reads the `table` line: order, turn, markers, scoring due and ending."""
    reader.label("table")
    seats = SEAT_DIGITS[: s.seats]
    order = reader.letters("order", seats, s.seats)
    if len(set(order)) != s.seats:
        raise BadInput("wildlife.error.position_order", "order", text=order)
    for place in range(s.seats):
        set_left(s, int(order[place]) - 1, int(order[(place + 1) % s.seats]) - 1)
    s.active = reader.maybe_name("active", seats)
    s.first = reader.maybe_name("first", seats)
    s.turns = reader.number("turns", 0, s.opt.turn_limit)
    s.played = reader.number("played", 0, s.seats)
    s.marked = read_set(reader, "marked", TERRITORIES)
    if markers_used(s) > MARKERS:
        raise BadInput("wildlife.error.position_cards", "marked", number=MARKERS)
    for seat, digit in enumerate(reader.letters("defended", DIGITS, s.seats)):
        s.defended += field_unit(seat) * int(digit)
    s.sure = read_set(reader, "arrows", s.seats)
    s.due = reader.number("due", 0, 1)
    s.ending = reader.maybe_name("ending", ENDING_NAMES)


def read_began(reader: Reader, s: Wildlife) -> None:
    """Reads the levels at the start of the turn; the current ones if the line is missing."""
    s.began = s.levels[:]
    if reader.at == len(reader.words):
        return
    reader.label("began")
    for seat in range(s.seats):
        levels = reader.letters(f"began.{seat + 1}", LEVEL_DIGITS, TERRAINS)
        for terrain in range(TERRAINS):
            gained = level(s, seat, terrain) - int(levels[terrain])
            if gained < 0:
                raise BadInput("wildlife.error.position_began", f"began.{seat + 1}", terrain=TERRAIN_NAMES[terrain])
            s.began[seat] -= bit(terrain * LEVEL_BITS) * gained


def read_row(text: str, seats: int) -> ScoreRow:
    """Parses one row of the last general scoring."""
    words = text.split(":")
    if len(words) != 5:
        raise BadInput("wildlife.error.position_scoring", "last", text=text)
    seat = parse_whole("last", words[0], 1, seats) - 1
    rule = parse_name("last", words[1], list(RULES.values()))
    amount = parse_whole("last", words[2], 0, ANY_SCORE)
    places = TERRITORIES if rule == TERRITORY_RANK else CELLS if rule == COLONY_RANK else 1
    where = parse_whole("last", words[3], 0, places - 1)
    return ScoreRow(seat, rule, amount, where, parse_whole("last", words[4], 0, ANY_SCORE))


def check_cards(s: Wildlife) -> None:
    """No more cards and abilities than in the box; a seat that is known to hold an arrow can hold one."""
    for kind in range(KINDS):
        if sum(cards_of(heap, kind) for heap in [s.deck, s.discard, *s.hands]) > cards_of(s.box.deck, kind):
            raise BadInput("wildlife.error.position_cards", CARD_NAMES[kind], number=cards_of(s.box.deck, kind))
    if deck_size(s) < 0:
        raise BadInput("wildlife.error.position_unseen", "deck")
    hidden = [seat for seat in range(s.seats) if has(s.sure, seat) and cards_of(s.hands[seat], ARROW) == 0]
    if len(hidden) > cards_of(s.deck, ARROW) or any(card_count(s.hands[seat]) == s.held[seat] for seat in hidden):
        raise BadInput("wildlife.error.position_unseen", "arrows")
    for ability in range(ABILITIES):
        if abilities_left(s, ability) < 0:
            raise BadInput("wildlife.error.position_cards", ABILITY_NAMES[ability], number=s.box.abilities[ability])


def check_players(s: Wildlife) -> None:
    """No more pieces and tokens than in the box; the points of each seat add up."""
    for seat in range(s.seats):
        if pieces_of(s, seat) + s.stock[seat] > s.box.pieces:
            raise BadInput("wildlife.error.position_pieces", str(seat + 1), number=s.box.pieces)
        if species_of(s, seat) == NOBODY and pieces_of(s, seat):
            raise BadInput("wildlife.error.position_pieces", str(seat + 1), number=0)
        if sum(s.tally[seat * SOURCES + rule] for rule in range(SOURCES)) != s.score[seat]:
            raise BadInput("wildlife.error.position_points", str(seat + 1), score=s.score[seat])
    for terrain in range(TERRAINS) if all_have_species(s) else ():
        for step in range(1, ATTACK + 1):
            if tokens_left(s, terrain, step) < 0:
                raise BadInput("wildlife.error.position_tokens", TERRAIN_NAMES[terrain], number=s.box.tokens[step])


assert len(ENDING_NAMES) == len(ENDS)
