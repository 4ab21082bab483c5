"""Identifiers used in boxes, notation and marks (not for people)."""

from typing import Final

from meute.core.numbers import NOBODY, bit, has
from meute.games.traces.state import COLOURS, LARGE, LETTERS, LEVELS, PHASES, SMALL, WOLVES, colour_of, letter_of

COLOUR_NAMES: Final = ("vert", "bleu", "noir", "jaune", "orange", "gris")
COLOUR_LETTERS: Final = "vbnjog"
LETTER_NAMES: Final = "ABC"
PREY_NAMES: Final = ("elan_malade", "biche", "vieil_elan", "caribou", "wapiti", "elan", "bison")
SMALL_PREY_NAMES: Final = ("castor", "oie", "lievre", "campagnol", "lemming", "pas_de_proie")
LEVEL_NAMES: Final = ("none", "low", "middle", "high")
PHASE_NAMES: Final = ("raising", "solitary", "hunting", "howling", "fighting")
PART_NAMES: Final = (*PHASE_NAMES, "preparation", "preparation", "marking")
VERDICT_NAMES: Final = ("refuse", "allow")

assert (len(COLOUR_NAMES), len(COLOUR_LETTERS), len(LETTER_NAMES)) == (COLOURS, COLOURS, LETTERS)
assert (len(PREY_NAMES), len(SMALL_PREY_NAMES), len(LEVEL_NAMES), len(PHASE_NAMES)) == (LARGE, SMALL, LEVELS, PHASES)


def wolf_text(wolf: int) -> str:
    """The notation of a wolf: `vA` for the green A."""
    return f"{COLOUR_LETTERS[colour_of(wolf)]}{LETTER_NAMES[letter_of(wolf)]}"


WOLF_TEXTS: Final = tuple(wolf_text(wolf) for wolf in range(WOLVES))


def wolf_place(wolf: int) -> str:
    """The place id of a wolf's card on the page; "" for NOBODY."""
    return "" if wolf == NOBODY else f"wolf.{COLOUR_NAMES[colour_of(wolf)]}.{LETTER_NAMES[letter_of(wolf)]}"


def letters_text(letters: int) -> str:
    """The notation of a set of letters: `AC`; `-` if empty."""
    return "".join(name for n, name in enumerate(LETTER_NAMES) if has(letters, n)) or "-"


WOLF_PLACES: Final = tuple(wolf_place(wolf) for wolf in range(WOLVES))
NAMES: Final[dict[str, tuple[str, ...]]] = {
    "wolf": WOLF_PLACES,
    "rival": WOLF_PLACES,
    "colour": COLOUR_NAMES,
    "prey": PREY_NAMES,
    "ballot": (*PREY_NAMES, "abstain"),
    "game": SMALL_PREY_NAMES,
    "level": LEVEL_NAMES,
    "phase": PHASE_NAMES,
    "letter": tuple(LETTER_NAMES),
    "letters": tuple(letters_text(letters) for letters in range(bit(LETTERS))),
    "verdict": VERDICT_NAMES,
}
"""Ids of things by the meaning of a field of actions and events."""
