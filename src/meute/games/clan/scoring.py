"""Score sheets and final ranking (SCORING DE RÉGION, FIN DE PARTIE ET SCORE FINAL)."""

from typing import Final

from meute.core.numbers import NOBODY, count, filled, i64, vec
from meute.core.score import ScoreSheet, places
from meute.core.seats import Seat
from meute.games.clan.state import (
    ALPHA,
    DEPLOYMENT,
    HOWL_RANGE,
    MOONS,
    MOST_ALPHAS,
    PACK,
    SPEED,
    TRACKS,
    Clan,
    Owner,
    Slot,
    piece_count,
    strength_index,
)

ABILITY: Final = 0
"""One row for each of the three ability tracks."""
LAIR_TRACK: Final = 3
PREY_TRACK: Final = 4
WOLF_TRACK: Final = 5
REGION_TOKENS: Final = 6
VICTORY_POINTS: Final = 7
RULES: Final = {
    ABILITY + DEPLOYMENT: "deployment",
    ABILITY + SPEED: "speed",
    ABILITY + HOWL_RANGE: "howl",
    LAIR_TRACK: "lairs",
    PREY_TRACK: "prey",
    WOLF_TRACK: "wolves",
    REGION_TOKENS: "tokens",
    VICTORY_POINTS: "points",
}

LAST_MOON: Final = 0
ENDS: Final = {LAST_MOON: "full_moon"}

MOST_TOKENS: Final = 64
MOST_WOLVES: Final = 64


def control(s: Clan, owner: Owner, slot: Slot) -> i64:
    """« les points de Contrôle de chaque joueur dans la Région »"""
    return strength(s, owner, slot) // MOST_ALPHAS


def strength(s: Clan, owner: Owner, slot: Slot) -> i64:
    """Control with alphas as tie-break; 0 for a pack without pieces there."""
    return s.map[strength_index(s, slot) + owner]


def strengths(s: Clan, slot: Slot) -> list[int]:
    """The strength of each owner in a region."""
    return [strength(s, owner, slot) for owner in range(s.box.owners)]


def awards(s: Clan, slot: Slot, moon: i64) -> vec[i64]:
    """The points of each owner if the region were scored now; the phantom's are ignored later."""
    ranked = strengths(s, slot)
    gains = filled(s.box.owners, 0)
    best = max(ranked)
    tied = ranked.count(best) > 1  # « ils récupèrent chacun un jeton PV égal à la plus petite valeur »
    next_best = max([value for value in ranked if value < best], default=0)
    # « plusieurs joueurs se partagent la 2e place, seul ... »
    second = next_best if ranked.count(next_best) == 1 and not tied else 0
    for owner, value in enumerate(ranked):
        if value and value == best:
            gains[owner] = s.box.second[moon] if tied else s.box.first[moon]
        elif value and value == second:
            gains[owner] = s.box.second[moon]
    return gains


def leader(s: Clan, slot: Slot) -> Owner:
    """The owner with the highest strength in a region; NOBODY in a tie or without pieces."""
    ranked = strengths(s, slot)
    best = max(ranked)
    return ranked.index(best) if best and ranked.count(best) == 1 else NOBODY


def score(s: Clan, sheet: ScoreSheet) -> None:
    """« la valeur la plus élevée des PV que vous avez révélés pour chacune des 6 pistes », tokens and points."""
    for seat in range(s.seats):
        for track in range(TRACKS):
            taken = s.dens[seat * TRACKS + track]
            sheet.add(seat, ABILITY + track, s.box.ability_points[taken], NOBODY, taken)
        lairs = s.lairs[seat]
        sheet.add(seat, LAIR_TRACK, s.box.lair_points[lairs], NOBODY, lairs)
        prey = count(s.hunted[seat])
        sheet.add(seat, PREY_TRACK, s.box.prey_points[prey], NOBODY, prey)
        wolves = s.wolves[seat]
        sheet.add(seat, WOLF_TRACK, s.box.wolf_points[wolves], NOBODY, wolves)
        for moon in range(MOONS):
            tokens = s.won[seat * MOONS + moon]
            if tokens:
                sheet.add(seat, REGION_TOKENS, tokens * s.box.first[moon], moon, tokens)
        sheet.add(seat, VICTORY_POINTS, s.points[seat], NOBODY, 0)


def total(s: Clan, seat: Seat) -> i64:
    """The current points of a seat."""
    points = s.points[seat] + s.box.lair_points[s.lairs[seat]] + s.box.wolf_points[s.wolves[seat]]
    points += s.box.prey_points[count(s.hunted[seat])]
    for track in range(TRACKS):
        points += s.box.ability_points[s.dens[seat * TRACKS + track]]
    for moon in range(MOONS):
        points += s.won[seat * MOONS + moon] * s.box.first[moon]
    return points


def final_places(s: Clan) -> vec[i64]:
    """Most points; « le plus de jetons Scoring de Région » ; « le plus de loups sur le Plateau »."""
    values = filled(s.seats, 0)
    for seat in range(s.seats):
        values[seat] = (total(s, seat) * MOST_TOKENS + tokens_won(s, seat)) * MOST_WOLVES + wolves_on_map(s, seat)
    return places(values)


def tie_breaks(s: Clan) -> list[tuple[str, list[int]]]:
    """The tie-break criteria and each seat's values."""
    seats = range(s.seats)
    return [("tokens", [tokens_won(s, seat) for seat in seats]), ("wolves", [wolves_on_map(s, seat) for seat in seats])]


def tokens_won(s: Clan, seat: Seat) -> i64:
    """The number of region tokens of a seat."""
    return sum(s.won[seat * MOONS : (seat + 1) * MOONS])


def wolves_on_map(s: Clan, seat: Seat) -> i64:
    """The number of a seat's wolves on the map."""
    return piece_count(s, seat, ALPHA) + piece_count(s, seat, PACK)
