"""What a seat lays on its board, and which prey and pups are good for the pack."""

from typing import Final

from meute.core.game import POINT
from meute.core.numbers import NOBODY, bit, count, filled, first_n, has, i64, lowest, vec
from meute.core.seats import Seat
from meute.games.traces.actions import ABSTAIN, PLACE, VALUES
from meute.games.traces.habits import HOWL_SHARE, KEPT, RAISING_SHARE, SPENT
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
    all_pups,
    free_tokens,
    index_of,
    owner,
    sex_of,
)

NO_PREY_AT_ALL: Final = 1000000
MOST_EFFORT: Final = 15
HUNDRED: Final = 100
GENEROUS: Final = 150
"""What a seat gives to the hunt, in hundredths of its share, that makes up for others."""


def urge_to_add(s: Traces, seat: Seat, letters: i64) -> i64:
    """The rarer sex first."""
    rare = FEMALE if s.size[FEMALE] < s.size[MALE] else MALE
    total: i64 = 0
    for letter in range(LETTERS):
        if has(letters, letter) and sex_of(s, s.colours[seat] * LETTERS + letter) == rare:
            total += POINT
    return total


def capacity(s: Traces, wolf: Wolf) -> i64:
    """What a wolf can give to one hunt without ruining itself, in hundredths."""
    able = 200 + 75 * s.strength[wolf]
    return able if able < 1100 else 1100


def pack_capacity(s: Traces) -> i64:
    """What the whole pack can give to one hunt."""
    total: i64 = 0
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            total += capacity(s, wolf)
    return total // 100


def urge_to_hunt(s: Traces, prey: Prey) -> i64:
    """A prey the pack can bring down, that feeds everybody, at little effort."""
    if prey == ABSTAIN:
        return -NO_PREY_AT_ALL
    able = pack_capacity(s)
    short = s.box.black[prey] * 95 // 100 - able
    hungry = count(s.pack) * s.box.food_wolf + all_pups(s) * s.box.food_pup - s.box.food[prey]
    total = -s.box.black[prey] * 12
    if short > 0:
        total -= 300 + short * 80
    if hungry > 0:
        total -= hungry * 60
    return total


def token_for(s: Traces, seat: Seat, cell: i64, hunt_share: i64) -> i64:
    """The token that the seat's plan has in the box to be filled, or the next smaller one, as an action."""
    free = free_tokens(s, seat)
    value = plan(s, seat, hunt_share)[cell]
    while not has(free, value):
        value -= 1
    return PLACE + cell * VALUES + value


def plan(s: Traces, seat: Seat, hunt_share: i64) -> vec[i64]:
    """A share of what the pack needs, paid by those who can, and what is left for rank; nothing is wasted."""
    kept = s.habits[KEPT] // HUNDRED
    most = s.habits[SPENT] // HUNDRED
    board = filled(LETTERS * PHASES, 0)
    spare = filled(LETTERS, 0)
    free: i64 = first_n(TOKENS + 1) - 1
    base = s.colours[seat] * LETTERS
    for letter in range(LETTERS):
        wolf = base + letter
        if has(s.pack, wolf):
            rest = s.strength[wolf] - kept - (1 if index_of(s, wolf) == 0 else 0)
            spare[letter] = 0 if rest < 0 else (rest if rest < most else most)
    for letter in range(LETTERS):  # the smallest tokens are enough to find something to eat
        if has(s.pack, base + letter):
            value = lowest(free)
            board[letter * PHASES + SOLITARY] = value
            free &= ~bit(value)
    free = share(s, seat, HUNTING, hunt_need(s), hunt_share, board, spare, free)
    free = share(s, seat, RAISING, all_pups(s) * s.box.pup_needs, s.habits[RAISING_SHARE], board, spare, free)
    free = share(s, seat, HOWLING, s.box.howl_low + 1, s.habits[HOWL_SHARE], board, spare, free)
    for letter in range(LETTERS):  # a token in the fights, so as not to give way to everybody
        if has(s.pack, base + letter):
            value = best_token(s, free, MOST_EFFORT, spare[letter])
            board[letter * PHASES + FIGHTING] = value
            free &= ~bit(value)
    return board


def hunt_need(s: Traces) -> i64:
    """What the pack must reach: a clean kill, or at least a kill."""
    if s.hunted == NOBODY:
        return 0
    able = pack_capacity(s) * 115 // 100
    return s.box.black[s.hunted] + 1 if able >= s.box.black[s.hunted] else s.box.green[s.hunted] + 1


def share(s: Traces, seat: Seat, phase: i64, need: i64, part: i64, board: vec[i64], spare: vec[i64], free: i64) -> i64:
    """Lays so many hundredths of the seat's share of a need on its wolves, the fittest first; the tokens that are
    left."""
    base = s.colours[seat] * LETTERS
    own: i64 = 0
    everybody: i64 = 0
    left: i64 = 0
    for wolf in range(WOLVES):
        if has(s.pack, wolf):
            everybody += capacity(s, wolf)
            if owner(s, wolf) == seat:
                own += capacity(s, wolf)
                left += 1
    need = need * part // HUNDRED
    if own == 0 or need <= 0:
        return free
    rest = (need * own + everybody - 1) // everybody
    done: i64 = 0
    while left > 0:
        fittest: i64 = NOBODY
        for letter in range(LETTERS):
            if has(s.pack, base + letter) and not has(done, letter):
                if fittest == NOBODY or fitness(s, base, letter, spare) > fitness(s, base, fittest, spare):
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


def fitness(s: Traces, base: i64, letter: i64, spare: vec[i64]) -> i64:
    """Who pays first."""
    return spare[letter] * 20 + s.strength[base + letter]


def best_token(s: Traces, free: i64, least: i64, spare: i64) -> i64:
    """The smallest free token of at least this value that can be paid, else the largest that can; 0 if none."""
    best: i64 = 0
    for value in range(1, TOKENS + 1):
        if has(free, value) and s.box.spirals[value] <= spare:
            best = value
            if value >= least:
                break
    return best
