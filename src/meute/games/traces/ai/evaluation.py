"""Heuristic evaluation of a state for one seat."""

from typing import Final

from meute.ai.evaluator import POINT, Evaluator
from meute.core.numbers import NOBODY, bit, count, first_n, has, i64, lowest, shift, vec, without
from meute.core.seats import Seat
from meute.games.traces.ai.policy import (
    FRAIL,
    fight_value,
    pack_capacity,
    plan_tokens,
    win_chance_before_fight,
    win_chance_in_duel,
)
from meute.games.traces.ai.weights import (
    FIT_POINT,
    FRAIL_POINT,
    HUNT_SHARE,
    LIFE,
    LONE_SEX,
    NO_SEX,
    PACK_POINT,
    PACK_PUP,
    PREY_OPEN,
    RANK,
    RENOWN,
    WEAK_PACK,
)
from meute.games.traces.rules.fights import Duel
from meute.games.traces.rules.pack import bury, exclude, normalise, recognise, recognise_boldest, strengthen
from meute.games.traces.rules.phases import feed, lose_prey
from meute.games.traces.rules.preparation import Placement, next_cell
from meute.games.traces.scoring import EXTINCT, final_places, rank_points
from meute.games.traces.state import (
    FIGHTERS,
    FIGHTING,
    HOWLING,
    HUNTING,
    LETTERS,
    MALE,
    OPEN,
    PHASES,
    PLACEMENT,
    RAISING,
    SEXES,
    SOLITARY,
    TOKEN_BITS,
    WOLVES,
    Traces,
    Wolf,
    boldest,
    effort,
    free_tokens,
    index_of,
    open_prey,
    order_of_play,
    owner,
    points,
    prey_count,
    pup_count,
    row_of,
    sex_of,
    token,
    wolves_of,
)

WIN_VALUE: Final = 1000000

CAPACITY_PER_SEAT: Final = 12
"""Hunt capacity per seat below which the pack is in danger."""
ENOUGH_PREY: Final = 3

FED_HUNTERS: Final = 9
"""Number of hunters that find small prey in a simulated year."""
BEST_CATCH: Final = 2
HUNTERS_PER_CATCH: Final = 3
"""Number of consecutive hunters with the same simulated catch."""
AVERAGE_WOUND: Final = 5


def evaluate(e: Evaluator, s: Traces, seat: Seat) -> i64:
    """The seat's lead over the best other seat, plus the health of the pack, on which all depend."""
    if s.ended == EXTINCT:
        return -WIN_VALUE
    if s.ended != NOBODY:
        return lead(e, s, seat) + (WIN_VALUE if final_places(s)[seat] == 1 else 0)
    part = s.part()
    if part == PLACEMENT:
        return simulated_value(e, s, seat, RAISING)
    if part == SOLITARY:
        return simulated_value(e, s, seat, HUNTING)
    if part == HOWLING:
        return simulated_value(e, s, seat, FIGHTING)
    total = lead(e, s, seat) + pack_value(e, s)
    duel = s.on_top(Duel)
    if duel is not None:
        for side in range(FIGHTERS):
            if duel.seats[side] == seat:
                total += fight_value(
                    e, s, duel.wolves[side], duel.wolves[1 - side], win_chance_in_duel(e, s, duel, side)
                )
    return total


def simulated_value(e: Evaluator, s: Traces, seat: Seat, phase: i64) -> i64:
    """The value after simulating the year from this phase up to the fights, plus the expected value of the fights."""
    year = simulate_year(e, s, seat, phase)
    return lead(e, year, seat) + pack_value(e, year) + fights_value(e, year, seat)


def lead(e: Evaluator, s: Traces, seat: Seat) -> i64:
    """A seat's prospects minus those of the best other seat."""
    ranks = rank_points(s)
    best: i64 = -WIN_VALUE
    for other in range(s.seats):
        if other != seat:
            value = prospects(e, s, other, ranks)
            best = value if value > best else best
    return prospects(e, s, seat, ranks) - best


def prospects(e: Evaluator, s: Traces, seat: Seat, ranks: vec[i64]) -> i64:
    """A seat's points plus the expected points of its wolves and pups."""
    total = (points(s, seat) - s.lost[seat * 2] * s.box.death - s.lost[seat * 2 + 1] * s.box.exclusion) * POINT
    total += s.pups[seat] * e.weights[LIFE] // 2
    if s.ended != NOBODY:
        return total
    wolves = wolves_of(s, seat) & s.pack
    for wolf in range(WOLVES):
        if has(wolves, wolf):
            total += wolf_value(e, s, wolf) + ranks[wolf] * e.weights[RANK]
    return total


def wolf_value(e: Evaluator, s: Traces, wolf: Wolf) -> i64:
    """The value of a wolf by strength and renown; the omega lacks the LIFE bonus, since it is likely to be excluded."""
    strength = s.strength[wolf]
    frail = strength if strength < FRAIL else FRAIL
    life: i64 = 0 if wolf == s.omega else e.weights[LIFE]
    fit = frail * e.weights[FRAIL_POINT] + (strength - frail) * e.weights[FIT_POINT]
    return life + fit + s.renown[wolf] * e.weights[RENOWN]


def pack_value(e: Evaluator, s: Traces) -> i64:
    """The health of the pack: size, strength, both sexes, hunt capacity and open prey."""
    size = 2 * count(s.pack) + pup_count(s)
    total = (size if size < 4 * s.seats else 4 * s.seats) * e.weights[PACK_PUP]
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            total += s.strength[wolf] * e.weights[PACK_POINT]
    for sex in range(2):
        if s.size[sex] == 1:
            total -= e.weights[LONE_SEX]
        elif s.size[sex] == 0:
            total -= e.weights[NO_SEX]
    missing = CAPACITY_PER_SEAT * s.seats - pack_capacity(s)
    if missing > 0:
        total -= missing * e.weights[WEAK_PACK]
    prey = prey_count(s, OPEN)
    return total + (prey if prey < ENOUGH_PREY else ENOUGH_PREY) * e.weights[PREY_OPEN]


def simulate_year(e: Evaluator, s: Traces, seat: Seat, begin: i64) -> Traces:
    """A copy of the state after the phases from `begin` up to the fights: the seat's empty boxes get the planned
    tokens, and chance is average."""
    year = s.copy()
    fill_board(e, year, seat)
    for phase in range(begin, PHASES):
        if phase == RAISING and pup_count(year) == 0:
            continue
        for wolf in range(WOLVES):
            if has(year.pack, wolf):
                year.strength[wolf] -= year.box.spirals[token(year, wolf, phase)]
        bury_dead(year)
        if phase == RAISING:
            simulate_raising(year)
        elif phase == SOLITARY:
            simulate_solitary_hunt(year)
        elif phase == HUNTING:
            simulate_pack_hunt(year)
        elif phase == HOWLING:
            total = effort(year, HOWLING)
            if total < year.box.howl_low and open_prey(year):
                lose_prey(year, seat, lowest(open_prey(year)))
            recognise_boldest(year, HOWLING)
    return year


def fill_board(e: Evaluator, s: Traces, seat: Seat) -> None:
    """Places the planned tokens, or the next smaller ones, in the seat's remaining boxes."""
    top = s.on_top(Placement)
    if top is None:
        return
    wanted = plan_tokens(e, s, seat, e.weights[HUNT_SHARE])
    free = free_tokens(s, seat)
    cell = next_cell(s, seat, top.answers[seat])
    while cell != NOBODY:
        value = wanted[cell]
        while not has(free, value):
            value -= 1
        s.plan[s.colours[seat] * LETTERS + cell // PHASES] |= shift(value, cell % PHASES * TOKEN_BITS)
        free = without(free, value) | 1
        cell = next_cell(s, seat, cell)


def bury_dead(s: Traces) -> None:
    """Calls `bury` if a wolf has died."""
    for wolf in range(WOLVES):
        if has(s.pack, wolf) and s.strength[wolf] < 1:
            bury(s)
            return


def simulate_raising(s: Traces) -> None:
    """Simulates phase 1: as many pups survive as the effort feeds; renown for the highest token."""
    raised = effort(s, RAISING) // s.box.pup_needs
    pups = pup_count(s)
    for other in range(s.seats):
        if raised < pups:
            s.pups[other] = (2 * s.pups[other] * raised + pups) // (2 * pups)
    recognise_boldest(s, RAISING)


def simulate_solitary_hunt(s: Traces) -> None:
    """Simulates phase 2: the first hunters make the best catch; late hunters and non-hunters lose strength."""
    line = order_of_play(s, SOLITARY, first_n(SEXES))
    fed: i64 = 0
    for k in range(WOLVES):
        if line[k] != NOBODY and k < FED_HUNTERS:
            strengthen(s, line[k], BEST_CATCH - k // HUNTERS_PER_CATCH if k // HUNTERS_PER_CATCH < BEST_CATCH else 0)
            fed |= bit(line[k])
    for wolf in range(WOLVES):
        if has(s.pack & ~fed, wolf):
            s.strength[wolf] -= s.box.no_prey_loss
    bury_dead(s)


def simulate_pack_hunt(s: Traces) -> None:
    """Simulates phase 3 with an average wound: feeding, renown and exclusion of the omega."""
    total = effort(s, HUNTING)
    hunter = boldest(s, HUNTING)
    if s.hunted != NOBODY and hunter != NOBODY:
        if s.box.red[s.hunted] <= total < s.box.black[s.hunted]:
            s.strength[hunter] -= AVERAGE_WOUND
            bury_dead(s)
    if s.hunted != NOBODY and total >= s.box.green[s.hunted]:
        feed(s)
        if hunter != NOBODY and has(s.pack, hunter):
            recognise(s, hunter)
    else:
        for other in range(s.seats):
            s.pups[other] = 0
        for wolf in range(WOLVES):
            if has(s.pack, wolf):
                s.strength[wolf] -= s.box.famine_loss
        bury_dead(s)
    if s.omega != NOBODY and not s.opt.omega_stays:
        exclude(s, s.omega)
        normalise(s)


def fights_value(e: Evaluator, s: Traces, seat: Seat) -> i64:
    """The expected gain and loss of the seat's wolves in the fights, by the tokens placed there."""
    total: i64 = 0
    for wolf in range(WOLVES):
        if not has(s.pack & wolves_of(s, seat), wolf) or index_of(s, wolf) == NOBODY:
            continue
        gain: i64 = 0
        harm: i64 = 0
        for rival in range(WOLVES):
            if not has(s.pack, rival) or owner(s, rival) == seat or sex_of(s, rival) != sex_of(s, wolf):
                continue
            if index_of(s, rival) == NOBODY:
                continue
            attack = attack_value(e, s, wolf, rival)
            gain = attack if attack > gain else gain
            if attack_value(e, s, rival, wolf) > 0:
                loss = loss_against(e, s, wolf, rival)
                harm = loss if loss > harm else harm
        total += (gain - harm) // 2
    return total


def attack_value(e: Evaluator, s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """The value of an attack for the attacker; 0 if it may not attack."""
    if token(s, wolf, FIGHTING) == 0 or (sex_of(s, wolf) == MALE and index_of(s, wolf) != index_of(s, rival) + 1):
        return 0
    if token(s, rival, FIGHTING) == 0:
        lines = row_of(s, wolf) - row_of(s, rival)
        return POINT + (lines * e.weights[RANK] if lines > 0 else 0)
    return fight_value(e, s, wolf, rival, win_chance_before_fight(e, s, wolf, rival))


def loss_against(e: Evaluator, s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """The loss of a wolf that this rival attacks: the smaller one of fighting and submitting."""
    lines = row_of(s, rival) - row_of(s, wolf)
    given = e.weights[RENOWN] + (lines * e.weights[RANK] if lines > 0 else 0)
    given += e.weights[LIFE] if s.renown[wolf] == 1 else 0
    if token(s, wolf, FIGHTING) == 0:
        return given
    fought = -fight_value(e, s, wolf, rival, win_chance_before_fight(e, s, wolf, rival))
    return fought if fought < given else given
