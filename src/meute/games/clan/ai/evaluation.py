"""Heuristic evaluation of a state for one seat; in the middle of an action, of its best completion."""

from typing import Final

from meute.ai.evaluation_cache import UNKNOWN, UNTRACKED, EvaluationCache
from meute.ai.evaluator import POINT, THOUSAND, Evaluator
from meute.core.choices import Choices
from meute.core.numbers import NOBODY, count, filled, has, i64, lowest, vec
from meute.core.seats import Seat, only
from meute.games.clan.ai.policy import matching_tiles_value, pay_greedily
from meute.games.clan.ai.weights import (
    ABILITY,
    ACTION_TOKEN,
    ALL_MISSING,
    ATTRACTION,
    CALLABLE,
    CALLABLE_NOW,
    DIGGABLE,
    DIGGABLE_NOW,
    EVERY_ALPHA,
    EVERY_DEN,
    EVERY_LAIR,
    EVERY_WOLF,
    GRADIENT,
    GROWTH,
    IMPATIENCE,
    LATER,
    LEAST_SOON,
    NEXT_TURN,
    ONE_MISSING,
    PROGRESS,
    RIVALS,
    SOON,
    SURROUNDED,
    TERRAIN_TOKEN,
    TWO_MISSING,
    WAITING,
)
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
    NO_BONUS,
    PACK,
    PREYS,
    SLOTS_PER_WORD,
    SPEED,
    STEPS,
    TRACKS,
    WOLVES_ON_BOARD,
    WORD,
    Clan,
    Slot,
    Space,
    ability,
    board_of,
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
"""Values of states along the trails of searches: evaluating an action also evaluates the choices within it."""


def evaluate(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """The heuristic value of the state for the seat; in the middle of an action, that after its best completion. Cached
    by the path hash (`e.trail`) where a search has one."""
    trail = e.trail
    if trail == UNTRACKED:
        return compute_value(e, s, seat)
    found = e.cache.get(trail, seat)
    if found == UNKNOWN:
        found = compute_value(e, s, seat)
        e.cache.put(trail, seat, found)
        e.trail = trail
    return found


def compute_value(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """Like `evaluate`, without the cache for this state."""
    top = s.top
    if top is None or s.to_act != only(seat):
        return static_value(e, s, seat)
    if isinstance(top, Pay):
        paid = s.copy()
        pay_greedily(e, paid, seat)
        return evaluate(e, paid, seat)
    return best_completion(e, s, seat) if isinstance(top, InTurn) and top.is_mid_move() else static_value(e, s, seat)


def best_completion(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """The highest value among the states after each of the seat's choices."""
    out = Choices()
    s.describe(seat, out)
    best: i64 = 0
    first = True
    trail = e.trail
    for action in out.to_list():
        after = s.copy()
        e.trail = trail
        e.apply(after, seat, action)
        pay_greedily(e, after, seat)
        value = evaluate(e, after, seat)
        if first or value > best:
            best = value
            first = False
    return best


def static_value(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """The seat's lead in points and regions plus its prospects, which fade before the last moon."""
    lead = weighted_lead(e, s, seat)
    left = s.box.dates[FULL_MOON] - len(s.calendar)
    late = overdue_turns(s)
    hurries = lead > 0 or late > 0
    if left <= 0:  # the last moon is due at the end of this turn, or over
        return lead + VICTORY * (1 + late) if hurries else lead - VICTORY
    value = lead + prospects(e, s, seat) * min(left, FADE_DATES) // FADE_DATES
    dens = convertible_dens(s, seat)
    goals = call_value(e, s, seat) + lair_value(e, s, seat, dens) + approach_value(e, s, seat, dens)
    if hurries:
        return value + (goals + e.weights[IMPATIENCE] * len(s.calendar)) * (1 + late)
    return value + goals * min(left, FADE_DATES) // FADE_DATES


def overdue_turns(s: Clan) -> i64:
    """The number of turns beyond PATIENT_TURNS per seat."""
    return max(s.turns - PATIENT_TURNS * s.seats, 0)


def weighted_lead(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """Points and expected region points minus those of the opponents: a mix of their mean and their best."""
    values = region_values(e, s)
    for each in range(s.seats):
        values[each] += total(s, each) * POINT
    best: i64 = 0
    others: i64 = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, values[other])
            others += values[other]
    mean = others // (s.seats - 1)
    return values[seat] - mean - (best - mean) * e.weights[RIVALS] // HUNDRED


def region_values(e: Evaluator, s: Clan) -> vec[i64]:
    """The expected points of all regions for each seat."""
    values = filled(s.seats, 0)
    for slot in range(s.box.first_region, s.box.slots):
        if s.moons[slot] != NOBODY:
            add_region_value(e, s, slot, values)
    return values


def add_region_value(e: Evaluator, s: Clan, slot: Slot, values: vec[i64]) -> None:
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
        share = moon_weight(e, s, moon)
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
        values[seat] += e.weights[GRADIENT] * second * (min(max(lead, -MAX_LEAD), MAX_LEAD) + MAX_LEAD) // THOUSAND


def moon_weight(e: Evaluator, s: Clan, moon: i64) -> i64:
    """How much current control of a region counts towards its scoring at this moon, in hundredths."""
    if moon != s.scored:
        return e.weights[LATER]
    return max(
        e.weights[SOON] - e.weights[WAITING] * max(s.box.dates[moon] - len(s.calendar), 0), e.weights[LEAST_SOON]
    )


def prospects(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """The value of tokens, abilities, pieces, matching tiles and prey."""
    value = e.weights[TERRAIN_TOKEN] * s.terrain_tokens[seat] + e.weights[ACTION_TOKEN] * s.action_tokens[seat]
    for track in range(TRACKS):
        value += e.weights[ABILITY + track] * (ability(s, seat, track) - s.box.values[track * STEPS])
        value += e.weights[PROGRESS + track] * min(s.dens[seat * TRACKS + track], FIRST_DENS)
    value += e.weights[EVERY_WOLF] * s.wolves[seat] + e.weights[EVERY_ALPHA] * piece_count(s, seat, ALPHA)
    value += e.weights[EVERY_DEN] * piece_count(s, seat, DEN) + e.weights[EVERY_LAIR] * s.lairs[seat]
    if s.active == seat:
        value += e.weights[NEXT_TURN]
    return value + matching_tiles_value(e, s, shown_terrains(s, seat)) + hunt_value(e, s, seat)


def call_value(e: Evaluator, s: Clan, seat: Seat) -> i64:
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
    return e.weights[CALLABLE] * min(lone, MAX_COUNTED) + e.weights[CALLABLE_NOW] * min(now, MAX_COUNTED)


def convertible_dens(s: Clan, seat: Seat) -> vec[i64]:
    """The spaces with a den that can become a lair."""
    dens = filled(s.words, 0)
    for word in range(s.words):
        dens[word] = transform_spaces(s, seat, word)
    return dens


def lair_value(e: Evaluator, s: Clan, seat: Seat, dens: vec[i64]) -> i64:
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
    return e.weights[DIGGABLE] * min(regions, left) + e.weights[DIGGABLE_NOW] * min(ready, left)


def hunt_value(e: Evaluator, s: Clan, seat: Seat) -> i64:
    """The points of the next prey times the summed hunt probabilities."""
    hunted = count(s.hunted[seat])
    if hunted == PREYS:
        return 0
    prize = POINT * (s.box.prey_points[hunted + 1] - s.box.prey_points[hunted])
    prize += e.weights[GROWTH] + (e.weights[ACTION_TOKEN] if s.box.prey_bonus != NO_BONUS else 0)
    steps = min(ability(s, seat, SPEED) + 1, s.walls.farthest)
    sure: i64 = 0
    for slot in range(s.box.first_region, s.box.slots):
        if prey_left(s, slot) and not has(s.hunted[seat], prey_kind(s, slot)):
            sure += hunt_chance(e, s, seat, prey_space(s, slot), steps)
    return prize * sure // HUNDRED


def hunt_chance(e: Evaluator, s: Clan, seat: Seat, prey: Space, steps: i64) -> i64:
    """The probability in hundredths of hunting one prey with wolves that walk `steps` spaces."""
    words = s.words
    pack = map_row(seat, PACK) * words
    alphas = map_row(seat, ALPHA) * words
    home = prey // WORD  # the six spaces around prey lie on its own board
    around = count((s.map[pack + home] | s.map[alphas + home]) & s.box.near[(s.box.size + prey) * words + home])
    missing = s.box.around - around
    if missing <= 0:
        return e.weights[SURROUNDED]
    sure = e.weights[ONE_MISSING if missing == 1 else TWO_MISSING if missing == 2 else ALL_MISSING]
    within_reach: i64 = 0
    walks = s.walls.walks
    at = (steps * s.box.size + prey) * words
    for word in range(words):
        within_reach += count((s.map[pack + word] | s.map[alphas + word]) & walks[at + word])
    return sure if within_reach >= s.box.around else sure // FAR_HUNT_DIVISOR


def approach_value(e: Evaluator, s: Clan, seat: Seat, dens: vec[i64]) -> i64:
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
            value += e.weights[ATTRACTION] * (FAR - steps_to(s, word * WORD + lowest(alphas), goals))
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
