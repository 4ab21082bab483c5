"""What a seat sees, field by field, and whole tables that fit it."""

from typing import Final

from meute.core.chance import Generator, some_of
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, bit, count, first_n, has, i64, lowest, nth, shift, without
from meute.core.seats import Seat
from meute.games.traces.planning import FAIR, plan
from meute.games.traces.rules.actions import ABSTAIN
from meute.games.traces.rules.fights import BLOWS, FIGHTERS, Duel
from meute.games.traces.rules.joining import Permission
from meute.games.traces.rules.marking import Departures, young_letters
from meute.games.traces.rules.preparation import Ballot, Births, Placement, Pledges, hand_letters, next_cell
from meute.games.traces.rules.setup import TURNING, FirstWolves, is_one_sex
from meute.games.traces.state import (
    BOXES_SEEN,
    CARDS,
    DIGIT,
    FACE_DOWN,
    HIDDEN,
    LETTERS,
    LEVELS,
    PHASES,
    RAISING,
    TOKENS,
    WOLVES,
    Traces,
    Wolf,
    all_pups,
    open_prey,
    owner,
    token,
    used_tokens,
    vigour,
    wolves_of,
)

SURPRISE: Final = 20
"""One token out of so many lies where nobody would expect it."""
NEAR: Final = 1


def look(s: Traces, seat: Seat) -> Traces:
    """Everything lies open but the others' pups, their tokens not yet turned, and what is sealed."""
    v = Traces()
    s.show_stack_to(v, seat)
    v.box = s.box
    v.opt = s.opt
    v.year = s.year
    v.revealed = s.revealed
    v.omega = s.omega
    v.floor = s.floor
    v.pack = s.pack
    v.litter = s.litter & wolves_of(s, seat) if seat != NOBODY else 0
    v.cradle = s.cradle
    v.hunted = s.hunted
    v.present = s.present
    v.pledges = s.pledges
    v.ended = s.ended
    v.owners = s.owners
    v.colours = s.colours
    v.history = s.history
    v.column = s.column[:]
    v.size = s.size[:]
    v.strength = s.strength[:]
    v.renown = s.renown[:]
    v.plan = s.plan[:]
    for wolf in range(WOLVES):
        if owner(s, wolf) != seat:
            cover(v, s, wolf)
    v.pups = s.pups[:]
    v.large = s.large[:]
    v.earned = s.earned[:]
    v.lost = s.lost[:]
    return v


def cover(v: Traces, s: Traces, wolf: Wolf) -> None:
    """Turns a row's tokens face down from the first column that has not been played; who still places them does so
    out of sight."""
    seen = s.opt.boxes == BOXES_SEEN and not isinstance(s.top, Placement)
    for phase in range(s.revealed, PHASES):
        if seen and token(s, wolf, phase) > 0:
            lay(v, wolf, phase, FACE_DOWN)
        elif not seen and may_hold(s, wolf, phase):
            lay(v, wolf, phase, HIDDEN)


def lay(s: Traces, wolf: Wolf, phase: i64, value: i64) -> None:
    """What lies in a box of the board, whatever lay there before."""
    s.plan[wolf] = s.plan[wolf] & ~shift(HIDDEN, phase * DIGIT) | shift(value, phase * DIGIT)


def may_hold(s: Traces, wolf: Wolf, phase: i64) -> bool:
    """Whether a token may lie in this box, as far as everybody knows."""
    return vigour(s, wolf) > 0 and (phase != RAISING or all_pups(s) > 0)


def imagine(v: Traces, seat: Seat, rng: Generator) -> Traces:
    """Gives the others pups, tokens and sealed answers that fit what the seat sees."""
    s = v.copy()
    for other in range(s.seats):
        if other != seat and s.colours[other] != NOBODY:
            imagine_pups(s, other, rng)
            imagine_plan(s, other, rng)
    imagine_answers(s, seat, rng)
    return s


def imagine_pups(s: Traces, seat: Seat, rng: Generator) -> None:
    """Any of a player's cards that may lie there."""
    cards = s.cradle & wolves_of(s, seat)
    for _ in range(s.pups[seat]):
        wolf = nth(cards, rng.below(count(cards)))
        cards = without(cards, wolf)
        s.litter |= bit(wolf)


def imagine_plan(s: Traces, seat: Seat, rng: Generator) -> None:
    """Tokens for the boxes that are hidden, much as the seat's own judgement would lay them in the others' place.

    How far a player is who still places tokens is hidden too: but for the last box, his board is imagined full.
    """
    top = s.top
    last: i64 = NOBODY
    if isinstance(top, Placement) and has(top.missing, seat):
        cell = next_cell(s, seat, NOBODY)
        while cell != NOBODY:
            top.answers[seat] = last
            last = cell
            cell = next_cell(s, seat, cell)
    left = first_n(TOKENS + 1) & ~used_tokens(s, seat) | 1
    base = s.colours[seat] * LETTERS
    wanted = plan(s, seat, FAIR)
    for cell in range(LETTERS * PHASES):
        wolf = base + cell // PHASES
        phase = cell % PHASES
        covered = token(s, wolf, phase)
        if covered < FACE_DOWN:
            continue
        lay(s, wolf, phase, 0)
        if cell == last:
            continue
        fitting = left if covered == HIDDEN else left & ~1
        value = likely_token(fitting, wanted[cell], rng)
        if s.opt.life_span and s.box.spirals[value] >= vigour(s, wolf) - known_cost(s, wolf):
            value = lowest(fitting)
        lay(s, wolf, phase, value)
        left = without(left, value) | 1


def likely_token(left: Mask, wanted: i64, rng: Generator) -> i64:
    """The token that is wanted there or one near it; now and then any."""
    if rng.below(SURPRISE) == 0:
        return nth(left, rng.below(count(left)))
    if rng.below(2):
        wanted += rng.below(2 * NEAR + 1) - NEAR
    wanted = wanted if wanted > 0 else 0
    gap: i64 = 0
    while True:
        if wanted - gap >= 0 and has(left, wanted - gap):
            return wanted - gap
        if has(left, wanted + gap):
            return wanted + gap
        gap += 1


def known_cost(s: Traces, wolf: Wolf) -> i64:
    """The spirals on a row, as far as it is known or imagined."""
    cost: i64 = 0
    for phase in range(PHASES):
        value = token(s, wolf, phase)
        if value < FACE_DOWN:
            cost += s.box.spirals[value]
    return cost


def imagine_answers(s: Traces, seat: Seat, rng: Generator) -> None:
    """Any legal answer for each of the others that has sealed one."""
    top = s.top
    if isinstance(top, Duel):
        imagine_duel(top, seat, rng)
    elif isinstance(top, FirstWolves):
        imagine_first(s, top, seat, rng)
    elif isinstance(top, Sealed) and not isinstance(top, Placement):
        for other in range(s.seats):
            if other != seat and not has(top.missing, other):
                top.answers[other] = any_answer(s, top, other, rng)


def any_answer(s: Traces, top: Sealed, seat: Seat, rng: Generator) -> i64:
    """A random answer of a seat that has answered; NOBODY if it was not asked."""
    if isinstance(top, Births):
        return some_of(hand_letters(s, seat), top.due[seat], rng) if top.due[seat] else NOBODY
    if isinstance(top, Pledges):
        return any_candidate(s, rng) * LEVELS + rng.below(LEVELS)
    if isinstance(top, Ballot):
        return any_candidate(s, rng)
    if isinstance(top, Departures):
        young = young_letters(s, top, seat)
        return some_of(young, rng.below(count(young) + 1), rng) if young else NOBODY
    assert isinstance(top, Permission)
    return rng.below(2)


def any_candidate(s: Traces, rng: Generator) -> i64:
    """An open prey, or none."""
    candidates = open_prey(s) | bit(ABSTAIN)
    return nth(candidates, rng.below(count(candidates)))


def imagine_first(s: Traces, f: FirstWolves, seat: Seat, rng: Generator) -> None:
    """Any card for each of the others; both sexes are among them once the cards are being turned."""
    while True:
        for other in range(s.seats):
            if other != seat and not has(f.missing, other):
                placed = wolves_of(s, other) & s.pack
                f.answers[other] = rng.below(LETTERS)
                if placed:
                    f.answers[other] = nth(placed, 0) % LETTERS
        if f.step != TURNING or not is_one_sex(s, f):
            return


def imagine_duel(duel: Duel, seat: Seat, rng: Generator) -> None:
    """Any cards the other may have been dealt, and one of them as its answer."""
    for side in range(FIGHTERS):
        other = duel.seats[side]
        if other == seat:
            continue
        duel.hands[side] = some_of(first_n(CARDS) & ~duel.played[side], duel.held[side], rng)
        if duel.step == BLOWS and duel.held[side] > 1 and not has(duel.missing, other):
            duel.answers[other] = nth(duel.hands[side], rng.below(duel.held[side]))
