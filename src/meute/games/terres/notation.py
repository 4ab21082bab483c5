"""Text of actions and positions.

An action: `r6-V` plays the red 6 at the green territory, `?2` turns a face-down claw up, `+1` takes a claw, `>3` lays
it into a slot. A position is words between white space: for each territory its letter, victory token (shown/hidden
face), claws in the middle and the cards of side A | side B, as in `N 5/9 ?.v n7,r4*|b2,+1`; then sides and table.
"""

from collections.abc import Mapping

from meute.core.box import Table
from meute.core.codec import Block, Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, bit, has
from meute.core.options import settle_options
from meute.core.position import read_frames, write_frames
from meute.games.terres.box import CLAW_NAMES
from meute.games.terres.rules import CLAW, DEAL, FIRST, FRAMES, PLACE, PLAY, REVEAL, TAKE, TOKEN
from meute.games.terres.state import (
    CARDS,
    CLAWS,
    COLOURS,
    FACE_DOWN,
    GROUNDS,
    HELD_BITS,
    LOWEST_VALUE,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    STRAY_BITS,
    VALUES,
    Terres,
    colour,
    fill_slot,
    fill_up,
    held,
    is_void,
    lay_claw,
    strays,
    value,
    wolves_on,
)
from meute.games.terres.table import OPTIONS, empty_table

COLOUR_LETTERS = "novbr"
GROUND_LETTERS = COLOUR_LETTERS.upper()
SIDE_LETTERS = "AB"
CLAW_LETTERS = "wfltpsvkc"
"""In the order of the box: per Wolf, Force, Lone wolf, Turn, Per wolf, Solitary, Visible, Kids, Conquest."""

assert len(CLAW_LETTERS) == len(CLAW_NAMES) == CLAWS


def card_text(card: int) -> str:
    """r6: the red 6."""
    return f"{COLOUR_LETTERS[colour(card)]}{value(card)}"


def write_action(block: str, fields: tuple[int, ...]) -> str:
    """The text of an action."""
    match block:
        case "play":
            return f"{card_text(fields[0])}-{GROUND_LETTERS[fields[1]]}"
        case "reveal":
            return f"?{fields[0] + 1}"
        case "take":
            return f"+{fields[0] + 1}"
        case "place":
            return f">{fields[0] + 1}"
        case "token":
            return f"token{fields[0] + 1}{'ab'[fields[1]]}"
        case "claw":
            return f"claw:{CLAW_NAMES[fields[0]]}"
        case "deal":
            return card_text(fields[0])
        case _:
            return f"first:{SIDE_LETTERS[fields[0]]}"


CODEC = Codec(
    (
        Block("play", PLAY, ("card", CARDS), ("ground", GROUNDS)),
        Block("reveal", REVEAL, ("place", MOST_PLACES)),
        Block("take", TAKE, ("place", MOST_PLACES)),
        Block("place", PLACE, ("slot", MOST_SLOTS)),
        Block("token", TOKEN, ("token", GROUNDS), ("face", 2)),
        Block("claw", CLAW, ("claw", CLAWS)),
        Block("deal", DEAL, ("card", CARDS)),
        Block("first", FIRST, ("side", SIDES)),
    ),
    write_action,
)


def cards_in(mask: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(CARDS) if has(mask, card)]


def claw_letter(claw: int) -> str:
    """One letter for a claw, `?` face down, `.` none."""
    return "." if claw == NOBODY else "?" if claw == FACE_DOWN else CLAW_LETTERS[claw]


def write_pile(s: Terres, pile: int) -> str:
    """The cards of one side at a territory: `n7,r4*,+1` (a star for a lone wolf, +n out of the box)."""
    parts = [card_text(card) for card in cards_in(s.up[pile])]
    parts += [card_text(card) + "*" for card in cards_in(s.lone[pile])]
    if strays(s, pile):
        parts.append(f"+{strays(s, pile)}")
    return ",".join(parts) or "-"


def write_hand(s: Terres, side: int) -> str:
    """A hand: its cards, or `?n` for n unknown ones."""
    cards = cards_in(s.hands[side])
    if len(cards) < held(s, side):
        return f"?{held(s, side)}"
    return ",".join(card_text(card) for card in cards) or "-"


def write_position(s: Terres) -> str:
    """The whole table."""
    lines = []
    for ground in range(GROUNDS):
        token = s.tokens[ground]
        shown = "-" if token == NOBODY else f"{s.box.faces[token]}/{s.box.faces[token ^ 1]}"
        places = s.box.face_down[ground] + s.box.face_up[ground]
        claws = "".join(claw_letter(s.centre[ground * MOST_PLACES + place]) for place in range(places))
        piles = "|".join(write_pile(s, side * GROUNDS + ground) for side in range(SIDES))
        lines.append(f"{GROUND_LETTERS[ground]} {shown} {claws or '-'} {piles}")
    for side in range(SIDES):
        slots = "".join(claw_letter(s.slots[side * MOST_SLOTS + slot]) for slot in range(s.box.slots[side]))
        voids = "".join(COLOUR_LETTERS[suit] for suit in range(GROUNDS) if is_void(s, side, suit))
        lines.append(f"{SIDE_LETTERS[side]} {slots} {write_hand(s, side)} {voids or '-'}")
    moons = [GROUND_LETTERS[moon] if moon != NOBODY else "-" for moon in (s.full_moon, s.red_moon)]
    unseen = "".join(CLAW_LETTERS[claw] * s.unseen[claw] for claw in range(CLAWS))
    lines.append(f"table {s.trick} {SIDE_LETTERS[s.leader]} {moons[0]} {moons[1]} {unseen or '-'}")
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

    def letters(self, field: str, alphabet: str, length: int = -1) -> str:
        """A word made of these letters only; `-` for none."""
        word = self.word(field)
        word = "" if word == "-" else word
        if any(letter not in alphabet for letter in word) or length not in (-1, len(word)):
            raise BadInput("error.position_letters", field, text=word, alphabet=alphabet)
        return word

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number within limits."""
        word = self.word(field)
        if not word.isdigit() or not low <= int(word) <= high:
            raise BadInput("error.position_number", field, text=word, low=low, high=high)
        return int(word)

    def done(self) -> None:
        """Nothing may follow."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def read_card(field: str, text: str) -> int:
    """The card that r6 names."""
    if len(text) == 2 and text[0] in COLOUR_LETTERS and text[1].isdigit():
        card = COLOUR_LETTERS.index(text[0]) * VALUES + int(text[1]) - LOWEST_VALUE
        if LOWEST_VALUE <= int(text[1]) < LOWEST_VALUE + VALUES:
            return card
    raise BadInput("terres.error.card", field, text=text)


def read_position(text: str, options: Mapping[str, str], box: Table) -> Terres:
    """The table that a text describes; refuses what cannot lie there."""
    s = empty_table(settle_options(OPTIONS, options, 1), box)
    reader = Reader(text)
    for ground in range(GROUNDS):
        read_ground(reader, s, ground)
    for side in range(SIDES):
        read_side(reader, s, side)
    reader.label("table")
    s.trick = reader.number("trick", 0, s.box.hand)
    s.leader = SIDE_LETTERS.index(reader.letters("leader", SIDE_LETTERS, 1))
    s.full_moon = read_moon(reader, "full_moon")
    s.red_moon = read_moon(reader, "red_moon")
    for letter in reader.letters("unseen", CLAW_LETTERS):
        s.unseen[CLAW_LETTERS.index(letter)] += 1
    reader.done()
    check_claws(s)
    check_cards(s)
    read_frames(s, reader.frames, FRAMES)
    s.settle()
    return s


def read_moon(reader: Reader, field: str) -> int:
    """The territory of a moon."""
    letter = reader.letters(field, GROUND_LETTERS)
    return GROUND_LETTERS.index(letter) if letter else NOBODY


def read_ground(reader: Reader, s: Terres, ground: int) -> None:
    """One territory's line."""
    letter = GROUND_LETTERS[ground]
    reader.label(letter)
    word = reader.word(f"{letter}.token")
    faces = [f"{s.box.faces[token]}/{s.box.faces[token ^ 1]}" for token in range(GROUNDS * 2)]
    taken = [s.tokens[other] // 2 for other in range(ground)]
    fitting = [token for token, text in enumerate(faces) if text == word and token // 2 not in taken]
    if word != "-":
        if not fitting:
            raise BadInput("terres.error.position_token", f"{letter}.token", text=word, known=", ".join(faces))
        s.tokens[ground] = fitting[0]
    places = s.box.face_down[ground] + s.box.face_up[ground]
    for place, mark in enumerate(reader.letters(f"{letter}.claws", CLAW_LETTERS + "?.", places)):
        if mark != ".":
            lay_claw(s, ground * MOST_PLACES + place, FACE_DOWN if mark == "?" else CLAW_LETTERS.index(mark))
    piles = reader.word(f"{letter}.cards").split("|")
    if len(piles) != SIDES:
        raise BadInput("terres.error.position_piles", f"{letter}.cards")
    for side, pile in enumerate(piles):
        read_pile(s, side * GROUNDS + ground, f"{letter}.{SIDE_LETTERS[side]}", pile)
    fill_up(s, ground)


def read_pile(s: Terres, pile: int, field: str, text: str) -> None:
    """The cards of one side at a territory."""
    for part in text.split(",") if text != "-" else []:
        if part.startswith("+") and part[1:].isdigit():
            s.strays += bit(pile * STRAY_BITS) * min(int(part[1:]), s.box.capacity[0])
        elif part.endswith("*"):
            s.lone[pile] |= bit(read_card(field, part[:-1]))
        else:
            s.up[pile] |= bit(read_card(field, part))


def read_side(reader: Reader, s: Terres, side: int) -> None:
    """One side's line: slots, hand, colours it is known to lack."""
    letter = SIDE_LETTERS[side]
    reader.label(letter)
    for slot, mark in enumerate(reader.letters(f"{letter}.slots", CLAW_LETTERS + ".", s.box.slots[side])):
        if mark != ".":
            fill_slot(s, side * MOST_SLOTS + slot, CLAW_LETTERS.index(mark))
    hand = reader.word(f"{letter}.hand")
    if hand.startswith("?") and hand[1:].isdigit():
        s.held += bit(side * HELD_BITS) * min(int(hand[1:]), s.box.hand)
    else:
        cards = [read_card(f"{letter}.hand", part) for part in hand.split(",")] if hand != "-" else []
        for card in cards:
            s.hands[side] |= bit(card)
        s.held += bit(side * HELD_BITS) * len(cards)
    for mark in reader.letters(f"{letter}.voids", COLOUR_LETTERS):
        s.voids |= bit(side * COLOURS + COLOUR_LETTERS.index(mark))


def check_claws(s: Terres) -> None:
    """No kind of claw lies there more often than the box has it; the hidden ones are among the unseen."""
    for claw in range(CLAWS):
        if [*s.centre, *s.slots].count(claw) + s.unseen[claw] > s.box.copies[claw]:
            raise BadInput("terres.error.position_claws", CLAW_NAMES[claw], copies=s.box.copies[claw])
    if list(s.centre).count(FACE_DOWN) > sum(s.unseen):
        raise BadInput("terres.error.position_unseen", "unseen")


def check_cards(s: Terres) -> None:
    """No card lies in two places, and no territory holds too many."""
    seen = 0
    for mask in [*s.up, *s.lone, *s.hands]:
        if seen & mask:
            raise BadInput("terres.error.position_twice", "cards", card=card_text(cards_in(seen & mask)[0]))
        seen |= mask
    for ground in range(GROUNDS):
        if wolves_on(s, ground) > s.box.capacity[ground]:
            raise BadInput("terres.error.position_full", GROUND_LETTERS[ground], capacity=s.box.capacity[ground])
