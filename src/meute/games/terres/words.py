"""From numbers to phrases: events, prompts, reasons and the names of things."""

from meute.core.game import Reason, Saying
from meute.core.numbers import NOBODY, has
from meute.core.phrase import Phrase, phrase, thing
from meute.core.seats import CHANCE
from meute.games.terres.box import CLAW_NAMES, COLOUR_NAMES, GROUND_NAMES
from meute.games.terres.notation import CODEC, COLOUR_LETTERS, card_text
from meute.games.terres.rules import FOLLOW, LEAD, SET_DOWN, Resolution, Reveal, Trick
from meute.games.terres.state import (
    FACE_DOWN,
    GROUNDS,
    LOWEST_VALUE,
    MOST_PLACES,
    VALUES,
    Terres,
    acts_on,
    colour,
    is_full,
    of_colour,
    value,
)

EVENTS = (
    Saying("token_laid", "ground", "points"),
    Saying("claw_laid", "ground", "claw"),
    Saying("dealt", secret="card"),
    Saying("goes_first"),
    Saying("leads", "card", "ground"),
    Saying("follows", "card", "ground"),
    Saying("cannot_follow", "card", "ground", "colour"),
    Saying("reveals", "ground", "claw", "place"),
    Saying("wins", "card", "lost"),
    Saying("turns_lone", "card", "ground"),
    Saying("no_claw_left", "ground"),
    Saying("takes", "ground", "claw", "place"),
    Saying("takes_hidden", "ground", "claw", "place"),
    Saying("places", "claw", "ground", "slot"),
    Saying("places_on_border", "claw", "ground", "neighbour"),
    Saying("no_slot_left", "claw"),
    Saying("wolf_joins", "ground"),
    Saying("no_room", "ground"),
    Saying("token_turned", "ground", "points"),
    Saying("full_moon", "ground", "colour"),
    Saying("red_moon", "ground", "colour"),
    Saying("ends"),
)

ENDS = ("played_out",)

NOT_ASKED = Reason("why.not_your_turn", "DEROULEMENT D'UN TOUR")
OTHER_QUESTION = Reason("why.other_question", "DEROULEMENT D'UN TOUR")
NOT_IN_HAND = Reason("why.not_in_hand", "JOUER UN PLI")
MUST_FOLLOW = Reason("terres.why.must_follow", "JOUER UN PLI")
GROUND_FULL = Reason("terres.why.full", "JOUER UN PLI")
NOT_FACE_DOWN = Reason("terres.why.not_face_down", "JOUER UN PLI")
NO_CLAW_THERE = Reason("terres.why.no_claw", "RÉSOLUTION DU PLI")
SLOT_TAKEN = Reason("terres.why.slot_taken", "RÉSOLUTION DU PLI")


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "card" | "lost":
            suit = COLOUR_NAMES[colour(number)]
            return thing(f"card.{card_text(number)}", f"terres.card.{suit}", value=value(number))
        case "ground" | "neighbour":
            return thing(f"ground.{GROUND_NAMES[number]}", f"terres.ground.{GROUND_NAMES[number]}")
        case "colour":
            return thing(f"colour.{COLOUR_NAMES[number]}", f"terres.colour.{COLOUR_NAMES[number]}")
        case "claw":
            return thing(f"claw.{CLAW_NAMES[number]}", f"terres.claw.{CLAW_NAMES[number]}")
        case "place" | "slot" | "token":
            return phrase("number", number=number + 1)
        case _:
            return phrase("number", number=number)


def prompt(s: Terres, seat: int) -> Phrase:
    """What the seat is asked, or what it waits for."""
    top = s.top
    if top is None:
        return phrase("prompt.over")
    if s.awaits_chance():
        return phrase("prompt.chance")
    if seat in (NOBODY, CHANCE) or not has(s.asked, seat):
        return phrase("prompt.wait")
    if isinstance(top, Trick):
        if top.step == LEAD:
            return phrase("terres.prompt.lead")
        suit = word("colour", colour(top.led))
        key = "follow" if of_colour(s.hands[seat], colour(top.led)) else "free"
        return phrase(f"terres.prompt.{key}", colour=suit)
    if isinstance(top, Reveal):
        return phrase("terres.prompt.reveal", ground=word("ground", top.ground))
    assert isinstance(top, Resolution)
    if top.step == SET_DOWN:
        return phrase("terres.prompt.place", claw=word("claw", top.claw))
    return phrase("terres.prompt.take", ground=word("ground", top.ground))


def place_name(s: Terres, place: str) -> Phrase:
    """The spoken name of a place on the page."""
    kind, name, *rest = place.split(".")
    if kind == "card":
        return word("card", COLOUR_LETTERS.index(name[0]) * VALUES + int(name[1]) - LOWEST_VALUE)
    if kind == "ground":
        return word("ground", GROUND_NAMES.index(name))
    if kind == "claw":
        ground, number = GROUND_NAMES.index(name), int(rest[0])
        claw = s.centre[ground * MOST_PLACES + number]
        what = phrase("terres.claw.hidden") if claw == FACE_DOWN else word("claw", claw)
        return phrase("terres.place.claw", claw=what, place=number + 1, ground=word("ground", ground))
    side, slot = int(name), int(rest[0])
    grounds = [word("ground", ground) for ground in range(GROUNDS) if acts_on(s, side, slot, ground)]
    if len(grounds) == 1:
        return phrase("terres.place.slot", slot=slot + 1, ground=grounds[0])
    return phrase("terres.place.border_slot", slot=slot + 1, ground=grounds[0], neighbour=grounds[1])


def progress(s: Terres) -> Phrase:
    """Which trick is being played."""
    return phrase("terres.progress", trick=min(s.trick + 1, s.box.hand), tricks=s.box.hand)


def why(s: Terres, seat: int, action: int) -> Reason:
    """Why an action that is not among the seat's options may not be done."""
    top = s.top
    if top is None or not has(s.asked, seat):
        return NOT_ASKED
    block = CODEC.block(action).name
    fields = CODEC.fields(action)
    if isinstance(top, Trick) and block == "play":
        card, ground = fields
        if not has(s.hands[seat], card):
            return NOT_IN_HAND
        if top.step == FOLLOW and of_colour(s.hands[seat], colour(top.led)) and colour(card) != colour(top.led):
            return MUST_FOLLOW
        assert is_full(s, ground)
        return GROUND_FULL
    if isinstance(top, Reveal) and block == "reveal":
        return NOT_FACE_DOWN
    if isinstance(top, Resolution) and block == "take" and top.step != SET_DOWN:
        return NO_CLAW_THERE
    if isinstance(top, Resolution) and block == "place" and top.step == SET_DOWN:
        return SLOT_TAKEN
    return OTHER_QUESTION
