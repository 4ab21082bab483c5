"""What plans and judgement go by, in hundredths of a point where nothing else is said: numbers that are learned, each
with a first guess."""

from typing import Final

RANK: Final = 0
"""A point for rank, this year and probably the next."""
RENOWN: Final = 1
LIFE: Final = 2
FRAIL_POINT: Final = 3
FIT_POINT: Final = 4
"""A point of strength, of a frail wolf and beyond."""
WOUND: Final = 5
ALPHA_FALL: Final = 6
PACK_PUP: Final = 7
"""What a pup adds to the pack; a wolf twice that."""
PACK_POINT: Final = 8
WEAK_PACK: Final = 9
"""What each point costs that the pack cannot give to a hunt, and should."""
PREY_OPEN: Final = 10
LONE_SEX: Final = 11
NO_SEX: Final = 12
UNSURE_MATE: Final = 13
PER_TOKEN: Final = 14
PER_CARD: Final = 15
"""What a point more and a card more in a fight add to the chance to win it, in hundredths of a percent."""
HUNT_SHARE: Final = 16
RAISING_SHARE: Final = 17
HOWL_SHARE: Final = 18
"""What a seat gives to the hunt, to the pups and to howling, in hundredths of its share."""
KEPT: Final = 19
SPENT: Final = 20
"""Strength that a wolf keeps back when tokens are planned, and the most it spends in a year, in hundredths."""

HABITS: Final = {
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
assert len(HABITS) == SPENT + 1
