"""From numbers to phrases: events, prompts, reasons and the names of things."""

from meute.core.game import Reason, Saying
from meute.core.numbers import NOBODY, has
from meute.core.phrase import Phrase, phrase, thing
from meute.core.seats import CHANCE
from meute.games.aventure.box import CARD_NAMES, GOAL_NAMES, ICON_NAMES, PERMANENT_NAMES, POWER_NAMES
from meute.games.aventure.notation import CODEC, cell_text, line_text
from meute.games.aventure.rules.grid import CONTACT, CORNER, column_of, height, row_of, width
from meute.games.aventure.rules.powers import (
    FIRST_CHOICE,
    SECOND_CHOICE,
    Barter,
    Choice,
    Choosing,
    Marker,
    Move,
    Rummage,
    Swap,
    whose_grid,
)
from meute.games.aventure.rules.setup import Setup
from meute.games.aventure.rules.targets import AFTER, BEFORE, HOLDING, is_due, is_possible
from meute.games.aventure.rules.turn import CYCLE, LAST_POWER, PLACE, TAKE, Turn
from meute.games.aventure.state import (
    FACES,
    GOALS,
    SHORTCUTS,
    SIDE,
    STRIDE,
    TOP_OF_PILE,
    Aventure,
    dealt_powers,
    face_of,
    is_goal,
)

EVENTS = (
    Saying("market_laid", "face"),
    Saying("deck_shows", "story"),
    Saying("goes_first"),
    Saying("permanent_laid", "permanent"),
    Saying("power_laid", "power"),
    Saying("takes", "face"),
    Saying("takes_deck", "face"),
    Saying("takes_aside", "face"),
    Saying("places", "face", "cell"),
    Saying("replaces", "face"),
    Saying("replaces_turned", "face", "story"),
    Saying("not_replaced"),
    Saying("passes"),
    Saying("ends"),
    Saying("looks_at_deck", secret="face"),
    Saying("looks_at_market", "story", secret="face"),
    Saying("uses", "power"),
    Saying("turns_over", "face"),
    Saying("swaps", "cell", "with_cell"),
    Saying("moves", "face", "cell", "with_cell"),
    Saying("slides", "line", "way"),
    Saying("slips_under", "face"),
    Saying("sets_aside", "face"),
    Saying("digs_up", "story"),
    Saying("marks", "face", "power"),
    Saying("adds_icon", "face", "icon"),
    Saying("scores_bonus", "points"),
    Saying("guards", "face", "other"),
    Saying("borrows", "face"),
    Saying("diverts", "other"),
    Saying("barters", "face", "with_face", "other"),
    Saying("trades", "face", "with_face"),
    Saying("chooses", "permanent"),
)

ENDS = ("grids_full",)

TAKING = "PRENEZ UNE CARTE"
PLACING = "PLACEZ UNE CARTE"
REPLACING = "REMPLACEZ LA CARTE"
VARIANT = "Histoires palpitantes"

NOT_ASKED = Reason("why.not_your_turn", "À VOTRE TOUR")
OTHER_QUESTION = Reason("why.other_question", "À VOTRE TOUR")
NOT_IN_MARKET = Reason("aventure.why.not_in_market", TAKING)
OTHER_SIDE = Reason("aventure.why.other_side", TAKING)
NO_DECK = Reason("aventure.why.no_deck", TAKING)
DECK_EMPTY = Reason("aventure.why.deck_empty", REPLACING)
NOTHING_ASIDE = Reason("aventure.why.nothing_aside", VARIANT)
GUARDED = Reason("aventure.why.guarded", VARIANT)
DIVERTED = Reason("aventure.why.diverted", VARIANT)
TAKEN_CELL = Reason("aventure.why.taken_cell", PLACING)
TOO_WIDE = Reason("aventure.why.too_wide", PLACING)
NO_CONTACT = Reason("aventure.why.no_contact", PLACING)
NO_CONTACT_AT_ALL = Reason("aventure.why.no_contact_at_all", VARIANT)
FIRST_CARD = Reason("aventure.why.first_card", PLACING)
NOT_BACK = Reason("aventure.why.not_back", VARIANT)
NO_CARD_THERE = Reason("aventure.why.no_card_there", VARIANT)
NOT_BY_CORNER = Reason("aventure.why.not_by_corner", VARIANT)
NOT_DEALT = Reason("aventure.why.not_dealt", VARIANT)
SPENT = Reason("aventure.why.spent", VARIANT)
ONE_POWER = Reason("aventure.why.one_power", VARIANT)
NOT_NOW = Reason("aventure.why.not_now", VARIANT)
NOTHING_TO_DO = Reason("aventure.why.nothing_to_do", VARIANT)
NOT_THAT_CARD = Reason("aventure.why.not_that_card", VARIANT)


def face_name(face: int) -> Phrase:
    """The name of a card on the side it lies on."""
    if is_goal(face):
        return thing(f"goal.{GOAL_NAMES[face - GOALS]}", f"aventure.goal.{GOAL_NAMES[face - GOALS]}")
    return thing(f"story.{CARD_NAMES[face]}", f"aventure.story.{CARD_NAMES[face]}")


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "face" | "with_face":
            return face_name(number)
        case "story":
            return face_name(number % GOALS)
        case "goal":
            return face_name(number % GOALS + GOALS)
        case "permanent":
            return thing(f"permanent.{PERMANENT_NAMES[number]}", f"aventure.permanent.{PERMANENT_NAMES[number]}")
        case "power":
            return thing(f"power.{POWER_NAMES[number]}", f"aventure.power.{POWER_NAMES[number]}")
        case "icon":
            return thing(f"icon.{ICON_NAMES[number]}", f"aventure.icon.{ICON_NAMES[number]}")
        case "cell" | "with_cell":
            return phrase("aventure.cell", cell=cell_text(number))
        case "line":
            return phrase("aventure.line", line=line_text(number)[3:])
        case "way":
            return phrase(f"aventure.way.{number}")
        case _:
            return phrase("number", number=number)


def place_name(s: Aventure, place: str) -> Phrase | None:
    """What a place that lights up is called: a card by its name, a line by its letter or number."""
    kind, *rest = place.split(".")
    if kind == "market":
        return face_name(s.market[int(rest[0])])
    if kind == "deck" and rest:
        story = [one for one in (s.shown, *s.ahead) if one != NOBODY][int(rest[0])]
        return face_name(story + GOALS if rest[1:] == ["goal"] else story)
    if kind == "line":
        return phrase(f"aventure.place.{rest[0][:3]}", line=rest[0][3:])
    if kind == "way":
        return phrase(f"aventure.place.{place}")
    return None


def prompt(s: Aventure, seat: int) -> Phrase:
    """What the seat is asked, or what it waits for."""
    top = s.top
    if top is None:
        return phrase("prompt.over")
    if s.awaits_chance():
        return phrase("prompt.chance")
    if seat in (NOBODY, CHANCE) or not has(s.asked, seat):
        return phrase("prompt.wait")
    if isinstance(top, Turn):
        return turn_prompt(s, seat, top)
    if isinstance(top, Move) and top.step == SECOND_CHOICE:
        return phrase("aventure.prompt.move_to", face=face_name(face_of(top.card)))
    if isinstance(top, Choice | Marker):
        step = "" if top.step == FIRST_CHOICE else ".then"
        return phrase(f"aventure.prompt.{POWER_NAMES[top.power]}{step}")
    if isinstance(top, Barter):
        return phrase(f"aventure.prompt.barter.{top.step}")
    if isinstance(top, Swap):
        if top.step == SECOND_CHOICE:
            return phrase("aventure.prompt.swap_with")
        return phrase("aventure.prompt.swap_or_not" if top.may_decline else "aventure.prompt.swap")
    if isinstance(top, Setup):
        return phrase("aventure.prompt.permanent")
    return phrase("aventure.prompt.rummage" if isinstance(top, Rummage) else "aventure.prompt.move")


def turn_prompt(s: Aventure, seat: int, turn: Turn) -> Phrase:
    """The question of a step of the turn."""
    if turn.step == TAKE:
        return phrase("aventure.prompt.take_story" if s.diverted == seat else "aventure.prompt.take")
    if turn.step == PLACE:
        return phrase("aventure.prompt.place", face=face_name(turn.face))
    return phrase("aventure.prompt.last_power" if turn.step == LAST_POWER else "aventure.prompt.cycle")


def why(s: Aventure, seat: int, action: int) -> Reason:
    """Why an action that is not among the seat's options may not be done."""
    top = s.top
    if top is None or s.awaits_chance() or not has(s.asked, seat):
        return NOT_ASKED
    block = CODEC.block(action).name
    if block == "power" and isinstance(top, Turn):
        return why_power(s, seat, top, CODEC.fields(action)[0])
    if isinstance(top, Turn) and top.step == TAKE:
        return why_not_take(s, seat, block, action)
    if isinstance(top, Turn) and top.step == PLACE and block == "cell":
        return why_not_there(s, seat, top.way, CODEC.fields(action)[0])
    if isinstance(top, Turn) and top.step == CYCLE and block == "story":
        return NOT_IN_MARKET
    if isinstance(top, Move) and top.step == SECOND_CHOICE and block == "cell":
        cell = CODEC.fields(action)[0]
        return NOT_BACK if cell == top.cell else why_not_there(s, seat, CONTACT, cell)
    if isinstance(top, Rummage) and block == "goal" and s.diverted == seat:
        return DIVERTED
    if isinstance(top, Choosing | Rummage) and block in ("story", "goal", "cell"):
        free = block == "cell" and not is_occupied(s, whose_grid(s, seat), CODEC.fields(action)[0])
        return NO_CARD_THERE if free else NOT_THAT_CARD
    return OTHER_QUESTION


def is_occupied(s: Aventure, seat: int, cell: int) -> bool:
    """Whether a card lies on a cell."""
    row, column = row_of(s, seat, cell), column_of(s, seat, cell)
    return 0 <= row < SIDE and 0 <= column < SIDE and has(s.occupied[seat], row * STRIDE + column)


def why_not_take(s: Aventure, seat: int, block: str, action: int) -> Reason:
    """Why a card cannot be taken."""
    if block == "deck":
        return DECK_EMPTY if s.permanent == TOP_OF_PILE else NO_DECK
    if block == "aside":
        return DIVERTED if s.diverted == seat and len(s.aside) and s.aside[seat] != NOBODY else NOTHING_ASIDE
    if block not in ("story", "goal"):
        return OTHER_QUESTION
    if action in s.market:
        return DIVERTED if s.diverted == seat and block == "goal" else GUARDED
    return OTHER_SIDE if (action + GOALS) % FACES in s.market else NOT_IN_MARKET


def why_not_there(s: Aventure, seat: int, way: int, cell: int) -> Reason:
    """Why a card cannot be placed on a cell."""
    if s.occupied[seat] == 0:
        return FIRST_CARD
    if is_occupied(s, seat, cell):
        return TAKEN_CELL
    if is_too_far(s, seat, cell):
        return TOO_WIDE
    if way == CORNER:
        return NOT_BY_CORNER
    return NO_CONTACT_AT_ALL if s.permanent == SHORTCUTS else NO_CONTACT


def is_too_far(s: Aventure, seat: int, cell: int) -> bool:
    """Whether a card there would make the grid larger than 5 x 5."""
    row, column = row_of(s, seat, cell), column_of(s, seat, cell)
    high = max(row + 1, height(s, seat)) - min(row, 0)
    wide = max(column + 1, width(s, seat)) - min(column, 0)
    return high > SIDE or wide > SIDE


def why_power(s: Aventure, seat: int, turn: Turn, power: int) -> Reason:
    """Why a Power cannot be used."""
    if power not in s.powers:
        return NOT_DEALT
    if not has(dealt_powers(s, seat), power):
        return SPENT
    if turn.power != NOBODY:
        return ONE_POWER
    moment = BEFORE if turn.step == TAKE else HOLDING if turn.step == PLACE else AFTER
    if not is_due(s, seat, power, moment) or turn.step == CYCLE:
        return NOT_NOW
    assert not is_possible(s, seat, power)
    return NOTHING_TO_DO
