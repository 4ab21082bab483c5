"""What a seat sees, field by field, and whole tables that fit it."""

from typing import Final

from meute.core.chance import Generator
from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, Mask, bit, count, has, i64, lowest, nth, shift, without
from meute.core.seats import Seat
from meute.games.traces.habits import HUNT_SHARE
from meute.games.traces.options import SEEN
from meute.games.traces.planning import plan
from meute.games.traces.rules.preparation import Placement, next_cell
from meute.games.traces.state import (
    DIGIT,
    FACE_DOWN,
    HIDDEN,
    LETTERS,
    PHASES,
    RAISING,
    WOLVES,
    Traces,
    Wolf,
    all_pups,
    free_tokens,
    owner,
    row_cost,
    token,
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
    s.copy_open_to(v)
    v.litter = s.litter & wolves_of(s, seat) if seat != NOBODY else 0
    v.plan = s.plan[:]
    for wolf in range(WOLVES):
        v.plan[wolf] = seen_plan(s, seat, wolf)
    return v


def seen_plan(s: Traces, seat: Seat, wolf: Wolf) -> i64:
    """A wolf's row as a seat sees it: others' tokens lie face down from the first column that has not been played; who
    still places them does so out of sight."""
    row = s.plan[wolf]
    if row == 0 or owner(s, wolf) == seat:
        return row
    lies_open = s.opt.boxes == SEEN and not isinstance(s.top, Placement)
    for phase in range(s.revealed, PHASES):
        here = token(s, wolf, phase)
        seen = here
        if lies_open and here > 0:
            seen = FACE_DOWN
        elif not lies_open and may_hold(s, wolf, phase):
            seen = HIDDEN
        row += shift(seen - here, phase * DIGIT)
    return row


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
    top = s.top
    if isinstance(top, Sealed):
        top.redraw(s, seat, rng)
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
    left = free_tokens(s, seat)
    base = s.colours[seat] * LETTERS
    wanted = plan(s, seat, s.habits[HUNT_SHARE])
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
        if s.opt.life_span and s.box.spirals[value] >= vigour(s, wolf) - row_cost(s, wolf):
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
