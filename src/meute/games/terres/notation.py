"""Notation: text of actions and positions.

An action: `r6-V` plays the red 6 at the green territory, `?2` reveals a face-down claw, `+1` takes a claw, `>3` places
it in a slot. A position is words between white space. First a line for each territory: its letter, victory token (shown
face/other face), claws in the middle, cards of side A | side B, as in `N 5/9 ?.v n7,r4*|b2,+1`. Then a line for each
side and a `table` line.
"""

from collections.abc import Mapping
from typing import Final

from meute.core.box import Contents
from meute.core.codec import Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, bit, has
from meute.core.position import NOTHING, Reader, join_parts, parse_name, parse_whole, split_parts
from meute.games.terres.actions import ACTION_KINDS
from meute.games.terres.box import max_strays
from meute.games.terres.initial_state import empty_state
from meute.games.terres.names import (
    CARD_TEXTS,
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
    claw_places,
    fill_slot,
    hand_size,
    is_void,
    lay_claw,
    lay_token,
    mark_if_full,
    strays,
    token_on,
    total_wolves,
)


def write_action(block: str, fields: tuple[int, ...]) -> str:
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


CODEC: Final = Codec(ACTION_KINDS, write_action)


def cards_in(mask: int) -> list[int]:
    """The cards of a mask as a list."""
    return [card for card in range(CARDS) if has(mask, card)]


def claw_letter(claw: int) -> str:
    """The letter of a claw: `?` face down, `.` none."""
    return "." if claw == NOBODY else "?" if claw == FACE_DOWN else CLAW_LETTERS[claw]


def write_pile(s: Terres, pile: int) -> str:
    """The cards of one side at a territory: `n7,r4*,+1` (`*` lone wolf, `+n` lone wolves out of the box)."""
    cards = [card_text(card) for card in cards_in(s.up[pile])]
    cards += [card_text(card) + "*" for card in cards_in(s.lone[pile])]
    if strays(s, pile):
        cards.append(f"+{strays(s, pile)}")
    return join_parts(cards)


def write_hand(s: Terres, side: int) -> str:
    """The cards of a hand, or `?n` for n unknown cards."""
    cards = cards_in(s.hands[side])
    if len(cards) < hand_size(s, side):
        return f"?{hand_size(s, side)}"
    return join_parts([card_text(card) for card in cards])


def face_text(s: Terres, token: int) -> str:
    """A victory token as `shown face/other face`, e.g. `5/9`."""
    return f"{s.box.faces[token]}/{s.box.faces[token ^ 1]}"


def write_table(s: Terres) -> list[str]:
    """The lines of a position, without its frames."""
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
    """Parses a position without its frames; raises BadInput for an impossible state."""
    s = empty_state(SIDES, settled, contents)
    for ground in range(GROUNDS):
        read_ground(reader, s, ground)
    for side in range(SIDES):
        read_side(reader, s, side)
    reader.label("table")
    s.trick = reader.number("trick", 0, s.box.hand)
    s.leader = reader.name("leader", SIDE_LETTERS)
    s.full_moon = reader.maybe_name("full_moon", GROUND_LETTERS)
    s.red_moon = reader.maybe_name("red_moon", GROUND_LETTERS)
    for letter in reader.letters("unseen", CLAW_LETTERS):
        s.unseen[CLAW_LETTERS.index(letter)] += 1
    check_moons(s)
    check_claws(s)
    check_cards(s)
    return s


def read_ground(reader: Reader, s: Terres, ground: int) -> None:
    """Reads the line of one territory."""
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
    mark_if_full(s, ground)


def read_token(reader: Reader, s: Terres, ground: int, field: str) -> None:
    """Reads a victory token that lies nowhere else; two tokens of a box may have the same faces."""
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
    """The set `among` with the card that a text names; raises `BadInput` if the card is in it already."""
    card = parse_name(field, text, CARD_TEXTS)
    if has(among, card):
        raise BadInput("terres.error.position_twice", field, card=text)
    return among | bit(card)


def read_pile(s: Terres, pile: int, field: str, text: str) -> None:
    """Reads the cards of one side at a territory."""
    for part in split_parts(text):
        if part.startswith("+"):
            s.strays += bit(pile * STRAY_BITS) * parse_whole(field, part[1:], 1, max_strays(s.box) - strays(s, pile))
        elif part.endswith("*"):
            s.lone[pile] = read_card(field, part[:-1], s.lone[pile])
        else:
            s.up[pile] = read_card(field, part, s.up[pile])


def read_side(reader: Reader, s: Terres, side: int) -> None:
    """Reads the line of one side: slots, hand, colours that it is known to lack."""
    letter = SIDE_LETTERS[side]
    reader.label(letter)
    for slot, mark in enumerate(reader.letters(f"{letter}.slots", CLAW_LETTERS + ".", s.box.slots[side])):
        if mark != ".":
            fill_slot(s, side * MOST_SLOTS + slot, CLAW_LETTERS.index(mark))
    field = f"{letter}.hand"
    hand = reader.word(field)
    if hand.startswith("?"):
        size = parse_whole(field, hand[1:], 1, s.box.hand)
    else:
        for part in split_parts(hand):
            s.hands[side] = read_card(field, part, s.hands[side])
        size = len(split_parts(hand))
    if size > s.box.hand:
        raise BadInput("terres.error.position_hand", field, most=s.box.hand)
    s.held += bit(side * HELD_BITS) * size
    for mark in reader.letters(f"{letter}.voids", COLOUR_LETTERS):
        s.voids |= bit(side * COLOURS + COLOUR_LETTERS.index(mark))


def check_moons(s: Terres) -> None:
    """A moon lies where no claw is left; the red moon comes after the full moon, on another territory."""
    if s.red_moon != NOBODY and s.full_moon in (NOBODY, s.red_moon):
        raise BadInput("terres.error.position_moon", "red_moon")
    for field, moon in (("full_moon", s.full_moon), ("red_moon", s.red_moon)):
        if moon != NOBODY and claw_places(s, moon):
            raise BadInput("terres.error.position_moon", field)


def check_claws(s: Terres) -> None:
    """No kind of claw occurs more often than in the box; face-down claws are counted among the unseen ones."""
    for claw in range(CLAWS):
        if [*s.centre, *s.slots].count(claw) + s.unseen[claw] > s.box.copies[claw]:
            raise BadInput("terres.error.position_claws", CLAW_NAMES[claw], copies=s.box.copies[claw])
    if list(s.centre).count(FACE_DOWN) > sum(s.unseen):
        raise BadInput("terres.error.position_unseen", "unseen")


def check_cards(s: Terres) -> None:
    """No card occurs twice, no territory is overfull, and the box has enough cards for the lone wolves."""
    seen = 0
    for mask in [*s.up, *s.lone, *s.hands]:
        if seen & mask:
            raise BadInput("terres.error.position_twice", "cards", card=card_text(cards_in(seen & mask)[0]))
        seen |= mask
    for ground in range(GROUNDS):
        if total_wolves(s, ground) > s.box.capacity[ground]:
            raise BadInput("terres.error.position_full", GROUND_LETTERS[ground], capacity=s.box.capacity[ground])
    if sum(strays(s, pile) for pile in range(SIDES * GROUNDS)) > max_strays(s.box):
        raise BadInput("terres.error.position_strays", "cards", most=max_strays(s.box))
