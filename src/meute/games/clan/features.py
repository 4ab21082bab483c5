"""What a seat's chances are told by, where they are learned: numbers that lie open to all, for each seat alike."""

from typing import Final

from meute.core.game import POINT
from meute.core.numbers import count, i64, vec
from meute.games.clan.judgement import (
    SEASON,
    alike,
    calls,
    dens_for_lairs,
    hunts_to_come,
    lairs_to_come,
    on_the_way,
    prospects,
    region_hopes,
)
from meute.games.clan.scoring import total
from meute.games.clan.state import ALPHA, FULL_MOON, TRACKS, Clan, counted, purse

TERMS: Final = (
    "standing",
    "points",
    "regions",
    "terrain_tokens",
    "action_tokens",
    "deployment",
    "speed",
    "howl",
    "lairs",
    "wolves",
    "alphas",
    "prey",
    "alike",
    "hunts",
    "calls",
    "diggable",
    "near",
    "next",
)
THOUSAND: Final = 1000


def tell(s: Clan, out: vec[i64]) -> i64:
    """Writes the terms of each seat; how far the game has come, in thousandths."""
    many: i64 = len(TERMS)
    regions = region_hopes(s)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    season: i64 = min(max(left, 0), SEASON)
    for seat in range(s.seats):
        at = seat * many
        points = total(s, seat)
        calling = calls(s, seat)
        dens = dens_for_lairs(s, seat)
        digging = lairs_to_come(s, seat, dens)
        near = on_the_way(s, seat, dens)
        hopes = prospects(s, seat) + calling + digging + near
        out[at] = points * POINT + regions[seat] + hopes * season // SEASON
        out[at + 1] = points
        out[at + 2] = regions[seat]
        out[at + 3] = s.terrain_tokens[seat]
        out[at + 4] = s.action_tokens[seat]
        for track in range(TRACKS):
            out[at + 5 + track] = s.dens[seat * TRACKS + track]
        out[at + 8] = s.lairs[seat]
        out[at + 9] = s.wolves[seat]
        out[at + 10] = counted(s, seat, ALPHA)
        out[at + 11] = count(s.hunted[seat])
        out[at + 12] = alike(purse(s, seat))
        out[at + 13] = hunts_to_come(s, seat)
        out[at + 14] = calling
        out[at + 15] = digging
        out[at + 16] = near
        out[at + 17] = 1 if s.active == seat else 0
    return min(THOUSAND * len(s.calendar) // s.box.dates[FULL_MOON], THOUSAND)
