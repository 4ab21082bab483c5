"""Heuristic evaluation of a state for one seat, and prior of an action."""

from typing import Final

from meute.core.game import NEVER, POINT
from meute.core.numbers import NOBODY, bit, count, first_n, has, i64, lowest, shift, vec, without
from meute.core.seats import Seat
from meute.games.traces import actions
from meute.games.traces.planning import (
    GENEROUS_SHARE,
    HUNDRED,
    pack_capacity,
    plan_tokens,
    planned_action,
    prey_prior,
    pups_prior,
)
from meute.games.traces.rules.fights import FIGHTERS, Duel, RankFights
from meute.games.traces.rules.pack import bury, exclude, normalise, recognise, recognise_boldest, strengthen
from meute.games.traces.rules.phases import feed, lose_prey
from meute.games.traces.rules.preparation import Placement, next_cell
from meute.games.traces.scoring import EXTINCT, final_places, rank_points
from meute.games.traces.state import (
    CARDS,
    FEMALE,
    FIGHTING,
    HOWLING,
    HUNTING,
    LETTERS,
    LEVELS,
    MALE,
    OPEN,
    PHASES,
    PLACEMENT,
    RAISING,
    SEXES,
    SOLITARY,
    TOKEN_BITS,
    TOKENS,
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
from meute.games.traces.weights import (
    ALPHA_FALL,
    FIT_POINT,
    FRAIL_POINT,
    HUNT_SHARE,
    LIFE,
    LONE_SEX,
    NO_SEX,
    PACK_POINT,
    PACK_PUP,
    PER_CARD,
    PER_TOKEN,
    PREY_OPEN,
    RANK,
    RENOWN,
    UNSURE_MATE,
    WEAK_PACK,
    WOUND,
)

WIN_VALUE: Final = 1000000
MAX_TOKEN_GAP: Final = 4
"""Largest difference between a token with a prior above NEVER and the planned one."""

FRAIL: Final = 6
CAPACITY_PER_SEAT: Final = 12
"""Hunt capacity per seat below which the pack is in danger."""
ENOUGH_PREY: Final = 3

FED_HUNTERS: Final = 9
"""Number of hunters that find small prey in a simulated year."""
BEST_CATCH: Final = 2
HUNTERS_PER_CATCH: Final = 3
"""Number of consecutive hunters with the same simulated catch."""
AVERAGE_WOUND: Final = 5

EVEN_CHANCE: Final = 50
MAX_CHANCE: Final = 95


def evaluate(s: Traces, seat: Seat) -> i64:
    """The seat's lead over the best other seat, plus the health of the pack, on which all depend."""
    if s.ended == EXTINCT:
        return -WIN_VALUE
    if s.ended != NOBODY:
        return lead(s, seat) + (WIN_VALUE if final_places(s)[seat] == 1 else 0)
    part = s.part()
    if part == PLACEMENT:
        return simulated_value(s, seat, RAISING)
    if part == SOLITARY:
        return simulated_value(s, seat, HUNTING)
    if part == HOWLING:
        return simulated_value(s, seat, FIGHTING)
    total = lead(s, seat) + pack_value(s)
    duel = s.top
    if isinstance(duel, Duel):
        for side in range(FIGHTERS):
            if duel.seats[side] == seat:
                total += fight_value(s, duel.wolves[side], duel.wolves[1 - side], win_chance_in_duel(s, duel, side))
    return total


def simulated_value(s: Traces, seat: Seat, phase: i64) -> i64:
    """The value after simulating the year from this phase up to the fights, plus the expected value of the fights."""
    year = simulate_year(s, seat, phase)
    return lead(year, seat) + pack_value(year) + fights_value(year, seat)


def lead(s: Traces, seat: Seat) -> i64:
    """A seat's prospects minus those of the best other seat."""
    ranks = rank_points(s)
    best: i64 = -WIN_VALUE
    for other in range(s.seats):
        if other != seat:
            value = prospects(s, other, ranks)
            best = value if value > best else best
    return prospects(s, seat, ranks) - best


def prospects(s: Traces, seat: Seat, ranks: vec[i64]) -> i64:
    """A seat's points plus the expected points of its wolves and pups."""
    total = (points(s, seat) - s.lost[seat * 2] * s.box.death - s.lost[seat * 2 + 1] * s.box.exclusion) * POINT
    total += s.pups[seat] * s.weights[LIFE] // 2
    if s.ended != NOBODY:
        return total
    wolves = wolves_of(s, seat) & s.pack
    for wolf in range(WOLVES):
        if has(wolves, wolf):
            total += wolf_value(s, wolf) + ranks[wolf] * s.weights[RANK]
    return total


def wolf_value(s: Traces, wolf: Wolf) -> i64:
    """The value of a wolf by strength and renown; the omega lacks the LIFE bonus, since it is likely to be excluded."""
    strength = s.strength[wolf]
    frail = strength if strength < FRAIL else FRAIL
    life: i64 = 0 if wolf == s.omega else s.weights[LIFE]
    fit = frail * s.weights[FRAIL_POINT] + (strength - frail) * s.weights[FIT_POINT]
    return life + fit + s.renown[wolf] * s.weights[RENOWN]


def pack_value(s: Traces) -> i64:
    """The health of the pack: size, strength, both sexes, hunt capacity and open prey."""
    size = 2 * count(s.pack) + pup_count(s)
    total = (size if size < 4 * s.seats else 4 * s.seats) * s.weights[PACK_PUP]
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            total += s.strength[wolf] * s.weights[PACK_POINT]
    for sex in range(2):
        if s.size[sex] == 1:
            total -= s.weights[LONE_SEX]
        elif s.size[sex] == 0:
            total -= s.weights[NO_SEX]
    missing = CAPACITY_PER_SEAT * s.seats - pack_capacity(s)
    if missing > 0:
        total -= missing * s.weights[WEAK_PACK]
    prey = prey_count(s, OPEN)
    return total + (prey if prey < ENOUGH_PREY else ENOUGH_PREY) * s.weights[PREY_OPEN]


def prior(s: Traces, seat: Seat, action: i64) -> i64:
    """Prior of an action, in addition to the value of the state it leads to."""
    if actions.PLACE <= action < actions.CATCH:
        return token_prior(s, seat, action - actions.PLACE)
    if action < actions.ADD:
        return 0
    if actions.ADD <= action < actions.PLEDGE:
        return pups_prior(s, seat, action - actions.ADD)
    if actions.PLEDGE <= action < actions.BALLOT:
        level = (action - actions.PLEDGE) % LEVELS
        return prey_prior(s, (action - actions.PLEDGE) // LEVELS) + (1 if level == 2 else 0)
    if actions.BALLOT <= action < actions.DECIDE:
        return prey_prior(s, action - actions.BALLOT)
    if actions.DECIDE <= action < actions.PLACE:
        return prey_prior(s, action - actions.DECIDE)
    if actions.DROP <= action < actions.ATTACK:
        return -prey_prior(s, action - actions.DROP)
    if actions.ATTACK <= action < actions.PASS:
        return attack_prior(s, seat, action)
    if actions.CARD <= action < actions.DEPART:
        return combat_card_prior(s, seat, action - actions.CARD)
    if actions.DEPART <= action < actions.JOIN:
        return departure_prior(s, seat, action - actions.DEPART)
    if actions.JOIN <= action < actions.STAY_OUT:
        return s.weights[LIFE]
    if action == actions.ALLOW:
        return s.weights[LIFE] if count(s.pack) < 2 * s.seats else 0
    return 0


def token_prior(s: Traces, seat: Seat, placed: i64) -> i64:
    """Prior of a token: the nearer to the planned one the higher; for the hunt never below the planned one."""
    cell = placed // actions.VALUES
    gap = placed % actions.VALUES - plan_tokens(s, seat, s.weights[HUNT_SHARE])[cell]
    if gap > MAX_TOKEN_GAP or gap < (0 if cell % PHASES == HUNTING else -MAX_TOKEN_GAP):
        return NEVER * (gap if gap > 0 else -gap)
    return -gap if gap > 0 else gap


def forced_move(s: Traces, seat: Seat) -> i64:
    """The next token of the seat's plan while tokens are placed; else NOBODY."""
    top = s.top
    if not isinstance(top, Placement):
        return NOBODY
    return planned_action(s, seat, next_cell(s, seat, top.answers[seat]), s.weights[HUNT_SHARE])


def team_move(s: Traces, seat: Seat) -> i64:
    """The action of a cooperative player; NOBODY where the pack is not concerned.

    It gives the hunt more than its share, chooses prey and pups by prior, does not attack, and its young wolves stay.
    """
    options = s.legal_actions(seat)
    first = options[0]
    if actions.PLACE <= first < actions.CATCH:
        return planned_action(s, seat, (first - actions.PLACE) // actions.VALUES, GENEROUS_SHARE)
    if first == actions.PASS or first == actions.DEPART:
        return first
    if actions.ADD <= first < actions.PLACE or actions.DROP <= first < actions.ATTACK or first >= actions.STAY_OUT:
        return max(options, key=lambda action: prior(s, seat, action))
    return NOBODY


def simulate_year(s: Traces, seat: Seat, begin: i64) -> Traces:
    """A copy of the state after the phases up to the fights: the seat's empty boxes as planned, average chance."""
    year = s.copy()
    fill_board(year, seat)
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


def fill_board(s: Traces, seat: Seat) -> None:
    """Places the planned tokens, or the next smaller ones, in the seat's remaining boxes."""
    top = s.top
    if not isinstance(top, Placement):
        return
    wanted = plan_tokens(s, seat, s.weights[HUNT_SHARE])
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


def fights_value(s: Traces, seat: Seat) -> i64:
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
            attack = attack_value(s, wolf, rival)
            gain = attack if attack > gain else gain
            if attack_value(s, rival, wolf) > 0:
                loss = loss_against(s, wolf, rival)
                harm = loss if loss > harm else harm
        total += (gain - harm) // 2
    return total


def attack_value(s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """The value of an attack for the attacker; 0 if it may not attack."""
    if token(s, wolf, FIGHTING) == 0 or (sex_of(s, wolf) == MALE and index_of(s, wolf) != index_of(s, rival) + 1):
        return 0
    if token(s, rival, FIGHTING) == 0:
        lines = row_of(s, wolf) - row_of(s, rival)
        return POINT + (lines * s.weights[RANK] if lines > 0 else 0)
    return fight_value(s, wolf, rival, win_chance_before_fight(s, wolf, rival))


def loss_against(s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """The loss of a wolf that this rival attacks: the smaller one of fighting and submitting."""
    lines = row_of(s, rival) - row_of(s, wolf)
    given = s.weights[RENOWN] + (lines * s.weights[RANK] if lines > 0 else 0)
    given += s.weights[LIFE] if s.renown[wolf] == 1 else 0
    if token(s, wolf, FIGHTING) == 0:
        return given
    fought = -fight_value(s, wolf, rival, win_chance_before_fight(s, wolf, rival))
    return fought if fought < given else given


def win_chance_before_fight(s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """Estimated chance to win a fight, in percent: by tokens and extra cards."""
    cards: i64 = 0
    if s.strength[wolf] != s.strength[rival]:
        cards += 1 if s.strength[wolf] > s.strength[rival] else -1
    if s.renown[wolf] != s.renown[rival]:
        cards += 1 if s.renown[wolf] > s.renown[rival] else -1
    return win_chance(s, token(s, wolf, FIGHTING) - token(s, rival, FIGHTING), cards)


def win_chance_in_duel(s: Traces, duel: Duel, side: i64) -> i64:
    """Estimated chance to win a running duel, in percent: by scores and cards left."""
    cards = duel.held[side] + duel.draws[side] - duel.held[1 - side] - duel.draws[1 - side]
    return win_chance(s, duel.scores[side] - duel.scores[1 - side], cards)


def win_chance(s: Traces, ahead: i64, cards: i64) -> i64:
    """Estimated chance to win a fight, in percent, by the advantage in points and in cards."""
    chance = EVEN_CHANCE + (s.weights[PER_TOKEN] * ahead + s.weights[PER_CARD] * cards) // HUNDRED
    return MAX_CHANCE if chance > MAX_CHANCE else (HUNDRED - MAX_CHANCE if chance < HUNDRED - MAX_CHANCE else chance)


def fight_value(s: Traces, wolf: Wolf, rival: Wolf, chance: i64) -> i64:
    """The expected value of a fight for `wolf`, by its chance to win in percent."""
    lines = row_of(s, wolf) - row_of(s, rival)
    win: i64 = s.weights[RENOWN] + (lines * s.weights[RANK] if lines > 0 else 0)
    loss: i64 = s.weights[RENOWN] - (lines * s.weights[RANK] if lines < 0 else 0)
    if index_of(s, wolf) == 0:
        loss += s.weights[ALPHA_FALL]
    if s.renown[wolf] == 1:
        loss += s.weights[LIFE]
    if sex_of(s, wolf) == FEMALE:
        loss += s.weights[WOUND]
        if s.strength[wolf] <= FRAIL:
            loss += s.weights[WOUND] + s.weights[LIFE]
    return (win * chance - loss * (HUNDRED - chance)) // HUNDRED


def attack_prior(s: Traces, seat: Seat, action: i64) -> i64:
    """Prior of an attack."""
    fights = s.top
    if not isinstance(fights, RankFights):
        return 0
    rival = action - actions.ATTACK
    if not fights.can_fight(s, rival):
        weak = count(s.pack) <= s.seats + 2 and s.renown[rival] == 1
        return -2 * s.weights[LIFE] if weak else 0
    return fight_value(s, fights.attacker, rival, win_chance_before_fight(s, fights.attacker, rival)) - s.weights[RANK]


def departure_prior(s: Traces, seat: Seat, letters: i64) -> i64:
    """Prior of leaving: a cost per wolf without a mate of the seat's own, since other players' wolves tend to stay."""
    balance: i64 = 0
    for letter in range(LETTERS):
        if has(letters, letter):
            balance += 1 if sex_of(s, s.colours[seat] * LETTERS + letter) == MALE else -1
    return -s.weights[UNSURE_MATE] * (balance if balance > 0 else -balance)


def combat_card_prior(s: Traces, seat: Seat, card: i64) -> i64:
    """Prior of a combat card: its average gain against the cards that the opponent may hold."""
    duel = s.top
    if not isinstance(duel, Duel):
        return 0
    theirs = first_n(CARDS) & ~duel.played[1 - duel.side(seat)]
    total: i64 = 0
    for other in range(CARDS):
        if has(theirs, other):
            gap = card - other if card > other else other - card
            points_lost = s.box.losses[gap] if gap < s.box.defeat else TOKENS
            total += points_lost if card > other else -points_lost
    return total * POINT // count(theirs)
