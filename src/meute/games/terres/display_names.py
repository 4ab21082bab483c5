"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.terres.names import COLOUR_LETTERS, COLOUR_NAMES, GROUND_NAMES, NAMES, card_text
from meute.games.terres.state import (
    FACE_DOWN,
    GROUNDS,
    LOWEST_VALUE,
    MOST_PLACES,
    VALUES,
    Terres,
    acts_on,
    colour,
    value,
)


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    match meaning:
        case "card" | "lost":
            suit = COLOUR_NAMES[colour(number)]
            return thing(f"card.{card_text(number)}", f"terres.card.{suit}", value=value(number))
        case "neighbour":
            return word("ground", number)
        case "ground" | "colour" | "claw":
            name = f"{meaning}.{NAMES[meaning][number]}"
            return thing(name, f"terres.{name}")
        case "reason":
            return phrase(f"terres.won_by.{NAMES[meaning][number]}")
        case "place" | "slot" | "token":
            return phrase("number", number=number + 1)
        case _:
            return phrase("number", number=number)


@lru_cache(MOST_WORDS)
def thing_at(place: str) -> Phrase | None:
    """The name of a place that is a thing itself (card or territory); None for other places."""
    kind, _, name = place.partition(".")
    if kind == "card":
        return word("card", COLOUR_LETTERS.index(name[0]) * VALUES + int(name[1]) - LOWEST_VALUE)
    return word("ground", GROUND_NAMES.index(name)) if kind == "ground" else None


def place_name(s: Terres, seat: int, place: str) -> Phrase:
    """The name of a place on the page, for screen readers and text."""
    thing = thing_at(place)
    if thing is not None:
        return thing
    kind, name, *rest = place.split(".")
    if kind == "claw":
        ground, number = GROUND_NAMES.index(name), int(rest[0])
        claw = s.centre[ground * MOST_PLACES + number]
        what = phrase("terres.claw.hidden") if claw == FACE_DOWN else word("claw", claw)
        return phrase("terres.place.claw", claw=what, place=number + 1, ground=word("ground", ground))
    side, slot = int(name), int(rest[0])
    grounds = [word("ground", ground) for ground in range(GROUNDS) if acts_on(s, side, slot, ground)]
    if len(grounds) == 1:
        return phrase("terres.place.slot", ground=grounds[0])
    return phrase("terres.place.border_slot", ground=grounds[0], neighbour=grounds[1])


def progress(s: Terres) -> Phrase:
    """The current trick and the number of tricks."""
    return phrase("terres.progress", trick=min(s.trick + 1, s.box.hand), tricks=s.box.hand)
