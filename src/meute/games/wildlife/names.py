"""Identifiers used in boxes, notation and marks (not for people)."""

from typing import Final

from meute.games.wildlife.scoring import ENDS
from meute.games.wildlife.state import ABILITIES, ATTACK, CELLS, COLUMNS, KINDS, SPECIES, TERRAINS

SPECIES_NAMES: Final = ("human", "mammoth", "bear", "crocodile", "eagle", "snake")
TERRAIN_NAMES: Final = ("savanna", "mountain", "steppe", "desert", "water", "forest")
SIZE_NAMES: Final = ("large", "small")
TERRITORY_NAMES: Final = tuple(f"{terrain}_{size}" for terrain in TERRAIN_NAMES for size in SIZE_NAMES)
LEVEL_NAMES: Final = ("none", "move", "reproduce", "attack")
ABILITY_NAMES: Final = ("food", "intelligence", "mobility", "defense", "attack")
OTHER_CARDS: Final = ("arrow", "wheel", "bolt", "food", "epidemic", "famine")
CARD_NAMES: Final = (*TERRAIN_NAMES, *OTHER_CARDS)
CELL_NAMES: Final = tuple(f"{'ABCDEFGHIJ'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in range(CELLS))

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "card": CARD_NAMES,
    "territory": TERRITORY_NAMES,
    "terrain": TERRAIN_NAMES,
    "species": SPECIES_NAMES,
    "ability": ABILITY_NAMES,
    "cell": CELL_NAMES,
    "target": CELL_NAMES,
    "level": LEVEL_NAMES,
    "ending": tuple(ENDS.values()),
}
"""Ids of things by the meaning of a field of actions and events."""

TERRAIN_LETTERS: Final = "SMPDWF"
CARD_LETTERS: Final = TERRAIN_LETTERS + "ARBNEH"
"""In the order of CARD_NAMES: six terrains, Arrow, Ring (the wheel), Bolt, Nourishment, Epidemic, Hunger."""

assert len(SPECIES_NAMES) == SPECIES
assert len(TERRAIN_NAMES) == len(TERRAIN_LETTERS) == TERRAINS
assert len(LEVEL_NAMES) == ATTACK + 1
assert len(ABILITY_NAMES) == ABILITIES
assert len(CARD_NAMES) == len(CARD_LETTERS) == KINDS
