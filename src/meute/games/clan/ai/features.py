"""Features of a seat for the value function."""

from typing import Final

from meute.ai.evaluator import POINT, THOUSAND, Evaluator
from meute.core.numbers import count, i64, vec, write
from meute.games.clan.ai.evaluation import (
    FADE_DATES,
    approach_value,
    call_value,
    convertible_dens,
    hunt_value,
    lair_value,
    prospects,
    region_values,
)
from meute.games.clan.ai.policy import matching_tiles_value
from meute.games.clan.scoring import total
from meute.games.clan.state import ALPHA, FULL_MOON, TRACKS, Clan, piece_count, shown_terrains

FEATURE_NAMES: Final = (
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


def features(e: Evaluator, s: Clan, out: vec[i64]) -> i64:
    """Writes the features of each seat in the order of FEATURE_NAMES; returns the game's progress in thousandths."""
    at: i64 = 0
    regions = region_values(e, s)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    season: i64 = min(max(left, 0), FADE_DATES)
    for seat in range(s.seats):
        points = total(s, seat)
        calling = call_value(e, s, seat)
        dens = convertible_dens(s, seat)
        digging = lair_value(e, s, seat, dens)
        near = approach_value(e, s, seat, dens)
        hopes = prospects(e, s, seat) + calling + digging + near
        at = write(out, at, points * POINT + regions[seat] + hopes * season // FADE_DATES)
        at = write(out, at, points)
        at = write(out, at, regions[seat])
        at = write(out, at, s.terrain_tokens[seat])
        at = write(out, at, s.action_tokens[seat])
        for track in range(TRACKS):
            at = write(out, at, s.dens[seat * TRACKS + track])
        at = write(out, at, s.lairs[seat])
        at = write(out, at, s.wolves[seat])
        at = write(out, at, piece_count(s, seat, ALPHA))
        at = write(out, at, count(s.hunted[seat]))
        at = write(out, at, matching_tiles_value(e, s, shown_terrains(s, seat)))
        at = write(out, at, hunt_value(e, s, seat))
        at = write(out, at, calling)
        at = write(out, at, digging)
        at = write(out, at, near)
        at = write(out, at, 1 if s.active == seat else 0)
    return min(THOUSAND * len(s.calendar) // s.box.dates[FULL_MOON], THOUSAND)
