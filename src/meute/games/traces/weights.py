"""Heuristic weights: constants, names and first guesses; in hundredths of a point unless said otherwise."""

from typing import Final

RANK: Final = 0
"""Per point for rank: this year and probably the next."""
RENOWN: Final = 1
LIFE: Final = 2
FRAIL_POINT: Final = 3
FIT_POINT: Final = 4
"""Per point of strength: up to FRAIL (see evaluation.py), and above."""
WOUND: Final = 5
ALPHA_FALL: Final = 6
PACK_PUP: Final = 7
"""Value of a pup for the pack; a wolf counts twice."""
PACK_POINT: Final = 8
WEAK_PACK: Final = 9
"""Cost per point that the pack's hunt capacity is too low."""
PREY_OPEN: Final = 10
LONE_SEX: Final = 11
NO_SEX: Final = 12
UNSURE_MATE: Final = 13
PER_TOKEN: Final = 14
PER_CARD: Final = 15
"""Increase of the chance to win a fight per point and per card of advantage, in hundredths of a percent."""
HUNT_SHARE: Final = 16
RAISING_SHARE: Final = 17
HOWL_SHARE: Final = 18
"""Tokens that a seat gives to the hunt, the pups and howling, in hundredths of its fair share."""
KEPT: Final = 19
SPENT: Final = 20
"""Strength that a wolf keeps when tokens are planned, and the most that it spends per year; in hundredths."""

DEFAULT_WEIGHTS: Final = {
    "rank": 150,
    "renown": 220,
    "life": 350,
    "frail_point": 75,
    "fit_point": 30,
    "wound": 300,
    "alpha_fall": 900,
    "pack_pup": 200,
    "pack_point": 40,
    "weak_pack": 150,
    "prey_open": 100,
    "lone_sex": 400,
    "no_sex": 1500,
    "unsure_mate": 500,
    "per_token": 300,
    "per_card": 1900,
    "hunt_share": 100,
    "raising_share": 100,
    "howl_share": 100,
    "kept": 400,
    "spent": 400,
}
assert len(DEFAULT_WEIGHTS) == SPENT + 1
