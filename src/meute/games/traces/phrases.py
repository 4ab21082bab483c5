"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.numbers import NOBODY
from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.traces.names import (
    COLOUR_NAMES,
    GAME_NAMES,
    LETTER_NAMES,
    LEVEL_NAMES,
    PART_NAMES,
    PHASE_NAMES,
    PREY_NAMES,
    VERDICT_NAMES,
    letters_text,
    wolf_place,
)
from meute.games.traces.state import LARGE, LEVELS, PREPARATION, Traces, colour_of, letter_of


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    match meaning:
        case "wolf" | "rival":
            colour, letter = COLOUR_NAMES[colour_of(number)], LETTER_NAMES[letter_of(number)]
            return thing(wolf_place(number), f"traces.wolf.{colour}", letter=letter)
        case "colour":
            return thing(f"colour.{COLOUR_NAMES[number]}", f"traces.colour.{COLOUR_NAMES[number]}")
        case "prey" | "ballot" if number != LARGE:
            return thing(f"prey.{PREY_NAMES[number]}", f"traces.prey.{PREY_NAMES[number]}")
        case "ballot":
            return thing("abstain", "traces.abstain")
        case "game":
            return thing(f"game.{GAME_NAMES[number]}", f"traces.game.{GAME_NAMES[number]}")
        case "level":
            return thing(f"level.{LEVEL_NAMES[number]}", f"traces.level.{LEVEL_NAMES[number]}")
        case "pledge":
            prey, level = divmod(number, LEVELS)
            return phrase("traces.pledge", ballot=word("ballot", prey), level=word("level", level))
        case "phase":
            return thing(f"phase.{PHASE_NAMES[number]}", f"traces.phase.{PHASE_NAMES[number]}")
        case "letter":
            return phrase("number", number=LETTER_NAMES[number])
        case "letters":
            return phrase("number", number=letters_text(number)) if number else phrase("traces.none")
        case "token":
            return thing(f"token.{number}", "number", number=number) if number else phrase("traces.none")
        case "card":
            return thing(f"card.{number + 1}", "number", number=number + 1)
        case "verdict":
            return phrase(f"traces.verdict.{VERDICT_NAMES[number]}")
        case _:
            return phrase("number", number=number)


def place_name(s: Traces, seat: int, place: str) -> Phrase | None:
    """The name of a place on the page, for screen readers and text."""
    kind, _, rest = place.partition(".")
    match kind:
        case "wolf":
            colour, _, letter = rest.partition(".")
            return phrase(f"traces.wolf.{colour}", letter=letter)
        case "cell":
            letter, _, number = rest.partition(".")
            return phrase("traces.place.cell", letter=letter, phase=word("phase", int(number) - 1))
        case "prey" | "game" | "level" | "colour":
            return phrase(f"traces.{kind}.{rest}")
        case "token":
            return phrase("traces.place.token", number=rest)
        case "empty" | "done" | "nobody" | "abstain":
            return phrase(f"traces.place.{kind}")
        case _:
            return None


def phase_now(s: Traces) -> str:
    """The name of the current phase: preparation, an action phase or marking; "" before and after the game."""
    if s.top is None or s.year == 0:
        return ""
    part = s.part()
    if part == NOBODY:  # between two phases
        part = s.revealed - 1 if s.revealed else PREPARATION
    return PART_NAMES[part]


def progress(s: Traces) -> Phrase | None:
    """The current year and phase."""
    phase = phase_now(s)
    return phrase("traces.progress", year=s.year, phase=phrase(f"traces.phase.{phase}")) if phase else None
