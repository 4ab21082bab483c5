"""Identifiers used in boxes, notation and marks (not for people)."""

from typing import Final

from meute.games.terres.state import CARDS, CLAWS, COLOURS, GROUNDS, SIDES, colour, value

COLOUR_NAMES: Final = ("noir", "orange", "vert", "bleu", "rouge")
GROUND_NAMES: Final = ("cavernes", "vallees", "forets", "sommets", "crateres")
CLAW_NAMES: Final = (
    "force_par_loup",
    "force_3",
    "loup_solitaire",
    "retourne_pv",
    "pv_par_loup",
    "pv_par_solitaire",
    "pv_par_visible",
    "pv_par_petit",
    "pv_si_conquis",
)

REASON_NAMES: Final = ("higher", "lowest", "led", "trump")
"""Why a card wins a trick."""

COLOUR_LETTERS: Final = "novbr"
GROUND_LETTERS: Final = COLOUR_LETTERS.upper()
SIDE_LETTERS: Final = "AB"
CLAW_LETTERS: Final = "wfltpsvkc"
"""In the order of CLAW_NAMES: per Wolf, Force, Lone wolf, Turn, Per wolf, Solitary, Visible, Kids, Conquest."""

assert len(COLOUR_NAMES) == len(COLOUR_LETTERS) == COLOURS
assert len(GROUND_NAMES) == GROUNDS
assert len(CLAW_NAMES) == len(CLAW_LETTERS) == CLAWS
assert len(SIDE_LETTERS) == SIDES


def card_text(card: int) -> str:
    """The notation of a card: `r6` for the red 6."""
    return f"{COLOUR_LETTERS[colour(card)]}{value(card)}"


CARD_TEXTS: Final = tuple(card_text(card) for card in range(CARDS))
NAMES: Final = {
    "card": CARD_TEXTS,
    "lost": CARD_TEXTS,
    "ground": GROUND_NAMES,
    "neighbour": GROUND_NAMES,
    "colour": COLOUR_NAMES,
    "claw": CLAW_NAMES,
    "reason": REASON_NAMES,
}
"""Ids of things by the meaning of a field of events."""
