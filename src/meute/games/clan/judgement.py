"""What a table is worth to a pack, for bots that look one move ahead: in the middle of an action, its best end."""

from typing import Final

from meute.core.choices import Choices
from meute.core.game import POINT, THOUSAND
from meute.core.memory import UNKNOWN, UNTRACKED, Memory
from meute.core.numbers import NOBODY, bit, count, filled, has, i64, lowest, vec
from meute.core.seats import Seat, only
from meute.games.clan.actions import TILE
from meute.games.clan.names import TRACK_NAMES
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.payment import Pay
from meute.games.clan.rules.spaces import anybody, fields_of, reach_of, size_of, transform_spaces
from meute.games.clan.scoring import total
from meute.games.clan.state import (
    ALPHA,
    BUILD,
    DEN,
    FULL_MOON,
    HOWL,
    LAIRS_ON_BOARD,
    LONE,
    MOST_ALPHAS,
    MOST_TILES,
    NO_BONUS,
    PACK,
    PREYS,
    SLOTS_PER_WORD,
    SPEED,
    STEPS,
    TERRAINS,
    TILE_BITS,
    TRACKS,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    Slot,
    Space,
    ability,
    board_of,
    counted,
    face,
    herd,
    herd_left,
    payable,
    prey_space,
    purse,
    row_of,
    stack_below,
    stack_top,
    strength_at,
)

HABITS: Final = {
    "soon": 95,
    "waiting": 4,
    "least_soon": 60,
    "later": 40,
    "gradient": 22,
    "rivals": 50,
    "terrain_token": 80,
    "action_token": 150,
    **{f"ability_{track}": 55 for track in TRACK_NAMES},
    **{f"progress_{track}": 45 for track in TRACK_NAMES},
    "callable": 45,
    "callable_now": 40,
    "diggable": 130,
    "diggable_now": 90,
    "surrounded": 85,
    "one_missing": 40,
    "two_missing": 16,
    "all_missing": 6,
    "growth": 80,
    "pair": 14,
    "triple": 18,
    "impatience": 40,
    "attraction": 7,
    "wolf": 0,
    "alpha": 0,
    "den": 0,
    "lair": 0,
    "next": 0,
}
"""What judgement goes by, each with a first guess."""

SOON: Final = 0
WAITING: Final = 1
LEAST_SOON: Final = 2
LATER: Final = 3
"""Of a hundred: how much of a region's points counts before it is scored: at the next moon, less for each date until
then, and at a later moon."""
GRADIENT: Final = 4
"""Thousandths of the second place for each point of control, as long as it may still change something."""
RIVALS: Final = 5
"""Of a hundred: how much the best of the others counts, and not all of them alike."""
TERRAIN_TOKEN: Final = 6
ACTION_TOKEN: Final = 7
ABILITY: Final = 8
PROGRESS: Final = ABILITY + TRACKS
"""For each of the first two dens of a track, which bring its points nearer."""
CALLABLE: Final = PROGRESS + TRACKS
CALLABLE_NOW: Final = CALLABLE + 1
DIGGABLE: Final = CALLABLE + 2
DIGGABLE_NOW: Final = CALLABLE + 3
SURROUNDED: Final = CALLABLE + 4
ONE_MISSING: Final = CALLABLE + 5
TWO_MISSING: Final = CALLABLE + 6
ALL_MISSING: Final = CALLABLE + 7
"""Of a hundred: how sure a hunt is with wolves on so many spaces around the prey and the others within a move's reach;
a third of that where they are too far away."""
GROWTH: Final = CALLABLE + 8
"""What one more prey adds to all that are hunted later."""
PAIR: Final = CALLABLE + 9
TRIPLE: Final = CALLABLE + 10
IMPATIENCE: Final = CALLABLE + 11
"""For each date covered, to the pack that leads: a table that stands still wins nothing."""
ATTRACTION: Final = CALLABLE + 12
"""For each step that an alpha is nearer than FAR to something to call, to transform or to dominate."""
EVERY_WOLF: Final = CALLABLE + 13
EVERY_ALPHA: Final = CALLABLE + 14
EVERY_DEN: Final = CALLABLE + 15
EVERY_LAIR: Final = CALLABLE + 16
NEXT_TURN: Final = CALLABLE + 17
"""For each wolf and alpha, den and lair on the map, and for whose turn it is."""
assert len(HABITS) == NEXT_TURN + 1

ENOUGH: Final = 4
FIRST_DENS: Final = 2
LONELY: Final = 3
FAR: Final = 12
PATIENCE: Final = 20
"""Turns of each seat after which everybody hurries the moon, also those who will lose, and more with every turn."""
VICTORY: Final = 3000
SEASON: Final = 5
"""Dates before the last moon from which prospects lose their worth."""
HUNDRED: Final = 100
MOST_COUNTED: Final = 2
"""Chances of one sort beyond these cannot be taken before the table changes."""


JUDGED: Final = Memory()
"""Tables of the search under way: every choice in the middle of an action was judged with the action."""


def worth(s: Clan, seat: Seat) -> i64:
    """The best that the seat can make of the action it is in the middle of, or the table as it stands."""
    if s.trail == UNTRACKED:
        return find_worth(s, seat)
    found = JUDGED.recall(s.trail, seat)
    if found == UNKNOWN:
        found = find_worth(s, seat)
        JUDGED.remember(s.trail, seat, found)
    return found


def find_worth(s: Clan, seat: Seat) -> i64:
    """The same, for a table that is seen for the first time."""
    top = s.top
    if top is None or s.asked != only(seat):
        return judge(s, seat)
    if isinstance(top, Pay):
        paid = s.copy()
        pay_well(paid, seat)
        return worth(paid, seat)
    return best_end(s, seat) if isinstance(top, InTurn) and top.half_done() else judge(s, seat)


def pay_well(s: Clan, seat: Seat) -> None:
    """Pays with the tiles that leave the most alike; a terrain token is worth more than any tiles that match."""
    top = s.top
    while isinstance(top, Pay) and s.asked == only(seat):
        shown = purse(s, seat)
        tiles = top.tiles(s)
        best = lowest(tiles)
        most: i64 = -1
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            flipped = shown - bit(face(s, seat, tile) * TILE_BITS) + bit(face(s, seat, tile, 1) * TILE_BITS)
            value = alike(s, flipped)
            if value > most:
                most = value
                best = tile
        s.act(seat, TILE + best)
        top = s.top


def best_end(s: Clan, seat: Seat) -> i64:
    """The best table that one of the seat's choices leads to."""
    out = Choices()
    s.describe(seat, out)
    best: i64 = 0
    first = True
    for action in out.listed():
        after = s.copy()
        after.act(seat, action)
        pay_well(after, seat)
        value = worth(after, seat)
        if first or value > best:
            best = value
            first = False
    return best


def judge(s: Clan, seat: Seat) -> i64:
    """A seat's lead in points and regions, and its prospects for as long as the moon leaves time."""
    lead = lead_of(s, seat)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    late = lateness(s)
    hurries = lead > 0 or late > 0
    if left <= 0:  # the last moon is due at the end of this turn, or past
        return lead + VICTORY * (1 + late) if hurries else lead - VICTORY
    value = lead + prospects(s, seat) * min(left, SEASON) // SEASON
    dens = dens_for_lairs(s, seat)
    goals = calls(s, seat) + lairs_to_come(s, seat, dens) + on_the_way(s, seat, dens)
    if hurries:
        return value + (goals + s.habits[IMPATIENCE] * len(s.calendar)) * (1 + late)
    return value + goals * min(left, SEASON) // SEASON


def lateness(s: Clan) -> i64:
    """Turns beyond everybody's patience."""
    return max(s.turns - PATIENCE * s.seats, 0)


def lead_of(s: Clan, seat: Seat) -> i64:
    """Points and what the regions promise, over what the others have: the best of them counts as much as all."""
    values = region_hopes(s)
    for each in range(s.seats):
        values[each] += total(s, each) * POINT
    best: i64 = 0
    others: i64 = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, values[other])
            others += values[other]
    mean = others // (s.seats - 1)
    return values[seat] - mean - (best - mean) * s.habits[RIVALS] // HUNDRED


def region_hopes(s: Clan) -> vec[i64]:
    """What all regions promise to each seat."""
    values = filled(s.seats, 0)
    for slot in range(s.box.first_region, s.box.slots):
        if s.moons[slot] != NOBODY:
            promise(s, slot, values)
    return values


def promise(s: Clan, slot: Slot, values: vec[i64]) -> None:
    """Adds what a region promises to each seat at its next moons, by control as it stands."""
    strengths = s.map
    start = strength_at(s, slot)
    best: i64 = 0
    next_best: i64 = 0
    third: i64 = 0
    for at in range(start, start + s.box.owners):
        value = strengths[at]
        if value > best:
            third = next_best
            next_best = best
            best = value
        elif value > next_best:
            third = next_best
            next_best = value
        elif value > third:
            third = value
    if best == 0:  # nobody is there
        return
    first: i64 = 0
    second: i64 = 0
    stack = s.moons[slot]
    moon = stack_top(stack)
    while moon != NOBODY:
        share = chance_of(s, moon)
        first += s.box.first[moon] * share
        second += s.box.second[moon] * share
        stack = stack_below(stack)
        moon = stack
    for seat in range(s.seats):
        own = strengths[start + seat]
        if own == best and next_best < own:
            values[seat] += first
        elif own == best or (own == next_best and third < own):
            values[seat] += second
        lead = (own - (next_best if own == best else best)) // MOST_ALPHAS
        values[seat] += s.habits[GRADIENT] * second * (min(max(lead, -ENOUGH), ENOUGH) + ENOUGH) // THOUSAND


def chance_of(s: Clan, moon: i64) -> i64:
    """Of a hundred: how far control as it stands can be trusted until this moon."""
    if moon != s.scored:
        return s.habits[LATER]
    return max(s.habits[SOON] - s.habits[WAITING] * max(s.box.dates[moon] - len(s.calendar), 0), s.habits[LEAST_SOON])


def prospects(s: Clan, seat: Seat) -> i64:
    """Tokens, abilities, tiles that match, and prey."""
    value = s.habits[TERRAIN_TOKEN] * s.terrain_tokens[seat] + s.habits[ACTION_TOKEN] * s.action_tokens[seat]
    for track in range(TRACKS):
        value += s.habits[ABILITY + track] * (ability(s, seat, track) - s.box.values[track * STEPS])
        value += s.habits[PROGRESS + track] * min(s.dens[seat * TRACKS + track], FIRST_DENS)
    value += s.habits[EVERY_WOLF] * s.wolves[seat] + s.habits[EVERY_ALPHA] * counted(s, seat, ALPHA)
    value += s.habits[EVERY_DEN] * counted(s, seat, DEN) + s.habits[EVERY_LAIR] * s.lairs[seat]
    if s.active == seat:
        value += s.habits[NEXT_TURN]
    return value + alike(s, purse(s, seat)) + hunts_to_come(s, seat)


def alike(s: Clan, shown: i64) -> i64:
    """For tiles that show the same terrain."""
    value: i64 = 0
    for terrain in range(TERRAINS):
        tiles = (shown >> (terrain * TILE_BITS)) & MOST_TILES
        value += (s.habits[PAIR] if tiles > 1 else 0) + (s.habits[TRIPLE] if tiles > 2 else 0)
    return value


def calls(s: Clan, seat: Seat) -> i64:
    """Lone wolves within howl range, better still if they can be paid for."""
    if s.wolves[seat] == WOLVES_ON_BOARD:
        return 0
    near = reach_of(s, seat, HOWL)
    terrains = payable(s, seat, HOWL)
    lone: i64 = 0
    now: i64 = 0
    for word in range(s.words):
        found = s.map[LONE * s.words + word] & near[word]
        if found:
            lone += count(found)
            now += count(found & fields_of(s, terrains, word))
    return s.habits[CALLABLE] * min(lone, MOST_COUNTED) + s.habits[CALLABLE_NOW] * min(now, MOST_COUNTED)


def dens_for_lairs(s: Clan, seat: Seat) -> vec[i64]:
    """The spaces with a den that can become a lair."""
    dens = filled(s.words, 0)
    for word in range(s.words):
        dens[word] = transform_spaces(s, seat, word)
    return dens


def lairs_to_come(s: Clan, seat: Seat, dens: vec[i64]) -> i64:
    """Dens beside water in regions without an own lair, better still with an alpha beside them."""
    if size_of(dens) == 0:
        return 0
    left = LAIRS_ON_BOARD - s.lairs[seat]
    regions: i64 = 0
    ready: i64 = 0
    beside = reach_of(s, seat, BUILD)
    for slot in range(s.box.slots):
        here = dens[slot // SLOTS_PER_WORD] & board_of(slot)
        if here:
            regions += 1
            ready += 1 if here & beside[slot // SLOTS_PER_WORD] else 0
    return s.habits[DIGGABLE] * min(regions, left) + s.habits[DIGGABLE_NOW] * min(ready, left)


def hunts_to_come(s: Clan, seat: Seat) -> i64:
    """Prey that may still be hunted: what the next one brings, by how far it is surrounded."""
    hunted = count(s.hunted[seat])
    if hunted == PREYS:
        return 0
    prize = POINT * (s.box.prey_points[hunted + 1] - s.box.prey_points[hunted])
    prize += s.habits[GROWTH] + (s.habits[ACTION_TOKEN] if s.box.prey_bonus != NO_BONUS else 0)
    steps = min(ability(s, seat, SPEED) + 1, s.walls.farthest)
    sure: i64 = 0
    for slot in range(s.box.first_region, s.box.slots):
        if herd_left(s, slot) and not has(s.hunted[seat], herd(s, slot)):
            sure += hunt_chance(s, seat, prey_space(s, slot), steps)
    return prize * sure // HUNDRED


def hunt_chance(s: Clan, seat: Seat, prey: Space, steps: i64) -> i64:
    """Of a hundred: how sure a seat is of one prey, with wolves that go so many steps."""
    words = s.words
    pack = row_of(seat, PACK) * words
    alphas = row_of(seat, ALPHA) * words
    home = prey // WORD  # the six spaces around prey lie on its own board
    around = count((s.map[pack + home] | s.map[alphas + home]) & s.box.near[(s.box.size + prey) * words + home])
    missing = s.box.around - around
    if missing <= 0:
        return s.habits[SURROUNDED]
    sure = s.habits[ONE_MISSING if missing == 1 else TWO_MISSING if missing == 2 else ALL_MISSING]
    within_reach: i64 = 0
    walks = s.walls.walks
    at = (steps * s.box.size + prey) * words
    for word in range(words):
        within_reach += count((s.map[pack + word] | s.map[alphas + word]) & walks[at + word])
    return sure if within_reach >= s.box.around else sure // LONELY


def on_the_way(s: Clan, seat: Seat, dens: vec[i64]) -> i64:
    """How near the alphas are to something that would cover a date: to dens that can become lairs, and wolves."""
    goals = dens[:]
    calls_left = s.wolves[seat] < WOLVES_ON_BOARD
    if calls_left:
        for word in range(s.words):
            goals[word] |= s.map[LONE * s.words + word]
    if size_of(goals) == 0:
        for word in range(s.words):
            goals[word] = anybody(s, DEN, word) & ~s.map[row_of(seat, DEN) * s.words + word]
            if calls_left:
                goals[word] |= anybody(s, PACK, word) & ~s.map[row_of(seat, PACK) * s.words + word]
    value: i64 = 0
    for word in range(s.words):
        alphas = s.map[row_of(seat, ALPHA) * s.words + word]
        while alphas:
            value += s.habits[ATTRACTION] * (FAR - steps_to(s, word * WORD + lowest(alphas), goals))
            alphas &= alphas - 1
    return value


def steps_to(s: Clan, start: Space, goals: vec[i64]) -> i64:
    """How many steps lead to the nearest goal, up to a limit."""
    words = s.words
    walks = s.walls.walks
    for steps in range(FAR):
        at = (min(steps, s.walls.farthest) * s.box.size + start) * words
        for word in range(words):
            if walks[at + word] & goals[word]:
                return steps
    return FAR
