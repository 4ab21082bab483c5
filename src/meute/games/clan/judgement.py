"""What a table is worth to a pack, for bots that look one move ahead: in the middle of an action, its best end."""

from typing import Final

from meute.core.choices import Choices
from meute.core.game import POINT
from meute.core.numbers import NOBODY, Mask, count, filled, has, i64, lowest, shift, vec
from meute.core.seats import Seat, only
from meute.games.clan.rules.actions import WHERE_TO, Aimed, Flee, Move, Pay
from meute.games.clan.rules.spaces import anybody, fields_of, within
from meute.games.clan.rules.turn import Hunt
from meute.games.clan.scoring import MOST_ALPHAS, strength, total
from meute.games.clan.state import (
    ACTION_TOKENS,
    ALPHA,
    BOARD,
    DEN,
    DENS,
    FULL_MOON,
    HOWL,
    HOWL_RANGE,
    HUNTED,
    LAIR,
    LAIRS,
    LAIRS_ON_BOARD,
    LONE,
    MOST_TILES,
    OWN,
    PACK,
    PLACES,
    PREYS,
    SHORE,
    SLOTS_PER_WORD,
    STEPS,
    TERRAIN_TOKENS,
    TERRAINS,
    TILE_BITS,
    TRACKS,
    WOLVES,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    Slot,
    Space,
    ability,
    herd,
    herd_left,
    payable,
    prey_space,
    purse,
    row_of,
    stack_below,
    stack_top,
)

SOON: Final = 90
LATER: Final = 45
"""Of a hundred: how much of a region's points counts before it is scored, at the next moon or at a later one."""
GRADIENT: Final = 22
THOUSAND: Final = 1000
"""Thousandths of the second place for each point of control, as long as it may still change something."""
ENOUGH: Final = 4
TERRAIN_TOKEN: Final = 70
ACTION_TOKEN: Final = 130
ABILITY: Final = 55
CALLABLE: Final = 45
CALLABLE_NOW: Final = 40
DIGGABLE: Final = 130
DIGGABLE_NOW: Final = 90
BESIDE_PREY: Final = 30
NEARLY_HUNTED: Final = 110
RISE: Final = 20
"""For each point that the next prey brings."""
PAIR: Final = 14
TRIPLE: Final = 18
IMPATIENCE: Final = 40
"""For each date covered, to the pack that leads: a table that stands still wins nothing."""
VICTORY: Final = 3000
SEASON: Final = 5
"""Dates before the last moon from which prospects lose their worth."""
ATTRACTION: Final = 7
FAR: Final = 12
"""For each step that an alpha is nearer than this to something to call, to transform or to dominate."""
MOST_COUNTED: Final = 2
"""Chances of one sort beyond these cannot be taken before the table changes."""


def worth(s: Clan, seat: Seat) -> i64:
    """The best that the seat can make of the action it is in the middle of, or the table as it stands."""
    top = s.top
    if top is None or s.asked != only(seat):
        return judge(s, seat)
    if isinstance(top, (Pay, Aimed, Flee, Hunt)) or (
        isinstance(top, Move) and (top.step == WHERE_TO or top.terrain < 0)
    ):
        return best_end(s, seat)
    return judge(s, seat)


def best_end(s: Clan, seat: Seat) -> i64:
    """The best table that one of the seat's choices leads to."""
    out = Choices()
    s.describe(seat, out)
    best: i64 = 0
    first = True
    for action in out.listed():
        after = s.copy()
        after.act(seat, action)
        value = worth(after, seat)
        if first or value > best:
            best = value
            first = False
    return best


def judge(s: Clan, seat: Seat) -> i64:
    """A seat's lead in points and regions, and its prospects for as long as the moon leaves time."""
    lead = standing(s, seat) - best_of_others(s, seat)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    if left <= 0:  # the last moon is due at the end of this turn, or past
        return lead + VICTORY if lead > 0 else lead - VICTORY
    value = lead + prospects(s, seat) * min(left, SEASON) // SEASON
    goals = calls(s, seat) + lairs_to_come(s, seat) + on_the_way(s, seat)
    if lead > 0:  # who leads hurries the moon
        return value + goals + IMPATIENCE * len(s.calendar)
    return value + goals * min(left, SEASON) // SEASON


def standing(s: Clan, seat: Seat) -> i64:
    """Points, and what the regions promise."""
    points = total(s, seat) * POINT
    for slot in range(s.box.first_region, s.box.slots):
        if s.moons[slot] != NOBODY:
            points += region_worth(s, seat, slot)
    return points


def best_of_others(s: Clan, seat: Seat) -> i64:
    """The best standing among the others."""
    best: i64 = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, standing(s, other))
    return best


def region_worth(s: Clan, seat: Seat, slot: Slot) -> i64:
    """What a region promises to a seat at its next moons, by control as it stands."""
    own = strength(s, seat, slot)
    above: i64 = 0
    level: i64 = 0
    best: i64 = 0
    for other in range(s.box.owners):
        if other != seat:
            value = strength(s, other, slot)
            best = max(best, value)
            if value > own:
                above += 1
            elif value == own:
                level += 1
    stack = s.moons[slot]
    points: i64 = 0
    moon = stack_top(stack)
    while moon != NOBODY:
        share: i64 = SOON if moon == s.scored else LATER
        if own and above == 0 and level == 0:
            points += s.box.first[moon] * share
        elif (own and above + level == 1) or (own and above == 0):
            points += s.box.second[moon] * share
        lead = (own - best) // MOST_ALPHAS
        points += GRADIENT * s.box.second[moon] * (min(max(lead, -ENOUGH), ENOUGH) + ENOUGH) * share // THOUSAND
        stack = stack_below(stack)
        moon = stack
    return points


def prospects(s: Clan, seat: Seat) -> i64:
    """Tokens, abilities, tiles that match, and prey."""
    own = seat * OWN
    value = TERRAIN_TOKEN * s.own[own + TERRAIN_TOKENS] + ACTION_TOKEN * s.own[own + ACTION_TOKENS]
    for track in range(TRACKS):
        value += ABILITY * (ability(s, seat, track) - s.box.values[track * STEPS])
        value += s.own[own + DENS + track]
    shown = purse(s, seat)
    for terrain in range(TERRAINS):
        tiles = (shown >> (terrain * TILE_BITS)) & MOST_TILES
        value += (PAIR if tiles > 1 else 0) + (TRIPLE if tiles > 2 else 0)
    return value + hunts_to_come(s, seat)


def calls(s: Clan, seat: Seat) -> i64:
    """Lone wolves within howl range, better still if they can be paid for."""
    if s.own[seat * OWN + WOLVES] == WOLVES_ON_BOARD:
        return 0
    reach = ability(s, seat, HOWL_RANGE)
    terrains = payable(s, seat, HOWL)
    lone: i64 = 0
    now: i64 = 0
    for word in range(s.words):
        found = s.map[LONE * s.words + word]
        if found:
            found &= within(s, seat, reach, word)
            lone += count(found)
            now += count(found & fields_of(s, terrains, word)) if found else 0
    return CALLABLE * min(lone, MOST_COUNTED) + CALLABLE_NOW * min(now, MOST_COUNTED)


def lairs_to_come(s: Clan, seat: Seat) -> i64:
    """Dens beside water in regions without an own lair, better still with an alpha beside them."""
    left = LAIRS_ON_BOARD - s.own[seat * OWN + LAIRS]
    regions: i64 = 0
    ready: i64 = 0
    for word in range(s.words):
        dens = shore_dens(s, seat, word)
        if dens == 0:
            continue
        near = dens & within(s, seat, s.box.den_range, word)
        for k in range(SLOTS_PER_WORD):
            board = shift(BOARD, k * PLACES)
            regions += 1 if dens & board else 0
            ready += 1 if near & board else 0
    return DIGGABLE * min(regions, left) + DIGGABLE_NOW * min(ready, left)


def hunts_to_come(s: Clan, seat: Seat) -> i64:
    """Wolves beside prey that may still be hunted, worth more the more has been hunted."""
    value: i64 = 0
    hunted = count(s.own[seat * OWN + HUNTED])
    if hunted == PREYS:
        return 0
    rise = s.box.prey_points[hunted + 1] - s.box.prey_points[hunted]
    for slot in range(s.box.first_region, s.box.slots):
        if herd_left(s, slot) == 0 or has(s.own[seat * OWN + HUNTED], herd(s, slot)):
            continue
        word = slot // SLOTS_PER_WORD
        wolves = s.map[row_of(seat, PACK) * s.words + word] | s.map[row_of(seat, ALPHA) * s.words + word]
        near = count(wolves & s.box.near[(s.box.size + prey_space(s, slot)) * s.words + word])
        if near >= s.box.around - 1:
            value += NEARLY_HUNTED + RISE * rise
        elif near:
            value += BESIDE_PREY
    return value


def on_the_way(s: Clan, seat: Seat) -> i64:
    """How near the alphas are to something that would cover a date."""
    goals = filled(s.words, 0)
    any_goal: Mask = 0
    calls_left = s.own[seat * OWN + WOLVES] < WOLVES_ON_BOARD
    lairs_left = s.own[seat * OWN + LAIRS] < LAIRS_ON_BOARD
    for word in range(s.words):
        if calls_left:
            goals[word] = s.map[LONE * s.words + word]
        if lairs_left:
            goals[word] |= shore_dens(s, seat, word)
        any_goal |= goals[word]
    if any_goal == 0:
        for word in range(s.words):
            goals[word] = anybody(s, DEN, word) & ~s.map[row_of(seat, DEN) * s.words + word]
            if calls_left:
                goals[word] |= anybody(s, PACK, word) & ~s.map[row_of(seat, PACK) * s.words + word]
    value: i64 = 0
    for word in range(s.words):
        alphas = s.map[row_of(seat, ALPHA) * s.words + word]
        while alphas:
            value += ATTRACTION * (FAR - steps_to(s, word * WORD + lowest(alphas), goals))
            alphas &= alphas - 1
    return value


def shore_dens(s: Clan, seat: Seat, word: i64) -> Mask:
    """Own dens beside water, in regions without an own lair."""
    dens = s.map[row_of(seat, DEN) * s.words + word] & s.fields[SHORE * s.words + word]
    lairs = s.map[row_of(seat, LAIR) * s.words + word]
    for k in range(SLOTS_PER_WORD):
        board = shift(BOARD, k * PLACES)
        if lairs & board:
            dens &= ~board
    return dens


def steps_to(s: Clan, start: Space, goals: vec[i64]) -> i64:
    """How many steps lead to the nearest goal, up to a limit."""
    for steps in range(FAR):
        for word in range(s.words):
            if s.walls.walks[(min(steps, s.walls.farthest) * s.box.size + start) * s.words + word] & goals[word]:
                return steps
    return FAR
