"""Heuristic evaluation of a state for one seat; in the middle of an action, of its best completion."""

from typing import Final

from meute.core.choices import Choices
from meute.core.evaluation_cache import UNKNOWN, UNTRACKED, EvaluationCache
from meute.core.game import POINT, THOUSAND
from meute.core.numbers import NOBODY, bit, count, filled, has, i64, lowest, vec
from meute.core.seats import Seat, only
from meute.games.clan.actions import TILE
from meute.games.clan.names import TRACK_NAMES
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.payment import Pay
from meute.games.clan.rules.spaces import all_of_kind, fields_of, reach_of, size_of, transform_spaces
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
    face,
    map_row,
    payable_terrains,
    piece_count,
    prey_kind,
    prey_left,
    prey_space,
    shown_terrains,
    stack_below,
    stack_top,
    strength_index,
)

DEFAULT_WEIGHTS: Final = {
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
"""Names and first guesses of the weights, in the order of the constants below."""

SOON: Final = 0
WAITING: Final = 1
LEAST_SOON: Final = 2
LATER: Final = 3
"""Share in hundredths of a region's points before it is scored: at the next moon, loss per date until then, minimum,
and at a later moon."""
GRADIENT: Final = 4
"""Thousandths of the second place's points per point of control, within MAX_LEAD."""
RIVALS: Final = 5
"""Share in hundredths of the best opponent, as against the mean of all opponents."""
TERRAIN_TOKEN: Final = 6
ACTION_TOKEN: Final = 7
ABILITY: Final = 8
PROGRESS: Final = ABILITY + TRACKS
"""Per den of a track, up to FIRST_DENS: they bring its points nearer."""
CALLABLE: Final = PROGRESS + TRACKS
CALLABLE_NOW: Final = CALLABLE + 1
DIGGABLE: Final = CALLABLE + 2
DIGGABLE_NOW: Final = CALLABLE + 3
SURROUNDED: Final = CALLABLE + 4
ONE_MISSING: Final = CALLABLE + 5
TWO_MISSING: Final = CALLABLE + 6
ALL_MISSING: Final = CALLABLE + 7
"""Probability in hundredths of a hunt, by the number of wolves missing around the prey, if enough wolves are within a
move's reach; otherwise divided by FAR_HUNT_DIVISOR."""
GROWTH: Final = CALLABLE + 8
"""Value of one more prey for later hunts."""
PAIR: Final = CALLABLE + 9
TRIPLE: Final = CALLABLE + 10
IMPATIENCE: Final = CALLABLE + 11
"""Per covered date, for the leading seat: rewards ending the game."""
ATTRACTION: Final = CALLABLE + 12
"""Per step that an alpha is nearer than FAR to a piece to call, transform or dominate."""
EVERY_WOLF: Final = CALLABLE + 13
EVERY_ALPHA: Final = CALLABLE + 14
EVERY_DEN: Final = CALLABLE + 15
EVERY_LAIR: Final = CALLABLE + 16
NEXT_TURN: Final = CALLABLE + 17
"""Per wolf, alpha, den and lair on the map, and for the seat whose turn it is."""
assert len(DEFAULT_WEIGHTS) == NEXT_TURN + 1

MAX_LEAD: Final = 4
FIRST_DENS: Final = 2
FAR_HUNT_DIVISOR: Final = 3
FAR: Final = 12
PATIENT_TURNS: Final = 20
"""Turns per seat after which all seats, even losing ones, gain by ending the game: more with every turn."""
VICTORY: Final = 3000
FADE_DATES: Final = 5
"""Dates before the last moon over which prospects fade to 0."""
HUNDRED: Final = 100
MAX_COUNTED: Final = 2
"""Opportunities of one kind that count: more cannot be used before the state changes."""


CACHE: Final = EvaluationCache()
"""Values of states of the running search: evaluating an action also evaluates the choices within it."""


def evaluate(s: Clan, seat: Seat) -> i64:
    """The value after the best completion of the current action, or of the state as it is; cached during a search."""
    if s.path_hash == UNTRACKED:
        return compute_value(s, seat)
    found = CACHE.get(s.path_hash, seat)
    if found == UNKNOWN:
        found = compute_value(s, seat)
        CACHE.put(s.path_hash, seat, found)
    return found


def compute_value(s: Clan, seat: Seat) -> i64:
    """Like `evaluate`, without the cache for this state."""
    top = s.top
    if top is None or s.asked != only(seat):
        return static_value(s, seat)
    if isinstance(top, Pay):
        paid = s.copy()
        pay_greedily(paid, seat)
        return evaluate(paid, seat)
    return best_completion(s, seat) if isinstance(top, InTurn) and top.is_mid_move() else static_value(s, seat)


def pay_greedily(s: Clan, seat: Seat) -> None:
    """Pays with the tiles that leave the most matching ones; terrain tokens are kept as long as tiles match."""
    top = s.top
    while isinstance(top, Pay) and s.asked == only(seat):
        shown = shown_terrains(s, seat)
        tiles = top.tiles(s)
        best = lowest(tiles)
        most: i64 = -1
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            flipped = shown - bit(face(s, seat, tile) * TILE_BITS) + bit(face(s, seat, tile, 1) * TILE_BITS)
            value = matching_tiles_value(s, flipped)
            if value > most:
                most = value
                best = tile
        s.apply(seat, TILE + best)
        top = s.top


def best_completion(s: Clan, seat: Seat) -> i64:
    """The highest value among the states after each of the seat's choices."""
    out = Choices()
    s.describe(seat, out)
    best: i64 = 0
    first = True
    for action in out.to_list():
        after = s.copy()
        after.apply(seat, action)
        pay_greedily(after, seat)
        value = evaluate(after, seat)
        if first or value > best:
            best = value
            first = False
    return best


def static_value(s: Clan, seat: Seat) -> i64:
    """The seat's lead in points and regions plus its prospects, which fade before the last moon."""
    lead = weighted_lead(s, seat)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    late = overdue_turns(s)
    hurries = lead > 0 or late > 0
    if left <= 0:  # the last moon is due at the end of this turn, or over
        return lead + VICTORY * (1 + late) if hurries else lead - VICTORY
    value = lead + prospects(s, seat) * min(left, FADE_DATES) // FADE_DATES
    dens = convertible_dens(s, seat)
    goals = call_value(s, seat) + lair_value(s, seat, dens) + approach_value(s, seat, dens)
    if hurries:
        return value + (goals + s.weights[IMPATIENCE] * len(s.calendar)) * (1 + late)
    return value + goals * min(left, FADE_DATES) // FADE_DATES


def overdue_turns(s: Clan) -> i64:
    """The number of turns beyond PATIENT_TURNS per seat."""
    return max(s.turns - PATIENT_TURNS * s.seats, 0)


def weighted_lead(s: Clan, seat: Seat) -> i64:
    """Points and expected region points minus those of the opponents: a mix of their mean and their best."""
    values = region_values(s)
    for each in range(s.seats):
        values[each] += total(s, each) * POINT
    best: i64 = 0
    others: i64 = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, values[other])
            others += values[other]
    mean = others // (s.seats - 1)
    return values[seat] - mean - (best - mean) * s.weights[RIVALS] // HUNDRED


def region_values(s: Clan) -> vec[i64]:
    """The expected points of all regions for each seat."""
    values = filled(s.seats, 0)
    for slot in range(s.box.first_region, s.box.slots):
        if s.moons[slot] != NOBODY:
            add_region_value(s, slot, values)
    return values


def add_region_value(s: Clan, slot: Slot, values: vec[i64]) -> None:
    """Adds a region's expected points at its next moons to each seat's value, by current control."""
    strengths = s.map
    start = strength_index(s, slot)
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
    if best == 0:  # no pieces
        return
    first: i64 = 0
    second: i64 = 0
    stack = s.moons[slot]
    moon = stack_top(stack)
    while moon != NOBODY:
        share = moon_weight(s, moon)
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
        values[seat] += s.weights[GRADIENT] * second * (min(max(lead, -MAX_LEAD), MAX_LEAD) + MAX_LEAD) // THOUSAND


def moon_weight(s: Clan, moon: i64) -> i64:
    """The weight in hundredths of current control until this moon."""
    if moon != s.scored:
        return s.weights[LATER]
    return max(
        s.weights[SOON] - s.weights[WAITING] * max(s.box.dates[moon] - len(s.calendar), 0), s.weights[LEAST_SOON]
    )


def prospects(s: Clan, seat: Seat) -> i64:
    """The value of tokens, abilities, pieces, matching tiles and prey."""
    value = s.weights[TERRAIN_TOKEN] * s.terrain_tokens[seat] + s.weights[ACTION_TOKEN] * s.action_tokens[seat]
    for track in range(TRACKS):
        value += s.weights[ABILITY + track] * (ability(s, seat, track) - s.box.values[track * STEPS])
        value += s.weights[PROGRESS + track] * min(s.dens[seat * TRACKS + track], FIRST_DENS)
    value += s.weights[EVERY_WOLF] * s.wolves[seat] + s.weights[EVERY_ALPHA] * piece_count(s, seat, ALPHA)
    value += s.weights[EVERY_DEN] * piece_count(s, seat, DEN) + s.weights[EVERY_LAIR] * s.lairs[seat]
    if s.active == seat:
        value += s.weights[NEXT_TURN]
    return value + matching_tiles_value(s, shown_terrains(s, seat)) + hunt_value(s, seat)


def matching_tiles_value(s: Clan, shown: i64) -> i64:
    """The value of tiles that show the same terrain; `shown` is packed as in `shown_terrains`."""
    value: i64 = 0
    for terrain in range(TERRAINS):
        tiles = (shown >> (terrain * TILE_BITS)) & MOST_TILES
        value += (s.weights[PAIR] if tiles > 1 else 0) + (s.weights[TRIPLE] if tiles > 2 else 0)
    return value


def call_value(s: Clan, seat: Seat) -> i64:
    """The value of lone wolves within howl range, higher if the howl can be paid for."""
    if s.wolves[seat] == WOLVES_ON_BOARD:
        return 0
    near = reach_of(s, seat, HOWL)
    terrains = payable_terrains(s, seat, HOWL)
    lone: i64 = 0
    now: i64 = 0
    for word in range(s.words):
        found = s.map[LONE * s.words + word] & near[word]
        if found:
            lone += count(found)
            now += count(found & fields_of(s, terrains, word))
    return s.weights[CALLABLE] * min(lone, MAX_COUNTED) + s.weights[CALLABLE_NOW] * min(now, MAX_COUNTED)


def convertible_dens(s: Clan, seat: Seat) -> vec[i64]:
    """The spaces with a den that can become a lair."""
    dens = filled(s.words, 0)
    for word in range(s.words):
        dens[word] = transform_spaces(s, seat, word)
    return dens


def lair_value(s: Clan, seat: Seat, dens: vec[i64]) -> i64:
    """The value of dens beside water in regions without an own lair, higher with an alpha beside them."""
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
    return s.weights[DIGGABLE] * min(regions, left) + s.weights[DIGGABLE_NOW] * min(ready, left)


def hunt_value(s: Clan, seat: Seat) -> i64:
    """The points of the next prey times the summed hunt probabilities."""
    hunted = count(s.hunted[seat])
    if hunted == PREYS:
        return 0
    prize = POINT * (s.box.prey_points[hunted + 1] - s.box.prey_points[hunted])
    prize += s.weights[GROWTH] + (s.weights[ACTION_TOKEN] if s.box.prey_bonus != NO_BONUS else 0)
    steps = min(ability(s, seat, SPEED) + 1, s.walls.farthest)
    sure: i64 = 0
    for slot in range(s.box.first_region, s.box.slots):
        if prey_left(s, slot) and not has(s.hunted[seat], prey_kind(s, slot)):
            sure += hunt_chance(s, seat, prey_space(s, slot), steps)
    return prize * sure // HUNDRED


def hunt_chance(s: Clan, seat: Seat, prey: Space, steps: i64) -> i64:
    """The probability in hundredths of hunting one prey with wolves that walk `steps` spaces."""
    words = s.words
    pack = map_row(seat, PACK) * words
    alphas = map_row(seat, ALPHA) * words
    home = prey // WORD  # the six spaces around prey lie on its own board
    around = count((s.map[pack + home] | s.map[alphas + home]) & s.box.near[(s.box.size + prey) * words + home])
    missing = s.box.around - around
    if missing <= 0:
        return s.weights[SURROUNDED]
    sure = s.weights[ONE_MISSING if missing == 1 else TWO_MISSING if missing == 2 else ALL_MISSING]
    within_reach: i64 = 0
    walks = s.walls.walks
    at = (steps * s.box.size + prey) * words
    for word in range(words):
        within_reach += count((s.map[pack + word] | s.map[alphas + word]) & walks[at + word])
    return sure if within_reach >= s.box.around else sure // FAR_HUNT_DIVISOR


def approach_value(s: Clan, seat: Seat, dens: vec[i64]) -> i64:
    """The value of the alphas' distances to pieces that would cover a date: dens to transform, wolves to call."""
    goals = dens[:]
    calls_left = s.wolves[seat] < WOLVES_ON_BOARD
    if calls_left:
        for word in range(s.words):
            goals[word] |= s.map[LONE * s.words + word]
    if size_of(goals) == 0:
        for word in range(s.words):
            goals[word] = all_of_kind(s, DEN, word) & ~s.map[map_row(seat, DEN) * s.words + word]
            if calls_left:
                goals[word] |= all_of_kind(s, PACK, word) & ~s.map[map_row(seat, PACK) * s.words + word]
    value: i64 = 0
    for word in range(s.words):
        alphas = s.map[map_row(seat, ALPHA) * s.words + word]
        while alphas:
            value += s.weights[ATTRACTION] * (FAR - steps_to(s, word * WORD + lowest(alphas), goals))
            alphas &= alphas - 1
    return value


def steps_to(s: Clan, start: Space, goals: vec[i64]) -> i64:
    """The number of steps to the nearest goal, at most FAR."""
    words = s.words
    walks = s.walls.walks
    for steps in range(FAR):
        at = (min(steps, s.walls.farthest) * s.box.size + start) * words
        for word in range(words):
            if walks[at + word] & goals[word]:
                return steps
    return FAR
