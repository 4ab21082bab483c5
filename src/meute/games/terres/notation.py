"""Text of actions and positions.

An action: `r6-V` plays the red 6 at the green territory, `?2` turns a face-down claw up, `+1` takes a claw, `>3` lays
it into a slot. A position is words between white space: for each territory its letter, victory token (shown/hidden
face), claws in the middle and the cards of side A | side B, as in `N 5/9 ?.v n7,r4*|b2,+1`; then sides and table.
"""

from collections.abc import Mapping
from typing import Final

from meute.core.box import Contents
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, bit, has
from meute.core.position import NOTHING, Reader, listed, name, parts, whole
from meute.games.terres.actions import BLOCKS
from meute.games.terres.box import most_strays
from meute.games.terres.names import (
    CLAW_LETTERS,
    CLAW_NAMES,
    COLOUR_LETTERS,
    GROUND_LETTERS,
    SIDE_LETTERS,
    card_text,
)
from meute.games.terres.state import (
    CARDS,
    CLAWS,
    COLOURS,
    FACE_DOWN,
    FACES,
    GROUNDS,
    HELD_BITS,
    MOST_PLACES,
    MOST_SLOTS,
    SIDES,
    STRAY_BITS,
    TOKENS,
    Terres,
    claws_on,
    fill_slot,
    fill_up,
    held,
    is_void,
    lay_claw,
    lay_token,
    strays,
    token_on,
    wolves_on,
)
from meute.games.terres.table import empty_table

CARD_TEXTS: Final = tuple(card_text(card) for card in range(CARDS))


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


CODEC: Final = Codec(BLOCKS, write_action)


def cards_in(mask: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(CARDS) if has(mask, card)]


def claw_letter(claw: int) -> str:
    """One letter for a claw, `?` face down, `.` none."""
    return "." if claw == NOBODY else "?" if claw == FACE_DOWN else CLAW_LETTERS[claw]


def write_pile(s: Terres, pile: int) -> str:
    """The cards of one side at a territory: `n7,r4*,+1` (a star for a lone wolf, +n out of the box)."""
    cards = [card_text(card) for card in cards_in(s.up[pile])]
    cards += [card_text(card) + "*" for card in cards_in(s.lone[pile])]
    if strays(s, pile):
        cards.append(f"+{strays(s, pile)}")
    return listed(cards)


def write_hand(s: Terres, side: int) -> str:
    """A hand: its cards, or `?n` for n unknown ones."""
    cards = cards_in(s.hands[side])
    if len(cards) < held(s, side):
        return f"?{held(s, side)}"
    return listed([card_text(card) for card in cards])


def face_text(s: Terres, token: int) -> str:
    """5/9: a victory token with the face that is seen and the other one."""
    return f"{s.box.faces[token]}/{s.box.faces[token ^ 1]}"


def write_table(s: Terres) -> list[str]:
    """The whole table."""
    lines = []
    for ground in range(GROUNDS):
        token = token_on(s, ground)
        shown = NOTHING if token == NOBODY else face_text(s, token)
        places = s.box.face_down[ground] + s.box.face_up[ground]
        claws = "".join(claw_letter(s.centre[ground * MOST_PLACES + place]) for place in range(places))
        piles = "|".join(write_pile(s, side * GROUNDS + ground) for side in range(SIDES))
        lines.append(f"{GROUND_LETTERS[ground]} {shown} {claws or NOTHING} {piles}")
    for side in range(SIDES):
        slots = "".join(claw_letter(s.slots[side * MOST_SLOTS + slot]) for slot in range(s.box.slots[side]))
        voids = "".join(COLOUR_LETTERS[suit] for suit in range(GROUNDS) if is_void(s, side, suit))
        lines.append(f"{SIDE_LETTERS[side]} {slots} {write_hand(s, side)} {voids or NOTHING}")
    moons = [GROUND_LETTERS[moon] if moon != NOBODY else NOTHING for moon in (s.full_moon, s.red_moon)]
    unseen = "".join(CLAW_LETTERS[claw] * s.unseen[claw] for claw in range(CLAWS))
    lines.append(f"table {s.trick} {SIDE_LETTERS[s.leader]} {moons[0]} {moons[1]} {unseen or NOTHING}")
    return lines


def read_table(reader: Reader, settled: Mapping[str, str], contents: Contents) -> Terres:
    """The table that a text describes; refuses what cannot lie there."""
    s = empty_table(SIDES, settled, contents)
    for ground in range(GROUNDS):
        read_ground(reader, s, ground)
    for side in range(SIDES):
        read_side(reader, s, side)
    reader.label("table")
    s.trick = reader.number("trick", 0, s.box.hand)
    s.leader = reader.name("leader", SIDE_LETTERS)
    s.full_moon = reader.maybe("full_moon", GROUND_LETTERS)
    s.red_moon = reader.maybe("red_moon", GROUND_LETTERS)
    for letter in reader.letters("unseen", CLAW_LETTERS):
        s.unseen[CLAW_LETTERS.index(letter)] += 1
    check_moons(s)
    check_claws(s)
    check_cards(s)
    return s


def read_ground(reader: Reader, s: Terres, ground: int) -> None:
    """One territory's line."""
    letter = GROUND_LETTERS[ground]
    reader.label(letter)
    read_token(reader, s, ground, f"{letter}.token")
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


def read_token(reader: Reader, s: Terres, ground: int, field: str) -> None:
    """A victory token, none twice; two tokens of a box may look the same."""
    word = reader.word(field)
    if word == NOTHING:
        return
    taken = [token_on(s, other) // FACES for other in range(ground)]
    free = [token for token in range(TOKENS * FACES) if token // FACES not in taken]
    texts = [face_text(s, token) for token in free]
    if word not in texts:
        raise BadInput("terres.error.position_token", field, text=word, known=", ".join(texts))
    lay_token(s, ground, free[texts.index(word)])


def read_card(field: str, text: str, among: int) -> int:
    """The set with the card that r6 names, which is not yet in it."""
    card = name(field, text, CARD_TEXTS)
    if has(among, card):
        raise BadInput("terres.error.position_twice", field, card=text)
    return among | bit(card)


def read_pile(s: Terres, pile: int, field: str, text: str) -> None:
    """The cards of one side at a territory."""
    for part in parts(text):
        if part.startswith("+"):
            s.strays += bit(pile * STRAY_BITS) * whole(field, part[1:], 1, most_strays(s.box) - strays(s, pile))
        elif part.endswith("*"):
            s.lone[pile] = read_card(field, part[:-1], s.lone[pile])
        else:
            s.up[pile] = read_card(field, part, s.up[pile])


def read_side(reader: Reader, s: Terres, side: int) -> None:
    """One side's line: slots, hand, colours it is known to lack."""
    letter = SIDE_LETTERS[side]
    reader.label(letter)
    for slot, mark in enumerate(reader.letters(f"{letter}.slots", CLAW_LETTERS + ".", s.box.slots[side])):
        if mark != ".":
            fill_slot(s, side * MOST_SLOTS + slot, CLAW_LETTERS.index(mark))
    field = f"{letter}.hand"
    hand = reader.word(field)
    if hand.startswith("?"):
        many = whole(field, hand[1:], 1, s.box.hand)
    else:
        for part in parts(hand):
            s.hands[side] = read_card(field, part, s.hands[side])
        many = len(parts(hand))
    if many > s.box.hand:
        raise BadInput("terres.error.position_hand", field, most=s.box.hand)
    s.held += bit(side * HELD_BITS) * many
    for mark in reader.letters(f"{letter}.voids", COLOUR_LETTERS):
        s.voids |= bit(side * COLOURS + COLOUR_LETTERS.index(mark))


def check_moons(s: Terres) -> None:
    """A moon lies where no claw is left, the red one after the full one and elsewhere."""
    if s.red_moon != NOBODY and s.full_moon in (NOBODY, s.red_moon):
        raise BadInput("terres.error.position_moon", "red_moon")
    for field, moon in (("full_moon", s.full_moon), ("red_moon", s.red_moon)):
        if moon != NOBODY and claws_on(s, moon):
            raise BadInput("terres.error.position_moon", field)


def check_claws(s: Terres) -> None:
    """No kind of claw lies there more often than the box has it; the hidden ones are among the unseen."""
    for claw in range(CLAWS):
        if [*s.centre, *s.slots].count(claw) + s.unseen[claw] > s.box.copies[claw]:
            raise BadInput("terres.error.position_claws", CLAW_NAMES[claw], copies=s.box.copies[claw])
    if list(s.centre).count(FACE_DOWN) > sum(s.unseen):
        raise BadInput("terres.error.position_unseen", "unseen")


def check_cards(s: Terres) -> None:
    """No card lies in two places, no territory holds too many, and the box has one for each lone wolf out of it."""
    seen = 0
    for mask in [*s.up, *s.lone, *s.hands]:
        if seen & mask:
            raise BadInput("terres.error.position_twice", "cards", card=card_text(cards_in(seen & mask)[0]))
        seen |= mask
    for ground in range(GROUNDS):
        if wolves_on(s, ground) > s.box.capacity[ground]:
            raise BadInput("terres.error.position_full", GROUND_LETTERS[ground], capacity=s.box.capacity[ground])
    if sum(strays(s, pile) for pile in range(SIDES * GROUNDS)) > most_strays(s.box):
        raise BadInput("terres.error.position_strays", "cards", most=most_strays(s.box))
