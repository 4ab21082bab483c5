"""Plans the tokens on a seat's board, values fights, and gives priors of actions."""

from typing import Final

from meute.ai.evaluator import NEVER, POINT, Evaluator
from meute.core.chance import Generator
from meute.core.numbers import NOBODY, NOTHING, Mask, bit, count, filled, first_n, has, i64, lowest, nth, vec
from meute.core.seats import Seat
from meute.games.traces import actions
from meute.games.traces.actions import ABSTAIN, PLACE, VALUES
from meute.games.traces.ai.weights import (
    ALPHA_FALL,
    HOWL_SHARE,
    HUNT_SHARE,
    KEPT,
    LIFE,
    PER_CARD,
    PER_TOKEN,
    RAISING_SHARE,
    RANK,
    RENOWN,
    SPENT,
    UNSURE_MATE,
    WOUND,
)
from meute.games.traces.rules.fights import Duel, RankFights
from meute.games.traces.rules.preparation import Placement, next_cell
from meute.games.traces.state import (
    CARDS,
    FEMALE,
    FIGHTING,
    HOWLING,
    HUNTING,
    LETTERS,
    LEVELS,
    MALE,
    PHASES,
    RAISING,
    SOLITARY,
    TOKENS,
    WOLVES,
    Prey,
    Traces,
    Wolf,
    free_tokens,
    index_of,
    owner,
    pup_count,
    row_of,
    sex_of,
    token,
)
from meute.games.traces.view import TokenSampler

EVEN_CHANCE: Final = 50
MAX_CHANCE: Final = 95
RANDOM_TOKEN_ODDS: Final = 20
"""One sampled token in RANDOM_TOKEN_ODDS is any free one instead of one near the plan."""
NEAR_TOKENS: Final = 1
"""Largest distance of a sampled token from the planned one, where that is free."""
MAX_TOKEN_GAP: Final = 4
"""Largest difference between a token with a prior above NEVER and the planned one."""
FRAIL: Final = 6

ABSTAIN_COST: Final = 1000000
HIGHEST_TOKEN: Final = 15
HUNDRED: Final = 100
GENEROUS_SHARE: Final = 150
"""Hunt share of a seat that makes up for others, in hundredths."""


class PlannedTokens(TokenSampler):
    """Samples tokens near those that the heuristic plan would place."""

    def __init__(self, e: Evaluator) -> None:
        self.evaluator = e
        self.wanted = NOTHING

    def expect(self, s: Traces, seat: Seat) -> None:
        self.wanted = plan_tokens(self.evaluator, s, seat, self.evaluator.weights[HUNT_SHARE])

    def sample(self, left: Mask, cell: i64, rng: Generator) -> i64:
        return sample_token(left, self.wanted[cell], rng)


def pups_prior(s: Traces, seat: Seat, letters: i64) -> i64:
    """Prior of adding pups: POINT for each pup of the sex that has fewer wolves in the columns."""
    rare = FEMALE if s.size[FEMALE] < s.size[MALE] else MALE
    total: i64 = 0
    for letter in range(LETTERS):
        if has(letters, letter) and sex_of(s, s.colours[seat] * LETTERS + letter) == rare:
            total += POINT
    return total


def hunt_capacity(s: Traces, wolf: Wolf) -> i64:
    """The effort that a wolf can give to one hunt without ruining itself, in hundredths."""
    able = 200 + 75 * s.strength[wolf]
    return able if able < 1100 else 1100


def pack_capacity(s: Traces) -> i64:
    """The effort that the whole pack can give to one hunt."""
    total: i64 = 0
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            total += hunt_capacity(s, wolf)
    return total // 100


def prey_prior(s: Traces, prey: Prey) -> i64:
    """Prior of hunting a prey: higher for a low effort, an effort within the pack's capacity, and enough food."""
    if prey == ABSTAIN:
        return -ABSTAIN_COST
    able = pack_capacity(s)
    short = s.box.black[prey] * 95 // 100 - able
    hungry = count(s.pack) * s.box.food_wolf + pup_count(s) * s.box.food_pup - s.box.food[prey]
    total = -s.box.black[prey] * 12
    if short > 0:
        total -= 300 + short * 80
    if hungry > 0:
        total -= hungry * 60
    return total


def planned_action(e: Evaluator, s: Traces, seat: Seat, cell: i64, hunt_share: i64) -> i64:
    """The action that places the planned token, or the next smaller free one, in a box."""
    free = free_tokens(s, seat)
    value = plan_tokens(e, s, seat, hunt_share)[cell]
    while not has(free, value):
        value -= 1
    return PLACE + cell * VALUES + value


def plan_tokens(e: Evaluator, s: Traces, seat: Seat, hunt_share: i64) -> vec[i64]:
    """The tokens for all boxes of a seat: its share of the pack's needs, fittest wolves first; the rest for fights."""
    reserve = e.weights[KEPT] // HUNDRED
    most = e.weights[SPENT] // HUNDRED
    board = filled(LETTERS * PHASES, 0)
    spare = filled(LETTERS, 0)
    free: i64 = first_n(TOKENS + 1) - 1
    base = s.colours[seat] * LETTERS
    for letter in range(LETTERS):
        wolf = base + letter
        if has(s.pack, wolf):
            rest = s.strength[wolf] - reserve - (1 if index_of(s, wolf) == 0 else 0)
            spare[letter] = 0 if rest < 0 else (rest if rest < most else most)
    for letter in range(LETTERS):  # the smallest tokens suffice for the solitary hunt
        if has(s.pack, base + letter):
            value = lowest(free)
            board[letter * PHASES + SOLITARY] = value
            free &= ~bit(value)
    free = assign_share(s, seat, HUNTING, hunt_need(s), hunt_share, board, spare, free)
    free = assign_share(s, seat, RAISING, pup_count(s) * s.box.pup_needs, e.weights[RAISING_SHARE], board, spare, free)
    free = assign_share(s, seat, HOWLING, s.box.howl_low + 1, e.weights[HOWL_SHARE], board, spare, free)
    for letter in range(LETTERS):  # a wolf without a token in the fights must submit
        if has(s.pack, base + letter):
            value = best_token(s, free, HIGHEST_TOKEN, spare[letter])
            board[letter * PHASES + FIGHTING] = value
            free &= ~bit(value)
    return board


def hunt_need(s: Traces) -> i64:
    """The effort to plan for: a kill without a wound if possible, else a kill."""
    if s.hunted == NOBODY:
        return 0
    able = pack_capacity(s) * 115 // 100
    return s.box.black[s.hunted] + 1 if able >= s.box.black[s.hunted] else s.box.green[s.hunted] + 1


def assign_share(
    s: Traces, seat: Seat, phase: i64, need: i64, part: i64, board: vec[i64], spare: vec[i64], free: i64
) -> i64:
    """Assigns `part` hundredths of the seat's share of a need to its wolves, the fittest first; returns the free
    tokens."""
    base = s.colours[seat] * LETTERS
    own: i64 = 0
    pack_total: i64 = 0
    left: i64 = 0
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            pack_total += hunt_capacity(s, wolf)
            if owner(s, wolf) == seat:
                own += hunt_capacity(s, wolf)
                left += 1
    need = need * part // HUNDRED
    if own == 0 or need <= 0:
        return free
    rest = (need * own + pack_total - 1) // pack_total
    done: i64 = 0
    while left > 0:
        fittest: i64 = NOBODY
        for letter in range(LETTERS):
            if has(s.pack, base + letter) and not has(done, letter):
                if fittest == NOBODY or payment_order(s, base, letter, spare) > payment_order(s, base, fittest, spare):
                    fittest = letter
        done |= bit(fittest)
        value = best_token(s, free, (rest + left - 1) // left, spare[fittest])
        board[fittest * PHASES + phase] = value
        free &= ~bit(value)
        spare[fittest] -= s.box.spirals[value]
        rest -= value
        left -= 1
        if rest <= 0:
            break
    return free


def payment_order(s: Traces, base: i64, letter: i64, spare: vec[i64]) -> i64:
    """Sort key of the wolf that pays first: strength to spare, then strength."""
    return spare[letter] * 20 + s.strength[base + letter]


def best_token(s: Traces, free: i64, least: i64, spare: i64) -> i64:
    """The smallest affordable free token of at least this value, else the largest affordable one; 0 if none."""
    best: i64 = 0
    for value in range(1, TOKENS + 1):
        if has(free, value) and s.box.spirals[value] <= spare:
            best = value
            if value >= least:
                break
    return best


def prior(e: Evaluator, s: Traces, seat: Seat, action: i64) -> i64:
    """Prior of an action, in addition to the value of the state it leads to."""
    if actions.PLACE <= action < actions.CATCH:
        return token_prior(e, s, seat, action - actions.PLACE)
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
        return attack_prior(e, s, seat, action)
    if actions.CARD <= action < actions.DEPART:
        return combat_card_prior(s, seat, action - actions.CARD)
    if actions.DEPART <= action < actions.JOIN:
        return departure_prior(e, s, seat, action - actions.DEPART)
    if actions.JOIN <= action < actions.STAY_OUT:
        return e.weights[LIFE]
    if action == actions.ALLOW:
        return e.weights[LIFE] if count(s.pack) < 2 * s.seats else 0
    return 0


def token_prior(e: Evaluator, s: Traces, seat: Seat, placed: i64) -> i64:
    """Prior of a token: the higher, the nearer it is to the planned one; a multiple of NEVER if it is too far from it
    or, for the hunt, below it."""
    cell = placed // actions.VALUES
    gap = placed % actions.VALUES - plan_tokens(e, s, seat, e.weights[HUNT_SHARE])[cell]
    if gap > MAX_TOKEN_GAP or gap < (0 if cell % PHASES == HUNTING else -MAX_TOKEN_GAP):
        return NEVER * (gap if gap > 0 else -gap)
    return -gap if gap > 0 else gap


def forced_move(e: Evaluator, s: Traces, seat: Seat) -> i64:
    """The next token of the seat's plan while tokens are placed; else NOBODY."""
    top = s.on_top(Placement)
    if top is None:
        return NOBODY
    return planned_action(e, s, seat, next_cell(s, seat, top.answers[seat]), e.weights[HUNT_SHARE])


def team_move(e: Evaluator, s: Traces, seat: Seat) -> i64:
    """The action of a cooperative player; NOBODY where the pack is not concerned.

    It gives the hunt more than its share, chooses prey and pups by prior, does not attack, and its young wolves stay.
    """
    options = s.legal_actions(seat)
    first = options[0]
    if actions.PLACE <= first < actions.CATCH:
        return planned_action(e, s, seat, (first - actions.PLACE) // actions.VALUES, GENEROUS_SHARE)
    if first == actions.PASS or first == actions.DEPART:
        return first
    if actions.ADD <= first < actions.PLACE or actions.DROP <= first < actions.ATTACK or first >= actions.STAY_OUT:
        return max(options, key=lambda action: prior(e, s, seat, action))
    return NOBODY


def attack_prior(e: Evaluator, s: Traces, seat: Seat, action: i64) -> i64:
    """Prior of an attack: the expected value of the fight less a cost. If the rival cannot fight: a cost where the pack
    is small and the rival has renown 1, else 0."""
    fights = s.on_top(RankFights)
    if fights is None:
        return 0
    rival = action - actions.ATTACK
    if not fights.can_fight(s, rival):
        weak = count(s.pack) <= s.seats + 2 and s.renown[rival] == 1
        return -2 * e.weights[LIFE] if weak else 0
    return (
        fight_value(e, s, fights.attacker, rival, win_chance_before_fight(e, s, fights.attacker, rival))
        - e.weights[RANK]
    )


def departure_prior(e: Evaluator, s: Traces, seat: Seat, letters: i64) -> i64:
    """Prior of leaving: a cost for each wolf that leaves without a mate of the same seat, since other players' wolves
    tend to stay."""
    balance: i64 = 0
    for letter in range(LETTERS):
        if has(letters, letter):
            balance += 1 if sex_of(s, s.colours[seat] * LETTERS + letter) == MALE else -1
    return -e.weights[UNSURE_MATE] * (balance if balance > 0 else -balance)


def combat_card_prior(s: Traces, seat: Seat, card: i64) -> i64:
    """Prior of a combat card: its average gain against the cards that the opponent may hold."""
    duel = s.on_top(Duel)
    if duel is None:
        return 0
    theirs = first_n(CARDS) & ~duel.played[1 - duel.side(seat)]
    total: i64 = 0
    for other in range(CARDS):
        if has(theirs, other):
            gap = card - other if card > other else other - card
            points_lost = s.box.losses[gap] if gap < s.box.defeat else TOKENS
            total += points_lost if card > other else -points_lost
    return total * POINT // count(theirs)


def fight_value(e: Evaluator, s: Traces, wolf: Wolf, rival: Wolf, chance: i64) -> i64:
    """The expected value of a fight for `wolf`, by its chance to win in percent."""
    lines = row_of(s, wolf) - row_of(s, rival)
    win: i64 = e.weights[RENOWN] + (lines * e.weights[RANK] if lines > 0 else 0)
    loss: i64 = e.weights[RENOWN] - (lines * e.weights[RANK] if lines < 0 else 0)
    if index_of(s, wolf) == 0:
        loss += e.weights[ALPHA_FALL]
    if s.renown[wolf] == 1:
        loss += e.weights[LIFE]
    if sex_of(s, wolf) == FEMALE:
        loss += e.weights[WOUND]
        if s.strength[wolf] <= FRAIL:
            loss += e.weights[WOUND] + e.weights[LIFE]
    return (win * chance - loss * (HUNDRED - chance)) // HUNDRED


def win_chance_before_fight(e: Evaluator, s: Traces, wolf: Wolf, rival: Wolf) -> i64:
    """Estimated chance to win a fight, in percent: by tokens and extra cards."""
    cards: i64 = 0
    if s.strength[wolf] != s.strength[rival]:
        cards += 1 if s.strength[wolf] > s.strength[rival] else -1
    if s.renown[wolf] != s.renown[rival]:
        cards += 1 if s.renown[wolf] > s.renown[rival] else -1
    return win_chance(e, s, token(s, wolf, FIGHTING) - token(s, rival, FIGHTING), cards)


def win_chance_in_duel(e: Evaluator, s: Traces, duel: Duel, side: i64) -> i64:
    """Estimated chance to win a running duel, in percent: by scores and cards left."""
    cards = duel.held[side] + duel.draws[side] - duel.held[1 - side] - duel.draws[1 - side]
    return win_chance(e, s, duel.scores[side] - duel.scores[1 - side], cards)


def win_chance(e: Evaluator, s: Traces, ahead: i64, cards: i64) -> i64:
    """Estimated chance to win a fight, in percent, by the advantage in points and in cards."""
    chance = EVEN_CHANCE + (e.weights[PER_TOKEN] * ahead + e.weights[PER_CARD] * cards) // HUNDRED
    return MAX_CHANCE if chance > MAX_CHANCE else (HUNDRED - MAX_CHANCE if chance < HUNDRED - MAX_CHANCE else chance)


def sample_token(left: Mask, wanted: i64, rng: Generator) -> i64:
    """The wanted token, a token near it, or rarely a random one of those left."""
    if rng.below(RANDOM_TOKEN_ODDS) == 0:
        return nth(left, rng.below(count(left)))
    if rng.below(2):
        wanted += rng.below(2 * NEAR_TOKENS + 1) - NEAR_TOKENS
    wanted = wanted if wanted > 0 else 0
    gap: i64 = 0
    while True:
        if wanted - gap >= 0 and has(left, wanted - gap):
            return wanted - gap
        if has(left, wanted + gap):
            return wanted + gap
        gap += 1
