"""Heuristic weights: constant, name and first guess; in hundredths of a point unless said otherwise."""

from typing import Final

from meute.core.game import by_number

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

WEIGHTS: Final = by_number(
    {
        RANK: ("rank", 150),
        RENOWN: ("renown", 220),
        LIFE: ("life", 350),
        FRAIL_POINT: ("frail_point", 75),
        FIT_POINT: ("fit_point", 30),
        WOUND: ("wound", 300),
        ALPHA_FALL: ("alpha_fall", 900),
        PACK_PUP: ("pack_pup", 200),
        PACK_POINT: ("pack_point", 40),
        WEAK_PACK: ("weak_pack", 150),
        PREY_OPEN: ("prey_open", 100),
        LONE_SEX: ("lone_sex", 400),
        NO_SEX: ("no_sex", 1500),
        UNSURE_MATE: ("unsure_mate", 500),
        PER_TOKEN: ("per_token", 300),
        PER_CARD: ("per_card", 1900),
        HUNT_SHARE: ("hunt_share", 100),
        RAISING_SHARE: ("raising_share", 100),
        HOWL_SHARE: ("howl_share", 100),
        KEPT: ("kept", 400),
        SPENT: ("spent", 400),
    }
)
