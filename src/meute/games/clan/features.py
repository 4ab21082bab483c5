"""What a seat's chances are told by, where they are learned: numbers that lie open to all, for each seat alike."""

from typing import Final

from meute.core.game import POINT, THOUSAND
from meute.core.numbers import count, i64, vec, write
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


def tell(s: Clan, out: vec[i64]) -> i64:
    """Writes the terms of each seat, in their order; how far the game has come, in thousandths."""
    at: i64 = 0
    regions = region_hopes(s)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    season: i64 = min(max(left, 0), SEASON)
    for seat in range(s.seats):
        points = total(s, seat)
        calling = calls(s, seat)
        dens = dens_for_lairs(s, seat)
        digging = lairs_to_come(s, seat, dens)
        near = on_the_way(s, seat, dens)
        hopes = prospects(s, seat) + calling + digging + near
        at = write(out, at, points * POINT + regions[seat] + hopes * season // SEASON)
        at = write(out, at, points)
        at = write(out, at, regions[seat])
        at = write(out, at, s.terrain_tokens[seat])
        at = write(out, at, s.action_tokens[seat])
        for track in range(TRACKS):
            at = write(out, at, s.dens[seat * TRACKS + track])
        at = write(out, at, s.lairs[seat])
        at = write(out, at, s.wolves[seat])
        at = write(out, at, counted(s, seat, ALPHA))
        at = write(out, at, count(s.hunted[seat]))
        at = write(out, at, alike(s, purse(s, seat)))
        at = write(out, at, hunts_to_come(s, seat))
        at = write(out, at, calling)
        at = write(out, at, digging)
        at = write(out, at, near)
        at = write(out, at, 1 if s.active == seat else 0)
    return min(THOUSAND * len(s.calendar) // s.box.dates[FULL_MOON], THOUSAND)
