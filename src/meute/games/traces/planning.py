"""Plans the tokens on a seat's board; priors for the choice of prey and pups."""

from typing import Final

from meute.core.game import POINT
from meute.core.numbers import NOBODY, bit, count, filled, first_n, has, i64, lowest, vec
from meute.core.seats import Seat
from meute.games.traces.actions import ABSTAIN, PLACE, VALUES
from meute.games.traces.state import (
    FEMALE,
    FIGHTING,
    HOWLING,
    HUNTING,
    LETTERS,
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
    sex_of,
)
from meute.games.traces.weights import HOWL_SHARE, KEPT, RAISING_SHARE, SPENT

ABSTAIN_COST: Final = 1000000
HIGHEST_TOKEN: Final = 15
HUNDRED: Final = 100
GENEROUS_SHARE: Final = 150
"""Hunt share of a seat that makes up for others, in hundredths."""


def pups_prior(s: Traces, seat: Seat, letters: i64) -> i64:
    """Prior of adding pups: POINT for each of the rarer sex."""
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
    """Prior of hunting a prey: low effort, within the pack's capacity, enough food."""
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


def planned_action(s: Traces, seat: Seat, cell: i64, hunt_share: i64) -> i64:
    """The action that places the planned token, or the next smaller free one, in a box."""
    free = free_tokens(s, seat)
    value = plan_tokens(s, seat, hunt_share)[cell]
    while not has(free, value):
        value -= 1
    return PLACE + cell * VALUES + value


def plan_tokens(s: Traces, seat: Seat, hunt_share: i64) -> vec[i64]:
    """The tokens for all boxes of a seat: its share of the pack's needs, fittest wolves first; the rest for fights."""
    kept = s.weights[KEPT] // HUNDRED
    most = s.weights[SPENT] // HUNDRED
    board = filled(LETTERS * PHASES, 0)
    spare = filled(LETTERS, 0)
    free: i64 = first_n(TOKENS + 1) - 1
    base = s.colours[seat] * LETTERS
    for letter in range(LETTERS):
        wolf = base + letter
        if has(s.pack, wolf):
            rest = s.strength[wolf] - kept - (1 if index_of(s, wolf) == 0 else 0)
            spare[letter] = 0 if rest < 0 else (rest if rest < most else most)
    for letter in range(LETTERS):  # the smallest tokens suffice for the solitary hunt
        if has(s.pack, base + letter):
            value = lowest(free)
            board[letter * PHASES + SOLITARY] = value
            free &= ~bit(value)
    free = assign_share(s, seat, HUNTING, hunt_need(s), hunt_share, board, spare, free)
    free = assign_share(s, seat, RAISING, pup_count(s) * s.box.pup_needs, s.weights[RAISING_SHARE], board, spare, free)
    free = assign_share(s, seat, HOWLING, s.box.howl_low + 1, s.weights[HOWL_SHARE], board, spare, free)
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
