"""Translatable names of things and places."""

from functools import lru_cache

from meute.core.numbers import NOBODY
from meute.core.phrase import MOST_WORDS, Phrase, phrase, thing
from meute.games.traces.names import COLOUR_NAMES, LETTER_NAMES, NAMES, PART_NAMES
from meute.games.traces.state import LARGE, LEVELS, PREPARATION, Traces, colour_of, letter_of


@lru_cache(MOST_WORDS)
def word(meaning: str, number: int) -> Phrase:
    """The translatable name of a value, by the field's meaning."""
    match meaning:
        case "wolf" | "rival":
            colour, letter = COLOUR_NAMES[colour_of(number)], LETTER_NAMES[letter_of(number)]
            return thing(NAMES[meaning][number], f"traces.wolf.{colour}", letter=letter)
        case "ballot" if number == LARGE:
            return thing("abstain", "traces.abstain")
        case "ballot":
            return word("prey", number)
        case "colour" | "prey" | "game" | "level" | "phase":
            name = f"{meaning}.{NAMES[meaning][number]}"
            return thing(name, f"traces.{name}")
        case "verdict":
            return phrase(f"traces.verdict.{NAMES[meaning][number]}")
        case "pledge":
            prey, level = divmod(number, LEVELS)
            return phrase("traces.pledge", ballot=word("ballot", prey), level=word("level", level))
        case "letters" | "token" if number == 0:
            return phrase("traces.none")
        case "letter" | "letters":
            return phrase("number", number=NAMES[meaning][number])
        case "token":
            return thing(f"token.{number}", "number", number=number)
        case "card":
            return thing(f"card.{number + 1}", "number", number=number + 1)
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
